"""Texts of pushes and e-mails, from the translation files of the pages."""

from __future__ import annotations

import json
import re
from functools import cache

from axio.rules import game as rules_of
from axio.server.protocol.hub import WaitingGame
from axio.server.settings import WEB_FOLDER

LANGUAGES = ("en", "de", "nl")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def known_language(wanted: str | None) -> str:
    return wanted if wanted in LANGUAGES else LANGUAGES[0]


def text(language: str, key: str, **values: str | int) -> str:
    """A text with its placeholders filled."""
    return _PLACEHOLDER.sub(lambda match: str(values[match[1]]), _texts(language)[key])


def game_line(language: str, game: WaitingGame) -> str:
    """Such as: AXIO with Ada and Ben. It tells nothing about the position."""
    names = [shown_name(language, name) for name in game.others]
    joined = f" {text(language, 'and')} ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return text(language, "tell.game", game=rules_of(game.game, 1).title, names=joined)


def shown_name(language: str, name: str) -> str:
    """A bot's name in the reader's language; other names stay as they are."""
    return _texts(language).get(f"bot.{name.partition('@')[0]}", name)


@cache
def _texts(language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(
        (WEB_FOLDER / "texts" / f"{language}.json").read_text(encoding="utf-8")
    )
    return found
