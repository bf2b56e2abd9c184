"""People far apart at one table: two, three and four browsers, each seeing what is theirs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.running import Running

from .conftest import Opening
from .friends import Guest, move, on_move, play_to_the_end, prepare

SAVED = {"two": ("axio", 2), "three": ("hex", 3), "four": ("rota", 4)}


@pytest.fixture(scope="module")
def far(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for people far apart, with games that are nearly over."""
    folder: Path = tmp_path_factory.mktemp("far")
    prepare(folder, SAVED)
    with Running(folder, "--host", "0.0.0.0") as running:
        yield running


def test_a_whole_live_game_by_link_with_a_rematch(opened: Opening, far: Running) -> None:
    """A German sets the table, a Dutch phone comes by link; clock, deal, end, proof and rematch."""
    host = Guest(opened(url=far.url, locale="de-DE"), far.url)
    guest = Guest(opened(url=far.url, locale="nl-NL", phone=True, settings={"confirm": False}), far.url)
    host.page.goto("/new/rota?friends")
    host.page.locator(".chair input").first.fill("Greta")
    host.page.locator("label:has(input[value=live])").click()
    host.page.get_by_role("button", name="Tisch decken").click()
    guest.page.goto(host.page.locator("#invite").input_value())
    commitment = host.page.locator("#commitment").text_content()
    expect(guest.page.locator("#commitment")).to_have_text(commitment or "?")
    guest.page.locator("#name").fill("Joost")
    guest.page.get_by_role("button", name="Neem plaats").click()
    assert host.asked() == "place"
    expect(host.page.locator(".seat .clock.running")).to_contain_text(":")
    expect(guest.page.locator("#status")).to_have_text("Greta is aan zet")
    assert play_to_the_end([host, guest]) >= 24
    host.page.locator("#check").click()
    expect(host.page.locator("dialog.check")).to_have_attribute("data-holds", "true")
    expect(host.page.locator("dialog.check .holds")).to_have_count(4)
    guest.page.get_by_role("button", name="Revanche").click()
    expect(guest.page.locator(".room-seat").first).to_contain_text("Joost")
    host.page.reload()
    host.page.get_by_role("button", name="Zur Revanche").click()
    host.page.locator("#room-take").click()
    assert guest.asked() == "place"
    expect(host.page.locator(".seat .who").first).to_have_text("Joost")


def test_a_whole_game_by_turns_with_tabs_closed_in_between(opened: Opening, far: Running) -> None:
    """Nobody waits: each comes, moves and goes; a move prepared while away is made by itself."""
    host = Guest(opened(url=far.url), far.url)
    guest = Guest(opened(url=far.url), far.url)
    host.page.goto("/new/rota?friends")
    host.page.locator(".chair input").first.fill("Ada")
    host.page.locator("label:has(input[value=turns])").click()
    host.page.get_by_role("button", name="Open the table").click()
    guest.page.goto(host.page.locator("#invite").input_value())
    guest.page.locator("#name").fill("Grace")
    guest.page.locator("#sit").click()
    host.asked()
    table = host.page.url
    expect(host.page.locator(".clock.running")).to_contain_text("9 d 23 h")  # three and seven
    for _ in range(2):
        for mover, other in ((host, guest), (guest, host)):
            other.page.goto("/about")
            mover.page.goto(table)
            assert mover.asked() == "place"
            mover.place()
    host.page.goto(table)
    guest.page.goto(table)
    assert host.asked() == "place"
    guest.until("document.querySelector('axio-board')?.state?.spots.length > 0")
    plan = guest.plan()
    tile = guest.page.locator("axio-rack button").nth(plan["index"])
    tile.click()
    guest.page.mouse.click(plan["x"], plan["y"])
    guest.name()
    expect(guest.page.locator("#prepared")).to_be_visible()
    guest.page.goto("/about")
    seq = host.seq
    host.place()
    host.until(f"Number(document.querySelector('main').dataset.seq) > {seq}")
    guest.page.goto(table)
    assert play_to_the_end([host, guest]) >= 18


@pytest.mark.parametrize("name", SAVED)
def test_mishaps_at_a_table_of_several(opened: Opening, far: Running, name: str) -> None:
    """A lost line, a closed tab, a late spectator; the game goes on, ends, and is played again."""
    seats = SAVED[name][1]
    guests = [
        Guest(opened(url=far.url, phone=seat == 3, settings={"confirm": False}), far.url, seat)
        for seat in range(seats)
    ]
    for guest in guests:
        guest.page.goto(f"/table/{name}")
    mover = on_move(guests)
    lost, closer = next(each for each in guests if each is not mover), guests[-1]
    lost.lose()
    expect(lost.page.locator("#banner.lost")).to_be_visible()
    expect(mover.page.locator(".away:visible")).to_have_count(1)
    move(mover)
    seq = mover.seq
    lost.cut = False
    expect(lost.page.locator("#banner.lost")).to_have_count(0)
    lost.seen(seq)
    expect(mover.page.locator(".away:visible")).to_have_count(0)
    closer.page.goto("/about")
    expect(guests[0].page.locator(".away:visible")).to_have_count(1)
    closer.page.goto(f"/table/{name}")
    eve = Guest(opened(url=far.url), far.url)
    eve.page.goto(f"/table/{name}")
    expect(eve.page.locator("#banner")).to_contain_text("looking on")
    expect(eve.page.locator("axio-rack button")).to_have_count(0)
    play_to_the_end(guests)
    expect(eve.page.locator("dialog.end h2")).not_to_be_empty()
    guests[1].page.get_by_role("button", name="Rematch").click()
    for guest in [guests[0], *guests[2:]]:
        guest.page.get_by_role("button", name="Join the rematch").click()
        guest.page.locator("#room-take").click()
    for guest in guests:
        guest.until("document.querySelector('axio-board') !== null")
    assert on_move(guests) is guests[-1]  # everyone sits one place further


def test_ways_out_ask_once_more(opened: Opening, far: Running) -> None:
    """Three at a table: one leaves and comes back, one resigns, two agree to stop."""
    guests = [Guest(opened(url=far.url), far.url) for _ in range(3)]
    host = guests[0].page
    host.goto("/new/axio?friends")
    host.locator(".chair input").first.fill("Ada")
    host.locator("label:has(input[value='3'])").click()
    host.get_by_role("button", name="Open the table").click()
    link = host.locator("#invite").input_value()
    for guest in guests[1:]:
        guest.page.goto(link)
        guest.page.locator("#name").fill("Grace")
        guest.page.locator("#sit").click()
        guest.page.wait_for_url("**/table/*")
    guests[0].asked()
    one, two = guests[1].page, guests[2].page
    one.locator("#more").click()
    one.locator("#menu-leave").click()
    one.get_by_role("button", name="Let a bot play").click()
    expect(host.locator(".seat .who").nth(1)).to_have_text("Careful for Grace")
    one.get_by_role("button", name="Come back").click()
    expect(host.locator(".seat .who").nth(1)).to_have_text("Grace")
    two.locator("#more").click()
    two.locator("#menu-resign").click()
    two.get_by_role("button", name="Cancel").click()
    two.locator("#more").click()
    two.locator("#menu-resign").click()
    two.get_by_role("button", name="Resign").click()
    expect(host.locator(".seat .who").nth(2)).to_have_text("Careful for Grace")
    host.locator("#more").click()
    host.locator("#menu-stop").click()
    host.get_by_role("button", name="Offer to stop").click()
    one.get_by_role("button", name="Agree").click()
    for page in (host, one, two):
        expect(page.locator("dialog.end h2")).to_have_text("Stopped by agreement")
