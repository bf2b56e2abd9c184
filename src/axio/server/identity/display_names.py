"""Display names, sanitised: one line, no control or direction characters, limited in length."""

from __future__ import annotations

import unicodedata

LONGEST = 40
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and signs that show nothing


def clean(text: str | None) -> str:
    """The name as it is stored and shown. Pages set it as text, never as markup."""
    if not text:
        return ""
    shown = "".join(" " if char.isspace() else char for char in text if _visible(char))
    return " ".join(shown.split())[:LONGEST].strip()


def _visible(char: str) -> bool:
    if char in _BLANK:
        return False
    return char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
