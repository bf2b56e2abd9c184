"""Taking back: freely when alone, safely among people."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from axio import Move, Record, State, Step, deal
from axio.rules.events import ExchangeOffered, RackExchanged, TilesDrawn
from axio.server.table.history import UNDO, History, Row
from axio.server.table.table import DEALT, Chair, Table
from axio.server.table.terms import Terms

from .browsing import Browser


def test_alone_everything_can_be_taken_back_and_becomes_practice(browser: Browser) -> None:
    """Solo, undo goes back move by move to the start; the game is practice from then on."""
    table = browser.new("axio", "Ann")
    place = browser.open(table)
    racks = []
    for seed in range(3):
        place.until_my_turn()
        racks.append(place.view["rack"])
        place.play(place.any_move(Random(seed)))
    assert not place.view["practice"]
    for ply in (2, 1, 0):
        place.say("undo", seq=place.view["seq"])
        answer = place.until("undone")
        assert (answer["plies"], answer["view"]["ply"]) == (1, ply)
        assert answer["view"]["rack"] == racks[ply]
        assert answer["view"]["practice"]
    assert not place.view["can_undo"]
    assert browser.get("/api/tables")[0]["practice"]
    place.until_my_turn()
    place.play_out(Random(1))
    assert browser.get("/api/scores/axio")["mine"] == []


def test_against_bots_undo_goes_back_to_the_own_decision(browser: Browser) -> None:
    """One undo takes back the bots' replies together with the own move."""
    place = browser.open(browser.new("hex", "Ann", "bot:random", "bot:random"))
    place.until_my_turn()
    rack = place.view["rack"]
    place.play(place.any_move(Random(1)))
    place.until_my_turn()
    taken = place.view["ply"]
    place.say("undo", seq=place.view["seq"])
    answer = place.until("undone")
    assert answer["plies"] == taken >= 3
    assert (answer["view"]["ply"], answer["view"]["rack"]) == (0, rack)


def test_undo_twice_with_one_seq_counts_once(browser: Browser) -> None:
    """A double click on undo takes back once."""
    place = browser.open(browser.new("axio", "Ann"))
    for seed in range(3):
        place.until_my_turn()
        place.play(place.any_move(Random(seed)))
    for _ in range(2):
        place.say("undo", seq=3)
    assert place.until("undone")["view"]["ply"] == 2
    assert place.until("sync", "refusal", "undone")["kind"] == "sync"
    assert place.view["ply"] == 2


def test_nothing_is_taken_back_once_the_game_is_over(browser: Browser) -> None:
    """The record is out: no way back into the game."""
    place = browser.open(browser.new("rota", "Ann"))
    place.play_out(Random(1))
    assert not place.view["can_undo"]
    place.say("undo", seq=place.view["seq"])
    assert place.until("refusal")["reason"] == "nothing_to_undo"


def test_among_people_nothing_is_taken_back_past_a_draw(browser: Browser) -> None:
    """With two people, a move that drew tiles and passed the turn stands."""
    place = browser.open(browser.new("axio", "Ann", "Ben"))
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    assert not place.view["can_undo"]
    place.say("undo", seq=1)
    assert place.until("refusal")["reason"] == "nothing_to_undo"


def test_among_people_a_placement_that_earned_a_bonus_can_be_taken_back(browser: Browser) -> None:
    """While the bonus placement is still owed nothing was drawn, shown or passed on: undo is safe."""
    seed, steps, move = _bonus_to_come()
    moves = [step.move for step in steps]
    record = Record("axio", 2, seed, tuple(moves)).text()
    place = browser.open(browser.new("axio", "Ann", "Ben", record=record))
    place.until_my_turn()
    before = place.view
    assert place.play(move)["view"]["asks"] == "bonus"
    assert place.view["can_undo"]
    place.say("undo", seq=place.view["seq"])
    after = place.until("undone")["view"]
    assert (after["rack"], after["ply"], after["to_move"]) == (
        before["rack"],
        before["ply"],
        before["to_move"],
    )


def _bonus_to_come() -> tuple[str, list[Step], str]:
    """A game of two played greedily up to a move that earns a bonus placement."""
    for seed in range(50):
        state, steps = deal("axio", 2, str(seed)), list[Step]()
        while not state.over:
            step = max(
                (state.play(m) for m in state.legal_moves), key=lambda s: sum(s.after.tracks[state.seat])
            )
            if step.after.owed and step.after.seat == state.seat:
                return str(seed), steps, str(step.move)
            steps.append(step)
            state = step.after
    raise AssertionError("no bonus in fifty games")


@pytest.mark.parametrize(("game", "ever"), [("axio", True), ("rota", False), ("hex", True)])
def test_safe_undo_never_passes_a_draw_a_reveal_or_the_turn(game: str, ever: bool) -> None:
    """Over whole games: where the safe rule lets a move go, nobody had learnt anything from it."""
    random, safe = Random(7), 0
    for seed in range(2):
        history = History(deal(game, 2, str(seed)))
        while not history.state.over:
            state: State = history.state
            tried = [state.play(random.choice(state.legal_moves)) for _ in range(30)]
            step = max(tried, key=lambda each: sum(each.after.tracks[each.before.seat]))
            history = history.followed_by(
                Row(history.seq + 1, "move", str(step.move), state.seat, "x", 0.0), step
            )
            learnt = any(isinstance(e, TilesDrawn | RackExchanged | ExchangeOffered) for e in step.events)
            if history.last_is_harmless():
                safe += 1
                assert not learnt
                assert step.after.seat == step.before.seat
            undone = history.followed_by(Row(history.seq + 1, UNDO, "1", state.seat, "x", 0.0))
            assert undone.state == state
    assert (safe > 0) == ever


@pytest.mark.parametrize(("rated", "plies"), [(False, 1), (True, 0)])
def test_a_rated_game_has_no_undo(rated: bool, plies: int) -> None:
    """Where an unrated placement could be taken back because its bonus is still owed, a rated one stands."""
    seed, steps, move = _bonus_to_come()
    history = History(deal("axio", 2, seed))
    for text in (*(str(step.move) for step in steps), move):
        history.add(Row(history.seq + 1, "move", text, history.state.seat, "x", 0.0))
    chairs = [Chair("person", name, None, name, b"") for name in ("ann", "ben")]
    table = Table("t", "ann", DEALT, chairs, seed, None, 0.0, history, terms=Terms(rated=rated))
    assert table.plies_to_undo(chairs[history.state.seat].person) == plies


def _undone_often() -> tuple[int, list[Row]]:
    """The moves of a game, and a log in which the last two are taken back and made again time after time."""
    state, random = deal("axio", 2, "7"), Random(1)
    rows: list[Row] = []
    while not state.over:
        move = random.choice(state.legal_moves)
        rows.append(Row(len(rows) + 1, "move", str(move), state.seat, "x", 0.0))
        state = state.play(move).after
    moves, last = len(rows) - 1, rows[-3:-1]
    del rows[-1]
    for _ in range(350):
        rows.append(Row(len(rows) + 1, UNDO, "2", 0, "x", 0.0))
        rows += [replace(row, seq=len(rows) + number) for number, row in enumerate(last, start=1)]
    return moves, rows


def test_a_long_log_is_read_without_playing_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move of a log is played once, however often others were taken back; then undo ends."""
    moves, rows = _undone_often()
    played, play = [], State.play

    def counted(state: State, move: Move) -> Step:
        played.append(move)
        return play(state, move)

    monkeypatch.setattr(State, "play", counted)
    history = History.replayed("axio", 2, "7", rows)
    assert (history.ply, len(played)) == (moves, moves + 700)
    assert history.step(1).after == history.state_at(1)
    chairs = [Chair("person", name, None, "ann", b"") for name in ("Ann", "Ben")]
    long = Table("t", "ann", DEALT, chairs, "7", None, 0.0, history)
    short = Table("t", "ann", DEALT, chairs, "7", None, 0.0, History.replayed("axio", 2, "7", rows[:moves]))
    assert (long.history.seq >= 1000, long.plies_to_undo("ann")) == (True, 0)
    assert short.history.seq < 1000
