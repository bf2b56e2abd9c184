"""What all three games have on the table."""

from .draws import Draws
from .ranking import places


class Table:
    colours: str
    stops: list[int]

    def __init__(self, seats: int, seed: str, tiles: list[str]) -> None:
        self.seats = seats
        self.draws = Draws(seed)
        self.bag = tiles
        self.scores = [[0] * len(self.colours) for _ in range(seats)]
        self.racks: list[list[str]] = [[] for _ in range(seats)]
        self.stacks: list[list[str]] = [[] for _ in range(seats)]
        self.to_move: int | None = 0
        self.ending: str | None = None
        self.instant_winner: int | None = None
        self.asked = False
        self.owed = 0

    def draw(self) -> str:
        return self.draws.take(self.bag)

    def mover(self) -> int:
        assert self.to_move is not None
        return self.to_move

    def next_seat(self) -> int:
        return (self.mover() + 1) % self.seats

    def finish(self, ending: str) -> None:
        self.ending = ending
        self.to_move = None
        self.asked = False
        self.owed = 0

    def at_top(self, seat: int) -> bool:
        return all(value == self.stops[-1] for value in self.scores[seat])

    def ranking(self) -> list[int] | None:
        return None if self.ending is None else places(self.scores, self.instant_winner)
