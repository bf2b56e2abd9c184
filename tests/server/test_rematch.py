"""Once more with the same people: seats kept for each of them, one place further."""

from __future__ import annotations

from .browsing import Browser
from .meeting import refused, seated


def again(browser: Browser, table: str) -> str:
    answer = browser.http.post("/api/tables", json={"from": table, "swap": True, "nonce": "ab" * 16})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_one_asks_the_others_come_and_the_seats_have_moved(people: list[Browser]) -> None:
    """The first to ask makes the table, the others take their own seats there; a new secret is dealt."""
    host, guest, *_ = people
    table, places = seated(host, "axio", guest, clock={"kind": "live", "main": 600})
    before = places[0].view["commitment"]
    assert "rematch" not in places[0].view["may"]
    assert refused(host.http.post("/api/tables", json={"from": table})) == (403, "no_rematch")
    places[0].say("resign")
    for place in places:
        assert place.until("happened")["view"]["may"] == ["rematch"]
    follower = again(guest, table)
    assert places[0].until("wished")["view"]["follower"] == follower
    waiting = guest.open(follower).until("room")
    assert [(seat["name"], seat["kind"], seat["kept"]) for seat in waiting["seats"]] == [
        ("Guest 1", "person", False),
        ("Host", "open", True),
    ]
    assert waiting["commitment"] != before
    assert host.open(follower).until("room")["seats"][1]["mine_to_take"]
    assert again(host, table) == follower
    view = host.open(follower).until("sync")["view"]
    assert [seat["name"] for seat in view["seats"]] == ["Guest 1", "Host"]
    assert view["clocks"]["settings"]["main"] == 600
    assert refused(host.http.post("/api/tables", json={"from": table})) == (403, "begun")


def test_a_kept_seat_is_for_nobody_else(people: list[Browser]) -> None:
    """Strangers with the new table's address, or even its link, cannot take a seat that is kept."""
    host, guest, eve, _ = people
    table, places = seated(host, "axio", guest)
    places[0].say("resign")
    places[0].until("happened")
    follower = again(host, table)
    invite = host.open(follower).until("room")["invite"]
    assert refused(eve.http.post(f"/api/tables/{follower}/seat", json={})) == (403, "no_free_seat")
    assert refused(eve.http.post(f"/api/invites/{invite}", json={})) == (403, "no_free_seat")
    assert refused(eve.http.post("/api/tables", json={"from": table})) == (404, "no_such_table")
    assert guest.http.post(f"/api/tables/{follower}/seat", json={"nonce": "cd" * 16}).status_code == 201


def test_bots_keep_their_seats_and_whoever_left_is_asked_again(people: list[Browser]) -> None:
    """A bot that was there from the start comes along; one that stood in gives the seat back."""
    host, guest, *_ = people
    table, places = seated(host, "rota", guest, bots=1)
    places[1].say("resign")
    places[1].until("happened")
    while not places[0].view["over"]:
        if places[0].view["to_move"] == 0:
            places[0].say("resign")
        places[0].hear()
    follower = again(host, table)
    room = host.open(follower).until("room")
    assert [(seat["kind"], seat["kept"]) for seat in room["seats"]] == [
        ("bot", False),
        ("person", False),
        ("open", True),
    ]
