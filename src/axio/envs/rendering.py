"""Pictures of a game in progress: text for people and `ansi`, pixels for `rgb_array`."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt

from axio.draw.svg import svg
from axio.draw.text import text
from axio.extras import advice
from axio.rules import Malformed, Observation

MODES = ("ansi", "human", "rgb_array")
WIDTH, HEIGHT = 640, 480  # of every picture of pixels, so that a film can be made of them


def checked(mode: str | None) -> str | None:
    """The mode, if there is such a one."""
    if mode not in (None, *MODES):
        raise Malformed(f"{str(mode)[:40]!r} is not a way to render: expected one of {', '.join(MODES)}")
    return mode


def rendered(view: Observation, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """A view in a mode. `human` prints it."""
    if mode == "ansi":
        return text(view)
    if mode == "human":
        print(text(view))
    return pixels(view) if mode == "rgb_array" else None


def pixels(view: Observation) -> npt.NDArray[np.uint8]:
    """A view as rows of pixels, red, green and blue."""
    try:
        from PIL import Image
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as fault:
        raise ModuleNotFoundError(f"rgb_array needs {fault.name}: {advice('rl')}", name=fault.name) from fault
    drawn = Image.open(io.BytesIO(bytes(svg_to_bytes(svg_string=svg(view, width=WIDTH)))))
    drawn.thumbnail((WIDTH, HEIGHT))
    sheet = Image.new("RGB", (WIDTH, HEIGHT), "white")
    sheet.paste(drawn, ((WIDTH - drawn.width) // 2, (HEIGHT - drawn.height) // 2), drawn.convert("RGBA"))
    return np.asarray(sheet)
