"""The level that fits a person, by their own results against bots."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from axio.bots.levels import dial
from axio.server.ratings.proposal import RECENT, BotResultAt, fitting_level, proposed_level
from axio.server.schemas.tables import ProposedLevel

from .browsing import Browser
from .finished import ANN, BEN, finished, sat, sign_up
from .test_ratings import store


def test_without_results_it_is_the_first_level() -> None:
    """Nobody is crushed in their first game."""
    assert fitting_level([], 10) in (1, 2)


@pytest.mark.parametrize("true", [1, 3, 6, 10])
def test_results_lead_to_the_right_level(true: int) -> None:
    """Thirty results at the levels around, won as somebody of this level wins, lead there or next to it."""
    chance = Random(true)
    near = [min(10, max(1, true + chance.choice((-2, -1, 0, 1, 2)))) for _ in range(30)]
    results = [BotResultAt(level, float(chance.random() < 1 / (1 + 2.0 ** (level - true)))) for level in near]
    assert abs(fitting_level(results, 10) - true) <= 1


def test_winning_raises_and_losing_lowers() -> None:
    """More wins never propose a lower level; nothing leaves the dial."""
    at_four = [
        fitting_level([BotResultAt(4.0, 1.0)] * won + [BotResultAt(4.0, 0.0)] * (12 - won), 10)
        for won in range(13)
    ]
    assert at_four == sorted(at_four)
    assert at_four[0] < 4 < at_four[-1]
    assert fitting_level([BotResultAt(10.0, 1.0)] * 30, 10) == 10
    assert fitting_level([BotResultAt(1.0, 0.0)] * 30, 10) == 1


def test_the_latest_results_against_bots_count(tmp_path: Path) -> None:
    """Old losses are forgotten; games among people, of unknown bots and at other games say nothing."""

    async def proposed() -> tuple[ProposedLevel | None, ...]:
        async with store(tmp_path) as engine:
            await sign_up(engine, ANN, BEN)
            for number in range(RECENT):
                await finished(engine, f"old{number}", [sat(ANN, 2), sat("level2@1", 1)], ended=float(number))
            for number in range(RECENT):
                seated = [sat(ANN, 1), sat("level4@1", 2)]
                await finished(engine, f"new{number}", seated, ended=1000.0 + number)
            await finished(engine, "people", [sat(BEN, 1), sat(ANN, 2)], ended=2000.0)
            await finished(engine, "random", [sat(BEN, 2), sat("random@1", 1)], ended=2000.0)
            async with engine.connect() as connection:
                return (
                    await proposed_level(connection, ANN, "rota"),
                    await proposed_level(connection, ANN, "axio"),
                    await proposed_level(connection, BEN, "rota"),
                    await proposed_level(connection, BEN, "chess"),
                )

    ann, elsewhere, ben, nothing = asyncio.run(proposed())
    assert ann == ProposedLevel(level=6, bot="master", games=RECENT)
    assert elsewhere is not None
    assert elsewhere.games == 0
    assert ben == ProposedLevel(level=elsewhere.level, bot=dial("rota")[elsewhere.level - 1], games=0)
    assert nothing is None


def test_the_page_is_told_the_level(browser: Browser) -> None:
    """A newcomer gets the start of the dial, and no game that is not there has a level."""
    told = browser.get("/api/games/axio/level")
    assert told["games"] == 0
    assert told["bot"] == dial("axio")[told["level"] - 1]
    assert browser.http.get("/api/games/chess/level").status_code == 404


def test_cards_say_how_strong_a_bot_is(browser: Browser) -> None:
    """By game: the strength from 0 to 1, and the number on the dial of those that are on it."""
    cards = {card["name"]: card for card in browser.get("/api/bots")}
    assert cards["sprout"]["strength"]["axio"] == 0
    assert cards["master"]["strength"] == {"axio": 1, "rota": 1, "hex": 1}
    assert cards["master"]["level"] == {"axio": 10, "rota": 6, "hex": 10}
    assert cards["careful"]["level"] == {}
    assert 0.3 < cards["careful"]["strength"]["axio"] < cards["planner"]["strength"]["axio"] < 1
    assert cards["level3"]["level"] == {"axio": 3, "rota": 3, "hex": 3}
    assert cards["level9"]["games"] == ["axio", "hex"]
    assert cards["random"]["strength"] == {}
    assert "dial" not in cards
