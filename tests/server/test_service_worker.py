"""The service worker: what it keeps is named by its contents, so that nothing stale is taken for fresh."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from axio.server.http import assets
from axio.server.http.assets import Asset, asset
from axio.server.settings import WEB_FOLDER


def shell() -> dict[str, Any]:
    text = assets.service_worker().content.decode()
    kept: dict[str, Any] = json.loads(text.partition("self.SHELL = ")[2].partition(";\n")[0])
    return kept


def test_everything_the_shell_needs_is_kept_and_there() -> None:
    """Without a line the page can say so: its markup, styles, texts and first modules are on the list."""
    files = [name.removeprefix("/static/") for name in shell()["files"]]
    assert {"index.html", "main.js", "lib/site_socket.js", "style/base.css", "texts/nl.json", "icon.svg"} <= {
        *files
    }
    assert [name for name in files if not (WEB_FOLDER / name).is_file()] == []


@pytest.mark.parametrize(
    "name", ["index.html", "main.js", "lib/i18n.js", "style/meeting.css", "texts/de.json"]
)
def test_a_changed_file_makes_another_worker(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A browser compares workers byte by byte: a new text makes it fetch everything anew."""
    before = shell()["version"]

    def changed(wanted: str) -> Asset:
        found = asset(wanted)
        return replace(found, tag='"another"') if wanted == name else found

    monkeypatch.setattr(assets, "asset", changed)
    assert shell()["version"] != before
