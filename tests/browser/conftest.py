"""A real Chromium on a real server. A missing browser fails the run with a line that says how to get it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, sync_playwright

from tests.server.running import Running

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}

Opening = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="package")  # its event loop must be gone before other tests run one
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        pytest.fail("no Chromium here: apt-get install chromium")
    browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def opened(chromium: Browser, server: Running) -> Iterator[Opening]:
    """Opens pages, each in a browser of its own; any fault in them fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(phone: bool = False, still: bool = True, url: str | None = None, **wishes: object) -> Page:
        settings = wishes.pop("settings", {})
        context = chromium.new_context(
            base_url=url or server.url,
            has_touch=phone,
            is_mobile=phone,
            locale=str(wishes.pop("locale", "en-GB")),
            **{"viewport": PHONE if phone else WIDE, **wishes},  # type: ignore[arg-type]
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        kept = {"speed": 0 if still else 1} | (settings if isinstance(settings, dict) else {})
        page.add_init_script(f"localStorage.axio ??= JSON.stringify({json.dumps(kept)})")
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.on("console", lambda said: _note(faults, said.type, said.text))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def _note(faults: list[str], kind: str, text: str) -> None:
    """A refused request is an answer, and a line may break; anything else is a fault of the page."""
    known = ("Failed to load resource", "WebSocket connection", "error occurred when fetching the script")
    if kind == "error" and not any(part in text for part in known):
        faults.append(text)
