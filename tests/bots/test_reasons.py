"""Budgets and reasons: small values that say themselves."""

import string

import pytest

from axio.bots import Reason, Time, Work
from axio.bots.reasons import ENGLISH, scoring_reason
from axio.rules import Malformed, game


def test_budgets_are_positive() -> None:
    """A budget of nothing is refused, and so is one without end."""
    assert (str(Work(1000)), str(Time(0.5))) == ("work 1000", "0.5 s")
    for amount in (0, -5):
        with pytest.raises(Malformed, match="expected at least 1"):
            Work(amount)
    for seconds in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(Malformed, match="expected seconds above 0"):
            Time(seconds)


def test_reasons_name_colours() -> None:
    """Letters become the names of colours, so that a person reads words; an unknown key stands for itself."""
    assert Reason("lowest", {"colours": "RY", "before": 1, "after": 2}).text == (
        "the lowest colour, red and yellow, rises from 1 to 2"
    )
    assert Reason("a {strange} key").text == "a {strange} key"


@pytest.mark.parametrize("key", ENGLISH)
def test_every_template_can_be_filled(key: str) -> None:
    """The table holds whole clauses, and every field in it is a plain name."""
    fields = [field for _, field, _, _ in string.Formatter().parse(ENGLISH[key]) if field is not None]
    assert all(field.isidentifier() for field in fields)
    assert Reason(key, dict.fromkeys(fields, 3)).text == ENGLISH[key].format_map(dict.fromkeys(fields, 3))


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ((3, 3, 3, 3, 3), (3, 3, 3, 3, 3), "nothing scores: this spoils least"),
        ((3, 4, 5, 6, 7), (4, 4, 5, 6, 7), "the lowest colour, red, rises from 3 to 4"),
        ((3, 4, 5, 6, 7), (3, 6, 5, 7, 7), "it scores 3 in green and orange"),
        (
            (3, 4, 5, 17, 7),
            (3, 4, 5, 18, 7),
            "orange comes to the end of its track, which earns another placement",
        ),
        ((18, 18, 18, 17, 18), (18,) * 5, "it completes every colour and ends the game"),
    ],
)
def test_scores_give_the_reason(before: tuple[int, ...], after: tuple[int, ...], sentence: str) -> None:
    """The reason for a placement is the most telling thing it does."""
    assert str(scoring_reason(game("axio", 2), before, after)) == sentence
