"""Display names, sanitised: one line, no control or direction characters, limited in length."""

from __future__ import annotations

import unicodedata

LONGEST = 40


def clean(text: str | None) -> str:
    """The name as it is stored and shown. Pages set it as text, never as markup."""
    if not text:
        return ""
    shown = "".join(" " if char.isspace() else char for char in text if _visible(char))
    return " ".join(shown.split())[:LONGEST].strip()


def _visible(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn")
