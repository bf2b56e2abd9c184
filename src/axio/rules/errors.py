"""The three ways an input can be wrong: not well-formed, against the rules, or not yours to give."""

from __future__ import annotations

REASONS = {
    "game_over": "the game is over: no move follows",
    "choose_first": "exchange or keep must be chosen first: expected `exchange` or `keep`",
    "nothing_to_choose": "nothing is being asked here: expected a placement, not `{move}`",
    "not_on_rack": "tile {tile} is not on the rack: expected one of {rack}",
    "wrong_shape": "`{move}` does not fit this board: expected a placement like `{example}`",
    "off_board": "{cell} is not on this board",
    "printed": "{cell} is a printed space: a tile needs two empty spaces",
    "occupied": "{cell} is not empty",
    "not_adjacent": "{first} and {second} are not neighbours: a tile needs two adjacent spaces",
    "first_touch": "a seat's first tile must lie beside a printed space",
    "first_claimed": "the printed space {cell} has a tile beside it: a first tile needs one of its own",
    "not_connected": "{cell} shares no side with the display",
    "name_missing": "the empty corner meets other corners: expected a colour named, as in `{move}=R`",
    "name_needless": "no colour is named here: expected `{move}` without `=`",
    "unknown_colour": "{colour} is not a colour of this game: expected one of {colours}",
}


class AxioError(ValueError):
    """Whatever is wrong with an input; its text is one sentence for a person."""


class Malformed(AxioError):
    """The input is not what it claims to be: not a move, not a record, not a position."""


class IllegalMove(AxioError):
    """A well-formed move that the rules do not allow here. `reason` and `values` can be translated."""

    def __init__(self, reason: str, number: int | None = None, **values: object) -> None:
        self.reason = reason
        self.values = values
        self.number = number
        text = REASONS[reason].format(**values)
        super().__init__(text if number is None else f"move {number}: {text}")

    def at(self, number: int) -> IllegalMove:
        """The same fault, as the `number`-th move of a record."""
        return IllegalMove(self.reason, number, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return _illegal_move, (self.reason, self.number, self.values)


class Refused(AxioError):
    """A sound request from someone who may not make it, or too late."""


def _illegal_move(reason: str, number: int | None, values: dict[str, object]) -> IllegalMove:
    return IllegalMove(reason, number, **values)
