"""The documents made from the code are those that the code of today makes."""

from tools import api_reference, docs, package_graph, sources


def test_generated_documents_are_up_to_date() -> None:
    """The API reference and the picture of the packages are as `make docs` writes them."""
    assert docs.stale() == []


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
