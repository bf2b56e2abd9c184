"""What is worked out once, or kept back, is what working it out plainly gives."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from axio import State
from axio.rules.events import Scored
from axio.server.protocol import LiveClock
from axio.server.table.clock import Ticking, clock_of, followed, moments, read
from axio.server.table.history import MOVE, UNDO, History, Row
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms
from axio.server.views import public_view as shared
from axio.server.views.public_view import event_data, log_line, public_view
from axio.server.views.view import Perspective, view

PEOPLE = ("a" * 32, "b" * 32, "c" * 32)


def table_of(game: str, seats: int, terms: Terms | None = None) -> Table:
    chairs = [Chair("person", f"P{n}", None, person, bytes(16)) for n, person in enumerate(PEOPLE[:seats])]
    opening = History.replayed(game, seats, "7", [])
    return Table("t", PEOPLE[0], DEALT, chairs, "7", bytes(32), 0.0, opening, terms=terms or Terms())


def play(table: Table, random: Random) -> tuple[Table, State]:
    """One more row: a move, or now and then an undo; the state it comes to, worked out apart."""
    history = table.history
    seq, at = history.seq + 1, history.seq * 10.0
    if history.ply > 3 and random.random() < 0.2:
        plies = random.randrange(1, 4)
        row = Row(seq, UNDO, str(plies), 0, "P0", at)
        state = replayed(history, history.ply - plies)
    else:
        step = history.state.play(random.choice(history.state.legal_moves))
        row, state = Row(seq, MOVE, str(step.move), step.before.seat, "P", at), step.after
    table = table.followed_by(row)
    if random.random() < 0.5:
        table.history.forget_step()
    return table, state


def played(table: Table, seed: int) -> Table:
    for _ in range(3):
        table, _ = play(table, Random(seed))
    return table


def replayed(history: History, plies: int) -> State:
    state = history.opening
    for move in history.moves[:plies]:
        state = state.play(move).after
    return state


@pytest.mark.parametrize("seats", [1, 3])
@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_history_without_states_has_them_all(game: str, seats: int) -> None:
    """Moves and undos in any order: the state now and after every ply is that of the surviving moves."""
    table, random = table_of(game, seats), Random(3)
    while not table.history.over and table.history.seq < 60:
        table, state = play(table, random)
        history = table.history
        assert history.state == state
        ply = random.randrange(history.ply + 1)
        assert history.state_at(ply) == replayed(history, ply)
        assert len(history.gains) == len(history.made) == history.ply
    assert [step.after for step in table.history.with_all_steps()._all or ()] == [
        replayed(table.history, ply) for ply in range(1, table.history.ply + 1)
    ]


@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_views_say_what_the_rules_say(game: str) -> None:
    """Tiles, pyramids, unseen tiles, points and events as the rules tell them, for seats and strangers."""
    table, random = table_of(game, 2), Random(5)
    while not table.history.over:
        table, _ = play(table, random)
        history, ply = table.history, table.history.ply
        for seat, person in ((0, PEOPLE[0]), (1, PEOPLE[1]), (None, PEOPLE[2])):
            known = history.state.observe(seat)
            shown = view(table, person, Perspective(seat, None))
            assert shown.tiles == [str(place) for place in known.board.tiles]
            assert len(shown.pyramids) == len(known.board.pyramids)
            assert [*shown.unseen.items()] == [*Counter(known.unseen).items()]
            assert [each.mine for each in shown.seats] == [seat == 0, seat == 1]
            if ply:
                step = history.step(ply)
                told = [event_data(event, step.after.game) for event in step.seen_by(seat)]
                assert public_view(table, ply).events_for(seat) == told
        if ply:
            step = history.step(ply)
            points: Counter[str] = Counter()
            for event in step.events:
                if isinstance(event, Scored):
                    points[event.colour] += event.after - event.before
            assert log_line(history, ply).points == {colour: n for colour, n in points.items() if n}


def test_the_last_scene_is_not_shown_for_another_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables told of in turn, and one of them at two plies: each gets its own."""
    one, other = (played(table_of("axio", 2), seed) for seed in (1, 2))
    encode = msgspec.json.encode
    seen, apart = Perspective(0, None), []
    for table in (one, other):
        monkeypatch.setattr(shared, "_last", None)
        apart.append(encode(view(table, PEOPLE[0], seen)))
    assert apart[0] != apart[1]
    assert [encode(view(table, PEOPLE[0], seen)) for table in (one, other)] == apart
    earlier = encode(view(one, PEOPLE[0], seen, one.history.ply - 1))
    assert earlier not in apart
    assert encode(view(one, PEOPLE[0], seen)) == apart[0]


def test_clock_followed_row_by_row_is_the_clock_read_from_the_beginning() -> None:
    """With undos, and with a downtime that becomes known later."""
    terms = Terms(LiveClock(main=300, increment=5))
    table, random = table_of("hex", 3, terms), Random(9)
    downs: list[tuple[float, float]] = []
    ticking: Ticking | None = None
    assert terms.clock is not None
    while not table.history.over and table.history.seq < 80:
        table, _ = play(table, random)
        if table.history.seq in (20, 50):
            downs = [*downs, (table.history.seq * 10.0 - 25, table.history.seq * 10.0 - 12)]
        now = table.history.seq * 10.0 + 3
        plainly = read(clock_of(terms.clock), 3, [*moments(table)], downs, now)
        ticking = followed(ticking, table, downs)
        assert ticking.read(now) == plainly
