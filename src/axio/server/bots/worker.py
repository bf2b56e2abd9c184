"""A worker process: one question a line on standard input; answers, one a line, on standard output."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeAlias

import msgspec

from axio.bots import Bot, Budget, Time, Work, make, prepare
from axio.review.model import Deal
from axio.rules import parse_move, parse_position
from axio.rules.data import read_observation
from axio.rules.reading import record_from

Data: TypeAlias = dict[str, Any]


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this
    if "--nice" in sys.argv:
        with suppress(AttributeError, OSError):  # a system without priorities
            os.nice(19)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a bot that prints must not garble the answers
    questions: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    print("ready", file=answers, flush=True)
    while True:
        for line in answers_to(json.loads(questions.get()), questions.empty):
            print(json.dumps(line), file=answers, flush=True)


def _listen(questions: queue.Queue[str]) -> None:
    """End with the server, even in the middle of a thought."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def answers_to(question: Data, undisturbed: Callable[[], bool] = lambda: True) -> Iterator[Data]:
    """One answer to a question about a move; all lines of a job. A late `stop` needs no answer."""
    if "job" in question:
        yield from lines_of(question, undisturbed)
    elif "stop" not in question:
        yield answer(question)


def lines_of(question: Data, undisturbed: Callable[[], bool]) -> Iterator[Data]:
    """A job's parts, and what it came to. Between two parts it looks for a line, which can only be `stop`."""
    try:
        parts = JOBS[question["job"]](question)
        while undisturbed():
            try:
                found = next(parts)
            except StopIteration as ended:
                yield {"done": ended.value}
                return
            yield {"part": found}
        yield {"stopped": True}
    except Exception as fault:  # the server says so, and the process goes on with the next
        yield {"failed": f"{type(fault).__name__}: {fault}"[:300]}


def _review(question: Data) -> Generator[Data, None, Data]:
    """A record's review: the deal, then each ply; at the end the whole review."""
    from axio.review.reviewing import assembled, reviewed

    record, work = record_from(question["record"]), question["work"]
    deal, plies = None, []
    for part in reviewed(record, work=work):
        if isinstance(part, Deal):
            deal = part
        else:
            plies.append(part)
        yield msgspec.to_builtins(part)
    assert deal is not None
    return assembled(record, deal, plies, work, "").as_data()


def _judge(question: Data) -> Generator[Data, None, Data]:
    """One move, graded by what its seat can know."""
    from axio.review.grading import grade

    view, move = read_observation(question["view"]), parse_move(question["move"])
    yield {}
    decision: Data = msgspec.to_builtins(grade(view, move, question["ply"], question["work"], ""))
    return decision


def _analysis(question: Data) -> Generator[Data, None, Data]:
    """A position's best moves, step by step."""
    from axio.review import analyse

    position, work = parse_position(question["position"]), question["work"]
    for step in analyse(position, work=work, open_racks=question["open_racks"]):
        yield step.as_data()
    return {}


# A job yields what it finds, and returns what it came to. It imports the compiled kernel itself: most workers
# do without.
JOBS: Mapping[str, Callable[[Data], Generator[Data, None, Data]]] = {
    "review": _review,
    "judge": _judge,
    "analysis": _analysis,
}


def answer(question: Data) -> Data:
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


def _budget(question: Data) -> Budget:
    return Work(question["work"]) if "work" in question else Time(question["seconds"])


if __name__ == "__main__":
    main()
