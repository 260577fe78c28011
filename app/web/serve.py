"""`python -m app serve`: one process, one socket, a clean end."""

import asyncio
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn
from pydantic import ValidationError

from app.store.engines import DatabaseRefused
from app.store.store import Store
from app.web.app import create_app
from app.web.house import House
from app.web.settings import Misconfigured, Settings, secret

KEEP_ALIVE_S = 75  # a slap must not pay for a new connection
STUCK_MS = 5000  # a peer that takes nothing for so long is gone
SEND_BUFFER = 64 * 1024  # the kernel would queue megabytes of old pictures
BACKLOG = 2048
# Streams end by themselves at once; this is for requests that hang. Three seconds in all.
GRACE_S = 1
GC_THRESHOLDS = (50_000, 20, 100)


def main(host: str | None = None, port: int | None = None) -> int:
    """Serve until SIGTERM or SIGINT; `host` and `port` go before the configured ones.

    Returns the exit status. What cannot be served is one plain sentence on standard error.
    """
    logging.basicConfig(
        level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        given: dict[str, Any] = {"host": host, "port": port}
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
        settings.check()
        _one_process()
        secret(settings.secret_file)
        listening = listen(settings.host, settings.port)
        try:
            store = Store.open(settings.database_url, settings.synchronous)
        except DatabaseRefused:
            listening.close()
            raise
    except ValidationError as error:
        print(_told(error), file=sys.stderr)
        return 2
    except (Misconfigured, DatabaseRefused) as error:
        print(error, file=sys.stderr)
        return 2
    try:
        Server.of(settings, store, listening).run([listening])
    except KeyboardInterrupt:
        return 0
    finally:
        store.close()
    return 0


def _told(error: ValidationError) -> str:
    wrong = error.errors()[0]
    name = "_".join(str(part) for part in wrong["loc"]).upper()
    reason = wrong["msg"].removeprefix("Value error, ")
    return f"SLAPBACK_{name} is {wrong['input']!r}: {reason}."


def _one_process() -> None:
    """One clock must stamp a table's presses, so one process owns it. Raises Misconfigured."""
    workers = os.environ.get("WEB_CONCURRENCY", "1")
    if workers.strip() not in ("", "0", "1"):
        raise Misconfigured(
            f"WEB_CONCURRENCY is {workers!r}: Slapback keeps its tables in one process; "
            "unset it, or set it to 1."
        )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections neither hoard old pictures nor outlive a dead peer.

    Raises Misconfigured where the address cannot be had.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError) as error:
        raise Misconfigured(
            f"The host {host!r} is not known here: set SLAPBACK_HOST or --host to an address "
            "of this machine, such as 127.0.0.1."
        ) from error
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
        listening.bind(address)
        # At once: without it a second server could bind too, and fail later with less to say.
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise Misconfigured(
            f"Port {port} on {host} cannot be had ({error.strerror}): stop what uses it, or choose "
            "another by --port or SLAPBACK_PORT."
        ) from error
    return listening


class Server(uvicorn.Server):
    """uvicorn, which says where it is once it is ready, and ends the streams before it waits."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._house = house
        self._ready = ready
        self._leaving: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @classmethod
    def of(cls, settings: Settings, store: Store, listening: socket.socket) -> "Server":
        """The server of a process, which prints its address in one line once it serves."""
        app = create_app(settings, store)

        def ready() -> None:
            settle_memory()
            print(f"Slapback is on {address_of(listening)}", flush=True)

        config = uvicorn.Config(
            app,
            ws="none",
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,  # the application does that, so that it can be tested without one
            workers=1,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=GRACE_S,
        )
        return cls(config, app.state.house, ready)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's; then the address is printed."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop. Streams end here: the lifespan's end comes after uvicorn has waited
        for every connection, and a stream that nobody ends is one.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.leave)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's, also where no signal came (tests end a server by its flag)."""
        self.leave()
        await super().shutdown(sockets)

    def leave(self) -> None:
        """Tell the pages and end the streams."""
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._house.leave())


def address_of(listening: socket.socket) -> str:
    """Where a socket is reached, as a browser writes it."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def settle_memory() -> None:
    """What is loaded now stays: collections need not look at it, and come seldom (a full one
    stopped the loop for up to 122 ms).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
