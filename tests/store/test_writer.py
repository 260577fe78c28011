"""The writer: what waits is one commit, and nobody is told before it is durable."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.exc import IntegrityError

from app.store.engines import open_engine
from app.store.journal import JournalFailed
from app.store.writer import Writer


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    made = open_engine(url, "write")
    with made.begin() as connection:
        connection.execute(text("CREATE TABLE notes (word TEXT PRIMARY KEY)"))
        connection.execute(
            text("CREATE TABLE answers (word TEXT REFERENCES notes DEFERRABLE INITIALLY DEFERRED)")
        )
    yield made
    made.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    made = Writer(engine)
    yield made
    made.close()


@pytest.fixture
def commits(engine: Engine) -> list[Connection]:
    """One item a commit."""
    made: list[Connection] = []
    event.listen(engine, "commit", made.append)
    return made


def note(word: str) -> Callable[[Connection], str]:
    def run(connection: Connection) -> str:
        connection.execute(text("INSERT INTO notes VALUES (:word)"), {"word": word})
        return word.upper()

    return run


def answer_to_nothing(connection: Connection) -> None:
    """Succeeds, and makes the commit fail."""
    connection.execute(text("INSERT INTO answers VALUES ('never noted')"))


def stored(file: Path) -> set[str]:
    with sqlite3.connect(file) as other:
        words = {word for (word,) in other.execute("SELECT word FROM notes")}
    other.close()
    return words


class Held:
    """Keeps the writer in a job until it is let go, so that others wait."""

    def __init__(self, writer: Writer) -> None:
        self._go = threading.Event()
        self.job = writer.submit(lambda _: self._go.wait())

    def let_go(self) -> None:
        self._go.set()


async def test_a_job_s_value_comes_back(writer: Writer, file: Path) -> None:
    assert await writer.submit(note("ace")) == "ACE"
    assert stored(file) == {"ace"}


async def test_what_waits_is_stored_in_one_commit(
    writer: Writer, commits: list[Connection], file: Path
) -> None:
    held = Held(writer)
    words = [f"word {n}" for n in range(200)]
    waiting = [writer.submit(note(word)) for word in words]
    held.let_go()
    assert await asyncio.gather(*waiting) == [word.upper() for word in words]
    assert len(commits) <= 2  # the job that held the others up may have gone first
    assert stored(file) == set(words)


async def test_jobs_of_many_tasks_are_all_stored(
    writer: Writer, commits: list[Connection], file: Path
) -> None:
    async def task(name: int) -> None:
        for n in range(20):
            await writer.submit(note(f"{name}:{n}"))

    await asyncio.gather(*(task(name) for name in range(25)))
    assert stored(file) == {f"{name}:{n}" for name in range(25) for n in range(20)}
    assert len(commits) < 500


async def test_nobody_is_told_before_the_commit(writer: Writer, engine: Engine, file: Path) -> None:
    """At the commit the loop has done all it was asked to, and the future still waits."""
    loop = asyncio.get_running_loop()
    told: list[bool] = []
    seen: list[set[str]] = []

    def look(_: Connection) -> None:
        caught_up = threading.Event()
        loop.call_soon_threadsafe(caught_up.set)
        assert caught_up.wait(20)
        told.append(waiting.done())
        seen.append(stored(file))

    event.listen(engine, "commit", look)
    waiting = writer.submit(note("ace"))
    await waiting
    assert (told, seen) == ([False], [set()])
    assert stored(file) == {"ace"}


async def test_one_failing_job_fails_alone(writer: Writer, file: Path) -> None:
    await writer.submit(note("taken"))
    held = Held(writer)
    before, failing, after = (writer.submit(note(word)) for word in ("ace", "taken", "two"))
    held.let_go()
    with pytest.raises(JournalFailed, match="UNIQUE") as failed:
        await failing
    assert isinstance(failed.value.__cause__, IntegrityError)
    assert (await before, await after) == ("ACE", "TWO")
    assert stored(file) == {"taken", "ace", "two"}


async def test_a_failing_job_leaves_nothing_of_itself(writer: Writer, file: Path) -> None:
    def half(connection: Connection) -> None:
        note("half")(connection)
        raise ValueError("changed my mind")

    with pytest.raises(ValueError, match="changed my mind"):
        await writer.submit(half)
    assert stored(file) == set()


async def test_a_failed_commit_fails_its_jobs_and_no_others(writer: Writer, file: Path) -> None:
    held = Held(writer)
    first, second = writer.submit(note("ace")), writer.submit(answer_to_nothing)
    held.let_go()
    for waiting in (first, second):
        with pytest.raises(JournalFailed, match="FOREIGN KEY"):
            await waiting
    assert stored(file) == set()
    assert await writer.submit(note("ace")) == "ACE"


async def test_a_database_that_cannot_begin_fails_the_jobs(
    writer: Writer, engine: Engine, url: str, file: Path
) -> None:
    await writer.submit(lambda c: c.execute(text("PRAGMA busy_timeout=0")).close())
    other = open_engine(url, "write")
    with other.begin(), pytest.raises(JournalFailed, match="locked"):
        await writer.submit(note("ace"))
    other.dispose()
    assert await writer.submit(note("ace")) == "ACE"


async def test_a_cancelled_waiter_holds_up_nobody(writer: Writer, file: Path) -> None:
    held = Held(writer)
    left, kept = writer.submit(note("left")), writer.submit(note("kept"))
    left.cancel()
    held.let_go()
    assert await kept == "KEPT"
    assert stored(file) == {"left", "kept"}


async def test_closing_stores_what_waits_and_takes_no_more(engine: Engine, file: Path) -> None:
    writer = Writer(engine)
    held = Held(writer)
    waiting = [writer.submit(note(word)) for word in ("ace", "two")]
    held.let_go()
    writer.close()
    assert stored(file) == {"ace", "two"}
    assert await asyncio.gather(*waiting) == ["ACE", "TWO"]
    with pytest.raises(JournalFailed, match="closed"):
        await writer.submit(note("late"))
    writer.close()  # a second time does nothing


def test_a_loop_that_has_gone_does_not_end_the_writer(writer: Writer, file: Path) -> None:
    go = threading.Event()

    async def leave() -> None:
        writer.submit(lambda _: go.wait())
        writer.submit(note("orphan"))

    async def come() -> str:
        return await writer.submit(note("next"))

    asyncio.run(leave())
    go.set()
    assert asyncio.run(come()) == "NEXT"
    assert stored(file) == {"orphan", "next"}
