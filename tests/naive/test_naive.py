"""Checks of the slow implementation on its own."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from . import Checked, Game, Illegal, Refused, check_record, greedy, hexes, squares
from .area import Area, name
from .board import Board, Placement
from .display import Display
from .dominoes import Axio, Hex
from .draws import commitment_of, seed_of
from .ranking import places
from .rota import Rota
from .tiles import axio_tiles, canonical, full_squares, hex_tiles, holed_squares, rota_tiles, rotations
from .track import AXIO_STOPS, ROTA_STOPS, SOLO_STOPS, advance

KINDS = ["axio", "rota", "hex"]
SECRET = bytes(range(32))
NONCES = [b"\x11" * 16, b"\x22" * 16]
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
SEED = "a279a3b89e718c361b91a1ee5e95162a874652add2ece18716a9e53d10f87f52"


def at(text: str) -> tuple[int, int]:
    return ord(text[0]) - ord("a") + 1, int(text[1:])


def board_with(area: Area, shown: str) -> Board:
    """A board with tiles on it, written like `Ra1 Bb2`."""
    board = Board(area)
    for item in shown.split():
        board.shown[at(item[1:])] = item[0]
        board.tiled.add(at(item[1:]))
    return board


def points_of(board: Board, move: str) -> Counter[str]:
    one, two = move.split("-")
    placement = Placement((at(one[1:]), at(two[1:])), one[0] + two[0])
    board.put(placement)
    first, second = board.halves(placement)
    return +(Counter(first) + Counter(second))


def random_game(kind: str, seats: int, seed: str) -> tuple[Game, list[str]]:
    game, rng, moves = Game(kind, seats, seed), random.Random(seed), []
    while not game.over:
        moves.append(rng.choice(sorted(game.legal())))
        game.play(moves[-1])
    return game, moves


# Tiles and draws


def test_tile_counts() -> None:
    axio, hexagonal = Counter(axio_tiles()), Counter(hex_tiles())
    assert (axio.total(), hexagonal.total(), len(rota_tiles())) == (100, 120, 60)
    assert (len(axio), len(hexagonal)) == (15, 21)
    assert all(count == (4 if tile[0] == tile[1] else 8) for tile, count in axio.items())
    assert all(count == (5 if tile[0] == tile[1] else 6) for tile, count in hexagonal.items())
    assert list(axio)[:6] == ["RR", "RG", "RB", "RO", "RP", "GG"]


def test_rota_tiles() -> None:
    full, holed = full_squares(), holed_squares()
    assert len(full) == len(holed) == 30
    assert len({way for tile in rota_tiles() for way in rotations(tile)}) == 240
    assert all(len(set(tile)) == 4 and canonical(tile) == tile for tile in rota_tiles())
    assert rota_tiles()[0] == "RGBO"
    assert rota_tiles()[-1][0] != "."
    assert Counter(c for tile in full for c in tile) == dict.fromkeys("RGBOP", 24)
    assert Counter(c for tile in holed for c in tile) == {".": 30, **dict.fromkeys("RGBOP", 18)}


def test_holed_rota_tiles() -> None:
    seen = set()
    for tile in holed_squares():
        turned = next(way for way in rotations(tile) if way[0] == ".")
        first, opposite, last = list(turned[1:])
        assert ("RGBOP".index(last) - "RGBOP".index(first)) % 5 in (1, 2)
        seen.add((frozenset(turned[1:]), opposite))
    assert seen == {(frozenset(three), one) for three in combinations("RGBOP", 3) for one in three}


def test_first_racks() -> None:
    racks = {kind: [" ".join(rack) for rack in Game(kind, 2, "7").racks] for kind in KINDS}
    assert racks["axio"] == ["GO RP GG GG GO", "RR BP BB RG OO"]
    assert racks["hex"] == ["OO GP BO GB YY GO", "BO GP GO OO GY GG"]
    assert racks["rota"] == ["RBG.", "RPB."]


def test_opening_square() -> None:
    table = Rota(2, "7")
    assert table.display.tiles == {(0, 1): "RPBG", (1, 1): "RBPG", (1, 0): ".OBR", (0, 0): "RGBO"}


def test_proof_vector() -> None:
    assert commitment_of(SECRET) == COMMITMENT
    assert seed_of(SECRET, NONCES) == SEED


@pytest.mark.parametrize(("seats", "supply"), [(1, 44), (2, 32), (3, 20), (4, 8)])
def test_sizes_at_the_start(seats: int, supply: int) -> None:
    rota = Game("rota", seats, "s")
    assert len(rota.bag) == supply
    assert [len(stack) for stack in rota.stacks] == [11] * seats
    assert [len(rack) for rack in Game("axio", seats, "s").racks] == [1 if seats == 1 else 5] * seats
    assert [len(rack) for rack in Game("hex", seats, "s").racks] == [1 if seats == 1 else 6] * seats


# Boards


def test_cell_counts() -> None:
    assert [len(squares.area(seats).cells) for seats in (1, 2, 3, 4)] == [81, 81, 121, 169]
    assert [len(hexes.area(seats).cells) for seats in (1, 2, 3, 4)] == [91, 91, 127, 169]


def printed(area: Area, colours: str) -> str:
    places = {colour: name(cell) for cell, colour in area.printed.items()}
    assert set(area.printed) <= set(area.cells)
    return " ".join(places[colour] for colour in colours)


def test_printed_squares() -> None:
    names = [printed(squares.area(seats), "RGBOP") for seats in (1, 2, 3, 4)]
    assert names == ["e9 i5 e1 a5 e5", "e9 i5 e1 a5 e5", "f10 j6 f2 b6 f6", "g11 k7 g3 c7 g7"]


def test_printed_hexagons() -> None:
    names = [printed(hexes.area(seats), "RGBOYP") for seats in (1, 2, 3, 4)]
    smallest = "a11 f11 k6 k1 f1 a6"
    assert names == [smallest, smallest, "b12 g12 l7 l2 g2 b7", "c13 h13 m8 m3 h3 c8"]


@pytest.mark.parametrize(("side", "area"), [(6, hexes.area(2)), (7, hexes.area(3)), (8, hexes.area(4))])
def test_hexagon_corners(side: int, area: Area) -> None:
    few = [cell for cell in area.cells if len(area.neighbours(cell)) == 3]
    assert len(few) == 6
    assert len(area.neighbours((side, side))) == 6
    assert sum(len(area.neighbours(cell)) for cell in area.cells) == 2 * (9 * side * side - 15 * side + 6)


# Scoring


@pytest.mark.parametrize(
    ("shown", "move", "points"),
    [
        ("Bd3", "Be3-Rf3", {"B": 1}),
        ("Bd3 Bc3 Be4 Rf4 Rf2", "Be3-Rf3", {"B": 3, "R": 2}),
        ("Bd3 Bc3 Bb3 Be4 Rg3 Rh3", "Be3-Rf3", {"B": 4, "R": 2}),
        ("Rg3 Rh3 Gi3", "Be3-Rf3", {"R": 2}),
        ("Bd3", "Be3-Bf3", {"B": 1}),
        ("Bd3 Bb3", "Be3-Rf3", {"B": 1}),
        ("Bd3 Bg3", "Be3-Bf3", {"B": 2}),
        ("Be3", "Bd1-Bd2", {"B": 1}),  # the printed e1 beside d1
        ("Pe6 Pe4", "Pd5-Rd4", {"P": 1}),  # the printed e5, not round the corner
    ],
)
def test_runs_on_squares(shown: str, move: str, points: dict[str, int]) -> None:
    assert points_of(board_with(squares.area(2), shown), move) == points


@pytest.mark.parametrize(
    ("shown", "move", "points"),
    [
        ("Rg6 Rh6 Rf7 Re7 Rf5 Rg5", "Rf6-Be6", {"R": 6}),
        ("Rg6 Be6 Rd6", "Rf6-Bf7", {"R": 1}),
        ("Be8 Bd8 Gd7", "Be7-Re6", {"B": 2}),  # d8 is up-left of e7, d7 left, e8 up-right
        ("Rb10 Bc9", "Bd8-Gd7", {"B": 1}),
    ],
)
def test_runs_on_hexagons(shown: str, move: str, points: dict[str, int]) -> None:
    assert points_of(board_with(hexes.area(2), shown), move) == points


@pytest.mark.parametrize(
    ("shown", "tile", "move", "pyramid", "scores"),
    [
        ("Gb1 Ba3 Ba4", "RB", "Ra2-Bb2", "a1", [1, 1, 0, 0, 0]),
        ("Gb1 Rd1 Bd2 Be2 Bf2", "BO", "Bc2-Oc3", "c1", [1, 1, 4, 0, 0]),
        ("Bd1 Bf2 Bg2", "BP", "Be2-Pe3", "", [0, 0, 3, 0, 0]),
        ("Bb3 Bc4 Bd3", "BP", "Pc1-Bc2", "c3", [0, 0, 4, 0, 0]),
        ("Bg8 Rg9", "BO", "Bf7-Of8", "f9", [2, 0, 0, 1, 0]),  # the printed e9 is red
    ],
)
def test_pyramid(shown: str, tile: str, move: str, pyramid: str, scores: list[int]) -> None:
    table = Axio(2, "p")
    table.board = board_with(squares.area(2), shown)
    table.racks[0], table.placed = [tile], [1, 1]
    table.play(move)
    assert table.pyramids() == pyramid.split()
    assert table.scores[0] == scores


def test_the_21st_pyramid_moves_the_oldest() -> None:
    board = Board(squares.area(4))
    cells = board.area.cells[:22]
    board.build_pyramids(cells)
    assert board.pyramids == cells[2:]
    assert board.dead == cells[:2]
    assert not set(cells) & set(board.empties())


def test_track() -> None:
    assert [advance(v, 4, AXIO_STOPS) for v in (0, 14, 15, 18)] == [4, 18, 18, 18]
    assert [advance(v, 4, SOLO_STOPS) for v in (13, 14, 17, 18, 33, 36)] == [17, 18, 18, 22, 36, 36]
    assert [advance(v, 4, ROTA_STOPS) for v in (8, 9, 12)] == [12, 12, 12]


def test_solo_takes_the_better_order_of_halves() -> None:
    table = Axio(1, "p")
    table.board = board_with(squares.area(1), "Rc3 Rf3 Rg3 Rh3 Re4 Re2")
    table.racks[0], table.placed, table.scores[0] = ["RR"], [1], [16, 0, 0, 0, 0]
    table.play("Rd3-Re3")  # 1 for d3, 5 for e3: first 5, up to 18, then 1
    assert table.scores[0][0] == 19


@pytest.mark.parametrize(
    ("tiles", "move", "points"),
    [
        ({(0, 0): "GPBO"}, "PORB", {"P": 1, "B": 1}),
        ({(0, 0): "GRBO", (0, 1): "OGRP"}, "RGOB", {"R": 2, "B": 1}),  # one of them across the circle
        ({(0, 0): "GPRO", (1, 1): "OGBP"}, "PBGR", {"P": 2, "B": 1, "R": 1}),
        ({(0, 0): "GPBO"}, "PGO.=B", {"P": 1, "B": 1}),
        ({(0, 0): "GBRO", (0, -1): "ORGB", (1, -1): "PGBO"}, "BGO.=R", {"B": 1, "R": 2}),
        ({(0, 0): "GBRO", (0, -1): "ORGB", (1, -1): "PGBO"}, "BGO.=P", {"B": 1, "P": 1}),
        ({(0, 0): "GBRO", (0, -1): "ORGB", (1, -1): "PGBO"}, "BGO.=G", {"B": 1}),
        ({(0, 0): "GP.O"}, "PGOB", {"P": 1}),  # an empty corner that lies there scores nothing
        ({(0, 0): "GP.O"}, "OGP.=B", {}),
        ({(0, 0): "BPGO"}, "OG.P", {}),
    ],
)
def test_rota_circles(tiles: dict[tuple[int, int], str], move: str, points: dict[str, int]) -> None:
    """The tile goes to 1,0."""
    display = Display()
    display.tiles = tiles
    corners, _, named = move.partition("=")
    assert +Counter(display.points((1, 0), corners, named)) == points


def test_opening_turns_empty_corners_to_the_centre() -> None:
    display = Display()
    display.open_with(["RGB.", "RGB.", "RGB.", "RGB."])
    assert display.tiles == {(0, 1): "GB.R", (1, 1): "RGB.", (1, 0): ".RGB", (0, 0): "B.RG"}


def test_rota_naming() -> None:
    table = Rota(2, "7")  # seat 0 holds RBG.
    legal = table.legal()
    assert len(table.display.free_spots()) == 8
    for meeting in ("RBG.@2,0", ".RBG@2,0"):  # both left corners meet a tile
        assert meeting not in legal
        assert {f"{meeting}={colour}" for colour in "RGBOP"} <= legal
    for lonely in ("BG.R@2,0", "G.RB@2,0"):
        assert lonely in legal
        assert f"{lonely}=R" not in legal
    assert not legal & {"RBG.@2,-0=R", "RBG.@+2,0=R", "RBG.@2,2", "RBG.@0,0=R", "RBG.@2,0=Y"}


def test_ranking() -> None:
    assert places([[11, 18, 18, 18, 18], [18, 18, 8, 18, 18]], None) == [1, 2]
    assert places([[9, 11, 18, 18, 18], [12, 9, 12, 18, 18], [15, 12, 18, 9, 18]], None) == [3, 2, 1]
    assert places([[1, 2], [2, 1], [0, 9]], None) == [1, 1, 3]
    assert places([[1, 2], [3, 3], [2, 1]], 1) == [2, 1, 2]


# The course of a game


def test_first_tiles() -> None:
    game = Game("axio", 2, "7")
    assert "Gd5-Oe5" not in game.legal()
    assert "Gc3-Oc4" not in game.legal()
    game.play("Oe7-Ge8")
    assert not any("d9" in move or "f9" in move for move in game.legal())
    assert "Rd5-Rd4" not in game.legal()
    assert "Rd4-Rd5" in game.legal()
    game.play("Rd5-Rd4")  # the other order of the halves
    assert "Gf9-Gg9" in game.legal()
    assert "Ga1-Ga2" in game.legal()


@pytest.mark.parametrize(
    "text", ["", "keep", "Oe7 -Ge8", "oe7-Ge8", "Oe07-Ge8", "Oe7-Ge8-", "Oe7Ge8", "-", "Re7-Ge8", "Oe7-Ge9"]
)
def test_illegal_texts(text: str) -> None:
    with pytest.raises(Illegal):
        Game("axio", 2, "7").play(text)


def ready(table: Axio | Hex, racks: list[list[str]], scores: list[int]) -> None:
    table.racks, table.placed = racks, [1] * table.seats
    table.scores[0] = scores


def test_bonus_then_question_then_exchange() -> None:
    table = Axio(2, "7")
    ready(table, [["RG", "BB", "RR", "GG", "RG"], ["OO"] * 5], [17, 17, 3, 3, 3])
    table.board = board_with(squares.area(2), "Rb2 Ge2")
    table.play("Rc2-Gd2")
    assert (table.owed, table.to_move, table.asked) == (2, 0, False)
    table.play("Bh7-Bh8")
    assert table.owed == 1
    table.play("Ra8-Ra9")
    assert (table.owed, table.asked, table.racks[0]) == (0, True, ["GG", "RG"])
    before = Counter(table.bag)
    table.play("exchange")
    assert table.to_move == 1
    assert len(table.racks[0]) == 5
    assert Counter(table.bag) == before - Counter(table.racks[0]) + Counter(["GG", "RG"])


def test_instant_win() -> None:
    table = Hex(3, "7")
    ready(table, [["RG"], ["OO"], ["OO"]], [17, 18, 18, 18, 18, 18])
    table.board = board_with(hexes.area(3), "Rf6")
    table.play("Rf7-Gf8")
    assert (table.ending, table.ranking(), table.to_move) == ("instant", [1, 2, 2], None)
    assert table.racks[0] == []
    assert table.owed == 0


def test_bonus_without_a_tile_ends_the_game() -> None:
    table = Axio(4, "7")
    ready(table, [["RG"], ["OO"], ["OO"], ["OO"]], [17, 0, 0, 0, 0])
    table.bag = []
    table.board = board_with(squares.area(4), "Rb2")
    table.play("Rc2-Gd2")
    assert (table.ending, table.owed) == ("board", 0)


def last_tile(lying: str) -> Rota:
    """A solo game with its last tile in hand and one tile in the supply."""
    table = Rota(1, "7")
    table.stacks, table.racks, table.bag = [[]], [["RBGO"]], ["RGBO"]
    table.scores, table.display.tiles = [[11, 11, 11, 11, 0]], {(0, 0): lying}
    return table


def test_rota_ends_with_the_last_tile() -> None:
    table = last_tile("GOBR")
    table.play("RBGO@1,0")
    assert (table.ending, table.bag) == ("stacks", ["RGBO"])


def test_rota_bonus_of_the_last_tile_and_an_empty_supply() -> None:
    table = last_tile("GROB")
    table.play("RBGO@1,0")  # red and orange match
    assert table.scores == [[12, 11, 11, 12, 0]]
    assert (table.owed, table.racks, table.bag) == (2, [["RGBO"]], [])
    table.play("RGBO@-1,0")  # green and blue match, but no bonus is left
    assert table.scores == [[12, 12, 12, 12, 0]]
    assert (table.ending, table.owed) == ("stacks", 0)


def test_rota_instant_win() -> None:
    table = last_tile("GROB")
    table.scores = [[11, 12, 12, 11, 12]]
    table.play("RBGO@1,0")
    assert (table.ending, table.owed, table.bag) == ("instant", 0, ["RGBO"])


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("best", [False, True])
def test_whole_games(kind: str, seats: int, best: bool) -> None:
    game, rng = Game(kind, seats, f"whole {seats}"), random.Random(seats)
    everything = tile_total(game)
    while not game.over:
        legal = game.legal()
        assert legal
        assert game.to_move is not None
        assert game.ending is None
        assert game.asked == (legal == {"exchange", "keep"})
        before, seat = game.scores, game.to_move
        game.play(greedy(game, rng) if best else rng.choice(sorted(legal)))
        assert all(new >= old for old, new in zip(before[seat], game.scores[seat], strict=True))
        assert tile_total(game) == everything
    check_finished(game)


def tile_total(game: Game) -> int:
    lying = len(game.table.display.tiles) if isinstance(game.table, Rota) else len(game.table.board.tiled) / 2
    return int(lying) + len(game.bag) + sum(map(len, game.racks)) + sum(map(len, game.stacks))


def check_finished(game: Game) -> None:
    assert game.legal() == set()
    assert game.to_move is None
    assert not game.asked
    assert game.owed == 0
    assert game.ending == ("stacks" if game.game == "rota" else "board")
    assert game.ranking is not None
    assert game.winners
    assert min(game.ranking) == 1
    best = max(sorted(row) for row in game.scores)
    assert game.winners == [seat for seat, row in enumerate(game.scores) if sorted(row) == best]
    with pytest.raises(Illegal):
        game.play("keep")
    if not isinstance(game.table, Rota):
        assert not game.table.board.free_pairs()


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_hex_for_two_fills_at_most_42_tiles(seed: str) -> None:
    game, _ = random_game("hex", 2, seed)
    assert isinstance(game.table, Hex)
    assert sum(game.table.placed) <= 42
    assert len(game.table.board.empties()) == 85 - 2 * sum(game.table.placed) >= 1


# Records


def record_of(kind: str, seats: int, seed: str) -> tuple[Game, dict[str, Any]]:
    game, moves = random_game(kind, seats, seed)
    head = {"format": "axio-record/1", "rules": 1, "game": kind, "seats": seats, "seed": seed}
    result = {
        "scores": game.scores,
        "ranking": game.ranking,
        "winners": game.winners,
        "ending": game.ending,
    }
    return game, {**head, "moves": moves, "result": result, "site": "ignored"}


@pytest.mark.parametrize("kind", KINDS)
def test_record(kind: str) -> None:
    game, record = record_of(kind, 2, "r")
    expected = Checked(game.scores, game.ranking, game.winners, game.ending, None, 0)
    assert check_record(record) == expected


def test_unfinished_record() -> None:
    record = {"format": "axio-record/1", "rules": 1, "game": "axio", "seats": 2, "seed": "7", "moves": []}
    assert check_record(record).to_move == 0
    assert check_record({**record, "moves": ["Ge8-Oe7"]}).to_move == 1
    assert check_record({**record, "end": {"by": "resign", "seat": 1}}).ranking is None


@pytest.mark.parametrize(
    "change",
    [
        {"format": "axio-record/2"},
        {"rules": 2},
        {"rules": True},
        {"game": "go"},
        {"seats": 5},
        {"seed": 7},
        {"seed": "\ud800"},
        {"moves": None},
        {"result": {}},
        {"end": {"by": "time", "seat": 0}},
    ],
)
def test_refused_records(change: dict[str, Any]) -> None:
    _, record = record_of("rota", 2, "r")
    with pytest.raises(Refused):
        check_record({**record, **change})


def test_refused_moves() -> None:
    _, record = record_of("rota", 2, "r")
    with pytest.raises(Refused, match="move 25: "):
        check_record({**record, "moves": [*record["moves"], "keep"]})
    with pytest.raises(Refused, match="move 3: "):
        check_record({**record, "moves": [*record["moves"][:2], "RGBO@0,0"]})


def test_proof() -> None:
    _, record = record_of("rota", 2, SEED)
    proof = {"commitment": COMMITMENT, "secret": SECRET.hex(), "nonces": [nonce.hex() for nonce in NONCES]}
    check_record({**record, "proof": proof})
    changes: list[dict[str, Any]] = [
        {"commitment": "00" * 32},
        {"nonces": ["11" * 16] * 2},
        {"nonces": []},
        {"secret": "zz"},
    ]
    for change in changes:
        with pytest.raises(Refused):
            check_record({**record, "proof": {**proof, **change}})
