"""The course of a game at the terminal: bots answer, people take turns, and everyone hears what happened."""

from __future__ import annotations

from .ending import ending
from .faults import sentence
from .match import Match
from .picture import legend, picture
from .primer import title
from .prompt import decide
from .screen import Screen
from .telling import told


class Play:
    """One game from the first question to the last word."""

    def __init__(self, match: Match, screen: Screen) -> None:
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
        say(f"{title(match.state.game)}: {_company(match.names)}{resumed}.", style="bold")
        if match.people:
            say("Only your lowest colour counts in the end. `help` tells what you can type.")
            say(legend(self.screen, match.state.game))

    def _turn(self, seat: int) -> None:
        """A person decides. Whatever the next person may not see is off the screen before they look."""
        if seat != self.sitting:
            self._hand_over(seat)
        self._draw(seat)
        decide(self.match, self.screen)
        self.heard = {hearer: min(ply, self.match.ply) for hearer, ply in self.heard.items()}

    def _hand_over(self, seat: int) -> None:
        if self.sitting is not None:
            self.screen.clear()
        self._news(seat)
        self.heard[self.sitting] = self.match.ply  # it was told before their eyes
        name = self.match.players[seat].name
        self.screen.ask(f"{name} is next: pass the keyboard, and press Enter when nobody else looks. ")
        self.sitting = seat

    def _news(self, hearer: int | None) -> None:
        """What a person has not heard yet; where people share a screen, as everyone may know it."""
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
        """Save, where a file was named. A full disk must not end the game."""
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
