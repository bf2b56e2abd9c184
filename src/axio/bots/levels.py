"""The ladder: the bots a person meets, from gentle to strong, each with a face. And the dial: the levels from
`sprout` to `master` in even steps."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Face:
    """What a picture of a bot is made of; how these look is the page's business."""

    colour: str  # a letter of the games' colours
    eyes: str  # round, sly, ringed, raised
    mouth: str  # smile, grin, line, small
    top: str  # on its head: leaf, tuft, cap, dots, net, crown


@dataclass(frozen=True, slots=True)
class Level:
    """A step of the ladder. What it is called and what it is like is said in each language."""

    name: str
    face: Face


LEVELS = (
    Level("sprout", Face("G", "round", "smile", "leaf")),
    Level("greedy", Face("O", "sly", "grin", "tuft")),
    Level("careful", Face("B", "ringed", "line", "cap")),
    Level("planner", Face("P", "raised", "small", "dots")),
    Level("net", Face("Y", "round", "line", "net")),
    Level("master", Face("R", "sly", "small", "crown")),
)


def face_of(name: str) -> Face | None:
    """The face of a bot by its plain name, if it is a level."""
    return next((level.face for level in LEVELS if level.name == name), None)


# The dial: for each game the blur of the levels between `sprout` and `master`. See bench/dial.py.
BLURS: dict[str, dict[int, float]] = {
    "axio": {2: 0.86, 3: 0.79, 4: 0.72, 5: 0.66, 6: 0.61, 7: 0.55, 8: 0.42, 9: 0.0},
    "hex": {2: 0.9, 3: 0.8, 4: 0.7, 5: 0.6, 6: 0.5, 7: 0.4, 8: 0.25, 9: 0.0},
    "rota": {2: 0.81, 3: 0.64, 4: 0.42, 5: 0.12},
}
NUMBERS = range(2, 10)  # of the levels that have no other name
# Elo with two seats, as the page of strengths has it; of any other game the first one's is the best guess.
RATINGS: dict[str, dict[str, int]] = {
    "axio": {"sprout": 720, "greedy": 1000, "careful": 1540, "net": 1800, "planner": 2070, "master": 2140},
    "hex": {"sprout": 750, "greedy": 1000, "careful": 1230, "net": 1480, "planner": 1500, "master": 1550},
    "rota": {"sprout": 840, "greedy": 1000, "careful": 1240, "net": 1310, "planner": 1370, "master": 1380},
}


def dial(game: str) -> tuple[str, ...]:
    """The bots of a game from level 1 to the top; nothing where the dial is not calibrated."""
    if game not in BLURS:
        return ()
    return ("sprout", *(f"level{number}" for number in BLURS[game]), "master")


def strength(bot: str, game: str) -> float | None:
    """How strong a bot is: 0 is `sprout`, 1 is `master`. None where nobody knows."""
    steps = dial(game)
    if bot in steps:
        return steps.index(bot) / (len(steps) - 1)
    ratings = RATINGS.get(game) or RATINGS["axio"]
    if bot not in ratings:
        return None
    low, high = ratings["sprout"], ratings["master"]
    return min(1.0, max(0.0, (ratings[bot] - low) / (high - low)))
