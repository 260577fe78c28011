"""Connections to the database: which databases serve, and how each connection is set.

SQLite needs telling. Python's driver opens no transaction for a SELECT, so two threads that read,
compute and write lose each other's work; here every transaction is begun aloud, and one that will
write takes the lock at once (`BEGIN IMMEDIATE`) instead of failing half way.
"""

from pathlib import Path
from typing import Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

Role = Literal["write", "read", "migrate"]
Synchronous = Literal["full", "normal"]

BUSY_MS = 5000


class DatabaseRefused(Exception):
    """The configured database cannot hold tables; the message says what to set instead."""


def open_engine(url: str, role: Role, synchronous: Synchronous = "full") -> Engine:
    """An engine for one of the store's roles; it connects when it is first used.

    A file's folder is created. `read` cannot write. `migrate` holds no foreign keys, because SQLite
    changes a table by making it anew. `synchronous` is SQLite's: `full` syncs every commit to disk.
    Raises DatabaseRefused for a database that does not serve.
    """
    parsed = _checked(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed, role, synchronous)
    try:
        engine = create_engine(parsed, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise DatabaseRefused(
            f"SLAPBACK_DATABASE_URL names PostgreSQL, and the module {error.name!r} is missing:"
            " install psycopg[binary] into the environment."
        ) from error
    return engine.execution_options(postgresql_readonly=True) if role == "read" else engine


def is_there(url: str) -> bool:
    """Whether there is something to open: SQLite makes a file where it lacks. Raises
    DatabaseRefused.
    """
    parsed = _checked(url)
    return parsed.get_backend_name() != "sqlite" or Path(parsed.database or "").is_file()


def _checked(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except ArgumentError as error:
        raise DatabaseRefused(
            "SLAPBACK_DATABASE_URL is not a database's address: set it to one like"
            " sqlite:///var/slapback.db or postgresql://user@host/slapback."
        ) from error
    if backend not in ("sqlite", "postgresql"):
        raise DatabaseRefused(
            f"SLAPBACK_DATABASE_URL names {backend!r}: set it to a SQLite file or to PostgreSQL."
        )
    if backend == "sqlite" and not _is_file(parsed):
        raise DatabaseRefused(
            "SLAPBACK_DATABASE_URL names a database in memory, which would lose every game:"
            " set it to a file, as in sqlite:///var/slapback.db."
        )
    return parsed


def _is_file(url: URL) -> bool:
    name = url.database or ""
    return name not in ("", ":memory:") and not name.startswith("file:")


def _sqlite(url: URL, role: Role, synchronous: Synchronous) -> Engine:
    folder = Path(url.database or "").parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseRefused(
            f"The database's folder {folder} cannot be made ({error.strerror}):"
            " set SLAPBACK_DATABASE_URL to a file in a folder that can."
        ) from error
    engine = create_engine(url, paramstyle="named")
    pragmas = [f"busy_timeout={BUSY_MS}", f"foreign_keys={'OFF' if role == 'migrate' else 'ON'}"]
    if role == "read":
        pragmas.append("query_only=ON")
    else:
        # What is deleted is overwritten too: a name is gone from the file, not only from its pages.
        pragmas += ["journal_mode=WAL", f"synchronous={synchronous.upper()}", "secure_delete=ON"]
    begin = "BEGIN" if role == "read" else "BEGIN IMMEDIATE"

    @event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # the driver begins nothing by itself
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin_aloud(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
