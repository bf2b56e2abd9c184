"""For the operator: health check and metrics."""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

from litestar import MediaType, Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text

from axio.server.errors import NotFound
from axio.server.process.metrics import exposition
from axio.server.services import Services
from axio.server.settings import Settings, is_loopback

_TIMEOUT = 1.2  # seconds for the writer and the database to answer


@get("/health", opt={"anonymous": True, "unlimited": True}, include_in_schema=False)
async def health(services: Services) -> Response[dict[str, str]]:
    """200 if moves can be taken; 503 if the writer commits nothing or the database does not answer."""
    try:
        async with asyncio.timeout(_TIMEOUT):
            await services.game_service.heartbeat.check()
            async with services.engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
    except Exception:
        return Response({"status": "no database"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", opt={"anonymous": True, "unlimited": True}, include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], services: Services) -> Response[bytes]:
    """Metrics for Prometheus: for this machine, or for a client with the token."""
    if not _may_read(request, services.settings):
        raise NotFound("no_such_page")
    found = await asyncio.to_thread(exposition)
    return Response(found, media_type=MediaType.TEXT, headers={"Content-Type": CONTENT_TYPE_LATEST})


def _may_read(request: Request[Any, Any, Any], settings: Settings) -> bool:
    token = settings.metrics_token
    if token is not None:
        shown = request.headers.get("authorization", "")
        return hmac.compare_digest(shown.encode(), f"Bearer {token}".encode())
    return request.client is not None and is_loopback(request.client.host)


HEALTH = [health, metrics]
