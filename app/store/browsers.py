"""Browsers that have acted: who they are to the store, and what they chose.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection: `writer.submit(lambda connection: ensure(connection, ...))`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Literal

from sqlalchemy import Connection, Engine, exists, insert, literal, select, update

from app.store.schema import browsers


@dataclass(frozen=True, slots=True)
class Browser:
    """What is kept of a browser. None where it has not chosen yet.

    JSON, as it was kept: `setup`, with which it last opened a table; `preferences`, its settings;
    `my_setup`, the set-up that it keeps as its own.
    """

    id: str
    name: str | None
    setup: str | None
    preferences: str | None
    my_setup: str | None
    created_ms: int


Kept = Literal["name", "setup", "preferences", "my_setup"]

_COLUMNS = ("id", "name", "setup", "preferences", "my_setup", "created")


def find(readers: Engine, cookie_hash: str) -> Browser | None:
    """The browser whose cookie has this hash (SHA-256, hex), if it has ever acted."""
    row = select(*(browsers.c[name] for name in _COLUMNS))
    with readers.connect() as connection:
        found = connection.execute(row.where(browsers.c["cookie_hash"] == cookie_hash)).first()
    return None if found is None else Browser(*found)


def ensure(connection: Connection, cookie_hash: str, now_ms: int) -> str:
    """The id of the browser with this cookie hash, stored now if it is new."""
    known = browsers.c["cookie_hash"] == cookie_hash
    new = {"id": token_urlsafe(16), "cookie_hash": cookie_hash, "created": now_ms}
    row = select(*(literal(value, browsers.c[name].type) for name, value in new.items()))
    connection.execute(insert(browsers).from_select(list(new), row.where(~exists().where(known))))
    stored: str = connection.execute(select(browsers.c["id"]).where(known)).scalar_one()
    return stored


def keep(connection: Connection, browser: str, what: Kept, value: str | None) -> None:
    """Keep what a browser chose; None forgets it."""
    connection.execute(update(browsers).where(browsers.c["id"] == browser).values({what: value}))


def alter(
    connection: Connection, browser: str, what: Kept, change: Callable[[str | None], str | None]
) -> None:
    """Change what a browser chose, from what is kept now; nothing is kept in between."""
    kept = connection.execute(select(browsers.c[what]).where(browsers.c["id"] == browser))
    keep(connection, browser, what, change(kept.scalar_one()))
