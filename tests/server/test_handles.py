"""Handles: what an account may be called, and which handles nobody can tell apart."""

from __future__ import annotations

import pytest

from axio.server.accounts.credentials import read_password
from axio.server.accounts.handles import folded, read_handle
from axio.server.bots.roster import cards
from axio.server.errors import Unfit


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("Ada", "Ada"),
        ("  Ada ", "Ada"),
        ("ada.b_c-d", "ada.b_c-d"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),  # written as two signs, kept as one
        ("Ægir7", "Ægir7"),
        ("Вова", "Вова"),
        ("Ελένη", "Ελένη"),
        ("さくらサクラ桜", "さくらサクラ桜"),
        ("김민준", "김민준"),
        ("राधिका", "राधिका"),
        ("x" * 20, "x" * 20),
    ],
)
def test_names_of_all_scripts_are_handles(text: str, handle: str) -> None:
    """Letters and digits of one script, with single signs between them."""
    assert read_handle(text) == handle


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "handle_length"),
        ("ab", "handle_length"),
        ("x" * 21, "handle_length"),
        ("Ada L", "handle_signs"),
        ("-ada", "handle_signs"),
        ("ada.", "handle_signs"),
        ("ada--b", "handle_signs"),
        ("12345", "handle_signs"),
        ("a\u200bda", "handle_signs"),  # zero width
        ("a\u202eda", "handle_signs"),  # turns the direction
        ("a\nda", "handle_signs"),
        ("<b>x</b>", "handle_signs"),
        ("😀😀😀", "handle_signs"),
        ("аda", "handle_signs"),  # a Cyrillic letter among Latin ones
        ("ａｄａ", "handle_signs"),  # full width
        ("ᴀᴅᴀ", "handle_signs"),  # small capitals
        ("ad\u0336a", "handle_signs"),  # struck through
        ("Admin", "handle_reserved"),
        ("adm1n", "handle_reserved"),
        ("a-d-m-i-n", "handle_reserved"),
        ("Deleted_Player", "handle_reserved"),
    ],
)
def test_what_misleads_is_no_handle(text: str, reason: str) -> None:
    """Each refusal has its own reason."""
    with pytest.raises(Unfit) as unfit:
        read_handle(text)
    assert unfit.value.reason == reason


def test_bots_names_are_reserved() -> None:
    """Nobody passes for one of our bots."""
    for card in cards():
        with pytest.raises(Unfit):
            read_handle(card.name.upper())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Zoë", "zoe"),
        ("ann.lee", "Ann_Lee"),
        ("Bill", "BiII"),
        ("Bob0", "bobo"),
        ("Марк", "mapk"),
    ],
)
def test_handles_that_look_alike_are_the_same(one: str, other: str) -> None:
    """Case, accents, signs between, and letters that pass for others make no second handle."""
    assert folded(one) == folded(other)


def test_handles_that_differ_stay_apart() -> None:
    """Folding must not make everybody the same."""
    names = ["Ada", "Eda", "Adam", "Bob", "Rob", "Вова", "Zoe", "김민준", "さくら"]
    assert len({folded(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("too short", "password_length"),
        ("x" * 201, "password_length"),
        ("aaaabbbbcccc", "password_plain"),
        ("ada-lovelace", "password_plain"),
    ],
)
def test_passwords_that_are_guessed_first_are_refused(password: str, reason: str) -> None:
    """Too short, of few characters, or the handle itself."""
    with pytest.raises(Unfit) as unfit:
        read_password(password, "Ada.Lovelace")
    assert unfit.value.reason == reason


def test_one_password_however_it_is_typed() -> None:
    """Two ways to write the same letters give the same password."""
    assert read_password("Zoë's password", "Ada") == read_password("Zoe\u0308's password", "Ada")
