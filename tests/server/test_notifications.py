"""Being told: once for each turn, only those who want it, nothing hidden; by push and by letter."""

from __future__ import annotations

import email
import json
import re
from collections.abc import Callable, Iterator
from email.policy import default
from random import Random
from typing import Any

import httpx
import pytest
from py_vapid import Vapid02

from .browsing import Place
from .far import Person, refusal, rows
from .outside import Postbox, PushService, SiteLine, eventually
from .running import Running

SITE = "http://play.example.org"
TURNS = {"kind": "turns", "days": 3}

Comer = Callable[[str], Person]


@pytest.fixture(scope="module")
def push() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.close()


@pytest.fixture(scope="module")
def post() -> Iterator[Postbox]:
    box = Postbox()
    yield box
    box.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, push: PushService, post: Postbox) -> Iterator[Running]:
    """One that pushes and writes at once, where the usual one takes its time."""
    settings = {
        "push_services": [push.address],
        "push_pause": 0.05,
        "push_waits": [0.05, 0.05],
        "mail_settle": 0.0,
        "mail_pause": 0.2,
        "mail_hours": 1.0,
    }
    data = tmp_path_factory.mktemp("told")
    fast = json.dumps(settings)
    options = ("--host", "0.0.0.0", "--public-url", SITE, "--smtp", post.url)
    with Running(data, *options, module="tests.server.rigged", AXIO_SETTINGS=fast) as running:
        yield running


@pytest.fixture
def comer(server: Running) -> Iterator[Comer]:
    """Somebody with a name, at a browser of their own."""
    came: list[Person] = []

    def come(name: str) -> Person:
        person = Person(server.url)
        came.append(person)
        person.http.put("/api/me", json={"name": name})
        return person

    yield come
    for person in came:
        person.close()


def game(one: Person, other: Person, clock: dict[str, Any] | None = None) -> str:
    """A game of two in which `one` is on move first."""
    seats = [{"kind": "person", "name": one.name}, {"kind": "open"}]
    wanted = {"game": "axio", "seats": seats, "clock": clock, "visibility": "open"}
    table: str = one.http.post("/api/tables", json=wanted).json()["id"]
    assert other.http.post(f"/api/tables/{table}/seat", json={}).status_code == 201
    return table


def moved(person: Person, table: str, random: Random) -> Place:
    place = person.open(table)
    place.until_my_turn()
    assert place.play(place.any_move(random))["kind"] == "step"
    return place


def subscribed(person: Person, push: PushService, name: str, language: str = "en") -> None:
    answer = person.http.post("/api/preferences/push", json=push.subscription(name, language))
    assert answer.status_code == 204, answer.text


def test_push_says_whose_turn_it_is_and_nothing_hidden(comer: Comer, push: PushService) -> None:
    """A push is signed with the server's key, readable by that browser alone, and names only the game."""
    ann, ben = comer("Ann"), comer("Ben")
    subscribed(ann, push, "ann", "de")
    table = game(ann, ben)
    headers, said = push.read()
    assert said == {
        "title": "Du bist dran",
        "body": "AXIO mit Ben",
        "url": f"/table/{table}",
        "tag": table,
    }
    assert Vapid02.verify(headers["authorization"])
    assert f"k={ann.get('/api/preferences')['push_key']}" in headers["authorization"]
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")


def test_each_turn_is_pushed_once(comer: Comer, push: PushService) -> None:
    """A turn that others hear of again is not told again; the next one is."""
    ann, ben = comer("Ann"), comer("Ben")
    subscribed(ann, push, "once")
    first = game(ann, ben)
    assert push.read()[1]["tag"] == first
    second = game(ann, ben)
    assert push.read()[1]["tag"] == second
    assert push.taken.empty()
    moved(ann, first, Random(1)).close()
    moved(ben, first, Random(2))
    assert push.read()[1]["tag"] == first


def test_challenges_are_pushed_too(comer: Comer, push: PushService) -> None:
    """Who is asked to a game hears of it, and later of the turn."""
    ann, ben = comer("Ann"), comer("Ben")
    ann.sign_up("Ann-told")
    ben.sign_up("Ben-told")
    subscribed(ben, push, "asked", "nl")
    table = ann.http.post("/api/challenges", json={"to": "Ben-told", "game": "hex"}).json()["id"]
    said = push.read()[1]
    assert (said["title"], said["body"]) == ("Je bent uitgenodigd voor een partij", "hex AXIO met Ann-told")
    assert ben.http.post(f"/api/tables/{table}/seat", json={}).status_code == 201
    moved(ann, table, Random(1))
    said = push.read()[1]
    assert (said["title"], said["tag"]) == ("Jij bent aan zet", table)


def test_whoever_looks_at_the_table_gets_no_push(server: Running, comer: Comer, push: PushService) -> None:
    """A page in sight is enough; once it is out of sight, pushes come again."""
    ann, ben = comer("Ann"), comer("Ben")
    subscribed(ann, push, "looking")
    table = game(ann, ben)
    assert push.read()[1]["tag"] == table
    line = SiteLine(ann, table=table, visible=True)
    eventually(lambda: _looking(server, ann.id) == [table])
    moved(ann, table, Random(1))
    line.until(lambda told: told["kind"] == "waiting" and not told["games"])
    place = moved(ben, table, Random(2))
    line.waiting(table)
    other = game(ann, ben)
    assert push.read()[1]["tag"] == other  # and not the one she looks at
    line.show(table=table, visible=False)
    eventually(lambda: _looking(server, ann.id) == [])
    moved(ann, table, Random(3))
    place.until_my_turn()
    place.play(place.any_move(Random(4)))
    assert push.read()[1]["tag"] == table


def test_pushes_are_tried_again_and_gone_browsers_forgotten(comer: Comer, push: PushService) -> None:
    """A push service that falters is asked again; one that knows the browser no more is believed."""
    ann, ben = comer("Ann"), comer("Ben")
    subscribed(ann, push, "again")
    push.answers.put(503)
    push.answers.put(429)
    table = game(ann, ben)
    assert [push.read()[1]["tag"] for _ in range(3)] == [table] * 3
    push.answers.put(410)
    game(ann, ben)
    push.read()
    line = SiteLine(ann)
    line.until(lambda told: told["kind"] == "waiting")
    eventually(lambda: ann.get("/api/preferences")["pushed"] == 0)


def test_only_push_services_are_called(comer: Comer, push: PushService) -> None:
    """A subscription cannot make the server call any address but those of push services."""
    ann = comer("Ann")
    sound = push.subscription()
    for endpoint in (
        "http://127.0.0.1:22/x",
        f"{push.address}.evil.example/x",
        "https://evil.example/?fcm.googleapis.com",
        "file:///etc/passwd",
        "",
    ):
        answer = ann.http.post("/api/preferences/push", json={**sound, "endpoint": endpoint})
        assert refusal(answer) == (400, "malformed"), endpoint
    assert ann.http.post("/api/preferences/push", json={**sound, "auth": "short"}).status_code == 400
    assert ann.get("/api/preferences")["pushed"] == 0


def test_switching_off_is_for_one_browser_and_its_owner(comer: Comer, push: PushService) -> None:
    """Nobody else can end my pushes; I can."""
    ann, eve = comer("Ann"), comer("Eve")
    subscribed(ann, push, "off")
    gone = {"endpoint": push.subscription("off")["endpoint"]}
    assert eve.http.request("DELETE", "/api/preferences/push", json=gone).status_code == 204
    assert ann.get("/api/preferences")["pushed"] == 1
    ann.http.request("DELETE", "/api/preferences/push", json=gone)
    assert ann.get("/api/preferences")["pushed"] == 0


def written(post: Postbox) -> tuple[Any, str]:
    """The next letter, and the link in it."""
    envelope = post.letters.get(timeout=30)
    assert isinstance(envelope.content, bytes)
    letter = email.message_from_bytes(envelope.content, policy=default)
    links = re.findall(rf"{SITE}(/mail/\S+)", letter.get_content())
    return letter, links[-1]


def test_letters_go_to_confirmed_addresses_once_for_all_that_waits(
    server: Running, comer: Comer, post: Postbox
) -> None:
    """First the address is asked, then comes one letter for all games by turns; a link in it ends them."""
    ann, ben = comer("Ann"), comer("Ben")
    ann.sign_up("Ann-letters")
    ben.sign_up("Ben-letters")
    ann.http.put("/api/preferences/mail", json={"address": "ann@example.org", "language": "nl"})
    letter, link = written(post)
    assert (letter["To"], letter["From"]) == ("ann@example.org", "axio@example.org")
    assert link.startswith("/mail/confirm/")
    one, two, untimed = game(ann, ben, TURNS), game(ann, ben, TURNS), game(ann, ben)
    assert post.letters.empty() and not ann.get("/api/preferences")["confirmed"]
    assert ann.http.post(f"/api{link}").status_code == 204
    letter, link = written(post)
    body = letter.get_content().replace("\r", "")
    assert letter["Subject"] == "Er wachten 2 partijen op je"
    assert (
        f"AXIO met Ben-letters\n{SITE}/table/{one}" in body
        and f"/table/{two}" in body
        and untimed not in body
    )
    game(ann, ben, TURNS)  # within the hour: no letter for her, though others get theirs
    ben.http.put("/api/preferences/mail", json={"address": "ben@example.org"})
    ben.http.post(f"/api{written(post)[1]}")
    theirs = game(ben, ann, TURNS)
    assert theirs in written(post)[0].get_content()
    stop = letter["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert httpx.post(server.url + stop, verify=False).status_code == 204  # as mail programs do it
    assert ann.get("/api/preferences")["address"] is None
    assert refusal(ann.http.post(f"/api{link}")) == (404, "no_such_page")
    assert post.letters.empty()


def test_mail_server_that_refuses_is_asked_again(server: Running, comer: Comer, post: Postbox) -> None:
    """A letter that could not be sent is sent later, and once."""
    ann, ben = comer("Ann"), comer("Ben")
    ann.sign_up("Ann-later")
    ann.http.put("/api/preferences/mail", json={"address": "later@example.org"})
    _, link = written(post)
    ann.http.post(f"/api{link}")
    post.refusing = True
    table = game(ann, ben, TURNS)
    eventually(lambda: any("could not be sent" in line for line in server.complaints))
    post.refusing = False
    assert table in written(post)[0].get_content()
    eventually(lambda: _mailed(server, ann.id) == [table])


def test_links_of_letters_cannot_be_made_up(comer: Comer, post: Postbox) -> None:
    """A link is for one purpose, one person and one address; addresses are checked, and asked seldom."""
    ann, eve = comer("Ann"), comer("Eve")
    ann.sign_up("Ann-links")
    for address in ("", "nobody", "a@b@c.org", "a@c.org\nBcc: d@e.org", "a b@c.org"):
        assert eve.http.put("/api/preferences/mail", json={"address": address}).status_code == 400
    ann.http.put("/api/preferences/mail", json={"address": "ann2@example.org"})
    _, link = written(post)
    token = link.rpartition("/")[2]
    forged = token[:-1] + ("0" if token[-1] != "0" else "1")
    for path in (f"confirm/{forged}", f"stop/{token}", f"confirm/{eve.id}{token[32:]}", "confirm/x"):
        assert refusal(eve.http.post(f"/api/mail/{path}")) == (404, "no_such_page")
    again = ann.http.put("/api/preferences/mail", json={"address": "other@example.org"})
    assert refusal(again) == (403, "too_soon")
    assert ann.get("/api/preferences")["address"] == "ann2@example.org"


def test_nobody_floods_an_address(comer: Comer, post: Postbox) -> None:
    """Guests send no letters; one reader gets three from all accounts, however the address is spelt."""
    guest = comer("Guest")
    answer = guest.http.put("/api/preferences/mail", json={"address": "victim@example.org"})
    assert refusal(answer) == (403, "no_account")
    spelt = ("victim@", "VICTIM@", "vic.tim@", "victim+1@", "v.ictim+2@")
    answers = []
    for number, local in enumerate(spelt):
        person = comer("Flood")
        person.sign_up(f"Flood-{number}x")
        wish = {"address": f"{local}example.org"}
        answers.append(refusal(person.http.put("/api/preferences/mail", json=wish)))
    assert answers == [(204, "")] * 3 + [(429, "too_often")] * 2
    assert [written(post)[0]["To"].lower().partition("@")[2] for _ in range(3)] == ["example.org"] * 3
    assert post.letters.empty()


@pytest.mark.parametrize(
    "address",
    [
        "=?utf-8?q?victim=40example.org?=@evil.example",
        "ann@exämple.org",
        "änn@example.org",
        "ann%victim.org@example.org",
        "victim.org!ann@example.org",
        '"ann"@example.org',
        ".ann@example.org",
        "ann..lee@example.org",
        "ann@-example.org",
        "ann@[127.0.0.1]",
        f"{'a' * 65}@example.org",
    ],
)
def test_addresses_are_plain(comer: Comer, post: Postbox, address: str) -> None:
    """Encoded words, other alphabets, routes and quotes are no addresses here, and nothing is sent."""
    answer = comer("Odd").http.put("/api/preferences/mail", json={"address": address})
    assert refusal(answer) == (400, "malformed")
    assert post.letters.empty()


def _mailed(server: Running, person: str) -> list[str]:
    wanted = "SELECT table_id FROM told WHERE person = ? AND means = 'mail'"
    return [row[0] for row in rows(server, wanted, person)]


def _looking(server: Running, person: str) -> list[str]:
    found = rows(server, "SELECT looking FROM presence WHERE person = ?", person)
    return [table for row in found for table in json.loads(row[0])]


def test_no_mail_server_is_said_so(far: Running) -> None:
    """Where no letters can be sent, nobody is asked for an address."""
    with Person(far.url) as ann:
        assert ann.get("/api/preferences")["mail"] is False
        answer = ann.http.put("/api/preferences/mail", json={"address": "ann@example.org"})
        assert refusal(answer) == (403, "no_mail")
