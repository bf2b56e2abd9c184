"""The luck of the draw: nothing on average, and less of it in an interval."""

from pathlib import Path
from random import Random

import pytest

from axio.arena import Match, play
from axio.arena.ladder import DealResult, Results
from axio.arena.ladder.fixtures import duel
from axio.arena.ladder.standings import share
from axio.arena.luck import draw_luck, surplus, tiles_drawn, unseen
from axio.arena.statistics import controlled, interval
from axio.bots import Greedy, make
from axio.rules import Exchange, Record, game_names


def record(game: str, seats: int = 2, seed: str = "7") -> Record:
    bots = tuple(make("random") for _ in range(seats))
    return next(iter(play(Match(game, bots, 1, seed)))).record


@pytest.mark.parametrize("game", game_names())
def test_luck_is_nothing_on_average(game: str) -> None:
    """Over all tiles that could have come, each as likely as it is frequent, every draw brings nothing."""
    draws = 0
    for step in record(game).steps():
        for seat, drawn in [] if step.after.over else tiles_drawn(step):
            pool, worth = unseen(step.before), surplus(step, seat)
            assert all(pool[tile] for tile in drawn)
            assert sum(count * worth[tile] for tile, count in pool.items()) == pytest.approx(0, abs=1e-6)
            draws += 1
        if draws > 6:
            break
    assert draws > 6


def test_every_tile_drawn_is_counted() -> None:
    """What a seat lays and what it holds at the end came by the deal or by draws, exchanges aside."""
    for seed in range(9):
        game = record("axio", seed=str(seed))
        steps = list(game.steps())
        if any(isinstance(step.move, Exchange) for step in steps):
            continue
        drawn = sum(len(tiles) for step in steps for _, tiles in tiles_drawn(step))
        final = game.final
        assert drawn == sum(final.placed) + sum(map(len, final.racks)) - 10
        return
    raise AssertionError("an exchange in every game")


def test_better_tiles_are_more_luck() -> None:
    """The best tile that could come is luck, the worst is bad luck."""
    step = next(iter(record("axio").steps()))
    seat, _ = next(iter(tiles_drawn(step)))
    worth = sorted(surplus(step, seat).values())
    assert worth[0] < 0 < worth[-1]


def test_a_match_tells_the_luck_if_asked() -> None:
    """A game knows the luck of each seat, a deal's result that of each bot."""
    games = list(play(Match("axio", (Greedy(), make("random")), 2, "7", luck=True)))
    assert [game.luck for game in games] == [draw_luck(game.record) for game in games]
    result = DealResult.of(games)
    assert result.luck is not None
    for game, row in zip(games, result.luck, strict=True):
        assert game.luck is not None
        assert row == tuple(round(game.luck[game.seating.index(bot)], 2) for bot in range(2))


def lucky(count: int, part: float) -> tuple[list[float], list[float]]:
    """Shares of which luck explains a part, around a half."""
    chance = Random(5)
    luck = [chance.gauss(0, 1) for _ in range(count)]
    return [0.5 + 0.1 * (part * x + (1 - part) * chance.gauss(0, 1)) for x in luck], luck


def test_taking_luck_out_narrows_the_interval() -> None:
    """Where luck explains most, the interval is less than half as wide, and holds the truth."""
    units, luck = lucky(400, 0.8)
    value, (low, high) = controlled(units, luck)
    plain_low, plain_high = interval([[each] for each in units])
    assert high - low < 0.5 * (plain_high - plain_low)
    assert low < 0.5 < high
    assert value == pytest.approx(0.5, abs=0.01)


def test_luck_that_explains_nothing_changes_nothing() -> None:
    """Luck that is the same everywhere leaves the mean."""
    units, _ = lucky(50, 0.0)
    value, _ = controlled(units, [0.0] * 50)
    assert value == pytest.approx(sum(units) / 50)


def pairs(count: int, explained: bool) -> dict[int, DealResult]:
    """Deals that the luckier bot wins, or a bot that luck does not tell."""
    chance = Random(2)
    deals = {}
    for number in range(count):
        luck = chance.choice((-1.0, 1.0))
        winner = 0 if (luck if explained else chance.choice((-1.0, 1.0))) + chance.gauss(0, 0.7) > 0 else 1
        deals[number] = DealResult(((winner,), (winner,)), ((5, 5), (5, 5)), ((luck, -luck), (luck, -luck)))
    return deals


def test_a_share_says_how_much_narrower_it_is() -> None:
    """Luck is taken out where it narrows the interval by something, and only where all deals know it."""
    found = share(pairs(100, explained=True))
    assert found is not None
    assert found.narrowed > 0.2
    deals = pairs(100, explained=True)
    deals[100] = DealResult(((0,), (0,)), ((5, 5), (5, 5)))
    plain = share(deals)
    assert plain is not None
    assert plain.narrowed == 0
    few = share(pairs(20, explained=True))
    assert few is not None
    assert few.narrowed == 0


def test_luck_is_kept_with_the_results(tmp_path: Path) -> None:
    """Lines with luck are read again; a deal known without it gains it; and they do not differ."""
    path, key = tmp_path / "r.jsonl", duel("rota", 2, "careful", "greedy", "7").key
    known = Results([path])
    result = pairs(1, explained=True)[0]
    bare = DealResult(result.winners, result.lows)
    known.add(key, 0, bare)
    known.add(key, 0, result)
    known.add(key, 1, bare)
    again = Results([path])
    assert again.of(key)[0].luck == result.luck
    assert again.of(key)[1].luck is None
    assert again.differing == 0
    again.compact()
    assert Results([path]).of(key)[0].luck == result.luck
