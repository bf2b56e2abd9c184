"""The documents made from the code are those that the code of today makes."""

from pathlib import Path

from axio.rules import game_names
from tests.toys import registered
from tools import api_reference, docs, package_graph, sources


def test_generated_documents_are_up_to_date() -> None:
    """The API reference and the picture of the packages are as `make docs` writes them."""
    assert docs.stale() == []


def test_every_game_has_its_page() -> None:
    """The rules and the environments of each game are described, and the indexes lead there."""
    for name in game_names():
        assert f"games/{name}.md" in (docs.DOCS / "players" / "README.md").read_text("utf-8")
        assert f"environments/{name}.md" in (docs.DOCS / "programmers" / "environments.md").read_text("utf-8")


def test_a_new_game_is_in_the_index(tmp_path: Path) -> None:
    """A game with a page is listed by its title and the page's first sentence; one without is not."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "patch.md").write_text("# Patch\n\nDominoes on a\nsmall board. More.\n")
    (tmp_path / "README.md").write_text("# Playing\n\n<!-- games -->\n- old\n<!-- end -->\n")
    with registered():
        index = docs.with_games(tmp_path)
    listed = "- [Patch](games/patch.md): Dominoes on a small board"
    assert index == f"# Playing\n\n<!-- games -->\n{listed}\n<!-- end -->\n"


def test_the_reference_names_everything_public() -> None:
    """Python agrees with the page about what a package offers."""
    import axio
    from axio import arena, bots, draw, encoding, kernel

    page = api_reference.page()
    for module in (axio, arena, bots, draw, encoding, kernel):
        assert sources.public_names(module.__name__) == list(module.__all__)
        assert [name for name in module.__all__ if f"`{name}`" not in page and f".{name}`" not in page] == []


def test_every_public_name_has_a_description() -> None:
    """Names in an `__all__` and their public methods have a docstring; constants have a comment."""
    assert api_reference.undocumented() == []


def test_cycles_are_found() -> None:
    """Nodes that import each other over several steps form one cycle; whoever stands above is not in it."""
    graph = {
        "top": frozenset({"a"}),
        "a": frozenset({"b"}),
        "b": frozenset({"c", "low"}),
        "c": frozenset({"a"}),
        "low": frozenset[str](),
    }
    assert package_graph.cycles(graph) == [["a", "b", "c"]]
    assert package_graph.levels(graph) == {"low": 0, "a": 1, "b": 1, "c": 1, "top": 2}


def test_implied_imports_are_left_out() -> None:
    """A picture shows an import that follows from others only through them."""
    graph = {"a": frozenset({"b", "c"}), "b": frozenset({"c"}), "c": frozenset[str]()}
    assert package_graph.reduced(graph)["a"] == {"b"}
