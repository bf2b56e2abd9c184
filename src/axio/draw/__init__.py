"""A position as a picture: SVG for pages and notebooks, text for terminals."""

from .svg import svg
from .text import text

__all__ = ["svg", "text"]
