"""`net` and `master` choose on recorded positions what they chose when these were recorded."""

import json

import pytest

from . import recorded


@pytest.mark.parametrize("game", recorded.GAMES)
def test_choices_are_those_recorded(game: str) -> None:
    """A change in how a network is stored or run does not change a move."""
    before = json.loads(recorded.FILE.read_text())[game]
    now = recorded.choices(game)
    assert len(before) > 400
    assert now == before
