"""The examples run and do what they say; the pages state the layout as it is."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import axio.envs
from axio.encoding import choice_count, layout, plane_names, vector_names
from axio.rules import game

from .games import GAMES

ROOT = Path(__file__).parent.parent.parent
PAGES = ROOT / "docs" / "programmers" / "environments"


def example(name: str) -> Any:
    spec = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_learner_learns() -> None:
    """Weights that value low colours come out well above the first, random ones."""
    _, averages = example("solo_rota_learner").learn(rounds=4, people=8, games=2, seed=1)
    assert averages[-1] > averages[0]


def test_the_match_is_played() -> None:
    """`careful` beats `random`, and what one bot is given the other loses."""
    total = example("pettingzoo_match").match(games=2)
    assert total == {"careful": 2.0, "random": -2.0}


def test_many_games_are_played() -> None:
    """Games end, and who looks after its lowest colours wins more often."""
    won, speed = example("many_games_at_once").play(games=200, steps=40)
    assert won > 0.5 and speed > 0


def test_the_search_is_played() -> None:
    """Information set search beats random moves in both seats."""
    assert example("openspiel_ismcts").play(games=2, simulations=120) == 2


@pytest.mark.parametrize("name", GAMES)
def test_pages_state_the_layout(name: str) -> None:
    """The sizes on a game's page are those of its environments, and its ids are the registered ones."""
    page = (PAGES / f"{name}.md").read_text("utf-8")
    for seats in (1, 2, 3, 4):
        plan = layout(game(name, seats))
        sizes = " × ".join(map(str, (len(plane_names(plan)), *plan.shape)))
        row = f"| {seats} | {sizes} | {len(vector_names(plan))} | {choice_count(plan)} | {plan.actions} |"
        assert row in page
    named = set(re.findall(r"`(axio/\w+-v\d+)`", page))
    assert named == {each for each in axio.envs.IDS if f"/{name.capitalize()}" in each}


def test_pages_share_their_headings() -> None:
    """A reader finds the same thing in the same place on every page."""
    headings = [re.findall(r"^## .*", page.read_text("utf-8"), re.MULTILINE) for page in PAGES.glob("*.md")]
    assert len(headings) == len(GAMES)
    assert headings[0] == headings[1] == headings[2]
