"""Handles: which are allowed, and which look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from axio.server.bots.roster import cards
from axio.server.errors import Unfit

LEAST, MOST = 3, 20
GONE = "deleted player"  # replaces the name of a deleted person in games

_SINGLE = re.compile(r"[^-_.]+(?:[-_.][^-_.]+)*")
_DIGITS = "0123456789"
_RESERVED = (
    "admin administrator anonymous axio bot bots deleted-player everyone guest guests help hex host mod "
    "moderator nobody null official owner player players root rota server staff support system undefined you "
    "jij"
)
_NUMBERED = ("player", "spieler", "speler")  # with a number they are the names of seats without one
# Each character with the Latin letter it looks like: digits, Latin, small capitals, Cyrillic, Greek.
_PAIRS = (
    "0o 1l il jl ıl łl øo đd ħh ŧt ɑa ɡg ɩl "
    "ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪl ᴊl ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz "
    "аa вb еe кk мm нh оo рp сc тt уy хx ѕs іl јl ӏl ԁd ԛq ԝw үy һh "
    "αa βb γy εe ζz ηh ιl κk μm νn οo ρp τt υy χx ωw"
)
_ALIKE = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
_EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"}
_ODD = "ODD"


def read_handle(text: str) -> str:
    """The handle, normalised; Unfit if it may not be used."""
    handle = unicodedata.normalize("NFC", text.strip())
    if not LEAST <= len(handle) <= MOST:
        raise Unfit("handle_length", least=LEAST, most=MOST)
    if not _SINGLE.fullmatch(handle) or not _one_script(re.sub("[-_.]", "", handle)):
        raise Unfit("handle_signs")
    if folded(handle) in _reserved():
        raise Unfit("handle_reserved")
    return handle


def folded(text: str) -> str:
    """A form that is equal for handles that look alike."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(char for char in plain if unicodedata.category(char) != "Mn" and char not in "-_. ")
    return bare.translate(_ALIKE)[:80]


def _one_script(text: str) -> bool:
    """Whether these are letters of one script, their combining marks, and plain digits."""
    signs = [char for char in text if char not in _DIGITS]
    kinds = {unicodedata.category(char)[0] for char in signs}
    scripts = {_script(char) for char in signs}
    plain = unicodedata.normalize("NFKC", text) == text and _ODD not in scripts
    return plain and "L" in kinds and kinds <= {"L", "M"} and (len(scripts) == 1 or scripts <= _EAST_ASIAN)


def _script(char: str) -> str:
    """The first word of the character's name; phonetic letters, which resemble others, count as odd."""
    script = unicodedata.name(char, _ODD).split()[0]
    return _ODD if script == "LATIN" and not (char < "\u0250" or "\u1e00" <= char <= "\u1eff") else script


@cache
def _reserved() -> frozenset[str]:
    """Handles that could be mistaken for the server, for nobody, or for a bot."""
    numbered = (f"{word}{number}" for word in _NUMBERED for number in range(1, 9))
    names = (*_RESERVED.split(), *numbered, *(card.name for card in cards()))
    return frozenset(folded(name) for name in names)
