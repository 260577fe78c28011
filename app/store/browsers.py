"""Browsers that have acted: who they are to the store, and what they chose.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection: `writer.submit(lambda connection: ensure(connection, ...))`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Literal

from sqlalchemy import Connection, Engine, insert, select, update

from app.store.schema import browsers, cookies


@dataclass(frozen=True, slots=True)
class Browser:
    """What is kept of a browser. None where it has not chosen yet.

    `name` is the one at its tables, `board_name` the one by which it chose to stand on boards.

    JSON, as it was kept: `setup`, with which it last opened a table; `preferences`, its settings;
    `my_setup`, the set-up that it keeps as its own.
    """

    id: str
    name: str | None
    setup: str | None
    preferences: str | None
    my_setup: str | None
    board_name: str | None
    created_ms: int


Kept = Literal["name", "setup", "preferences", "my_setup", "board_name"]

_COLUMNS = ("id", "name", "setup", "preferences", "my_setup", "board_name", "created")


def find(readers: Engine, cookie_hash: str) -> Browser | None:
    """The browser whose cookie has this hash (SHA-256, hex), if it has ever acted."""
    row = select(*(browsers.c[name] for name in _COLUMNS)).join(cookies)
    with readers.connect() as connection:
        found = connection.execute(row.where(cookies.c["hash"] == cookie_hash)).first()
    return None if found is None else Browser(*found)


def known(readers: Engine, cookie_hash: str) -> tuple[str, int] | None:
    """The id of the browser whose cookie has this hash, and when that was made (unix ms)."""
    row = select(cookies.c["browser"], cookies.c["created"]).where(cookies.c["hash"] == cookie_hash)
    with readers.connect() as connection:
        found = connection.execute(row).first()
    return None if found is None else (found.browser, found.created)


def name_of(readers: Engine, browser: str) -> str | None:
    """The name that the browser with this id has chosen."""
    row = select(browsers.c["name"]).where(browsers.c["id"] == browser)
    with readers.connect() as connection:
        return connection.execute(row).scalar_one_or_none()


def ensure(connection: Connection, cookie_hash: str, now_ms: int) -> str:
    """The id of the browser with this cookie hash, stored now if it is new."""
    known = select(cookies.c["browser"]).where(cookies.c["hash"] == cookie_hash)
    stored: str | None = connection.execute(known).scalar_one_or_none()
    if stored is None:
        stored = token_urlsafe(16)
        connection.execute(insert(browsers), {"id": stored, "created": now_ms})
        row = {"hash": cookie_hash, "browser": stored, "created": now_ms}
        connection.execute(insert(cookies), row)
    return stored


def keep(connection: Connection, browser: str, what: Kept, value: str | None) -> None:
    """Keep what a browser chose; None forgets it."""
    connection.execute(update(browsers).where(browsers.c["id"] == browser).values({what: value}))


def keep_name(connection: Connection, browser: str, name: str | None, on_boards: bool) -> None:
    """Keep a person's name for their tables, and for boards where they want that; None forgets."""
    keep(connection, browser, "name", name)
    keep(connection, browser, "board_name", name if on_boards else None)


def alter(
    connection: Connection, browser: str, what: Kept, change: Callable[[str | None], str | None]
) -> None:
    """Change what a browser chose, from what is kept now; nothing is kept in between."""
    kept = connection.execute(select(browsers.c[what]).where(browsers.c["id"] == browser))
    keep(connection, browser, what, change(kept.scalar_one()))
