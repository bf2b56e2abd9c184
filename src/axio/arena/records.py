"""The games of a match as records, one file each."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from axio.bots import label

from .match import Match, Played


def record_name(match: Match, played: Played) -> str:
    """A file name no other match uses: the same match writes the same files again."""
    parts = [match.game, match.seed, *map(str, match.budgets), *map(label, match.bots)]
    mark = sha256("\n".join(parts).encode()).hexdigest()[:8]
    number = played.deal * match.seats + played.rotation
    return f"{match.game}-{match.seats}-{mark}-{number:06}.json"


def write_record(folder: Path, match: Match, played: Played) -> Path:
    """Write one game into a folder that is there."""
    path = folder / record_name(match, played)
    path.write_text(played.record.text() + "\n", encoding="utf-8")
    return path
