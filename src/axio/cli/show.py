"""`axio show`: draw a saved game in the terminal or as an SVG."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Annotated

import typer

from axio.draw.palette import ThemeName
from axio.draw.svg import svg
from axio.draw.terminal import inert
from axio.rules import Malformed, Place, Record

from .command import manual
from .local_game import ROOM
from .narration import ending, picture, told
from .record_files import STANDARD, load_named, write
from .screen import Screen

HELP = manual(
    """Draw a saved game: in the terminal, or as an SVG picture.

    With --seat it shows only what that seat may know: its own rack and no other.""",
    "axio show game.json",
    "axio show game.json --ply 12 --seat 0",
    "axio show game.json --svg game.svg --theme dark",
    "axio show game.json --svg - > game.svg",
)


def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; `-` is standard input.")],
    ply: Annotated[
        int | None,
        typer.Option(metavar="N", help="The position after this many moves.", show_default="all of them"),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--svg", metavar="OUT", help="Write an SVG; `-` is standard output.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="What this seat may know, with its rack; the first is 0.")
    ] = None,
    theme: Annotated[ThemeName, typer.Option(help="The theme of the SVG.")] = "light",
) -> None:
    record = load_named(file)
    snapshot = Snapshot(
        record, _chosen("ply", ply, len(record.moves)), _chosen("seat", seat, record.seats - 1)
    )
    if out is None:
        snapshot.tell(Screen())
    elif out == STANDARD:
        sys.stdout.buffer.write(snapshot.drawn(theme).encode() + b"\n")
    else:
        write(out, snapshot.drawn(theme) + "\n")


def _chosen(what: str, number: int | None, most: int) -> int | None:
    if number is not None and not 0 <= number <= most:
        raise Malformed(f"there is no {what} {number} in this game: expected 0 to {most}")
    return number


class Snapshot:
    """A game after some of its moves, as one seat may see it; None is a spectator."""

    def __init__(self, record: Record, ply: int | None, viewer: int | None) -> None:
        self.record = record
        self.viewer = viewer
        self.steps = list(islice(record.steps(), ply))
        self.view = (self.steps[-1].after if self.steps else record.opening).observe(viewer)
        self.names = [name_at(record, seat, len(self.steps)) for seat in range(record.seats)]
        self.last = next((s.move for s in reversed(self.steps) if isinstance(s.move, Place)), None)

    def drawn(self, theme: ThemeName) -> str:
        """The position as an SVG."""
        return svg(self.view, theme=theme, last=self.last, seat=self.viewer, names=self.names)

    def tell(self, screen: Screen) -> None:
        """Print the last move, the board, and who is to move or who won."""
        ply, moves = len(self.steps), len(self.record.moves)
        screen.say(f"{self.view.game.title}, after {ply} of {moves} moves", style="bold")
        for step in self.steps[-1:]:
            for line in told(step, self.viewer, self.names):
                screen.say(line)
        screen.say()
        picture(screen, self.view, last=self.last, names=self.names)
        outcome = self.record.outcome if ply == moves else None
        if outcome is not None:
            screen.say()
            for line in ending(outcome, self.view.tracks, self.names):
                screen.say(line)
        else:
            screen.say(f"{self.names[self.view.seat]} is to move.")


def name_at(record: Record, seat: int, ply: int) -> str:
    """Who played a seat at that ply."""
    played = record.players[seat] if record.players else ()
    name = next((each.name for each in reversed(played) if each.since <= ply), "")
    return inert(name, ROOM) or f"Seat {seat}"
