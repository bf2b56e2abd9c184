"""`axio terminal`: play in the terminal, alone, against bots, or with others at the same keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from axio.rules import AxioError

from .command import INTERRUPTED, any_game, manual, sentence, undisturbed
from .local_game import USUAL_BOT, USUAL_GAME, LocalGame, Wanted, resumed, started
from .narration import ending, legend, picture, told
from .progress import warmed
from .prompt import Quit, decide, save
from .screen import Screen

HELP = manual(
    """Play in the terminal: alone, against bots, or with others at the same keyboard.

    Without options you play AXIO against one bot. Moves are typed as the game writes them; `help` at the
    prompt lists what else you can type. With --save the game is written to a file after every move; if the
    file holds an unfinished game, you continue it.""",
    "axio terminal",
    "axio terminal --game rota --bot greedy --bot careful # against two bots",
    "axio terminal --game hex --seats 2 # two people",
    "axio terminal --seats 1 --seed sunday # solo",
    "axio terminal --save game.json # start a game, or continue it",
)


def terminal(
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help=any_game(), show_default=USUAL_GAME)
    ] = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help="1 to 4.", show_default="you and the bots")
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="A bot on one of the last seats. Repeat for more.",
            show_default=USUAL_BOT,
        ),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="The same seed deals the same game.", show_default="random"),
    ] = None,
    file: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Save the game there, or continue it.")
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


def _play(match: LocalGame, screen: Screen) -> None:
    try:
        TerminalPlay(match, screen).run()
    except Quit:
        _offer_to_save(match, screen)


def _offer_to_save(match: LocalGame, screen: Screen) -> None:
    """Offer to save a game that has no file."""
    while match.file is None and match.ply:
        name = screen.ask("Save this game? A file name, or just Enter to let it go: ")
        if not name:
            break
        try:
            save(match, screen, name)
        except (AxioError, OSError) as fault:
            screen.say(f"Not saved: {sentence(fault)}.", style="red")
    _farewell(match, screen, fresh=True)


def _farewell(match: LocalGame, screen: Screen, *, fresh: bool = False) -> None:
    """Say goodbye, and how to continue the game."""
    if not fresh:
        print()
    match.save()
    resume = f"`axio terminal --save {match.file}` goes on with this game."
    screen.say(f"Until next time: {resume}" if match.file else "Until next time. This game is not saved.")


class TerminalPlay:
    """The course of one game: bots answer, people take turns, and everyone is told what happened."""

    def __init__(self, match: LocalGame, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.shared = len(match.people) > 1
        self.sitting = None if self.shared else next(iter(match.people), None)
        self.heard: dict[int | None, int] = dict.fromkeys((None, *match.people), match.ply)

    def run(self) -> None:
        match = self.match
        self._welcome()
        while not match.state.over:
            self._keep()
            seat = match.state.seat
            bot = match.players[seat].bot
            if bot is None:
                self._turn(seat)
            else:
                match.play(match.bot_move(bot))
            if not self.shared or match.state.seat == self.sitting:
                self._news(self.sitting)
        self._keep()
        self._news(self.sitting)
        self._finish()

    def _welcome(self) -> None:
        match, say = self.match, self.screen.say
        resumed = f", going on after {match.ply} moves" if match.ply else ""
        say(f"{match.state.game.title}: {_company(match.names)}{resumed}.", style="bold")
        if match.people:
            say("Only your lowest colour counts in the end. `help` tells what you can type.")
            say(legend(self.screen, match.state.game))

    def _turn(self, seat: int) -> None:
        """Let a person decide. What they may not see is off the screen before they look."""
        if seat != self.sitting:
            self._change_player(seat)
        self._draw(seat)
        decide(self.match, self.screen)
        self.heard = {hearer: min(ply, self.match.ply) for hearer, ply in self.heard.items()}

    def _change_player(self, seat: int) -> None:
        if self.sitting is not None:
            self.screen.clear()
        self._news(seat)
        self.heard[self.sitting] = self.match.ply  # they saw it on the screen
        name = self.match.players[seat].name
        self.screen.ask(f"{name} is next: pass the keyboard, and press Enter when nobody else looks. ")
        self.sitting = seat

    def _news(self, hearer: int | None) -> None:
        """Tell a person the moves since they last looked. On a shared screen, tell only what is public."""
        match = self.match
        for step in match.steps[self.heard[hearer] :]:
            for line in told(step, None if self.shared else hearer, match.names):
                self.screen.say(line)
        self.heard[hearer] = match.ply

    def _draw(self, viewer: int | None) -> None:
        match = self.match
        self.screen.say()
        picture(self.screen, match.state.observe(viewer), last=match.last, names=match.names)

    def _keep(self) -> None:
        """Save the game if it has a file. A full disk must not end the game."""
        try:
            self.match.save()
        except OSError as fault:
            self.screen.say(f"Not saved: {sentence(fault)}.", style="red")

    def _finish(self) -> None:
        state = self.match.state
        assert state.outcome is not None
        self._draw(None if self.shared else self.sitting)
        self.screen.say()
        for line in ending(state.outcome, state.tracks, self.match.names):
            self.screen.say(line)


def _company(names: list[str]) -> str:
    if len(names) == 1:
        return "you alone"
    return f"{names[0]} against {' and '.join(names[1:])}"
