"""AXIO rota: the course of the game."""

from dataclasses import dataclass

from .display import Display, Spot
from .errors import Illegal
from .table import Table
from .tiles import EMPTY, FIVE, rota_tiles, rotations
from .track import ROTA_STOPS, reached, take_step

STACK = 12


@dataclass(frozen=True)
class Laying:
    spot: Spot
    corners: str
    named: str  # a colour, or nothing


class Rota(Table):
    colours = FIVE
    stops = ROTA_STOPS

    def __init__(self, seats: int, seed: str) -> None:
        super().__init__(seats, seed, rota_tiles())
        self.display = Display()
        self.display.open_with([self.draw() for _ in range(4)])
        for seat in range(seats):
            self.stacks[seat] = [self.draw() for _ in range(STACK)]
        for seat in range(seats):
            self.lift(seat)

    def lift(self, seat: int) -> None:
        """Hold the top tile of the own stack, if there is one."""
        if self.stacks[seat]:
            self.racks[seat] = [self.stacks[seat].pop(0)]

    def pyramids(self) -> list[str]:
        return []

    def legal(self) -> set[str]:
        return set() if self.ending is not None else set(self.layings())

    def layings(self) -> dict[str, Laying]:
        (held,) = self.racks[self.mover()]
        found = {}
        for spot in self.display.free_spots():
            for corners in rotations(held):
                for named in self.names(spot, corners):
                    laying = Laying(spot, corners, named)
                    found[text(laying)] = laying
        return found

    def names(self, spot: Spot, corners: str) -> list[str]:
        """The colours that can be named there, or only nothing."""
        if EMPTY in corners and self.display.circle(spot, corners.index(EMPTY)):
            return list(self.colours)
        return [""]

    def play(self, move: str) -> None:
        if move not in self.legal():
            raise Illegal(f"{move!r} is not legal")
        self.lay(self.layings()[move])

    def previews(self) -> dict[str, list[int]]:
        return {move: self.scores_with(laying) for move, laying in self.layings().items()}

    def scores_with(self, laying: Laying) -> list[int]:
        points = self.display.points(laying.spot, laying.corners, laying.named)
        return take_step(self.scores[self.mover()], points, self.colours, self.stops)

    def lay(self, laying: Laying) -> None:
        seat = self.mover()
        before, after = self.scores[seat], self.scores_with(laying)
        self.display.tiles[laying.spot] = laying.corners
        self.racks[seat] = []
        self.scores[seat] = after
        self.owed = max(self.owed - 1, 0) + reached(before, after, self.stops[-1])
        self.after_scoring()

    def after_scoring(self) -> None:
        seat = self.mover()
        if self.at_top(seat):
            self.instant_winner = seat
            self.finish("instant")
        elif self.owed and self.bag:
            self.racks[seat] = [self.draw()]
        else:
            self.owed = 0
            self.end_turn()

    def end_turn(self) -> None:
        self.lift(self.mover())
        self.to_move = self.next_seat()
        if not any(self.racks):
            self.finish("stacks")


def text(laying: Laying) -> str:
    place = f"{laying.corners}@{laying.spot[0]},{laying.spot[1]}"
    return f"{place}={laying.named}" if laying.named else place
