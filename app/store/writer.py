"""The one writer: a thread that stores what waits, many jobs a commit.

SQLite has one writer at a time, and a commit costs a sync to disk however much is in it. So jobs
queue up for one thread, which takes all that wait, runs them in one transaction, and tells the
event loop once. Nothing waits for company: a lone job is stored at once.
"""

from asyncio import AbstractEventLoop, Future, get_running_loop
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Transaction
from sqlalchemy.exc import SQLAlchemyError

from app.store.journal import JournalFailed

T = TypeVar("T")


@dataclass(slots=True)
class _Job:
    """What to run, who waits for it, and how it came out."""

    run: Callable[[Connection], Any]
    future: Future[Any]
    value: Any = None
    error: Exception | None = None


class Writer:
    """Stores jobs in the order in which they are submitted."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = Lock()  # so that nothing is queued behind the None that ends the thread
        self._closed = False
        self._thread = Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, run: Callable[[Connection], T]) -> Future[T]:
        """Run a job on the writer's connection; the future has its value once it is durable.

        Where the database fails, in the job or its commit, the future has JournalFailed; an error
        of the job's own passes through. Either way nothing of the job is stored. It may run twice,
        when another job of its commit fails, so it touches nothing but the connection. To be
        called on the loop's thread.
        """
        future: Future[T] = get_running_loop().create_future()
        with self._gate:
            if self._closed:
                future.set_exception(JournalFailed("Nothing is stored any more: the store closed."))
            else:
                self._jobs.put(_Job(run, future))
        return future

    def close(self) -> None:
        """Store all that waits, and end. Blocks until it is done; later jobs are refused."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        last = False
        while not last:
            waiting = self._take()
            last = waiting[-1] is None
            jobs = [job for job in waiting if job is not None]
            if jobs:
                self._store(jobs)
                _settle(jobs)

    def _take(self) -> list[_Job | None]:
        waiting = [self._jobs.get()]
        with suppress(Empty):
            while True:
                waiting.append(self._jobs.get_nowait())
        return waiting

    def _store(self, jobs: list[_Job]) -> None:
        """Run jobs in one transaction. Where one fails, each gets its own: only that one fails."""
        try:
            with self._engine.connect() as connection:
                transaction = connection.begin()
                try:
                    for job in jobs:
                        job.value = job.run(connection)
                except Exception:
                    transaction.rollback()
                    if len(jobs) == 1:
                        raise
                else:
                    _commit(connection, transaction)
                    return
        except Exception as error:
            for job in jobs:
                job.error = _told(error)
            return
        for job in jobs:
            self._store([job])


def _commit(connection: Connection, transaction: Transaction) -> None:
    try:
        transaction.commit()
    except Exception:
        connection.invalidate()  # its transaction may be open still: the next begins on another
        raise


def _told(error: Exception) -> Exception:
    """What the waiting code may know: it names no database."""
    if not isinstance(error, SQLAlchemyError):
        return error
    told = JournalFailed(f"The database stored nothing of this: {error.__cause__ or error}")
    told.__cause__ = error
    return told


def _settle(jobs: Iterable[_Job]) -> None:
    """Tell each loop once what became of its jobs."""
    by_loop: defaultdict[AbstractEventLoop, list[_Job]] = defaultdict(list)
    for job in jobs:
        by_loop[job.future.get_loop()].append(job)
    for loop, settled in by_loop.items():
        with suppress(RuntimeError):  # the loop has closed: nobody waits any more
            loop.call_soon_threadsafe(_complete, settled)


def _complete(jobs: Iterable[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # its waiter was cancelled
            continue
        if job.error is None:
            job.future.set_result(job.value)
        else:
            job.future.set_exception(job.error)
