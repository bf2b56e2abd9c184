"""A bot that plays over HTTP, as people do in the browser: it accepts every challenge and plays on.

    python examples/http_bot.py https://play.example.org axio_TOKEN

The token comes from the bot's account page; docs/programmers/bot-api.md tells the rest.
"""

import json
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from axio.bots import Time, make
from axio.rules.data import read_observation

SITE, TOKEN = sys.argv[1:3]
BOT = make("greedy")


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """An open answer of the server; a request with a body is a POST."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urlopen(Request(f"{SITE}/api/bot{path}", data, headers), timeout=60)


def events() -> Iterator[dict[str, Any]]:
    """What waits for us, whenever that changes; empty lines only show that the line is alive."""
    with ask("/stream/event") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def play(table: str) -> None:
    """Move for as long as it is our turn."""
    while (position := json.load(ask(f"/games/{table}")))["moves"]:
        view = read_observation(position["observation"])
        move = BOT.choose(view, Time(1.0), key=b"").move
        ask(f"/games/{table}/move", {"move": str(move), "seq": position["view"]["seq"]})


while True:
    try:
        for told in events():
            for challenge in told["challenges"]:
                if not challenge["mine"]:
                    ask(f"/challenges/{challenge['table']}/accept", {})
            for game in told["games"]:
                play(game["table"])
    except HTTPError as fault:  # a game that ended or went on meanwhile, a challenge taken back
        print(fault, fault.read().decode(), file=sys.stderr)
    except OSError as fault:  # the line is down
        print(fault, file=sys.stderr)
    time.sleep(1)
