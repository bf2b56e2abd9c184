"""Clocks at tables: whoever is out of time is out, watched or not, before and after a restart."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from axio.rules import read_record

from .browsing import Browser
from .meeting import seated
from .running import Running

pytestmark = pytest.mark.long

SHORT = {"kind": "live", "main": 2}
DAY = 86400.0


def test_with_two_seats_time_loses_the_game(people: list[Browser]) -> None:
    """Nobody need say anything: the game is lost when the time is up, and the record says why."""
    host, guest, *_ = people
    table, places = seated(host, "axio", guest, clock=SHORT)
    clocks = places[0].view["clocks"]
    assert clocks["running"] == 0 and clocks["settings"]["main"] == 2
    assert clocks["left"] == [2, 2] and 0 < clocks["grace"] <= 2
    for place in places:
        told = place.until("happened")
        assert (told["what"], told["seat"]) == ("time", 0)
        assert told["view"]["winners"] == [1]
    record = read_record(host.http.get(f"/api/tables/{table}/record").text)
    assert record.end is not None and (record.end.by, record.end.seat) == ("time", 0)


def test_with_three_seats_a_bot_plays_on(people: list[Browser]) -> None:
    """Out of time, one after the other is replaced, and the game comes to its natural end."""
    _, places = seated(people[0], "rota", people[1], bots=1, clock={"kind": "live", "main": 1})
    assert places[0].until("happened")["what"] == "time"
    assert places[0].view["seats"][0]["instead_of"] == "Host"
    assert places[0].view["may"] == []
    while not places[1].view["over"]:
        places[1].hear()
    assert places[1].view["ending"] == "stacks"


def test_an_increment_keeps_one_in_the_game(people: list[Browser]) -> None:
    """Every turn made gives time back, and the time left says so."""
    _, places = seated(people[0], "axio", people[1], clock={"kind": "live", "main": 30, "increment": 60})
    places[0].until_my_turn()
    view = places[0].play(places[0].any_move(Random(1)))["view"]
    assert view["clocks"]["left"][0] == 90  # the first turn was within its grace
    assert view["clocks"]["running"] == 1


def test_a_move_after_the_time_is_up_does_not_count(people: list[Browser]) -> None:
    """However fast the message, what comes too late is refused or finds the game over."""
    _, places = seated(people[0], "axio", people[1], clock={"kind": "live", "main": 1})
    places[0].until_my_turn()
    move = places[0].any_move(Random(1))
    time.sleep(2.0)  # the grace and the main time
    assert places[0].play(move)["kind"] in ("refusal", "sync")  # the game may be over already
    assert places[1].until("happened")["what"] == "time"
    assert places[1].view["last"] is None


@pytest.mark.parametrize(("days", "lost"), [(3.5, False), (5.5, True)])
def test_games_by_turns_end_though_nobody_looks(tmp_path: Path, days: float, lost: bool) -> None:
    """Two days a turn and two of holiday: found after a start, with no browser open."""
    with (
        Running(tmp_path, "--host", "0.0.0.0") as server,
        Browser(server.url) as host,
        Browser(server.url) as guest,
    ):
        table, places = seated(host, "axio", guest, clock={"kind": "turns", "days": 2, "holiday": 2})
        places[0].until_my_turn()
        places[0].play(places[0].any_move(Random(1)))
        server.stop()
        _turn_back(tmp_path / "axio.db", days * DAY)
    with Running(tmp_path, "--host", "0.0.0.0") as server, host.moved(server.url) as again:
        deadline = time.monotonic() + (20 if lost else 2)
        while not (listed := again.get("/api/tables")[0])["over"] and time.monotonic() < deadline:
            time.sleep(0.1)
        assert listed["over"] == lost
        view = again.open(table).until("sync")["view"]
        assert view["ended_at"] == (1 if lost else None)
        if not lost:
            assert view["clocks"]["left"][1] == pytest.approx((4 - days) * DAY, abs=60)


def test_a_server_that_is_away_costs_nobody_time(tmp_path: Path) -> None:
    """Killed for longer than the clock had left: after the start the game goes on where it was."""
    main = 6
    with (
        Running(tmp_path, "--host", "0.0.0.0") as server,
        Browser(server.url) as host,
        Browser(server.url) as guest,
    ):
        table, _ = seated(host, "axio", guest, clock={"kind": "live", "main": main})
        time.sleep(2.5)  # until there is a sign of life
        server.kill()
    time.sleep(2 * main)  # the grace and the main time
    with Running(tmp_path, "--host", "0.0.0.0") as server, host.moved(server.url) as again:
        view = again.open(table).until("sync")["view"]
        assert not view["over"]
        assert 0 < view["clocks"]["left"][0] + view["clocks"]["grace"] < 2 * main


def _turn_back(file: Path, by: float) -> None:
    """As if everything had happened so much earlier, with a server up all the time."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE tables SET began = began - ?, due = due - ?", (by, by))
        connection.execute("UPDATE log SET at = at - ?", (by,))
        connection.execute("DELETE FROM pulses")
        connection.execute("DELETE FROM downtimes")
    connection.close()
