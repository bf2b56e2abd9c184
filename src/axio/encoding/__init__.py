"""Positions as arrays: action numbers, masks, planes. Needs NumPy only."""

from .actions import action_of, expand, legal_actions, mask, mask_words, move_of, pack
from .choices import MOVE_NAMES, action_table, choice_count, choice_of, chosen_move
from .layout import GridLayout, Layout, WindowLayout, layout
from .planes import lists, plane_names, planes, spot_names, tile_names, vector, vector_names

__all__ = [
    "MOVE_NAMES",
    "GridLayout",
    "Layout",
    "WindowLayout",
    "action_of",
    "action_table",
    "choice_count",
    "choice_of",
    "chosen_move",
    "expand",
    "layout",
    "legal_actions",
    "lists",
    "mask",
    "mask_words",
    "move_of",
    "pack",
    "plane_names",
    "planes",
    "spot_names",
    "tile_names",
    "vector",
    "vector_names",
]
