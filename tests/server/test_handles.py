"""Handles: what an account may be called, and which handles nobody can tell apart."""

from __future__ import annotations

import pytest

from axio.server.accounts.credentials import read_password
from axio.server.accounts.handles import folded, read_handle
from axio.server.bots.roster import cards
from axio.server.errors import Unfit

from .far import Comer, refusal
from .outside import SiteLine


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("Ada", "Ada"),
        ("  Ada ", "Ada"),
        ("ada.b_c-d", "ada.b_c-d"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),  # written as two signs, kept as one
        ("Ægir7", "Ægir7"),
        ("Вова", "Вова"),
        ("Ελένη", "Ελένη"),
        ("さくらサクラ桜", "さくらサクラ桜"),
        ("김민준", "김민준"),
        ("राधिका", "राधिका"),
        ("x" * 20, "x" * 20),
    ],
)
def test_names_of_all_scripts_are_handles(text: str, handle: str) -> None:
    """Letters and digits of one script, with single signs between them."""
    assert read_handle(text) == handle


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "handle_length"),
        ("ab", "handle_length"),
        ("x" * 21, "handle_length"),
        ("Ada L", "handle_signs"),
        ("-ada", "handle_signs"),
        ("ada.", "handle_signs"),
        ("ada--b", "handle_signs"),
        ("12345", "handle_signs"),
        ("a\u200bda", "handle_signs"),  # zero width
        ("a\u202eda", "handle_signs"),  # turns the direction
        ("a\nda", "handle_signs"),
        ("<b>x</b>", "handle_signs"),
        ("😀😀😀", "handle_signs"),
        ("аda", "handle_signs"),  # a Cyrillic letter among Latin ones
        ("ａｄａ", "handle_signs"),  # full width
        ("ᴀᴅᴀ", "handle_signs"),  # small capitals
        ("ad\u0336a", "handle_signs"),  # struck through
        ("Admin", "handle_reserved"),
        ("adm1n", "handle_reserved"),
        ("a-d-m-i-n", "handle_reserved"),
        ("Deleted_Player", "handle_reserved"),
    ],
)
def test_what_misleads_is_no_handle(text: str, reason: str) -> None:
    """Each refusal has its own reason."""
    with pytest.raises(Unfit) as unfit:
        read_handle(text)
    assert unfit.value.reason == reason


def test_bots_names_are_reserved() -> None:
    """Nobody passes for one of our bots."""
    for card in cards():
        with pytest.raises(Unfit):
            read_handle(card.name.upper())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Zoë", "zoe"),
        ("ann.lee", "Ann_Lee"),
        ("Bill", "BiII"),
        ("Bob0", "bobo"),
        ("Марк", "mapk"),
    ],
)
def test_handles_that_look_alike_are_the_same(one: str, other: str) -> None:
    """Case, accents, signs between, and letters that pass for others make no second handle."""
    assert folded(one) == folded(other)


def test_handles_that_differ_stay_apart() -> None:
    """Folding must not make everybody the same."""
    names = ["Ada", "Eda", "Adam", "Bob", "Rob", "Вова", "Zoe", "김민준", "さくら"]
    assert len({folded(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("too short", "password_length"),
        ("x" * 201, "password_length"),
        ("aaaabbbbcccc", "password_plain"),
        ("ada-lovelace", "password_plain"),
    ],
)
def test_passwords_that_are_guessed_first_are_refused(password: str, reason: str) -> None:
    """Too short, of few characters, or the handle itself."""
    with pytest.raises(Unfit) as unfit:
        read_password(password, "Ada.Lovelace")
    assert unfit.value.reason == reason


def test_one_password_however_it_is_typed() -> None:
    """Two ways to write the same letters give the same password."""
    assert read_password("Zoë's password", "Ada") == read_password("Zoe\u0308's password", "Ada")


def test_no_name_that_is_shown_is_somebody_elses(comes: Comer) -> None:
    """A guest's name, a seat, a bot's seat, one that is filled later: one rule for all."""
    ann, eve, eva = comes(), comes(), comes()
    ann.sign_up("Ann-Known")
    eva.sign_up("Eva-Known")
    person, bot = (
        {"kind": "person", "name": "ann known"},
        {"kind": "bot", "bot": "random", "name": "Ann.Known"},
    )
    me, free = {"kind": "person", "name": "Me"}, {"kind": "open"}
    taken = (400, "handle_taken")
    for alike in ("ANN KNOWN", "Ann-Known\u3164", "Ann\u2800-Known", "ᴀɴɴ-ᴋɴᴏᴡɴ", "Аnn-Knоwn"):
        assert refusal(eve.http.put("/api/me", json={"name": alike})) == taken, alike
    for browser in (eve, eva):
        for seats in ([person, me], [me, person], [me, bot], [me, person, free], [me, bot, free]):
            answer = browser.http.post("/api/tables", json={"game": "axio", "seats": seats})
            assert refusal(answer) == taken, seats
    opened = eve.http.post("/api/tables", json={"game": "axio", "seats": [me, free]}).json()["id"]
    assert refusal(eve.http.put(f"/api/tables/{opened}/seats/1", json=bot)) == taken
    invite = eve.open(opened).until("room")["invite"]
    assert refusal(comes().http.post(f"/api/invites/{invite}", json={"name": "Ann_Known"})) == taken
    assert ann.http.post("/api/tables", json={"game": "axio", "seats": [person, me]}).is_success
    assert eve.http.post("/api/tables", json={"game": "axio", "seats": [{"kind": "person"}, me]}).is_success


def test_a_name_that_became_a_handle_is_given_up(comes: Comer) -> None:
    """A guest whose name somebody signs up with is nameless: in the lobby, at a rematch, at a new seat."""
    eve, ann, ben = comes(), comes(), comes()
    eve.http.put("/api/me", json={"name": "Was-Free"})
    line = SiteLine(ben, lobby=True)
    SiteLine(eve)
    line.until(lambda told: "Was-Free" in [each["name"] for each in told.get("online", ())])
    table = eve.new("axio", "Was-Free", "Other")
    ann.sign_up("Was-Free")
    online = ben.get("/api/lobby")["online"]
    assert "Was-Free" not in [each["name"] for each in online if not each["account"]]
    again = eve.http.post("/api/tables", json={"from": table}).json()["id"]
    view = eve.open(again).until("sync")["view"]
    assert [seat["name"] for seat in view["seats"]] == ["Player 1", "Other"]
    daily = eve.http.post("/api/daily/rota").json()["id"]
    assert eve.open(daily).until("sync")["view"]["seats"][0]["name"] == "Player 1"


@pytest.mark.parametrize("text", ["Player1", "player-2", "Spieler.3", "SPELER 4", "jij"])
def test_names_of_seats_without_a_name_are_no_handles(text: str) -> None:
    """Otherwise nobody else could sit down without choosing a name."""
    with pytest.raises(Unfit):
        read_handle(text)
