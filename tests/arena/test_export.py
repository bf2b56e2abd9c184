"""Records as tables: every row agrees with the replayed game, and files are written whole or not at all."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pyarrow import parquet

from axio.arena.export import GAMES, MOVES, Row, Tables, outputs, write_tables
from axio.rules import Malformed, Move, Record, deal
from axio.rules.record import End, Player

TABLES = [(game, seats) for game in ("axio", "rota", "hex") for seats in (1, 2, 4)]


def random_record(game: str, seats: int, **more: Any) -> Record:
    chance = Random(f"{game} {seats}")
    state = deal(game, seats, "7")
    moves: list[Move] = []
    while not state.over:
        moves.append(chance.choice(state.legal_moves))
        state = state.play(moves[-1]).after
    return Record(game, seats, "7", tuple(moves), **more)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    """Whole games of several kinds, one that changed hands, one broken off, one that has not begun."""
    whole = [random_record(*table) for table in TABLES]
    hands = (Player("Ann"), Player("careful@1", 10)), (Player("Bob"),)
    handed = random_record("axio", 2, players=hands)
    resigned = Record("rota", 2, "8", deal_moves("rota", 4), end=End("resign", 0))
    return [*whole, handed, resigned, Record("hex", 3, "9")]


def deal_moves(game: str, plies: int) -> tuple[Move, ...]:
    state = deal(game, 2, "8")
    moves = []
    for _ in range(plies):
        moves.append(state.legal_moves[0])
        state = state.play(moves[-1]).after
    return tuple(moves)


@pytest.fixture(scope="module")
def tables(records: list[Record]) -> Tables:
    made = Tables()
    for number, record in enumerate(records):
        made.add(f"{number}.json", record)
    return made


def test_a_row_for_each_game(records: list[Record], tables: Tables) -> None:
    """A game's row says what was played and how it came out, as the record itself does."""
    for number, (record, row) in enumerate(zip(records, tables.games, strict=True)):
        assert list(row) == list(GAMES)
        assert (row["record"], row["file"]) == (number, f"{number}.json")
        assert (row["game"], row["seats"], row["seed"]) == (record.game, record.seats, record.seed)
        assert row["plies"] == len(record.moves)
        result = record.result()
        assert row["over"] == (result is not None)
        told = {key: row[key] for key in ("scores", "ranking", "winners", "ending")}
        assert result is None or told == result
        assert row["lows"] == [min(scores) for scores in record.final.tracks]
    assert tables.games[-1]["ranking"] == []
    assert tables.games[-2]["ranking"] == [2, 1]
    assert tables.games[-3]["players"] == ["careful@1", "Bob"]


def test_a_row_for_each_move(records: list[Record], tables: Tables) -> None:
    """A move's row agrees with replaying the game up to it."""
    rows: Iterator[Row] = iter(tables.moves)
    for number, record in enumerate(records):
        state = record.opening
        for ply, move in enumerate(record.moves):
            row = next(rows)
            after = state.play(move).after
            assert list(row) == list(MOVES)
            assert (row["record"], row["ply"], row["seat"]) == (number, ply, state.seat)
            assert (row["move"], row["legal"]) == (str(move), len(list(state.legal_moves)))
            assert (row["asked"], row["bonus"]) == (state.asked, state.owed > 0)
            assert row["first"] == (ply < record.seats)
            assert row["rack"] == list(state.racks[state.seat])
            assert row["tile"] in ([""] if state.asked else row["rack"])
            assert row["before"] == list(state.tracks[state.seat])
            assert row["after"] == list(after.tracks[state.seat])
            assert row["bag"] == len(state.bag)
            assert row["pyramids"] == len(after.board.pyramids) - len(state.board.pyramids)
            state = after
    assert next(rows, None) is None


def test_rows_of_every_kind_occur(tables: Tables) -> None:
    """The games above hold bonus placements, questions, axios and pyramids, so that the columns are tried."""
    for column in ("first", "asked", "axios", "pyramids"):
        assert any(row[column] for row in tables.moves)
    handed = [row for row in tables.moves if row["player"]]
    assert {row["player"] for row in handed if row["ply"] < 10} == {"Ann", "Bob"}
    assert {row["player"] for row in handed if row["ply"] >= 10} == {"careful@1", "Bob"}


def test_parquet_round_trip(tables: Tables, tmp_path: Path) -> None:
    """Both files read back as the very rows, lists included."""
    written = write_tables(tables, tmp_path / "all.parquet")
    assert written == [tmp_path / "all.parquet", tmp_path / "all.games.parquet"]
    assert parquet.read_table(written[0]).to_pylist() == tables.moves
    assert parquet.read_table(written[1]).to_pylist() == tables.games
    assert sorted(tmp_path.iterdir()) == sorted(written)


def test_npz_round_trip(tables: Tables, tmp_path: Path) -> None:
    """The arrays hold the rows, lists filled up to the longest with -1 or nothing; no pickles needed."""
    (path,) = write_tables(tables, tmp_path / "all.npz")
    with np.load(path, allow_pickle=False) as arrays:
        names = {f"moves_{name}" for name in MOVES} | {f"games_{name}" for name in GAMES}
        assert set(arrays) == names
        for name in names:
            table, _, column = name.partition("_")
            rows = tables.moves if table == "moves" else tables.games
            assert stripped(arrays[name].tolist()) == stripped([row[column] for row in rows]), name
        assert arrays["games_scores"].shape == (len(tables.games), 4, 6)
        assert arrays["moves_before"].shape == (len(tables.moves), 6)
    assert list(tmp_path.iterdir()) == [path]


def stripped(value: Any) -> Any:
    """Nested lists without what fills them up."""
    if not isinstance(value, list):
        return value
    return [each for each in map(stripped, value) if each not in (-1, "", [])]


@pytest.mark.parametrize("name", ["none.npz", "none.parquet"])
def test_tables_without_rows(name: str, tmp_path: Path) -> None:
    """A game that has not begun makes a table of moves with columns and no rows."""
    tables = Tables()
    tables.add("0.json", Record("axio", 2, "7"))
    written = write_tables(tables, tmp_path / name)
    if len(written) == 1:
        assert np.load(written[0])["moves_ply"].shape == (0,)
    else:
        assert parquet.read_table(written[0]).column_names == list(MOVES)


@pytest.mark.parametrize("name", ["table.csv", "table", "table.npz.gz", ".npz"])
def test_formats_we_do_not_write(name: str) -> None:
    """Any other ending is refused with those that work."""
    with pytest.raises(Malformed, match=r"expected a name that ends in \.parquet or \.npz"):
        outputs(Path(name))


def test_nothing_is_half_written(tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When writing fails in the middle, old files stand as they were and no draft is left."""
    for name in ("all.parquet", "all.games.parquet"):
        (tmp_path / name).write_text("old")
    real = parquet.write_table

    def full(table: Any, path: Path) -> None:
        real(table, path)
        if "games" in path.name:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(parquet, "write_table", full)
    with pytest.raises(OSError, match="No space left"):
        write_tables(tables, tmp_path / "all.parquet")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "all.parquet": "old",
        "all.games.parquet": "old",
    }
