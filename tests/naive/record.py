"""Reading a record: replay it, check what it claims."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .draws import commitment_of, seed_of
from .errors import Illegal, Refused
from .game import KINDS, Game


@dataclass(frozen=True)
class Checked:
    scores: list[list[int]]
    ranking: list[int] | None
    winners: list[int] | None
    ending: str | None
    to_move: int | None
    legal: int  # how many moves are legal now


def check_record(record: Mapping[str, Any]) -> Checked:
    check_head(record)
    check_proof(record)
    game = Game(record["game"], record["seats"], record["seed"])
    replay(game, record["moves"])
    check_end(game, record)
    return Checked(game.scores, game.ranking, game.winners, game.ending, game.to_move, len(game.legal()))


def check_head(record: Mapping[str, Any]) -> None:
    demand(record.get("format") == "axio-record/1", "unknown format")
    demand(is_number(record.get("rules"), [1]), "unknown rules")
    demand(record.get("game") in list(KINDS), "unknown game")
    demand(is_number(record.get("seats"), [1, 2, 3, 4]), "wrong number of seats")
    demand(is_utf8(record.get("seed")), "no seed")
    demand(is_list_of_texts(record.get("moves")), "no moves")


def check_proof(record: Mapping[str, Any]) -> None:
    if "proof" not in record:
        return
    proof = record["proof"]
    demand(isinstance(proof, dict), "proof is no object")
    nonces = proof.get("nonces")
    demand(is_list_of_texts(nonces) and len(nonces) == record["seats"], "proof needs a nonce for each seat")
    secret = octets(proof.get("secret"), 32)
    commitment = octets(proof.get("commitment"), 32)
    demand(commitment.hex() == commitment_of(secret), "the commitment is not that of the secret")
    demand(record["seed"] == seed_of(secret, [octets(nonce, 16) for nonce in nonces]), "wrong seed")


def replay(game: Game, moves: list[str]) -> None:
    for number, move in enumerate(moves, start=1):
        if game.over:
            raise Refused("the game is over", number)
        try:
            game.play(move)
        except Illegal as problem:
            raise Refused(str(problem), number) from problem


def check_end(game: Game, record: Mapping[str, Any]) -> None:
    demand("end" not in record or not game.over, "stopped early, yet played to its end")
    if "result" not in record:
        return
    claimed = record["result"]
    found = {"scores": game.scores, "ranking": game.ranking, "winners": game.winners, "ending": game.ending}
    demand(game.over, "a result, but the game is not over")
    demand(isinstance(claimed, dict), "result is no object")
    for key, value in found.items():
        demand(claimed.get(key) == value, f"wrong {key}")


def demand(condition: bool, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def is_number(value: object, allowed: list[int]) -> bool:
    return type(value) is int and value in allowed


def is_utf8(value: object) -> bool:
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def octets(value: object, length: int) -> bytes:
    good = isinstance(value, str) and re.fullmatch(f"[0-9a-fA-F]{{{2 * length}}}", value)
    demand(bool(good), f"not {length} bytes in hex")
    return bytes.fromhex(str(value))
