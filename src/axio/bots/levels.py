"""The ladder: the bots a person meets, from gentle to strong, each with a face."""

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
