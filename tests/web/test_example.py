"""The example of a board on a page of its own."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location

from .node import ROOT

FOLDER = ROOT / "examples"


def test_the_data_of_the_board_is_fresh() -> None:
    """What board.html shows is what the rules say of its record now."""
    spec = spec_from_file_location("board_data", FOLDER / "board_data.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.FILE.read_text("utf-8") == module.written(), "run python examples/board_data.py"
