"""The operator's commands. They work on the database, whether a server runs or not."""

from .operator import Operator, back_up, open_operator
from .people import Found, ban, called, people_like, rename, reset_link
from .tables import Abandoned, Listed, abandoned, close, listed, new_link, prune

__all__ = [
    "Abandoned",
    "Found",
    "Listed",
    "Operator",
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
