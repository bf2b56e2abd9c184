"""The operator's commands. They work on the database, whether a server runs or not."""

from .operator import Operator, back_up, open_operator
from .people import PersonSummary, ban, called, people_like, rename, reset_link
from .tables import AbandonedTables, TableSummary, abandoned, close, listed, new_link, prune

__all__ = [
    "AbandonedTables",
    "Operator",
    "PersonSummary",
    "TableSummary",
    "abandoned",
    "back_up",
    "ban",
    "called",
    "close",
    "listed",
    "new_link",
    "open_operator",
    "people_like",
    "prune",
    "rename",
    "reset_link",
]
