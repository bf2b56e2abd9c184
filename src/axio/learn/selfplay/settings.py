"""Every number that shapes learning from self-play, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from axio.kernel import POLICIES
from axio.learn.settings import SELFPLAY, Settings
from axio.rules import Malformed

METHODS = ("search", "results")


@dataclass(frozen=True)
class SelfPlaySettings(Settings):
    """How a policy network is made and trained."""

    stage: str = SELFPLAY
    game: str = "axio"
    seed: int = 1

    # the network
    channels: int = 64
    blocks: int = 4  # residual blocks, of two convolutions each

    # games
    games: int = 8192  # at once
    plies: int = 24  # of each game, for one update
    mix: tuple[float, ...] = (1.0, 4.0, 1.5, 1.5)  # share of updates with 1, 2, 3 and 4 seats
    older: float = 0.2  # share of the games against a network as it was some time ago
    scripted: float = 0.2  # share of the games against the policy
    policy: str = "guessing"  # of the kernel
    imitated: int = 40  # updates at the beginning that learn to play as the policy does
    remembered: int = 12  # networks of old
    remember_every: int = 15  # updates

    # games that are searched
    method: str = "search"  # or "results": how the network learns after the imitation
    moves: int = 16  # tried in a position
    liked: int = 10  # of them, those that the network likes best; the others are drawn
    worlds: int = 4  # in which each of them is tried
    turns: int = 2  # of the seat's own after the move, before the teacher is asked
    best: float = 0.8  # how often the best of them is played
    replay: int = 1_500_000  # positions to learn from
    lessons: float = 16.0  # how often a position is learned from

    # learning
    samples: float = 2e8  # moves over which the learning rate and the weight of the entropy fall
    rate: float = 8e-4
    rate_end: float = 6e-5
    entropy: float = 6e-3  # its weight: how much it pays to keep trying other moves
    entropy_end: float = 1e-3
    passes: int = 2  # how often a move is learned from
    batch: int = 16384  # moves
    clip: float = 0.2  # how much likelier or less likely a move may become in one update
    decay: float = 0.9  # of advantages, a ply
    margin: float = 0.03  # of a win, for each point ahead
    longest: float = 1.0  # gradient
    ema_decay: float = 0.998  # a step

    # measuring and saving
    panel: tuple[str, ...] = ("careful",)
    measure_every: float = 300.0  # seconds
    measure_games: int = 24
    save_every: float = 60.0  # seconds

    def __post_init__(self) -> None:
        if self.policy not in POLICIES:
            raise Malformed(f"{self.policy[:40]!r} is not a policy: expected one of {', '.join(POLICIES)}")
        if self.method not in METHODS:
            raise Malformed(f"{self.method[:40]!r} is not a method: expected one of {', '.join(METHODS)}")
        if not 0 < self.liked < self.moves:
            raise Malformed(
                f"liked is {self.liked}: expected fewer than the {self.moves} moves that are tried"
            )
        if min(self.mix) < 0 or sum(self.mix) <= 0:
            raise Malformed(f"mix is {list(self.mix)}: expected shares of which none is negative")
        if min(self.older, self.scripted) < 0 or self.older + self.scripted > 1:
            raise Malformed("older and scripted are shares of the games: expected at most 1 together")
        if self.batch > self.games * self.plies:
            raise Malformed(f"a batch of {self.batch} moves: expected at most games × plies")

    def falling(self, first: float, last: float, done: float) -> float:
        """What falls geometrically from the first value to the last, after so many samples."""
        share = min(max(done / self.samples, 0.0), 1.0)
        return float(first * (last / first) ** share)


def selfplay_settings(game: str, small: bool = False, changes: Sequence[str] = ()) -> SelfPlaySettings:
    """The settings with changes; `small` ones train on any machine, for a try."""
    usual = SelfPlaySettings(game=game)
    if small:
        few = {"games": 64, "plies": 12, "batch": 256, "imitated": 4, "samples": 1e5, "measure_games": 12}
        usual = replace(usual, channels=16, blocks=2, **few)  # type: ignore[arg-type]
    return usual.changed(changes)
