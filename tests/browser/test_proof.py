"""Check the deal: the browser works it out by itself, and whatever was changed is caught."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from axio.rules import Malformed, deal
from axio.rules.errors import AxioError
from axio.rules.proof import Proof, commitment_of, seed_from
from axio.rules.reading import record_from
from axio.rules.record import Record

from .conftest import Opening
from .driver import Mouse, bot, person

GAMES = ("axio", "rota", "hex")
SECRET, NONCES = bytes(range(32)), (b"\x11" * 16, b"\x22" * 16)
SEED = seed_from(SECRET, NONCES)

_CHECK = """async ([record, part, racks]) => {
  const { checkDeal } = await import("/static/table/deal_check.js");
  const { tiles, deals } = (await (await fetch("/static/generated/stocks.json")).json())[record.game];
  const found = await checkDeal(record, part, racks, { tiles, ...deals[record.seats] });
  return found.filter(({ ok }) => !ok).map(({ key }) => key);
}"""

_RACKS = """async ([game, seats, seed]) => {
  const { openingRacks } = await import("/static/table/deal_check.js");
  const { tiles, deals } = (await (await fetch("/static/generated/stocks.json")).json())[game];
  return openingRacks({ seats, seed }, { tiles, ...deals[seats] });
}"""


@pytest.fixture
def page(opened: Opening) -> Page:
    shown = opened()
    shown.goto("/about")
    return shown


def test_the_browser_draws_the_tiles_the_rules_draw(page: Page) -> None:
    """For every game and number of seats, the racks made in the browser are those of the deal."""
    for game in GAMES:
        for seats in (1, 2, 3, 4):
            drawn = page.evaluate(_RACKS, [game, seats, f"s{seats}"])
            assert drawn == [list(rack) for rack in deal(game, seats, f"s{seats}").racks]


Change = Callable[[dict[str, Any], dict[str, Any], list[list[str]]], object]
CHANGES: dict[str, tuple[Change, str]] = {
    "a tile": (lambda record, part, racks: racks[1].__setitem__(0, "RR"), "check.tiles"),
    "my tile": (lambda record, part, racks: part["rack"].__setitem__(0, "GG"), "check.tiles"),
    "the seed": (lambda record, part, racks: record.update(seed="7" * 64), "check.seed"),
    "a nonce": (
        lambda record, part, racks: record["proof"]["nonces"].__setitem__(1, "33" * 16),
        "check.seed",
    ),
    "my nonce": (lambda record, part, racks: part.update(nonce="44" * 16), "check.nonce"),
    "the secret": (lambda record, part, racks: record["proof"].update(secret="55" * 32), "check.commitment"),
    "the commitment": (lambda record, part, racks: part.update(commitment="66" * 32), "check.commitment"),
}


def case() -> tuple[dict[str, Any], dict[str, Any], list[list[str]]]:
    """A fair deal as the browser has it at the end: the record, its own part, the racks of the replay."""
    proof = Proof(commitment_of(SECRET), SECRET, NONCES)
    record = Record("axio", 2, SEED, proof=proof).as_data()
    racks = [list(rack) for rack in deal("axio", 2, SEED).racks]
    part = {"nonce": NONCES[0].hex(), "commitment": proof.commitment.hex(), "seat": 0, "rack": [*racks[0]]}
    return record, part, racks


def test_a_fair_deal_holds_and_every_change_is_caught(page: Page) -> None:
    """A tile, the seed, a nonce, the secret or the commitment changed: the check says which does not hold."""
    assert page.evaluate(_CHECK, [*case()]) == []
    for what, (change, key) in CHANGES.items():
        changed = copy.deepcopy(case())
        change(*changed)
        assert key in page.evaluate(_CHECK, [*changed]), what


@pytest.mark.parametrize("what", ["the seed", "a nonce", "the secret"])
def test_a_reader_of_the_record_catches_it_too(what: str) -> None:
    """What `axio verify` does: a record whose proof does not hold is refused."""
    record, part, racks = case()
    record_from(record)
    CHANGES[what][0](record, part, racks)
    with pytest.raises(Malformed, match="the proof fails"):
        record_from(record)


def test_a_changed_tile_is_an_illegal_move() -> None:
    """A record that claims another tile than the seed deals is refused at that move."""
    record, *_ = case()
    move = str(next(iter(deal("axio", 2, SEED).legal_moves)))
    record_from(record | {"moves": [move]})
    tiles = {tile for rack in deal("axio", 2, SEED).racks[:1] for tile in rack}
    other = next(a + b for a in "RGBOP" for b in "RGBOP" if not {a + b, b + a} & tiles)
    with pytest.raises(AxioError, match="move 1"):
        record_from(record | {"moves": [f"{other[0]}{move[1:3]}-{other[1]}{move[5:]}"]})


def test_without_web_crypto_the_server_checks(opened: Opening) -> None:
    """Over plain http from afar the browser may not: the server does, and the page says how to repeat it."""
    player = Mouse(opened())
    player.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    player.new_table("rota", [person("Ada"), bot("random")])
    player.asked()
    player.page.locator("#more").click()
    player.page.locator("#menu-resign").click()
    player.page.locator(".sure .main").click()
    player.page.locator("#check").click()
    expect(player.page.locator("dialog.check")).to_have_attribute("data-holds", "true")
    expect(player.page.locator("#check-how")).to_contain_text("so the server did")
    expect(player.page.locator("#check-how code")).to_contain_text("axio verify")
