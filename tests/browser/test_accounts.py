"""One person's account from the first visit to the last, in two browsers, with every kind of key."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.far import change
from tests.server.running import Running

from .conftest import Opening
from .driver import Keys, person
from .test_everyone import _sound

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with Running(tmp_path_factory.mktemp("accounts"), "--host", "0.0.0.0") as running:
        yield running


@pytest.fixture
def home(far: Running) -> str:
    """By name: browsers have no passkeys for addresses of numbers."""
    return far.url.replace("127.0.0.1", "localhost")


def with_passkeys(page: Page) -> None:
    """A device that keeps passkeys and always says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "automaticPresenceSimulation": True}
    able = {"hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options | able})


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def sign_up(page: Page, handle: str) -> list[str]:
    """Through the form, with the keyboard; the recovery codes."""
    page.goto("/account?new")
    page.locator("#handle").fill(handle)
    page.locator("#password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog .codes")
    codes = page.locator("dialog .codes li").all_inner_texts()
    press(page, "I have kept them")
    page.wait_for_selector("#rename")
    return codes


def test_an_account_is_made_used_elsewhere_and_ended_from_afar(
    opened: Opening, home: str, tmp_path: Path
) -> None:
    """Sign-up keeps the guest's game; a phone signs in, is listed, is ended; the data can be taken away."""
    desk = opened(url=home)
    table = Keys(desk).new_table("axio", [person("Ada")])
    desk.goto("/account?new")
    desk.locator("#handle").fill("Admin")
    desk.locator("#password").fill(PASSWORD)
    press(desk, "Create the account")
    expect(desk.get_by_role("alert").first).to_have_text("This name is reserved. Choose another.")
    codes = sign_up(desk, "Ada.Lovelace")
    assert len(codes) == 10 and all(re.fullmatch(r"(\w{5}-){3}\w{5}", code) for code in codes)
    expect(desk.locator("#account")).to_have_text("Ada.Lovelace")
    _sound(desk)

    phone = opened(url=home, phone=True, locale="de-DE", color_scheme="dark")
    phone.goto("/account")
    _sound(phone)
    phone.locator("#handle").fill("ada.lovelace")
    phone.locator("#password").fill("not this one")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert").first).to_have_text("Name oder Passwort stimmen nicht.")
    phone.locator("#password").fill(PASSWORD)
    phone.keyboard.press("Enter")
    expect(phone.locator("#who")).to_have_text("Ada.Lovelace")
    _sound(phone)
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= 360
    phone.goto("/")
    expect(phone.locator(f'a[href="/table/{table}"]')).to_be_visible()

    desk.goto("/account")
    expect(desk.locator(".key", has_text="this browser")).to_have_count(1)
    desk.get_by_role("button", name=re.compile("^Sign out: ")).click()
    expect(desk.locator("#end-others")).to_have_count(0)
    phone.goto("/account")
    expect(phone.locator("#handle")).to_be_visible()
    with desk.expect_download() as taken:
        desk.locator("#take-data").click()
    taken.value.save_as(tmp_path / "mine.json")
    mine = json.loads((tmp_path / "mine.json").read_text())
    assert mine["accounts.person"][0]["handle"] == "Ada.Lovelace"
    assert [row["id"] for row in mine["tables.owner"]] == [table]


def test_passkeys_codes_and_leaving_for_good(opened: Opening, home: str, far: Running) -> None:
    """A passkey signs in alone, a code when all is lost; deleting asks for a key and the name."""
    page = opened(url=home)
    with_passkeys(page)
    page.goto("/account?new")
    page.locator("#handle").fill("Grace")
    press(page, "Create it with a passkey")
    page.wait_for_selector("dialog .codes")
    code = page.locator("dialog .codes li").first.inner_text()
    press(page, "I have kept them")
    expect(page.locator(".key", has_text="None. Your passkeys open the account.")).to_have_count(1)
    press(page, "Sign out")
    page.wait_for_url("**/")
    page.goto("/account")
    press(page, "Sign in with a passkey")
    expect(page.locator("#who")).to_have_text("Grace")
    page.locator("#add-passkey").click()
    expect(page.locator(".toast")).to_have_text(
        re.compile("The device gave no passkey")
    )  # it has one already

    press(page, "Sign out")
    page.wait_for_url("**/")
    page.goto(f"/account#recover=Grace&code={code}")
    expect(page.locator("#code")).to_have_value(code)
    page.locator("#password").fill(PASSWORD)
    press(page, "Let me back in")
    expect(page.locator(".key", has_text="9 left")).to_have_count(1)

    page.locator("#new-token").click()
    page.locator("#token-name").fill("my robot")
    page.keyboard.press("Enter")
    expect(page.locator("code.token")).to_have_text(re.compile("^axio_.{40,}"))
    press(page, "Done")
    expect(page.locator(".key", has_text="my robot")).to_have_count(1)

    change(far, "UPDATE signins SET proved = 0")
    page.locator("#delete-me").click()
    page.locator("#confirm").fill("Grace")
    press(page, "Delete everything")
    press(page, "Use a passkey")
    page.wait_for_url("**/")
    expect(page.locator("#account")).to_have_text("Sign in")


def test_where_passkeys_are_withheld_a_sentence_says_so(opened: Opening, far: Running) -> None:
    """At an address of numbers the page offers no passkey, says why, and a password still does."""
    page = opened(url=far.url, locale="nl-NL")
    page.goto("/account?new")
    expect(page.get_by_text("Passkeys vragen https of localhost")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("passkey", re.IGNORECASE))).to_have_count(0)
    page.locator("#handle").fill("Wiebe")
    page.locator("#password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Ik heb ze bewaard").click()
    expect(page.locator("#who")).to_have_text("Wiebe")
