"""What the table's templates draw: one frozen value a region, built from the picture alone.

Each holds no more than anybody at the table may know. All are hashable, because a region is drawn
once for equal values and then kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce

from app.engine.cards import Card, Seat
from app.table.picture import Picture
from app.web.finish_view import BarView, bar_view
from app.web.log_sentences import Line, log_lines
from app.web.progress_view import ProgressView, deck, progress_view
from app.web.result_view import ResultView, SealView, result_view, seal_view
from app.web.room_view import (
    HereView,
    RoomState,
    RoomView,
    here_view,
    room_state,
    room_view,
)
from app.web.sentences import Said, chances, meta, missed, persons, standing, status
from app.web.spoken import SpokenView, spoken
from app.web.words import card_name, count, isolated, say

PLACES = ("before", "previous", "newest")


@dataclass(frozen=True, slots=True)
class StateView:
    """Attributes for script and style. `label` is what Reveal does, empty while it does nothing.

    `seal` is the whole commitment while the page's seed is awaited, empty once the cards are dealt.
    `autos` are the seats whose people have their cards turned, `offers` those that have asked for
    another game. `room` is a link match's.
    """

    version: int
    epoch: str
    table: str
    phase: str
    stage: str
    n: int
    deal: int
    turn: Seat | None
    turner: Seat | None
    due_name: str
    label: str
    window: int
    left: int | None
    counts: str
    auto: bool
    autos: str
    offers: str
    held: bool
    limit: int | None
    seal: str
    people: tuple[tuple[Seat, str], ...]
    room: RoomState | None


@dataclass(frozen=True, slots=True)
class ChipView:
    """A seat as the others see it. `label` is what a screen reader says of it, `own` what it says
    to who sits there: empty where that chip is hidden from them.
    """

    seat: Seat
    name: str
    cards: int
    deck: int
    turn: bool
    honour: bool
    empty: bool
    out: bool
    away: bool
    left: bool
    label: str
    own: str


@dataclass(frozen=True, slots=True)
class SeatsView:
    """Every seat's chip; the page hides the viewer's own."""

    chips: tuple[ChipView, ...]


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """The challenge line, and one dot a chance: True while it is left."""

    lines: tuple[Said, ...]
    dots: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SlotView:
    """One of the three places. `key` is its own and its reveal's: a new card is a new element.

    `taken` is the card that lay there until the pile was collected: it shows for a moment more.
    """

    place: str
    key: str
    card: Card | None
    taken: Card | None
    covered: bool
    says: str


@dataclass(frozen=True, slots=True)
class BurnView:
    """The newest burn of this reveal, once for its seat's eyes and once for the others'."""

    key: str
    to: str


@dataclass(frozen=True, slots=True)
class PileView:
    """The pile as anyone sees it: three places, its height in words, and what was burned."""

    label: str
    slots: tuple[SlotView, ...]
    burns: tuple[BurnView, ...]


@dataclass(frozen=True, slots=True)
class MetaView:
    """The line under the bar."""

    text: str


@dataclass(frozen=True, slots=True)
class StatusView:
    """The status line, one sentence for each whom it addresses.

    `missed` stands in its place where the page's viewer asked to be told; it may be empty.
    """

    lines: tuple[Said, ...]
    missed: str


@dataclass(frozen=True, slots=True)
class LogView:
    """What has happened, newest line first."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class SwitchView:
    """Automatic turning, for one seat's eyes, or for everybody's where `to` is empty."""

    to: str
    on: bool


@dataclass(frozen=True, slots=True)
class CoverView:
    """What the menu shows of the picture: while the game is paused all of it, while a link match
    runs its switches, at any other time nothing.
    """

    switches: tuple[SwitchView, ...]
    log: LogView
    seal: SealView | None


@dataclass(frozen=True, slots=True)
class HandoverView:
    """Who turns the next card, said to both; empty, and nothing is drawn, at any other time."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Regions:
    """Everything of a table's page that the stream swaps, in the order of the page."""

    state: StateView
    progress: ProgressView
    seats: SeatsView
    challenge: ChallengeView
    pile: PileView
    bar: BarView
    meta: MetaView
    status: StatusView
    cover: CoverView
    handover: HandoverView
    result: ResultView
    log: LogView
    spoken: SpokenView
    room: RoomView
    here: HereView


def regions(picture: Picture, epoch: str, left_ms: int | None = None) -> Regions:
    """A picture as its regions. `left_ms`, what remains of the window, is known to a page only."""
    log = LogView(log_lines(picture))
    return Regions(
        state=_state(picture, epoch, left_ms),
        progress=progress_view(picture),
        seats=SeatsView(tuple(_chip(picture, seat) for seat in range(len(picture.seats)))),
        challenge=_challenge(picture),
        pile=_pile(picture),
        bar=bar_view(picture),
        meta=MetaView(meta(picture)),
        status=StatusView(status(picture), missed(picture)),
        cover=_cover(picture, log),
        handover=HandoverView(_next_person(picture)),
        result=result_view(picture),
        log=log,
        spoken=spoken(picture),
        room=room_view(picture),
        here=here_view(picture),
    )


def _next_person(picture: Picture) -> str:
    if picture.table != "handover" or picture.turn is None:
        return ""
    return say("handover", name=picture.seats[picture.turn].name)


def _cover(picture: Picture, log: LogView) -> CoverView:
    if picture.table == "paused":
        return CoverView(_switches(picture), log, seal_view(picture))
    alone = picture.mode != "link" or picture.table != "playing"
    return CoverView(() if alone else _switches(picture), LogView(()), None)


def _switches(picture: Picture) -> tuple[SwitchView, ...]:
    """One for all who sit at one device; at a link match one for each."""
    if picture.mode != "link":
        return (SwitchView("", picture.auto),)
    return tuple(SwitchView(str(s), picture.seats[s].auto) for s in persons(picture))


def _state(picture: Picture, epoch: str, left_ms: int | None) -> StateView:
    due = None if picture.turn is None else picture.seats[picture.turn].name
    return StateView(
        version=picture.version,
        epoch=epoch,
        table=picture.table,
        phase=picture.phase,
        stage=picture.stage,
        n=picture.n,
        deal=picture.deal,
        turn=picture.turn,
        turner=picture.turner,
        due_name=isolated(due or ""),
        label=_label(picture),
        window=picture.window_ms,
        left=left_ms,
        counts=",".join(map(str, picture.heights)),
        auto=picture.auto,
        autos=" ".join(str(s) for s in persons(picture) if picture.seats[s].auto),
        offers=" ".join(map(str, picture.offers)),
        held=picture.held,
        limit=picture.reveals_limit,
        seal=picture.commitment if picture.table == "waiting" else "",
        people=tuple((s, isolated(picture.seats[s].name)) for s in persons(picture)),
        room=room_state(picture),
    )


def _label(picture: Picture) -> str:
    """What Reveal does now: turn a card, its own or whose, or begin the window that waits."""
    if picture.held:
        return say("next")
    if picture.phase != "ready":
        return ""
    due = "" if picture.turn is None else picture.seats[picture.turn].name
    for_another = picture.turner is not None and picture.turner != picture.turn
    shared = picture.mode == "pass" and picture.turn in persons(picture)
    return say("turn_for", name=due) if for_another or shared else say("turn_card")


def _chip(picture: Picture, seat: Seat) -> ChipView:
    who, cards, out = picture.seats[seat], picture.heights[seat], seat in picture.out
    playing, begun = picture.table == "playing", picture.table in ("playing", "paused")
    live = playing and picture.phase != "over"
    marks = {
        "turn": live and picture.turn == seat,
        "honour": live and picture.challenge is not None and picture.challenge.by == seat,
        "empty": live and cards == 0 and not out,
        "out": out,
        "away": begun and who.away and not who.left,
        "left": begun and who.left,
    }
    label = chip_label(who.name, cards, [f"{mark}_mark" for mark, on in marks.items() if on])
    return ChipView(seat, isolated(who.name), cards, deck(picture), label=label, own="", **marks)


def chip_label(name: str, cards: int, marks: Iterable[str]) -> str:
    """What a screen reader says of a chip; `marks` are keys of the catalogue."""
    holds = count("chip", cards, name=name)
    return reduce(lambda start, mark: say("list", first=start, rest=say(mark)), marks, holds)


def _challenge(picture: Picture) -> ChallengeView:
    lines = standing(picture)
    if picture.challenge is None or not lines or picture.claim is not None:
        return ChallengeView(lines, ())
    left = picture.challenge.left
    return ChallengeView(lines, tuple(i < left for i in range(chances(picture))))


def _pile(picture: Picture) -> PileView:
    height = picture.buried + picture.faceup
    label = count("pile", height)
    if picture.buried:
        label = say("list", first=label, rest=count("pile_buried", picture.buried))
    # Paused: as many backs as there were cards show that a pile lies there.
    shown: tuple[Card | None, ...] = picture.cards
    covered = min(picture.faceup, 3) if picture.table == "paused" else 0
    if covered:
        shown = (None,) * covered
    slots = []
    for age, place in zip((2, 1, 0), PLACES, strict=True):
        card = shown[-1 - age] if age < len(shown) else None
        what = say("covered_card") if age < covered else say("no_card")
        slots.append(
            SlotView(
                place=place,
                key=f"{place}-{picture.n - age}" if age < len(shown) else f"no-{place}-{picture.n}",
                card=card,
                taken=picture.taken[-1 - age] if age < len(picture.taken) else None,
                covered=age < covered,
                says=say("slot", place=say(place), card=card_name(card) if card else what),
            )
        )
    return PileView(label, tuple(slots), _burns(picture))


def _burns(picture: Picture) -> tuple[BurnView, ...]:
    paid = [burned.seat for burned in picture.burned if burned.count]
    if not paid:
        return ()
    # Another burn is another element, so that it is shown too.
    key = f"{picture.deal}-{picture.n}-{len(paid)}"
    return tuple(BurnView(f"{key}-{to}", to) for to in (str(paid[-1]), "others"))
