"""How far apart colours are, for eyes of every kind.

Contrast as WCAG 2.2 defines it. Colour blindness by the matrices of Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), at full severity,
in linear light. Distance as CIE76 in CIELAB with white point D65.
"""

from __future__ import annotations

import math
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

VISIONS: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((_luminance(one), _luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def distance(one: str, other: str, vision: str) -> float:
    return math.dist(_lab(_seen(one, vision)), _lab(_seen(other, vision)))


def _linear(colour: str) -> Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _seen(colour: str, vision: str) -> Triple:
    red, green, blue = (min(max(part, 0), 1) for part in _times(VISIONS[vision], _linear(colour)))
    return red, green, blue


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _lab(linear: Triple) -> Triple:
    white = _times(_XYZ, (1, 1, 1))
    x, y, z = (_curve(a / b) for a, b in zip(_times(_XYZ, linear), white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _curve(share: float) -> float:
    return math.cbrt(share) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
