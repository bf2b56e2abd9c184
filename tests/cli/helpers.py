"""The command under test, in this process or in one of its own, and games to feed it."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from typer.testing import CliRunner, Result

from axio.cli import app
from axio.cli.local_game import Wanted, started
from axio.rules import Move, Record, deal

SEATS = range(1, 5)
GAMES = ("axio", "rota", "hex")


def axio(*words: str | Path, typed: str | Sequence[str] = "", code: int = 0) -> Result:
    """The command's answer to words and typed lines. It must end with that exit code, and never raise."""
    lines = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
    result = CliRunner().invoke(app, [str(word) for word in words], input=lines)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def process(*words: str | Path, typed: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    """The same as a process of its own."""
    environment = {**os.environ, **settings}
    command = [sys.executable, "-m", "axio", *map(str, words)]
    return subprocess.run(command, input=typed, env=environment, capture_output=True, check=False, timeout=60)


def random_record(game: str, seats: int, seed: str, plies: int | None = None) -> Record:
    """A game of random moves, to its end or as far as wanted."""
    chance = random.Random(f"{game} {seats} {seed}")
    state = deal(game, seats, seed)
    moves: list[Move] = []
    while not state.over and len(moves) != plies:
        moves.append(chance.choice(state.legal_moves))
        state = state.play(moves[-1]).after
    return Record(game, seats, seed, tuple(moves))


@dataclass
class Script:
    """What to type for a whole game, and the moves that it comes to, bots' moves included."""

    options: list[str]
    moves: list[str] = field(default_factory=list)
    typed: list[list[str]] = field(default_factory=list)  # per decision of a person, the lines for it

    @property
    def lines(self) -> list[str]:
        return [line for lines in self.typed for line in lines]


def script(game: str, seats: int, bots: Sequence[str] = (), seed: str = "7") -> Script:
    """Random moves for the people of a game, from the first to the last."""
    chance = random.Random(f"{game} {seats} {bots}")
    options = ["--game", game, "--seats", str(seats), "--seed", seed]
    written = Script(options + [word for bot in bots for word in ("--bot", bot)])
    match = started(Wanted(game, seats, tuple(bots), seed), None)
    sitting = match.people[0] if len(match.people) == 1 else None
    while not match.state.over:
        seat = match.state.seat
        bot = match.players[seat].bot
        move = match.bot_move(bot) if bot else chance.choice(match.state.legal_moves)
        if bot is None:
            handing_over = [""] if seat != sitting else []
            written.typed.append([*handing_over, str(move)])
            sitting = seat
        match.play(move)
        written.moves.append(str(move))
    return written
