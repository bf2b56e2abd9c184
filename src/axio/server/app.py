"""The application: routes, and around them who is asking, from where, and what may go out."""

from __future__ import annotations

import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from axio import __version__

from .http.error_responses import HANDLERS
from .http.request_identity import RequestIdentity, badge, who
from .http.security_headers import add_headers
from .hub.socket import site_socket
from .routes.account import ACCOUNT
from .routes.auth import ENTRANCE
from .routes.bot_api import BOT_API
from .routes.catalogue import CATALOGUE
from .routes.credentials import KEYS
from .routes.daily import DAILY
from .routes.health import OPERATING
from .routes.invites import INVITATIONS
from .routes.lobby import LOBBY
from .routes.notifications import NOTICES
from .routes.pages import PAGES
from .routes.profiles import PROFILES
from .routes.ratings import RATINGS
from .routes.scores import scores
from .routes.tables import TABLES
from .services import Services, open_services
from .settings import Settings
from .table_socket.socket import table_socket

_LOG = logging.getLogger(__name__)


def make_app(settings: Settings) -> Litestar:
    """A server for these settings; nothing is opened before it starts."""
    rate = RateLimitConfig(
        rate_limit=("minute", settings.requests_a_minute),
        exclude_opt_key="anonymous",
        set_rate_limit_headers=False,
    )
    return Litestar(
        [
            PAGES,
            *CATALOGUE,
            *TABLES,
            *INVITATIONS,
            *ENTRANCE,
            *ACCOUNT,
            *KEYS,
            *LOBBY,
            BOT_API,
            *NOTICES,
            *DAILY,
            *RATINGS,
            *PROFILES,
            *OPERATING,
            scores,
            table_socket,
            site_socket,
        ],
        lifespan=[_lifespan(settings)],
        dependencies={
            "services": Provide(_house, sync_to_thread=False),
            "badge": Provide(badge, sync_to_thread=False),
            "person": Provide(who, sync_to_thread=False),
        },
        middleware=[RequestIdentity(), rate.middleware],
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
    """What a start leaves, and what thousands of sockets hold, stays: to look through it takes 100 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(700, 5, 3_600)


def _house(state: State) -> Services:
    services: Services = state.services
    return services


def _lifespan(settings: Settings):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        async with open_services(settings) as services:
            app.state.services = services
            _calm_collector()
            _LOG.info("serving, version %s", __version__)
            yield
            _LOG.info("ending")

    return run
