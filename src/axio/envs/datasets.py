"""Data sets for offline learning: every choice of many games, as columns of a Parquet or NumPy file.

A row is one choice: `episode` and `step`, the `seat` that chose, `seed` (the text that deals the game with
`axio.deal`), the `choice` and its `action` number, the packed `mask`, the parts of the observation, the
`reward` of the step (the rise of every colour), the `outcome` of the game for the seat, and `terminated`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from axio.extras import advice
from axio.rules import Malformed

from .gymnasium_vector_env import GamesEnv
from .spaces import Seen

Columns: TypeAlias = dict[str, npt.NDArray[Any]]
Chooser: TypeAlias = Callable[[Seen, dict[str, Any]], npt.NDArray[np.int64]]
SUFFIXES = (".npz", ".parquet")


def random_chooser(seed: int = 0) -> Chooser:
    """A policy that picks any open choice of every game."""
    chance = np.random.default_rng(seed)

    def choose(seen: Seen, info: dict[str, Any]) -> npt.NDArray[np.int64]:
        masks = seen["action_mask"]
        picked = np.where(masks == 1, chance.random(masks.shape, np.float32), -1).argmax(axis=1)
        return np.asarray(picked, np.int64)

    return choose


def write_dataset(
    path: str | Path, game: str, seats: int, choose: Chooser, games: int, seed: int = 0, **settings: Any
) -> int:
    """Play games with a policy and write every choice to a file. Returns the number of rows."""
    target = Path(path)
    if target.suffix not in SUFFIXES:
        raise Malformed(f"{target.name[-40:]!r}: expected a name that ends in {' or '.join(SUFFIXES)}")
    columns = collect(game, seats, choose, games, seed, **settings)
    if target.suffix == ".npz":
        np.savez_compressed(target, **columns)  # type: ignore[arg-type]
    else:
        _write_parquet(target, columns)
    return len(columns["step"])


def read_dataset(path: str | Path) -> Columns:
    """The columns of a file that `write_dataset` wrote."""
    source = Path(path)
    if source.suffix == ".npz":
        with np.load(source) as held:
            return dict(held)
    return _read_parquet(source)


def collect(game: str, seats: int, choose: Chooser, games: int, seed: int = 0, **settings: Any) -> Columns:
    """Play one game of each seed from `seed` on, side by side, and gather every choice."""
    env = GamesEnv(games, game, seats, rewards="tracks", autoreset_mode="Disabled", **settings)
    steps = list(_steps(env, choose, seed))
    columns = {name: np.concatenate([step[name] for step in steps]) for name in steps[0]}
    _, places = env.batch.results()
    order = np.lexsort((columns["step"], columns["episode"]))
    columns = {name: column[order] for name, column in columns.items()}
    columns["outcome"] = _outcomes(env, places)[columns["episode"], columns["seat"]]
    columns["action"] = env.logged()[columns["episode"], columns["step"]]
    columns["seed"] = seed + columns["episode"]
    return columns


def _steps(env: GamesEnv, choose: Chooser, seed: int) -> Iterator[Columns]:
    """Step all games that still go on, and gather what was seen, chosen and earned."""
    seen, info = env.reset(seed=seed)
    going, number = np.ones(env.num_envs, np.bool_), 0
    while going.any():
        chosen, seats = np.asarray(choose(seen, info)), info["seat"]
        before = seen
        seen, _, over, cut, info = env.step_open(np.where(going, chosen, -1))
        if (info["illegal"] & going).any():
            raise Malformed("a choice that is not open: expected a policy that keeps to the action_mask")
        at = np.flatnonzero(going)
        yield {
            "episode": at,
            "step": np.full(len(at), number),
            "seat": seats[at],
            "choice": chosen[at],
            "mask": np.packbits(before["action_mask"][at].view(np.uint8), axis=1, bitorder="little"),
            **{name: part[at].copy() for name, part in before["observation"].items()},
            "reward": info["rewards"][at, seats[at]],
            "terminated": over[at],
        }
        going &= ~(over | cut)
        number += 1


def _outcomes(env: GamesEnv, places: npt.NDArray[np.uint8]) -> npt.NDArray[np.float64]:
    from .rewards import shares

    if env.batch.game.seats == 1:
        tracks, _ = env.batch.results()
        return np.asarray(tracks.min(axis=-1), np.float64)
    return shares(places)


def _write_parquet(path: Path, columns: Columns) -> None:
    arrow, parquet = _arrow()
    shapes = {name: ",".join(map(str, column.shape[1:])) for name, column in columns.items()}
    arrays = [_arrow_column(arrow, column) for column in columns.values()]
    table = arrow.Table.from_arrays(arrays, names=list(columns))
    parquet.write_table(table.replace_schema_metadata(shapes), path)


def _arrow_column(arrow: Any, column: npt.NDArray[Any]) -> Any:
    """A column of numbers or of lists of a fixed size."""
    if column.ndim == 1:
        return arrow.array(column)
    size = int(np.prod(column.shape[1:]))
    return arrow.FixedSizeListArray.from_arrays(arrow.array(column.reshape(-1)), size)


def _read_parquet(path: Path) -> Columns:
    _, parquet = _arrow()
    table = parquet.read_table(path)
    columns: Columns = {}
    for name in table.column_names:
        shape = [int(each) for each in table.schema.metadata[name.encode()].decode().split(",") if each]
        column = table[name].combine_chunks()
        values = column.flatten() if shape else column
        columns[name] = np.asarray(values).reshape(len(column), *shape) if shape else np.asarray(values)
    return columns


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as fault:
        raise ModuleNotFoundError(f"Parquet needs pyarrow: {advice('export')}", name=fault.name) from fault
    return pyarrow, pyarrow.parquet
