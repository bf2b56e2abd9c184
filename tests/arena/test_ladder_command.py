"""`axio ladder` as people run it: it plays, keeps, goes on, and writes the page."""

import json
from pathlib import Path

import pytest

from axio.arena.ladder import Results, page, plan, standings
from axio.arena.ladder.fixtures import duel

from .test_commands import axio, refused

pytestmark = pytest.mark.long

PART = ("ladder", "--game", "rota", "--level", "greedy", "--level", "careful", "--jobs", 1)


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Few deals, which are figures all the same, in an empty folder."""
    for name, deals in {"NEIGHBOURS": 3, "OTHERS": 1, "MORE_SEATS": 1, "SOLO": 2}.items():
        monkeypatch.setattr(plan, name, deals)
    for module in (page, standings):
        monkeypatch.setattr(module, "FEW_GAMES", 1)
    monkeypatch.chdir(tmp_path)


def deals(path: str = "docs/programmers/strength/results.jsonl") -> int:
    return sum(map(len, Results([Path(path)]).deals.values()))


def test_it_writes_the_page_and_plays_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything asked for is played once; the page and its pictures stand in docs."""
    axio(*PART, "--seats", 2, "--seats", 1)
    assert deals() == 3 + 2 + 2
    text = Path("docs/programmers/strength.md").read_text(encoding="utf-8")
    assert "### rota: two seats" in text and "### rota: alone" in text
    assert sorted(path.name for path in Path("docs/programmers/strength").iterdir()) == [
        "results.jsonl",
        "rota-elo.svg",
        "rota-wins.svg",
    ]
    before = Path("docs/programmers/strength/results.jsonl").read_bytes()
    monkeypatch.setattr("axio.arena.match.play_game", None)
    axio(*PART, "--seats", 2, "--seats", 1)
    assert Path("docs/programmers/strength/results.jsonl").read_bytes() == before


def test_results_of_other_machines_are_joined() -> None:
    """Two files, played with one process and with two, agree; joined, nothing is left to play."""
    axio(*PART, "--seats", 2, "--no-page", "--results", "one.jsonl")
    axio(*PART[:-1], 2, "--seats", 2, "--no-page", "--results", "two.jsonl")
    assert not Path("docs").exists()
    key = duel("rota", 2, "careful", "greedy", "ladder").key
    one, two = (Results([Path(name)]).of(key) for name in ("one.jsonl", "two.jsonl"))
    assert one == two and len(one) == 3
    result = axio(
        "ladder", "--minutes", 0, "--results", "all.jsonl", "--results", "one.jsonl", "--results", "two.jsonl"
    )
    assert result.stderr == ""
    assert Results([Path("all.jsonl")]).of(key) == one


def test_files_that_disagree_are_told() -> None:
    """Where two files tell a deal differently, somebody should know."""
    axio(*PART, "--seats", 2, "--no-page", "--results", "one.jsonl")
    first, *_ = Path("one.jsonl").read_text().splitlines()
    data = json.loads(first)
    data["deals"][0][1] = [[0, 1], [0, 1]]  # all shared
    Path("two.jsonl").write_text(json.dumps(data) + "\n")
    told = axio(
        "ladder", "--minutes", 0, "--no-page", "--results", "one.jsonl", "--results", "two.jsonl"
    ).stderr
    assert told == "axio: 1 deals are told differently by two files: the first was kept of each\n"


def test_a_requirement_alone() -> None:
    """`--only` plays the match of one requirement, and says how it stands."""
    told = axio(
        "ladder",
        "--only",
        "careful-greedy",
        "--minutes",
        0.01,
        "--jobs",
        1,
        "--no-page",
        "--results",
        "r.jsonl",
    )
    (key,) = Results([Path("r.jsonl")]).deals
    assert (key.game, key.bots) == ("axio", ("careful@1", "greedy@1"))
    assert "careful-greedy" in told.stdout and "games so far" in told.stdout
    assert "solo-hex" not in told.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--only", "best"], "'best' is not a requirement: expected one of sprout-random"),
        (["--game", "go"], "'go' is not a game: expected one of axio, rota, hex"),
        (["--seats", 5], "5 is not a number of seats: expected 1 to 4"),
        (["--level", "random"], "'random' is not a level: expected one of sprout, greedy"),
        (["--results", "new.jsonl", "--results", "gone.jsonl"], "gone.jsonl: no such file or directory"),
    ],
)
def test_bad_ladders_get_one_sentence(words: list[object], sentence: str) -> None:
    """What cannot be measured is refused before anything is played."""
    assert refused("ladder", *words).startswith(f"axio: {sentence}")
    assert list(Path().iterdir()) == []


def test_the_dial_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--dial` plays each level against the level below, and the page has the results."""
    monkeypatch.setattr("axio.arena.ladder.dial.dial", lambda game: ("sprout", "level2", "level3"))
    axio("ladder", "--dial", "--game", "rota", "--jobs", 1)
    text = Path("docs/programmers/strength.md").read_text(encoding="utf-8")
    assert "### rota: the dial" in text
    known = Results([Path("docs/programmers/strength/results.jsonl")])
    lower = {"level2@1": "sprout@1", "level3@1": "level2@1"}
    assert {key.bots for key in known.deals} == {*lower.items()}
    assert deals() == 6
