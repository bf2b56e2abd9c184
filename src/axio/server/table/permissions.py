"""What a person may do at a table now, beside playing a move."""

from __future__ import annotations

from typing import Literal, TypeAlias

from axio.server.identity.cookies import Person

from .table import IMPORTED, Table
from .wishes import STOP

Permission: TypeAlias = Literal["resign", "leave", "back", "stop", "hint", "prepare", "rematch"]


def allowed(table: Table, person: Person | None) -> list[Permission]:
    if table.closed:
        return ["rematch"] if may_rematch(table, person) else []
    able: dict[Permission, bool] = {
        "resign": may_resign(table, person),
        "leave": may_leave(table, person),
        "back": table.left_seat(person) is not None,
        "stop": may_stop(table, person),
        "hint": bool(table.seats_of(person)) and table.may_hint(),
        "prepare": waiting_seat(table, person) is not None,
    }
    return [what for what, may in able.items() if may]


def may_resign(table: Table, person: Person | None) -> bool:
    return len(table.chairs) > 1 and bool(table.seats_of(person))


def may_leave(table: Table, person: Person | None) -> bool:
    """With two seats the game waits; a rated one is played to the end or given up."""
    return len(table.chairs) > 2 and not table.terms.rated and len(table.seats_of(person)) == 1


def may_stop(table: Table, person: Person | None) -> bool:
    return table.together and not table.terms.rated and bool(table.seats_of(person))


def may_rematch(table: Table, person: Person | None) -> bool:
    played = table.sat(person) or (person is not None and person == table.owner)
    return played and table.origin != IMPORTED and table.terms.daily is None


def waiting_seat(table: Table, person: Person | None) -> int | None:
    """The one seat of this person while others are on move, who may take their time."""
    mine = table.seats_of(person)
    if not table.together or len(mine) != 1 or table.to_move is None or table.to_move == mine[0]:
        return None
    return mine[0]


def stopping(table: Table) -> list[int]:
    """The seats that want to stop here; any row since has taken that back."""
    return [
        seat for (seat, kind), wish in table.wishes.items() if kind == STOP and wish.seq == table.history.seq
    ]
