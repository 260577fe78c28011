"""A database with finished games of every kind, to be rebuilt."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from app.__main__ import main
from app.store.store import Store
from tests.store.conftest import Clock
from tests.store.filled import keep, know
from tests.table.played import at_one_device, daily, link_matches

PEOPLE = ("me", "ann", "ben", "cleo", "dan", "eve", "finn", "gus", "hope", "walt")


class Kept:
    """A database with finished games of every kind, all of it as it should be."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.url = f"sqlite:///{file}"
        self.games: list[str] = []
        self.ranked = ""

    async def fill(self) -> "Kept":
        store = Store.open(self.url, now_ms=Clock())
        await know(store, PEOPLE)
        for seed in (3, 4):
            self.games += await keep(store, f"solo {seed}", at_one_device(seed, "solo").entries)
        self.games += await keep(store, "pass", at_one_device(101, "pass").entries)
        for log in link_matches((20_000, 20_001)):
            self.games += await keep(store, f"link {len(self.games)}", log.entries)
        (self.ranked,) = await keep(store, "daily", daily(1).entries)
        self.games.append(self.ranked)
        store.close()
        return self

    def run(self, query: str, *given: Any) -> list[Any]:
        with closing(sqlite3.connect(self.file)) as opened:
            found = opened.execute(query, given).fetchall()
            opened.commit()
        return found

    def dump(self) -> list[str]:
        with closing(sqlite3.connect(self.file)) as opened:
            return list(opened.iterdump())

    def rebuild(self, *more: str) -> int:
        return main(["check", "rebuild", "--database-url", self.url, *more])
