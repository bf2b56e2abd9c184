"""AXIO and hex AXIO: the course of the game."""

from . import hexes, squares
from .area import Area, Cell, name
from .board import Board, Placement
from .errors import Illegal
from .table import Table
from .tiles import FIVE, SIX, axio_tiles, domino, hex_tiles, in_order
from .track import AXIO_STOPS, SOLO_STOPS, Points, reached, take_steps


class Dominoes(Table):
    with_pyramids: bool
    full_rack: int

    def __init__(self, seats: int, seed: str, tiles: list[str], area: Area) -> None:
        super().__init__(seats, seed, tiles)
        self.solo = seats == 1
        self.stops = SOLO_STOPS if self.solo else AXIO_STOPS
        self.rack_size = 1 if self.solo else self.full_rack
        self.board = Board(area)
        self.placed = [0] * seats
        for seat in range(seats):
            self.refill(seat)

    def refill(self, seat: int) -> None:
        while len(self.racks[seat]) < self.rack_size and self.bag:
            self.racks[seat].append(self.draw())

    def pyramids(self) -> list[str]:
        return [name(cell) for cell in self.board.pyramids]

    # What may be played

    def legal(self) -> set[str]:
        if self.ending is not None:
            return set()
        return {"exchange", "keep"} if self.asked else set(self.placements())

    def placements(self) -> dict[str, Placement]:
        seat = self.mover()
        pairs = self.board.free_pairs() if self.placed[seat] else self.board.opening_pairs()
        tiles = set(self.racks[seat])
        ways = tiles | {tile[::-1] for tile in tiles}
        return {text(pair, way): Placement(pair, way) for pair in pairs for way in ways}

    def play(self, move: str) -> None:
        canonical = self.turned(move)
        if canonical not in self.legal():
            raise Illegal(f"{move!r} is not legal")
        if self.asked:
            self.answer(canonical)
        else:
            self.place(self.placements()[canonical])

    def turned(self, move: str) -> str:
        """The move with its halves the other way round, if that is legal."""
        halves = move.split("-")
        swapped = "-".join(reversed(halves))
        return swapped if len(halves) == 2 and swapped in self.legal() else move

    # What it scores

    def previews(self) -> dict[str, list[int]]:
        """The mover's scores after each legal placement; nothing is changed."""
        isolated: dict[tuple[Cell, Cell], list[Cell]] = {}  # the same whatever the colours
        found = {}
        for move, placement in self.placements().items():
            self.board.put(placement)
            if placement.cells not in isolated:
                isolated[placement.cells] = self.new_pyramids()
            found[move] = self.scores_after(placement, isolated[placement.cells])
            self.board.take_back(placement)
        return found

    def scores_after(self, placement: Placement, isolated: list[Cell]) -> list[int]:
        """The mover's scores, once the tile lies on the board."""
        one, two = self.board.halves(placement)
        pyramids = [self.board.pyramid_points(cell) for cell in isolated]
        return max(self.stepped([one, two, *pyramids]), self.stepped([two, one, *pyramids]), key=sorted)

    def stepped(self, steps: list[Points]) -> list[int]:
        return take_steps(self.scores[self.mover()], steps, self.colours, self.stops)

    def new_pyramids(self) -> list[Cell]:
        return self.board.isolated() if self.with_pyramids else []

    # What follows

    def place(self, placement: Placement) -> None:
        seat = self.mover()
        self.racks[seat].remove(domino(*placement.colours))
        self.placed[seat] += 1
        self.board.put(placement)
        isolated = self.new_pyramids()
        before, after = self.scores[seat], self.scores_after(placement, isolated)
        self.board.build_pyramids(isolated)
        self.scores[seat] = after
        self.owed = max(self.owed - 1, 0) + self.earned(before, after)
        self.after_scoring()

    def earned(self, before: list[int], after: list[int]) -> int:
        return 0 if self.solo else reached(before, after, self.stops[-1])

    def after_scoring(self) -> None:
        seat = self.mover()
        if self.at_top(seat):
            self.instant_winner = seat
            self.finish("instant")
        elif not self.board.free_pairs():
            self.finish("board")
        elif self.owed:
            if not self.racks[seat]:
                self.finish("board")
        elif not self.solo and not self.racks[self.next_seat()]:
            self.finish("board")
        elif self.may_exchange():
            self.asked = True
        else:
            self.end_turn()

    def may_exchange(self) -> bool:
        if self.solo or len(self.bag) < self.rack_size:
            return False
        scores = self.scores[self.mover()]
        lowest = [self.colours[i] for i, value in enumerate(scores) if value == min(scores)]
        return not any(colour in tile for colour in lowest for tile in self.racks[self.mover()])

    def answer(self, move: str) -> None:
        seat = self.mover()
        self.asked = False
        if move == "exchange":
            shown = self.racks[seat]
            self.racks[seat] = [self.draw() for _ in range(self.rack_size)]
            self.bag = in_order(self.bag + shown)
        self.end_turn()

    def end_turn(self) -> None:
        """Refill (after an exchange the rack is full already) and pass on."""
        self.refill(self.mover())
        self.to_move = self.next_seat()
        if not self.racks[self.to_move]:
            self.finish("board")


class Axio(Dominoes):
    colours = FIVE
    with_pyramids = True
    full_rack = 5

    def __init__(self, seats: int, seed: str) -> None:
        super().__init__(seats, seed, axio_tiles(), squares.area(seats))


class Hex(Dominoes):
    colours = SIX
    with_pyramids = False
    full_rack = 6

    def __init__(self, seats: int, seed: str) -> None:
        super().__init__(seats, seed, hex_tiles(), hexes.area(seats))


def text(pair: tuple[Cell, Cell], colours: str) -> str:
    return f"{colours[0]}{name(pair[0])}-{colours[1]}{name(pair[1])}"
