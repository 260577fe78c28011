"""A table whose stream never rests: ten pictures a second, and no game behind it.

It has the real page, script, style and pictures; what is posted to it is counted and answered 204.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Event, Thread
from typing import ClassVar

from app.table.picture import Picture
from app.web.assets import Assets
from app.web.table_view import table_page
from app.web.templating import Templates
from tests.web.pictures import SETUP, table
from tests.web.served import ROOT

EVERY_S = 0.1
EPOCH = "busy"
CARDS = ("7S", "QH", "3D", "TC", "9H")


def next_reveal(version: int) -> Picture:
    """The picture of another card in an open window."""
    deck = cycle(CARDS)
    for _ in range(version % len(CARDS)):
        next(deck)
    return table(
        2,
        version=version,
        n=version,
        stage=f"{version}.0",
        phase="window",
        turner=None,
        cards=tuple(next(deck) for _ in range(3)),
        window_ms=18_000,
        reveals_limit=None,
    )


def same_reveal(version: int) -> Picture:
    """Another picture of the same card: somebody came or went."""
    still = next_reveal(1)
    person, computer = still.seats
    there = replace(computer, connected=version % 2 == 0)
    return replace(still, version=version, seats=(person, there))


class Busy:
    """The table, for as long as this is entered. `posted` counts what came, by its action."""

    def __init__(self, picture: Callable[[int], Picture]) -> None:
        self.posted: Counter[str] = Counter()
        self.sent = 0
        self._picture = picture
        self._assets = Assets(ROOT / "static")
        self._templates = Templates(self._assets.url)
        self._stopped = Event()
        handler = type("Handler", (_Handler,), {"busy": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/t/busy"

    def __enter__(self) -> "Busy":
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def page(self) -> bytes:
        view = table_page("busy", self._picture(1), SETUP, EPOCH, (0,), None)
        return self._templates.page_html("table", view).encode()

    def file(self, name: str) -> tuple[bytes, str] | None:
        found = self._assets.find(name)
        return None if found is None else (found[0].body, found[0].media_type)

    def message(self) -> bytes:
        """The next picture as the stream sends it, when it is time."""
        self._stopped.wait(EVERY_S)
        self.sent += 1
        html = self._templates.picture_html(self._picture(self.sent + 1), EPOCH)
        return f"id: {EPOCH}-{self.sent + 1}\ndata: {html}\n\n".encode()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    busy: ClassVar[Busy]

    def do_GET(self) -> None:
        if self.path.endswith("/events"):
            self._stream()
        elif self.path.startswith("/static/"):
            found = self.busy.file(self.path.removeprefix("/static/"))
            self._answer(*found) if found else self._answer(b"", "text/plain", 404)
        else:
            self._answer(self.busy.page(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.busy.posted[self.path.rpartition("/")[2]] += 1
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""

    def _answer(self, body: bytes, media_type: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("content-type", media_type)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            hello = '{"stream": "0123456789012345678901", "left_ms": null}'
            self.wfile.write(f"event: hello\ndata: {hello}\n\n".encode())
            while not self.busy.stopped:
                self.wfile.write(self.busy.message())
        except OSError:  # the page has gone
            return
