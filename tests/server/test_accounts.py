"""Accounts: a guest adds keys, is known elsewhere, ends sign-ins, and leaves without a trace."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from .browsing import Place
from .far import PASSWORD, Comer, Person, change, everything, refusal
from .running import Running


def assert_cut(place: Place) -> None:
    """Whatever still comes, the socket is closed by the server."""
    with pytest.raises(ConnectionClosed):
        place.until("never")


def test_guest_who_signs_up_keeps_everything(comes: Comer) -> None:
    """An account is keys added to a person: name, games and open seats stay, and each code is another."""
    ann = comes()
    table = ann.new("axio", "Ann")
    codes = ann.sign_up("Ann-Lee")
    assert len({*codes}) == len(codes) == 10
    assert [each["id"] for each in ann.get("/api/tables")] == [table]
    assert ann.get("/api/me") == {"name": "Ann-Lee", "account": True, "is_bot": False, "local": False}
    place = ann.open(table)
    place.until_my_turn()
    assert place.play(place.any_move(Random(1)))["kind"] == "step"
    assert refusal(ann.http.post("/api/account", json={"handle": "Other", "password": PASSWORD})) == (
        403,
        "have_account",
    )


def test_cookie_of_the_guest_opens_nothing_once_there_is_an_account(comes: Comer) -> None:
    """Who copied the cookie before the sign-up has a cookie of nobody, with its sockets closed."""
    ann = comes()
    table, before = ann.new("axio", "Ann"), ann.http.cookies["axio"]
    thief = ann.with_cookie(before)
    socket = thief.open(table)
    socket.until("sync")
    ann.sign_up("Guest-no-more")
    assert_cut(socket)
    assert thief.get("/api/tables") == []
    assert thief.http.cookies["axio"] != before
    with pytest.raises(ConnectionClosed):
        ann.with_cookie(before).open(table).hear()


def test_signing_in_elsewhere_is_being_the_same_person(comes: Comer) -> None:
    """A second browser with handle and password has the same games, and is listed with the first."""
    ann, other = comes(), comes()
    table = ann.new("rota", "Ann")
    ann.sign_up("Ann.Elsewhere")
    other.http.headers["User-Agent"] = (
        "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    )
    assert other.sign_in(" ann.elsewhere")["handle"] == "Ann.Elsewhere"
    assert [each["id"] for each in other.get("/api/tables")] == [table]
    listed = ann.account["signins"]
    assert sorted(each["here"] for each in listed) == [False, True]
    assert {each["browser"] for each in listed if not each["here"]} == {"Firefox · Linux"}


def test_ended_sign_in_is_shut_out_at_once(comes: Comer) -> None:
    """Its cookie is nobody's, its sockets close, and the browser that ended it plays on."""
    ann, other = comes(), comes()
    ann.sign_up("Revoker")
    table = ann.new("axio", "Ann")
    other.sign_in("Revoker")
    stolen, place = other.http.cookies["axio"], other.open(table)
    place.until("sync")
    ended = next(each["id"] for each in ann.account["signins"] if not each["here"])
    assert ann.http.delete(f"/api/account/signins/{ended}").status_code == 204
    assert_cut(place)
    assert ann.with_cookie(stolen).name is None
    assert [each["here"] for each in ann.account["signins"]] == [True]
    mine = ann.open(table)
    mine.until_my_turn()
    assert mine.play(mine.any_move(Random(1)))["kind"] == "step"


def test_nobody_ends_anothers_sign_in(comes: Comer) -> None:
    """The name of somebody's sign-in is no key to it."""
    ann, ben = comes(), comes()
    ann.sign_up("Her-own")
    ben.sign_up("His-own")
    hers = ann.account["signins"][0]["id"]
    assert ben.http.delete(f"/api/account/signins/{hers}").status_code == 404
    assert ben.http.delete("/api/account/signins").status_code == 204
    assert ann.name == "Her-own"


def test_signing_out_leaves_a_new_guest(comes: Comer) -> None:
    """After signing out, the cookie from before is worth nothing, and nothing of the account shows."""
    ann = comes()
    ann.sign_up("Leaver")
    before, person = ann.http.cookies["axio"], ann.id
    assert ann.http.delete("/api/signin").status_code == 204
    assert ann.name is None and ann.id != person
    assert ann.with_cookie(before).name is None


def test_forged_cookies_sign_nobody_in(comes: Comer) -> None:
    """No part of one cookie helps another: seals, people and sign-ins belong together."""
    ann, ben = comes(), comes()
    ben.sign_up("Forger")
    guest, guests_seal = ann.http.cookies["axio"].split(".")
    ann.sign_up("Forged")
    person, signin, seal = ann.http.cookies["axio"].split(".")
    bens, bens_signin, bens_seal = ben.http.cookies["axio"].split(".")
    assert guest == person
    for forged in (
        f"{person}.{guests_seal}",
        f"{person}.{seal}",
        f"{person}.{signin}.{guests_seal}",
        f"{person}.{signin}.{bens_seal}",
        f"{person}.{bens_signin}.{bens_seal}",
        f"{person}.{bens_signin}.{seal}",
        f"{bens}.{signin}.{seal}",
        f"{person}.{signin}.{'0' * 64}",
    ):
        assert ben.with_cookie(forged).name is None, forged
    assert ann.name == "Forged"


def test_wrong_keys_are_answered_alike(comes: Comer) -> None:
    """Nobody learns from an answer whether a handle exists."""
    ann, eve = comes(), comes()
    ann.sign_up("Known")
    wrong = [
        eve.http.post("/api/signin", json={"handle": handle, "password": "not this one"})
        for handle in ("Known", "Unknown")
    ]
    assert refusal(wrong[0]) == (403, "wrong_password")
    assert wrong[0].content == wrong[1].content
    wish = {"code": "aaaaa-aaaaa-aaaaa-aaaaa", "password": PASSWORD}
    lost = [eve.http.post("/api/signin/recovery", json={"handle": h, **wish}) for h in ("Known", "Unknown")]
    assert refusal(lost[0]) == (403, "wrong_code")
    assert lost[0].content == lost[1].content


def test_recovery_code_works_once_and_ends_every_sign_in(comes: Comer) -> None:
    """Who lost the password gets in with a code, and whoever else was in is out."""
    ann, lost, eve = comes(), comes(), comes()
    codes = ann.sign_up("Forgetful")
    wish = {"handle": "forgetful", "code": codes[3].upper().replace("-", " "), "password": "another password"}
    assert lost.http.post("/api/signin/recovery", json=wish).status_code == 200
    assert lost.name == "Forgetful" and lost.account["codes"] == 9
    assert ann.name is None
    assert refusal(eve.http.post("/api/signin/recovery", json=wish)) == (403, "wrong_code")
    assert eve.http.post("/api/signin", json={"handle": "Forgetful", "password": PASSWORD}).status_code == 403
    assert eve.sign_in("Forgetful", "another password")["handle"] == "Forgetful"


def test_new_codes_replace_the_old_ones(comes: Comer) -> None:
    """A list of codes that was seen by others can be made worthless."""
    ann, eve = comes(), comes()
    old = ann.sign_up("Careful-Ann")
    new = ann.http.post("/api/account/codes").json()["codes"]
    assert len(new) == 10 and not {*old} & {*new}
    wish = {"handle": "Careful-Ann", "password": "another password"}
    assert eve.http.post("/api/signin/recovery", json={**wish, "code": old[0]}).status_code == 403
    assert eve.http.post("/api/signin/recovery", json={**wish, "code": new[0]}).status_code == 200


def test_new_password_ends_all_other_sign_ins(comes: Comer) -> None:
    """Whoever knew the old password is out; the browser that changed it stays in."""
    ann, other = comes(), comes()
    ann.sign_up("Changer")
    other.sign_in("Changer")
    assert ann.http.put("/api/account/password", json={"password": "fresh and long"}).status_code == 204
    assert (ann.name, other.name) == ("Changer", None)
    other.sign_in("Changer", "fresh and long")


IMPORTANT: list[tuple[str, str, dict[str, Any] | None]] = [
    ("PUT", "/api/account/handle", {"handle": "Fresh"}),
    ("PUT", "/api/account/password", {"password": "fresh and long"}),
    ("POST", "/api/account/passkeys", {"passkey": {}}),
    ("DELETE", "/api/account/passkeys/x", None),
    ("POST", "/api/account/codes", None),
    ("POST", "/api/account/tokens", {"name": "bot"}),
    ("POST", "/api/account/bot", None),
    ("POST", "/api/account/deletion", {"confirm": "Fresh"}),
]


def test_important_changes_ask_for_a_key_again(far: Running, comes: Comer) -> None:
    """A browser left open, or a stolen cookie, is not enough to take an account over."""
    ann, guest = comes(), comes()
    ann.sign_up("Stale")
    assert change(far, "UPDATE signins SET proved = proved - 1000 WHERE person = ?", ann.id) == 1
    for method, path, body in IMPORTANT:
        assert refusal(ann.http.request(method, path, json=body)) == (403, "prove_again"), path
        expected = (400, "not_confirmed") if "deletion" in path else (403, "no_account")
        assert refusal(guest.http.request(method, path, json=body)) == expected, path
    assert refusal(ann.http.post("/api/signin/proof", json={"password": "not this"}))[1] == "wrong_password"
    assert refusal(ann.http.post("/api/account/codes")) == (403, "prove_again")
    assert ann.http.post("/api/signin/proof", json={"password": PASSWORD}).status_code == 204
    for method, path, body in IMPORTANT:
        assert refusal(ann.http.request(method, path, json=body))[1] != "prove_again", path
    assert ann.name is None  # the last of them was to delete the account


def test_guests_games_come_along_where_wanted(comes: Comer) -> None:
    """Signing in moves the guest's games to the account, but none where the account sits already."""
    ann, guest = comes(), comes()
    ann.sign_up("Collector")
    mine = guest.new("axio", "Ann")
    place = guest.open(mine)
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    assert guest.account["games"] == 1
    assert guest.sign_in("Collector", bring=True)["brought"] == 1
    assert mine in [each["id"] for each in ann.get("/api/tables")]
    again = guest.open(mine)
    again.until_my_turn()
    assert again.play(again.any_move(Random(2)))["view"]["seq"] == 2


def test_games_stay_behind_where_bringing_them_would_be_wrong(far: Running, comes: Comer) -> None:
    """Nobody gets a second seat at one table, or a try at a daily deal played as somebody else."""
    ann, guest = comes(), comes()
    ann.sign_up("Collector-2")
    both, daily, other = guest.new("rota", "A", "B"), guest.new("rota", "A"), guest.new("rota", "A")
    change(far, "UPDATE seats SET person = ? WHERE table_id = ? AND seat = 1", ann.id, both)
    change(far, "UPDATE tables SET daily = '2026-01-01' WHERE id = ?", daily)
    assert guest.account["games"] == 2  # as far as is known before it is clear who signs in
    assert guest.sign_in("Collector-2", bring=True)["brought"] == 1
    assert {each["id"] for each in ann.get("/api/tables")} == {both, other}


def test_handle_changes_everywhere(comes: Comer) -> None:
    """The new handle stands at the seats and in the records of games played under the old one."""
    ann, ben = comes(), comes()
    ann.sign_up("Firstname")
    table = ann.new("rota", "Firstname", "bot:random")
    ann.open(table).play_out(Random(1))
    assert refusal(ben.http.put("/api/me", json={"name": "firstnäme"})) == (400, "handle_taken")
    ben.sign_up("Neighbour")
    assert refusal(ann.http.put("/api/account/handle", json={"handle": "Nelghbour"})) == (400, "handle_taken")
    assert ann.http.put("/api/account/handle", json={"handle": "Secondname"}).json()["handle"] == "Secondname"
    record = ann.get(f"/api/tables/{table}/record")
    assert record["players"][0][0]["name"] == "Secondname"
    assert ann.get("/api/tables")[0]["seats"][0]["name"] == "Secondname" == ann.name
    assert ben.http.put("/api/me", json={"name": "Firstname"}).json() == {"name": "Neighbour"}


def test_deleted_person_leaves_games_and_no_trace(far: Running, comes: Comer) -> None:
    """Games stay with another name; the person, the handle and all keys are nowhere in the database."""
    ann = comes()
    ann.sign_up("Vanisher")
    ann.http.post("/api/account/tokens", json={"name": "mine"})
    over, running, brought = ann.new("rota", "Vanisher"), ann.new("axio", "Vanisher"), ""
    ann.open(over).play_out(Random(1))
    brought = ann.http.post("/api/records", content=ann.http.get(f"/api/tables/{over}/record").content).json()
    person, place = ann.id, ann.open(running)
    place.until("sync")
    assert refusal(ann.http.post("/api/account/deletion", json={"confirm": "vanisher"})) == (
        400,
        "not_confirmed",
    )
    assert ann.http.post("/api/account/deletion", json={"confirm": "Vanisher"}).status_code == 200
    assert_cut(place)
    assert ann.name is None and ann.get("/api/tables") == []
    rows = everything(far)
    kept = [row for row in rows if over in row]
    assert len(kept) > 5 and any("deleted player" in row for row in kept)
    assert [row for row in rows if running in row or brought["id"] in row] == []
    assert [row for row in rows if person in row or "Vanisher" in row or "vanlsher" in row] == []
    comes().sign_up("Vanisher")


def gathered(owner: Person, game: str, *others: Person, free: int = 0) -> str:
    """A table where these people sit, and so many seats are open still."""
    seats = [{"kind": "person"}, *[{"kind": "open"}] * (len(others) + free)]
    wish = {"game": game, "seats": seats, "visibility": "open"}
    name: str = owner.http.post("/api/tables", json=wish).json()["id"]
    for number, other in enumerate(others, start=1):
        answer = other.http.post(f"/api/tables/{name}/seat", json={"name": f"Other {number}"})
        assert answer.status_code == 201, answer.text
    return name


def test_whoever_deletes_themselves_leaves_games_with_others(far: Running, comes: Comer) -> None:
    """Two seats: the game is lost. Three: a bot plays on. Before the deal: the seat is free."""
    ann, ben, cat = comes(), comes(), comes()
    ann.sign_up("Quitter")
    two, three = gathered(ann, "rota", ben), gathered(ben, "rota", ann, cat)
    hers, his = gathered(ann, "axio", free=1), gathered(ben, "axio", ann, free=1)
    assert ben.open(two).until("sync")["view"]["seats"][0]["name"] == "Quitter"
    person = ann.id
    assert ann.http.post("/api/account/deletion", json={"confirm": "Quitter"}).status_code == 200
    view = ben.open(two).until("sync")["view"]
    assert view["over"] and view["seats"][0]["name"] == "deleted player"
    assert ben.get(f"/api/tables/{two}/record")["players"][0][0]["name"] == "deleted player"
    seat = ben.open(three).until("sync")["view"]["seats"][1]
    assert (seat["kind"], seat["name"]) == ("bot", "deleted player")
    listed = {table["id"]: table for table in ben.get("/api/tables")}
    assert hers not in listed and [seat["kind"] for seat in listed[his]["seats"]] == [
        "person",
        "open",
        "open",
    ]
    assert [row for row in everything(far) if person in row or "Quitter" in row] == []


def test_accounts_sit_down_with_their_handle(comes: Comer) -> None:
    """At a table with others an account goes by its handle, and a guest by nobody's."""
    ann, ben, eve = comes(), comes(), comes()
    ann.sign_up("Genuine")
    ben.sign_up("Genuine-too")
    table = gathered(ann, "rota", ben, free=1)
    answer = eve.http.post(f"/api/tables/{table}/seat", json={"name": "genuine"})
    assert refusal(answer) == (400, "handle_taken")
    eve.http.post(f"/api/tables/{table}/seat", json={"name": "Eve"})
    seats = eve.open(table).until("sync")["view"]["seats"]
    assert [seat["name"] for seat in seats] == ["Genuine", "Genuine-too", "Eve"]


def test_guest_can_be_deleted_too(far: Running, comes: Comer) -> None:
    """Nobody needs an account to have what is stored about them removed."""
    guest = comes()
    guest.http.put("/api/me", json={"name": "Passer-by"})
    guest.new("axio", "Passer-by")
    person = guest.id
    assert refusal(guest.http.post("/api/account/deletion", json={"confirm": ""})) == (400, "not_confirmed")
    assert guest.http.post("/api/account/deletion", json={"confirm": "delete"}).status_code == 200
    assert [row for row in everything(far) if person in row or "Passer-by" in row] == []


def test_banned_person_may_only_take_their_data_and_leave(far: Running, comes: Comer) -> None:
    """Whoever is banned plays nowhere, by cookie, socket or new sign-in, until they are let in again."""
    ann, again = comes(), comes()
    ann.sign_up("Troublemaker")
    table = ann.new("axio", "T")
    change(far, "UPDATE people SET banned = 1 WHERE id = ?", ann.id)
    again.sign_in("Troublemaker")  # a badge that no server has looked at yet
    assert refusal(again.http.get("/api/tables")) == (403, "banned")
    assert refusal(again.http.post("/api/account/tokens", json={})) == (403, "banned")
    with pytest.raises(InvalidStatus):
        again.connect(table)
    assert again.http.get("/account").status_code == 200
    assert again.get("/api/account/data")["people.id"][0]["banned"] is True
    change(far, "UPDATE people SET banned = 0 WHERE id = ?", ann.id)
    fresh = comes()
    fresh.sign_in("Troublemaker")
    assert [each["id"] for each in fresh.get("/api/tables")] == [table]


def test_secrets_are_kept_as_hashes_only(far: Running, comes: Comer) -> None:
    """Who steals the database gets no password, no recovery code and no token."""
    ann = comes()
    codes = ann.sign_up("Secretive", "my very own password")
    token = ann.http.post("/api/account/tokens", json={"name": "robot"}).json()["token"]
    listed = ann.account["tokens"]
    assert [each["name"] for each in listed] == ["robot"] and token not in str(ann.account)
    kept = str(everything(far))
    assert "$argon2id$" in kept and "robot" in kept
    for secret in (token, token[5:], "my very own password", *codes, codes[0].replace("-", "")):
        assert secret not in kept
    assert ann.http.delete(f"/api/account/tokens/{listed[0]['id']}").status_code == 204
    assert ann.account["tokens"] == []


def test_bot_account_says_so_for_good(comes: Comer) -> None:
    """A program's account carries a badge that it cannot take off, at running tables and in lists."""
    ann, ben = comes(), comes()
    ann.sign_up("Robotnik")
    table = gathered(ben, "rota", ann)
    place = ben.open(table)
    assert [seat["program"] for seat in place.until("sync")["view"]["seats"]] == [False, False]
    assert ann.http.post("/api/account/bot").status_code == 204
    assert [seat["program"] for seat in place.until("sync")["view"]["seats"]] == [False, True]
    assert [seat["program"] for seat in ben.get("/api/tables")[0]["seats"]] == [False, True]
    assert ann.get("/api/me")["is_bot"] and ann.account["is_bot"]
