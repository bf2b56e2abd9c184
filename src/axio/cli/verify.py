"""`axio verify`: replay saved games, and check every move, the result and the proof."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from axio.rules import AxioError, Record

from .command import manual, sentence
from .record_files import load
from .screen import Screen

HELP = manual(
    """Replay saved games and check them: every move, the result, and the proof where there is one.

    The exit code is 0 if all games are sound and 1 if any is not; then it names the move and the reason.""",
    "axio verify game.json",
    "axio verify games/*.json --json",
    "axio verify game.json --json --moves",
    "cat game.json | axio verify -",
)
FAILED = 1
UNKNOWN = dict.fromkeys(("over", "scores", "ranking", "winners", "to_move", "legal"))


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records; `-` is standard input.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object for each file, one a line.")
    ] = False,
    moves: Annotated[bool, typer.Option("--moves", help="List the legal moves as well.")] = False,
) -> None:
    screen = Screen()
    failed = False
    for name in files:
        record, error = _read(name)
        failed |= record is None
        if as_json:
            print(json.dumps(report(name, record, error, moves=moves)))
        else:
            _tell(screen, name, record, error, moves=moves)
    if failed:
        raise typer.Exit(FAILED)


def report(name: str, record: Record | None, error: str | None, *, moves: bool = False) -> dict[str, Any]:
    """The findings on one file as data. If the record is not sound, only the error."""
    known = UNKNOWN | ({"moves": None} if moves else {}) if record is None else findings(record, moves=moves)
    return {"file": name, "ok": record is not None, "error": error, **known}


def findings(record: Record, *, moves: bool = False) -> dict[str, Any]:
    """How a sound game stands. A game that was broken off counts as over."""
    final, outcome = record.final, record.outcome
    legal = final.legal_moves if outcome is None else ()
    found: dict[str, Any] = {
        "over": outcome is not None,
        "scores": [list(tracks) for tracks in final.tracks],
        "ranking": None if outcome is None else list(outcome.ranking),
        "winners": None if outcome is None else list(outcome.winners),
        "to_move": final.to_move if outcome is None else None,
        "legal": len(legal),
    }
    return found | ({"moves": [str(move) for move in legal]} if moves else {})


def _read(name: str) -> tuple[Record | None, str | None]:
    try:
        return load(name), None
    except AxioError as fault:
        return None, str(fault)
    except OSError as fault:
        return None, sentence(OSError(fault.errno, fault.strerror))


def _tell(screen: Screen, name: str, record: Record | None, error: str | None, *, moves: bool) -> None:
    if record is None:
        screen.say(f"{screen.mark(False)} {name}: {error}", style="red")
        return
    found = findings(record, moves=moves)
    screen.say(f"{screen.mark(True)} {name}: {_summary(record, found)}")
    if moves and found["moves"]:
        screen.say("  " + " ".join(found["moves"]))


def _summary(record: Record, found: dict[str, Any]) -> str:
    seats = f"{record.seats} seat{'s' if record.seats > 1 else ''}"
    count = len(record.moves)
    parts = [f"{record.game}, {seats}", f"{count} move{'s' if count != 1 else ''}", _standing(found)]
    if record.end is not None:
        parts.append(f"ended by {record.end.by}")
    parts.append("no proof" if record.proof is None else "proof checked")
    return "; ".join(parts)


def _standing(found: dict[str, Any]) -> str:
    if not found["over"]:
        return f"seat {found['to_move']} to move, {found['legal']} legal moves"
    winners = found["winners"]
    if len(found["scores"]) == 1:
        return f"over, lowest colour {min(found['scores'][0])}"
    seats = " and ".join(f"seat {seat}" for seat in winners)
    return f"over, {seats} {'wins' if len(winners) == 1 else 'share the win'}"
