"""Moves prepared while others think: played at once if they are still allowed, seen by nobody else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from .browsing import Browser, Place
from .meeting import seated
from .running import Running


def ready(place: Place, random: Random) -> str:
    """A move this seat could make now, were it on move; the board is open enough that any spot serves."""
    while place.spots_ply != place.view["ply"]:
        place.hear()
    return place.any_move(random)


def prepared(place: Place, random: Random) -> str:
    """Prepare a move that the server takes."""
    for _ in range(200):
        move = ready(place, random)
        place.say("prepare", move=move)
        if place.until("wished", "refusal")["kind"] == "wished":
            return move
    raise AssertionError("no move could be prepared")


def test_it_is_played_as_soon_as_the_turn_comes(people: list[Browser]) -> None:
    """The other one moves elsewhere: the prepared move follows by itself, and is gone afterwards."""
    _, places = seated(people[0], "hex", people[1])
    move = prepared(places[1], Random(1))
    assert places[1].view["prepared"] == move
    other = next(m for s in range(99) if not _cells(m := ready(places[0], Random(s))) & _cells(move))
    places[0].until_my_turn()
    places[0].play(other)
    assert places[0].until("step")["view"]["last"] == move
    while places[1].view["last"] != move:
        places[1].hear()
    assert places[1].view["prepared"] is None


def test_it_is_dropped_with_a_note_when_its_spot_is_taken(people: list[Browser]) -> None:
    """If the spot is no longer free nothing is played, and the one who prepared it is told."""
    _, places = seated(people[0], "axio", people[1])
    places[0].until_my_turn()
    blocking = places[0].any_move(Random(3))
    cells = _cells(blocking)
    for tile in places[1].view["rack"]:
        wish = "-".join(mark + cell for mark, cell in zip(tile, sorted(cells), strict=True))
        places[1].say("prepare", move=wish)
        if places[1].until("wished", "refusal")["kind"] == "wished":
            break
    places[0].play(blocking)
    note = places[1].until("note")
    assert (note["key"], note["values"]["move"]) == ("not_played", wish)
    assert places[1].view["prepared"] is None
    assert places[1].view["to_move"] == 1


def test_it_can_be_thought_over(people: list[Browser]) -> None:
    """A second one replaces the first; none takes it back."""
    _, places = seated(people[0], "axio", people[1])
    prepared(places[1], Random(1))
    second = prepared(places[1], Random(2))
    assert places[1].view["prepared"] == second
    places[1].say("prepare", move=None)
    assert places[1].until("wished")["view"]["prepared"] is None
    places[0].until_my_turn()
    places[0].play(places[0].any_move(Random(1)))
    while places[1].view["ply"] < 1:
        places[1].hear()
    assert places[1].view["to_move"] == 1


def test_nobody_else_hears_of_it(people: list[Browser]) -> None:
    """Neither the other seat nor a spectator gets a byte of it, nor finds it in any view."""
    table, places = seated(people[0], "axio", people[1])
    eve = people[2].open(table)
    for place in (eve, places[0]):
        place.until("spots")
        while place.until("presence")["spectators"] == 0:
            pass
    prepared(places[1], Random(1))
    eve.say("stop")
    assert eve.hear()["kind"] == "refusal"  # nothing came before it
    places[0].say("stop")
    for place in (places[0], eve):
        told = place.hear()
        assert (told["kind"], told["view"]["stopping"], told["view"]["prepared"]) == ("wished", [0], None)
    assert people[2].open(table).until("sync")["view"]["prepared"] is None
    assert people[0].open(table).until("sync")["view"]["prepared"] is None
    assert people[1].open(table).until("sync")["view"]["prepared"] is not None


@pytest.mark.parametrize("move", ["keep", "nonsense", "Ya1-Ya2", "Re5-Re6"])
def test_what_could_not_be_played_is_refused(people: list[Browser], move: str) -> None:
    """A prepared move is checked like any other, against one's own tiles and the board as it is."""
    _, places = seated(people[0], "axio", people[1])
    places[1].say("prepare", move=move)
    assert places[1].until("refusal")["fault"] in ("malformed", "illegal")


def test_it_waits_for_others_only(people: list[Browser]) -> None:
    """On one's own turn one plays."""
    _, places = seated(people[0], "axio", people[1])
    places[0].until_my_turn()
    places[0].say("prepare", move=places[0].any_move(Random(1)))
    assert places[0].until("refusal")["reason"] == "cannot_prepare"


def test_it_survives_a_restart(tmp_path: Path) -> None:
    """Prepared, then the server is killed: the move is still made when the turn comes."""
    with (
        Running(tmp_path, "--host", "0.0.0.0") as server,
        Browser(server.url) as host,
        Browser(server.url) as guest,
    ):
        table, places = seated(host, "rota", guest)
        move = prepared(places[1], Random(1))
        server.kill()
    with Running(tmp_path, "--host", "0.0.0.0") as server, host.moved(server.url) as again:
        place = again.open(table)
        place.until_my_turn()
        other = next(m for s in range(99) if not _cells(m := place.any_move(Random(s))) & _cells(move))
        place.play(other)
        following = place.until("step", "note")
        assert following["kind"] == "note" or following["view"]["last"] == move
        assert following["kind"] == "step"


def _cells(move: str) -> set[str]:
    """The cells a placement covers; for a display the square."""
    if "@" in move:
        return {move.split("@")[1].split("=")[0]}
    return {half[1:] for half in move.split("-")}
