"""A position of a record as data for board.html: what lies there, the rack, and what every placement scores.

python examples/board_data.py                   writes board.json
python examples/board_data.py RECORD PLY FILE   another position, for a page of your own
"""

from __future__ import annotations

import sys
from pathlib import Path

from axio.rules import read_record
from axio.web.material import board_data

HERE = Path(__file__).parent
RECORD, PLY, FILE = HERE / "board_record.json", 24, HERE / "board.json"


def written(record: Path = RECORD, ply: int = PLY) -> str:
    return board_data(read_record(record.read_text("utf-8")).state(ply))


if __name__ == "__main__":
    record, ply, file = sys.argv[1:] or (RECORD, PLY, FILE)
    Path(file).write_text(written(Path(record), int(ply)), encoding="utf-8")
