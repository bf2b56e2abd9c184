"""An address that somebody gave a page leads nowhere but to this site."""

from __future__ import annotations

import shutil
from pathlib import Path

from .modules import WEB
from .node import answered

SITE = "https://play.example.org"
SCRIPT = """
import { ownAddress } from "./http.js";
console.log(JSON.stringify(data.map((path) => ownAddress(path, "https://play.example.org"))));
"""
OURS = (
    "/",
    "/lobby",
    "/table/abc?x=1#y",
    "/a:b",
    "/%2f/evil.example",
    "/.//evil.example",
    "/x/../..//evil.example",
)
OTHERS = (
    *("", "lobby", "//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example/"),
    *("/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "/\t\\evil.example", "\t//evil.example"),
    *(
        "javascript:alert(1)",
        "data:text/html,x",
        "//[",
        "/\\/evil.example",
        "//evil.example\\@play.example.org",
    ),
)


def test_only_addresses_of_this_site_are_followed(tmp_path: Path) -> None:
    """As a browser reads them: with tabs, backslashes and dots."""
    shutil.copy(WEB / "lib" / "http.js", tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    told = answered(tmp_path, SCRIPT, [*OURS, *OTHERS])
    assert all(address.startswith(f"{SITE}/") for address in told[: len(OURS)])
    assert told[len(OURS) :] == [None] * len(OTHERS)
