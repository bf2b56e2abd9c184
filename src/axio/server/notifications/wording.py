"""Texts for people who are not looking at a page, from the same files as the pages'."""

from __future__ import annotations

import json
import re
from functools import cache

from axio.server.http.assets import FOLDER
from axio.server.protocol.site import WaitingGame

LANGUAGES = ("en", "de", "nl")
_PLACE = re.compile(r"\{(\w+)\}")


def known_language(wanted: str | None) -> str:
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def text(language: str, key: str, **values: str | int) -> str:
    """A text with its places filled."""
    return _PLACE.sub(lambda match: str(values[match[1]]), _texts(language)[key])


def game_line(language: str, game: WaitingGame) -> str:
    """Such as: AXIO with Ada and Ben. Nothing of the position."""
    names = [_shown(language, name) for name in game.others]
    joined = f" {text(language, 'and')} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return text(language, "tell.game", game=text(language, f"game.{game.game}"), names=joined)


def _shown(language: str, name: str) -> str:
    """Bots go by their names in the reader's language."""
    return _texts(language).get(f"bot.{name}", name)


@cache
def _texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return found
