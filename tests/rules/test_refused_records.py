"""Records that are refused: each with one sentence that says what is wrong and where."""

import json
from typing import Any

import pytest

from axio.rules import IllegalMove, Malformed, Record, read_record
from axio.rules.proof import Proof, commitment_of, seed_from

from .test_records import NONCES, SECRET, played

FINISHED: dict[str, Any] = json.loads(played("rota", 2, "refused").text())
RUNNING: dict[str, Any] = json.loads(played("rota", 2, "refused", 6).text())
PROVEN: dict[str, Any] = json.loads(
    Record(
        "axio", 2, seed_from(SECRET, NONCES), (), (), None, Proof(commitment_of(SECRET), SECRET, NONCES)
    ).text()
)


def refused(data: object) -> str:
    with pytest.raises(Malformed) as caught:
        read_record(json.dumps(data))
    text = str(caught.value)
    assert "\n" not in text and len(text) < 300
    return text


@pytest.mark.parametrize(
    "text", ["", " ", "{", "[]", "null", "7", '"axio"', "{}", "true", "[" * 100_000, "nul\0"]
)
def test_not_a_record(text: str) -> None:
    """What is not a JSON object is no record."""
    with pytest.raises(Malformed):
        read_record(text)


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xfe", b"\x80", b"\xef\xbb\xbf", bytes(range(256)), b"{\xff}", b"1" * 9999]
)
def test_bytes_that_are_no_text(raw: bytes) -> None:
    """Bytes that are no UTF-8, or no JSON, are refused."""
    with pytest.raises(Malformed):
        read_record(raw)


@pytest.mark.parametrize("key", ["format", "rules", "game", "seats", "seed", "moves"])
def test_required_keys(key: str) -> None:
    """Every one of the six required keys must be there, and not null."""
    for data in ({k: v for k, v in RUNNING.items() if k != key}, RUNNING | {key: None}):
        assert key in refused(data)


@pytest.mark.parametrize("value", ["axio-record/2", "axio-record", "Axio-Record/1", 1, ["axio-record/1"], ""])
def test_unknown_format(value: object) -> None:
    """A format that is not this one is refused."""
    assert "format: " in refused(RUNNING | {"format": value})


@pytest.mark.parametrize("value", [0, 2, -1, True, 1.0, "1", [1], {"1": 1}, 10**300])
def test_unknown_rules(value: object) -> None:
    """A reader refuses a rules version it does not know; only the number 1 is 1."""
    assert "rules: " in refused(RUNNING | {"rules": value})


@pytest.mark.parametrize("value", ["go", "AXIO", "axio ", "", 1, None, ["axio"], {}])
def test_unknown_game(value: object) -> None:
    """Only the names of games are games."""
    assert "game" in refused(RUNNING | {"game": value})


@pytest.mark.parametrize("value", [0, 5, -1, True, 2.0, "2", [2], 10**400])
def test_wrong_seats(value: object) -> None:
    """Seats are a whole number from 1 to 4."""
    assert "1 to 4" in refused(RUNNING | {"seats": value})


@pytest.mark.parametrize("value", [7, None, ["7"], {}, True, "\ud800", "x\udfff"])
def test_wrong_seed(value: object) -> None:
    """A seed is text that UTF-8 can write."""
    refused(RUNNING | {"seed": value})


@pytest.mark.parametrize("value", ["RGBO@1,0", {}, 7, True])
def test_moves_are_a_list(value: object) -> None:
    """Moves are a list of texts."""
    assert "moves: " in refused(RUNNING | {"moves": value})


@pytest.mark.parametrize("value", [7, None, ["keep"], {}, "", "Keep", "RGBO@1, 0", "Re4Bf4", "\x00"])
def test_a_malformed_move_has_its_number(value: object) -> None:
    """A text that is no move is refused with the move's number."""
    assert refused(RUNNING | {"moves": [*RUNNING["moves"], value]}).startswith("move 7: ")


def test_an_illegal_move_is_no_malformed_one() -> None:
    """A well-formed move that the rules refuse is another error."""
    with pytest.raises(IllegalMove, match=r"^move 7: "):
        read_record(json.dumps(RUNNING | {"moves": [*RUNNING["moves"], "RGBO@0,0"]}))


@pytest.mark.parametrize(
    "value",
    [
        {},
        7,
        "Ada",
        [],
        [[]],
        [[], [], []],
        [["Ada"], []],
        [[{}], []],
        [[{"name": 7}], []],
        [[{"name": None, "from": 0}], []],
        [[{"name": "Ada", "from": -1}], []],
        [[{"name": "Ada", "from": True}], []],
        [[{"name": "Ada", "from": "0"}], []],
        [[{"name": "Ada", "from": 1.0}], []],
        [{"name": "Ada"}, []],
        [None, None],
    ],
)
def test_wrong_players(value: object) -> None:
    """Players are per seat a list of names with the ply they began at."""
    assert refused(RUNNING | {"players": value}).startswith("players: ")


@pytest.mark.parametrize("key", ["players", "started", "site", "note"])
def test_half_characters_cannot_be_written_again(key: str) -> None:
    """A text that UTF-8 cannot write makes no record, wherever it stands."""
    value = [[{"name": "\ud800"}], []] if key == "players" else "\udc00"
    refused(RUNNING | {key: value})


@pytest.mark.parametrize(
    "value",
    [
        {},
        7,
        "time",
        [],
        {"by": "rain", "seat": 0},
        {"by": None, "seat": 0},
        {"by": ["time"], "seat": 0},
        {"by": "Time", "seat": 0},
        {"by": "time"},
        {"by": "resign", "seat": None},
        {"by": "time", "seat": 2},
        {"by": "time", "seat": -1},
        {"by": "time", "seat": True},
        {"by": "resign", "seat": 0.0},
        {"by": "agreed", "seat": 5},
        {"by": "agreed", "seat": "0"},
        {"seat": 0},
    ],
)
def test_wrong_ends(value: object) -> None:
    """An early end says how, and which seat of this game."""
    assert refused(RUNNING | {"end": value}).startswith("end: ")


def test_an_early_end_after_the_end() -> None:
    """A game that ended by itself cannot also have stopped early."""
    assert refused(FINISHED | {"end": {"by": "resign", "seat": 0}}).startswith("end: ")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scores", [[0] * 5, [0] * 5]),
        ("scores", None),
        ("scores", [FINISHED["result"]["scores"][0]]),
        ("scores", FINISHED["result"]["scores"][::-1]),
        ("ranking", FINISHED["result"]["ranking"][::-1]),
        ("ranking", [1, 1]),
        ("ranking", [float(place) for place in FINISHED["result"]["ranking"]]),
        ("ranking", {}),
        ("winners", []),
        ("winners", [0, 1]),
        ("winners", [9]),
        ("ending", "board"),
        ("ending", "instant"),
        ("ending", "Stacks"),
        ("ending", None),
    ],
)
def test_a_result_that_contradicts_the_moves(key: str, value: object) -> None:
    """The result is recomputed; a record that contradicts itself is refused, and the field named."""
    result = FINISHED["result"] | {key: value}
    assert refused(FINISHED | {"result": result}).startswith(f"result: {key} is ")


@pytest.mark.parametrize("value", [7, [], "won", True])
def test_a_result_is_an_object(value: object) -> None:
    """A result of another kind is refused."""
    assert refused(FINISHED | {"result": value}).startswith("result: ")


def test_a_result_before_the_end() -> None:
    """A game that is not over has no result."""
    assert refused(RUNNING | {"result": FINISHED["result"]}).startswith("result: ")


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": "00" * 32},
        {"commitment": SECRET.hex()},
        {"secret": "00" * 32},
        {"secret": SECRET.hex()[2:]},
        {"secret": SECRET.hex() + "00"},
        {"secret": "zz" * 32},
        {"secret": " " + SECRET.hex()[1:]},
        {"secret": "٣" * 64},
        {"secret": None},
        {"secret": 7},
        {"nonces": [NONCES[0].hex()] * 2},
        {"nonces": [NONCES[1].hex(), NONCES[0].hex()]},
        {"nonces": [NONCES[0].hex()]},
        {"nonces": [NONCES[0].hex(), NONCES[1].hex(), "00" * 16]},
        {"nonces": [NONCES[0].hex(), NONCES[1].hex()[:-2]]},
        {"nonces": [NONCES[0].hex(), 7]},
        {"nonces": NONCES[0].hex()},
        {"nonces": None},
    ],
)
def test_a_tampered_proof(change: dict[str, object]) -> None:
    """A proof that was changed in any field fails."""
    assert "proof" in refused(PROVEN | {"proof": PROVEN["proof"] | change})


@pytest.mark.parametrize("value", [{}, [], "proof", 7, True])
def test_a_proof_of_another_kind(value: object) -> None:
    """A proof is an object with commitment, secret and nonces."""
    assert "proof" in refused(PROVEN | {"proof": value})


def test_a_proof_for_another_seed() -> None:
    """A proof that makes another seed proves nothing."""
    assert "proof" in refused(PROVEN | {"seed": PROVEN["seed"].upper()})
    assert "proof" in refused(PROVEN | {"seed": "7"})


def test_a_proof_has_a_nonce_for_each_seat() -> None:
    """A seed made of more nonces than there are seats is refused, though the sums are right."""
    nonces = [*NONCES, bytes(16)]
    proof = PROVEN["proof"] | {"nonces": [nonce.hex() for nonce in nonces]}
    assert "2 nonces" in refused(PROVEN | {"seed": seed_from(SECRET, nonces), "proof": proof})


def nested(data: dict[str, Any], key: str, depth: int) -> str:
    rest = {other: value for other, value in data.items() if other != key}
    return json.dumps(rest)[:-1] + f', "{key}": {"[" * depth}{"]" * depth}}}'


@pytest.mark.parametrize(
    "key", ["format", "rules", "game", "seats", "seed", "moves", "players", "end", "result"]
)
def test_nesting(key: str) -> None:
    """However deeply a value is nested, it is refused like any other."""
    for depth in (1 if key != "moves" else 2, 200, *range(900, 1001), 100_000):
        with pytest.raises(Malformed):
            read_record(nested(FINISHED, key, depth))


def test_nested_notes() -> None:
    """A key that is ignored may hold anything that can be read at all."""
    assert read_record(nested(FINISHED, "note", 200)).text() == json.dumps(FINISHED, ensure_ascii=False)
    with pytest.raises(Malformed):
        read_record(nested(FINISHED, "note", 100_000))
