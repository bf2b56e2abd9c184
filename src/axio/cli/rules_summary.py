"""The rules in short, for a person at the terminal: from what a game's board and supply are like."""

from __future__ import annotations

from collections.abc import Iterator

from axio.rules import Game
from axio.rules.board import DominoBoard
from axio.rules.display import Display

EXCHANGE = (
    "If none of the tiles left after your turn shows any of your lowest colours, you may exchange them: "
    "everybody sees them, and you draw a full rack."
)
FIRST = "Your first tile goes beside a printed symbol that has no tile at its sides yet."
LOOKING = {4: "looks up, down, left and right", 6: "looks along its six directions"}
DOMINOES = (
    "Lay a tile on two empty neighbouring cells. Each half {looks}, but not across its other half, and "
    "scores a point for each symbol of its own colour in an unbroken row."
)
PYRAMID = (
    "An empty cell that is shut in on all {sides} sides gets a pyramid: a point for each symbol beside it, "
    "in that symbol's colour."
)
SQUARES = (
    "Lay your tile, turned as you like, beside a tile of the display. Each corner scores a point for every "
    "other corner at the same point that shows its colour, the diagonal one too.",
    "An empty corner scores in a colour that you name, wherever it meets other corners. It stays empty, and "
    "scores for nobody later.",
)
DOMINO_NOTATION = (
    "Moves are typed like Re4-Bf4: red on e4, blue on f4. Shorter: `2 e4 f4` lays tile 2 of your rack, its "
    "first half on e4; `2 e4` lists what tile 2 can do there."
)
SQUARE_NOTATION = (
    "Moves are typed like RG.P@2,-1: the corners clockwise from the top left, a dot for the empty one, "
    "then the place. Where the empty corner meets others, =B at the end names its colour. Shorter: "
    "`2,-1` lists what your tile can do there."
)


def notation(game: Game) -> str:
    """How a move of this game is typed."""
    if isinstance(game.board, DominoBoard):
        return DOMINO_NOTATION
    return SQUARE_NOTATION if isinstance(game.board, Display) else ""


def _laying(game: Game) -> Iterator[str]:
    """What one lays and what it scores; for a board of a new kind, what the game itself says."""
    board = game.board
    if isinstance(board, DominoBoard):
        sides = len(board.grid.directions)
        yield DOMINOES.format(looks=LOOKING.get(sides, "looks in every direction"))
        if board.stock:
            yield PYRAMID.format(sides={4: "four", 6: "six"}.get(sides, sides))
        if board.grid.printed:
            yield FIRST
    elif isinstance(board, Display):
        yield from SQUARES
    else:
        yield from (text for key, text in game.texts.get("en", {}).items() if key.startswith("rules."))


def primer(game: Game) -> Iterator[str]:
    """The rules of a game, one paragraph at a time."""
    yield from _laying(game)
    yield _track(game)
    if game.bonus:
        yield f"A colour that comes to {game.end} is an axio: you place another tile at once."
    if game.supply.exchanges:
        yield EXCHANGE
    if game.seats > 1:
        yield f"Whoever brings every colour to {game.end} wins at once."
    yield "In the end only your lowest colour counts; where that is level, the next lowest, and so on."


def _track(game: Game) -> str:
    if len(game.stops) == 1:
        return f"Each colour goes up to {game.end}; points beyond that are lost."
    half = game.stops[0]
    return f"Each colour goes up to {game.end}. Points that would carry it past {half} stop at {half} first."
