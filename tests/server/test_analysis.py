"""The analysis board: positions looked at, set up and played on; best moves as a stream; and fair play."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from axio import Place, Record, State, deal, parse_move, parse_position
from axio.rules.cells import Cell
from axio.rules.set_up import SetUp
from axio.server.playing.fair_play import alike, alike_marks, marks_of, symmetries, ways_of

from .browsing import Browser
from .far import Person
from .test_records import finished


def middle(game: str = "axio", seats: int = 2, plies: int = 8, seed: str = "7") -> State:
    state, chance = deal(game, seats, seed), Random(seed)
    for _ in range(plies):
        state = state.play(chance.choice(state.legal_moves)).after
    while state.asked:
        state = state.play(chance.choice(state.legal_moves)).after
    return state


def look(browser: Browser, **asked: Any) -> Any:
    answer = browser.http.post("/api/analysis", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(browser: Browser, **asked: Any) -> str:
    answer = browser.http.post("/api/analysis", json=asked)
    assert answer.status_code == 400, answer.text
    text: str = answer.json()["text"]
    assert text and "\n" not in text
    return text


def moves(browser: Browser, position: object, **more: Any) -> Any:
    return browser.http.get("/api/analysis/moves", params={"position": str(position), **more})


# --- looking, setting up, playing ---------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("axio", 2), ("rota", 3), ("hex", 1)])
def test_a_position_is_shown_as_it_is_known(browser: Browser, game: str, seats: int) -> None:
    """The scene tells board, tracks, known racks and spots; racks that are not known are not in it."""
    state = middle(game, seats)
    for position in (state, state.observe(state.seat), state.observe(None)):
        seen = look(browser, position=str(position))
        assert seen["position"] == str(position)
        assert [seat["tracks"] for seat in seen["seats"]] == [list(each) for each in state.tracks]
        assert sorted(seen["tiles"]) == sorted(map(str, state.board.tiles))
        assert len(seen["spots"]) == len(state.board.spots(state.first))
    whole, own, spectator = (
        look(browser, position=str(each))["racks"]
        for each in (state, state.observe(state.seat), state.observe(None))
    )
    assert whole == [list(rack) for rack in state.racks]
    assert own == [list(rack) if seat == state.seat else None for seat, rack in enumerate(state.racks)]
    assert spectator == [None] * seats


def test_a_move_leads_to_the_next_position(browser: Browser) -> None:
    """By the rules, with the draws of the position's own key; an illegal one says why."""
    state = middle()
    move = state.legal_moves[3]
    seen = look(browser, position=str(state), move=str(move))
    assert seen["position"] == str(state.play(move).after) and seen["last"] == str(move)
    again = [look(browser, position=str(state.observe(state.seat)), move=str(move)) for _ in range(2)]
    assert again[0] == again[1] and again[0]["tiles"] == seen["tiles"]
    assert refused(browser, position=str(state), move="exchange")


def test_a_new_position_is_dealt_and_set_up(browser: Browser) -> None:
    """Dealt by chance; then tiles, tracks, racks, turn and knowledge change one by one."""
    first, second = (look(browser, deal={"game": "hex", "seats": 2}) for _ in range(2))
    assert first["position"] != second["position"] and first["tiles"] == []
    seen = look(browser, position=first["position"], anywhere=True)
    cells = seen["spots"][40][0]
    tile = next(iter(seen["unseen"]))
    lay = "-".join(mark + cell for mark, cell in zip(tile, cells, strict=True))
    laid = look(browser, position=first["position"], change={"lay": lay})
    assert len(laid["tiles"]) == 1
    assert look(browser, position=laid["position"], change={"lift": laid["tiles"][0]})["tiles"] == []
    tracks = [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]]
    changed = look(browser, position=laid["position"], change={"tracks": tracks, "to_move": 1})
    assert [seat["tracks"] for seat in changed["seats"]] == tracks and changed["to_move"] == 1
    rack = list(changed["unseen"])[:3]
    held = look(browser, position=changed["position"], change={"rack": {"seat": 0, "tiles": rack}})
    assert held["racks"][0] == rack
    hidden = look(browser, position=held["position"], change={"who": "1"})
    assert hidden["racks"][0] is None and hidden["who"] == "1"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"position": ""},
        {"position": "x" * 5000},
        {"position": "\x00;" * 9},
        {"deal": {"game": "chess", "seats": 2}},
        {"deal": {"game": "axio", "seats": 7}},
        {"position": str(middle()), "change": {"who": "9"}},
        {"position": str(middle()), "change": {"lay": "keep"}},
        {"position": str(middle()), "change": {"lift": "Rc2-Rc3"}},
        {"position": str(middle()), "change": {"tracks": [[1]]}},
        {"position": str(middle()), "change": {"rack": {"seat": 0, "tiles": ["😀"]}}},
        {"position": str(middle()), "change": {"to_move": 5}},
        {"position": str(middle()), "nonsense": 1},
    ],
)
def test_what_is_no_position_is_one_sentence(browser: Browser, asked: dict[str, Any]) -> None:
    """Whatever is asked for: 400, and what is wrong."""
    refused(browser, **asked)


# --- best moves ---------------------------------------------------------------------------------------------


def test_best_moves_come_as_a_stream(comes: Callable[[], Person]) -> None:
    """Lines of JSON, each with more work than the one before; nothing for a rack that is not known."""
    browser, state = comes(), middle("rota", plies=15)
    answer = moves(browser, state.observe(state.seat))
    assert answer.status_code == 200
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [each["work"] for each in found] == [1500, 3000]
    assert all(parse_move(each["move"]) in state.legal_moves for each in found[-1]["moves"])
    assert found[-1]["moves"][0]["reasons"]
    for position in ("nonsense", state.observe(None), middle("rota", plies=15).observe(1 - state.seat)):
        answer = moves(browser, position)
        assert (answer.status_code, answer.json()["fault"]) == (400, "malformed")
    assert moves(browser, state.observe(state.seat), open_racks=True).status_code == 400


# --- fair play ----------------------------------------------------------------------------------------------


def running(browser: Browser, game: str, plies: int = 6) -> tuple[str, State]:
    """A game side by side under way, and a state with its board."""
    table = browser.new(game, "Ann", "Ben")
    place, chance = browser.open(table), Random(5)
    for _ in range(plies):
        place.until_my_turn()
        place.play(place.any_move(chance))
    place.until_my_turn()
    return table, with_board(game, 2, place.view["tiles"])


def with_board(game: str, seats: int, tiles: list[str]) -> State:
    start = deal(game, seats, "7")
    board = start.game.board.restored([parse_move(text) for text in tiles], [])  # type: ignore[misc]
    placed = len(tiles) - len(start.board.tiles)
    return replace(start, board=board, placed=(placed, *[0] * (seats - 1)))


@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_nobody_analyses_the_game_they_play(browser: Browser, stranger: Browser, game: str) -> None:
    """403 and one sentence for those who sit there, for practice too; others may, and all at the end."""
    table, state = running(browser, game)
    text = _seen(state)
    answer = moves(browser, text)
    assert (answer.status_code, answer.json()["reason"]) == (403, "playing_this")
    wanted = {"game": game, "seats": [{"kind": "person"}] * 2, "position": text}
    answer = browser.http.post("/api/tables", json=wanted)
    assert (answer.status_code, answer.json()["reason"]) == (403, "playing_this")
    assert stranger.http.post("/api/tables", json=wanted).status_code == 201
    assert browser.http.delete(f"/api/tables/{table}").status_code == 204
    assert browser.http.post("/api/tables", json=wanted).status_code == 201


def _seen(state: State) -> str:
    """The board with racks of tiles that are left."""
    setting = SetUp.of(state)
    left = setting._hidden()
    for seat in range(state.game.seats):
        setting = setting.with_rack(seat, tuple(left.pop() for _ in range(state.game.supply.rack)))
    return str(setting.position())


def test_todays_deal_is_not_analysed(browser: Browser) -> None:
    """The daily deal of today stays closed, over or not."""
    table = browser.http.post("/api/daily/rota", json={}).json()["id"]
    place = browser.open(table)
    place.until_my_turn()
    assert (
        moves(browser, _seen(with_board("rota", 1, place.view["tiles"]))).json()["reason"] == "playing_this"
    )
    place.play_out(Random(1))
    assert browser.get(f"/api/tables/{table}/replay")["frames"][0]["position"] is None


@pytest.mark.parametrize("game", ["axio", "rota", "hex"])
def test_turned_mirrored_and_recoloured_boards_are_the_same(game: str) -> None:
    """A board is recognised in every disguise, moved, and a little changed; other boards are others."""
    board, colours = middle(game, 2, 14).board, middle(game).game.colours
    marks, ways = marks_of(board), ways_of(board)
    other_colours = str.maketrans(colours, colours[1:] + colours[0])
    assert len(symmetries(ways)) == 2 * len(ways)
    for a, b, c, d in symmetries(ways):
        seen = {
            (a * x + b * y, c * x + d * y): mark.translate(other_colours) for (x, y), mark in marks.items()
        }
        moved = {(x + 4, y): mark for (x, y), mark in seen.items()}
        fewer = dict([*seen.items()][:-4])
        assert all(alike_marks(marks, each, ways) for each in (seen, moved, fewer))
        assert not alike_marks(marks, dict([*seen.items()][: len(seen) // 2]), ways)
    assert not any(alike(board, middle(game, 2, 14, seed).board) for seed in "abcdefgh")


def test_a_mirrored_board_by_the_rules_is_recognised() -> None:
    """Tiles laid in a mirror on the real board, red and blue exchanged: top and bottom are red and blue."""
    state, laid = middle("axio", 2, 10), deal("axio", 2, "7").game.board
    for place in state.board.tiles:
        pairs = [
            (Cell(cell.column, 10 - cell.row), mark) for cell, mark in zip(place.at, place.marks, strict=True)
        ]
        ordered = sorted(pairs)
        marks = "".join(mark for _, mark in ordered).translate(str.maketrans("RB", "BR"))
        laid = laid.lay(Place(marks, tuple(cell for cell, _ in ordered))).board
    assert laid.tiles != state.board.tiles
    assert alike(state.board, laid)


# --- playing on ---------------------------------------------------------------------------------------------


def test_a_finished_game_is_played_on_with_the_same_luck(browser: Browser) -> None:
    """From any ply: practice, the same tiles come, and the record tells who played what before."""
    data = finished("hex", 2)
    data["players"] = [[{"name": "Old", "from": 0}], [{"name": "Older", "from": 0}]]
    source = browser.http.post("/api/records", json=data).json()["id"]
    frame = browser.get(f"/api/tables/{source}/replay")["frames"][9]
    played = Record("hex", 2, "7", tuple(map(parse_move, data["moves"])))
    assert frame["position"] == str(played.state(9).observe(played.state(9).seat))
    table = browser.new("hex", "Ann", "Ben", **{"from": source, "ply": 9})
    place = browser.open(table)
    place.until("sync")
    assert (place.view["ply"], place.view["practice"], place.view["rated"]) == (9, True, False)
    for text in data["moves"][9:]:
        place.until_my_turn()
        assert place.play(text)["kind"] == "step"
    record = browser.http.get(f"/api/tables/{table}/record").json()
    assert record["moves"] == data["moves"] and record["seed"] == data["seed"]
    assert [[each["name"] for each in seat] for seat in record["players"]] == [
        ["Old", "Ann"],
        ["Older", "Ben"],
    ]


@pytest.mark.parametrize("game", ["axio", "rota"])
def test_other_luck_begins_from_the_position(browser: Browser, game: str) -> None:
    """Other tiles come; the record begins from the position, reads back, and survives the server's memory."""
    data = finished(game, 2)
    source = browser.http.post("/api/records", json=data).json()["id"]
    table = browser.new(game, "Ann", "Ben", **{"from": source, "ply": 9, "luck": "new"})
    place = browser.open(table)
    place.play_out(Random(3))
    record = browser.http.get(f"/api/tables/{table}/record").json()
    start = parse_position(record["start"])
    assert isinstance(start, State)
    before = Record(game, 2, "7", tuple(map(parse_move, data["moves"]))).state(9)
    assert [start.observe(seat) for seat in range(2)] == [before.observe(seat) for seat in range(2)]
    assert start.key != before.key
    brought = browser.http.post("/api/records", json=record)
    assert brought.status_code == 201
    assert browser.get(f"/api/tables/{brought.json()['id']}/replay")["frames"][0]["view"]["ply"] == 0
    again = browser.http.post(
        "/api/tables", json={"game": game, "seats": [{"kind": "person"}] * 2, "from": table, "ply": 3}
    )
    assert again.status_code == 201


def test_any_position_is_played_on(browser: Browser) -> None:
    """Known or not; the people are the ones asked for, and what is not known is dealt."""
    state = middle("axio", 3)
    for position in (state, state.observe(state.seat)):
        table = browser.new("axio", "Ann", "Ben", "Cleo", position=str(position))
        place = browser.open(table)
        place.until_my_turn()
        assert sorted(place.view["tiles"]) == sorted(map(str, state.board.tiles))
        assert sorted(place.view["rack"]) == sorted(state.racks[state.seat])
        browser.http.delete(f"/api/tables/{table}")


@pytest.mark.parametrize(
    ("wanted", "status", "reason"),
    [
        ({"position": "nonsense"}, 400, "malformed"),
        ({"position": str(middle("hex"))}, 400, "malformed"),
        ({"from": "nowhere", "ply": 3}, 404, "no_such_table"),
    ],
)
def test_what_cannot_be_played_on_is_refused(
    browser: Browser, wanted: dict[str, Any], status: int, reason: str
) -> None:
    """One sentence each."""
    body = {"game": "axio", "seats": [{"kind": "person"}] * 2, **wanted}
    answer = browser.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["reason"]) == (status, reason)


def test_a_running_game_is_not_played_on(browser: Browser) -> None:
    """Nor a ply that is not there, nor the end."""
    table = browser.new("axio", "Ann", "Ben")
    seats = {"game": "axio", "seats": [{"kind": "person"}] * 2}
    answer = browser.http.post("/api/tables", json={**seats, "from": table, "ply": 0})
    assert (answer.status_code, answer.json()["reason"]) == (403, "not_over")
    data = finished("axio", 2)
    source = browser.http.post("/api/records", json=data).json()["id"]
    last = len(data["moves"])
    for ply, reason in ((last, "game_over"), (last + 1, "malformed")):
        answer = browser.http.post("/api/tables", json={**seats, "from": source, "ply": ply})
        assert answer.json()["reason"] == reason
