"""Which databases serve, and how each connection to SQLite is set."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from app.store.engines import DatabaseRefused, Role, Synchronous, open_engine
from app.store.store import Store


def pragmas(engine: Engine) -> dict[str, object]:
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    with engine.connect() as connection:
        return {n: connection.execute(text(f"PRAGMA {n}")).scalar_one() for n in names}


@pytest.mark.parametrize(("synchronous", "level"), [("full", 2), ("normal", 1)])
def test_the_writer_s_connection_is_durable(url: str, synchronous: Synchronous, level: int) -> None:
    engine = open_engine(url, "write", synchronous)
    assert pragmas(engine) == {
        "journal_mode": "wal",
        "synchronous": level,
        "foreign_keys": 1,
        "busy_timeout": 5000,
    }
    engine.dispose()


async def test_the_store_syncs_every_commit_unless_told_otherwise(store: Store) -> None:
    def level(connection: Connection) -> object:
        return connection.execute(text("PRAGMA synchronous")).scalar_one()

    assert await store.writer.submit(level) == 2


def test_a_reader_cannot_write(store: Store) -> None:
    with (
        store.readers.connect() as connection,
        pytest.raises(OperationalError, match="readonly"),
    ):
        connection.execute(text("DELETE FROM tables"))


def test_a_reader_does_not_wait_for_the_writer(store: Store, url: str) -> None:
    writing = open_engine(url, "write")
    with writing.begin() as busy:
        busy.execute(text("UPDATE alembic_version SET version_num = 'x'"))
        with store.readers.connect() as connection:
            seen = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    writing.dispose()
    assert seen != "x"


def test_threads_that_read_then_write_lose_nothing(url: str) -> None:
    engine = open_engine(url, "write", "normal")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))

    def count(_: int) -> None:
        for _ in range(100):
            with engine.begin() as connection:
                n = connection.execute(text("SELECT n FROM counter")).scalar_one()
                connection.execute(text("UPDATE counter SET n = :n"), {"n": n + 1})

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(count, range(2)))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT n FROM counter")).scalar_one() == 200
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("sqlite://", "in memory"),
        ("sqlite:///:memory:", "in memory"),
        ("sqlite:///file:x?mode=memory&uri=true", "in memory"),
        ("mysql://somewhere/slapback", "'mysql'"),
        ("slapback.db", "not a database's address"),
        ("", "not a database's address"),
    ],
)
def test_a_database_that_does_not_serve_is_refused(url: str, says: str) -> None:
    with pytest.raises(DatabaseRefused, match=says) as refused:
        open_engine(url, "write")
    assert "SLAPBACK_DATABASE_URL" in str(refused.value)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseRefused, match=r"psycopg\[binary\]"):
        open_engine("postgresql://user@host/slapback", "write")


@pytest.mark.parametrize("role", ["write", "read", "migrate"])
def test_the_file_s_folder_is_made(tmp_path: Path, role: Role) -> None:
    open_engine(f"sqlite:///{tmp_path}/a/b/slapback.db", role)
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(DatabaseRefused, match="taken"):
        open_engine(f"sqlite:///{tmp_path}/taken/slapback.db", "write")


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear database, " * 100)
    with pytest.raises(DatabaseRefused, match="not a database"):
        Store.open(f"sqlite:///{letter}")
    assert letter.read_text() == "Dear database, " * 100
