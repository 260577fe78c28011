"""What the pages draw by which games move to another device, on the one and on the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app import days
from app.engine.cards import Seat
from app.store.devices import LASTING_MS
from app.table.live import Live
from app.web.home_view import SavedView, rules_changed, saved_view
from app.web.link_view import LinkView, link_drawn
from app.web.words import count, daily_title, day_words, say

# What the page of a link is called, what it says of what moves, and of the way back.
_OF_ALL = ("device_give_all", "device_gives_all", "device_back_all")
_OF_A_SEAT = ("device_give_seat", "device_gives_seat", "device_back_seat")


@dataclass(frozen=True, slots=True)
class GivePage:
    """The device that gives: the link, how long it holds, and what becomes of whom.

    `file` says until when a file would hold; empty where none is offered.
    """

    heading: str
    gives: str
    link: LinkView
    once: str
    back: str
    back_text: str
    file: str


@dataclass(frozen=True, slots=True)
class CarriedPage:
    """A file that is carried to another device: the link, and until when it holds."""

    address: str
    until: str


@dataclass(frozen=True, slots=True)
class TakePage:
    """The device that takes: what comes, and what that changes. No button where `hindrance` says
    why it cannot be.
    """

    heading: str
    game: SavedView | None
    brings: tuple[str, ...]
    notes: tuple[str, ...]
    code: str
    hindrance: str


@dataclass(frozen=True, slots=True)
class Belongings:
    """What a browser has: its tables, how many of them can be gone on with, and its name.

    `played`: there are results of it. `days` are those at whose daily it has had its try.
    """

    tables: Sequence[str]
    unfinished: int
    name: str | None
    played: bool
    days: frozenset[str]


def give_page(
    address: str, table: str | None, until_ms: int, now_ms: int, lasting: bool = False
) -> GivePage:
    """The page of a code, whose `address` is the link; moments are unix milliseconds.

    `lasting`: it is kept in a file.
    """
    heading, gives, back = _OF_ALL if table is None else _OF_A_SEAT
    minutes = max(1, -(-(until_ms - now_ms) // 60_000))
    until = datetime.fromtimestamp(until_ms / 1000, UTC)
    once = count("device_once", minutes, time=f"{until:%H:%M}")
    return GivePage(
        heading=say(heading),
        gives=say(gives),
        link=link_drawn(address, say("device_link")),
        once=_once(until_ms) if lasting else once,
        back="/settings" if table is None else f"/t/{table}",
        back_text=say(back),
        file=_once(now_ms + LASTING_MS) if table is None and not lasting else "",
    )


def carried_page(address: str, until_ms: int) -> CarriedPage:
    """What the file of a code says, whose `address` is the link."""
    return CarriedPage(address, _once(until_ms))


def _once(until_ms: int) -> str:
    return say("device_once_file", date=day_words(days.day_of(until_ms)))


def take_seat(code: str, live: Live, seats: tuple[Seat, ...], hindrance: str = "") -> TakePage:
    """The page on which a seat can be taken."""
    picture = live.picture
    game = saved_view(
        live.id,
        [seat.name for seat in picture.seats],
        picture.heights,
        seats,
        picture.n,
        picture.reveals_limit,
        live.setup.preset,
        rules_changed(live.setup),
        daily_title(live.setup),
    )
    notes = (say("device_after_seat"),)
    return TakePage(say("device_take_seat"), game, (), notes, code, hindrance)


def take_all(
    code: str, comes: Belongings, here: Belongings | None, hindrance: str = ""
) -> TakePage:
    """The page on which all that another browser has can be taken; `here` is None for a new one."""
    finished = len(comes.tables) - comes.unfinished
    brings = [count("device_games", comes.unfinished)] if comes.unfinished else []
    if finished:
        brings.append(count("device_finished", finished))
    if comes.name is not None:
        brings.append(say("device_name", name=comes.name))
    brings.append(say("device_settings"))
    notes = [] if here is None else _joining(comes, here)
    notes.append(say("device_after_all"))
    return TakePage(say("device_take_all"), None, tuple(brings), tuple(notes), code, hindrance)


def _joining(comes: Belongings, here: Belongings) -> list[str]:
    """What becomes of what this browser has already."""
    shared = len({*comes.tables} & {*here.tables})
    joining = len(here.tables) - shared
    notes = [count("device_own", joining)] if joining else []
    if shared:
        notes.append(count("device_shared", shared))
    if here.played:
        notes.append(say("device_own_results"))
    twice = len(comes.days & here.days)
    if twice:
        notes.append(count("device_same_day", twice))
    return [*notes, say("device_own_settings")]
