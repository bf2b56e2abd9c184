"""Whole games over the socket, played with what the server sends and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from axio import Record, read_record

from .browsing import Browser, Place

GAMES = ("axio", "rota", "hex")


@pytest.mark.parametrize("game", GAMES)
def test_solo_game_ends_with_a_sound_record(browser: Browser, game: str) -> None:
    """A solo game can be played to its end, and its record holds, proof of the deal included."""
    table = browser.new(game, "Ann", nonce="ab" * 16)
    place = browser.open(table)
    made = place.play_out(Random(1))
    record = read_record(browser.http.get(f"/api/tables/{table}/record").content)
    assert len(record.moves) == made > 10
    assert record.proof is not None
    assert record.proof.nonces == (bytes.fromhex("ab" * 16),)
    assert record.proof.commitment.hex() == place.view["commitment"]
    assert place.view["winners"] == [0]


@pytest.mark.parametrize("game", GAMES)
def test_hot_seat_game_hides_every_rack_behind_the_handover(browser: Browser, game: str) -> None:
    """Of two people at one browser each sees a rack only after `reveal`, and only the own one."""
    place = browser.open(browser.new(game, "Ann", "Ben"))
    place.play_out(Random(2))
    shown = [message["view"] for message in place.heard if "view" in message]
    handed = [view for view in shown if view["handover"] is not None]
    assert {view["handover"] for view in handed} == {0, 1}
    assert all(view["rack"] == [] and view["shown"] is None for view in handed)
    assert all(view["shown"] == view["to_move"] for view in shown if view["rack"])
    for message in place.heard:
        if message["kind"] == "step" and message["view"]["handover"] is not None:
            drawn = [event for event in message["events"] if event["event"] == "TilesDrawn"]
            assert all(set(event["tiles"]) == {"?"} for event in drawn)


@pytest.mark.parametrize("game", GAMES)
def test_game_against_bots_with_four_seats(browser: Browser, game: str) -> None:
    """One person and three bots play to the end; nobody hands over, and only the own rack is ever shown."""
    table = browser.new(game, "bot:greedy", "Ann", "bot:careful", "bot:random")
    place = browser.open(table)
    place.play_out(Random(3))
    views = [message["view"] for message in place.heard if "view" in message]
    assert all(view["handover"] is None and view["shown"] == 1 for view in views)
    assert place.view["over"]
    assert sorted(seat["rank"] for seat in place.view["seats"])[0] == 1
    players = read_record(browser.http.get(f"/api/tables/{table}/record").content).players
    assert [seat[0].name for seat in players] == ["greedy@1", "Ann", "careful@1", "random@1"]
    _leads_as_the_scores_say(views)


def _leads_as_the_scores_say(views: list[dict[str, Any]]) -> None:
    """Who leads has better sorted scores than everyone; the game turned when its winner began to for good."""
    leaders: dict[int, list[int]] = {}
    for view in views:
        keys = [sorted(seat["tracks"]) for seat in view["seats"]]
        first = [seat for seat, key in enumerate(keys) if key == max(keys) and keys.count(key) == 1]
        assert [seat for seat, each in enumerate(view["seats"]) if each["leads"]] == first
        leaders[view["ply"]] = first
    last = views[-1]
    without = [ply for ply, first in leaders.items() if first != last["winners"]]
    ahead = leaders[last["ply"]] == last["winners"]
    assert last["turned"] == (max(without, default=0) + 1 if ahead else None)


@pytest.mark.parametrize("game", GAMES)
def test_preview_foretells_every_score(browser: Browser, game: str) -> None:
    """What a placement scores is what the spots said: the lengths of the looks, and pyramids that rise."""
    place = browser.open(browser.new(game, "Ann", record=Record(game, 1, "4").text()))
    random, scored = Random(4), 0
    for _ in range(25):
        place.until_my_turn()
        move = max(
            (place.any_move(random) for _ in range(40)), key=lambda m: sum(_foretold(place, m).values())
        )
        foretold = _foretold(place, move)
        answer = place.play(move)
        told: dict[str, int] = {}
        for event in answer["events"]:
            if event["event"] == "Scored":
                told[event["colour"]] = told.get(event["colour"], 0) + event["points"]
        assert told == foretold
        scored += bool(told)
        if place.view["over"]:
            break
    assert scored > 8


def _foretold(place: Place, move: str) -> dict[str, int]:
    """The points of a move by lookup alone, as the page does it."""
    marks, cells, named = _parts(move)
    _, looks, _, rises = next(spot for spot in place.spots if sorted(spot[0]) == sorted(cells))
    points: dict[str, int] = {}
    for mark, seen in zip(marks, looks, strict=True):
        colour = named if mark == "." else mark
        for other, run in seen:
            if other == colour:
                points[other] = points.get(other, 0) + len(run)
    for _, around, ends in rises:
        for symbol in around + "".join(marks[end] for end in ends):
            points[symbol] = points.get(symbol, 0) + 1
    return points


def _parts(move: str) -> tuple[str, list[str], str | None]:
    if "@" not in move:
        halves = move.split("-")
        return "".join(half[0] for half in halves), [half[1:] for half in halves], None
    marks, _, rest = move.partition("@")
    cell, _, named = rest.partition("=")
    return marks, [cell], named or None


def test_log_tells_how_far_tracks_moved(browser: Browser) -> None:
    """The points in the log add up to the tracks."""
    place = browser.open(table := browser.new("hex", "Ann"))
    place.play_out(Random(5))
    lines: list[dict[str, Any]] = browser.open(table).until("sync")["log"]
    sums = {colour: sum(line["points"].get(colour, 0) for line in lines) for colour in "RGBOPY"}
    assert list(sums.values()) == place.view["seats"][0]["tracks"]
