"""A table in a made-up world: its clock, its log, and lines that lose, double and delay.

The core is the program's own. Around it everything is a draw of one seed: how long a commit takes,
when the process dies and comes back from its log, and how messages travel. Times are milliseconds.
"""

import hashlib
from collections import deque
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random

from app.check.promises import Promises
from app.store.journal import Entry
from app.table.company import seats_for
from app.table.core import Core
from app.table.inputs import Ack, Input, Refused
from app.table.ledger import Ledger
from app.table.outcome import Outcome
from app.table.picture import Picture
from app.table.setup import Setup

COMMIT_MS = (0, 0, 1, 2, 5, 30)


class Broken(AssertionError):
    """The table did what it may never do."""


class Stream:
    """An open stream of one browser; `show` gets its pictures, `probe` its probes."""

    def __init__(
        self,
        browser: str | None,
        name: str,
        show: Callable[[Picture], None],
        probe: Callable[[int], None],
        end: Callable[[], None],
    ) -> None:
        self.browser = browser
        self.name = name
        self.show = show
        self.probe = probe
        self.end = end


class World:
    """One table and its clock."""

    def __init__(self, setup: Setup, opener: str, name: str, chance: Random) -> None:
        self.chance = chance
        self.now = 1000.0
        self.log: list[Entry] = []
        self.streams: list[Stream] = []
        self.steps = 0
        self.restarts = 0
        self.refused = 0
        self._happening: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._committing: deque[tuple[Outcome, float]] = deque()
        self._awake = True
        self._draws = count()
        self._seed = chance.randbytes(16)
        self._idle_ticks = 0
        self.core, outcome = Core.open(setup, seats_for(setup, opener, [name]), self._entropy)
        self._promises = Promises()
        self._after(outcome)

    @property
    def ledger(self) -> Ledger:
        return self.core.ledger

    @property
    def digest(self) -> str:
        """The whole log in one word."""
        lines = (f"{e.seq} {e.ms} {e.kind} {e.seat} {e.payload}\n" for e in self.log)
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    # Time

    def later(self, ms: float, happens: Callable[[], None]) -> None:
        """This happens so many ms from now."""
        heappush(self._happening, (self.now + ms, next(self._order), happens))

    def step(self) -> bool:
        """The next thing happens; False when nothing ever will."""
        self.steps += 1
        due = self.core.deadline() if self._awake else None
        head = self._happening[0][0] if self._happening else None
        if due is not None and (head is None or due <= head):
            # A timer may fire a little late, and once in a while too early.
            self.now = max(self.now, due + self.chance.choice((-0.4, 0, 0, 0, 0.3, 2)))
            self._tick()
        elif head is not None:
            self.now = max(self.now, head)
            heappop(self._happening)[2]()
        else:
            return False
        self._promises.progress(self.ledger, self.now)
        return True

    def _tick(self) -> None:
        outcome = self.core.tick(self.now)
        due = self.core.deadline()
        idle = not (outcome.entries or outcome.probes or outcome.picture)
        self._idle_ticks = self._idle_ticks + 1 if idle and due and due <= self.now else 0
        if self._idle_ticks > 1:
            raise Broken(f"the table wakes up at {self.now} again and again, and does nothing")
        self._after(outcome)

    # What reaches the server

    def act(self, browser: str | None, given: Input) -> Refused | None:
        """An input arrives now; its refusal, if it is one."""
        self._awake = True
        self._after(self.core.tick(self.now))
        before = self._promises.standing(self.ledger)
        try:
            outcome = self.core.handle(
                browser, given, self.now, self.chance.choice((0,) * 9 + (40,))
            )
        except Refused as refusal:
            self.refused += 1
            if self._promises.standing(self.ledger) != before:
                raise Broken(f"refused {given}, and changed something") from refusal
            return refusal
        self._after(outcome)
        return None

    def ack(self, browser: str | None, given: Ack) -> None:
        self._after(self.core.ack(browser, given, self.now))

    def follow(self, stream: Stream) -> None:
        """A stream opens: older ones of a browser that has a seat end."""
        self._awake = True
        seated = bool(self.ledger.seats_of(stream.browser))
        if seated and stream.browser is not None:
            for older in [each for each in self.streams if each.browser == stream.browser]:
                self.later(self.chance.choice((0, 1, 40)), partial(self.unfollow, older))
                older.end()
            self._after(self.core.connect(stream.browser, stream.name, self.now))
        else:
            stream.name = ""
        self.streams.append(stream)
        stream.show(self.core.picture())
        if self.ledger.closed:
            stream.end()

    def unfollow(self, stream: Stream) -> None:
        """A stream has ended, whoever ended it."""
        if stream not in self.streams:
            return
        self.streams.remove(stream)
        if stream.name and stream.browser is not None:
            self._after(self.core.tick(self.now))
            self._after(self.core.disconnect(stream.browser, stream.name, self.now))

    # What comes of it

    def _after(self, outcome: Outcome) -> None:
        """Keep the promises, and store: it is told once it is stored."""
        self._promises.entries(outcome.entries)
        self._promises.table(self.ledger, self.core)
        if outcome.picture is not None:
            self._promises.picture(self.ledger, outcome.picture)
        for name, number in outcome.probes:
            for stream in self.streams:
                if stream.name == name:
                    stream.probe(number)
        if not outcome.entries and outcome.picture is None:
            return
        took = self.chance.choice(COMMIT_MS)
        stored = max(self.now + took, self._committing[-1][1] if self._committing else 0)
        if stored <= self.now and not self._committing:
            self._stored(outcome)
            return
        self._committing.append((outcome, stored))
        self.later(stored - self.now, lambda: self._commit(outcome))

    def _commit(self, outcome: Outcome) -> None:
        if self._committing and self._committing[0][0] is outcome:
            self._committing.popleft()
            self._stored(outcome)

    def _stored(self, outcome: Outcome) -> None:
        self.log += outcome.entries
        if outcome.stage is not None:
            self.core.published(outcome.stage, self.now)
        if outcome.picture is not None:
            for stream in self.streams:
                stream.show(outcome.picture)
        if self.ledger.closed:
            for stream in self.streams:
                stream.end()

    def restart(self) -> None:
        """The process dies, with what was not stored, and the table comes back from its log."""
        self.restarts += 1
        whole = not self._committing
        before = self.ledger
        self._committing.clear()
        streams, self.streams = self.streams, []
        for stream in streams:
            stream.end()
        self.core = Core.restore(self.log, self._entropy)
        self._promises = Promises.of(self.log)
        if whole:
            self._promises.same(before, self.ledger)
        self._awake = False
        outcome = self.core.recover()
        self._promises.entries(outcome.entries)
        self._promises.table(self.ledger, self.core)
        self.log += outcome.entries

    def _entropy(self, size: int) -> bytes:
        return hashlib.sha256(self._seed + next(self._draws).to_bytes(4, "big")).digest()[:size]
