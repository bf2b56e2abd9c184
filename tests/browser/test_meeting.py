"""Meeting in real browsers: the lobby, quick pairing, phrases, the badge, and what a browser may withhold."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.server.running import Running

from .conftest import FLAGS, Opening
from .driver import Mouse

HOST = "play.example"  # a name that browsers trust no more than any other over plain http


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("far"), "--host", "0.0.0.0") as running:
        yield running


@pytest.fixture
def elsewhere(playwright: Playwright, far: Running) -> Iterator[Page]:
    """A browser that reaches the server by a name, as one far away would."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    browser: Browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, rule])
    page = browser.new_page(base_url=f"http://{HOST}:{far.url.rsplit(':', 1)[1]}")
    yield page
    browser.close()


def enter(page: Page, name: str) -> None:
    page.goto("/lobby")
    page.locator("#lobby-name").fill(name)


def test_two_meet_in_the_lobby_and_talk(opened: Opening, far: Running) -> None:
    """Ann waits, Ben sees her table at once and sits down; a phrase is heard in the other's language."""
    ann, ben = opened(url=far.url), opened(url=far.url, locale="nl-NL", phone=True)
    enter(ben, "Ben")
    expect(ben.locator("#open-tables")).to_contain_text("geen open tafel")
    enter(ann, "Ann")
    ann.locator("#quick-go").click()
    expect(ann.locator("#room-state")).to_contain_text("One seat is still free")
    ben.locator("#open-tables button.main").click()
    expect(ann.locator("main.table .seat")).to_have_count(2)
    ben.locator("#chat").click()
    ben.locator("[data-phrase=good_luck]").click()
    expect(ann.locator('[data-seat="1"] .bubble')).to_have_text("Good luck")
    expect(ben.locator('[data-seat="1"] .bubble')).to_have_text("Veel succes")
    ben.goto("/lobby")
    expect(ben.locator("#running-tables li")).to_contain_text("Ann")


def test_what_waits_is_counted_on_every_page(opened: Opening, far: Running) -> None:
    """Title, icon and a button that leads there; gone once the move is made. Blocking is found and lifted."""
    ann, ben = opened(url=far.url), opened(url=far.url)
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        enter(page, name)
        page.locator("label", has_text="Correspondence").click()
        page.locator("#quick-go").click()
    expect(ann.locator("main.table .seat")).to_have_count(2)
    table = ann.url
    ann.goto("/about")
    expect(ann.locator("#next-game .count")).to_have_text("1")
    expect(ann).to_have_title("(1) About · Axio")
    assert "data:image/svg+xml" in str(ann.locator("link[rel=icon]").get_attribute("href"))
    expect(ben.locator("#next-game")).to_be_hidden()
    ann.locator("#next-game").click()
    expect(ann).to_have_url(table)
    player = Mouse(ann)
    while player.asked(seconds=15) == "place":
        player.place()
        if ann.evaluate("document.querySelector('main').dataset.asks") == "wait":
            break
    ann.goto("/about")
    expect(ann).to_have_title("About · Axio")
    ann.goto(table)
    ann.locator('[data-seat="1"]').hover()
    ann.get_by_role("button", name="Block Ben").click()
    ann.get_by_role("button", name="Block", exact=True).click()
    expect(ann.locator(".toast")).to_contain_text("Ben is blocked")
    ann.goto("/notices")
    ann.get_by_role("button", name="Unblock").click()
    expect(ann.get_by_text("Nobody. At a table")).to_be_visible()


def test_plain_http_from_afar_says_what_is_missing(elsewhere: Page) -> None:
    """Without https there is no push and no service worker: one sentence says so, and the rest works."""
    faults: list[str] = []
    elsewhere.on("pageerror", lambda error: faults.append(str(error)))
    elsewhere.goto("/notices")
    expect(elsewhere.locator("#push-why")).to_contain_text("browsers allow notifications only over https")
    expect(elsewhere.locator("#push-why")).to_contain_text("its title counts the games")
    assert elsewhere.locator("#tell-push").is_disabled()
    with elsewhere.expect_navigation():  # whoever leaves at once has said it all the same
        elsewhere.locator("#tell-online").evaluate("(box) => { box.click(); location.reload(); }")
    expect(elsewhere.locator("#tell-online")).not_to_be_checked()
    assert faults == []


def test_the_installed_page_keeps_its_shell_and_shows_pushes(opened: Opening, far: Running) -> None:
    """The service worker shows a push, opens its table, and without a line the shell says that it is down."""
    page = opened(url=far.url.replace("127.0.0.1", "localhost"), permissions=["notifications"])
    page.goto("/about")
    page.evaluate("""async () => {
        const { registered } = await import("/static/lib/push.js");
        await registered();
    }""")
    shown = page.evaluate("fetch('/static/manifest.webmanifest').then((answer) => answer.json())")
    assert (shown["display"], shown["start_url"]) == ("standalone", "/")
    client = page.context.new_cdp_session(page)
    registration: list[str] = []
    client.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registration.extend(each["registrationId"] for each in told["registrations"]),
    )
    client.send("ServiceWorker.enable")
    _until(page, "navigator.serviceWorker.controller !== null")
    _until(page, "true", lambda: bool(registration))
    said = {"title": "Your turn", "body": "AXIO with Ben", "url": "/table/x", "tag": "x"}
    origin = page.url.removesuffix("/about")
    push = {"origin": origin, "registrationId": registration[0], "data": json.dumps(said)}
    client.send("ServiceWorker.deliverPushMessage", push)
    _until(
        page,
        """async () => {
            const shown = await (await navigator.serviceWorker.ready).getNotifications();
            return shown.some((each) => each.body === "AXIO with Ben" && each.data.url === "/table/x");
        }""",
    )
    page.context.set_offline(True)
    page.goto("/lobby")
    expect(page.locator("#main")).to_contain_text("No connection")


def _until(page: Page, what: str, told: Callable[[], bool] = lambda: True, seconds: float = 20) -> None:
    """Wait for an expression to hold, and for what the browser tells beside it; asked from outside, since the
    page's policy forbids `eval`."""
    until = time.monotonic() + seconds
    while not (page.evaluate(what) and told()):
        assert time.monotonic() < until, what
        time.sleep(0.02)
