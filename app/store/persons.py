"""Whose an id is: a browser that has taken all of another one has become that one.

A log names a browser for ever as it was when it played, and whoever played is one person all the
same. What is kept of finished games names who they are now; seats and tries name, as the log does,
who can play there: nobody comes back by an id that has become another.

All functions take an open connection, writing ones the writer's; but `waits_at` blocks and opens
one of its own: call it in a thread.
"""

import json
from collections.abc import Collection

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    literal_column,
    or_,
    select,
    update,
)

from app.store.schema import browsers, log, tables

# As the index of the log has it, to the letter: so that it is used.
NAMES_PEOPLE: ColumnElement[bool] = literal_column(
    "log.kind IN ('opened', 'seated', 'named', 'ended')"
)

_CHOSEN = ("name", "setup", "preferences", "my_setup", "board_name")


def now(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Who these ids have become, by id; without those that stand for themselves."""
    columns = (browsers.c["id"], browsers.c["became"])
    rows = select(*columns).where(browsers.c["id"].in_(ids), browsers.c["became"].is_not(None))
    return {row.id: row.became for row in connection.execute(rows)} if ids else {}


def ids_of(connection: Connection, browser: str) -> tuple[str, ...]:
    """Every id of the person who has or had this one; the one that they have now is the first."""
    mine = now(connection, (browser,)).get(browser, browser)
    rows = select(browsers.c["id"]).where(browsers.c["became"] == mine)
    return (mine, *connection.execute(rows.order_by(browsers.c["id"])).scalars())


def become(connection: Connection, old: str, new: str) -> None:
    """The browser `old` is `new` from now on, with all that it was before; what it chose goes.

    Neither has become another, so every id is one step from who it is now.
    """
    its = or_(browsers.c["id"] == old, browsers.c["became"] == old)
    values = {"became": new, **dict.fromkeys(_CHOSEN)}
    connection.execute(update(browsers).where(its).values(values))


def mentioned(ids: Collection[str]) -> Select[str]:
    """The tables whose log has one of these ids, each as often as it has."""
    says = (log.c["payload"].contains(json.dumps(each), autoescape=True) for each in ids)
    return select(log.c["table"]).where(NAMES_PEOPLE, or_(*says))


def waits_at(readers: Engine, browser: str) -> tuple[str, ...]:
    """The link matches that go on and have ever known a browser: where it has no seat, it may wait
    for one, of which the log alone tells.
    """
    link = tables.c["mode"] == "link", tables.c["state"] != "closed"
    rows = select(tables.c["id"]).where(*link, tables.c["id"].in_(mentioned((browser,))))
    with readers.connect() as connection:
        return tuple(connection.execute(rows.order_by(tables.c["id"])).scalars())
