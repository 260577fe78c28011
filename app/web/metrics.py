"""How the server does, in figures for Prometheus. Each house has a registry of its own."""

from asyncio import Future
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

from app.store.journal import Entry, Journal, JournalFailed
from app.table.inputs import Late, NotYourSeat, Refused
from app.table.watch import Watch
from app.web.limits import TooMany
from app.web.problems import Problem

Kind = Literal["reveal", "slap"]

COMMIT_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
LATE_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)

# The first that fits names a press's outcome; a subclass stands before its parent.
OUTCOMES: tuple[tuple[type[BaseException], str], ...] = (
    (Late, "late"),
    (NotYourSeat, "not_your_seat"),
    (Refused, "refused"),
    (TooMany, "too_many"),
    (Problem, "invalid"),
    (JournalFailed, "not_stored"),
    (BaseException, "failed"),
)


class Metrics(Watch):
    """What is counted as it happens, and what is asked for when somebody reads. No state of the
    library's own is touched, so that several houses in one process do not add up.
    """

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self._tables = Gauge("slapback_tables", "Tables in memory.", registry=registry)
        self._streams = Gauge("slapback_streams", "Open streams.", registry=registry)
        presses = Counter(
            "slapback_presses", "Presses by outcome.", ("press", "outcome"), registry=registry
        )
        names = ("taken", *(name for _, name in OUTCOMES))
        kinds: tuple[Kind, ...] = ("reveal", "slap")
        self._presses = {
            (kind, name): presses.labels(kind, name) for kind in kinds for name in names
        }
        self._commit = Histogram(
            "slapback_commit_seconds",
            "From an entry to its being on disk.",
            buckets=COMMIT_S,
            registry=registry,
        )
        self._lost = Counter(
            "slapback_commits_failed", "Commits that stored nothing.", registry=registry
        )
        self._late = Histogram(
            "slapback_loop_late_seconds",
            "How late the loop's heartbeat of 10 ms was, while there are tables.",
            buckets=LATE_S,
            registry=registry,
        )
        self._rendered = Counter(
            "slapback_pictures_rendered", "Pictures drawn and encoded.", registry=registry
        )
        self._published = Counter(
            "slapback_pictures_published", "Pictures that became a table's.", registry=registry
        )
        self._shown = Counter(
            "slapback_pictures_shown", "Pictures handed to a stream.", registry=registry
        )

    def ask(self, tables: Callable[[], int], streams: Callable[[], int]) -> None:
        """Where to ask how many there are."""
        self._tables.set_function(tables)
        self._streams.set_function(streams)

    def text(self) -> bytes:
        """All of it, in Prometheus' text format."""
        return generate_latest(self._registry)

    @contextmanager
    def press(self, kind: Kind) -> Iterator[None]:
        """A press is tried: count how it ends."""
        outcome = "taken"
        try:
            yield
        except BaseException as error:
            outcome = next(name for cause, name in OUTCOMES if isinstance(error, cause))
            raise
        finally:
            self._presses[kind, outcome].inc()

    def late(self, ms: float) -> None:
        self._late.observe(ms / 1000)

    def published(self, followers: int) -> None:
        self._published.inc()
        self._shown.inc(followers)

    def rendered(self) -> None:
        """A picture is drawn."""
        self._rendered.inc()

    def committed(self, seconds: float, stored: bool) -> None:
        """A commit has ended."""
        if stored:
            self._commit.observe(seconds)
        else:
            self._lost.inc()


class TimedJournal:
    """Implements Journal: another one, with how long its commits take."""

    def __init__(self, journal: Journal, metrics: Metrics) -> None:
        self._journal = journal
        self._metrics = metrics

    def append(self, table: str, entries: Sequence[Entry]) -> "Future[None]":
        began = perf_counter()

        def ended(future: "Future[None]") -> None:
            stored = not future.cancelled() and future.exception() is None
            self._metrics.committed(perf_counter() - began, stored)

        committed = self._journal.append(table, entries)
        committed.add_done_callback(ended)
        return committed

    async def load(self, table: str) -> tuple[Entry, ...]:
        return await self._journal.load(table)
