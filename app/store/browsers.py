"""Browsers that have acted: who they are to the store, and the set-up they last chose.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection: `writer.submit(lambda connection: ensure(connection, ...))`.
"""

from dataclasses import dataclass
from secrets import token_urlsafe

from sqlalchemy import Connection, Engine, exists, insert, literal, select, update

from app.store.schema import browsers


@dataclass(frozen=True, slots=True)
class Browser:
    """`setup` is JSON, as it was kept; None before the browser has opened a table."""

    id: str
    name: str | None
    setup: str | None
    created_ms: int


def find(readers: Engine, cookie_hash: str) -> Browser | None:
    """The browser whose cookie has this hash (SHA-256, hex), if it has ever acted."""
    row = select(browsers.c["id"], browsers.c["name"], browsers.c["setup"], browsers.c["created"])
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


def keep_setup(connection: Connection, browser: str, setup: str) -> None:
    """Keep the set-up (JSON) with which a browser opened a table, for its next *Play now*."""
    connection.execute(update(browsers).where(browsers.c["id"] == browser).values(setup=setup))
