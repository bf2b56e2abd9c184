"""Ratings over HTTP: leaderboards, rating changes of a game, players' profiles, solo scores."""

from __future__ import annotations

from litestar import get

from axio.rules import game_names
from axio.server.errors import NotFound
from axio.server.identity.cookies import Person
from axio.server.ratings import leaderboard, profiles, proposal
from axio.server.schemas.ratings import Course, Leaderboard, Profile, RatingChange, Scores, Speed
from axio.server.schemas.tables import ProposedLevel
from axio.server.services import Services


@get("/api/ratings/{game:str}/{speed:str}")
async def best_players(services: Services, person: Person, game: str, speed: Speed) -> Leaderboard:
    """The best of a game at a speed, bots included; and where I stand, if I am not among them."""
    _must_exist(game)
    async with services.engine.connect() as connection:
        return await leaderboard.leaderboard(connection, person, game, speed)


@get("/api/tables/{name:str}/ratings")
async def changes(services: Services, person: Person, name: str) -> list[RatingChange]:
    """How a game changed everyone's rating; empty until it is rated, a moment after its end."""
    await services.game_service.table(name, person)
    async with services.engine.connect() as connection:
        return await leaderboard.rating_changes(connection, name)


@get("/api/players/{name:str}")
async def profile(services: Services, person: Person, name: str) -> Profile:
    """Who this is, and their rating in every game they played."""
    async with services.engine.connect() as connection:
        return await profiles.profile(connection, person, name)


@get("/api/players/{name:str}/{game:str}/{speed:str}")
async def course(services: Services, name: str, game: str, speed: Speed) -> Course:
    """A player's history in one game at one speed."""
    _must_exist(game)
    async with services.engine.connect() as connection:
        return await profiles.course(connection, name, game, speed)


@get("/api/scores/{name:str}")
async def solo_scores(services: Services, person: Person, name: str) -> Scores:
    """Only games that were dealt here, played to the end and never taken back count."""
    _must_exist(name)
    async with services.engine.connect() as connection:
        return await leaderboard.solo_scores(connection, person, name)


@get("/api/games/{name:str}/level")
async def level_for_me(services: Services, person: Person, name: str) -> ProposedLevel:
    """The level of the dial that fits my results against bots at this game."""
    _must_exist(name)
    async with services.engine.connect() as connection:
        found = await proposal.proposed_level(connection, person, name)
    if found is None:
        raise NotFound("no_such_page")
    return found


def _must_exist(game: str) -> None:
    if game not in game_names():
        raise NotFound("no_such_page")


RATINGS = [best_players, changes, profile, course, solo_scores, level_for_me]
