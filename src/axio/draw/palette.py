"""The colours of the light and the dark theme.

`tests/draw/test_palette.py` checks contrast and colour blindness.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

ThemeName: TypeAlias = Literal["light", "dark"]

# The tile and its symbols are the same in both themes.
TILE = "#17191D"
TILE_TOP = "#24272E"
TILE_FOOT = "#0F1114"
SYMBOLS = {"R": "#FA5360", "G": "#3EE7A9", "B": "#8BB4F4", "O": "#E48722", "P": "#B16CFF", "Y": "#FFE335"}

# Darker steps of the same hues, for symbols on ivory instead of on a tile.
ON_IVORY = {"R": "#F4004C", "G": "#05A16D", "B": "#084CAC", "O": "#D36B04", "P": "#BC50FF", "Y": "#584A00"}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture. Zones run from the central area outwards."""

    name: ThemeName
    table: tuple[str, str]  # under everything: in the light, and at the far corners
    board: tuple[str, str]  # a gradient, top and foot
    edge: str
    zones: tuple[str, ...]  # cells, zone by zone
    shade: str  # the shadow that the upper edge throws into a pressed-in cell
    light: str  # the light that the lower edge catches
    plate: str  # under a printed symbol
    inlays: Mapping[str, str]
    brass: str
    text: str
    muted: str
    card: tuple[str, str]
    groove: str
    lit: str  # behind the lowest track
    lit_text: str
    last: str
    pyramid: tuple[str, str]  # its bright and its shaded side
    shadow: float  # how dark shadows fall


LIGHT = Theme(
    name="light",
    table=("#DDCDAE", "#C4AF87"),
    board=("#F8F2E5", "#EEE4D0"),
    edge="#C9B994",
    zones=("#E7DCC5", "#DCCEB1", "#D0BF9C"),
    shade="#A8946B",
    light="#FFFDF6",
    plate="#FAF5E9",
    inlays=ON_IVORY,
    brass="#A98745",
    text="#2B2620",
    muted="#4F4233",
    card=("#FBF7ED", "#F3EBDB"),
    groove="#DED1B8",
    lit="#F6DFA6",
    lit_text="#6E4A00",
    last="#FFC44D",
    pyramid=("#FFFEFA", "#BFB093"),
    shadow=0.30,
)

DARK = Theme(
    name="dark",
    table=("#1D2026", "#121418"),
    board=("#2E343F", "#252A33"),
    edge="#454D5B",
    zones=("#454D5C", "#3B4351", "#333A46"),
    shade="#15181D",
    light="#596273",
    plate="#262B34",
    inlays=SYMBOLS,
    brass="#B5965A",
    text="#ECE7DC",
    muted="#A7ABB4",
    card=("#2C313B", "#252A33"),
    groove="#191C22",
    lit="#5A4A24",
    lit_text="#FFD98A",
    last="#FFC44D",
    pyramid=("#F4EFE4", "#8E8A80"),
    shadow=0.55,
)

THEMES: Mapping[str, Theme] = {"light": LIGHT, "dark": DARK}


def mix(over: str, under: str, share: float) -> str:
    """The colour of `over` laid on `under` with this opacity."""
    pairs = zip(_channels(over), _channels(under), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
