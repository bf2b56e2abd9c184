"""The daily deal: the same for everyone, one try each, and nothing of it told before its day is over."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from axio.rules.proof import NO_NONCE, seed_from
from axio.server.daily.days import share_beaten
from axio.server.daily.deals import made_deals
from axio.server.ratings.streaks import of_days, of_wins
from axio.server.settings import sqlite_url
from axio.server.store import open_store

from .browsing import Browser
from .far import Person
from .postgres import Postgres
from .running import Running

GENEROUS = json.dumps({"requests_a_minute": 100_000})


class Place:
    """A server for people far apart, whose calendar can be turned."""

    def __init__(self, folder: Path, held: ExitStack) -> None:
        self.folder, self.held = folder, held
        self.days = folder / "days"
        self.turn(0)
        rigged = "tests.server.rigged"
        days = str(self.days)
        self.server = held.enter_context(
            Running(folder, "--host", "0.0.0.0", module=rigged, AXIO_DAYS=days, AXIO_SETTINGS=GENEROUS)
        )
        self.url = self.server.url.replace("0.0.0.0", "127.0.0.1")

    def turn(self, days: int) -> None:
        self.days.write_text(str(days))

    def visitor(self, handle: str | None = None) -> Person:
        """Somebody at a browser of their own; with a handle they have an account."""
        browser = self.held.enter_context(Person(self.url))
        if handle is not None:
            browser.sign_up(handle)
        return browser


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with ExitStack() as held:
        _away_from_midnight()
        yield Place(tmp_path_factory.mktemp("daily"), held)


def _away_from_midnight() -> None:
    """These tests tell days apart: begun in the last two minutes of one, they wait for the next."""
    left = 86400 - time.time() % 86400
    if left < 120:
        time.sleep(left)


def today(days: int = 0) -> str:
    return (datetime.now(UTC).date() + timedelta(days=days)).isoformat()


def begin(browser: Browser, game: str = "rota") -> str:
    answer = browser.http.post(f"/api/daily/{game}")
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def play(browser: Browser, seed: int, game: str = "rota") -> list[int]:
    """Play today's deal to the end; the sorted colours."""
    at = browser.open(begin(browser, game))
    at.play_out(Random(seed))
    at.close()
    return sorted(at.view["seats"][0]["tracks"])


def of(day: dict[str, Any], game: str = "rota") -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in day["games"] if each["game"] == game)
    return found


@contextmanager
def turned(place: Place, days: int) -> Iterator[None]:
    place.turn(days)
    try:
        yield
    finally:
        place.turn(0)


def test_everyone_gets_the_same_tiles_and_each_game_its_own(place: Place) -> None:
    """Two people with the same moves see the same tiles; another game or day has another secret."""
    racks = []
    for _ in range(2):
        visitor = place.visitor()
        at = visitor.open(begin(visitor, "axio"))
        random, seen = Random(3), []
        for _ in range(6):
            at.until_my_turn()
            seen.append(at.view["rack"])
            at.play(at.any_move(random))
        racks.append(seen)
    assert racks[0] == racks[1]
    told = place.visitor().get("/api/daily")
    commitments = [each["commitment"] for each in told["today"]["games"]] + [*told["tomorrow"].values()]
    assert len({*commitments}) == 6


def test_a_try_is_had_once_however_often_it_is_asked_for(place: Place) -> None:
    """Twenty requests at once make one table; it cannot be given up, taken back or asked about."""
    ann = place.visitor("Once")
    with ThreadPoolExecutor(10) as pool:
        answers = [*pool.map(lambda _: ann.http.post("/api/daily/hex"), range(20))]
    assert {answer.status_code for answer in answers} == {201}
    (name,) = {answer.json()["id"] for answer in answers}
    assert [table["id"] for table in ann.get("/api/tables")] == [name]
    refused = ann.http.delete(f"/api/tables/{name}")
    assert (refused.status_code, refused.json()["reason"]) == (403, "one_try")
    at = ann.open(name)
    at.until_my_turn()
    at.play(at.any_move(Random(1)))
    assert not at.view["can_undo"]
    at.say("undo", seq=1)
    assert at.until("refusal", "undone")["reason"] == "nothing_to_undo"
    at.say("hint", seq=1)
    assert at.until("refusal", "hint")["kind"] == "refusal"


@pytest.mark.parametrize("finished", [False, True])
def test_deleting_oneself_gives_no_second_try(place: Place, finished: bool) -> None:
    """The attempt stays with the browser: the same table, unranked, also after another account is made."""
    ann = place.visitor(f"Twice-{finished}")
    name = begin(ann, "hex")
    at = ann.open(name)
    at.until_my_turn()
    at.play(at.any_move(Random(1)))
    if finished:
        at.play_out(Random(1))
    assert ann.http.post("/api/account/deletion", json={"confirm": f"Twice-{finished}"}).status_code == 200
    assert begin(ann, "hex") == name
    ann.sign_up(f"Again-{finished}")
    assert begin(ann, "hex") == name
    again = ann.open(name)
    assert again.until("sync")["view"]["ply"] > 0
    again.play_out(Random(2))
    mine = of(ann.get("/api/daily")["today"], "hex")["mine"]
    assert (mine["table"], mine["over"], mine["scored"], mine["place"]) == (name, True, False, None)
    assert ann.get(f"/api/tables/{name}/replay")["table"]["seats"][0]["name"] == "Player 1"


def test_a_finished_try_is_placed_among_the_others(place: Place) -> None:
    """Accounts are ranked by the lowest colour, guests only compared; nothing is told before the own end."""
    before = place.visitor().get("/api/daily")["today"]
    assert (of(before)["spread"], of(before)["best"]) == (None, None)
    people = [place.visitor(f"Daily-{number}x") for number in range(4)]
    results = [play(browser, seed) for seed, browser in enumerate(people)]
    guest = place.visitor()
    unranked = play(guest, 9)
    for browser, result in zip(people, results, strict=True):
        told = of(browser.get("/api/daily")["today"])
        assert told["mine"]["low"] == result and told["mine"]["scored"]
        assert told["mine"]["place"] == 1 + sum(other > result for other in results)
        assert told["players"] == 4 == sum(each["count"] for each in told["spread"])
        assert [row["low"] for row in told["best"]] == sorted(results, reverse=True)
        assert [row["low"] for row in told["best"] if row["mine"]] == [result]
    told = of(guest.get("/api/daily")["today"])
    beaten = sum(other < unranked for other in results) + sum(other == unranked for other in results) / 2
    assert told["mine"] == {
        "table": told["mine"]["table"],
        "over": True,
        "scored": False,
        "low": unranked,
        "place": None,
        "beaten": round(25 * beaten),
    }
    assert told["players"] == 4
    spread = Counter({each["low"]: each["count"] for each in told["spread"]})
    assert +spread == Counter(low for low, *_ in (*results, unranked)), "one's own result is among them"
    high = [row["table"] for row in guest.get("/api/scores/rota")["best"]]
    assert told["mine"]["table"] not in high


def test_a_result_is_a_picture_that_gives_nothing_away(place: Place) -> None:
    """Only its owner gets it, only after the end; it shows the tracks in their language, and no tile."""
    ann, eve = place.visitor(), place.visitor()
    address = f"/api/daily/{today()}/rota/result.svg"
    name = begin(ann)
    assert ann.http.get(address).status_code == 404
    at = ann.open(name)
    at.play_out(Random(4))
    tracks = at.view["seats"][0]["tracks"]
    picture = ann.http.get(address, params={"language": "de", "theme": "dark"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert f"Niedrigste Farbe: {min(tracks)}" in picture.text and f"{tracks[0]} Rot" in picture.text
    assert 'class="tile"' not in picture.text and "@" not in picture.text
    assert eve.http.get(address).status_code == 404
    assert {
        ann.http.get(f"/api/daily/{day}/result.svg").status_code for day in ("1999-01-01/rota", "x/y")
    } == {404}


def test_nothing_leaves_before_the_day_is_over(place: Place) -> None:
    """No record, no seed, no view for anyone else while others may still play; everything the day after."""
    ann, eve = place.visitor("Sealed"), place.visitor()
    play(ann, 1, "rota")
    name = begin(ann)
    assert len(eve.get("/api/daily")["tomorrow"]) == 3
    record = ann.http.get(f"/api/tables/{name}/record")
    assert (record.status_code, record.json()["reason"]) == (403, "day_not_over")
    assert {eve.http.get(f"/api/tables/{name}/{part}").status_code for part in PARTS} == {404}
    with pytest.raises(ConnectionClosed):
        eve.open(name).hear()
    with closing(sqlite3.connect(place.folder / "axio.db")) as connection, connection:
        secrets = [row[0].hex() for row in connection.execute("SELECT secret FROM daily_deals")]
        seeds = [seed_from(bytes.fromhex(secret), (NO_NONCE,)) for secret in secrets]
    connection.close()
    told = "".join(
        browser.http.get(path).text
        for browser in (ann, eve)
        for path in (
            "/api/daily",
            "/api/daily/mine",
            f"/api/daily/{today()}",
            "/api/tables",
            f"/api/tables/{name}/replay",
        )
    )
    assert len(secrets) >= 6
    assert not [secret for secret in secrets + seeds if secret in told]
    assert eve.http.get(f"/api/daily/{today(1)}").status_code == 404
    with turned(place, 1):
        past = of(eve.get(f"/api/daily/{today()}"))
        assert hashlib.sha256(bytes.fromhex(past["secret"])).hexdigest() == past["commitment"]
        best = past["best"][0]["table"]
        proof = json.loads(eve.http.get(f"/api/tables/{best}/record").text)["proof"]
        assert proof["secret"] == past["secret"]
        assert eve.get(f"/api/tables/{best}/replay")["table"]["over"]
        shown = eve.get("/api/daily")
        assert shown["yesterday"]["day"] == today() and of(shown["yesterday"])["best"][0]["table"] == best


PARTS = ("replay", "record", "picture.svg")


def test_a_try_that_outlives_its_day_does_not_count(place: Place) -> None:
    """When the secret is out, nobody can score with it any more."""
    late = place.visitor("Late")
    with turned(place, -1):
        name = begin(late, "hex")
        assert of(late.get("/api/daily")["today"], "hex")["mine"]["table"] == name
    late.open(name).play_out(Random(2))
    yesterday = of(late.get(f"/api/daily/{today(-1)}"), "hex")
    assert yesterday["mine"]["over"] and not yesterday["mine"]["scored"]
    assert yesterday["players"] == 0
    assert begin(late, "hex") != name


def test_tomorrow_was_committed_to_today(place: Place) -> None:
    """The commitment shown the day before is that of the deal."""
    visitor = place.visitor()
    promised = visitor.get("/api/daily")["tomorrow"]
    with turned(place, 1):
        kept = {each["game"]: each["commitment"] for each in visitor.get("/api/daily")["today"]["games"]}
    assert promised == kept


def test_days_in_a_row_and_the_calendar(place: Place) -> None:
    """A streak counts days with a finished game, and holds until today is over; the calendar shows them."""
    keen = place.visitor("Keen")
    play(keen, 1)
    told = keen.get("/api/daily/mine")
    assert told["account"] and told["streak"] == {"now": 1, "best": 1}
    assert told["calendar"][-1] == {"day": today(), "finished": 1, "dealt": True}
    assert datetime.fromisoformat(told["calendar"][0]["day"]).weekday() == 0
    with turned(place, 1):
        assert keen.get("/api/daily/mine")["streak"] == {"now": 1, "best": 1}
    with turned(place, 2):
        assert keen.get("/api/daily/mine")["streak"] == {"now": 0, "best": 1}


@pytest.mark.parametrize("path", ["2026-13-01", "20260101", "yesterday", "1999-01-01", "axio"])
def test_days_that_never_were_are_not_found(place: Place, path: str) -> None:
    """What is no day, or had no deal, is answered in one line."""
    answer = place.visitor().http.get(f"/api/daily/{path}")
    assert (answer.status_code, answer.json()["reason"]) == (404, "no_such_day")
    assert place.visitor().http.post("/api/daily/chess").status_code == 404


def test_two_processes_agree_on_a_days_secret(tmp_path: Path) -> None:
    """Whoever asks first makes it, and everyone else gets that one."""

    async def check() -> None:
        one, other = [await open_store(sqlite_url(tmp_path)) for _ in range(2)]
        day = date(2030, 1, 1)
        found = await asyncio.gather(*[made_deals(engine, day) for engine in (one, other) * 5])
        assert len(found[0]) == 3
        assert all(each == found[0] for each in found)
        for engine in (one, other):
            await engine.dispose()

    asyncio.run(check())


@pytest.mark.xdist_group("postgres")
def test_a_day_and_a_rating_on_postgresql(tmp_path: Path, postgres: Postgres) -> None:
    """Every query is understood there too: the deal, its result, the board and the player's page."""
    _away_from_midnight()
    with Running(tmp_path, "--url", postgres.database()) as server, Person(server.url) as ann:
        ann.sign_up("Elephant")
        result = play(ann, 1)
        told = of(ann.get("/api/daily")["today"])
        assert (told["mine"]["low"], told["mine"]["place"], told["players"]) == (result, 1, 1)
        assert ann.get("/api/daily/mine")["streak"] == {"now": 1, "best": 1}
        ann.open(table := ann.new("rota", "Ann", "bot:random", rated=True)).play_out(Random(1))
        deadline = time.monotonic() + 30
        while not (changes := ann.get(f"/api/tables/{table}/ratings")):
            assert time.monotonic() < deadline
        assert ann.get("/api/ratings/rota/turns")["mine"]["rating"] == changes[0]["after"]
        course = ann.get("/api/players/elephant/rota/turns")
        assert [row["name"] for row in course["rivals"]] == ["random@1"] and course["games"] == 1


def test_share_beaten_counts_equals_by_half() -> None:
    """Of nobody, of worse, equal and better ones."""
    assert share_beaten(0, 0, 0) is None
    assert share_beaten(better=1, equal=1, others=4) == 62
    assert share_beaten(better=0, equal=0, others=1) == 100
    assert share_beaten(better=3, equal=0, others=3) == 0


def test_rows_without_a_gap() -> None:
    """Wins in a row end with a loss; days in a row end with a day missed, but not with today."""
    assert of_wins([]).best == 0
    assert (of_wins([True, True, False, True]).now, of_wins([True, True, False, True]).best) == (1, 2)
    day = date(2026, 3, 1)
    days = {date(2026, 2, 28), date(2026, 2, 27), date(2026, 2, 20)}
    assert (of_days(days, day).now, of_days(days, day).best) == (2, 2)
    assert of_days({*days, day}, day).now == 3
    assert of_days(days, date(2026, 3, 2)).now == 0
