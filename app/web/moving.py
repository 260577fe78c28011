"""To another device: a one-time code takes a seat, or all that a browser has, to another browser.

Looking at a code changes nothing. Whoever takes it has shown its cookie before, so that an answer
that gets lost on its way loses no game: the same browser simply asks again.
"""

import asyncio
import hashlib
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from app.engine.cards import Seat
from app.store import daily, devices, games, persons
from app.table.inputs import Join, Leave, Move, Pause, Refused
from app.table.live import Live
from app.table.lobby import Damaged
from app.web.house import House
from app.web.problems import Problem
from app.web.stream import REPLACED
from app.web.words import say

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")  # 128 random bits


@dataclass(frozen=True, slots=True)
class Offer:
    """What a valid code gives: `seats` of `giver` at `live`, or all that `giver` has (None).

    `begun`: this browser has claimed it, and something failed before all had moved. `lasting`: it
    is kept in a file.
    """

    hashed: str
    giver: str
    live: Live | None
    seats: tuple[Seat, ...]
    until_ms: int
    begun: bool
    lasting: bool


async def make(
    house: House, giver: str, table: str | None, lasting: bool = False
) -> tuple[str, int]:
    """A new code for the browser `giver`, and until when it holds, unix ms; it replaces an unused
    one for the same.

    One that is `lasting` is to be kept in a file, and is valid for longer.
    Raises Problem 403, 404 or 409 where there is no such seat.
    """
    if table is not None:
        live = await house.table(table)
        if not live.seats_of(giver):
            raise _without_seat(live, giver)
        if live.setup.ranked:
            # Who gave a try away could begin another.
            raise Problem(409, say("daily_stays"))
    token = secrets.token_urlsafe(16)
    job = partial(
        devices.make,
        hashed=hash_of(token),
        browser=giver,
        table=table,
        now_ms=house.store.now_ms(),
        lasting=lasting,
    )
    return token, await house.store.writer.submit(job)


async def look(house: House, token: str, here: str | None, cookie_hash: str | None) -> Offer | str:
    """What a code gives to the browser `here`; the address to go to where it has it already.

    Raises Problem 404 or 410 where the code gives nothing (any more).
    """
    hashed = hash_of(token)
    known = _TOKEN.fullmatch(token) is not None
    code = await asyncio.to_thread(devices.find, house.store.readers, hashed) if known else None
    if code is None:
        raise Problem(404, say("device_unknown"))
    live = None if code.table is None else await house.table(code.table)
    begun = cookie_hash is not None and code.taker == cookie_hash
    if code.used_ms is not None and not begun:
        if live.seats_of(here) if live is not None else here == code.browser:
            return "/" if live is None else f"/t/{live.id}"
        raise Problem(410, say("device_used"))
    if code.until_ms <= house.store.now_ms():
        raise Problem(410, say("device_file_over" if code.lasting else "device_over"))
    seats = () if live is None else live.seats_of(code.browser)
    if live is not None and not seats and not (begun and live.seats_of(here)):
        raise Problem(410, say("device_left"))
    return Offer(hashed, code.browser, live, seats, code.until_ms, begun, code.lasting)


def hindrance(offer: Offer, here: str | None) -> str:
    """Why the browser `here` cannot take it, in one sentence; empty where it can."""
    if here == offer.giver:
        return say("device_same")
    sits = offer.live is not None and bool(offer.live.seats_of(here))
    return say("device_sits") if sits and not offer.begun else ""


async def take(house: House, offer: Offer, here: str, cookie_hash: str) -> str:
    """Move what a code gives to the browser `here`, which has shown the cookie with this hash.

    To be called with `house.moving` held since both were looked up. Returns the address to go to,
    once all of it is stored. Raises Problem 410 where another browser was first, 409 where it
    cannot be.
    """
    hindered = hindrance(offer, here)
    if hindered:
        raise Problem(409, hindered)
    writer, now_ms = house.store.writer, house.store.now_ms()
    claim = partial(devices.claim, hashed=offer.hashed, taker=cookie_hash, now_ms=now_ms)
    if not await writer.submit(claim):
        raise Problem(410, say("device_used"))
    if offer.live is not None:
        await _move(house, offer.live, offer.seats, offer.giver, here)
        await writer.submit(partial(devices.finish, hashed=offer.hashed))
        return f"/t/{offer.live.id}"
    await _join_all(house, here, offer.giver)
    hand_over = partial(
        devices.hand_over,
        hashed=offer.hashed,
        browser=offer.giver,
        taker=cookie_hash,
        now_ms=now_ms,
    )
    house.identity.forget((*await writer.submit(hand_over), cookie_hash))
    # Another page of this browser may have come to a table in between.
    await _join_all(house, here, offer.giver)
    for each in (offer.giver, here):
        _end_streams(house, each)
    return "/"


async def _join_all(house: House, here: str, giver: str) -> None:
    """All that `here` has at tables becomes the giver's."""
    for table in await asyncio.to_thread(_tables_of, house, here):
        # What nobody can play any more, and a table that has closed, stay as they are.
        with suppress(Damaged, Refused):
            await _join(house, await house.table(table), here, giver)


def _tables_of(house: House, browser: str) -> tuple[str, ...]:
    """The tables at which a browser sits, or may wait for a seat."""
    seated = games.tables_of(house.store.readers, browser)
    return tuple(dict.fromkeys((*seated, *persons.waits_at(house.store.readers, browser))))


async def _join(house: House, live: Live, here: str, giver: str) -> None:
    """What `here` has at a table becomes the giver's; where both sit, the giver keeps their seat.

    Raises Refused where nothing changes there any more.
    """
    clock, date = house.lobby.clock, live.setup.date
    seats, waiting = live.seats_of(here), live.waits_as(here)
    if live.setup.ranked:
        tried = await asyncio.to_thread(daily.try_of, house.store.readers, date, giver)
        if tried is not None:
            return  # of one day there is one try
    if waiting is not None or (seats and live.seats_of(giver) and not live.setup.one_device):
        await live.act(here, Leave(), clock())
        _end_streams(house, here, live.id)
        if waiting is not None:
            await live.act(giver, Join(waiting), clock())
    elif seats:
        if live.waits_as(giver) is not None:
            await live.act(giver, Leave(), clock())
        await _move(house, live, seats, here, giver)


async def _move(house: House, live: Live, seats: Sequence[Seat], giver: str, taker: str) -> None:
    """Each of these seats becomes the other browser's; where nobody else plays, the clock stops."""
    with suppress(Refused):
        await live.act(giver, Pause(), house.lobby.clock())
    _end_streams(house, giver, live.id)
    for seat in seats:
        await live.act(giver, Move(seat, taker), house.lobby.clock())


def _end_streams(house: House, browser: str, table: str | None = None) -> None:
    """The pages of a browser say that somebody plays elsewhere now."""
    for stream in house.limits.streams.of(browser, table):
        stream.end(REPLACED)


def _without_seat(live: Live, browser: str) -> Problem:
    if live.sittings_of(browser):
        return Problem(409, say("device_late"))
    return Problem(403, say("device_no_seat"))


def hash_of(token: str) -> str:
    """What is kept of a code: its SHA-256, hex."""
    return hashlib.sha256(token.encode()).hexdigest()
