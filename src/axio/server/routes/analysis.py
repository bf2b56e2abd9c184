"""Positions outside of any game: looked at, set up, played on, and analysed."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import Parameter
from litestar.response import Stream

from axio.rules import Malformed, Observation, Place, State, deal, parse_move, parse_position, position_text
from axio.rules.position_text import LONGEST
from axio.rules.set_up import SetUp, known_to, mover_view, played
from axio.server.bots.fair_queue import Asker
from axio.server.bots.worker_process import Failed
from axio.server.http.streams import NDJSON
from axio.server.identity.cookies import Person
from axio.server.playing.fair_play import check_fair_play
from axio.server.protocol import Scene
from axio.server.schemas.analysis import AskedPosition, PositionChange, ValuedMoves
from axio.server.services import Services
from axio.server.views.scene import scene


@post("/api/analysis", status_code=200)
async def look_at(services: Services, client: str, data: AskedPosition) -> Scene:
    """A position as the board draws it: by its text, dealt anew, after a move, or changed."""
    return await services.replays.run(client, _scene, data)


def _scene(asked: AskedPosition) -> Scene:
    position, last = _named(asked), None
    if asked.move is not None:
        move = parse_move(asked.move)
        position, last = played(position, move), str(move)
    if asked.change is not None:
        position = _changed(position, asked.change)
    return scene(position, last=last, anywhere=asked.anywhere)


def _named(asked: AskedPosition) -> State | Observation:
    if asked.deal is not None:
        return deal(asked.deal.game, asked.deal.seats, secrets.token_hex(8))
    if asked.position is None:
        raise Malformed("expected `position` or `deal`")
    return parse_position(asked.position)


def _changed(position: State | Observation, change: PositionChange) -> State | Observation:
    if change.who is not None:
        position = known_to(position, change.who)
    if change == PositionChange(who=change.who):
        return position
    setting = SetUp.of(position)
    if change.lift is not None:
        setting = setting.lift(_placement(change.lift).at[0])
    if change.lay is not None:
        setting = setting.lay(_placement(change.lay))
    if change.tracks is not None:
        setting = replace(setting, tracks=tuple(map(tuple, change.tracks)))
    if change.rack is not None:
        tiles = change.rack.tiles
        setting = setting.with_rack(change.rack.seat, None if tiles is None else tuple(tiles))
    if change.to_move is not None:
        setting = replace(setting, seat=change.to_move)
    return setting.position()


def _placement(text: str) -> Place:
    move = parse_move(text)
    if not isinstance(move, Place):
        raise Malformed(f"{text[:20]!r} lays no tile: expected a placement")
    return move


@get("/api/analysis/moves", media_type=NDJSON, opt={"line": ValuedMoves})
async def best_moves(
    services: Services,
    person: Person,
    client: str,
    position: Annotated[str, Parameter(max_length=2 * LONGEST)],
    open_racks: bool = False,
) -> Stream:
    """The best moves of a position, one JSON object a line, each sharper than the one before."""
    asked = await services.replays.run(client, parse_position, position)
    mover_view(asked)
    if open_racks and not isinstance(asked, State):
        raise Malformed("open_racks: expected a position of which everything is known")
    await check_fair_play(services.game_service, person, asked)
    asker = Asker(person)
    services.game_service.worker_pool.jobs.check(asker)
    question = {"position": position_text(asked), "work": services.settings.analysis_work}
    job = {"job": "analysis", **question, "open_racks": open_racks}
    return Stream(_lines(services, asker, job), media_type=NDJSON)


async def _lines(services: Services, asker: Asker, question: dict[str, Any]) -> AsyncIterator[bytes]:
    """What the job finds, until it is done or the person's credentials change."""
    ended = False

    def end() -> None:
        nonlocal ended
        ended = True

    found = services.game_service.worker_pool.stream(asker, question)
    with services.guard.streaming(asker.person, end):
        try:
            async with aclosing(found) as lines:
                async for line in lines:
                    if ended:
                        return
                    if "part" in line:
                        yield msgspec.json.encode(msgspec.convert(line["part"], ValuedMoves)) + b"\n"
        except Failed:
            yield b'{"failed":"analysis_failed"}\n'


ANALYSIS = [look_at, best_moves]
