"""The HTTP interface as it describes itself: whatever fits the description, or does not, is no 500."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .browsing import Browser
from .postgres import Postgres
from .running import Running


@pytest.mark.xdist_group("postgres")
def test_schemathesis_finds_no_server_error(postgres: Postgres, tmp_path: Path) -> None:
    """Requests made from the OpenAPI description, sound and unsound, never break the server.

    Over PostgreSQL, which is the stricter database: no text with a zero in it, no number without bounds.
    """
    generous = json.dumps({"requests_a_minute": 1_000_000})
    with (
        Running(
            tmp_path, "--url", postgres.database(), module="tests.server.rigged", AXIO_SETTINGS=generous
        ) as server,
        Browser(server.url) as browser,
    ):
        table = browser.new("rota", "Ann", "bot:random")
        described = browser.get("/api/schema/openapi.json")
        assert len(described["paths"]) >= 10
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/schema/openapi.json"]
        options = ["--checks", "not_a_server_error", "--max-examples", "15", "--seed", "1", "--no-color"]
        headers = ["-H", f"Cookie: {browser.cookie}"]
        ended = subprocess.run(
            [*command, *options, *headers], capture_output=True, text=True, timeout=600, cwd=tmp_path
        )
        assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-1000:]
        assert browser.http.get("/api/invites/%00").status_code == 400
        assert (
            browser.http.post("/api/signin", json={"handle": "a\0b", "password": "p" * 20}).status_code == 400
        )
        assert browser.get(f"/api/tables/{table}/replay")["frames"]
        assert not [line for line in server.complaints if "Traceback" in line or "failed" in line]
