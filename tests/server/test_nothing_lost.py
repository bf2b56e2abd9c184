"""An acknowledged move survives whatever happens to the server, and every game goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import WebSocketException

from .browsing import Browser, Place
from .running import Running

pytestmark = pytest.mark.long

TABLES = (
    ("axio", "Ann"),
    ("hex", "Ann", "Ben"),
    ("rota", "Ann", "bot:random"),
    ("axio", "Ann", "bot:greedy"),
)


class Witness:
    """Plays on at one table, and remembers what was acknowledged there."""

    def __init__(self, browser: Browser, seats: tuple[str, ...], random: Random) -> None:
        self.seats = seats
        self.random = random
        self.table = browser.new(*seats)
        self.moves: list[str] = []
        self.acknowledged = 0  # answers to commands of this browser
        self.asked: str | None = None  # sent, not answered yet

    def play_on(self, browser: Browser) -> None:
        """Until the server is gone or the game is over."""
        place: Place | None = None
        try:
            place = browser.open(self.table)
            self.check(place)
            while not place.view["over"]:
                self.turn(place)
        except (WebSocketException, OSError, EOFError):
            if place is not None:
                self.hear(place)

    def turn(self, place: Place) -> None:
        place.until_my_turn()
        self.hear(place)
        if place.view["over"]:
            return
        if place.view["can_undo"] and self.random.random() < 0.1:
            self.asked = "undo"
            place.say("undo", seq=place.view["seq"])
            place.until("undone")
        else:
            self.asked = place.any_move(self.random)
            place.play(self.asked)
        self.acknowledged += 1
        self.hear(place)

    def hear(self, place: Place) -> None:
        """Take note of everything the server has said so far."""
        for message in place.heard:
            if message["kind"] == "step":
                self.moves.append(message["line"]["move"])
                self.asked = None
            elif message["kind"] == "undone":
                del self.moves[len(self.moves) - message["plies"] :]
                self.asked = None
            assert message["kind"] != "refusal", message
        place.heard.clear()

    def check(self, place: Place) -> None:
        """The log after a restart begins with all that was acknowledged; only the last word may be open."""
        found = [line["move"] for line in place.until("sync")["log"]]
        if self.asked == "undo" and len(found) < len(self.moves):
            assert found == self.moves[: len(found)]
            assert place.view["practice"]
        else:
            assert found[: len(self.moves)] == self.moves
            if self.asked not in (None, "undo") and len(found) > len(self.moves):
                assert found[len(self.moves)] == self.asked
        self.moves, self.asked = found, None
        place.heard.clear()


def kill_again_and_again(data: Path, times: int, seed: int) -> int:
    """How many commands were acknowledged by servers that were all killed in the middle of them."""
    random = Random(seed)
    server = Running(data)
    browser = Browser(server.url)
    witnesses = [Witness(browser, seats, Random(random.random())) for seats in TABLES]
    for _ in range(times):
        faults = play_together(witnesses, browser, partial(kill_soon, server, witnesses, random))
        assert not faults, faults[0]
        server = Running(data)
        browser = browser.moved(server.url)
        done = [table["id"] for table in browser.get("/api/tables") if table["over"]]
        for index, witness in enumerate(witnesses):
            if witness.table in done:
                witnesses[index] = Witness(browser, witness.seats, witness.random)
                witnesses[index].acknowledged = witness.acknowledged
    with server, browser:
        for witness in witnesses:
            place = browser.open(witness.table)
            witness.check(place)
            for _ in range(3):
                witness.turn(place)
            assert place.view["over"] or place.view["seq"] >= 3
    return sum(witness.acknowledged for witness in witnesses)


def kill_soon(server: Running, witnesses: list[Witness], random: Random) -> None:
    """After a random number of acknowledgements and a little more, in the middle of whatever is going on."""
    enough = sum(witness.acknowledged for witness in witnesses) + random.randrange(1, 25)
    deadline = time.monotonic() + 20
    while sum(witness.acknowledged for witness in witnesses) < enough and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(random.uniform(0, 0.01))
    server.kill()


def play_together(
    witnesses: list[Witness], browser: Browser, meanwhile: Callable[[], None]
) -> list[BaseException]:
    faults: list[BaseException] = []

    def play(witness: Witness) -> None:
        try:
            witness.play_on(browser)
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=play, args=(witness,)) for witness in witnesses]
    for thread in threads:
        thread.start()
    meanwhile()
    for thread in threads:
        thread.join(timeout=60)
    return faults


@pytest.mark.parametrize("seed", [1, 2])
def test_acknowledged_moves_survive_ten_kills_each(tmp_path: Path, seed: int) -> None:
    """SIGKILL at random moments of four running games, twenty times in all: nothing acknowledged is lost."""
    assert kill_again_and_again(tmp_path, 10, seed) > 10


@pytest.mark.soak
def test_acknowledged_moves_survive_five_hundred_kills(tmp_path: Path) -> None:
    """The same, five hundred times."""
    assert kill_again_and_again(tmp_path, 500, seed=2) > 500


def test_bots_on_move_go_on_after_a_restart(tmp_path: Path) -> None:
    """A game in which a person waits for bots is taken up by the next server, before anybody looks."""
    bots = 3
    with Running(tmp_path) as server, Browser(server.url) as browser:
        table = browser.new("axio", *["bot:random"] * bots, "Ann")
        before = browser.open(table).until("sync")["view"]["ply"]
        server.kill()
    assert before < bots  # a worker takes longer to start than a browser to look
    with Running(tmp_path) as server, Browser(server.url) as again:
        deadline = time.monotonic() + 60
        while (listed := again.get("/api/tables")[0])["ply"] < bots and time.monotonic() < deadline:
            time.sleep(0.2)
        assert listed["ply"] >= bots
        assert listed["id"] == table


def test_gap_is_filled_with_the_steps_missed(browser: Browser) -> None:
    """A browser that says what it has gets the moves it missed, one by one, and ends with the same view."""
    table = browser.new("axio", "Ann")
    place = browser.open(table)
    for seed in range(6):
        place.until_my_turn()
        place.play(place.any_move(Random(seed)))
    place.until("spots")
    back = browser.open(table, seq=2)
    steps = [back.hear() for _ in range(4)]
    assert [step["kind"] for step in steps] == ["step"] * 4
    assert [step["view"]["seq"] for step in steps] == [3, 4, 5, 6]
    assert back.view == place.view
    assert back.until("spots")["spots"] == place.spots


@pytest.mark.parametrize("seq", [None, 0, 7, 99, -5])
def test_resync_when_the_gap_cannot_be_filled(browser: Browser, seq: int | None) -> None:
    """After an undo, too long ago, or from the future: the browser gets everything."""
    table = browser.new("axio", "Ann")
    place = browser.open(table)
    for seed in range(3):
        place.until_my_turn()
        place.play(place.any_move(Random(seed)))
    place.say("undo", seq=3)
    place.until("undone")
    back = browser.open(table, seq=seq)
    assert back.hear()["kind"] == "sync"
    assert back.view == place.view


def test_two_servers_on_one_database_do_not_double_a_move(tmp_path: Path) -> None:
    """Whoever writes a row second gets a resync, and both servers tell the same game."""
    with Running(tmp_path) as one, Running(tmp_path) as two, Browser(one.url) as here:
        table = here.new("axio", "Ann")
        with Browser(two.url, here.http.cookies) as there:
            first, second = here.open(table), there.open(table)
            first.until_my_turn()
            second.until_my_turn()
            move, other = first.any_move(Random(1)), first.any_move(Random(2))
            assert move != other
            assert first.play(move)["kind"] == "step"
            assert second.play(other)["kind"] == "sync"
            assert second.view["seq"] == 1
            assert second.view["last"] == move
            second.until_my_turn()
            assert second.play(second.any_move(Random(3)))["kind"] == "step"
