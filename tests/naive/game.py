"""One game of any of the three kinds."""

from .dominoes import Axio, Hex
from .rota import Rota

KINDS: dict[str, type[Axio] | type[Rota] | type[Hex]] = {"axio": Axio, "rota": Rota, "hex": Hex}


class Game:
    def __init__(self, game: str, seats: int, seed: str) -> None:
        if game not in KINDS or seats not in (1, 2, 3, 4):
            raise ValueError(f"no game {game!r} for {seats} seats")
        self.game = game
        self.seats = seats
        self.seed = seed
        self.table = KINDS[game](seats, seed)

    def legal(self) -> set[str]:
        return self.table.legal()

    def play(self, text: str) -> None:
        self.table.play(text)

    def previews(self) -> dict[str, list[int]]:
        """The mover's scores right after each legal placement."""
        return self.table.previews()

    @property
    def scores(self) -> list[list[int]]:
        return [list(row) for row in self.table.scores]

    @property
    def racks(self) -> list[list[str]]:
        return [list(rack) for rack in self.table.racks]

    @property
    def stacks(self) -> list[list[str]]:
        """Face-down tiles of each seat, top first; the held tile is not among them."""
        return [list(stack) for stack in self.table.stacks]

    @property
    def bag(self) -> list[str]:
        return list(self.table.bag)

    @property
    def to_move(self) -> int | None:
        return self.table.to_move

    @property
    def over(self) -> bool:
        return self.table.ending is not None

    @property
    def ending(self) -> str | None:
        return self.table.ending

    @property
    def ranking(self) -> list[int] | None:
        return self.table.ranking()

    @property
    def winners(self) -> list[int] | None:
        ranking = self.ranking
        return None if ranking is None else [seat for seat, place in enumerate(ranking) if place == 1]

    @property
    def pyramids(self) -> list[str]:
        return self.table.pyramids()

    @property
    def asked(self) -> bool:
        return self.table.asked

    @property
    def owed(self) -> int:
        return self.table.owed
