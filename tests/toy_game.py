"""Two small games of dominoes, each a maker and its texts: all that a game of a fourth box needs.

Tests register them, or install this file alone as a package of its own.
"""

from axio.rules import Cell, Game
from axio.rules.board import DominoBoard
from axio.rules.grid import grid
from axio.rules.supply import BagSupply
from axio.rules.tiles import dominoes

COLOURS = "RGB"
SQUARES = ((1, 0), (0, 1), (-1, 0), (0, -1))
HEXAGONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

TEXTS = {
    "en": {
        "welcome": "Three colours on a board as small as a patch of cloth.",
        "rules.aim": "Three colours rise from 0 to 4. At the end only your lowest colour counts.",
        "rules.turn": "Put one of your two tiles on two empty neighbouring spaces, score it, and draw one.",
    },
    "de": {
        "welcome": "Drei Farben auf einem Brett, so klein wie ein Stück Stoff.",
        "rules.aim": "Drei Farben steigen von 0 auf 4. Am Ende zählt nur deine niedrigste Farbe.",
        "rules.turn": "Lege einen deiner zwei Steine auf zwei leere Nachbarfelder, werte ihn und ziehe nach.",
    },
    "nl": {
        "welcome": "Drie kleuren op een bord zo klein als een lapje stof.",
        "rules.aim": "Drie kleuren stijgen van 0 naar 4. Aan het eind telt alleen je laagste kleur.",
        "rules.turn": "Leg een van je twee tegels op twee lege buurvakken, scoor hem en trek een nieuwe.",
    },
}


def made(name: str, seats: int, board: DominoBoard) -> Game:
    return Game(
        name=name,
        title=name.capitalize(),
        texts=TEXTS,
        seats=seats,
        colours=COLOURS,
        tiles=dominoes(COLOURS, pairs=5, doubles=3),
        board=board,
        supply=BagSupply(rack=2 if seats > 1 else 1, exchanges=seats > 1),
        stops=(4,) if seats > 1 else (4, 8),
        bonus=seats > 1,
        ending="board",
    )


def patch(seats: int) -> Game:
    """Five by five squares with three colours, printed in the middle of the sides, and two pyramids."""
    cells = (Cell(column, row) for column in range(1, 6) for row in range(1, 6))
    printed = {Cell(3, 5): "R", Cell(5, 3): "G", Cell(3, 1): "B", Cell(1, 3): "R"}
    return made("patch", seats, DominoBoard.empty(grid(cells, SQUARES, printed), 2))


def comb(seats: int) -> Game:
    """Hexagons of side three, printed at four corners, with pyramids as hex AXIO has none."""
    cells = (Cell(column, row) for column in range(1, 6) for row in range(1, 6) if 3 < column + row < 9)
    printed = {Cell(1, 5): "R", Cell(3, 5): "G", Cell(5, 1): "B", Cell(3, 1): "R"}
    return made("comb", seats, DominoBoard.empty(grid(cells, HEXAGONS, printed), 3))
