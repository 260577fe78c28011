"""The application: four plain endpoints for the hot path, ordinary routes for everything else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.routing import Route
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from app.store.store import Store
from app.table.lobby import monotonic_ms
from app.web.actions import ACK, REVEAL, SLAP
from app.web.answers import HANDLERS, answer, apology
from app.web.hosts import Hosts
from app.web.house import House
from app.web.packing import Packing
from app.web.pages import (
    check,
    company,
    daily_play,
    day,
    deletion,
    device,
    files,
    home,
    metrics,
    new,
    plots,
    replay,
    stats,
    table,
    wishes,
)
from app.web.pages import settings as choices
from app.web.renewing import Renewing
from app.web.security import Guard
from app.web.settings import Settings
from app.web.stream import EVENTS


def create_app(settings: Settings, store: Store) -> FastAPI:
    """The application that serves `store`, which stays open until whoever opened it closes it."""
    house = House.build(settings, store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        house.archive.sweep()
        await house.dailies.start()
        house.purge.begin()
        try:
            yield
        finally:
            await house.leave()

    app = FastAPI(
        title="Slapback",
        lifespan=lifespan,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
        exception_handlers=HANDLERS,
    )
    app.state.house = house
    app.add_middleware(Packing)
    app.add_middleware(Renewing)
    app.add_middleware(
        Guard,
        origin=settings.origin,
        hosts=Hosts.of(settings),
        limits=house.limits,
        https=settings.https,
        clock=monotonic_ms,
        answer=answer,
        apology=apology,
    )
    if settings.proxies:
        # Around the guard, which then sees the person's address.
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=settings.proxies)
    # First, so that nothing is compared before them.
    app.router.routes.extend(
        (
            Route("/t/{id}/ack", ACK, methods=["POST"]),
            Route("/t/{id}/slap", SLAP, methods=["POST"]),
            Route("/t/{id}/reveal", REVEAL, methods=["POST"]),
            Route("/t/{id}/events", EVENTS, methods=["GET"]),
        )
    )
    for pages in (
        table,
        wishes,
        company,
        daily_play,
        deletion,
        home,
        new,
        choices,
        device,
        files,
        metrics,
        check,
        day,
        stats,
        replay,
        plots,
    ):
        app.include_router(pages.router)
    return app
