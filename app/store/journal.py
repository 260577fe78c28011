"""The journal's interface: the append-only log of what a table accepted.

This is all that a live table knows of the store; no database is named here.
"""

from asyncio import Future
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's log.

    `seq` counts from 0 without a gap. `ms` is the entry's time x from the start of its stage, in
    whole milliseconds (FAIRNESS 1.4). `payload` is compact JSON with sorted keys, so that the same
    game writes the same bytes.
    """

    seq: int
    ms: int
    kind: str
    seat: int | None
    payload: str


GONE = "~"
"""Stands in a log for a browser whose person has deleted everything; no browser's id."""


class Journal(Protocol):
    """Where tables are kept. A table's entries are stored in the order in which they are given."""

    def append(self, table: str, entries: Sequence[Entry]) -> Future[None]:
        """Store entries of a table; the future is done once they are durable.

        Fails with JournalFailed when they could not be stored: then nothing of this call is stored.
        """
        ...

    async def load(self, table: str) -> tuple[Entry, ...]:
        """Everything stored of a table, in order; empty for an unknown table."""
        ...


class JournalFailed(Exception):
    """Entries could not be stored. What the log held before is untouched."""
