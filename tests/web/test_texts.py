"""Three languages, complete: the same keys, the same places to fill, and every key the pages ask for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import axio
from axio.rules.errors import REASONS

WEB = Path(axio.__file__).parent / "web"
TEXTS = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((WEB / "texts").glob("*.json"))
}
PLACE = re.compile(r"\{(\w+)\}")


def test_there_are_three_languages() -> None:
    """English, German and Dutch."""
    assert list(TEXTS) == ["de", "en", "nl"]


@pytest.mark.parametrize("language", ["de", "nl"])
def test_no_key_is_missing_and_none_is_left_over(language: str) -> None:
    """Every language has exactly the keys of English."""
    assert set(TEXTS[language]) == set(TEXTS["en"])


@pytest.mark.parametrize("language", ["de", "nl"])
def test_placeholders_are_the_same(language: str) -> None:
    """A translation fills the same places; none is lost or misspelt."""
    other = [
        key
        for key, text in TEXTS["en"].items()
        if set(PLACE.findall(text)) != set(PLACE.findall(TEXTS[language][key]))
    ]
    assert other == []


@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_what_counts_has_one_and_many(language: str) -> None:
    """A text for one thing has its partner for many."""
    ones = {key[:-4] for key in TEXTS[language] if key.endswith(".one")}
    assert ones == {key[:-5] for key in TEXTS[language] if key.endswith(".many")} != set()


@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_no_text_is_empty(language: str) -> None:
    """Nothing is left to be translated later."""
    assert [key for key, text in TEXTS[language].items() if not text.strip()] == []


@pytest.mark.parametrize("language", ["de", "en", "nl"])
def test_only_axio_shouts(language: str) -> None:
    """No exclamation marks but the one of AXIO!"""
    assert [key for key, text in TEXTS[language].items() if "!" in text.replace("AXIO!", "")] == []


def test_every_key_the_pages_name_has_a_text() -> None:
    """A key written out in a module is a key of the texts."""
    named = {
        key for path in WEB.rglob("*.js") for key in re.findall(r"""\bt\("([\w.-]+)"[,)]""", path.read_text())
    }
    assert len(named) > 100
    assert named - set(TEXTS["en"]) == set()


def test_every_reason_of_the_rules_has_a_text() -> None:
    """Whatever the rules refuse is explained in the reader's language."""
    assert {f"refusal.{reason}" for reason in REASONS} - set(TEXTS["en"]) == set()


def test_every_reason_of_a_bot_has_a_text() -> None:
    """A hint's reason is a sentence in every language; programs from outside say their own."""
    from axio.bots.reasons import ENGLISH

    assert {f"hint.{reason}" for reason in ENGLISH if reason not in ("program", "said")} - set(
        TEXTS["en"]
    ) == set()


def test_every_reason_of_a_review_has_a_text() -> None:
    """Why a better move is better is said in every language, with the same facts as in English."""
    from axio.review.reasons import ENGLISH

    said = {key: TEXTS["en"].get(f"review.why.{key}", "") for key in ENGLISH}
    assert {key: {*PLACE.findall(text)} for key, text in said.items()} == {
        key: {*PLACE.findall(text)} for key, text in ENGLISH.items()
    }


def test_every_reason_of_the_server_about_accounts_has_a_text() -> None:
    """Whatever signing up, in or out refuses is explained in the reader's language."""
    from axio.server import errors

    about = ("banned", "no_account", "have_account", "last_key", "prove_again", "not_confirmed")
    parts = ("handle_", "password_", "wrong_", "no_passkey", "too_many_")
    asked = {reason for reason in errors.TEXTS if reason in about or reason.startswith(parts)} - {
        "wrong_origin"
    }
    assert len(asked) >= 18
    assert {f"refusal.{reason}" for reason in asked} - set(TEXTS["en"]) == set()


def test_the_board_alone_speaks_the_same_english() -> None:
    """The board's own words are those of the texts, under the same keys."""
    written = (WEB / "board" / "words.js").read_text().partition("const ENGLISH = {")[2].partition("};")[0]
    words = dict(re.findall(r'"([\w.]+)": "([^"]*)",', written))
    assert len(words) == written.count('": "') > 10
    assert words == {key: TEXTS["en"][key] for key in words}
