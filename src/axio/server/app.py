"""The Litestar application: routes, middleware, and the lifespan of the services."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from axio import __version__

from .compose import open_services
from .http.request_identity import RequestIdentity, request_address, request_identity, request_person
from .http.request_limits import RequestLimits
from .http.responses import HANDLERS, add_headers
from .hub_socket import hub_socket
from .routes.account import ACCOUNT
from .routes.analysis import ANALYSIS
from .routes.auth import AUTH
from .routes.bot_api import BOT_API
from .routes.catalogue import CATALOGUE
from .routes.daily import DAILY
from .routes.health import HEALTH
from .routes.link_previews import LINK_PREVIEWS
from .routes.lobby import LOBBY
from .routes.notifications import NOTIFICATIONS
from .routes.pages import PAGES
from .routes.puzzles import PUZZLES
from .routes.ratings import RATINGS
from .routes.reviews import REVIEWS
from .routes.tables import TABLES
from .services import Services
from .settings import Settings
from .table_socket.socket import table_socket

_LOG = logging.getLogger(__name__)
_TURN = 0.001  # seconds a thread may keep the interpreter while the event loop waits for it; usually 5 ms


def make_app(settings: Settings) -> Litestar:
    """The application for these settings. It opens nothing before it starts."""
    return Litestar(
        [
            PAGES,
            *CATALOGUE,
            *TABLES,
            *ANALYSIS,
            *LINK_PREVIEWS,
            *REVIEWS,
            *AUTH,
            *ACCOUNT,
            *LOBBY,
            BOT_API,
            *NOTIFICATIONS,
            *DAILY,
            *PUZZLES,
            *RATINGS,
            *HEALTH,
            table_socket,
            hub_socket,
        ],
        lifespan=[_lifespan(settings)],
        dependencies={
            "services": Provide(_services, sync_to_thread=False),
            "identity": Provide(request_identity, sync_to_thread=False),
            "person": Provide(request_person, sync_to_thread=False),
            "client": Provide(request_address, sync_to_thread=False),
        },
        signature_namespace={"Services": Any},  # or Litestar would validate the record at every request
        middleware=[RequestLimits(), RequestIdentity()],
        exception_handlers=HANDLERS,
        before_send=[add_headers],
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key="packed"),
        request_max_body_size=settings.body,
        openapi_config=OpenAPIConfig(
            title="Axio",
            version=__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        ),
        logging_config=None,
        debug=False,
    )


def _calm_collector() -> None:
    """Exempt what exists after the start from garbage collection: scanning it takes 100 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 250)


def _services(state: State) -> Services:
    services: Services = state.services
    return services


def _lifespan(settings: Settings):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        async with open_services(settings) as services:
            app.state.services = services
            _calm_collector()
            sys.setswitchinterval(_TURN)
            _LOG.info("serving, version %s", __version__)
            yield
            _LOG.info("ending")

    return run
