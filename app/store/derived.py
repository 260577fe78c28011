"""Rows that follow from a log entry, stored in its transaction.

Those of tables, seats, games, results and tries.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, CursorResult, bindparam, delete, insert, select, update

from app.store import persons
from app.store.journal import GONE, JournalFailed
from app.store.schema import games, results, seats, tables, tries

Payload = Mapping[str, Any]

_TOUCH = (
    update(tables)
    .where(tables.c["id"] == bindparam("the_table"))
    .values(state=bindparam("state"), touched=bindparam("touched"))
)
_WHO = ("kind", "name", "level", "browser")
_HELD = select(seats.c["seat"], *(seats.c[name] for name in _WHO)).where(
    seats.c["table"] == bindparam("the_table")
)
_GAME = (games.c["table"] == bindparam("the_table")) & (games.c["deal"] == bindparam("the_deal"))


def derive(connection: Connection, table: str, kind: str, payload: str, now_ms: int) -> None:
    """Store what follows from an entry, before the entry itself (it refers to its table).

    Raises JournalFailed when the payload lacks what its kind needs, or its deal is unknown.
    """
    rule = _RULES.get(kind)
    if rule is None:
        return
    try:
        rule(connection, table, json.loads(payload), now_ms)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise JournalFailed(f"Table {table}: an entry {kind!r} is malformed: {error!r}") from error


def _opened(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    setup = payload["setup"]
    if persons.now(connection, [seat["browser"] for seat in payload["seats"] if seat["browser"]]):
        # It has moved while it asked for the table: nobody could play there.
        raise JournalFailed(f"Table {table}: its browser has become another.")
    connection.execute(
        insert(tables),
        {
            "id": table,
            "mode": setup["mode"],
            "preset": setup["preset"],
            "setup": json.dumps(setup, sort_keys=True, separators=(",", ":")),
            "state": "waiting",
            "created": now_ms,
            "touched": now_ms,
        },
    )
    _seat(connection, table, payload)
    if setup["mode"] == "daily":
        # One a day and browser: a second one is refused with its whole table.
        row = {"date": setup["date"], "browser": payload["seats"][0]["browser"]}
        connection.execute(insert(tries), row | {"table": table, "begun": now_ms})


def _seated(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    connection.execute(delete(seats).where(seats.c["table"] == table))
    _seat(connection, table, payload)
    # A try goes with its one person; at any other table there is none.
    first = payload["seats"][0]["browser"]
    connection.execute(update(tries).where(tries.c["table"] == table).values(browser=first))


def _seat(connection: Connection, table: str, payload: Payload) -> None:
    rows = [
        {"table": table, "seat": number}
        | {name: None if seat[name] == GONE else seat[name] for name in _WHO}
        for number, seat in enumerate(payload["seats"])
    ]
    connection.execute(insert(seats), rows)


def _changed(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    setup = payload["setup"]
    told = json.dumps(setup, sort_keys=True, separators=(",", ":"))
    row = {"preset": setup["preset"], "setup": told}
    _one(connection.execute(update(tables).where(tables.c["id"] == table).values(row)), table)


def _closed(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    _touch(connection, table, "closed", now_ms)


def _sealed(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    row = {name: payload[name] for name in ("id", "deal", "server_seed", "commitment")}
    connection.execute(insert(games), {"table": table} | row)
    _touch(connection, table, "waiting", now_ms)


def _dealt(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    row = {"deal_seed": payload["deal_seed"], "dealer": payload["dealer"], "started": now_ms}
    _one(
        connection.execute(
            update(games).where(_GAME).values(row),
            {"the_table": table, "the_deal": payload["deal"]},
        ),
        table,
    )
    _touch(connection, table, "playing", now_ms)


def _paused(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    _touch(connection, table, "paused", now_ms)


def _resumed(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    _touch(connection, table, "playing", now_ms)


def _named(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    seat = (seats.c["table"] == table) & (seats.c["seat"] == payload["seat"])
    _one(connection.execute(update(seats).where(seat).values(name=payload["name"])), table)


def _ended(connection: Connection, table: str, payload: Payload, now_ms: int) -> None:
    row = {name: payload[name] for name in ("winner", "reason", "play_ms")} | {"ended": now_ms}
    found = connection.execute(
        update(games).where(_GAME).values(row).returning(games.c["id"]),
        {"the_table": table, "the_deal": payload["deal"]},
    ).scalar_one()
    held = {row.seat: row for row in connection.execute(_HELD, {"the_table": table})}
    became = persons.now(connection, [row.browser for row in held.values() if row.browser])
    rows = [
        {"game": found, "seat": seat, "cards": cards}
        | {name: getattr(held[seat], name) for name in _WHO}
        | {"browser": became.get(held[seat].browser, held[seat].browser)}
        for seat, cards in enumerate(payload["counts"])
    ]
    connection.execute(insert(results), rows)
    _touch(connection, table, "over", now_ms)


def _touch(connection: Connection, table: str, state: str, now_ms: int) -> None:
    done = connection.execute(_TOUCH, {"the_table": table, "state": state, "touched": now_ms})
    _one(done, table)


def _one(done: CursorResult[Any], table: str) -> None:
    if done.rowcount != 1:
        raise JournalFailed(f"Table {table}: an entry speaks of a table or deal never opened.")


_RULES: dict[str, Callable[[Connection, str, Payload, int], None]] = {
    "opened": _opened,
    "sealed": _sealed,
    "dealt": _dealt,
    "paused": _paused,
    "resumed": _resumed,
    "named": _named,
    "ended": _ended,
    "seated": _seated,
    "changed": _changed,
    "closed": _closed,
}
