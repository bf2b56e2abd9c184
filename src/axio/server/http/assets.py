"""The files of the web folder, and the service worker that caches them."""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from litestar import Request, Response

from axio.server.errors import NotFound
from axio.server.settings import WEB_FOLDER

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
PAGE = "index.html"
_NAMED = re.compile(r'(?:href|src)="/static/([^"]+)"')
_IMPORT = re.compile(r'^(?:import|export)[^"]*from "(\.{1,2}/[\w/.-]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    packed: bytes
    tag: str
    kind: str
    changed: int


_KNOWN: dict[Path, Asset] = {}


def asset(name: str) -> Asset:
    """A file of the web folder; NotFound for anything else, also for paths outside the folder."""
    path = _path(name)
    changed = path.stat().st_mtime_ns
    known = _KNOWN.get(path)
    if known is None or known.changed != changed:
        body = path.read_bytes()
        tag = f'"{sha256(body).hexdigest()[:24]}"'
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        known = _KNOWN[path] = Asset(body, gzip.compress(body, 9, mtime=0), tag, kind, changed)
    return known


def _path(name: str) -> Path:
    try:
        path = (WEB_FOLDER / name.lstrip("/")).resolve()
        if path.suffix in _TYPES and path.is_relative_to(WEB_FOLDER.resolve()) and path.is_file():
            return path
    except (OSError, ValueError):  # a name that no file can have
        pass
    raise NotFound("no_such_page")


def served(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A file as a response: 304 for a browser that has it, compressed for one that accepts gzip."""
    found = asset(name)
    headers = {"ETag": found.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=found.kind)
    if "gzip" in request.headers.get("accept-encoding", "") and len(found.packed) < len(found.body):
        return Response(found.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


_TEXTS = tuple(f"texts/{language}.json" for language in ("en", "de", "nl"))


def service_worker() -> Response[bytes]:
    """Its text changes, so browsers install a new worker, whenever a cached file changes."""
    named = _NAMED.findall(asset(PAGE).body.decode())
    files = sorted({PAGE, *_TEXTS, *named, *_modules("main.js")})
    version = sha256("".join(asset(name).tag for name in files).encode()).hexdigest()[:16]
    shell = {"version": version, "files": [f"/static/{name}" for name in files]}
    found = asset("service-worker.js")
    body = f"self.SHELL = {json.dumps(shell)};\n".encode() + found.body
    return Response(body, headers={"Cache-Control": "no-cache"}, media_type=found.kind)


def _modules(first: str) -> list[str]:
    """A module and everything it imports."""
    found, waiting = [first], [first]
    while waiting:
        folder = dirname(waiting[-1])
        for name in _IMPORT.findall(asset(waiting.pop()).body.decode()):
            path = normpath(join(folder, name))
            if path not in found:
                found.append(path)
                waiting.append(path)
    return found
