"""Finished games without a table: their courses, for tests of pages that show them."""

import asyncio
import json
from dataclasses import replace
from functools import cache
from secrets import token_urlsafe
from typing import Any

from app.store import archive
from app.store.store import Store
from app.table.derivations import VERSION
from app.table.picture import Picture
from app.table.steps import Step, steps
from app.web.archive import Archive
from app.web.replay_view import Course, ReplayPage, replay_page
from tests.table.virtual import Virtual
from tests.table.whole_games import played

ID = "G" * 22
ENDED_MS = 1_796_083_200_000  # 1 Dec 2026


@cache
def game(seed: int = 3, **fields: Any) -> tuple[Step, ...]:
    """The steps of a whole game; of Standard against one computer, unless the fields say so."""
    table = played(seed, **{"preset": "duel", "seats": 2, "auto": "yes", **fields})
    return renamed(steps(table.log, table.core.ledger.public_id), "Player", "person")


def page_at(
    at: int, course: Course, you: tuple[int, ...] = (0,), keepers: tuple[int, ...] = ()
) -> ReplayPage:
    """A game's page at a step."""
    address = f"https://play.example/replay/{ID}"
    return replay_page(ID, course, at, you, ENDED_MS, address, keepers)


def renamed(found: tuple[Step, ...], name: str, *kinds: str) -> tuple[Step, ...]:
    """The same game, everybody in it having this name, or who is of one of these kinds."""

    def seats(picture: Picture) -> Picture:
        given = (
            replace(seat, name=name) if not kinds or seat.kind in kinds else seat
            for seat in picture.seats
        )
        return replace(picture, seats=tuple(given))

    return tuple(
        replace(step, picture=seats(step.picture), end=step.end and seats(step.end))
        for step in found
    )


async def stored(store: Store, table: Virtual, browser: str | None = None) -> str:
    """Put a whole game into a store, as the server does; its public id.

    `browser` is the store's, which then holds the seats of all its people; None: nobody's.
    """
    address = token_urlsafe(16)
    entries = [replace(entry, payload=_held(entry.payload, browser)) for entry in table.log]
    await store.journal.append(address, entries)
    for game in await asyncio.to_thread(archive.ended_at, store.readers, address, VERSION):
        await Archive(store).keep(game)
    return game.game


def _held(payload: str, browser: str | None) -> str:
    told = json.loads(payload)
    for seat in told.get("seats", ()):
        if seat["browser"] is not None:
            seat["browser"], seat["name"] = browser, "Player"
    return json.dumps(told)
