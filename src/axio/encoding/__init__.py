"""Positions as arrays: action numbers, masks, planes. Needs NumPy only."""

from .actions import action_of, expand, legal_actions, mask, mask_words, move_of, pack
from .layout import GridLayout, Layout, WindowLayout, layout
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
