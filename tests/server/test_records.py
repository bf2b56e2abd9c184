"""Records out and in: never before the end, never a broken one, and what is brought is only watched."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from axio import Record, deal, parse_move

from .browsing import Browser


def finished(game: str = "rota", seats: int = 2, seed: str = "7") -> dict[str, Any]:
    state, moves, random = deal(game, seats, seed), [], Random(1)
    while not state.over:
        move = random.choice(state.legal_moves)
        moves.append(move)
        state = state.play(move).after
    return Record(game, seats, seed, tuple(moves)).as_data()


def test_record_never_leaves_before_the_end(browser: Browser) -> None:
    """A running game's record is refused in one sentence, and its replay holds neither seed nor racks."""
    table = browser.new("axio", "Ann", "bot:random")
    place = browser.open(table)
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    place.until_my_turn()
    answer = browser.http.get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["reason"]) == (403, "not_over")
    replay = browser.get(f"/api/tables/{table}/replay")
    assert [frame["ply"] for frame in replay["frames"]] == list(range(place.view["ply"] + 1))
    assert all(frame["racks"] is None and frame["position"] is None for frame in replay["frames"])
    assert "seed" not in json.dumps(replay)


def test_hot_seat_replay_of_a_running_game_shows_no_rack(browser: Browser) -> None:
    """Looking back must not be a way around the hand-over screen."""
    table = browser.new("hex", "Ann", "Ben")
    place = browser.open(table)
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    frames = browser.get(f"/api/tables/{table}/replay")["frames"]
    assert all(frame["view"]["rack"] == [] for frame in frames)
    drawn = [e for frame in frames for e in frame["events"] if e["event"] == "TilesDrawn"]
    assert drawn and all(set(event["tiles"]) == {"?"} for event in drawn)


@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_finished_game_can_be_watched_with_all_racks(browser: Browser, game: str) -> None:
    """After the end every frame shows every rack, and the record can be taken away and brought back."""
    table = browser.new(game, "Ann", "bot:random")
    browser.open(table).play_out(Random(1))
    frames = browser.get(f"/api/tables/{table}/replay")["frames"]
    assert all(len(frame["racks"]) == 2 for frame in frames)
    assert frames[-1]["view"]["over"]
    text = browser.http.get(f"/api/tables/{table}/record").text
    brought = browser.http.post("/api/records", content=text)
    assert brought.status_code == 201
    copy = brought.json()["id"]
    again = browser.get(f"/api/tables/{copy}/replay")["frames"]
    assert [frame["view"]["tiles"] for frame in again] == [frame["view"]["tiles"] for frame in frames]
    assert json.loads(browser.http.get(f"/api/tables/{copy}/record").text) == json.loads(text)


def test_brought_record_is_only_watched(browser: Browser) -> None:
    """Nobody plays at an imported table, it counts nowhere, and it can be put away."""
    table = browser.http.post("/api/records", json=finished("axio", 1)).json()["id"]
    assert browser.get("/api/scores/axio")["mine"] == []
    unfinished = finished("axio", 1) | {"moves": finished("axio", 1)["moves"][:3]}
    del unfinished["result"]
    half = browser.http.post("/api/records", json=unfinished).json()["id"]
    place = browser.open(half)
    place.until("sync")
    assert place.play("keep")["reason"] == "game_over"
    assert browser.http.delete(f"/api/tables/{table}").status_code == 204
    assert browser.http.get(f"/api/tables/{table}/replay").status_code == 404


@pytest.mark.parametrize(
    ("change", "fault", "move"),
    [
        ({"moves": ["RGBO@9,9"]}, "illegal", 1),
        ({"moves": ["nonsense"]}, "malformed", None),
        ({"seats": 9}, "malformed", None),
        ({"game": "chess"}, "malformed", None),
        ({"seed": 7}, "malformed", None),
        ({"rules": 2}, "malformed", None),
        ({"proof": {"commitment": "00", "secret": "00", "nonces": []}}, "malformed", None),
        ({"result": {"winners": [5]}}, "malformed", None),
    ],
)
def test_broken_records_are_refused_with_the_move(
    browser: Browser, change: dict[str, Any], fault: str, move: int | None
) -> None:
    """A bad record names what is wrong, and which move it is where the rules refuse one."""
    answer = browser.http.post("/api/records", json=finished() | change)
    told = answer.json()
    assert (answer.status_code, told["fault"], told["move"]) == (400, fault, move)
    assert told["text"] and "\n" not in told["text"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"moves":' * 1000, b"null", b"1e999"]
)
def test_garbage_is_no_record(browser: Browser, body: bytes) -> None:
    """Any bytes at all are answered with one sentence."""
    answer = browser.http.post("/api/records", content=body)
    assert (answer.status_code, answer.json()["fault"]) == (400, "malformed")


def test_oversized_record_is_refused(browser: Browser) -> None:
    """A body beyond the limit is not read."""
    answer = browser.http.post("/api/records", content=b" " * 2_000_000)
    assert (answer.status_code, answer.json()["reason"]) == (413, "too_big")


def test_game_goes_on_from_a_record(browser: Browser) -> None:
    """A saved position can be played on; it is practice, and its record can be taken at the end."""
    data = finished("hex", 2)
    start = Record("hex", 2, "7", tuple(map(parse_move, data["moves"][:10]))).text()
    table = browser.new("hex", "Ann", "bot:greedy", record=start)
    place = browser.open(table)
    place.until("sync")
    assert place.view["ply"] >= 10
    assert place.view["practice"]
    place.play_out(Random(1))
    record = browser.http.get(f"/api/tables/{table}/record").json()
    assert record["moves"][:10] == data["moves"][:10]
    assert record["seed"] == "7"


def test_names_are_kept_harmless(browser: Browser) -> None:
    """A name keeps its letters and loses what is invisible; pages get it as data and pictures escaped."""
    name = "<img src=x onerror=alert(1)>\u202e\n\x00 Ann"
    table = browser.new("axio", name)
    seat = browser.open(table).until("sync")["view"]["seats"][0]
    assert seat["name"] == "<img src=x onerror=alert(1)> Ann"
    picture = browser.http.get(f"/api/tables/{table}/picture.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert "<img" not in picture.text


def test_play_again_and_swap_seats(browser: Browser) -> None:
    """A rematch seats the same players on a fresh deal, one seat further if they swap."""
    table = browser.new("rota", "Ann", "bot:random")
    again = browser.http.post("/api/tables", json={"from": table, "swap": True}).json()["id"]
    seats = browser.open(again).until("sync")["view"]["seats"]
    assert [seat["kind"] for seat in seats] == ["bot", "person"]
    assert again != table


def test_brought_game_can_be_played_anew(browser: Browser) -> None:
    """Whoever brought a record may play such a game again: the people's seats are theirs then."""
    brought = browser.http.post("/api/records", json=finished("rota", 2)).json()["id"]
    again = browser.http.post("/api/tables", json={"from": brought}).json()["id"]
    place = browser.open(again)
    place.until_my_turn()
    assert place.view["ply"] == 0
    assert all(seat["mine"] for seat in place.view["seats"])


def test_commitment_is_shown_before_the_nonce_and_kept(browser: Browser, stranger: Browser) -> None:
    """The deal is committed to before the browser gives its nonce, and one commitment serves one deal."""
    deal = browser.http.post("/api/deals").json()
    stolen = stranger.http.post("/api/tables", json=_wanted(deal["deal"]))
    assert (stolen.status_code, stolen.json()["reason"]) == (403, "no_such_deal")
    table = browser.http.post("/api/tables", json=_wanted(deal["deal"])).json()["id"]
    assert browser.open(table).until("sync")["view"]["commitment"] == deal["commitment"]
    assert browser.http.post("/api/tables", json=_wanted(deal["deal"])).status_code == 403


def _wanted(deal: str) -> dict[str, Any]:
    return {"game": "axio", "seats": [{"kind": "person"}], "deal": deal, "nonce": "0f" * 16}
