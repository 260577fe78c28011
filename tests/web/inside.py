"""The whole application inside a virtual clock: no socket, no thread, always the same chance.

Every answer and every message of a stream is kept with the millisecond at which it went out. Table
ids, cookies, streams' names and the epoch are the same in every run, so that two runs can be
compared byte for byte by `Inside.comparable`, which leaves out what follows from the seeds alone.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import urlencode

from starlette.types import Message

from app.engine.cards import Card
from app.engine.game import start
from app.store.store import unix_ms
from app.table.company import seats_for
from app.table.computer import Plan
from app.table.ledger import Ledger
from app.table.live import Live
from app.table.lobby import Lobby
from app.web.app import create_app
from app.web.house import House
from app.web.identity import Identity, Known
from app.web.settings import Settings
from tests.table.hand import HandJournal, VirtualLoop, now_ms, settle
from tests.table.virtual import Dice

SEED = "5eed" * 8  # a person's, hex


class Sent(NamedTuple):
    """Something that went out: when (ms), its status where it was an answer's start, its bytes."""

    moment: float
    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class _Browsers:
    """Browsers in memory; implements identity.Browsers."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}

    async def find(self, hashed: str) -> Known | None:
        return self._known.get(hashed)

    async def add(self, hashed: str) -> Known:
        return self._known.setdefault(hashed, Known(f"browser {len(self._known)}", unix_ms()))


class _Names:
    """What is random elsewhere, counted: the same in every run."""

    def __init__(self) -> None:
        self._count = count(1)

    def urlsafe(self, size: int = 16) -> str:
        return f"{next(self._count):022d}"

    def hex(self, size: int = 16) -> str:
        return f"{next(self._count):0{2 * size}x}"

    def bytes(self, size: int = 16) -> bytes:
        return next(self._count).to_bytes(size, "big")


class Watcher:
    """An open stream; `sent` is what came on it."""

    def __init__(self, inside: "Inside", cookie: str) -> None:
        self.sent: list[Sent] = []
        self._gone = asyncio.Event()
        scope = inside.scope("GET", f"/t/{inside.table}/events", cookie)
        self._asked = False
        self._task = asyncio.create_task(inside.app(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(_sent(message))

    @property
    def stream(self) -> str:
        """The stream's name, from hello; empty for a spectator."""
        found = re.search(rb'"stream": "([^"]+)"', b"".join(each.body for each in self.sent))
        return found[1].decode() if found else ""

    async def close(self) -> None:
        """The page has gone."""
        self._gone.set()
        await self._task


class Inside:
    """The application at one table. Made by `inside`."""

    def __init__(self, seed: int) -> None:
        self.journal = HandJournal()
        store = SimpleNamespace(
            journal=self.journal,
            writer=SimpleNamespace(submit=lambda run: _nothing()),
            now_ms=lambda: 0,
        )
        lobby = partial(Lobby, clock=now_ms, entropy=Dice(seed))
        with (
            patch("app.web.app.monotonic_ms", now_ms),
            patch("app.web.house.Lobby", lobby),
            patch("app.web.house.secret", lambda file: bytes(32)),
        ):
            self.app = create_app(Settings(), store)  # type: ignore[arg-type]
        self.house: House = self.app.state.house
        self.house.identity = Identity(_Browsers(), https=False)
        self.table = ""
        self._began = now_ms()
        self._cmds = count(1)

    def scope(self, method: str, path: str, cookie: str) -> dict[str, Any]:
        headers = [(b"host", b"localhost"), (b"sec-fetch-site", b"same-origin")]
        headers += [(b"content-type", b"application/x-www-form-urlencoded")]
        headers += [(b"hx-request", b"true"), (b"cookie", cookie.encode())]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 50000),
            "server": ("localhost", 80),
            "state": {},
        }

    async def ask(
        self, method: str, path: str, cookie: str = "", fields: Mapping[str, str] | None = None
    ) -> Sent:
        """A request; `moment` is when its answer was whole."""
        body = urlencode(fields or {}).encode() if method == "POST" else b""
        sent: list[Sent] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            sent.append(_sent(message))

        await self.app(self.scope(method, path, cookie), receive, send)
        whole = b"".join(each.body for each in sent)
        return Sent(sent[-1].moment, sent[0].status, sent[0].headers, whole)

    async def get(self, what: str, cookie: str = "") -> Sent:
        """`state`, `record`, or the table's page for an empty name."""
        return await self.ask("GET", f"/t/{self.table}/{what}".rstrip("/"), cookie)

    async def post(self, action: str, cookie: str, **fields: str) -> Sent:
        return await self.ask("POST", f"/t/{self.table}/{action}", cookie, fields)

    async def press(self, action: str, cookie: str, stream: str, rt_ms: float) -> Sent:
        """A slap or a reveal of the stage that is shown."""
        return await self.post(
            action,
            cookie,
            seen=self.live.picture.stage,
            stream=stream,
            rt=str(rt_ms),
            cmd=f"{next(self._cmds):032x}",
        )

    async def open(self, **fields: str) -> str:
        """A new table; the opener's cookie."""
        answer = await self.ask("POST", "/tables", fields=fields)
        assert answer.status == 303, answer
        headers = dict(answer.headers)
        self.table = headers[b"location"].decode().removeprefix("/t/")
        return headers[b"set-cookie"].decode().partition(";")[0]

    @property
    def live(self) -> Live:
        return self.house.lobby._tables[self.table]

    def comparable(self, sent: Sent) -> Sent:
        """The same from the run's beginning on, and without its deal's commitment."""
        seal = self.live.picture.commitment.encode()
        body = sent.body.replace(seal, b"SEAL").replace(seal[:8], b"SEAL")
        return sent._replace(moment=round(sent.moment - self._began, 3), body=body)

    async def news(self) -> None:
        """Let time pass until there is a newer picture, and it has been sent."""
        version = self.live.picture.version
        await self.until(lambda: self.live.picture.version > version)
        await settle()

    async def until(self, came: Callable[[], bool]) -> None:
        """Let time pass, a millisecond at a time, until this is so."""
        for _ in range(60_000):
            if came():
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"that never came: {self.live.picture}")


Planned = Callable[[Ledger, int], Plan]
"""What a computer's seat does about the newest card."""


@contextmanager
def inside(
    seed: int,
    stacks: Sequence[Sequence[Card]] | None = None,
    planned: Planned | None = None,
    people: int = 1,
) -> Iterator[Inside]:
    """The application whose next deal gives these stacks, seat 0 to begin; None: its own ones.

    `people` is how many of its seats are held by people; `friend` has the cookie of the second.
    """
    names = _Names()

    def dealt(rules: Any, deal_seed: bytes, dealer: int) -> Any:
        assert stacks is not None
        return start(rules, tuple(tuple(stack) for stack in stacks), 0), dealer

    def plans(_: Any, ledger: Ledger, seat: int) -> Plan:
        assert planned is not None
        return planned(ledger, seat)

    def seats(setup: Any, browser: str, names: Sequence[str]) -> list[dict[str, Any]]:
        chairs = seats_for(setup, browser, names)
        for seat in range(1, people):
            chairs[seat] = {**chairs[0], "name": f"Friend {seat}", "browser": f"browser {seat}"}
        return chairs

    changed = {
        "secrets.token_urlsafe": names.urlsafe,
        "secrets.token_hex": names.hex,
        "secrets.token_bytes": names.bytes,
        "app.table.lobby.seats_for": seats,
        "app.web.house.House.browser": _nobody,
        "app.table.ledger.deal_cards": dealt if stacks else None,
        "app.table.waiting.Plans.of": plans if planned else None,
    }
    with ExitStack() as exits:
        for name, value in changed.items():
            if value is not None:
                exits.enter_context(patch(name, value))
        yield Inside(seed)


async def friend(within: Inside) -> str:
    """The cookie of a second browser, which holds seat 1 where there are two people."""
    _, made = await within.house.identity.introduce(within.scope("GET", "/", ""))
    assert made is not None
    return made.partition(";")[0]


def _sent(message: Message) -> Sent:
    return Sent(
        now_ms(),
        message.get("status", 0),
        tuple(message.get("headers", ())),
        message.get("body", b""),
    )


async def _nobody(house: House, scope: Any) -> None:
    """What is kept of a browser: there is no database here."""


async def _nothing() -> None:
    await settle()


Told = list[list[Sent]]


def run(told: Coroutine[Any, Any, Told]) -> Told:
    """Run on a loop of its own, so that two runs have the same clock from the beginning."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(told)


class Table:
    """A table inside the application, with its player's stream and a spectator's."""

    def __init__(self, app: Inside, cookie: str) -> None:
        self.app = app
        self.cookie = cookie
        self.mine = Watcher(app, cookie)
        self.watching = Watcher(app, "")

    @classmethod
    async def dealt(cls, app: Inside, **fields: str) -> "Table":
        table = cls(app, await app.open(**fields))
        await settle()
        await app.post("ready", table.cookie, seed=SEED)
        await settle()
        return table

    async def looked(self) -> list[Sent]:
        """State and page, as the player and as anybody else gets them."""
        return [
            await self.app.get(what, cookie)
            for what in ("state", "")
            for cookie in (self.cookie, "")
        ]

    async def press(self, action: str, rt_ms: float) -> Sent:
        return await self.app.press(action, self.cookie, self.mine.stream, rt_ms)

    async def turn(self) -> None:
        """Turn the next card as soon as may be, and paint it 30 ms later."""
        n = self.app.live.picture.n
        await self.app.until(lambda: self.app.live.picture.turner == 0)
        await self.press("reveal", 2000)
        await self.app.until(lambda: self.app.live.picture.n > n)
        await self.paint()

    async def paint(self) -> None:
        await asyncio.sleep(0.03)
        stage = self.app.live.picture.stage
        await self.app.post("ack", self.cookie, seen=stage, stream=self.mine.stream)

    def heard(self) -> list[Sent]:
        """What both streams brought since this was asked last."""
        found = [*self.mine.sent, *self.watching.sent]
        del self.mine.sent[:], self.watching.sent[:]
        return found

    async def leave(self) -> None:
        await self.mine.close()
        await self.watching.close()
