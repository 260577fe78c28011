"""Live tables on a virtual clock: a loop whose time jumps, and a journal that a test works by hand.

On this loop a wait takes no time: when nothing is ready, the clock jumps to the next timer. There
may be no threads and no sockets in such a test: the clock would not wait for them.
"""

import asyncio
import selectors
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.store.journal import Entry, JournalFailed
from app.table.feed import Follower
from app.table.inputs import Input, Ready, Reveal, Slap
from app.table.live import Live
from app.table.lobby import Lobby
from app.table.picture import Picture
from app.table.setup import setup_from
from tests.table.virtual import ME, Dice


class _Jump(selectors.SelectSelector):
    """Waits by moving its loop's clock."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("nothing is ready, and no timer will ever make it so")
        self.loop.advance(timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still while anything runs, and jumps where it would wait."""

    def __init__(self) -> None:
        selector = _Jump()
        selector.loop = self
        self._now = 100.0
        self.early_s: list[float] = []  # how much too early the next timers fire, one each
        super().__init__(selector)

    def time(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Let time pass in which nothing runs: a stall, when called from inside a callback."""
        self._now += seconds

    def call_at(  # type: ignore[override]  # its callback's types follow its arguments
        self, when: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        if self.early_s:
            when -= self.early_s.pop(0)
        return super().call_at(when, callback, *args, context=context)


def virtual_loop() -> VirtualLoop:
    """The loop of a test that runs on it."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    return loop


def now_ms() -> float:
    """The virtual clock, as tables read it."""
    return virtual_loop().time() * 1000


async def settle() -> None:
    """Let everything run that is ready; the clock stands still."""
    for _ in range(20):
        await asyncio.sleep(0)


@dataclass(frozen=True, slots=True)
class Commit:
    """Entries that are on their way to the disk."""

    table: str
    entries: tuple[Entry, ...]
    done: "asyncio.Future[None]"


class HandJournal:
    """Implements Journal in memory. With `by_hand` commits end as the test says."""

    def __init__(self) -> None:
        self.stored: dict[str, list[Entry]] = {}
        self.waiting: deque[Commit] = deque()
        self.by_hand = False
        self.loads = 0

    def append(self, table: str, entries: Sequence[Entry]) -> "asyncio.Future[None]":
        commit = Commit(table, tuple(entries), asyncio.get_running_loop().create_future())
        self.waiting.append(commit)
        if not self.by_hand:
            self.commit()
        return commit.done

    def commit(self) -> None:
        """The oldest waiting commit reaches the disk."""
        commit = self.waiting.popleft()
        kept = self.stored.setdefault(commit.table, [])
        if commit.entries[0].seq == len(kept):
            kept += commit.entries
            commit.done.set_result(None)
        else:
            commit.done.set_exception(JournalFailed("These do not follow on what is stored."))

    def fail(self) -> None:
        """The oldest waiting commit does not."""
        self.waiting.popleft().done.set_exception(JournalFailed("The disk is full."))

    async def load(self, table: str) -> tuple[Entry, ...]:
        self.loads += 1
        found = tuple(self.stored.get(table, ()))
        await asyncio.sleep(0.005)
        return found

    def kinds(self, table: str) -> list[str]:
        """The kinds of all that is stored of a table."""
        return [entry.kind for entry in self.stored[table]]


class Viewer:
    """Reads a follower's stream; `heard` is what it got: when (ms) and what."""

    def __init__(self, live: Live, browser: str | None = ME) -> None:
        self.live = live
        self.follower: Follower = live.follow(browser)
        self.heard: list[tuple[float, bytes]] = []
        self.ended = False
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for frame in self.follower:
            self.heard.append((now_ms(), frame))
        self.ended = True

    @property
    def text(self) -> str:
        return b"".join(frame for _, frame in self.heard).decode()

    @property
    def pictures(self) -> list[tuple[float, str]]:
        """The pictures it got: when (ms), and the table's state, stage and phase."""
        return [
            (moment, part.partition("data: ")[2])
            for moment, frame in self.heard
            for part in frame.decode().split("\n\n")
            if part.startswith("id: ")
        ]

    async def leave(self) -> None:
        """The page has gone."""
        self._task.cancel()
        self.live.unfollow(self.follower)
        await settle()


class Room:
    """A lobby on the virtual clock; `drawn` are the pictures that were rendered."""

    def __init__(self) -> None:
        self.journal = HandJournal()
        self.drawn: list[Picture] = []
        self.lobby = Lobby(self.journal, self.draw, now_ms, Dice())

    def draw(self, picture: Picture) -> bytes:
        self.drawn.append(picture)
        text = f"id: e-{picture.version}\ndata: {picture.table} {picture.stage} {picture.phase}\n\n"
        return text.encode()

    async def open(self, **fields: Any) -> Live:
        """A new table, not yet dealt."""
        setup = setup_from({name: str(value) for name, value in fields.items()})
        return await self.lobby.open(setup, ME, ["You"])

    async def dealt(self, **fields: Any) -> tuple[Live, Viewer]:
        """A new table whose only person looks on, with the cards dealt."""
        live = await self.open(**fields)
        viewer = Viewer(live)
        await live.act(ME, Ready(b"\x01" * 16), now_ms())
        await settle()
        return live, viewer


async def wait(ms: float) -> None:
    """Let virtual time pass."""
    await asyncio.sleep(ms / 1000)


def reveal(live: Live, viewer: Viewer, rt: float | None = None, cmd: str = "0" * 32) -> Reveal:
    return Reveal(live.picture.stage, viewer.follower.stream, rt, cmd)


def slap(live: Live, viewer: Viewer, rt: float | None = None, cmd: str = "f" * 32) -> Slap:
    return Slap(live.picture.stage, viewer.follower.stream, rt, cmd)


def acting(live: Live, given: Input) -> "asyncio.Task[None]":
    """An input that arrives now, whose answer comes when it comes."""
    return asyncio.create_task(live.act(ME, given, now_ms()))


async def turned(live: Live, viewer: Viewer) -> float:
    """Turn the first card of a game of `duel`; returns T of its window."""
    await live.act(ME, reveal(live, viewer, cmd="1" * 32), now_ms())
    return await first_card(viewer)


async def first_card(viewer: Viewer) -> float:
    """Wait until the first card lies; returns T of its window."""
    for _ in range(2000):
        if viewer.pictures[-1][1] == "playing 1.0 window":
            return viewer.pictures[-1][0]
        await wait(1)
    raise AssertionError("no card was turned")
