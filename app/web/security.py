"""What holds for every request and answer: our own name, limits, same-origin posts, headers, and an
apology for our bugs.

A pure ASGI middleware: `@app.middleware` would cost more than a picture does on every stream.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.forms import header
from app.web.hosts import Hosts
from app.web.limits import Limits, TooMany, address_of
from app.web.problems import NOT_OUR_NAME, NOT_SAME_ORIGIN, Problem

ARRIVAL = "slapback.arrival_ms"  # the scope's key of the moment at which a request arrived

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; base-uri 'none'; "
    "object-src 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode("ascii")),
    (b"x-content-type-options", b"nosniff"),
    # A table's address is its invitation, so it goes to no other site; `no-referrer` would also
    # blank the Origin of our own forms.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
HSTS = (b"strict-transport-security", b"max-age=31536000")
NOT_CACHED = (b"cache-control", b"no-store")
UNLISTED = (b"x-robots-tag", b"noindex")
BY_LINK_ALONE = "/replay/"
"""Whatever is at such an address is for those who have it: no search engine lists it."""

logger = logging.getLogger("slapback")

Answer = Callable[[Scope, Problem], Awaitable[ASGIApp]]
Apology = Callable[[Scope, str], Awaitable[ASGIApp]]


class Guard:
    """The outermost layer of the application.

    Stamps a request's arrival before anything else happens to it, refuses what asks for another
    host, comes too often, or is posted from another site, puts the security headers on every
    answer, and turns our own bugs into a logged apology.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        origin: str,
        hosts: Hosts,
        limits: Limits,
        https: bool,
        clock: Callable[[], float],
        answer: Answer,
        apology: Apology,
    ) -> None:
        self._app = app
        self._origin = origin.encode("ascii")
        self._hosts = hosts
        self._limits = limits
        self._headers = (*HEADERS, HSTS) if https else HEADERS
        self._clock = clock
        self._answer = answer
        self._apology = apology

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[ARRIVAL] = self._clock()
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = self._with_headers(scope, message.get("headers", ()))
            await send(message)

        try:
            problem = self._problem(scope)
            if problem is not None:
                refusal = await self._answer(scope, problem)
                await refusal(scope, receive, guarded)
                return
            await self._app(scope, receive, guarded)
        except ClientDisconnect:
            return
        except Exception:
            reference = secrets.token_hex(4)
            logger.exception(
                "%s %s failed, reference %s", scope["method"], scope["path"], reference
            )
            if started:
                raise  # the answer is half out: only the connection's end can say so
            apology = await self._apology(scope, reference)
            await apology(scope, receive, guarded)

    def _problem(self, scope: Scope) -> Problem | None:
        """Why a request must not go further, before anything is done for it."""
        if not self._hosts.name(scope):
            return Problem(400, NOT_OUR_NAME)
        post = scope["method"] == "POST"
        try:
            keeps = post and not scope["path"].startswith("/t/")
            self._limits.request(address_of(peer(scope)), scope[ARRIVAL], keeps=keeps)
        except TooMany as problem:
            return problem
        if post and not same_origin(scope, self._origin):
            return Problem(403, NOT_SAME_ORIGIN)
        return None

    def _with_headers(
        self, scope: Scope, headers: "list[tuple[bytes, bytes]] | tuple[()]"
    ) -> list[tuple[bytes, bytes]]:
        more = [*headers, *self._headers]
        if scope["path"].startswith(BY_LINK_ALONE):
            more.append(UNLISTED)
        if all(name != b"cache-control" for name, _ in headers):
            more.append(NOT_CACHED)
        return more


def peer(scope: Scope) -> str | None:
    """The address that a request comes from, as trusted proxies tell it; None where unknown."""
    client = scope.get("client")
    return client[0] if client else None


def same_origin(scope: Scope, origin: bytes) -> bool:
    """Whether a request comes from our own pages.

    `Sec-Fetch-Site` decides where it is present, since no page can forge it; else `Origin` must be
    `origin`, or, where that is empty, have the request's own `Host`.
    """
    site = header(scope, b"sec-fetch-site")
    if site is not None:
        return site == b"same-origin"
    claimed = header(scope, b"origin")
    if claimed is None:
        return False
    if origin:
        return claimed.lower() == origin
    host = header(scope, b"host")
    try:
        parts = urlsplit(claimed.decode("latin-1"))
    except ValueError:
        return False
    return (
        host is not None
        and parts.scheme in ("http", "https")
        and parts.netloc.lower() == host.decode("latin-1").lower()
    )
