"""Results on file: nothing is lost, nothing is played twice, and files can be joined."""

import json
from pathlib import Path
from time import monotonic

import pytest

from axio.arena import Match, play_deal, start_workers
from axio.arena.ladder import DealResult, Goal, Results, missing, play
from axio.arena.ladder.fixtures import Fixture, duel
from axio.arena.ladder.results import Timing
from axio.bots import Work, make
from axio.rules import Malformed

from .ladder_results import filled, sweep

PAIR = duel("rota", 2, "careful", "greedy", "7")
TIMING = Timing("rota", 2, "careful@1", "work 1000", "a machine", 5.25, 9.5, 8)


def test_a_deal_is_kept_as_it_went() -> None:
    """Winners and lowest colours are filed by bot, whatever seat it had."""
    match = Match("rota", (make("greedy"), make("careful")), 2, "7")
    games = play_deal(match, 0)
    result = DealResult.of(games)
    assert result.shares == [list(game.shares) for game in games]
    for game, lows in zip(games, result.lows, strict=True):
        assert [lows[bot] for bot in game.seating] == list(game.lows)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    """A file read anew, compacted or not, holds the same; compacted, a fixture takes one line."""
    path = tmp_path / "new" / "results.jsonl"
    results = filled(path, PAIR, won=3, lost=1)
    results.add_timing(TIMING)
    again = Results([path])
    assert (again.deals, again.timings) == (results.deals, results.timings)
    assert len(path.read_text().splitlines()) == 5
    again.compact()
    assert len(path.read_text().splitlines()) == 2
    last = Results([path])
    assert (last.deals, last.timings) == (results.deals, results.timings)
    assert [each.name for each in path.parent.iterdir()] == ["results.jsonl"]


def test_other_bots_versions_budgets_and_seeds_are_other_results(tmp_path: Path) -> None:
    """Results are filed under everything that decides them."""
    results = filled(tmp_path / "results.jsonl", PAIR, won=1, lost=0)
    others = [
        duel("hex", 2, "careful", "greedy", "7"),
        duel("rota", 3, "careful", "greedy", "7"),
        duel("rota", 2, "greedy", "careful", "7"),
        duel("rota", 2, "careful", "greedy", "8"),
        Fixture("rota", ("careful", "greedy"), (Work(999), Work(1000)), "7"),
        duel("rota", 2, "careful:width=3", "greedy", "7"),
    ]
    assert len({PAIR.key, *(other.key for other in others)}) == 7
    assert all(not results.of(other.key) for other in others)
    assert PAIR.key.bots == ("careful@1", "greedy@1")


def test_a_torn_line_is_dropped(tmp_path: Path) -> None:
    """Whoever was stopped in the middle of writing loses that deal, and can go on writing."""
    path = tmp_path / "results.jsonl"
    filled(path, PAIR, won=2, lost=0)
    path.write_bytes(path.read_bytes()[:-10])
    results = Results([path])
    assert list(results.of(PAIR.key)) == [0]
    results.add(PAIR.key, 1, sweep(2, 0))
    assert list(Results([path]).of(PAIR.key)) == [0, 1]


def test_files_are_joined(tmp_path: Path) -> None:
    """Results of several files count together; a deal told in two ways is kept as first read, and counted."""
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    filled(first, PAIR, won=2, lost=0)
    filled(second, PAIR, won=1, lost=3)
    both = Results([first, second])
    assert {number: result.winners[0] for number, result in both.of(PAIR.key).items()} == {
        0: (0,),
        1: (0,),
        2: (1,),
        3: (1,),
    }
    assert both.differing == 1
    assert Results([first]).differing == 0


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "oh",
        '{"machine": "x"}',
        '{"game": "rota", "bots": ["a@1"], "budgets": ["work 1"], "seed": "7", "deals": [[0, [], [[1]]]]}',
    ],
)
def test_other_lines_are_refused(tmp_path: Path, line: str) -> None:
    """What is no line of results is named with its file and number."""
    path = tmp_path / "results.jsonl"
    path.write_text(f"{json.dumps({**PAIR.key._asdict(), 'deals': []})}\n{line}\n")
    with pytest.raises(Malformed, match=r"results.jsonl, line 2: expected a line of results"):
        Results([path])


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """The first file may be new; one to be joined has to be there."""
    Results([tmp_path / "new.jsonl"])
    with pytest.raises(OSError, match="gone"):
        Results([tmp_path / "new.jsonl", tmp_path / "gone.jsonl"])


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    """Stopped after any deal, it plays the others, and ends with the same results as in one go."""
    goals = [Goal(PAIR, 3), Goal(Fixture.usual("rota", ("greedy",), "7"), 2)]
    whole, parts = Results([tmp_path / "whole.jsonl"]), Results([tmp_path / "parts.jsonl"])
    with start_workers(1) as workers:
        assert len(list(play(missing(goals, whole), whole, workers))) == 5
        stopped = play(missing(goals, parts), parts, workers)
        next(stopped)
        stopped.close()
        parts = Results([tmp_path / "parts.jsonl"])
        assert len(missing(goals, parts)) == 4
        assert len(list(play(missing(goals, parts), parts, workers))) == 4
    assert parts.deals == whole.deals


def test_no_deal_is_begun_when_the_time_is_over(tmp_path: Path) -> None:
    """Time ends a ladder, whatever is left of it."""
    results = Results([tmp_path / "results.jsonl"])
    with start_workers(1) as workers:
        assert list(play(missing([Goal(PAIR, 9)], results), results, workers, end=monotonic())) == []
