"""`axio review` in the terminal, as JSON and as a page."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from axio.review import Review, review
from axio.rules import Record
from tests.cli.helpers import axio, random_record

from .games import played


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(played("axio", 2).text(), encoding="utf-8")
    return path


def test_json_is_the_review(file: Path) -> None:
    """`--json` prints what Python computes for the same work and key."""
    told = axio("review", file, "--work", "30", "--key", "k", "--json").stdout
    assert Review.from_data(json.loads(told)) == review(played("axio", 2), work=30, key="k")


def test_the_terminal_shows_moves_marks_and_the_account(file: Path) -> None:
    """Every move is listed, each mark has its position, and the account ends with the result."""
    told = axio("review", file, "--work", "150").stdout
    found = review(played("axio", 2), work=150)
    for part in found.plies:
        assert part.decision.played in told
    for decision in found.marked:
        assert f"Move {decision.ply + 1}, Seat {decision.seat}: {decision.played} ({decision.mark}," in told
        assert f"Better: {decision.best}; " in told
    assert "Where the result came from" in told
    assert "others' decisions, with hindsight" in told


class Tags(HTMLParser):
    """What a page loads, and whether its tags are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open += [tag] if tag not in ("meta", "br") else []
        loaded = [
            value for name, value in attrs if name in ("src", "href") and not str(value).startswith("#")
        ]
        self.loads += [str(value) for value in loaded] + ["script"] * (tag == "script")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("rota", 1)])
def test_a_page_needs_nothing_else(game: str, seats: int, tmp_path: Path) -> None:
    """`--html` writes one page without scripts and without anything to load, every tag closed."""
    path, out = tmp_path / "game.json", tmp_path / "review.html"
    path.write_text(played(game, seats).text(), encoding="utf-8")
    assert axio("review", path, "--work", "100", "--html", out).stdout == ""
    tags, text = Tags(), out.read_text(encoding="utf-8")
    tags.feed(text)
    assert (tags.open, tags.loads) == ([], [])
    assert str(played(game, seats).moves[-1]) in text


def test_names_cannot_write_into_the_page(tmp_path: Path) -> None:
    """A player's name is text, whatever it holds."""
    from axio.review.page import page

    record = played("rota", 2)
    text = page(record, review(record, work=8), ["<script>alert(1)</script>", "B & C"])
    assert "<script" not in text
    assert "B &amp; C" in text


@pytest.mark.parametrize("record", [Record("axio", 2, "7"), random_record("hex", 2, "7", 9)])
def test_an_unfinished_game_is_refused(record: Record, tmp_path: Path) -> None:
    """One sentence, exit code 2."""
    path = tmp_path / "game.json"
    path.write_text(record.text(), encoding="utf-8")
    result = axio("review", path, code=2)
    assert result.stderr == "axio: the game is not over: expected a finished one to review\n"
