"""Moves that are late, doubled, forged or another's: harmless, each answered in one line."""

from __future__ import annotations

import json
import socket
from random import Random
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from axio import deal
from axio.server.errors import Denied
from axio.server.table.history import History
from axio.server.table.table import DEALT, Chair, Table

from .browsing import Browser
from .running import Running


def test_same_move_again_is_success_and_changes_nothing(browser: Browser) -> None:
    """A double click plays once: the second is answered with the game as it stands."""
    place = browser.open(browser.new("axio", "Ann"))
    place.until_my_turn()
    move = place.any_move(Random(1))
    assert place.play(move)["kind"] == "step"
    place.say("play", seq=0, move=move)
    answer = place.until("sync", "refusal")
    assert answer["kind"] == "sync"
    assert [line["move"] for line in answer["log"]] == [move]
    assert answer["view"]["seq"] == 1


def test_stale_move_gets_a_resync(browser: Browser) -> None:
    """Another move for a row that is written already is not played."""
    table = browser.new("hex", "Ann", "Ben")
    place = browser.open(table)
    place.until_my_turn()
    first = place.any_move(Random(1))
    other = next(move for seed in range(99) if (move := place.any_move(Random(seed))) != first)
    place.play(first)
    place.say("play", seq=0, move=other)
    assert [line["move"] for line in place.until("sync")["log"]] == [first]
    place.say("play", seq=99, move=other)
    assert place.until("sync")["view"]["seq"] == 1


@pytest.mark.parametrize(
    ("move", "fault", "reason"),
    [
        ("nonsense", "malformed", "malformed"),
        ("exchange", "illegal", "nothing_to_choose"),
        ("YYa1-YYa2", "malformed", "malformed"),
        ("Yz9-Yz10", "illegal", "not_on_rack"),
    ],
)
def test_bad_moves_are_refused_with_a_reason(browser: Browser, move: str, fault: str, reason: str) -> None:
    """What is no move, and what the rules forbid, is told apart, and the game stays as it was."""
    place = browser.open(browser.new("axio", "Ann"))
    place.until_my_turn()
    answer = place.play(move)
    assert (answer["kind"], answer["fault"], answer["reason"]) == ("refusal", fault, reason)
    assert answer["text"]
    assert place.play(place.any_move(Random(1)))["view"]["seq"] == 1


def test_nobody_moves_for_another(browser: Browser, stranger: Browser) -> None:
    """A seat is played by the identity that holds it, and by nobody else who found the table."""
    table = browser.new("axio", "Ann")
    place, other = browser.open(table), stranger.open(table)
    place.until_my_turn()
    move = place.any_move(Random(1))
    other.until("sync")
    assert other.view["rack"] == []
    assert not any(seat["mine"] for seat in other.view["seats"])
    answer = other.play(move)
    assert (answer["fault"], answer["reason"]) == ("refused", "not_your_turn")
    other.say("undo", seq=0)
    assert other.until("refusal")["reason"] == "nothing_to_undo"
    other.say("reveal", seat=0)
    assert other.until("refusal")["reason"] == "not_your_seat"
    other.say("hint", seq=0)
    assert other.until("refusal")["reason"] == "no_hint"
    assert stranger.http.delete(f"/api/tables/{table}").status_code == 403
    assert place.play(move)["kind"] == "step"


def test_bots_seat_is_nobodys() -> None:
    """While a bot is on move, the person at the table cannot move for it."""
    chairs = [Chair("bot", "b", "random@1", None, b""), Chair("person", "Ann", None, "ann", b"")]
    table = Table("t", "ann", DEALT, chairs, "7", None, 0.0, History(deal("rota", 2, "7")))
    with pytest.raises(Denied) as denied:
        table.must_play("ann")
    assert denied.value.reason == "not_your_turn"


def test_forged_cookies_are_nobody(browser: Browser) -> None:
    """A cookie with another's name and a wrong seal opens no seat."""
    table = browser.new("axio", "Ann")
    name, seal = browser.http.cookies["axio"].split(".")
    flipped = ("1" if seal[0] == "0" else "0") + seal[1:]
    for cookie in (f"axio={name}.{flipped}", f"axio={name}", f"axio={name}.", "axio=" + "x" * 97, "axio="):
        place = browser.open(table, Cookie=cookie)
        assert place.until("sync")["view"]["shown"] is None
        assert place.view["rack"] == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_foreign_pages_get_no_socket(browser: Browser, origin: str) -> None:
    """A page of another site cannot open a socket here, whatever cookies its visitor has."""
    table = browser.new("axio", "Ann")
    with pytest.raises(InvalidStatus) as refused:
        browser.connect(table, Origin=origin)
    assert refused.value.response.status_code == 403


def test_foreign_pages_cannot_post(browser: Browser) -> None:
    """A form on another site cannot make or remove tables."""
    wanted = {"game": "axio", "seats": [{"kind": "person"}]}
    answer = browser.http.post("/api/tables", json=wanted, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong_origin")


def test_other_names_for_this_machine_are_not_answered(browser: Browser) -> None:
    """Another site cannot point its name at a server meant for this machine alone."""
    answer = browser.http.get("/api/tables", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["reason"]) == (403, "wrong_origin")


@pytest.mark.parametrize("bot", ["exec:touch /tmp/owned", "exec", "careful:width=1", "nobody", ""])
def test_only_listed_bots_can_be_seated(browser: Browser, bot: str) -> None:
    """A page must not be able to run a program, give options, or seat a bot that is not there."""
    wanted = {"game": "axio", "seats": [{"kind": "person"}, {"kind": "bot", "bot": bot}]}
    answer = browser.http.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["fault"]) == (400, "malformed")


def test_unknown_table_closes_the_socket_with_a_reason(browser: Browser) -> None:
    """A page that opens a table that is gone is told so, and need not try again."""
    with pytest.raises(ConnectionClosed) as closed:  # already while saying hello, or while listening
        browser.open("nothing").hear()
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4404, "no_such_table")


def test_commands_before_hello_are_refused(browser: Browser) -> None:
    """The first word on a socket is hello."""
    socket = browser.connect(browser.new("axio", "Ann"))
    socket.send(json.dumps({"kind": "play", "seq": 0, "move": "keep"}))
    assert json.loads(socket.recv(timeout=10))["reason"] == "hello_first"


def test_garbage_is_refused_in_one_line_and_disturbs_nothing(browser: Browser) -> None:
    """Whatever text comes over a socket, the answer is a refusal and the game goes on."""
    place = browser.open(browser.new("axio", "Ann"))
    place.until_my_turn()
    garbage = [
        "",
        "[]",
        "{",
        "null",
        '{"kind":"hello","seq":"x"}',
        '{"kind":"fly"}',
        '{"kind":"\\nfly\\u2028"}',
        '{"kind":"play"}',
    ]
    for text in [*garbage, '{"kind":"play","seq":1e99,"move":"keep"}', "\ud7ff" * 10, "9" * 5000]:
        place.socket.send(text)
        answer = place.until("refusal")
        assert answer["fault"] == "malformed"
        assert "\n" not in answer["text"]
    assert place.play(place.any_move(Random(1)))["kind"] == "step"


def test_oversized_message_ends_only_its_own_socket(browser: Browser) -> None:
    """A message over the limit closes the socket it came on."""
    table = browser.new("axio", "Ann")
    place, other = browser.open(table), browser.open(table)
    other.until("sync")
    place.until("spots")
    with pytest.raises(ConnectionClosed):  # noqa: PT012  # the close may come while it still sends
        place.socket.send("x" * 200_000)
        place.hear()
    other.until_my_turn()
    assert other.play(other.any_move(Random(1)))["kind"] == "step"


def test_flood_is_answered_with_too_many(browser: Browser) -> None:
    """One socket may not send without measure."""
    place = browser.open(browser.new("axio", "Ann"))
    for _ in range(240):
        place.say("undo", seq=0)
    answers = [place.until("refusal")["reason"] for _ in range(240)]
    assert "too_many" in answers


def never_reading(browser: Browser, table: str) -> ClientConnection:
    """A socket that takes next to nothing before it is asked for a message."""
    small, where = socket.socket(), urlsplit(browser.url)
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.connect((where.hostname, where.port))
    address = f"ws://{where.netloc}/api/tables/{table}/socket"
    cookie = {"Cookie": browser.cookie}
    opening = connect(address, sock=small, additional_headers=cookie, compression=None, max_queue=1)
    return browser.held.enter_context(opening)


def test_reader_who_takes_nothing_is_dropped(browser: Browser) -> None:
    """What waits for one slow reader is bounded: it is let go, may come back, and nobody else notices."""
    table = browser.new("axio", "Ann")
    place = browser.open(table)
    place.until_my_turn()
    slow = never_reading(browser, table)
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012  # likewise
        for _ in range(8000):
            slow.send('{"kind":"hello"}')
        all(slow.recv(timeout=10) for _ in range(8000))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4408
    assert place.play(place.any_move(Random(1)))["kind"] == "step"


def test_visitors_from_elsewhere_see_only_their_own_games(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On an address other than loopback, another's table is as if it were not there."""
    with (
        Running(tmp_path_factory.mktemp("open"), "--host", "0.0.0.0") as server,
        Browser(server.url.replace("0.0.0.0", "127.0.0.1")) as ann,
        Browser(server.url.replace("0.0.0.0", "127.0.0.1")) as ben,
    ):
        table = ann.new("axio", "Ann")
        assert [each["id"] for each in ann.get("/api/tables")] == [table]
        assert ben.get("/api/tables") == []
        for path in ("replay", "record", "picture.svg"):
            assert ben.http.get(f"/api/tables/{table}/{path}").status_code == 404
        assert ben.http.delete(f"/api/tables/{table}").status_code == 404
        again = ben.http.post("/api/tables", json={"from": table})
        assert again.status_code == 404
        with pytest.raises(ConnectionClosed):
            ben.open(table).hear()
