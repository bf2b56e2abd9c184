"""Meeting others: open tables, quick pairing, who is here, set phrases, and whom one keeps away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from axio.server.lobby.chat import PHRASES

from .far import Person, change, refusal, rows
from .outside import SiteLine, eventually
from .running import Running

LIVE = {"kind": "live", "main": 600, "increment": 5}
TURNS = {"kind": "turns", "days": 3, "holiday": 0}

Named = Callable[[str], Person]


@pytest.fixture
def named(far: Running) -> Iterator[Named]:
    """Somebody with a name, at a browser of their own."""
    with ExitStack() as held:

        def come(name: str) -> Person:
            person = held.enter_context(Person(far.url))
            person.http.put("/api/me", json={"name": name})
            return person

        yield come


def opened(person: Person, **terms: Any) -> str:
    """An open table with one seat left."""
    seats = [{"kind": "person", "name": person.name}, {"kind": "open"}]
    wanted = {"game": "rota", "seats": seats, "visibility": "open", "clock": TURNS} | terms
    answer = person.http.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def seen(person: Person, table: str) -> dict[str, Any] | None:
    """An open table as this person finds it in the lobby."""
    return next((each for each in person.get("/api/lobby")["open"] if each["table"] == table), None)


def find(person: Person, **wanted: Any) -> str:
    answer = person.http.post("/api/lobby/pairings", json={"game": "hex", "seats": 2, **wanted})
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def sit(person: Person, table: str) -> tuple[int, str]:
    return refusal(person.http.post(f"/api/tables/{table}/seat", json={}))


def test_open_tables_are_listed_live_and_taken_in_one_click(named: Named) -> None:
    """A table appears in the lobby as it is opened, goes when it is full, and is then one to watch."""
    ann, ben, eve = named("Ann"), named("Ben"), named("Eve")
    line = SiteLine(eve, lobby=True)
    table = opened(ann, clock=LIVE)
    SiteLine(ann, table=table)

    def listed(told: dict[str, Any], where: str) -> bool:
        return told["kind"] == "lobby" and any(each["table"] == table for each in told[where])

    found = line.until(lambda told: listed(told, "open"))
    shown = next(each for each in found["open"] if each["table"] == table)
    assert (shown["game"], shown["clock"], shown["speed"], shown["may"]) == ("rota", LIVE, "live", True)
    assert [(seat["kind"], seat["name"]) for seat in shown["seats"]] == [("person", "Ann"), ("open", "")]
    assert sit(ben, table) == (201, "")
    now = line.until(lambda told: listed(told, "running"))
    assert not listed(now, "open")
    watching = eve.open(table)
    assert watching.until("sync")["view"]["rack"] == []


def test_private_tables_are_in_no_list(named: Named) -> None:
    """What is not opened to all stays among those who know the link, before and after the deal."""
    ann, eve = named("Ann"), named("Eve")
    table = opened(ann, visibility="private")
    assert seen(eve, table) is None and seen(ann, table) is None
    assert sit(eve, table) == (403, "no_free_seat")


def test_what_a_table_asks_of_people_is_held(far: Running, named: Named) -> None:
    """A rated table is for accounts; one with a range, for those within it. The lobby says so beforehand."""
    ann, guest = named("Ann"), named("Guest")
    ann.sign_up("Ann-rated")
    rated, ranged = opened(ann, rated=True), opened(ann, rating_from=1500)
    for table, reason in ((rated, "rated_needs_account"), (ranged, "outside_range")):
        found = seen(guest, table)
        assert found is not None
        assert (found["may"], found["why"]) == (False, reason)
        assert sit(guest, table) == (403, reason)
    guest.sign_up("Ben-rated")
    assert sit(guest, rated) == (201, "")
    answer = named("Guest").http.post("/api/tables", json=_rated())
    assert refusal(answer) == (403, "rated_needs_account")


def _rated() -> dict[str, Any]:
    return {"game": "rota", "seats": [{"kind": "person"}, {"kind": "open"}], "rated": True}


def test_live_tables_of_people_who_left_are_not_offered(far: Running, named: Named) -> None:
    """Nobody is sent to a live table whose people are away; by turns they may be."""
    ann, eve = named("Ann"), named("Eve")
    live, turns = opened(ann, clock=LIVE), opened(ann)
    change(far, "UPDATE tables SET created = created - 60 WHERE owner = ?", ann.id)
    assert seen(eve, live) is None
    away = seen(eve, turns)
    assert away is not None
    assert away["here"] is False
    line = SiteLine(eve, lobby=True)
    SiteLine(ann)
    line.until(lambda told: told["kind"] == "lobby" and any(each["table"] == live for each in told["open"]))


def test_quick_pairing_takes_the_longest_waiting_first(named: Named) -> None:
    """Two who want the same game meet; who waits longest is met first; other wishes do not mix."""
    ann, ben, cid, dan = (named(name) for name in ("Ann", "Ben", "Cid", "Dan"))
    first = find(ann, clock=TURNS)
    assert find(ben, clock={**TURNS, "days": 5}) != first
    assert find(ann, clock=TURNS) != first  # she does not meet herself
    assert find(cid, clock=TURNS) == first
    assert cid.open(first).until("sync")["view"]["seats"][1]["name"] == "Cid"
    assert find(dan, clock=TURNS, seats=3) not in (first, None)


def test_pairing_many_at_once_leaves_at_most_one_waiting(named: Named) -> None:
    """Of people who ask in the same moment, all but one are paired, and no table has two of one."""
    people = [named(f"P{number}") for number in range(8)]
    wish = {"clock": {"kind": "live", "main": 417, "increment": 3}}
    with ThreadPoolExecutor(len(people)) as threads:
        tables = list(threads.map(lambda person: find(person, **wish), people))
    assert sorted(tables.count(table) for table in {*tables}) == [2, 2, 2, 2]


def test_three_are_paired_too(named: Named) -> None:
    """A game of three is dealt when the third comes."""
    ann, ben, cid = named("Ann"), named("Ben"), named("Cid")
    wish = {"seats": 3, "clock": {"kind": "turns", "days": 9}}
    assert len({find(person, **wish) for person in (ann, ben, cid)}) == 1


def test_whom_i_block_cannot_come_near(named: Named) -> None:
    """A blocked player finds no table of mine, takes no seat there, is not paired with me; until lifted."""
    ann, eve = named("Ann"), named("Eve")
    met = opened(ann)
    assert sit(eve, met) == (201, "")
    assert refusal(ann.http.post("/api/blocks", json={"table": met, "seat": 0})) == (403, "nobody_to_block")
    assert ann.http.post("/api/blocks", json={"table": met, "seat": 1}).status_code == 204
    assert ann.http.post("/api/blocks", json={"table": met, "seat": 1}).status_code == 204
    table, invite = opened(ann), opened(ann, visibility="private")
    assert seen(eve, table) is None
    assert sit(eve, table) == (403, "blocked")
    link = ann.open(invite).until("room")["invite"]
    assert refusal(eve.http.post(f"/api/invites/{link}", json={})) == (403, "blocked")
    wish = {"clock": {"kind": "turns", "days": 11}}
    assert find(ann, **wish) != find(eve, **wish)
    (kept,) = ann.get("/api/blocks")
    assert (kept["name"], eve.get("/api/blocks")) == ("Eve", [])
    eve.http.delete(f"/api/blocks/{kept['id']}")
    assert ann.get("/api/blocks") == [kept]
    ann.http.delete(f"/api/blocks/{kept['id']}")
    assert seen(eve, table) is not None
    assert sit(eve, table) == (201, "")


def test_set_phrases_reach_the_table_and_nobody_else(named: Named) -> None:
    """Who sits says, who is at the table hears, in the order said; whom one blocks is not heard."""
    ann, ben, eve = named("Ann"), named("Ben"), named("Eve")
    table, other = opened(ann), opened(ann)
    sit(ben, table)
    lines = [SiteLine(person, table=table) for person in (ann, ben, eve)]
    elsewhere = SiteLine(eve, table=other)
    for line in (*lines, elsewhere):
        line.until(lambda told: told["kind"] == "waiting")
    assert ben.http.post(f"/api/tables/{table}/phrases", json={"phrase": "hello"}).status_code == 204
    for line in lines:
        said = line.until(lambda told: told["kind"] == "said")
        assert said == {"kind": "said", "table": table, "seat": 1, "phrase": "hello"}
    assert refusal(eve.http.post(f"/api/tables/{table}/phrases", json={"phrase": "hello"})) == (
        403,
        "not_yours",
    )
    answer = ben.http.post(f"/api/tables/{table}/phrases", json={"phrase": "free text"})
    assert refusal(answer) == (400, "malformed")
    ann.http.post("/api/blocks", json={"table": table, "seat": 1})
    ben.http.post(f"/api/tables/{table}/phrases", json={"phrase": "oops"})
    ann.http.post(f"/api/tables/{table}/phrases", json={"phrase": "thanks"})
    heard = lines[0].until(lambda told: told["kind"] == "said")
    assert (heard["seat"], heard["phrase"]) == (0, "thanks")
    assert not any("said" in frame for frame in elsewhere.frames)


def test_nobody_can_say_too_much(named: Named) -> None:
    """Phrases come in a burst of a few, then slowly."""
    ann, ben = named("Ann"), named("Ben")
    table = opened(ann)
    sit(ben, table)
    say = [ann.http.post(f"/api/tables/{table}/phrases", json={"phrase": phrase}) for phrase in PHRASES]
    assert {refusal(answer) for answer in say[4:]} == {(403, "too_many")}


def test_who_is_online_is_shown_unless_they_mind(far: Running, named: Named) -> None:
    """A page open is being here; who does not want to be listed is counted and not named."""
    ann, ben = named("Ann here"), named("Ben hidden")
    ben.http.put("/api/preferences/listed", json={"listed": False})
    line = SiteLine(ann, lobby=True)
    second = SiteLine(ben)
    line.until(lambda told: {"name": "Ann here", "account": False, "me": True} in told.get("online", ()))
    eventually(lambda: rows(far, "SELECT * FROM presence WHERE person = ?", ben.id))
    now = ann.get("/api/lobby")
    assert "Ben hidden" not in str(now["online"])
    assert now["people"] > len(now["online"])
    ben.http.put("/api/preferences/listed", json={"listed": True})
    line.until(lambda told: told["kind"] == "lobby" and "Ben hidden" in str(told["online"]))
    second.socket.close()
    line.until(lambda told: told["kind"] == "lobby" and "Ben hidden" not in str(told["online"]))


def test_the_badge_counts_games_that_others_wait_for(named: Named) -> None:
    """A game against bots or alone waits for nobody; one with another person does, until one has moved."""
    ann, ben = named("Ann"), named("Ben")
    line = SiteLine(ann)
    ann.new("axio", "Ann", "bot:random")
    ann.new("axio", "Ann", "Also Ann")
    table = opened(ann)
    assert line.waiting()["games"] == []
    sit(ben, table)
    (found,) = line.waiting(table)["games"]
    assert (found["others"], found["speed"]) == (["Ben"], "turns")
    line.show(table=table)
    place = ann.open(table)
    while place.view.get("to_move", 0) == 0:
        place.until_my_turn()
        place.play(place.any_move(Random(1)))
    line.waiting()
    assert ann.get("/api/waiting")["games"] == []
    assert [game["table"] for game in ben.get("/api/waiting")["games"]] == [table]


def test_challenges_keep_a_seat_until_they_are_answered(named: Named) -> None:
    """Who is asked hears of it, and sits down or declines; nobody else takes that seat."""
    ann, ben = named("Ann"), named("Ben")
    ann.sign_up("Ann-asks")
    ben.sign_up("Ben-asked")
    line = SiteLine(ben)
    wish = {"to": "ben-ASKED", "game": "axio", "clock": LIVE}
    tables = [ann.http.post("/api/challenges", json=wish).json()["id"] for _ in range(2)]
    told = line.until(lambda told: told["kind"] == "waiting" and len(told["challenges"]) == 2)
    assert {(each["name"], each["mine"], each["game"]) for each in told["challenges"]} == {
        ("Ann-asks", False, "axio")
    }
    assert sit(named("Eve"), tables[0]) == (403, "no_free_seat")
    assert sit(ben, tables[0]) == (201, "")
    assert ben.http.delete(f"/api/challenges/{tables[1]}").status_code == 204
    line.until(lambda told: told["kind"] == "waiting" and not told["challenges"])
    assert refusal(ann.http.post("/api/challenges", json={**wish, "to": "nobody at all"})) == (
        404,
        "no_such_account",
    )
    ben.http.post("/api/blocks", json={"table": tables[0], "seat": 0})
    assert refusal(ann.http.post("/api/challenges", json=wish)) == (403, "blocked")


def test_nobody_is_flooded_with_challenges(named: Named) -> None:
    """Guests challenge nobody; an account has three waiting for one other, and no text is its own."""
    ann, ben, guest = named("Ann"), named("Ben"), named("Guest")
    ann.sign_up("Ann-many")
    ben.sign_up("Ben-many")
    wish = {"to": "b.e.n... m a n y", "game": "axio", "name": "buy at evil.example"}
    assert refusal(guest.http.post("/api/challenges", json=wish)) == (403, "no_account")
    answers = [ann.http.post("/api/challenges", json=wish) for _ in range(4)]
    assert [refusal(answer)[1] for answer in answers] == ["", "", "", "too_many_challenges"]
    got = ben.get("/api/waiting")["challenges"]
    assert [each["name"] for each in got] == ["Ann-many"] * 3
    room = ann.open(answers[0].json()["id"]).until("room")
    assert [seat["name"] for seat in room["seats"]] == ["Ann-many", "Ben-many"]


def test_challenges_taken_back_count_too(named: Named) -> None:
    """Challenging and withdrawing again and again does not reach anybody for ever."""
    ann, ben = named("Ann"), named("Ben")
    ann.sign_up("Ann-again")
    ben.sign_up("Ben-again")
    reasons = []
    for _ in range(21):
        answer = ann.http.post("/api/challenges", json={"to": "Ben-again", "game": "axio"})
        reasons.append(refusal(answer)[1])
        if answer.is_success:
            ann.http.delete(f"/api/challenges/{answer.json()['id']}")
    assert reasons == [""] * 20 + ["too_often"]


@pytest.mark.parametrize("nonsense", ["", "{", '{"kind":"here","table":7}', '{"kind":"play"}', "[]"])
def test_nonsense_on_the_sites_socket_ends_it_and_nothing_else(named: Named, nonsense: str) -> None:
    """A page that talks nonsense is let go; the person's other pages stay."""
    ann = named("Ann")
    good, bad = SiteLine(ann), SiteLine(ann)
    bad.socket.send(nonsense)
    with pytest.raises(ConnectionClosed):
        bad.until(lambda _: False)
    good.waiting()
