"""What comes over HTTP: pages, files, lists, scores, and what every answer carries."""

from __future__ import annotations

import gzip
from random import Random

import pytest

from axio.server.http.assets import asset
from axio.server.settings import WEB_FOLDER

from .browsing import Browser


def test_every_answer_carries_a_strict_policy(browser: Browser) -> None:
    """No inline script, nothing from elsewhere, no frames: on pages, data and errors alike."""
    for path in (
        "/api/me",
        "/api/nothing",
        "/api/tables/x/replay",
        "/api/schema/openapi.json",
        "/static/none.js",
    ):
        headers = browser.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy
        assert "unsafe" not in policy and "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] in ("no-store", "no-cache")


def test_cookie_is_signed_and_out_of_reach_of_scripts(browser: Browser) -> None:
    """The identity is set on the first visit, HttpOnly and SameSite=Lax, and stays the same."""
    first = browser.http.get("/api/me", headers={"Cookie": ""})
    told = first.headers["set-cookie"].lower()
    assert "httponly" in told and "samesite=lax" in told and "path=/" in told
    assert "set-cookie" not in browser.http.get("/api/me").headers


def test_own_name_is_remembered(browser: Browser, stranger: Browser) -> None:
    """A name belongs to one identity."""
    assert browser.get("/api/me") == {"name": None, "account": False, "is_bot": False, "local": True}
    assert browser.http.put("/api/me", json={"name": " Ann\n"}).json() == {"name": "Ann"}
    assert browser.get("/api/me")["name"] == "Ann"
    assert stranger.get("/api/me")["name"] is None


def test_files_are_packed_and_not_sent_twice(browser: Browser) -> None:
    """A file comes compressed with a tag, and with that tag not again."""
    name = "generated/palette.css"
    first = browser.http.get(f"/static/{name}")
    assert first.headers["content-encoding"] == "gzip"
    assert first.content == (WEB_FOLDER / name).read_bytes()
    assert gzip.decompress(asset(name).packed) == first.content
    again = browser.http.get(f"/static/{name}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_wrong_address_is_a_page_for_people_and_json_for_programs(browser: Browser) -> None:
    """Who reads pages gets one that says so; a program, and anyone who asks the API, gets the reason."""
    page = browser.http.get("/nowhere", headers={"Accept": "text/html,*/*"})
    assert (page.status_code, page.content) == (404, (WEB_FOLDER / "index.html").read_bytes())
    assert page.headers["content-type"] == browser.http.get("/").headers["content-type"]
    for path, accepted in (("/nowhere", "*/*"), ("/api/nowhere", "text/html")):
        answer = browser.http.get(path, headers={"Accept": accepted})
        assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_page")


@pytest.mark.parametrize("path", ["/", "/table/any", "/static/main.js"])
def test_pages_and_files_answer_head(browser: Browser, path: str) -> None:
    """Whoever only asks whether a page is there hears the same as with GET, without the body."""
    head, whole = browser.http.head(path), browser.http.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == whole.headers["etag"]


@pytest.mark.parametrize(
    "path",
    ["../server/app.py", "%2e%2e/server/app.py", "..%2fserver/app.py", "__init__.py", "generate.py", ""],
)
def test_nothing_outside_the_web_folder_is_served(browser: Browser, path: str) -> None:
    """Neither code nor anything outside leaves as a file."""
    assert browser.http.get(f"/static/{path}").status_code == 404


@pytest.mark.parametrize(
    ("game", "seats", "cells", "shape", "printed"),
    [
        ("axio", 1, 81, "square", 5),
        ("axio", 4, 169, "square", 5),
        ("rota", 2, 0, "display", 0),
        ("hex", 2, 91, "hexagon", 6),
        ("hex", 3, 127, "hexagon", 6),
        ("hex", 4, 169, "hexagon", 6),
    ],
)
def test_geometry_is_a_unit_lattice(
    browser: Browser, game: str, seats: int, cells: int, shape: str, printed: int
) -> None:
    """Every board has its cells, neighbours one apart, rings counted from the smallest area."""
    found = browser.get(f"/api/games/{game}/{seats}")
    assert (len(found["cells"]), found["shape"], len(found["printed"])) == (cells, shape, printed)
    places = [(x, y) for _, x, y, _ in found["cells"]]
    near = [min((a - x) ** 2 + (b - y) ** 2 for a, b in places if (a, b) != (x, y)) for x, y in places]
    assert all(abs(distance - 1) < 1e-4 for distance in near)
    assert {ring for *_, ring in found["cells"]} == set(
        range({1: 1, 2: 1, 3: 2, 4: 3}[seats] if cells else 0)
    )
    smallest = {1: 81, 2: 91}[1 if shape == "square" else 2] if cells else 0
    assert sum(ring == 0 for *_, ring in found["cells"]) == smallest


def test_solo_scores_are_ranked_and_undo_does_not_count(browser: Browser) -> None:
    """High scores: lowest colour first, then the ranking key; the own history in the order it was played."""
    for seed in range(3):
        browser.open(browser.new("rota", "Ann")).play_out(Random(seed))
    practised = browser.open(table := browser.new("rota", "Ann"))
    practised.until_my_turn()
    practised.play(practised.any_move(Random(1)))
    practised.say("undo", seq=1)
    practised.until("undone")
    practised.play_out(Random(2))
    scores = browser.get("/api/scores/rota")
    mine = [row for row in scores["mine"] if row["mine"]]
    assert len(mine) == 3
    assert table not in [row["table"] for row in scores["best"]]
    lows = [row["low"] for row in scores["best"]]
    assert lows == sorted(lows, reverse=True)
    assert all(low == sorted(low) for low in lows)
    assert [row["when"] for row in mine] == sorted(row["when"] for row in mine)


def test_results_against_each_bot(browser: Browser) -> None:
    """Every finished game against bots counts once for each of them."""
    browser.open(browser.new("rota", "Ann", "bot:random", "bot:greedy")).play_out(Random(1))
    browser.open(browser.new("rota", "Ann", "bot:random")).play_out(Random(2))
    found = {row["bot"]: row for row in browser.get("/api/scores/rota")["bots"]}
    assert found["random@1"]["played"] == 2
    assert found["greedy@1"]["played"] == 1
    assert all(0 <= row["won"] + row["shared"] <= row["played"] for row in found.values())


def test_unfinished_games_are_listed_first_and_can_be_given_up(browser: Browser) -> None:
    """The list leads to what can be gone on with; a finished game of one's own stays in the history."""
    over, running = browser.new("rota", "Ann"), browser.new("hex", "Ann", "Ben")
    browser.open(over).play_out(Random(1))
    mine = [table for table in browser.get("/api/tables") if table["mine"]]
    assert [table["id"] for table in mine] == [running, over]
    assert mine[0]["mine_to_move"] and not mine[1]["mine_to_move"]
    assert browser.http.delete(f"/api/tables/{running}").status_code == 204
    answer = browser.http.delete(f"/api/tables/{over}")
    assert (answer.status_code, answer.json()["reason"]) == (403, "over_already")


def test_hint_is_a_legal_move_with_a_reason(browser: Browser) -> None:
    """A hint comes from a bot that sees what the seat sees; it can be played."""
    place = browser.open(browser.new("axio", "Ann", "bot:random"))
    place.until_my_turn()
    place.say("hint", seq=0)
    hint = place.until("hint", "refusal")
    assert hint["kind"] == "hint" and hint["reason"]
    assert place.play(hint["move"])["kind"] == "step"
