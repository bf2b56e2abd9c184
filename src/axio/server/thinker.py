"""A worker process: one question a line on standard input, one answer a line on standard output."""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from typing import Any

from axio.bots import Bot, Budget, Time, Work, make
from axio.rules.data import read_observation


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot that prints must not garble the answers
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """A bot's choice as plain data, or what kept it from choosing."""
    try:
        view = read_observation(question["view"])
        choice = _made(question["bot"]).choose(view, _budget(question), bytes.fromhex(question["key"]))
        view.legal_moves.check(choice.move)  # type: ignore[attr-defined]  # it is this seat's turn
        return {
            "move": str(choice.move),
            "reason": choice.reason.key,
            "values": dict(choice.reason.values),
            "text": choice.reason.text,
        }
    except Exception as fault:  # whatever a bot does wrong, the table goes on
        return {"failed": f"{type(fault).__name__}: {fault}"[:300]}


@cache
def _made(name: str) -> Bot:
    return make(name)


def _budget(question: dict[str, Any]) -> Budget:
    return Work(question["work"]) if "work" in question else Time(question["seconds"])


if __name__ == "__main__":
    main()
