"""The ladder: who meets whom, which requirements there are, and what is read out of results."""

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from axio.arena.ladder import (
    REQUIREMENTS,
    Goal,
    Results,
    chosen,
    fixtures,
    goals,
    ladder,
    missing,
    timing,
    untimed,
)
from axio.arena.ladder.fixtures import LEVELS, Fixture, checked, duel, levels_of, plays
from axio.arena.ladder.requirements import Solo, Speed, Wins
from axio.arena.ladder.standings import Standings, lowest, ratio, share
from axio.rules import Malformed, game_names

from .ladder_results import filled, sweep


def results(tmp_path: Path) -> Results:
    return Results([tmp_path / "results.jsonl"])


def test_every_level_meets_every_other() -> None:
    """With two seats each pair meets, neighbours most often; with more, a level meets the one below."""
    present = levels_of("rota")
    assert {"greedy", "careful"} <= set(present)
    pairs = {(a, b) for b in present for a in present if LEVELS.index(a) > LEVELS.index(b)}
    near = {(upper, lower) for lower, upper in pairwise(present)}
    goals = {goal.fixture.bots: goal.deals for goal in ladder(["rota"], [2], LEVELS, "7")}
    assert goals == {pair: 200 if pair in near else 50 for pair in pairs}
    for seats in (3, 4):
        goals = {goal.fixture.bots: goal.deals for goal in ladder(["rota"], [seats], LEVELS, "7")}
        assert goals == {(upper, *[lower] * (seats - 1)): 60 for upper, lower in near}
    alone = ladder(["rota"], [1], LEVELS, "7")
    assert [goal.fixture.bots for goal in alone] == [(level,) for level in present]
    assert {goal.deals for goal in alone} == {200}


def test_all_goals_come_nearer_together(tmp_path: Path) -> None:
    """At any time the matches are about equally far, so that a ladder can be stopped anywhere."""
    wanted = {duel("rota", 2, "careful", "greedy", "7"): 40, duel("hex", 3, "careful", "greedy", "7"): 8}
    order = missing([Goal(fixture, deals) for fixture, deals in wanted.items()], results(tmp_path))
    assert sorted(number for fixture, number in order if fixture.seats == 2) == list(range(40))
    assert {fixture for fixture, _ in order[: len(wanted)]} == set(wanted)
    for upto in range(len(order)):
        shares = [sum(f == fixture for f, _ in order[:upto]) / deals for fixture, deals in wanted.items()]
        assert abs(shares[0] - shares[1]) <= 1 / 8


def test_a_fixture_asked_for_twice_is_played_once(tmp_path: Path) -> None:
    """The ladder and a requirement share their deals: the larger number counts, what is known is left out."""
    pair = duel("rota", 2, "careful", "greedy", "7")
    known = filled(tmp_path / "results.jsonl", pair, won=2, lost=0)
    todo = missing([Goal(pair, 5), Goal(duel("rota", 2, "careful", "greedy", "7"), 3)], known)
    assert todo == [(pair, 2), (pair, 3), (pair, 4)]


def test_levels_may_lack_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that says it does not play a game is left out there, and only there."""
    monkeypatch.setattr(fixtures, "known", lambda: {"greedy", "net"})
    monkeypatch.setattr(fixtures, "bot_of", lambda name: SimpleNamespace(plays=lambda game: game == "axio"))
    assert plays("net", "axio") and not plays("net", "rota") and not plays("master", "axio")
    monkeypatch.setattr(fixtures, "bot_of", lambda name: SimpleNamespace())
    assert levels_of("rota") == ("greedy", "net")


def test_the_requirements_are_those_promised() -> None:
    """Names, opponents, games and thresholds of every requirement, as the table of levels has them."""
    wins = {b.name: (b.bots, b.games, b.least, b.most) for b in REQUIREMENTS if isinstance(b, Wins)}
    assert wins == {
        "sprout-random": (("sprout", "random"), 1000, 0.8, 1.0),
        "greedy-sprout": (("greedy", "sprout"), 1000, 0.8, 0.9),
        "careful-greedy": (("careful", "greedy"), 2000, 0.62, 1.0),
        "planner-careful": (("planner", "careful"), 400, 0.85, 1.0),
        "net-careful": (("net", "careful"), 1000, 0.8, 1.0),
        "master-planner": (("master", "planner"), 400, 0.6, 1.0),
        "master-greedy": (("master", "greedy"), 400, 0.95, 1.0),
        "master-second": (("master", "planner"), 60, 0.7, 1.0),
        "master-three": (("master", "careful", "careful"), 200, 0.7, 1.0),
        "master-four": (("master", "careful", "careful", "careful"), 200, 0.6, 1.0),
    }
    assert {b.name: (b.game, b.least) for b in REQUIREMENTS if isinstance(b, Solo)} == {
        "solo-axio": ("axio", 1.25),
        "solo-hex": ("hex", 1.25),
        "solo-rota": ("rota", 1.15),
    }
    assert len({each.name for each in REQUIREMENTS}) == len(REQUIREMENTS)


def test_requirements_can_be_run_singly() -> None:
    """One requirement wants its own match and nothing else; all of them, everything there are levels for."""
    (required,) = chosen(["careful-greedy"])
    assert goals([required], "7") == [Goal(duel("axio", 2, "careful", "greedy", "7"), 1000)]
    assert chosen([]) == REQUIREMENTS
    with pytest.raises(
        Malformed, match="'best' is not a requirement: expected one of sprout-random, greedy-sprout, "
    ):
        chosen(["best"])


def test_a_requirement_is_met_or_not(tmp_path: Path) -> None:
    """The point estimate decides; one with two ends asks for both; games beyond its number are left out."""
    pair = duel("axio", 2, "careful", "greedy", "7")
    known = filled(tmp_path / "results.jsonl", pair, won=16, lost=4)
    required = {
        least: Wins("wins", ("careful", "greedy"), 40, *least)
        for least in ((0.8, 1.0), (0.81, 1.0), (0.5, 0.7))
    }
    seen = {least: each.seen(known, "7") for least, each in required.items()}
    assert [each.met for each in seen.values() if each] == [True, False, False]
    told = seen[0.8, 1.0]
    assert told is not None and told.told.startswith("80.0 % (") and "so far" not in told.told
    longer, shorter = (
        Wins("wins", ("careful", "greedy"), games, 0.9).seen(known, "7") for games in (100, 32)
    )
    assert longer is not None and longer.told.endswith(", 40 games so far")
    assert shorter is not None and shorter.met
    assert Wins("wins", ("greedy", "careful"), 40, 0.5).seen(known, "7") is None


def test_a_requirement_whose_level_is_missing_says_so() -> None:
    """Without its level a requirement wants nothing, and names what it lacks."""
    each = Wins("wins", ("nobody", "greedy"), 40, 0.5)
    assert each.lacking() == "nobody"
    assert goals([each, Solo("alone", "axio", 2, bots=("nobody", "greedy"))], "7") == []


def test_more_work_is_another_match() -> None:
    """A level with a multiple of its work is filed apart, its rival keeps its own."""
    (goal,) = Wins("wins", ("careful", "greedy"), 60, 0.7, times=20 / 3).goals("7")
    assert goal.fixture.key.budgets == ("work 6667", "work 1000")


def test_solo_is_a_ratio_over_the_same_deals(tmp_path: Path) -> None:
    """The lowest colours of two bots alone are compared over the deals both played."""
    own, other = (Fixture.usual("axio", (bot,), "7") for bot in ("careful", "greedy"))
    known = filled(tmp_path / "results.jsonl", other, won=9, lost=0, lows=10)
    assert Solo("alone", "axio", 1.25, bots=("careful", "greedy")).seen(known, "7") is None
    for number in range(12):
        known.add(own.key, number, sweep(1, 0, 12 + 2 * (number % 2)))
    each = Solo("alone", "axio", 1.25, deals=9, bots=("careful", "greedy"))
    seen = each.seen(known, "7")
    assert seen is not None and seen.met
    mean = (5 * 12 + 4 * 14) / 90
    assert seen.told.startswith(f"{mean:.2f} × (")
    found = ratio(known.of(own.key), known.of(other.key))
    assert found is not None and found.interval[0] < mean < found.interval[1]


def test_times_are_beside_a_limit_or_another(tmp_path: Path) -> None:
    """A level is timed once on a machine, and its time stands beside a limit or another level's."""
    known = results(tmp_path)
    required = Speed("time", "greedy", 1e9), Speed("beside", "greedy", 1e-9, "careful")
    wanted = goals(required, "7")
    assert missing(wanted, known) == []
    assert untimed(wanted, known) == [("axio", 2, "greedy"), ("axio", 2, "careful")]
    assert required[0].seen(known, "7") is None
    for each in untimed(wanted, known):
        known.add_timing(timing(*each, moves=2))
    assert untimed(wanted, known) == []
    assert [seen.met for each in required if (seen := each.seen(known, "7"))] == [True, False]


def test_standings_read_both_ways(tmp_path: Path) -> None:
    """Two seats: the weaker's share is what the stronger left; with more seats nobody is turned round."""
    pair, three = (duel("rota", seats, "careful", "greedy", "7") for seats in (2, 3))
    filled(tmp_path / "results.jsonl", pair, won=15, lost=5)
    known = filled(tmp_path / "results.jsonl", three, won=3, lost=1)
    two = Standings(known, "rota", 2, "7")
    there, back = two.share("careful", "greedy"), two.share("greedy", "careful")
    assert there is not None and back is not None
    assert (there.value, back.value, there.games) == (0.75, 0.25, 40)
    assert back.interval == pytest.approx((1 - there.interval[1], 1 - there.interval[0]))
    stands = two.ratings()
    assert stands["greedy"].elo == 1000 and 1150 < stands["careful"].elo < 1200
    lone = Standings(known, "rota", 3, "7")
    assert lone.share("greedy", "careful") is None
    found = lone.share("careful", "greedy")
    assert found is not None and (found.value, found.games) == (0.75, 12)


def test_nothing_played_is_no_figure() -> None:
    """Without deals there is no share, no mean and no ratio."""
    assert (share({}), lowest({}), ratio({}, {})) == (None, None, None)


def test_levels_are_checked() -> None:
    """A level that is not of the ladder is refused; none named means all."""
    assert checked(()) == LEVELS
    with pytest.raises(Malformed, match="'random' is not a level: expected one of sprout, greedy"):
        checked(("random",))
    assert all("greedy" in levels_of(game) for game in game_names())
