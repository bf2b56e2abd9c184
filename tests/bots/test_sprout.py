"""The bot `sprout`: it errs, and as a person does."""

from __future__ import annotations

import pytest

from axio.bots import USUAL, make
from axio.bots.sprout import Sprout
from axio.rules import Malformed, Place, deal
from tests.bots.games import views


def test_it_looks_at_a_part_of_the_board() -> None:
    """With a short reach the moves it weighs lie close together; with a long one they do not."""
    view = deal("axio", 2, "near").observe(0)
    for reach, near in ((0.01, True), (1000.0, False)):
        rows = [
            len({move.at[0] for move in _weighed(Sprout(reach=reach), view, number)}) for number in range(8)
        ]
        assert (max(rows) == 1) is near


def _weighed(bot: Sprout, view: object, number: int) -> list[Place]:
    choice = bot.choose(view, USUAL, bytes([number]))  # type: ignore[arg-type]
    return [each.move for each in choice.candidates if isinstance(each.move, Place)]


def test_without_memory_it_counts_points_whatever_their_colour() -> None:
    """Forgetful, free of whims and seeing everything, it takes the most points of its marks."""
    bot = Sprout(reach=1e9, whim=0.0, memory=0.0)
    for view in views("axio", 2, "pretty")[4:20:5]:
        if not view.asked:
            values = [each.value for each in bot.choose(view, USUAL, b"key").candidates]
            assert values[0] == max(values) == int(values[0])


def test_options_are_checked() -> None:
    """Numbers that make no sense are refused in a sentence."""
    with pytest.raises(Malformed, match="expected a reach above 0"):
        make("sprout:reach=0")
