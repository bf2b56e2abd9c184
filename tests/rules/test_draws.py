"""Draws anyone can check: the published vectors, the order of draws, the proof of a fair deal."""

import hmac
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axio.rules import Cell, Malformed, deal, game
from axio.rules.draws import counted_key, draw_index, key_of
from axio.rules.proof import NO_NONCE, Proof, commitment_of, seed_from
from axio.rules.tiles import in_order

from .positions import play, position, step

SECRET = bytes(range(32))
NONCES = (b"\x11" * 16, b"\x22" * 16)
COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
SEED = "a279a3b89e718c361b91a1ee5e95162a874652add2ece18716a9e53d10f87f52"


def plain_index(key: bytes, number: int, size: int) -> int:
    """The published rule, with the standard library's HMAC."""
    digest = hmac.digest(key, b"axio-draw" + number.to_bytes(8, "big"), "sha256")
    return int.from_bytes(digest, "big") % size


def plain_draws(seed: str, bag: list[str], count: int) -> list[str]:
    key = sha256(seed.encode("utf-8")).digest()
    return [bag.pop(plain_index(key, number, len(bag))) for number in range(count)]


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("axio", "GO RP GG GG GO", "RR BP BB RG OO"),
        ("hex", "OO GP BO GB YY GO", "BO GP GO OO GY GG"),
        ("rota", "RBG.", "RPB."),
    ],
)
def test_first_racks_of_seed_7(name: str, first: str, second: str) -> None:
    """Seed 7 deals the racks (in rota the held tiles) that the rules print."""
    assert [" ".join(rack) for rack in deal(name, 2, "7").racks] == [first, second]


def test_opening_square_of_seed_7() -> None:
    """Seed 7 opens rota with the square that the rules print, empty corners turned to the centre."""
    opening = {"RPBG@0,1", "RBPG@1,1", ".OBR@1,0", "RGBO@0,0"}
    assert set(map(str, deal("rota", 2, "7").board.tiles)) == opening


def test_proof_vector() -> None:
    """The published secret and nonces give the published commitment and seed."""
    assert commitment_of(SECRET).hex() == COMMITMENT
    assert seed_from(SECRET, NONCES) == SEED
    Proof(bytes.fromhex(COMMITMENT), SECRET, NONCES).check(SEED)


def test_seats_without_a_nonce_count_as_zeros() -> None:
    """A bot's seat adds 16 zero bytes to the seed."""
    assert bytes(16) == NO_NONCE
    joined = b"axio-seed/1" + SECRET + NONCES[0] + bytes(16)
    assert seed_from(SECRET, (NONCES[0], NO_NONCE)) == sha256(joined).hexdigest()


@given(
    st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(0, 2**64 - 1), st.integers(1, 120)
)
def test_index_is_hmac(seed: str, number: int, size: int) -> None:
    """The k-th draw is HMAC-SHA-256 of `axio-draw` and k in 8 bytes, keyed by SHA-256 of the seed."""
    key = sha256(seed.encode("utf-8")).digest()
    assert key_of(seed) == key
    assert draw_index(key, number, size) == plain_index(key, number, size)


def test_a_seed_is_text_that_utf8_can_write() -> None:
    """Half a character has no bytes, so it cannot be a seed."""
    with pytest.raises(Malformed, match="UTF-8"):
        deal("axio", 2, "\ud800")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", ["axio", "hex"])
def test_racks_are_drawn_seat_by_seat(name: str, seats: int) -> None:
    """Seat 0 draws its whole rack, then seat 1, and so on, from the bag in canonical order."""
    state = deal(name, seats, "draws")
    size = len(state.racks[0])
    bag = list(state.game.tiles)
    drawn = plain_draws("draws", bag, size * seats)
    assert [tile for rack in state.racks for tile in rack] == drawn
    assert {len(rack) for rack in state.racks} == {1 if seats == 1 else {"axio": 5, "hex": 6}[name]}
    assert state.bag == tuple(bag)
    assert state.drawn == size * seats


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_rota_draws_the_opening_then_the_stacks(seats: int) -> None:
    """Rota draws its square clockwise from top left, then each seat's stack, the first drawn on top."""
    state = deal("rota", seats, "draws")
    bag = list(state.game.tiles)
    drawn = plain_draws("draws", bag, 4 + 12 * seats)
    laid = {place.at[0]: place.marks for place in state.board.tiles}
    for tile, cell in zip(drawn, [Cell(0, 1), Cell(1, 1), Cell(1, 0), Cell(0, 0)], strict=False):
        assert laid[cell] in {tile[turn:] + tile[:turn] for turn in range(4)}
    for seat in range(seats):
        stack = drawn[4 + 12 * seat : 16 + 12 * seat]
        assert [*state.racks[seat], *state.stacks[seat]] == stack
    assert state.bag == tuple(bag)
    assert len(bag) == {1: 44, 2: 32, 3: 20, 4: 8}[seats]


@pytest.mark.parametrize("name", ["axio", "rota", "hex"])
def test_tiles_stand_in_canonical_order(name: str) -> None:
    """A bag is listed by the colour order R G B O P Y and then the empty corner, duplicates repeated."""
    tiles = game(name, 2).tiles
    assert list(tiles) == sorted(tiles, key=lambda tile: ["RGBOPY.".index(mark) for mark in tile])


def test_dominoes_are_counted_as_the_rules_say() -> None:
    """AXIO has 10 pairs × 8 and 5 doubles × 4, hex 15 pairs × 6 and 6 doubles × 5."""
    for name, colours, pairs, doubles in [("axio", "RGBOP", 8, 4), ("hex", "RGBOPY", 6, 5)]:
        kinds = [a + b for i, a in enumerate(colours) for b in colours[i:]]
        expected = [kind for kind in kinds for _ in range(doubles if kind[0] == kind[1] else pairs)]
        assert game(name, 3).tiles == tuple(expected)


def test_refill_goes_on_counting() -> None:
    """k counts every draw of the game: a refill takes the next one."""
    state = deal("axio", 2, "7")
    after = step(state, "Ge8-Oe7").after
    bag = list(state.bag)
    drawn = bag.pop(plain_index(state.key, 10, len(bag)))
    assert after.racks[0] == ("RP", "GG", "GG", "GO", drawn)
    assert (after.drawn, after.bag) == (11, tuple(bag))


def test_exchange_draws_first_and_returns_after() -> None:
    """The new tiles are drawn while the shown ones are still out of the bag; only then do those return."""
    state = position(racks=["GG GO OO", "RR RR"], tracks=[[0, 1, 1, 1, 1]], asked=True, seed="x")
    bag = list(state.bag)
    drawn = plain_draws("x", bag, 5)
    after = play(state, "exchange")
    assert after.racks[0] == tuple(drawn)
    assert after.bag == in_order([*bag, "GG", "GO", "OO"])
    assert after.drawn == 5


def test_keep_refills_from_the_bag() -> None:
    """Keep draws only what is missing, one at a time."""
    state = position(racks=["GG GO OO", "RR RR"], tracks=[[0, 1, 1, 1, 1]], asked=True, seed="x")
    bag = list(state.bag)
    drawn = plain_draws("x", bag, 2)
    after = play(state, "keep")
    assert after.racks[0] == ("GG", "GO", "OO", *drawn)
    assert after.bag == tuple(bag)


def test_rota_bonus_draws_from_the_supply_when_it_happens() -> None:
    """A bonus tile is the next draw of the supply; the seat's own stack waits."""
    state = position(
        "rota", tiles="RPBG@0,0", racks=["RBPO", "RGBO"], stacks=["RGOB", "RGPB"], tracks=[[0, 0, 0, 0, 11]]
    )
    after = play(state, "PORB@1,0")
    assert after.racks[0] == (state.bag[plain_index(state.key, 0, len(state.bag))],)
    assert (after.owed, after.seat, after.drawn, after.stacks[0]) == (1, 0, 1, ("RGOB",))


def test_games_of_an_environments_seed_draw_by_splitmix() -> None:
    """A number deals a game too; its draws follow the published generator."""
    key = counted_key(7, 1)
    words = splitmix(splitmix_first(7) + GOLDEN)  # the second number of the stream that the seed starts
    assert int.from_bytes(key[:8], "little") == words
    drawn = [draw_index(key, number, 100) for number in range(200)]
    assert drawn == [(splitmix(words + GOLDEN * number) >> 32) * 100 >> 32 for number in range(200)]
    assert set(drawn) <= {*range(100)} and len(set(drawn)) > 60
    with pytest.raises(Malformed, match=r"2\*\*64"):
        counted_key(2**64, 0)


def test_every_text_draws_alike() -> None:
    """No text is a seed of another kind."""
    for text in ("splitmix64:7:1", "7:1", "splitmix"):
        assert key_of(text) == sha256(text.encode()).digest()


GOLDEN = 0x9E3779B97F4A7C15


def splitmix(state: int) -> int:
    """The output of SplitMix64 that comes after this state, as its authors write it."""
    z = (state + GOLDEN) & (2**64 - 1)
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & (2**64 - 1)
    return z ^ (z >> 31)


def splitmix_first(seed: int) -> int:
    """The seed, mixed once."""
    return splitmix(seed - GOLDEN)
