"""A browser's connection to a table: its streams, and what is known of its delay (FAIRNESS 1.2).

Times are milliseconds of the table's clock. Nothing here outlives the process.
"""

from dataclasses import dataclass, field

from app.table.arbiter import MIN_ACKS, NO_BASELINE, Baseline, baseline, with_sample
from app.table.picture import LineQuality

PROBE_BURST, PROBE_GAP_MS, PROBE_IDLE_MS = 3, 150, 5000
GOOD_MS, FAIR_MS = 80, 200  # below these a line is good, or fair
_PROBES_KEPT = 8


@dataclass(slots=True)
class Line:
    """The streams of one browser, oldest first. The newest is the active one and has the ring.

    `baseline` is frozen when a reveal is published; `ack` is the delay of the ack of the present
    stage, None until it has come.
    """

    streams: list[str] = field(default_factory=list)
    ring: tuple[int, ...] = ()
    baseline: Baseline = NO_BASELINE
    ack: int | None = None
    next_probe: float = 0.0
    _burst: int = 0
    _number: int = 0
    _probes: dict[int, float] = field(default_factory=dict)

    @property
    def quality(self) -> LineQuality | None:
        """How quick this line is, by the delay of its acks; None until it is known."""
        if self.active is None or len(self.ring) < MIN_ACKS:
            return None
        b = baseline(self.ring).b
        return "good" if b < GOOD_MS else "fair" if b < FAIR_MS else "slow"

    @property
    def active(self) -> str | None:
        return self.streams[-1] if self.streams else None

    def connect(self, stream: str, now: float) -> None:
        """A new stream becomes the active one: its delays are measured afresh."""
        self.streams.append(stream)
        self._start(now)

    def disconnect(self, stream: str, now: float) -> None:
        """Forget a stream; where it was the active one, the newest of the others takes over."""
        was_active = stream == self.active
        if stream in self.streams:
            self.streams.remove(stream)
        if was_active and self.streams:
            self._start(now)

    def _start(self, now: float) -> None:
        self.ring, self.baseline, self.ack = (), NO_BASELINE, None
        self._probes.clear()
        self._burst = PROBE_BURST
        self.next_probe = now + PROBE_GAP_MS

    def probe(self, now: float) -> int:
        """Send the next probe: its number, rising while the page lives."""
        self._number += 1
        self._burst -= 1
        self.next_probe = now + (PROBE_GAP_MS if self._burst > 0 else PROBE_IDLE_MS)
        self._probes[self._number] = now
        if len(self._probes) > _PROBES_KEPT:
            del self._probes[next(iter(self._probes))]
        return self._number

    def probed(self, number: int, now: float) -> None:
        """The ack of a probe; a second one, or one of another stream's probe, is ignored."""
        sent = self._probes.pop(number, None)
        if sent is not None:
            self.ring = with_sample(self.ring, int(now - sent))

    def staged(self) -> None:
        """A new stage: its ack has not come yet."""
        self.ack = None

    def freeze(self) -> None:
        """A reveal is about to be published: what is known of the delay now counts until the
        next.
        """
        self.baseline = baseline(self.ring)

    def published(self, now: float) -> None:
        """A stage went out: its ack will measure the line, a probe need not."""
        if self._burst <= 0:
            self.next_probe = now + PROBE_IDLE_MS

    def painted(self, delay: int, joins: bool) -> None:
        """The first ack of the present stage; later ones are ignored. `joins`: it joins the
        ring.
        """
        if self.ack is None:
            self.ack = delay
            if joins:
                self.ring = with_sample(self.ring, delay)


class Lines(dict[str, Line]):
    """The lines of a table's browsers."""

    def of(self, browser: str) -> Line:
        """The browser's line, a new one where it has none yet."""
        return self.setdefault(browser, Line())

    def connected(self) -> frozenset[str]:
        """The browsers with a live stream."""
        return frozenset(browser for browser, line in self.items() if line.active is not None)

    def staged(self, freeze: bool) -> None:
        """A new stage begins; `freeze` where a reveal is published, for the first time or again."""
        for line in self.values():
            line.staged()
            if freeze:
                line.freeze()

    def published(self, now: float) -> None:
        """A stage went out to everyone."""
        for line in self.values():
            line.published(now)

    def next_probe(self) -> float | None:
        """When a probe is due next; None while nobody is connected."""
        due = [line.next_probe for line in self.values() if line.active is not None]
        return min(due, default=None)

    def probe(self, now: float) -> list[tuple[str, int]]:
        """The probes that are due by now: stream and number."""
        return [
            (line.active, line.probe(now))
            for line in self.values()
            if line.active is not None and line.next_probe <= now
        ]
