"""The application without a socket: a database of its own, and a clock that only tests move.

Requests are ASGI scopes as uvicorn makes them, so that a test can send what no client would.
"""

import gzip
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import unquote, urlencode

import anyio
from starlette.testclient import TestClient
from starlette.types import Message

from app.days import begins_ms
from app.store.store import Store
from app.table.lobby import Lobby
from app.web.app import create_app
from app.web.settings import Settings

FORM = "application/x-www-form-urlencoded"
OURS: Mapping[str, str] = {"Sec-Fetch-Site": "same-origin", "Content-Type": FORM}
SCRIPT: Mapping[str, str] = {**OURS, "HX-Request": "true"}
BROWSER: Mapping[str, str] = {
    **OURS,
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
}
HOST = "localhost"
PATIENCE_S = 20

T = TypeVar("T")

_ALL = ("SELECT * FROM browsers ORDER BY id", "SELECT id FROM tables ORDER BY id")
_OF_ONE = (
    "SELECT * FROM tables WHERE id = ?",
    'SELECT * FROM seats WHERE "table" = ? ORDER BY seat',
    'SELECT * FROM games WHERE "table" = ? ORDER BY deal',
    'SELECT * FROM log WHERE "table" = ? ORDER BY seq',
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request was answered; header names are in lower case."""

    status: int
    pairs: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        """The headers by name; none of ours is sent twice."""
        made = dict(self.pairs)
        assert len(made) == len(self.pairs), self.pairs
        return made

    @property
    def text(self) -> str:
        packed = ("content-encoding", "gzip") in self.pairs
        return (gzip.decompress(self.body) if packed else self.body).decode()

    def json(self) -> Any:
        return json.loads(self.body)


class Clock:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now

    def pass_ms(self, ms: float) -> None:
        self.now += ms


class Site:
    """The application on a database in `folder`; `settings` are those of Settings."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.database = folder / "slapback.db"
        self.clock = Clock()
        self.wall_ms = begins_ms("2026-12-01") + 12 * 3_600_000  # the wall clock, unix ms
        self._settings = Settings(
            **{
                "database_url": f"sqlite:///{self.database}",
                "secret_file": folder / "secret",
                **settings,
            }
        )
        self._exits = ExitStack()

    def __enter__(self) -> "Site":
        with ExitStack() as exits:
            self.store = Store.open(
                self._settings.database_url, "normal", now_ms=lambda: self.wall_ms
            )
            exits.callback(self.store.close)
            # The same chance in every run, and a clock that stands still.
            lobby = partial(Lobby, clock=self.clock, entropy=random.Random(11).randbytes)
            with (
                patch("app.web.app.monotonic_ms", self.clock),
                patch("app.web.house.Lobby", lobby),
            ):
                self.app = create_app(self._settings, self.store)
            self._client = exits.enter_context(TestClient(self.app))
            self._exits = exits.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._exits.close()

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | Iterable[bytes] = b"",
        **more: Any,
    ) -> Answer:
        """`answered`, waited for."""
        return self.run(partial(self.answered, method, path, headers, body, **more))

    async def answered(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes | Iterable[bytes] = b"",
        *,
        length: int | None = None,
        client: str = "127.0.0.1",
        hosts: Sequence[str] = (HOST,),
    ) -> Answer:
        """A request with these headers and no others but Host and, for a whole body, its length.

        `client` is the peer's address, `hosts` the values of its Host headers. A body in pieces is
        chunked: it has a length only where `length` claims one.
        """
        target, _, query = path.partition("?")
        sent = [(b"host", host.encode("latin-1")) for host in hosts]
        sent += [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in (headers or {}).items()
        ]
        if isinstance(body, bytes):
            pieces = [body]
            if method not in ("GET", "HEAD"):
                length = len(body) if length is None else length
        else:
            pieces = list(body)
        if length is not None:
            sent.append((b"content-length", str(length).encode()))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(target),
            "raw_path": target.encode("ascii"),
            "query_string": query.encode("ascii"),
            "root_path": "",
            "headers": sent,
            "client": (client, 50000),
            "server": (HOST, 80),
            "state": {},
        }
        return await self._answer(scope, pieces)

    def run(self, what: Callable[[], Awaitable[T]]) -> T:
        """Something awaited in the application's own loop."""
        assert self._client.portal is not None
        return self._client.portal.call(what)

    async def _answer(self, scope: dict[str, Any], pieces: list[bytes]) -> Answer:
        coming = [*pieces]
        got: list[Message] = []

        async def receive() -> Message:
            if not coming:
                await anyio.sleep_forever()  # whoever has asked waits for the answer
            piece = coming.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(coming)}

        async def send(message: Message) -> None:
            got.append(message)

        with anyio.fail_after(PATIENCE_S):  # a stream has no end
            await self.app(scope, receive, send)
        start, *rest = got
        assert start["type"] == "http.response.start"
        return Answer(
            start["status"],
            tuple((name.decode(), value.decode("latin-1")) for name, value in start["headers"]),
            b"".join(message.get("body", b"") for message in rest),
        )

    def kept(self, *tables: str) -> list[list[tuple[Any, ...]]]:
        """What the database file holds of these tables, of browsers, and which tables there are.

        Other tables may still be playing: their computers do not stop between two tests.
        """
        with closing(sqlite3.connect(self.database)) as file:
            found = [file.execute(query).fetchall() for query in _ALL]
            return found + [
                file.execute(query, (table,)).fetchall() for table in tables for query in _OF_ONE
            ]


class Visitor:
    """A browser: keeps its cookie, and sends what our pages and their script send."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.cookie = ""
        self._cmds = 0

    def get(self, path: str, **headers: str) -> Answer:
        """A page or a file."""
        return self.site.ask("GET", path, self._with_cookie(headers))

    def post(
        self,
        path: str,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] = SCRIPT,
    ) -> Answer:
        """A form; as the script sends it, unless `headers` say otherwise."""
        body = urlencode(fields or {}).encode()
        answer = self.site.ask("POST", path, self._with_cookie(headers), body)
        made = dict(answer.pairs).get("set-cookie")
        if made is not None:
            self.cookie = made.partition(";")[0]
        return answer

    def _with_cookie(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {**headers, "Cookie": self.cookie} if self.cookie else dict(headers)

    def open(self, **fields: str) -> str:
        """Open a table; its id. Standard against one computer, unless the fields say otherwise."""
        answer = self.post("/tables", {"preset": "duel", **fields})
        assert answer.status == 303, answer
        return answer.headers["location"].removeprefix("/t/")

    def deal(self, **fields: str) -> str:
        """Open a table and begin its game."""
        table = self.open(**fields)
        assert self.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
        return table

    def state(self, table: str) -> dict[str, Any]:
        """The table's picture as JSON."""
        answer = self.get(f"/t/{table}/state")
        assert answer.status == 200, answer
        found: dict[str, Any] = answer.json()
        return found

    def press(self, table: str, **fields: str) -> dict[str, str]:
        """The fields of a press made now, by a page that shows the present stage."""
        self._cmds += 1
        now = {"seen": self.state(table)["stage"], "rt": "400", "cmd": f"{self._cmds:032x}"}
        return {**now, "stream": "s" * 22, **fields}

    def reveal(self, table: str) -> Answer:
        """Turn the next card."""
        return self.post(f"/t/{table}/reveal", self.press(table))

    def turn(self, table: str) -> None:
        """Let the window pass, and turn the next card."""
        before = self.state(table)["n"]
        while (now := self.state(table))["n"] == before and now["table"] == "playing":
            self.site.clock.pass_ms(4000)
            answer = self.reveal(table)
            # A computer may have collected meanwhile: then the page had not seen the new stage.
            assert answer.status in (204, 409), answer

    def finish(self, table: str) -> None:
        """Turn cards until the game is over, and kept."""
        while self.state(table)["table"] == "playing":
            self.turn(table)
        self.site.run(self.site.app.state.house.archive.wait)


def plain(answer: Answer, typed: Iterable[str] = ()) -> None:
    """Whether a refusal is one plain sentence for a person; it may repeat what they typed."""
    text = answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.endswith((".", "…")), text
    assert text == text.strip(), text
    assert len(text.splitlines()) == 1, text
    assert text.replace("\N{NO-BREAK SPACE}", " ").isprintable(), text
    assert len(text) <= 300, text
    for each in sorted(filter(None, typed), key=len, reverse=True):
        text = text.replace(each, "")
    for word in ("Traceback", "Error", "None", "object at", "<", "{", "['", " at 0x"):
        assert word not in text, text
