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

from .accounts.desk import ACCOUNT
from .accounts.entrance import ENTRANCE
from .accounts.keys import KEYS
from .bot_api.desk import BOT_API
from .daily.desk import DAILY
from .gathering.invitations import INVITATIONS
from .house import House, open_house
from .http.answers import HANDLERS
from .http.catalogue import CATALOGUE
from .http.door import Door, badge, who
from .http.headers import add_headers
from .http.health import OPERATING
from .http.pages import PAGES
from .lobby.desk import LOBBY_DESK
from .notices.desk import NOTICES
from .ratings.desk import RATINGS
from .ratings.profiles import PROFILES
from .ratings.scores import scores
from .settings import Settings
from .site.socket import site_socket
from .wire.desk import DESK
from .wire.sockets import table_socket

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
            *DESK,
            *INVITATIONS,
            *ENTRANCE,
            *ACCOUNT,
            *KEYS,
            *LOBBY_DESK,
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
            "house": Provide(_house, sync_to_thread=False),
            "badge": Provide(badge, sync_to_thread=False),
            "person": Provide(who, sync_to_thread=False),
        },
        middleware=[Door(), rate.middleware],
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


def _house(state: State) -> House:
    house: House = state.house
    return house


def _lifespan(settings: Settings):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def run(app: Litestar) -> AsyncIterator[None]:
        async with open_house(settings) as house:
            app.state.house = house
            _calm_collector()
            _LOG.info("serving, version %s", __version__)
            yield
            _LOG.info("ending")

    return run
