"""The service worker, with the list of the files it caches and a version made of their contents."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from posixpath import dirname, join, normpath

from litestar import Response

from .assets import asset

_PAGE = "index.html"
_TEXTS = tuple(f"texts/{language}.json" for language in ("en", "de", "nl"))
_NAMED = re.compile(r'(?:href|src)="/static/([^"]+)"')
_IMPORT = re.compile(r'^(?:import|export)[^"]*from "(\.{1,2}/[\w/.-]+)"', re.MULTILINE)


def service_worker() -> Response[bytes]:
    """Its text changes, so browsers install a new worker, whenever a cached file changes."""
    named = _NAMED.findall(asset(_PAGE).body.decode())
    files = sorted({_PAGE, *_TEXTS, *named, *_modules("main.js")})
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
