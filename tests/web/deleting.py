"""Somebody who deletes everything, and what may be left of them then."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from typing import Any

from app.check.rebuild import rebuild
from app.store import browsers
from app.store.schema import metadata
from tests.web.site import BROWSER, Answer, Site, Visitor

NAME = "Zebedee"
OTHER = "Quillon"


def named(site: Site, name: str) -> Visitor:
    """A browser that has chosen this name."""
    made = Visitor(site)
    assert made.post("/me/name", {"name": name}).status == 204
    return made


def delete(visitor: Visitor, confirm: str = "DELETE") -> Answer:
    return visitor.post("/me/delete", {"confirm": confirm}, BROWSER)


def hash_of(visitor: Visitor) -> str:
    scope = {"headers": [(b"cookie", visitor.cookie.encode())]}
    found = visitor.site.app.state.house.identity.hashed(scope)
    assert isinstance(found, str)
    return found


def id_of(visitor: Visitor) -> str:
    known = browsers.find(visitor.site.store.readers, hash_of(visitor))
    assert known is not None
    return known.id


def rows(site: Site, query: str, *given: Any) -> list[Any]:
    with closing(sqlite3.connect(site.database)) as file:
        return file.execute(query, given).fetchall()


def mentions(site: Site, *texts: str) -> list[tuple[str, Any]]:
    """Every row of every table that has one of these texts anywhere."""
    return [
        (name, row)
        for name in metadata.tables
        for row in rows(site, f"SELECT * FROM {name}")  # noqa: S608
        if any(text in str(value) for value in row for text in texts)
    ]


def in_the_end(site: Site) -> None:
    """What holds whoever has deleted what: the logs that are left come to the rows that are."""
    site.run(site.app.state.house.archive.wait)
    assert rows(site, "PRAGMA foreign_key_check") == []
    assert rebuild(f"sqlite:///{site.database}", dry_run=True) == 0


def derived_again(site: Site) -> None:
    """As after an update that derives more from the logs: all is kept anew, and is as it was."""

    def whole() -> list[list[Any]]:
        return [sorted(rows(site, f"SELECT * FROM {name}"), key=repr) for name in metadata.tables]  # noqa: S608

    async def sweep() -> None:
        site.app.state.house.archive.sweep()
        await site.app.state.house.archive.wait()

    before = whole()
    with closing(sqlite3.connect(site.database)) as file, file:
        file.execute("UPDATE games SET archived = 0 WHERE ended IS NOT NULL")
    site.run(sweep)
    assert whole() == before


def forgotten(visitor: Visitor) -> Callable[[], None]:
    """To be called once more after the deletion: nothing is known of the visitor."""
    site, known = visitor.site, (NAME, id_of(visitor), hash_of(visitor))
    assert mentions(site, *known)

    def check() -> None:
        assert mentions(site, *known) == []
        in_the_end(site)

    return check


class Match:
    """A link match of these people, who are quick to turn their cards."""

    def __init__(self, *people: Visitor, **fields: str) -> None:
        self.host, *self.guests = people
        self.people = people
        self.site = self.host.site
        usual = {"mode": "link", "preset": "classic", "seats": "4", "reveal_limit": "10"}
        self.id = self.host.open(**{**usual, **fields})
        for guest in self.guests:
            assert guest.post(f"/t/{self.id}/join").status == 204

    def dealt(self) -> "Match":
        for who in self.people:
            self.done(who, "ready")
            self.follow(who)
        self.done(self.host, "start")
        self.later(3000)
        assert self.state == "playing"
        for who in self.people:
            self.done(who, "auto", on="yes")
        return self

    def over(self) -> "Match":
        while self.state == "playing":
            self.later(700)
        assert self.state == "over"
        self.site.run(self.site.app.state.house.archive.wait)
        return self

    def done(self, who: Visitor, what: str, **fields: str) -> None:
        answer = who.post(f"/t/{self.id}/{what}", fields)
        assert answer.status in (204, 303), answer

    def follow(self, who: Visitor) -> None:
        """Open the table's page, so that nobody is away."""

        async def follow() -> None:
            live = await self.site.app.state.house.table(self.id)
            live.follow(id_of(who))

        self.site.run(follow)

    def later(self, ms: int) -> None:
        """Time passes at the table."""
        self.site.clock.pass_ms(ms)
        self.site.run(partial(_tick, self.site, self.id))

    @property
    def state(self) -> str:
        return str(Visitor(self.site).state(self.id)["table"])

    @property
    def names(self) -> list[str]:
        """Who sits there, as anybody is told."""
        picture = self.site.run(partial(self.site.app.state.house.table, self.id)).picture
        return [seat.name for seat in picture.seats]


async def _tick(site: Site, table: str) -> None:
    live = await site.app.state.house.lobby.find(table)
    live._wake()
    if live._pending is not None:
        await live._pending
