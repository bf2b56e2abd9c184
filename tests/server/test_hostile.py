"""Ill will: nonsense, silent sockets, the links and seats of others. Nothing else is disturbed."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from .browsing import Browser, Place
from .meeting import gather, join, seated
from .running import Running

KINDS = ("hello", "play", "undo", "reveal", "hint", "prepare", "back", "said", "room", "sync", "", "é")
LAST = 424_242
WORDS = ("", "keep", "Re4-Bf4", "RG.P@2,-1=B", "seq", "\x00", "💥" * 20, "'; DROP TABLE log; --", "9" * 300)


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that lets one socket say as much as it likes, and waits only shortly for a hello."""
    wishes = {"messages": 1e9, "burst": 10**9, "requests_a_minute": 10**6, "greeting": 3.0, "queue": 5000}
    folder = tmp_path_factory.mktemp("patient")
    settings = json.dumps(wishes)
    with Running(
        folder, "--host", "0.0.0.0", module="tests.server.rigged", AXIO_SETTINGS=settings
    ) as running:
        yield running


def nonsense(random: Random) -> str:
    """Something like a message, broken in one way or another; never a command that a spectator may give."""
    choice = random.randrange(6)
    if choice == 0:
        return "".join(chr(random.randrange(1, 0xD7FF)) for _ in range(random.randrange(60)))
    message: dict[str, Any] = {"kind": random.choice(KINDS)}
    for key in random.sample(["seq", "move", "seat", "on", "view", "kind2"], random.randrange(5)):
        message[key] = random.choice([None, True, -1, 10**30, 1.5, [], {}, *WORDS])
    text = json.dumps(message)
    if choice == 1:
        return text[: random.randrange(len(text) + 1)]
    if choice == 2:
        at = random.randrange(len(text))
        return text[:at] + chr(random.randrange(32, 127)) + text[at + 1 :]
    return text


def fuzz(server: Running, messages: int) -> int:
    """So many messages by a spectator and by one who waits for a deal; how many were answered."""
    with Browser(server.url) as host, Browser(server.url) as guest, Browser(server.url) as eve:
        table, places = seated(host, "axio", guest)
        gathering, _ = gather(host, "hex", "Host", "open")
        looking, waiting = eve.open(table), eve.open(gathering)
        waiting.until("room")
        random, answers = Random(messages), 0
        for _ in range(messages // 200):
            for _ in range(190):
                looking.socket.send(nonsense(random))
            for _ in range(10):
                waiting.socket.send(nonsense(random))
            answers += _caught_up(looking)
        places[0].until_my_turn()
        assert places[0].play(places[0].any_move(Random(1)))["view"]["seq"] == 1
        assert host.http.put(
            f"/api/tables/{gathering}/seats/1", json={"kind": "bot", "bot": "random"}
        ).is_success
        assert waiting.until("sync")["view"]["game"] == "hex"
    assert not [line for line in server.complaints if "Traceback" in line]
    return answers


def _caught_up(place: Place) -> int:
    """Everything up to the answer of a last, sound word; each refusal has one line."""
    place.say("reveal", seat=LAST)
    refusals = 0
    while True:
        message = place.hear()
        place.heard.clear()
        if message["kind"] == "refusal":
            refusals += 1
            assert "\n" not in message["text"], message
            if message["values"].get("seat") == LAST + 1:
                return refusals


def test_nonsense_is_refused_in_one_line(patient: Running) -> None:
    """Twenty thousand broken messages, by one who looks on and one who waits: all else goes on."""
    assert fuzz(patient, 20_000) > 8_000


@pytest.mark.soak
def test_a_million_pieces_of_nonsense(patient: Running) -> None:
    """The same, a million times."""
    assert fuzz(patient, 1_000_000) > 400_000


def test_a_thousand_half_open_sockets_disturb_nobody(patient: Running) -> None:
    """Connections that never finish, sockets that never say hello: games go on, the silent are let go."""

    async def crowd(table: str) -> int:
        address = f"{patient.url.replace('http', 'ws')}/api/tables/{table}/socket"
        silent = await asyncio.gather(*(connect(address, compression=None) for _ in range(500)))
        await asyncio.sleep(0)
        await asyncio.to_thread(play)
        closed = 0
        for each in silent:
            try:
                async with asyncio.timeout(30):
                    await each.recv()
            except ConnectionClosed as gone:
                closed += gone.rcvd is not None and gone.rcvd.code == 4408
        return closed

    def play() -> None:
        for seed in range(6):
            for place in places:
                place.until_my_turn()
                assert place.play(place.any_move(Random(seed)))["kind"] == "step"

    host, port = patient.netloc.split(":")
    with Browser(patient.url) as ann, Browser(patient.url) as ben:
        places = [ann.open(ann.new("rota", "Ann"))]
        table, invite = gather(ann, "axio", "Ann", "open")
        assert join(ben, invite, "Ben").status_code == 201
        half = [socket.create_connection((host, int(port))) for _ in range(500)]
        for each in half:
            each.sendall(b"GET /api/tables/x/socket HTTP/1.1\r\nHost: ")
        assert asyncio.run(crowd(table)) == 500
        assert ann.get("/api/me")
        for each in half:
            each.close()


def test_no_move_for_anothers_seat(patient: Running) -> None:
    """Neither the other player nor a spectator moves, takes back, reveals or resigns for the seat on move."""
    with Browser(patient.url) as host, Browser(patient.url) as guest, Browser(patient.url) as eve:
        table, places = seated(host, "axio", guest)
        places[0].until_my_turn()
        move = places[0].any_move(Random(1))
        looking = eve.open(table)
        looking.until("sync")
        for place in (places[1], looking):
            assert place.play(move)["reason"] == "not_your_turn"
            for kind, values, reasons in (
                ("reveal", {"seat": 0}, ["not_your_seat"]),
                ("undo", {"seq": 0}, ["nothing_to_undo"]),
                ("resign", {"seat": 0}, ["not_yours", "cannot_resign"]),
            ):
                place.say(kind, **values)
                assert place.until("refusal")["reason"] in reasons
        assert places[0].play(move)["view"]["seq"] == 1


def test_whoever_waits_and_sends_too_much_is_cut_off(patient: Running) -> None:
    """An oversized word in the waiting room ends that socket, and nobody else's."""
    with Browser(patient.url) as host, Browser(patient.url) as guest, Browser(patient.url) as eve:
        table, invite = gather(host, "axio", "Host", "open", "open")
        waiting, noisy = host.open(table), eve.open(table)
        waiting.until("room")
        noisy.until("room")
        with pytest.raises(WebSocketException):  # noqa: PT012  # the close may come while it still sends
            noisy.socket.send("x" * 200_000)
            noisy.hear()
        assert join(guest, invite, "Grace").status_code == 201
        assert waiting.until("room")["seats"][1]["name"] == "Grace"


def test_forged_cookies_take_no_seat(far: Running, tmp_path: Path) -> None:
    """With another's name and a wrong seal one is a stranger: no invitation, no seat, no rack."""
    with Browser(far.url) as host, Browser(far.url) as guest:
        table, _ = seated(host, "axio", guest)
        name, seal = host.http.cookies["axio"].split(".")[:2]
        for forged in (f"{name}.{'0' * len(seal)}", name, f"{name}.{seal[:-1]}"):
            place = host.open(table, Cookie=f"axio={forged}")
            view = place.until("sync")["view"]
            assert (view["rack"], view["may"]) == ([], [])
            place.say("resign")
            assert place.until("refusal")["reason"] == "cannot_resign"
