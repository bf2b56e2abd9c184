"""The kernel in a real browser is the same game, to the byte."""

from __future__ import annotations

import shutil
from base64 import b64decode, b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, sync_playwright

from axio.bots import Work, make
from axio.kernel import Batch
from axio.kernel.host import plans
from axio.kernel.host.cache import family_of
from axio.kernel.host.families import compiled
from axio.kernel.host.plans import plan_of
from axio.kernel.wasm.build import module
from axio.kernel.wasm.signatures import signatures
from axio.rules import deal, game
from tests.browser.conftest import FLAGS

from .wasm_memory import BASE, Image

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("wasm")]  # whoever builds a module plays with it

GAMES = [(name, seats) for name in ("axio", "hex", "rota") for seats in (1, 2, 3, 4)]
PLIES = 2000


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page()
        page.add_script_tag(content=Path(__file__).with_name("wasm_runner.js").read_text())
        yield page
        browser.close()


def run(page: Page, what: str, module: bytes, image: str, **more: Any) -> Any:
    return page.evaluate(what, {"module": b64encode(module).decode(), "image": image, "base": BASE, **more})


@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_rows_are_those_of_the_cpu(page: Page, name: str, seats: int) -> None:
    """Dealt, listed and played in a browser, game after game: each row equals the CPU's, which is in lockstep
    with the plain rules."""
    batch, choices = Batch(name, seats, n=1), Random(seats)
    batch.reset(seats)
    chosen = [choices.randrange(1 << 30) for _ in range(PLIES)]
    image, rows = Image(), batch.rows.copy()
    found, count = np.zeros((1, batch.layout.most_legal), np.int64), np.zeros(1, np.int64)
    action, done, draws, points = (np.zeros(shape, kind) for shape, kind in _STEP)
    both = (rows.view(np.uint8), rows, batch.plan.tables)
    calls = {
        "list": image.call(1, (*both, found, count)),
        "step": image.call(1, (*both, action, draws, points, True, done)),
    }
    places = {"found": found, "count": count, "action": action, "row": rows}
    addresses = {what: image.place(array).address for what, array in places.items()}
    given = {**calls, **addresses, "choices": chosen, "width": rows.nbytes}
    text = run(page, "played", module(batch.plan.family, "list", "step"), image.text(), **given)
    seen = np.frombuffer(b64decode(text), np.uint64).reshape(PLIES, -1)
    for choice, row in zip(chosen, seen, strict=True):
        legal, counts = batch.legal()
        batch.step(np.array([legal[0, choice % counts[0]] if counts[0] else 0]))
        assert (row == batch.rows[0]).all()


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), GAMES)
@pytest.mark.parametrize("bot", ["planner", "master"])
def test_searches_are_those_of_the_cpu(
    page: Page, monkeypatch: pytest.MonkeyPatch, name: str, seats: int, bot: str
) -> None:
    """Whatever a search calls leaves the same memory behind; nearly so where `expf` rounds otherwise."""
    calls = recorded(monkeypatch, name)
    state = deal(name, seats, "wasm")
    for ply in range(36):
        if not state.over:
            if ply % 12 == 0:
                make(bot).choose(state.observe(state.seat), Work(64), bytes([ply]))
            state = state.play(state.legal_moves[0]).after
    assert "sample" in {each.name for each in calls}
    for call in calls:
        told = run(
            page, "called", module(family_of(state.game)), call.before, calls=[(call.name, call.block)]
        )
        call.compare(b64decode(told["image"]))


@dataclass(frozen=True)
class Recorded:
    """A call on the CPU: the memory before and after it."""

    name: str
    block: int
    image: Image
    before: str
    after: bytes

    def compare(self, memory: bytes) -> None:
        for at, array in self.image.arrays:
            part = slice(at - BASE, at - BASE + array.nbytes)
            ours, theirs = (np.frombuffer(each[part], array.dtype) for each in (memory, self.after))
            if array.dtype == np.float32:
                assert np.allclose(ours, theirs, atol=1e-6, rtol=1e-6, equal_nan=True), self.name
            else:
                assert (ours == theirs).all(), self.name


def recorded(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Recorded]:
    """From now on every call of compiled code is noted."""
    family, calls = family_of(game(name, 2)), []

    def noting(name: str, loop: Any) -> Any:
        def call(low: int, high: int, args: tuple[Any, ...]) -> None:
            image = Image()
            block, before = image.call(high, args), image.text()
            loop(low, high, args)
            calls.append(Recorded(name.removesuffix("_game"), block, image, before, b64decode(image.text())))

        return call

    loops = {name: noting(name, loop) for name, loop in compiled(family).items()}
    monkeypatch.setattr(plans, "compiled", lambda _: loops)
    monkeypatch.setenv("AXIO_THREADS", "1")
    return calls


def test_modules_take_what_the_cpu_takes() -> None:
    """The types that stand in signatures.py are those that the CPU's code was compiled for."""
    for name in ("axio", "rota"):
        plan = plan_of(game(name, 2))
        loops: dict[str, Any] = plan.run
        for function, signature in signatures(plan).items():
            assert signature.args in loops[f"{function}_game"].signatures, function


_STEP = (((1,), np.int64), ((1,), np.uint8), ((1, 0), np.int8), ((0,), np.uint8))
