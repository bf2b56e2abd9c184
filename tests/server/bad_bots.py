"""Bots that break, lie, hang or talk too much."""

from __future__ import annotations

from pathlib import Path

# A package from elsewhere that brings bots, as any installed package may.
BOTS = '''
import os, time
from axio.bots import Chance, Choice, Reason
from axio.rules import parse_move

class Bad:
    version = 1
    def choose(self, observation, budget, key):
        if len(observation.board.tiles) < 6:
            return Chance().choose(observation, budget, key)
        return self.fail(observation, budget, key)

class Breaks(Bad):
    """raises"""
    name = "breaks"
    def fail(self, observation, *_): raise RuntimeError(f"no idea, holding {observation.rack}")

class Dies(Bad):
    """ends its process"""
    name = "dies"
    def fail(self, *_): os._exit(7)

class Hangs(Bad):
    """never answers"""
    name = "hangs"
    def fail(self, *_):
        while True: time.sleep(1)

class Cheats(Bad):
    """plays what is not allowed"""
    name = "cheats"
    def fail(self, *_): return Choice(parse_move("Yz1-Yz2"), (), Reason("only"))

class Chatters:
    """talks where the answers go"""
    name, version = "chatters", 1
    def choose(self, observation, budget, key):
        print("let me think")
        os.write(1, b"hm\\n")
        return Chance().choose(observation, budget, key)
'''
CLASSES = ("Breaks", "Dies", "Hangs", "Cheats", "Chatters")


def bad_bots(folder: Path) -> Path:
    """The folder as a place where that package is installed."""
    (folder / "badbots.py").write_text(BOTS)
    about = folder / "badbots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: badbots\nVersion: 1.0\n")
    points = "".join(f"{name.lower()} = badbots:{name}\n" for name in CLASSES)
    (about / "entry_points.txt").write_text(f"[axio.bots]\n{points}")
    return folder
