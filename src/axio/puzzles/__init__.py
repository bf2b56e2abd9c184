"""Puzzles: positions from bots' games in which one move is clearly best, found and checked by search.

Reading puzzles needs the rules alone; what finds and checks them is in `mining` and needs the compiled
kernel. See docs/programmers/puzzles.md.
"""

from .model import MARGIN, Puzzle, PuzzleSet, read_puzzles, shipped, write_puzzles

__all__ = ["MARGIN", "Puzzle", "PuzzleSet", "read_puzzles", "shipped", "write_puzzles"]
