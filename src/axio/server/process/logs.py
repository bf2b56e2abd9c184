"""Log formats: to standard error, as text for people or as JSON lines for programs.

No names, addresses, tiles or seeds: messages name tables and processes, and of an error only its type and the
places in the code it went through, because its text may quote what a player holds.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, TypeAlias

Style: TypeAlias = Literal["text", "json"]
_ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


def log_config(style: Style, shorten: type[logging.Filter] = logging.Filter) -> dict[str, Any]:
    """For `logging.config`. The text format shows warnings only, the JSON format also information."""
    level = "INFO" if style == "json" else "WARNING"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": JsonLines if style == "json" else Lines}},
        "filters": {"shorten": {"()": shorten}},
        "handlers": {
            "errors": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["shorten"]}
        },
        "root": {"handlers": ["errors"], "level": "WARNING"},
        "loggers": {"axio": {"level": level}, "uvicorn": {"level": "WARNING"}},
    }


class Lines(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802  # the library's name
        kind = ei[0].__name__ if ei[0] else ""
        return "\n".join(["Traceback:", *(f"  {place}" for place in _places(ei[2])), kind])


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0]:
            line |= {"error": record.exc_info[0].__name__, "places": _places(record.exc_info[2])}
        return json.dumps(line, ensure_ascii=False)


def _places(trail: TracebackType | None) -> list[str]:
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trail)]
