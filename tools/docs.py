"""Writes the documents that are made from the code: the API reference and the picture of the packages.

python -m tools.docs           write them
python -m tools.docs --check   name those that are stale, and exit with 1 if there are any
"""

from __future__ import annotations

import sys
from pathlib import Path

from .api_reference import page
from .package_picture import picture

DOCS = Path(__file__).parent.parent / "docs"


def documents() -> dict[Path, str]:
    """Every generated document as it should be."""
    return {
        DOCS / "programmers" / "api.md": page(),
        DOCS / "maintainers" / "packages.svg": picture(),
    }


def stale() -> list[Path]:
    """The documents on disk that differ from what the code says now."""
    return [
        path for path, text in documents().items() if not path.exists() or path.read_text("utf-8") != text
    ]


def main(arguments: list[str]) -> int:
    """Write the stale documents, or only name them."""
    found = stale()
    for path in found:
        print(path.relative_to(DOCS.parent))
    if "--check" in arguments:
        return 1 if found else 0
    for path, text in documents().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
