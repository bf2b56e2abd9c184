"""A real server in a process of its own, on loopback, with a real SQLite file."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = 60.0  # seconds, on a machine with much else to do


class Running:
    """A server that was started and can be ended, gently or not."""

    def __init__(
        self,
        data: Path,
        *options: str,
        module: str = "axio",
        path: Path | None = None,
        **variables: str,
    ) -> None:
        self.data = data
        environment = {**os.environ, "AXIO_PREPARE": "0", **variables}
        if path is not None:
            environment["PYTHONPATH"] = os.pathsep.join([str(path), environment.get("PYTHONPATH", "")])
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, "serve", "--port", "0", "--data", str(data), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=ROOT,
        )
        self.said: queue.Queue[str] = queue.Queue()
        self.complaints: list[str] = []
        threading.Thread(target=self._listen, daemon=True).start()
        threading.Thread(target=self._note_complaints, daemon=True).start()
        line = self.said.get(timeout=START)
        if not line:
            self.process.wait()
            raise AssertionError("".join(self.complaints))
        self.url = line.split()[3].rstrip("/")

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self.said.put(line)
        self.said.put("")

    def _note_complaints(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as lines:
            for line in _without_gzip(lines):
                self.complaints.append(line)

    @property
    def netloc(self) -> str:
        return self.url.removeprefix("http://")

    def kill(self) -> None:
        """As a power cut would: no warning, no last words."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=30)

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()


def _without_gzip(lines: Iterable[str]) -> Iterator[str]:
    """Python 3.13 before 3.13.3 complains of every GzipFile that is left open; Litestar leaves some."""
    gzip = False
    for line in lines:
        gzip = gzip or line.startswith("Exception ignored in: <gzip on")
        if not gzip:
            yield line
        gzip = gzip and not re.match(r"\w+Error", line)
