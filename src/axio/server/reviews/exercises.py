"""Try again: a marked decision as an exercise, and whether another move would have done."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from axio.review.model import LOWS, SHARES, Decision, GradedMove
from axio.rules import Move, parse_move
from axio.rules.data import observation_data
from axio.server.bots.fair_queue import Asker
from axio.server.bots.worker_pool import WorkerPool
from axio.server.bots.worker_process import Failed
from axio.server.errors import Denied, NotFound
from axio.server.identity.cookies import Person
from axio.server.schemas.reviews import ExerciseAnswer, ExerciseCard
from axio.server.table.history import History
from axio.server.table.table import Table
from axio.server.views.records import placed_instead

from .repository import note, stored


@dataclass(frozen=True, slots=True, eq=False)
class ExerciseJudge:
    """Tells whether attempts are right: by the stored review where that is clear, else by a small job."""

    engine: AsyncEngine
    pool: WorkerPool
    work: int

    async def attempt(
        self, table: Table, history: History, person: Person, card: ExerciseCard, move: str | None
    ) -> ExerciseAnswer:
        """Judge a move, or show the best one: `move` is None. `history`: the table's, with all its steps."""
        decision = await self._decision(table, card.ply)
        right = False
        if move is not None:
            tried = parse_move(move)
            state = history.state_at(card.ply)
            state.legal_moves.check(tried)
            right = await self._is_right(history, decision, tried, person)
        after = await note(self.engine, person, card, right=right)
        if not right and move is not None:
            return ExerciseAnswer(right=False, card=after)
        return ExerciseAnswer(
            right=right,
            card=after,
            best=decision.best,
            played=decision.played,
            cost=decision.cost,
            lead_cost=decision.lead_cost,
            better=placed_instead(history, card.ply, decision.best),
            reasons=list(decision.reasons),
        )

    async def _decision(self, table: Table, ply: int) -> Decision:
        review = await stored(self.engine, table.id)
        if review is None or ply >= len(review.plies):
            raise NotFound("no_such_exercise")  # the method is newer: the review has to be asked for again
        return review.plies[ply].decision

    async def _is_right(self, history: History, decision: Decision, move: Move, person: Person) -> bool:
        seats = history.opening.game.seats
        known = verdict(decision, str(move), solo=seats == 1)
        return await self._judged(history, decision.ply, move, person) if known is None else known

    async def _judged(self, history: History, ply: int, move: Move, person: Person) -> bool:
        """Whether a job finds no mark for the move. Only what the seat could see goes into it."""
        state = history.state_at(ply)
        view = observation_data(state.observe(state.seat))
        question = {"job": "judge", "view": view, "move": str(move), "ply": ply, "work": self.work}
        try:
            async for line in self.pool.stream(Asker(person), question):
                if "done" in line:
                    return msgspec.convert(line["done"], Decision).mark is None
        except Failed:
            pass
        raise Denied("review_failed")


def verdict(decision: Decision, move: str, *, solo: bool) -> bool | None:
    """Whether a move is as good as any, if the review tells; None where it does not know for sure."""
    if move == decision.best:
        return True
    if move == decision.played:
        return decision.mark is None
    tried = next((each for each in decision.candidates if each.move == move), None)
    if tried is None or decision.decided:
        return None
    return _clear(decision.candidates[0], tried, (LOWS if solo else SHARES)[0])


def _clear(best: GradedMove, tried: GradedMove, limit: float) -> bool | None:
    """Whether the cost is surely below the least that counts, or surely above."""
    cost, error = best.value - tried.value, hypot(best.error, tried.error)
    if cost - 2 * error > limit:
        return False
    return True if cost + 2 * error < limit else None
