"""The operator's commands: they do what they say on either database, and running servers take notice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from axio.cli import app

from .browsing import Browser
from .postgres import Postgres
from .running import Running

pytestmark = pytest.mark.xdist_group("postgres")


class Site:
    """A server, its operator, and a visitor."""

    def __init__(self, folder: Path, held: ExitStack, *options: str) -> None:
        self.shared = bool(options)
        self.options = options or ("--data", str(folder))
        self.server = held.enter_context(Running(folder, *options))
        self.browser = held.enter_context(Browser(self.server.url))

    def admin(self, *words: str) -> str:
        code, said, complaint = self.asked(*words)
        assert code == 0, complaint
        return said

    def asked(self, *words: str) -> tuple[int, str, str]:
        """In this process: starting one takes longer than all they do."""
        ended = CliRunner().invoke(app, ["admin", *self.options, *words])
        return ended.exit_code, ended.stdout, ended.stderr

    def account(self, handle: str) -> Browser:
        made = Browser(self.server.url)
        answer = made.http.post("/api/account", json={"handle": handle, "password": "long enough to be one"})
        assert answer.status_code == 201, answer.text
        return made


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with ExitStack() as held:
        options: tuple[str, ...] = ()
        if request.param == "postgresql":
            postgres: Postgres = request.getfixturevalue("postgres")
            options = ("--url", postgres.database())
        yield Site(tmp_path_factory.mktemp("site"), held, *options)


def test_tables_are_listed_and_closed(site: Site) -> None:
    """A running game that is closed ends for whoever is at it; one that is over stays as it is."""
    table = site.browser.new("axio", "Ann", "Ben")
    place = site.browser.open(table)
    place.until_my_turn()
    place.play(place.any_move(Random(1)))
    (listed,) = [each for each in json.loads(site.admin("tables", "--json")) if each["id"] == table]
    assert (listed["stands"], listed["ply"], listed["names"]) == ("running", 1, ["Ann", "Ben"])
    assert site.admin("close", table) == f"{table}: ended\n"
    while not place.view["over"]:
        place.hear()
    assert place.view["ending"] == "agreed"
    assert site.admin("close", table) == f"{table}: over already\n"
    assert table not in site.admin("tables")
    assert table in site.admin("tables", "--over")


def test_abandoned_tables_are_taken_away(site: Site) -> None:
    """Only with --yes, only what is unfinished and old enough, and whoever is there is let go."""
    running, over = site.browser.new("rota", "Ann"), site.browser.new("rota", "Ann")
    site.admin("close", over)
    place = site.browser.open(running)
    place.until("spots")
    assert "0 unfinished games" in site.admin("prune", "--days", "1", "--yes")
    assert "--yes takes them away" in site.admin("prune", "--days", "0")
    assert site.browser.http.get(f"/api/tables/{running}/replay").status_code == 200
    assert site.admin("prune", "--days", "0", "--yes").startswith("taken away: ")
    with pytest.raises(ConnectionClosed):
        place.until("never")
    assert site.browser.http.get(f"/api/tables/{running}/replay").status_code == 404
    assert site.browser.http.get(f"/api/tables/{over}/replay").status_code == 200


def test_a_new_link_replaces_the_old_one(site: Site) -> None:
    """The old invitation opens nothing any more, the new one does."""
    seats: list[Any] = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    answer = site.browser.http.post("/api/tables", json={"game": "hex", "seats": seats})
    table = answer.json()["id"]
    place = site.browser.open(table)
    old = place.until("room")["invite"]
    new = site.admin("link", table).strip().removeprefix("/join/")
    assert site.browser.http.get(f"/api/invites/{old}").status_code == 404
    assert site.browser.http.get(f"/api/invites/{new}").status_code == 200


def test_somebody_is_renamed_banned_and_let_in_again(site: Site) -> None:
    """By handle or id; a ban shuts out requests and sockets, and can be taken back."""
    with site.account("Mallory") as mallory:
        table = mallory.new("axio", "whatever")
        site.admin("rename", "mallory", "Malcolm")
        (found,) = json.loads(site.admin("people", "malc", "--json"))
        assert (found["name"], found["account"], found["banned"], found["tables"]) == (
            "Malcolm",
            True,
            False,
            1,
        )
        assert [each for each in json.loads(site.admin("tables", "--json")) if each["names"] == ["Malcolm"]]
        place = mallory.open(table)
        place.until("sync")
        site.admin("ban", found["id"])
        if site.shared:  # elsewhere a server notices within a quarter of a minute, which no test waits for
            _until(lambda: mallory.http.get("/api/tables").status_code == 403)
            with pytest.raises(ConnectionClosed):
                place.until("never")
        assert json.loads(site.admin("people", "Malcolm", "--json"))[0]["banned"]
        site.admin("unban", "Malcolm")
        _until(lambda: mallory.http.get("/api/tables").status_code == 200)


def test_a_link_lets_somebody_back_in(site: Site) -> None:
    """Who lost every key gets a link from the operator, good for once: the page reads name and code in it."""
    site.account("Forgetful").close()
    link = urlsplit(site.admin("recover", "forgetful", "--public-url", "https://play.example.org").strip())
    assert (link.scheme, link.netloc, link.path) == ("https", "play.example.org", "/account")
    told = dict(parse_qsl(link.fragment))
    assert told["recover"] == "Forgetful"
    with Browser(site.server.url) as again:
        form = {"handle": told["recover"], "code": told["code"], "password": "another one, long enough"}
        assert again.http.post("/api/signin/recovery", json=form).status_code == 200
    with Browser(site.server.url) as late:
        assert late.http.post("/api/signin/recovery", json=form).status_code == 403


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["close", "nothere"], "there is no such table"),
        (["link", "nothere"], "there is no such table"),
        (["ban", "Nobody Here"], "there is no account with this name"),
        (["recover", "f" * 32], "nobody with this id"),
    ],
)
def test_what_is_not_there_is_one_sentence(site: Site, words: list[str], told: str) -> None:
    """What is wrong, in one line, with exit code 2."""
    code, said, complaint = site.asked(*words)
    assert (code, said, complaint.count("\n")) == (2, "", 1)
    assert told in complaint


def _until(true: Any, seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.1)
