"""A link match before its deal: who sits at it, what they wait for, and the page around that.

The waiting room is a region of the picture, drawn once for everybody. What depends on who looks
(the invitation, Ready, the host's controls) is the page's own; the script and style show of it what
the picture's attributes say.
"""

from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlencode

from app.engine.cards import Seat
from app.table.names import initial
from app.table.picture import LineQuality, Picture, SeatKind, SeatPicture
from app.table.setup import LEVELS, Setup
from app.web.link_view import LinkView, link_pictured
from app.web.new_form import differing
from app.web.rules_text import RulesText, rules_text
from app.web.sentences import OTHERS, Said, persons
from app.web.words import count, dotted, isolated, joined, say


@dataclass(frozen=True, slots=True)
class RoomState:
    """What script and style need to know of a link match, as attributes of the picture.

    `holders` are the sittings by seat, 0 for nobody's; `coming` those of the latecomers.
    """

    holders: str
    coming: str
    host: Seat | None
    presses_ready: bool
    free: int
    starts: int | None
    closed: bool
    changes: int


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat of the waiting room. `marks` are its words beside the name.

    `told` is said when it becomes so, `gone` when its person is there no more; both are empty where
    no person sits. `remove` and what asks for it are empty at the host's own seat.
    """

    seat: Seat
    sitting: int
    kind: SeatKind
    name: str
    initial: str
    marks: str
    host: bool
    ready: bool
    away: bool
    line: LineQuality | None
    line_says: str
    told: str
    gone: str
    remove: str
    remove_sure: str
    remove_what: str


@dataclass(frozen=True, slots=True)
class RoomView:
    """The head of the waiting room; without headlines nothing is drawn.

    `news` says that the rules have changed, `why` what the host's Start waits for.
    """

    headlines: tuple[Said, ...]
    leads: tuple[Said, ...]
    news: str
    why: str
    closed: bool


@dataclass(frozen=True, slots=True)
class HereView:
    """Who sits in the waiting room; nothing is drawn where nobody waits."""

    taken: str
    sitters: tuple[Sitter, ...]


@dataclass(frozen=True, slots=True)
class Around:
    """What the page of a link match needs to know beside its picture.

    `link` is the table's whole address, `setup` what it offers, whoever sits down. `sittings` are
    those of the browser that asks, `name` the one that it has kept, if any.
    """

    link: str
    setup: Setup
    sittings: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """The part of a link match's page that depends on who looks.

    `place` is whether they hold a seat, or are to get one in the next game. `again` is the address
    of the form with the same rules.
    """

    id: str
    place: Literal["seated", "coming", "none"]
    seat: Seat | None
    link: LinkView
    again: str
    name: str
    hosting: bool
    ready: bool
    rules: RulesText
    room: RoomView
    here: HereView


NO_ROOM = RoomView((), (), "", "", closed=False)
NOBODY = HereView("", ())


def room_state(picture: Picture) -> RoomState | None:
    """The attributes of a link match; None for a table on one device."""
    if picture.mode != "link":
        return None
    return RoomState(
        holders=" ".join(str(seat.sitting) for seat in picture.seats),
        coming=" ".join(map(str, picture.coming)),
        host=picture.host,
        presses_ready=picture.presses_ready,
        free=picture.free,
        starts=picture.starts,
        closed=picture.closed,
        changes=picture.changes,
    )


def room_view(picture: Picture) -> RoomView:
    """The waiting room while a link match waits, or what there is to say of a closed one."""
    if picture.closed:
        return RoomView(
            (Said(OTHERS, say("banner_closed")),),
            (Said(OTHERS, say("closed_what")),),
            *("", ""),
            closed=True,
        )
    if not _waits(picture):
        return NO_ROOM
    changed = picture.changes > 0 and picture.presses_ready
    return RoomView(
        headlines=_headlines(picture),
        leads=_leads(picture),
        news=say("rules_changed") if changed else "",
        why=start_waits_for(picture),
        closed=False,
    )


def here_view(picture: Picture) -> HereView:
    """Who sits in the waiting room."""
    if picture.closed or not _waits(picture):
        return NOBODY
    taken = sum(seat.kind != "open" for seat in picture.seats)
    return HereView(
        say("seats_taken", taken=taken, seats=len(picture.seats)),
        tuple(_sitter(picture, seat) for seat in range(len(picture.seats))),
    )


def _waits(picture: Picture) -> bool:
    """Whether a link match waits; while its deal is counted down to, the table shows."""
    return picture.mode == "link" and picture.table == "waiting" and picture.starts is None


def start_waits_for(picture: Picture) -> str:
    """Why the host cannot start yet; empty where nothing is waited for."""
    present = [seat for seat in picture.seats if seat.kind != "open"]
    if len(present) < 2:
        return say("start_alone")
    late = tuple(
        isolated(seat.name)
        for number, seat in enumerate(picture.seats)
        if seat.kind == "person" and not seat.ready and number != picture.host
    )
    return count("not_ready", len(late), names=joined(late)) if late else ""


def _headlines(picture: Picture) -> tuple[Said, ...]:
    if picture.host is None:
        return (Said(OTHERS, say("room_open")),)
    host = picture.seats[picture.host].name
    own = tuple(
        Said(str(seat), say("room_host") if seat == picture.host else say("room_of", name=host))
        for seat in persons(picture)
    )
    return (*own, Said(OTHERS, say("invites", name=host)))


def _leads(picture: Picture) -> tuple[Said, ...]:
    own = tuple(Said(str(seat), _lead(picture, seat)) for seat in persons(picture))
    others = count("seats_free", picture.free) if picture.free else say("full")
    return (*own, Said(OTHERS, others))


def _lead(picture: Picture, seat: Seat) -> str:
    if not picture.presses_ready:
        return say("room_seals")
    if seat == picture.host:
        return count("seats_free_host", picture.free) if picture.free else say("room_complete")
    if picture.seats[seat].ready and picture.host is not None:
        return say("room_ready", name=picture.seats[picture.host].name)
    return say("room_press")


def _sitter(picture: Picture, seat: Seat) -> Sitter:
    who, host = picture.seats[seat], seat == picture.host
    person = who.kind == "person"
    removable = person and not host
    line = None if who.away else who.line
    return Sitter(
        seat=seat,
        sitting=who.sitting,
        kind=who.kind,
        name=isolated(who.name) if who.kind != "open" else say("free_seat"),
        initial=isolated(initial(who.name)),
        marks=_marks(picture, who, host),
        host=host,
        ready=person and who.ready,
        away=who.away,
        line=line,
        line_says=say(f"line_{line}") if line else "",
        told=_told(who, host) if person else "",
        gone=say("went", name=who.name) if person else "",
        remove=say("remove", name=who.name) if removable else "",
        remove_sure=say("remove_sure", name=who.name) if removable else "",
        remove_what=say("remove_what", name=who.name) if removable else "",
    )


def _marks(picture: Picture, who: SeatPicture, host: bool) -> str:
    if who.kind == "computer":
        level = say(f"level_{LEVELS[who.level or 0]}").lower()
        return say("computer_mark", level=level)
    if who.kind == "open":
        return ""
    waited_for = picture.presses_ready and not host
    marks = {
        "host_mark": host,
        "away_mark": who.away,
        "ready_mark": who.ready,
        "not_ready_mark": waited_for and not who.ready and not who.away,
    }
    return dotted(tuple(say(mark) for mark, on in marks.items() if on))


def _told(who: SeatPicture, host: bool) -> str:
    if who.away:
        return say("went_away", name=who.name)
    if host:
        return say("came_host", name=who.name)
    return say("came_ready" if who.ready else "came", name=who.name)


def lobby_page(
    id: str,
    picture: Picture,
    around: Around,
    you: tuple[Seat, ...],
    room: RoomView,
    here: HereView,
) -> LobbyPage:
    """The page's part for a browser that holds the seats `you`."""
    late = around.sittings and not you
    fields = {**differing(around.setup), "seats": str(around.setup.rules.seats)}
    return LobbyPage(
        id=id,
        place="seated" if you else "coming" if late else "none",
        seat=you[0] if you else None,
        link=link_pictured(around.link, say("invite_link"), f"/t/{id}/qr.svg"),
        again=f"/new?{urlencode(fields)}",
        name=around.name,
        hosting=picture.host in you,
        ready=any(picture.seats[seat].ready for seat in you),
        rules=rules_text(around.setup),
        room=room,
        here=here,
    )
