"""Games to review: played by bots, to their end."""

from functools import cache
from hashlib import sha256

from axio.bots import Work, make
from axio.rules import Move, Record, deal

GAMES = ("axio", "rota", "hex")


@cache
def played(
    game: str, seats: int, bots: tuple[str, ...] = ("greedy",), seed: str = "7", work: int = 100
) -> Record:
    """A game in which the bots take turns on the seats."""
    state, moves = deal(game, seats, seed), list[Move]()
    while not state.over:
        bot = make(bots[state.seat % len(bots)])
        key = sha256(f"{seed} {len(moves)}".encode()).digest()
        moves.append(bot.choose(state.observe(state.seat), Work(work), key).move)
        state = state.play(moves[-1]).after
    return Record(game, seats, seed, tuple(moves))
