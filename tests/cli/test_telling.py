"""What is told of a move is what happened: every point, pyramid, axio and bonus, and no tile of another."""

import re

import pytest

from axio.bots import USUAL, make
from axio.cli.narration import told
from axio.rules import Step, deal
from axio.rules.events import Axio, ExchangeOffered, PyramidPlaced, RackExchanged, Scored, TilesDrawn
from axio.rules.tiles import NAMES

from .helpers import GAMES

POINTS = re.compile(r" · (\w+) \+(\d+) → (\d+)(?: \((\d+) lost\))?")
LETTERS = {name: letter for letter, name in NAMES.items()}


def greedy_game(game: str, seats: int, seed: str) -> list[Step]:
    """A game that comes to the ends of tracks."""
    bot, state = make("greedy"), deal(game, seats, seed)
    steps: list[Step] = []
    while not state.over:
        key = f"{seed} {len(steps)}".encode()
        steps.append(state.play(bot.choose(state.observe(state.seat), USUAL, key).move))
        state = steps[-1].after
    return steps


@pytest.mark.parametrize(("game", "seats"), [(game, seats) for game in GAMES for seats in (1, 2)])
def test_a_move_is_told_as_it_happened(game: str, seats: int) -> None:
    """Points and losses add up to the way of each track; each event is told once, in the order of play."""
    for step in greedy_game(game, seats, "7"):
        seat, colours = step.before.seat, step.before.game.colours
        lines = [line.plain for line in told(step, None, ["Ada", "Bea"][:seats])]
        assert lines[0].startswith(f"{['Ada', 'Bea'][seat]}: {step.move}")
        after = dict(zip(colours, step.before.tracks[seat], strict=True))
        gained = 0
        for name, points, stands, lost in POINTS.findall("\n".join(lines)):
            assert int(stands) == after[LETTERS[name]] + int(points) - int(lost or 0)
            after[LETTERS[name]] = int(stands)
            gained += int(points)
        assert tuple(after.values()) == step.after.tracks[seat]
        assert gained == sum(event.sight.points for event in step.events if isinstance(event, Scored))
        for words, kind in (
            ("AXIO!", Axio),
            ("pyramid on", PyramidPlaced),
            ("exchange or keep", ExchangeOffered),
        ):
            count = sum(isinstance(event, kind) for event in step.events)
            assert sum(words in line for line in lines) == count
        assert ("(bonus)" in lines[0]) == (step.before.owed > 0)
        assert lines[-1].startswith("    bonus: ") == (step.after.owed > 0)


def test_greedy_games_hold_every_kind_of_event() -> None:
    """The games above are rich enough: tracks end, surplus is lost, bonuses chain, racks are exchanged."""
    lines = []
    kinds = set()
    for game in GAMES:
        for step in greedy_game(game, 2, "7"):
            kinds |= {type(event) for event in step.events}
            lines += [line.plain for line in told(step, None, ["Ada", "Bea"])]
    assert kinds >= {Axio, PyramidPlaced, ExchangeOffered, RackExchanged, Scored, TilesDrawn}
    assert any("lost)" in line for line in lines)
    assert any(line.startswith("    bonus: one more tile") for line in lines)


def test_drawn_tiles_are_told_to_their_seat_only() -> None:
    """Nobody hears what another drew; shown tiles are told to all."""
    for step in greedy_game("axio", 2, "7"):
        seat = step.before.seat
        mine, theirs, nobody = (
            "\n".join(line.plain for line in told(step, viewer, ["Ada", "Bea"]))
            for viewer in (seat, 1 - seat, None)
        )
        assert theirs == nobody
        drawn = [event for event in step.events if isinstance(event, TilesDrawn)]
        assert [line for line in mine.splitlines() if line not in nobody.splitlines()] == [
            f"    drew {' '.join(event.tiles)}" for event in drawn
        ]
        shown = [event for event in step.events if isinstance(event, RackExchanged)]
        assert all(f"showed {' '.join(event.shown)}, " in nobody for event in shown if event.shown)
