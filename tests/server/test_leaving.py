"""Resigning, leaving and coming back, stopping by agreement, and the record of it all."""

from __future__ import annotations

from random import Random
from secrets import token_hex
from typing import Any

import pytest

from axio.rules import read_record

from .browsing import Browser, Place
from .meeting import gather, join, refused, seated


def play_round(places: list[Place], random: Random, turns: int) -> None:
    """So many turns of whoever is on move, every browser listening."""
    for _ in range(turns):
        seat = places[0].view["to_move"]
        mover = next(place for place in places if place.view["seats"][seat]["mine"])
        mover.until_my_turn()
        seq = mover.play(mover.any_move(random))["view"]["seq"]
        for place in places:
            while place.view["seq"] < seq:
                place.hear()


def _lines(place: Place) -> list[dict[str, Any]]:
    return [message["line"] for message in place.heard if message["kind"] == "step"]


def test_resigning_with_two_seats_loses_the_game(people: list[Browser]) -> None:
    """The other one wins whatever the scores, and the record says who resigned."""
    host, guest, *_ = people
    table, places = seated(host, "axio", guest)
    play_round(places, Random(1), 3)
    places[1].say("resign")
    for place in places:
        told = place.until("happened")
        assert (told["what"], told["seat"]) == ("resign", 1)
        view = told["view"]
        assert (view["over"], view["winners"], view["ending"], view["ended_at"]) == (True, [0], "resign", 1)
        assert [seat["rank"] for seat in view["seats"]] == [1, 2]
        assert (view["to_move"], view["asks"]) == (None, "nothing")
    record = read_record(host.http.get(f"/api/tables/{table}/record").text)
    assert record.end is not None and (record.end.by, record.end.seat) == ("resign", 1)
    assert record.outcome is not None and record.outcome.ranking == (1, 2)
    places[1].say("resign")
    assert places[1].until("refusal")["reason"] == "game_over"
    assert places[0].play("keep")["reason"] == "game_over"
    listed = host.get("/api/tables")[0]
    assert (listed["over"], listed["ending"], listed["ranks"]) == (True, "resign", [1, 2])


def test_resigning_with_three_seats_lets_a_bot_play_on(people: list[Browser]) -> None:
    """The game goes on to its end, the bot's moves stand in the record, and there is no way back."""
    host, guest, other, _ = people
    table, places = seated(host, "rota", guest, other)
    play_round(places, Random(1), 4)
    places[1].say("resign")
    for place in places:
        seat = place.until("happened")["view"]["seats"][1]
        assert (seat["kind"], seat["bot"].partition("@")[0], seat["instead_of"]) == (
            "bot",
            "careful",
            "Guest 1",
        )
        assert not seat["mine"]
    assert places[1].view["rack"] == []
    assert places[1].view["may"] == []
    places[1].say("back")
    assert places[1].until("refusal")["reason"] == "no_way_back"
    places[2].say("resign")
    places[2].until("happened")
    places[0].play_out(Random(2))
    record = read_record(host.http.get(f"/api/tables/{table}/record").text)
    assert record.end is None
    assert [player.name.partition("@")[0] for player in record.players[1]] == ["Guest 1", "careful"]
    assert record.players[1][1].since > 3


def test_leaving_puts_a_bot_in_until_one_is_back(people: list[Browser]) -> None:
    """With three seats a bot plays for whoever left, and coming back is one command."""
    host, guest, other, _ = people
    table, places = seated(host, "axio", guest, other)
    assert "leave" in places[2].view["may"]
    places[2].say("leave")
    for place in places:
        assert place.until("happened")["what"] == "leave"
    assert places[2].view["may"] == ["back"]
    while not any(line["seat"] == 2 for line in _lines(places[0])):
        if places[0].view["to_move"] == 2:
            places[0].hear()
        else:
            play_round(places[:2], Random(1), 1)
    assert other.get("/api/tables")[0]["id"] == table
    places[2].say("back")
    assert places[2].until("happened")["view"]["seats"][2]["mine"]
    while places[0].view["to_move"] != 2:
        play_round(places, Random(2), 1)
    places[2].until_my_turn()
    assert places[2].play(places[2].any_move(Random(3)))["kind"] == "step"
    assert len(places[2].view["rack"]) == 5


def test_the_table_says_which_bot_plays_on(people: list[Browser]) -> None:
    """Whoever sits down is told before the deal, it takes a seat given up, and must be a bot there is."""
    host, guest, other, _ = people
    table, invite = gather(host, "rota", "Host", "open", "open", substitute="greedy")
    place = host.open(table)
    assert place.until("room")["substitute"] == "greedy"
    for number, each in enumerate((guest, other)):
        assert join(each, invite, f"Guest {number}").status_code == 201
    place.until("sync")
    place.say("resign")
    bot = place.until("happened")["view"]["seats"][0]["bot"]
    assert bot.partition("@")[0] == "greedy"
    seats = [{"kind": "person"}, {"kind": "open"}]
    wrong = host.http.post("/api/tables", json={"game": "rota", "seats": seats, "substitute": "exec:rm"})
    assert (wrong.status_code, "is not a bot" in wrong.json()["text"]) == (400, True)


def test_with_two_seats_there_is_nothing_to_leave(people: list[Browser]) -> None:
    """The game waits, so nobody needs a stand-in; the refusal says what to do."""
    _, places = seated(people[0], "axio", people[1])
    assert "leave" not in places[0].view["may"]
    places[0].say("leave")
    assert places[0].until("refusal")["reason"] == "need_not_leave"


def test_stopping_needs_everyone(people: list[Browser]) -> None:
    """An offer to stop is shown to all, lapses with the next move, and ends the game when all made it."""
    host, guest, *_ = people
    table, places = seated(host, "axio", guest)
    places[1].say("stop")
    for place in places:
        assert place.until("wished")["view"]["stopping"] == [1]
    play_round(places, Random(1), 1)
    assert places[0].view["stopping"] == []
    places[0].say("stop")
    assert places[1].until("wished")["view"]["stopping"] == [0]
    places[0].say("stop", on=False)
    assert places[1].until("wished")["view"]["stopping"] == []
    for place in places:
        place.say("stop")
    for place in places:
        view = place.until("happened")["view"]
        assert (view["over"], view["ending"], view["ended_at"]) == (True, "agreed", None)
    record = read_record(host.http.get(f"/api/tables/{table}/record").text)
    assert record.end is not None and record.end.by == "agreed"


def test_a_game_with_others_cannot_be_removed(people: list[Browser]) -> None:
    """Whoever made the table cannot wipe out a game that others play."""
    table, _ = seated(people[0], "axio", people[1])
    assert refused(people[0].http.delete(f"/api/tables/{table}")) == (403, "not_alone")


def test_rated_games_have_no_undo_no_hint_and_no_way_out(people: list[Browser]) -> None:
    """What would make a rating worthless is refused, and guests have no rating to play for."""
    body = {"game": "axio", "rated": True, "seats": [{"kind": "person"}, {"kind": "open"}]}
    assert refused(people[0].http.post("/api/tables", json=body)) == (403, "rated_needs_account")
    for person in people[:2]:
        keys = {"handle": f"Rated{token_hex(4)}", "password": "long and secret"}
        assert person.http.post("/api/account", json=keys).status_code == 201
    _, invite = gather(people[0], "axio", "Host", "open", rated=True)
    assert refused(join(people[2], invite, "Eve")) == (403, "rated_needs_account")
    _, places = seated(people[0], "axio", people[1], bots=1, rated=True)
    places[0].until_my_turn()
    assert places[0].view["may"] == ["resign"]
    for command, reason in (("leave", "cannot_leave"), ("stop", "cannot_stop")):
        places[0].say(command)
        assert places[0].until("refusal")["reason"] == reason
    places[0].say("hint", seq=0)
    assert places[0].until("refusal")["reason"] == "no_hint"
    assert not places[0].view["can_undo"]


def test_no_hints_among_people_far_apart(people: list[Browser]) -> None:
    """A hint would be help from outside."""
    _, places = seated(people[0], "axio", people[1])
    places[0].until_my_turn()
    places[0].say("hint", seq=0)
    assert places[0].until("refusal")["reason"] == "no_hint"


@pytest.mark.parametrize("seat", [1, 5, -1])
def test_nobody_resigns_anothers_seat(people: list[Browser], seat: int) -> None:
    """The seat in a command is checked against the one who sends it."""
    _, places = seated(people[0], "axio", people[1])
    places[0].say("resign", seat=seat)
    assert places[0].until("refusal")["reason"] == "not_yours"


def test_several_at_one_browser_say_who_resigns(people: list[Browser]) -> None:
    """Two people at one screen: the command names the seat."""
    table = people[0].new("axio", "Ann", "Ben")
    place = people[0].open(table)
    place.until("sync")
    place.say("resign")
    assert place.until("refusal")["reason"] == "which_seat"
    place.say("resign", seat=0)
    assert place.until("happened")["view"]["winners"] == [1]
