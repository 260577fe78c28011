"""A person who is forgotten: their games go, and at other people's tables their name does.

Their browser is meant, and with it every other one that has become it: any of their ids will do.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, select, union, update

from app.store import persons
from app.store.games import keep_private
from app.store.journal import GONE
from app.store.removing import remove
from app.store.schema import browsers, codes, cookies, games, log, metadata, results, seats

_DAMAGED = (AttributeError, LookupError, TypeError, ValueError)
"""What reading an entry raises that is no JSON, or lacks what its kind has."""

Ids = Collection[str]
"""Of one person."""

Person = dict[str, Any]
"""A seat or a latecomer, as the log has it."""


@dataclass(frozen=True, slots=True)
class Traces:
    """The tables that know a person: at those `alone` nobody else has played.

    `ids` are all that the person has or had. At the shared tables `parted` a seat that they have
    left is still called as they were.
    """

    ids: tuple[str, ...]
    alone: tuple[str, ...]
    shared: tuple[str, ...]
    parted: tuple[str, ...]


def traces(readers: Engine, browser: str) -> Traces:
    """Every table that has ever known this person. Reads what the log tells of people."""
    with readers.connect() as connection:
        ids = persons.ids_of(connection, browser)
        # They may have left before anything was kept of them.
        named = connection.execute(persons.mentioned(ids)).scalars()
        found = sorted({*_tables_of(connection, ids), *named})
        known = {each: _people(connection, each, ids) for each in found}
    shared = {id: people for id, people in known.items() if people is None or people.others}
    return Traces(
        ids,
        alone=tuple(each for each in found if each not in shared),
        shared=tuple(shared),
        parted=tuple(id for id, people in shared.items() if people is not None and people.parted),
    )


def remove_alone(connection: Connection, browser: str, ids: Sequence[str]) -> None:
    """Remove those of these tables at which still nobody else has played."""
    who = persons.ids_of(connection, browser)
    remove(connection, [each for each in ids if _is_alone(connection, each, who)])


def forget(
    connection: Connection, browser: str, shared: Collection[str], name: str
) -> tuple[str, ...]:
    """Forget a person: their name becomes `name` at `shared` tables, and all of their own goes.

    Tables that they have come to since they were listed are found too. Returns the hashes of the
    cookies that they were known by.
    """
    ids = persons.ids_of(connection, browser)
    for table in sorted({*shared, *_tables_of(connection, ids)}):
        if _is_alone(connection, table, ids):
            remove(connection, [table])
            continue
        try:
            _rename(connection, table, ids, name)
        except _DAMAGED:
            _strike(connection, table, ids, name)
    mine = select(cookies.c["hash"]).where(cookies.c["browser"].in_(ids))
    hashes = tuple(connection.execute(mine).scalars())
    connection.execute(update(codes).where(codes.c["taker"].in_(hashes)).values(taker=None))
    for table in reversed(metadata.sorted_tables):
        for column in table.columns:
            if column.references(browsers.c["id"]):
                rows = column.in_(ids)
                if column.nullable:
                    connection.execute(update(table).where(rows).values({column: None}))
                else:
                    connection.execute(delete(table).where(rows))
    connection.execute(delete(browsers).where(browsers.c["id"].in_(ids)))
    return hashes


def _tables_of(connection: Connection, ids: Ids) -> Iterator[str]:
    """The tables that rows with an index tell of."""
    seated = select(seats.c["table"]).where(seats.c["browser"].in_(ids))
    played = select(games.c["table"]).join(results).where(results.c["browser"].in_(ids))
    yield from connection.execute(union(seated, played)).scalars()


def _is_alone(connection: Connection, table: str, ids: Ids) -> bool:
    """Whether no game of a table was played, and no seat of it is held, by another person.

    Where its log cannot be read, somebody may have.
    """
    people = _people(connection, table, ids)
    return people is not None and not people.others


def _people(connection: Connection, table: str, ids: Ids) -> "_People | None":
    """The people of a table at the end of its log; None where that cannot be read."""
    people = _People(ids)
    try:
        for entry in _told(connection, table):
            people.take(entry.kind, json.loads(entry.payload))
    except _DAMAGED:
        return None
    return people


def _told(connection: Connection, table: str) -> Sequence[Any]:
    """The entries of a table that name people, in order."""
    rows = select(log.c["seq"], log.c["kind"], log.c["payload"]).where(
        persons.NAMES_PEOPLE, log.c["table"] == table
    )
    return connection.execute(rows.order_by(log.c["seq"])).all()


def _rename(connection: Connection, table: str, ids: Ids, name: str) -> None:
    """Take a person and their name out of a table's log, and out of the rows that follow from it.

    The log is append-only: what it says has happened, and nothing else may ever change it. This is
    the one exception, because people may have what we know of them deleted. It changes who
    somebody was and nothing of what was played: a chair keeps its number, and every entry its
    place, so the same games follow from it.
    """
    told = [(entry, json.loads(entry.payload)) for entry in _told(connection, table)]
    taken: set[str] = set()
    people = _People(ids)
    for entry, payload in told:
        people.take(entry.kind, payload)
        taken |= people.names_of_others(entry.kind, payload)
    people = _People(ids, _free(name, taken))
    for entry, payload in told:
        people.take(entry.kind, payload)
        if people.rewrite(entry.kind, payload):
            text = json.dumps(payload, sort_keys=True, separators=(",", ":"))
            here = (log.c["table"] == table) & (log.c["seq"] == entry.seq)
            connection.execute(update(log).where(here).values(payload=text))
        if entry.kind == "ended":
            _blank_results(connection, table, payload["deal"], people)
    sits = (seats.c["table"] == table) & seats.c["seat"].in_(people.mine)
    connection.execute(update(seats).where(sits).values(name=people.name, browser=None))


def _strike(connection: Connection, table: str, ids: Ids, name: str) -> None:
    """Take a person and their names out of a log that cannot be read, wherever their text stands.

    Where that makes others of the same name lose it too, that is the lesser harm.
    """
    names = dict.fromkeys(ids, GONE)
    for rows in (seats, results):
        if rows is seats:
            at = rows.c["table"] == table
        else:
            at = rows.c["game"].in_(select(games.c["id"]).where(games.c["table"] == table))
        here = at & rows.c["browser"].in_(ids)
        held = connection.execute(select(rows.c["name"]).where(here)).scalars()
        names |= dict.fromkeys(filter(None, held), name)
        connection.execute(update(rows).where(here).values(name=name, browser=None))
    for entry in _told(connection, table):
        text = entry.payload
        for old, new in names.items():
            text = text.replace(json.dumps(old), json.dumps(new))
        place = (log.c["table"] == table) & (log.c["seq"] == entry.seq)
        connection.execute(update(log).where(place).values(payload=text))


def _blank_results(connection: Connection, table: str, deal: int, people: "_People") -> None:
    played = select(games.c["id"]).where(games.c["table"] == table, games.c["deal"] == deal)
    game = connection.execute(played).scalar_one()
    rows = (results.c["game"] == game) & results.c["seat"].in_(people.mine)
    connection.execute(update(results).where(rows).values(name=people.name, browser=None))
    # Nobody could take this wish back any more; whoever is left has their own.
    keep_private(connection, game, people.mine, False)


def _free(name: str, taken: Collection[str]) -> str:
    """The name with the first number that nobody at the table ever had."""
    called, number = name, 1
    while called in taken:
        number += 1
        called = f"{name} {number}"
    return called


class _People:
    """Who sits at a table, told entry by entry; `mine` are the seats of the one in question.

    A person who has left keeps their seat to the end of the game, without a browser: they are known
    by their sitting, a number that nobody else at the table ever gets. `others`: somebody else held
    a seat at a game's end, or holds one at the end of the log. `parted`: they have left one of
    `mine`.
    """

    def __init__(self, ids: Ids, name: str = "") -> None:
        self.name = name
        self.mine: list[int] = []
        self.parted = False
        self._ids = ids
        self._sittings: set[int] = set()
        self._strangers = False
        self._played = False

    @property
    def others(self) -> bool:
        return self._played or self._strangers

    def take(self, kind: str, payload: Mapping[str, Any]) -> None:
        if kind in ("opened", "seated"):
            people = [each for each in _all(payload) if each["browser"] in self._ids]
            self._sittings |= {each.get("sitting", 0) for each in people} - {0}
            chairs = payload["seats"]
            self.mine = [seat for seat, each in enumerate(chairs) if self._is_mine(each)]
            self.parted = any(chairs[seat]["browser"] is None for seat in self.mine)
            self._strangers = any(not self._is_mine(each) for each in _all(payload))
        elif kind == "ended":
            self._played = self._played or self._strangers

    def names_of_others(self, kind: str, payload: Mapping[str, Any]) -> set[str]:
        """The names in this entry that are not theirs."""
        if kind == "named":
            return set() if payload["seat"] in self.mine else {payload["name"]}
        chairs = (*payload.get("seats", ()), *payload.get("latecomers", ()))
        return {each["name"] for each in chairs if not self._is_mine(each)}

    def rewrite(self, kind: str, payload: dict[str, Any]) -> bool:
        """Take them out of an entry that was taken into account; whether they were in it."""
        if kind == "named":
            found = payload["seat"] in self.mine
            payload["name"] = self.name if found else payload["name"]
            return found
        mine = [each for each in _all(payload) if self._is_mine(each)]
        for each in mine:
            each["name"] = self.name
            each["browser"] = each["browser"] and GONE
        return bool(mine)

    def _is_mine(self, person: Person) -> bool:
        if person["browser"] is None:
            return person.get("sitting", 0) in self._sittings
        return person["browser"] in self._ids


def _all(payload: Mapping[str, Any]) -> list[Person]:
    """The people of an entry: on chairs, and those who wait for one."""
    chairs = [each for each in payload.get("seats", ()) if each["kind"] == "person"]
    return [*chairs, *payload.get("latecomers", ())]
