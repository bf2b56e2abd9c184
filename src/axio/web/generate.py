"""Writes web/generated: what the browser shares with Python, from the Python that says it first.

python -m axio.web.generate           write the files
python -m axio.web.generate --check   exit code 1 if one of them is stale
"""

from __future__ import annotations

import dataclasses
import json
import sys
from pathlib import Path

import msgspec

from axio.draw import palette, symbols
from axio.rules import game_names
from axio.server import protocol
from axio.server.bots.demo import demo_of
from axio.server.protocol import hub

from . import material
from .lessons import lessons
from .typedefs import NOTE, http_js, protocol_js

HERE = Path(__file__).parent / "generated"


def files() -> dict[str, str]:
    """Every generated file by name."""
    return {
        "palette.css": palette_css(),
        "symbols.js": symbols_js(),
        "protocol.js": protocol_js(protocol.Geometry, ToClient=protocol.ToClient, ToServer=protocol.ToServer),
        "site_protocol.js": protocol_js(ToPage=hub.ToPage, ToSite=hub.ToSite),
        "http.js": http_js(),
        **{f"{name}.json": _json(data) for name, data in _data().items()},
    }


def _data() -> dict[str, object]:
    """The data files by name."""
    texts = json.loads(material.TEXTS.read_text("utf-8"))
    games = [name for name in game_names() if f"welcome.{name}" in texts]  # not those of other packages
    welcome = {name: demo_of(material.course(name, "welcome", 30)) for name in games}
    return {
        "demos": {name: msgspec.to_builtins(demo) for name, demo in welcome.items()},
        **{f"lesson-{name}": lessons(name) for name in games},
        **{f"examples-{name}": material.examples(name) for name in games},
        "stocks": {name: material.stock(name) for name in games},
    }


def palette_css() -> str:
    light, dark = (_tokens(palette.THEMES[name]) for name in ("light", "dark"))
    fixed = {
        "tile": palette.TILE,
        "tile-top": palette.TILE_TOP,
        "tile-foot": palette.TILE_FOOT,
        **palette.SYMBOLS,
    }
    return "\n".join(
        [
            f"/* {NOTE} */",
            _rule(":root", fixed | light, "light"),
            "@media (prefers-color-scheme: dark) {",
            _rule(':root:not([data-theme="light"])', dark, "dark"),
            "}",
            _rule(':root[data-theme="dark"]', dark, "dark"),
            "",
        ]
    )


def _tokens(theme: palette.Theme) -> dict[str, str]:
    tokens: dict[str, str] = {}
    for field in dataclasses.fields(theme):
        value = getattr(theme, field.name)
        name = field.name.replace("_", "-")
        if field.name == "name":
            continue
        if isinstance(value, str | int | float):
            tokens[name] = str(value)
        elif isinstance(value, tuple):
            tokens |= {f"{name}-{index}": part for index, part in enumerate(value)}
        else:
            tokens |= {f"inlay-{colour}": paint for colour, paint in value.items()}
    return tokens


def _rule(selector: str, tokens: dict[str, str], scheme: str) -> str:
    lines = "".join(f"  --{name}: {value};\n" for name, value in tokens.items())
    return f"{selector} {{\n  color-scheme: {scheme};\n{lines}}}"


def symbols_js() -> str:
    return (
        f"// {NOTE}\n\n/** Path data in a box one unit wide, by colour. @type {{Record<string, string>}} */\n"
        f"export const PATHS = {json.dumps(symbols.PATHS, indent=2)};\n\n"
        "/** @type {Record<string, string>} */\n"
        f"export const SHAPES = {json.dumps(symbols.SHAPES, indent=2)};\n"
    )


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def main(arguments: list[str]) -> int:
    stale = [
        name
        for name, text in files().items()
        if not (path := HERE / name).exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in arguments:
        for name in stale:
            print(f"stale: web/generated/{name} (run python -m axio.web.generate)")
        return 1 if stale else 0
    HERE.mkdir(exist_ok=True)
    for name in stale:
        (HERE / name).write_text(files()[name], encoding="utf-8")
        print(f"written: web/generated/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
