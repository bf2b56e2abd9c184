"""A worker process: one question a line on standard input, one answer a line on standard output."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from functools import cache
from typing import Any

from axio.bots import Bot, Budget, Time, Work, make, prepare
from axio.rules.data import read_observation


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot that prints must not garble the answers
    questions: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    print("ready", file=answers, flush=True)
    while True:
        print(json.dumps(answer(json.loads(questions.get()))), file=answers, flush=True)


def _listen(questions: queue.Queue[str]) -> None:
    """End with the server, even in the middle of a thought."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """A bot's choice as plain data, or what kept it from choosing; nothing where it was to be prepared."""
    try:
        if "prepare" in question:
            prepare(_made(question["prepare"]), question["game"], question["seats"])
            return {}
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
