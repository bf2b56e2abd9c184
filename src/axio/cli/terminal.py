"""`axio terminal`: play in the terminal, alone, against bots, or with others at the same keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axio.rules import AxioError

from .beginning import USUAL_BOT, USUAL_GAME, Wanted, resumed, started
from .commands import Leave, save
from .faults import INTERRUPTED, sentence, undisturbed
from .manual import manual
from .match import Match
from .play import Play
from .screen import Screen
from .warming import warmed

HELP = manual(
    """Play in the terminal: alone, against bots, or with others at the same keyboard.

    Without options you play AXIO against one bot. Moves are typed as the game writes them; `help` at the
    prompt tells the rest. With --save the game is written to a file after every move; if the file holds an
    unfinished game, that game goes on.""",
    "axio terminal",
    "axio terminal --game rota --bot greedy --bot careful # against two bots",
    "axio terminal --game hex --seats 2 # two people",
    "axio terminal --seats 1 --seed sunday # solo",
    "axio terminal --save game.json # start a game, or go on with it",
)


def terminal(
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="axio, rota or hex.", show_default=USUAL_GAME)
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="1 to 4.", show_default="you and the bots")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot", metavar="NAME", help="A bot on a last seat; again for more.", show_default=USUAL_BOT
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The same seed deals the same game.", show_default="random"),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Keep the game there, or go on with it.")
    ] = None,
) -> None:
    screen = Screen()
    wanted = Wanted(game, seats, tuple(bots or ()), seed)
    match = resumed(wanted, file) if file is not None and Path(file).exists() else started(wanted, file)
    match.save()
    seated = [player.bot for player in match.players if player.bot is not None]
    warmed(seated, match.record.game, match.record.seats)
    try:
        _play(match, screen)
    except EOFError:
        _farewell(match, screen)
    except KeyboardInterrupt:
        with undisturbed():
            _farewell(match, screen)
        raise typer.Exit(INTERRUPTED) from None


def _play(match: Match, screen: Screen) -> None:
    try:
        Play(match, screen).run()
    except Leave:
        _offer_to_save(match, screen)


def _offer_to_save(match: Match, screen: Screen) -> None:
    """A game that nobody keeps can still be kept."""
    while match.file is None and match.ply:
        name = screen.ask("Save this game? A file name, or just Enter to let it go: ")
        if not name:
            break
        try:
            save(match, screen, name)
        except (AxioError, OSError) as fault:
            screen.say(f"Not saved: {sentence(fault)}.", style="red")
    _farewell(match, screen, fresh=True)


def _farewell(match: Match, screen: Screen, *, fresh: bool = False) -> None:
    """One line, on a line of its own."""
    if not fresh:
        print()
    match.save()
    resume = f"`axio terminal --save {match.file}` goes on with this game."
    screen.say(f"Until next time: {resume}" if match.file else "Until next time. This game is not saved.")
