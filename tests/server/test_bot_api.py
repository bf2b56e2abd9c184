"""The interface for programs: with a token they may what a person at the same seat may, and know no more."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from axio.rules.data import read_observation

from .browsing import PATIENCE
from .far import Person, refusal
from .outside import SiteLine
from .running import ROOT, Running

LIVE = {"kind": "live", "main": 600, "increment": 5}
END: dict[str, Any] = {"kind": "end of the stream"}


class Program:
    """Somebody's program, which has nothing but a token."""

    def __init__(self, url: str, token: str, held: ExitStack) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        client = httpx.Client(base_url=f"{url}/api/bot", headers=headers, timeout=PATIENCE, verify=False)
        self.http, self.held = held.enter_context(client), held

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def stream(self, path: str) -> queue.Queue[dict[str, Any]]:
        """The lines of a stream, as they come."""
        answer = self.held.enter_context(self.http.stream("GET", path))
        assert answer.status_code == 200, answer.read()
        lines: queue.Queue[dict[str, Any]] = queue.Queue()

        def listen() -> None:
            try:
                for line in answer.iter_lines():
                    if line:
                        lines.put(json.loads(line))
                lines.put(END)
            except httpx.HTTPError:
                pass  # closed by the test

        threading.Thread(target=listen, daemon=True).start()
        return lines

    def ended(self, lines: queue.Queue[dict[str, Any]]) -> bool:
        """Whether the server has ended a stream; it waits for that."""
        while lines.get(timeout=PATIENCE) != END:
            pass
        return True

    def any_move(self, table: str, random: Random) -> bool:
        """Make one, if it is this program's turn."""
        position = self.get(f"/games/{table}")
        if not position["moves"]:
            return False
        move, seq = random.choice(position["moves"]), position["view"]["seq"]
        return self.post(f"/games/{table}/move", move=move, seq=seq).status_code == 204


@pytest.fixture
def held() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def account(far: Running, held: ExitStack, handle: str) -> Person:
    person = held.enter_context(Person(far.url))
    person.sign_up(handle)
    return person


def program(far: Running, held: ExitStack, handle: str) -> Program:
    made = account(far, held, handle).http.post("/api/account/tokens", json={"name": "bot"})
    assert made.status_code == 201, made.text
    return Program(far.url, made.json()["token"], held)


def test_no_token_no_entry(far: Running, held: ExitStack) -> None:
    """Without a token, with a wrong one or with a cookie instead, everything is 401, and no cookie is set."""
    ann = account(far, held, "Cookie-only")
    for path in ("/me", "/games", "/stream/event", "/challenges"):
        assert ann.http.get(f"/api/bot{path}").status_code == 401
        stranger = httpx.get(f"{far.url}/api/bot{path}", headers={"Authorization": "Bearer x"}, verify=False)
        assert (stranger.status_code, "set-cookie" in stranger.headers) == (401, False)
        assert "Bearer" in stranger.json()["text"]


def test_two_programs_play_a_whole_game(far: Running, held: ExitStack) -> None:
    """Challenge, accept, stream, move: a game between programs ends, and both streams say so."""
    one, two = program(far, held, "Bot-One"), program(far, held, "Bot-Two")
    assert one.get("/me") == {"name": "Bot-One"}
    events = two.stream("/stream/event")
    table = one.post("/challenges", to="Bot-Two", game="rota", clock=LIVE).json()["id"]
    while not (told := events.get(timeout=PATIENCE))["challenges"]:
        pass
    (asked,) = told["challenges"]
    assert (asked["table"], asked["name"], asked["mine"]) == (table, "Bot-One", False)
    assert [(each["table"], each["mine"]) for each in one.get("/challenges")] == [(table, True)]
    assert two.post(f"/challenges/{table}/accept").status_code == 201
    streams = [each.stream(f"/games/{table}/stream") for each in (one, two)]
    random = Random(1)
    while any(each.any_move(table, random) for each in (one, two)):
        pass
    for lines in streams:
        assert lines.get(timeout=PATIENCE)["kind"] == "sync"
        while not (told := lines.get(timeout=PATIENCE)).get("view", {}).get("over"):
            pass
        assert told["view"]["ending"] == "stacks"
    assert one.get("/games") == []
    assert refusal(one.post(f"/games/{table}/move", move="keep")) == (403, "game_over")


def test_program_knows_what_its_seat_knows(far: Running, held: ExitStack) -> None:
    """Position and stream show its own rack and nobody else's; for a stranger there is no position at all."""
    one, other = program(far, held, "Knows-One"), account(far, held, "Knows-Other")
    eve = program(far, held, "Knows-Eve")
    table = one.post("/challenges", to="Knows-Other", game="axio").json()["id"]
    assert refusal(one.http.get(f"/games/{table}")) == (403, "not_dealt")
    assert other.http.post(f"/api/tables/{table}/seat", json={}).status_code == 201
    position = one.get(f"/games/{table}")
    known = read_observation(position["observation"])
    place = other.open(table)
    place.until("sync")
    assert (known.seat, list(known.rack)) == (0, position["view"]["rack"])
    assert position["moves"] == [str(move) for move in known.legal_moves]
    assert [seat["mine"] for seat in position["view"]["seats"]] == [True, False]
    assert "racks" not in position["observation"] and "bag" not in position["observation"]
    lines = eve.stream(f"/games/{table}/stream")  # whoever has the table's name may watch
    assert lines.get(timeout=PATIENCE)["view"]["rack"] == []
    assert refusal(eve.http.get(f"/games/{table}")) == (403, "not_seated")
    assert refusal(eve.post(f"/games/{table}/move", move=position["moves"][0])) == (403, "not_your_turn")
    assert refusal(eve.post(f"/games/{table}/resign")) == (403, "cannot_resign")


def test_moves_late_wrong_and_twice(far: Running, held: ExitStack) -> None:
    """A move again is a success, one for another position is refused, one against the rules says why."""
    one, other = program(far, held, "Late-One"), account(far, held, "Late-Other")
    table = one.post("/challenges", to="Late-Other", game="axio").json()["id"]
    other.http.post(f"/api/tables/{table}/seat", json={})
    first, second, *_ = one.get(f"/games/{table}")["moves"]
    assert refusal(one.post(f"/games/{table}/move", move="nonsense")) == (400, "malformed")
    assert refusal(one.post(f"/games/{table}/move", move="exchange")) == (400, "nothing_to_choose")
    assert [one.post(f"/games/{table}/move", move=first, seq=0).status_code for _ in range(2)] == [204, 204]
    assert refusal(one.post(f"/games/{table}/move", move=second, seq=0)) == (403, "gone_on")
    line = SiteLine(other, table=table)
    line.until(lambda told: told["kind"] == "waiting")
    lines = one.stream(f"/games/{table}/stream")
    assert one.post(f"/games/{table}/phrases", phrase="hello").status_code == 204
    assert line.until(lambda told: told["kind"] == "said")["phrase"] == "hello"
    while (told := lines.get(timeout=PATIENCE))["kind"] != "said":
        pass
    assert one.post(f"/games/{table}/resign").status_code == 204
    while not (told := lines.get(timeout=PATIENCE)).get("view", {}).get("over"):
        pass
    assert (told["view"]["ending"], told["view"]["winners"]) == ("resign", [1])


def test_declined_and_taken_back(far: Running, held: ExitStack) -> None:
    """Who is asked may say no, who asks may think again; nothing is left of either."""
    one, two = program(far, held, "No-One"), program(far, held, "No-Two")
    tables = [one.post("/challenges", to="No-Two", game="hex").json()["id"] for _ in range(2)]
    assert two.post(f"/challenges/{tables[0]}/decline").status_code == 204
    assert one.post(f"/challenges/{tables[1]}/decline").status_code == 204
    assert two.get("/challenges") == one.get("/challenges") == []
    assert refusal(two.post(f"/challenges/{tables[0]}/accept")) == (404, "no_such_challenge")


def test_the_example_bot_plays_a_game_to_the_end(far: Running, held: ExitStack) -> None:
    """examples/http_bot.py, run as its page says, accepts a challenge and plays until the game is over."""
    script = ROOT / "examples" / "http_bot.py"
    assert len(script.read_text().splitlines()) < 60
    bot, person = account(far, held, "Example-Bot"), account(far, held, "Example-Foe")
    token = bot.http.post("/api/account/tokens", json={"name": "example"}).json()["token"]
    command = [sys.executable, str(script), far.url, token]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        wish = {"to": "Example-Bot", "game": "rota", "clock": LIVE}
        table = person.http.post("/api/challenges", json=wish).json()["id"]
        place = person.open(table)
        place.until("sync")
        assert place.play_out(Random(3)) > 0
        assert place.view["over"]
    finally:
        process.terminate()
        _, complaints = process.communicate()
    assert complaints == ""


def test_open_streams_do_not_hold_up_the_end(tmp_path: Path) -> None:
    """A server that is asked to end closes its streams, and ends without complaint."""
    with ExitStack() as held, Running(tmp_path, "--host", "0.0.0.0") as server:
        lines = program(server, held, "Streaming").stream("/stream/event")
        assert lines.get(timeout=PATIENCE)["kind"] == "waiting"
        server.stop()
        assert server.complaints == []


@pytest.mark.parametrize("gone", ["token", "password", "recovery", "person"])
def test_streams_end_with_what_they_were_opened_by(far: Running, held: ExitStack, gone: str) -> None:
    """Without the token, with another password or without the person, neither stream tells anything more."""
    person = held.enter_context(Person(far.url))
    codes = person.sign_up(f"Stream-{gone}")
    token = person.http.post("/api/account/tokens", json={"name": "bot"}).json()["token"]
    bot = Program(far.url, token, held)
    table = person.new("axio", "One", "Two")
    streams = [bot.stream("/stream/event"), bot.stream(f"/games/{table}/stream")]
    for lines in streams:
        lines.get(timeout=PATIENCE)
    if gone == "token":
        (kept,) = person.account["tokens"]
        assert person.http.delete(f"/api/account/tokens/{kept['id']}").status_code == 204
    elif gone == "password":
        assert person.http.put("/api/account/password", json={"password": "quite another"}).status_code == 204
    elif gone == "recovery":
        wish = {"handle": "Stream-recovery", "code": codes[0], "password": "quite another"}
        assert held.enter_context(Person(far.url)).http.post("/api/signin/recovery", json=wish).is_success
    else:
        assert person.http.post("/api/account/deletion", json={"confirm": "Stream-person"}).is_success
    assert all(bot.ended(lines) for lines in streams)
    assert bot.http.get("/me").status_code == (200 if gone == "password" else 401)


def test_the_interface_describes_itself(far: Running, held: ExitStack) -> None:
    """The OpenAPI description names every path, and the token they ask for."""
    described = account(far, held, "Reader").get("/api/schema/openapi.json")
    paths = {path for path in described["paths"] if path.startswith("/api/bot/")}
    assert len(paths) >= 12
    assert described["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    operations = [each for path in paths for each in described["paths"][path].values()]
    assert all(each["security"] == [{"token": []}] for each in operations)
