"""Finished games put straight into a database, for tests of what is made of them afterwards."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.server.store import accounts, log, people, seats, signins, tables

ANN, BEN, CEM, DOT = (letter * 32 for letter in "abcd")
NAMES = {ANN: "Ann", BEN: "Ben", CEM: "Cem", DOT: "Dot"}


async def sign_up(engine: AsyncEngine, *who: str, at: float = 0.0) -> None:
    """Accounts for these people, made at a time; each is signed in under their own id."""
    async with engine.begin() as connection:
        for person in who:
            row = {"id": person, "name": NAMES[person], "created": at}
            await connection.execute(insert(people), row)
            known = {
                "person": person,
                "handle": NAMES[person],
                "folded": NAMES[person].lower(),
                "created": at,
            }
            await connection.execute(insert(accounts), known)
            opened = {"id": person, "person": person, "browser": "", "created": at}
            await connection.execute(insert(signins), opened | {"seen": time.time(), "proved": at})


def sat(player: str, rank: int | None, left_by: str | None = None) -> dict[str, Any]:
    """A seat at the end: of a person, or of a bot where the name has a version."""
    bot = player if "@" in player else None
    return {
        "kind": "bot" if bot else "person",
        "name": bot or NAMES[player],
        "bot": bot,
        "person": None if bot else player,
        "nonce": bytes(16),
        "rank": rank,
        "low": "01.02.03.04.05",
        "left_by": left_by,
    }


async def finished(
    engine: AsyncEngine, name: str, seated: Sequence[dict[str, Any]], *, ended: float, **other: Any
) -> None:
    """A rated game that is over. `end`: the seat that ran out of time or resigned, after so many `moves`."""
    end, moves = other.pop("end", None), other.pop("moves", 20)
    row = {
        "id": name,
        "owner": seated[0]["person"] or ANN,
        "origin": "dealt",
        "game": "rota",
        "seats": len(seated),
        "seed": name,
        "created": 1.0,
        "began": 1.0,
        "over": True,
        "practice": False,
        "rated": True,
        "speed": "live",
        "ended": ended,
        "ending": "stacks",
    }
    async with engine.begin() as connection:
        await connection.execute(insert(tables), row | other)
        numbered = [{"table_id": name, "seat": seat, **each} for seat, each in enumerate(seated)]
        await connection.execute(insert(seats), numbered)
        if end is not None:
            entry: dict[str, Any] = {
                "table_id": name,
                "seat": end,
                "by": "",
                "at": ended,
                "ply": 0,
                "lows": [],
            }
            made = [{**entry, "seq": seq, "kind": "move", "move": "keep"} for seq in range(1, moves + 1)]
            given_up = {**entry, "seq": moves + 1, "kind": "end", "move": "resign"}
            await connection.execute(insert(log), [*made, given_up])
