"""What can go wrong."""


class Illegal(ValueError):
    """A move that is not legal now."""


class Refused(ValueError):
    """A record that cannot be read; `move` is the number of the offending move, from 1, if there is one."""

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason if move is None else f"move {move}: {reason}")
        self.reason = reason
        self.move = move
