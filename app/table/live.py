"""A live game: the core decides, this class waits, stores and tells.

The only place that arms a timer: one a table. Always in this order: compute, commit, stamp T,
publish, answer. Inputs are computed in order on the state that is not yet committed; where a commit
fails the table is dropped, and the lobby restores it from the log.
"""

import asyncio
import json
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from app.engine.cards import Seat
from app.store.journal import Journal, JournalFailed
from app.table.arbiter import STALL_MAX
from app.table.core import Core
from app.table.feed import Feed, Follower, Render, named
from app.table.inputs import Ack, Input, Refused
from app.table.outcome import Outcome
from app.table.picture import Picture
from app.table.setup import Setup
from app.table.watch import NOBODY, Watch

BEAT_MS = 10
IDLE_S = 600.0

Clock = Callable[[], float]


class Pulse:
    """The process's heartbeat: how late it is says how long the process itself stood still."""

    def __init__(self, clock: Clock, watch: Watch = NOBODY) -> None:
        self._clock = clock
        self._watch = watch
        self._due = clock() + BEAT_MS
        self._late = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Beat until `stop`."""
        self._due = self._clock() + BEAT_MS
        self._arm()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def stall(self, now: float) -> int:
        """How late the heartbeat was at `now`, in ms, 0 to STALL_MAX.

        After a stall the loop may run the beat before the input that waited as long, so the last
        beat's own lateness counts until the next.
        """
        if self._timer is None:
            return 0
        return int(min(max(self._late, now - self._due, 0.0), STALL_MAX))

    def _arm(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(0.0, self._due - self._clock()) / 1000, self._beat)

    def _beat(self) -> None:
        now = self._clock()
        self._late = max(0.0, now - self._due)
        self._watch.late(self._late)
        self._due = now + BEAT_MS
        self._arm()


class Live:
    """A table in memory. `dropped` is called when it leaves: idle, or because a commit failed;
    `ended` when a game of its has ended and is stored.
    """

    def __init__(
        self,
        id: str,
        core: Core,
        journal: Journal,
        render: Render,
        clock: Clock,
        pulse: Pulse,
        dropped: Callable[[str], None],
        ended: Callable[[str], None],
        watch: Watch = NOBODY,
    ) -> None:
        self.id = id
        self._core = core
        self._journal = journal
        self._clock = clock
        self._pulse = pulse
        self._dropped = dropped
        self._ended = ended
        self._feed = Feed(render, core.picture(), watch)
        self._pending: asyncio.Future[None] | None = None  # the newest outcome not yet told
        self._timer: asyncio.TimerHandle | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._gone = False
        self._watch_idle()

    @property
    def setup(self) -> Setup:
        return self._core.ledger.setup

    @property
    def offered(self) -> Setup:
        """The set-up for all the seats of the table, whoever takes them."""
        return self._core.ledger.offered

    @property
    def picture(self) -> Picture:
        """The newest picture that is published."""
        return self._feed.picture

    @property
    def over(self) -> bool:
        return self.picture.table == "over"

    def seats_of(self, browser: str | None) -> tuple[Seat, ...]:
        """The seats that this browser holds, in order; none for a spectator."""
        return self._core.ledger.seats_of(browser)

    def sittings_of(self, browser: str | None) -> tuple[int, ...]:
        """The numbers of this browser's sittings: of its seats, or of the one that it waits for."""
        ledger = self._core.ledger
        late = (each.sitting for each in ledger.latecomers if each.browser == browser)
        return (*(ledger.chairs[seat].sitting for seat in self.seats_of(browser)), *late)

    def waits_as(self, browser: str) -> str | None:
        """The name of a latecomer; None for anybody else."""
        late = self._core.ledger.latecomers
        return next((each.name for each in late if each.browser == browser), None)

    def left_ms(self) -> int | None:
        """What is left of the open window in ms, None where none is open."""
        return self._core.left_ms(self._clock())

    def record(self) -> dict[str, Any]:
        """The game record of a finished game (RULES.md). Raises Refused while it runs."""
        if not self.over or self._core.ledger.state != "over":
            raise Refused("This game is not finished; its record comes with the result.")
        return self._core.ledger.record()

    async def act(self, browser: str | None, given: Input, arrival: float) -> None:
        """Take an input that arrived at `arrival` (ms of the table's clock).

        Returns when what it did is stored and published. Raises Refused (Late, NotYourSeat) where
        it changed nothing, and JournalFailed where it could not be stored.
        """
        if self._gone:
            raise JournalFailed
        self._tell(self._core.tick(arrival))
        try:
            outcome = self._core.handle(browser, given, arrival, self._pulse.stall(arrival))
        except Refused:
            if self._pending is not None:
                # What it was refused for is not stored yet; if it never is, that is the answer.
                await asyncio.shield(self._pending)
            raise
        self._tell(outcome)
        if self._pending is not None:
            # A repeated press has no entries, but its first answer holds only once it is stored.
            await asyncio.shield(self._pending)

    def ack(self, browser: str | None, given: Ack, arrival: float) -> None:
        """A page painted a stage or received a probe."""
        self._tell(self._core.ack(browser, given, arrival))

    def follow(self, browser: str | None) -> Follower:
        """Open a stream. A browser with a seat gets a name for it, spectators get none."""
        seated = browser is not None and bool(self.seats_of(browser))
        follower = Follower(browser, secrets.token_urlsafe(16) if seated else "")
        replaced = []
        if seated and self.setup.mode == "link":
            replaced = [each for each in self._feed.followers if each.browser == browser]
        if seated and browser is not None:
            self._tell(self._core.connect(browser, follower.stream, self._clock()))
        hello: dict[str, Any] = {"left_ms": self.left_ms()}
        if seated:
            hello["stream"] = follower.stream
        self._feed.follow(follower, named("hello", json.dumps(hello)))
        for older in replaced:
            older.end(named("bye", "replaced"))
            self.unfollow(older)  # its line may be dead, and must not stand in for the newer one
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self._gone:
            follower.end(named("restart"))
        elif self._core.ledger.closed:
            follower.end(named("bye", "closed"))
        self._arm()
        return follower

    def seen(self, browser: str) -> None:
        """Somebody at this table is on another page of it, and so has no stream."""
        self._core.seen(browser, self._clock())
        self._arm()

    def unfollow(self, follower: Follower) -> None:
        """A stream has ended, whoever ended it."""
        if not self._feed.leave(follower):
            return
        if follower.stream and follower.browser is not None and not self._gone:
            now = self._clock()
            self._tell(self._core.tick(now))
            self._tell(self._core.disconnect(follower.browser, follower.stream, now))
        if not self._feed.followers:
            self._watch_idle()

    async def stop(self) -> None:
        """The server stops: tell the pages, end the streams, and wait until all is stored."""
        self._feed.end(named("restart"))
        for follower in list(self._feed.followers):
            self.unfollow(follower)
        if self._pending is not None:
            await asyncio.wait([self._pending])
        self._leave()

    def _tell(self, outcome: Outcome) -> None:
        """Store what was computed; publish it once it is durable."""
        for stream, number in outcome.probes:
            self._feed.send(stream, named("probe", str(number)))
        if not outcome.entries and self._pending is None:
            if outcome.picture is not None:
                self._feed.publish(outcome.picture)
            self._arm()
            return
        if not outcome.entries and outcome.picture is None:
            self._arm()
            return
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        before, self._pending = self._pending, told
        # Rendered while the commit runs, so that nothing but the bytes stands between T and the
        # wire.
        try:
            frame = None if outcome.picture is None else self._feed.render(outcome.picture)
            stored = self._journal.append(self.id, outcome.entries) if outcome.entries else before
            assert stored is not None
        except Exception:
            self._lose(told)
            raise
        stored.add_done_callback(partial(self._stored, outcome, frame, told))
        self._arm()

    def _stored(
        self,
        outcome: Outcome,
        frame: bytes | None,
        told: "asyncio.Future[None]",
        stored: "asyncio.Future[None]",
    ) -> None:
        failure = asyncio.CancelledError() if stored.cancelled() else stored.exception()
        if failure is not None or self._gone:
            self._lose(told)
            return
        if outcome.stage is not None:
            self._core.published(outcome.stage, self._clock())
        if outcome.picture is not None:
            self._feed.publish(outcome.picture, frame)
        if self._core.ledger.closed:
            self._feed.end(named("bye", "closed"))
        if any(entry.kind == "ended" for entry in outcome.entries):
            self._ended(self.id)
        told.set_result(None)
        if self._pending is told:
            self._pending = None
        self._arm()

    def _lose(self, told: "asyncio.Future[None]") -> None:
        """The table is ahead of its log: it leaves, and the log brings it back as it was."""
        told.set_exception(JournalFailed("The table could not be saved; nothing was changed."))
        told.exception()  # whoever waits gets it; nobody need
        self._pending = None
        self._leave()

    def _arm(self) -> None:
        """Wake up at the core's next deadline."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._gone else self._core.deadline()
        if due is not None:
            delay = max(0.0, due - self._clock()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        # A timer may fire a little early; then the core does nothing and is waited for again.
        self._timer = None
        self._tell(self._core.tick(self._clock()))

    def _watch_idle(self) -> None:
        if not self._gone and self._idle is None:
            self._idle = asyncio.get_running_loop().call_later(IDLE_S, self._sleep)

    def _sleep(self) -> None:
        """Nobody looks: leave memory. The log brings the table back, paused."""
        self._idle = None
        if self._feed.followers or self._pending is not None:
            self._watch_idle()
            return
        self._leave()

    def _leave(self) -> None:
        if self._gone:
            return
        self._gone = True
        for timer in (self._timer, self._idle):
            if timer is not None:
                timer.cancel()
        self._timer = self._idle = None
        self._feed.end(named("restart"))
        self._dropped(self.id)
