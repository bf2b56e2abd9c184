"""Writes the documents made from the code: the API reference, the list of games, the picture of the packages.

python -m tools.docs           write them
python -m tools.docs --check   name those that are stale, and exit with 1 if there are any
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from axio.rules import game, game_names

from .api_reference import page
from .package_picture import picture

DOCS = Path(__file__).parent.parent / "docs"
_GAMES = re.compile(r"(?<=<!-- games -->\n).*?(?=\n<!-- end -->)", re.DOTALL)


def documents() -> dict[Path, str]:
    """Every generated document as it should be."""
    return {
        DOCS / "players" / "README.md": with_games(DOCS / "players"),
        DOCS / "programmers" / "api.md": page(),
        DOCS / "maintainers" / "packages.svg": picture(),
    }


def with_games(folder: Path) -> str:
    """The index of a folder with every game that has a page there: its title, the page's first sentence."""
    pages = {name: folder / "games" / f"{name}.md" for name in game_names()}
    lines = [
        f"- [{game(name, 1).title}](games/{name}.md): {_first_sentence(path)}"
        for name, path in pages.items()
        if path.exists()
    ]
    return _GAMES.sub(lambda _: "\n".join(lines), (folder / "README.md").read_text("utf-8"))


def _first_sentence(path: Path) -> str:
    paragraph = path.read_text("utf-8").split("\n\n")[1]
    return " ".join(paragraph.split()).partition(". ")[0].rstrip(".")


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
