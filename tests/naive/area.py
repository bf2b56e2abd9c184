"""A play area: which cells it has, which way one may look, and what is printed on it."""

from dataclasses import dataclass

Cell = tuple[int, int]  # column and row, both from 1


@dataclass(frozen=True)
class Area:
    cells: list[Cell]
    steps: list[Cell]
    printed: dict[Cell, str]

    def neighbours(self, cell: Cell) -> list[Cell]:
        around = [move(cell, step) for step in self.steps]
        return [other for other in around if other in self.cells]


def move(cell: Cell, step: Cell) -> Cell:
    return cell[0] + step[0], cell[1] + step[1]


def name(cell: Cell) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[cell[0] - 1] + str(cell[1])
