"""Positions as arrays: action numbers, masks, planes. Needs NumPy only."""

from .actions import action_of, legal_actions, move_of
from .layout import GridLayout, Layout, WindowLayout, layout
from .masks import expand, mask, mask_words, pack
from .planes import plane_names, planes, vector, vector_names

__all__ = [
    "GridLayout",
    "Layout",
    "WindowLayout",
    "action_of",
    "expand",
    "layout",
    "legal_actions",
    "mask",
    "mask_words",
    "move_of",
    "pack",
    "plane_names",
    "planes",
    "vector",
    "vector_names",
]
