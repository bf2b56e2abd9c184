"""The rules in short, for a person at the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from axio.rules import Game

TITLES = {"axio": "AXIO", "rota": "AXIO rota", "hex": "hex AXIO"}
EXCHANGE = (
    "If none of the tiles left after your turn shows any of your lowest colours, you may exchange them: "
    "everybody sees them, and you draw a full rack."
)
FIRST = "Your first tile goes beside a printed symbol that has no tile at its sides yet."

# For each game its own rules: laying and scoring, then what holds only with several seats.
RULES = {
    "axio": (
        [
            "Lay a tile on two empty neighbouring cells. Each half looks up, down, left and right, but not "
            "across its other half, and scores a point for each symbol of its own colour in an unbroken row.",
            "An empty cell that is shut in on all four sides gets a pyramid: a point for each symbol beside "
            "it, in that symbol's colour.",
            FIRST,
        ],
        [EXCHANGE],
    ),
    "rota": (
        [
            "Lay your tile, turned as you like, beside a tile of the display. Each corner scores a "
            "point for every other corner at the same point that shows its colour, the diagonal one too.",
            "An empty corner scores in a colour that you name, wherever it meets other corners. It stays "
            "empty, and scores for nobody later.",
        ],
        [],
    ),
    "hex": (
        [
            "Lay a tile on two empty neighbouring cells. Each half looks along its six directions, but not "
            "across its other half, and scores a point for each symbol of its own colour in an unbroken row.",
            FIRST,
        ],
        [EXCHANGE],
    ),
}


DOMINOES = (
    "Moves are typed like Re4-Bf4: red on e4, blue on f4. Shorter: `2 e4 f4` lays tile 2 of your rack, its "
    "first half on e4; `2 e4` lists what tile 2 can do there."
)
NOTATIONS = {
    "axio": DOMINOES,
    "rota": (
        "Moves are typed like RG.P@2,-1: the corners clockwise from the top left, a dot for the empty one, "
        "then the place. Where the empty corner meets others, =B at the end names its colour. Shorter: "
        "`2,-1` lists what your tile can do there."
    ),
    "hex": DOMINOES,
}


def title(game: Game) -> str:
    """The name of a game as its box writes it."""
    return TITLES.get(game.name, game.name)


def notation(game: Game) -> str:
    """How a move of this game is typed."""
    return NOTATIONS.get(game.name, "")


def primer(game: Game) -> Iterator[str]:
    """The rules of a game, one paragraph at a time."""
    alone, together = RULES.get(game.name, ([], []))
    yield from alone
    yield _track(game)
    if game.bonus:
        yield f"A colour that comes to {game.end} is an axio: you place another tile at once."
    if game.seats > 1:
        yield from together
        yield f"Whoever brings every colour to {game.end} wins at once."
    yield "In the end only your lowest colour counts; where that is level, the next lowest, and so on."


def _track(game: Game) -> str:
    if len(game.stops) == 1:
        return f"Each colour goes up to {game.end}; points beyond that are lost."
    half = game.stops[0]
    return f"Each colour goes up to {game.end}. Points that would carry it past {half} stop at {half} first."
