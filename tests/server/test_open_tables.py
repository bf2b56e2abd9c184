"""Tables that gather people: by link, each with a nonce; one person a seat, and the last one deals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from axio.rules import read_record

from .browsing import Browser
from .meeting import NONCE, gather, join, refused, seated


def test_a_link_takes_a_seat_and_the_last_one_deals(people: list[Browser]) -> None:
    """Whoever has the link sits down with a name; when no seat is open, everyone gets the deal."""
    host, guest, other, _ = people
    table, invite = gather(host, "axio", "Host", "open", "open")
    waiting = host.open(table)
    room = waiting.until("room")
    assert [seat["kind"] for seat in room["seats"]] == ["person", "open", "open"]
    assert join(guest, invite, "Grace").json() == {"id": table}
    assert [seat["name"] for seat in waiting.until("room")["seats"]] == ["Host", "Grace", ""]
    assert join(other, invite, "Ida", seat=2).status_code == 201
    view = waiting.until("sync")["view"]
    assert [seat["name"] for seat in view["seats"]] == ["Host", "Grace", "Ida"]
    assert [seat["mine"] for seat in view["seats"]] == [True, False, False]
    assert len(view["rack"]) == 5
    seen = guest.open(table)
    seen.until("sync")
    assert [seat["mine"] for seat in seen.view["seats"]] == [False, True, False]
    assert seen.view["commitment"] == room["commitment"]


def test_the_commitment_is_shown_before_a_nonce_is_given(people: list[Browser]) -> None:
    """First the commitment, then the nonces; at the end the proof holds them all, and the seed follows."""
    host, guest, *_ = people
    committed = host.http.post("/api/deals").json()
    table, invite = gather(host, "rota", "Host", "open", deal=committed["deal"])
    shown = guest.get(f"/api/invites/{invite}")
    assert shown["room"]["commitment"] == committed["commitment"]
    assert not shown["begun"] and shown["table"] is None
    join(guest, invite, "Grace")
    host.open(table).say("resign")
    place = guest.open(table)
    while not place.view or not place.view["over"]:
        place.hear()
    record = read_record(guest.http.get(f"/api/tables/{table}/record").text)  # reading checks the proof
    assert record.proof is not None
    assert record.proof.commitment.hex() == committed["commitment"]
    assert [nonce.hex() for nonce in record.proof.nonces] == [NONCE, NONCE[::-1]]


def test_joining_twice_is_refused(people: list[Browser]) -> None:
    """A person has one seat by link; asking again takes no other."""
    host, guest, *_ = people
    table, invite = gather(host, "axio", "Host", "open", "open")
    assert join(guest, invite, "Grace").status_code == 201
    again = join(guest, invite, "Grace")
    assert refused(again) == (403, "seated_already")
    assert again.json()["values"]["table"] == table
    assert refused(join(host, invite, "Host")) == (403, "seated_already")
    assert guest.get(f"/api/invites/{invite}")["table"] == table


def test_a_taken_seat_is_not_taken_again(people: list[Browser]) -> None:
    """Another's seat, a bot's seat and a seat that is not there are refused in one line each."""
    host, guest, other, _ = people
    _, invite = gather(host, "axio", "Host", "open", "bot:random", "open")
    join(guest, invite, "Grace", seat=1)
    for seat in (0, 1, 2, 7):
        assert refused(join(other, invite, "Ida", seat=seat)) == (403, "seat_taken")
    assert join(other, invite, "Ida", seat=3).status_code == 201


def test_after_the_deal_the_link_takes_no_seat(people: list[Browser]) -> None:
    """A link that comes too late says so, and does not tell the table's name."""
    host, guest, late, _ = people
    table, invite = gather(host, "axio", "Host", "open")
    join(guest, invite, "Grace")
    assert refused(join(late, invite, "Eve")) == (403, "begun")
    seen = late.http.get(f"/api/invites/{invite}")
    assert seen.json()["begun"] and table not in seen.text
    assert seen.json()["room"]["invite"] is None


@pytest.mark.parametrize("invite", ["x", "A" * 22, "..%2f..", "%00", "é"])
def test_forged_links_lead_nowhere(people: list[Browser], invite: str) -> None:
    """A guessed link is answered as one that never was."""
    guest = people[0]
    for answer in (
        guest.http.get(f"/api/invites/{invite}"),
        join(guest, invite, "Eve"),
        guest.http.get(f"/api/invites/{invite}/code.svg"),
    ):
        assert answer.status_code in (400, 404)
        assert "\n" not in answer.json()["text"]


def test_a_table_has_two_links_and_one_does_not_give_the_other(people: list[Browser]) -> None:
    """Who may watch does not learn how to sit down, and a guest who looks does not learn where to watch."""
    host, stranger, *_ = people
    table, invite = gather(host, "axio", "Host", "open")
    room = stranger.open(table).until("room")
    assert room["invite"] is None
    assert invite not in str(room)
    assert table not in stranger.http.get(f"/api/invites/{invite}").text
    assert refused(stranger.http.post(f"/api/tables/{table}/seat", json={})) == (403, "no_free_seat")


def test_spectators_by_link_see_what_a_spectator_may(people: list[Browser]) -> None:
    """Whoever knows a shared table's address looks on, with no rack and no say; lists tell nobody."""
    host, guest, eve, _ = people
    table, places = seated(host, "axio", guest)
    late = eve.open(table)
    late.until("sync")
    assert (late.view["shown"], late.view["rack"], late.view["may"]) == (None, [], [])
    presence = places[0].until("presence")
    while presence["spectators"] == 0:
        presence = places[0].until("presence")
    assert presence["here"] == [True, True]
    for command in ("resign", "leave", "back", "stop"):
        late.say(command)
        assert late.until("refusal")["fault"] == "refused"
    late.say("prepare", move=None)
    assert late.until("refusal")["reason"] == "cannot_prepare"
    assert eve.get("/api/tables") == []
    places[0].until_my_turn()
    move = places[0].any_move(Random(1))
    places[0].play(move)
    assert late.until("step")["view"]["last"] == move


def test_getting_up_opens_the_seat_again(people: list[Browser]) -> None:
    """Before the deal a guest may leave, and the next one sits down; the nonce goes with the guest."""
    host, guest, other, _ = people
    table, invite = gather(host, "axio", "Host", "open", "open")
    join(guest, invite, "Grace")
    assert guest.http.delete(f"/api/tables/{table}/seat").status_code == 204
    assert refused(guest.http.delete(f"/api/tables/{table}/seat")) == (403, "not_seated")
    assert refused(host.http.delete(f"/api/tables/{table}/seat")) == (403, "close_instead")
    assert join(other, invite, "Ida").status_code == 201
    assert [seat["name"] for seat in host.open(table).until("room")["seats"]] == ["Host", "Ida", ""]


def test_whoever_made_the_table_may_fill_it_with_bots(people: list[Browser]) -> None:
    """An open seat becomes a bot's, which may complete the table; nobody else may do that."""
    host, guest, stranger, _ = people
    table, invite = gather(host, "rota", "Host", "open", "open")
    join(guest, invite, "Grace")
    bot = {"kind": "bot", "bot": "random"}
    assert refused(guest.http.put(f"/api/tables/{table}/seats/2", json=bot)) == (403, "not_yours")
    assert refused(stranger.http.put(f"/api/tables/{table}/seats/2", json=bot)) == (403, "not_yours")
    assert refused(host.http.put(f"/api/tables/{table}/seats/0", json=bot)) == (400, "malformed")
    assert host.http.put(f"/api/tables/{table}/seats/1", json={"kind": "open"}).status_code == 200
    assert [s["kind"] for s in host.open(table).until("room")["seats"]] == ["person", "open", "open"]
    for seat in (1, 2):
        assert host.http.put(f"/api/tables/{table}/seats/{seat}", json=bot).status_code == 200
    place = host.open(table)
    assert [seat["kind"] for seat in place.until("sync")["view"]["seats"]] == ["person", "bot", "bot"]
    assert refused(host.http.put(f"/api/tables/{table}/seats/2", json=bot)) == (403, "begun")


def test_a_closed_table_lets_everyone_go(people: list[Browser]) -> None:
    """Its maker may close it before the deal: the link is dead, and who waited is told."""
    host, guest, *_ = people
    table, invite = gather(host, "axio", "Host", "open", "open")
    join(guest, invite, "Grace")
    waiting = guest.open(table)
    waiting.until("room")
    assert refused(guest.http.delete(f"/api/tables/{table}")) == (403, "not_yours")
    assert host.http.delete(f"/api/tables/{table}").status_code == 204
    with pytest.raises(ConnectionClosed) as closed:
        waiting.hear()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4404
    assert refused(join(guest, invite, "Grace")) == (404, "no_such_invite")


def test_before_the_deal_there_is_nothing_to_replay(people: list[Browser]) -> None:
    """Record, replay and picture wait for the deal, and say so."""
    table, _ = gather(people[0], "axio", "Host", "open")
    for path in ("record", "replay", "picture.svg"):
        assert refused(people[0].http.get(f"/api/tables/{table}/{path}")) == (403, "not_dealt")
    assert people[0].get("/api/tables")[0]["gathering"]


def test_of_two_at_once_exactly_one_gets_the_last_seat(people: list[Browser]) -> None:
    """However close together they come, a seat has one person, and the table is dealt once."""
    for _ in range(5):
        table, invite = gather(people[0], "axio", "Host", "open", "open")
        with ThreadPoolExecutor() as pool:
            answers = pool.map(lambda guest, to: join(guest, to, "G").status_code, people[1:], [invite] * 3)
        assert sorted(answers) == [201, 201, 403]
        mine = [place.until("sync")["view"] for place in [each.open(table) for each in people]]
        assert sum(seat["mine"] for view in mine for seat in view["seats"]) == 3
        assert {view["commitment"] for view in mine} == {mine[0]["commitment"]}


def test_the_link_as_a_code_is_a_picture(people: list[Browser]) -> None:
    """The QR code is an SVG of one's own link."""
    _, invite = gather(people[0], "axio", "Host", "open")
    answer = people[0].http.get(f"/api/invites/{invite}/code.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg") and "<script" not in answer.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"clock": {"kind": "live", "main": 0}},
        {"clock": {"kind": "turns", "days": 15}},
        {"clock": {"kind": "turns", "days": 0}},
        {"clock": {"kind": "sand"}},
        {"visibility": "secret"},
        {"rated": True, "seats": [{"kind": "person"}]},
        {"rated": True, "seats": [{"kind": "person"}, {"kind": "person"}]},
        {"clock": {"kind": "live", "main": 60}, "seats": [{"kind": "person"}]},
        {"seats": [{"kind": "open"}, {"kind": "bot", "bot": "random"}]},
        {"record": "{}"},
        {"nonce": "12"},
    ],
)
def test_bad_terms_are_refused_with_one_sentence(people: list[Browser], wrong: dict[str, object]) -> None:
    """A clock that cannot be, a rated game alone, a table without oneself: 400 and why."""
    body = {"game": "axio", "seats": [{"kind": "person"}, {"kind": "open"}], **wrong}
    answer = people[0].http.post("/api/tables", json=body)
    assert answer.status_code == 400 and answer.json()["fault"] == "malformed"
    assert "\n" not in answer.json()["text"]
