"""The page of strengths and its pictures: written from results alone."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from axio.arena.ladder import Results, StrengthPage, timing
from axio.arena.ladder import page as pages
from axio.arena.ladder.fixtures import Fixture, duel
from axio.arena.ladder.plots import elo_plot, heat_map
from axio.arena.ladder.requirements import Wins
from axio.arena.rating import Rating

from .ladder_results import filled

REQUIREMENTS = (
    Wins("clear", ("careful", "greedy"), 40, 0.5),
    Wins("missed", ("careful", "greedy"), 40, 0.9),
    Wins("open", ("careful", "random"), 40, 0.9),
    Wins("lacking", ("nobody", "random"), 40, 0.9),
)


@pytest.fixture
def known(tmp_path: Path) -> Results:
    path = tmp_path / "results.jsonl"
    filled(path, duel("axio", 2, "careful", "greedy", "7"), won=15, lost=5)
    filled(path, duel("axio", 3, "careful", "greedy", "7"), won=12, lost=3)
    return filled(path, Fixture.usual("axio", ("greedy",), "7"), won=30, lost=0, lows=13)


def written(known: Results) -> str:
    return StrengthPage(known, "7", "2026-01-02", "axio ladder --short", REQUIREMENTS).text()


def test_the_page_holds_every_figure(known: Results) -> None:
    """Requirements, ratings, everybody against everybody and solo, with intervals, command and date."""
    known.add_timing(timing("axio", 2, "careful", moves=1))
    text = written(known)
    assert "Written on 2026-01-02 by `axio ladder --short`" in text
    assert "| `clear` | `careful` against `greedy`, 40 games | ≥ 50 % | 75.0 % (" in text
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    assert rows["clear"].endswith("| met |") and rows["missed"].endswith("| **missed** |")
    assert "not played yet" in rows["open"] and "no `nobody` for it here" in rows["lacking"]
    two = text[text.index("### axio: two seats") : text.index("### axio: three seats")]
    assert "| `greedy` | 1000 | – |" in two
    assert "75.0 % (" in two and "25.0 % (" in two and ", 40 games" in two
    three = text[text.index("### axio: three seats") : text.index("### axio: alone")]
    assert "80.0 % (" in three and "20.0 % (" not in three
    assert "| `greedy` | 13.00 | 13.00 – 13.00 | 30 |" in text
    assert known.timings.popitem()[1].machine in text
    assert "## rota\n\nNot played yet." in text


def test_few_games_are_no_figure(known: Results) -> None:
    """A pair that hardly met, a level that hardly played alone, and a rating from that are not shown."""
    filled(known.path, duel("hex", 2, "careful", "greedy", "7"), won=14, lost=0)
    filled(known.path, duel("rota", 2, "careful", "greedy", "7"), won=14, lost=1)
    filled(known.path, duel("rota", 2, "planner", "greedy", "7"), won=14, lost=0)
    again = filled(known.path, Fixture.usual("hex", ("greedy",), "7"), won=29, lost=0)
    text = written(again)
    assert "## hex\n\nNot played yet." in text
    rota = text[text.index("### rota: two seats") : text.index("## hex")]
    assert ", 30 games" in rota
    assert "28 games" not in rota
    assert "\n| `planner` |" not in rota


def test_the_page_says_how_much_is_played(known: Results) -> None:
    """What the tables ask for, and how much of it there is: the rest waits for somebody's processors."""
    assert "Played so far: 65 of the " in written(known)


def test_the_dial_is_on_the_page(known: Results) -> None:
    """Each level against the level below, once something was played."""
    assert "the dial" not in written(known)
    filled(known.path, duel("axio", 2, "level3", "level2", "7"), won=20, lost=10)
    again = filled(known.path, duel("axio", 2, "level4", "level3", "7"), won=2, lost=1)
    dial = (text := written(again))[text.index("### axio: the dial") :]
    assert "| 3 | `level3` | 66.7 % (" in dial
    assert ", 60 games | 60–75 % |" in dial
    assert "| 4 | `level4` | – | 60–75 % |" in dial
    assert "| 10 | `master` | – |" in dial


def test_pictures_that_the_page_shows_are_there(known: Results) -> None:
    """Every picture linked is written, and is sound SVG that needs nothing from outside."""
    page = StrengthPage(known, "7", "2026-01-02", "axio ladder", REQUIREMENTS)
    pictures = page.pictures
    assert sorted(pictures) == ["axio-elo.svg", "axio-wins.svg"]
    for name, picture in pictures.items():
        assert f"(strength/{name})" in page.text()
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_an_empty_page_is_a_page(tmp_path: Path) -> None:
    """Before anything was played the page says so."""
    text = StrengthPage(
        Results([tmp_path / "none.jsonl"]), "7", "2026-01-02", "axio ladder", REQUIREMENTS
    ).text()
    assert text.count("Not played yet.") == 3


def test_games_without_a_network_are_named(known: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says which games have no trained network."""
    monkeypatch.setattr(pages, "present", lambda level: True)
    monkeypatch.setattr(pages, "plays", lambda level, game: game != "rota")
    assert "No trained network: rota." in written(known)
    monkeypatch.setattr(pages, "plays", lambda level, game: True)
    assert "Every game has a trained network." in written(known)
    monkeypatch.setattr(pages, "present", lambda level: False)
    assert "No game has a trained network here" in written(known)


def test_better_is_further_right() -> None:
    """In the plot a level stands at its rating, between the ends of its interval."""
    found = {2: {"greedy": Rating(1000, (1000, 1000)), "careful": Rating(1300, (1220, 1390))}}
    picture = ElementTree.fromstring(elo_plot("Elo", ("greedy", "careful"), found))
    discs = [float(each.get("cx", "")) for each in picture.iter("{http://www.w3.org/2000/svg}circle")]
    careful, greedy = discs[:2]  # the strongest first, then the legend's own
    assert greedy < careful
    assert len(discs) == 3


def test_the_map_shows_every_share() -> None:
    """A cell for each pair that met, with its share; the row's wins are the bluer the more."""
    picture = heat_map(
        "wins", ("greedy", "careful"), {("careful", "greedy"): 0.9, ("greedy", "careful"): 0.1}
    )
    assert "90 %" in picture and "10 %" in picture
    assert picture.count("<rect") == 2
