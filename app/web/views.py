"""What the table's templates draw: one frozen value a region, built from the picture alone.

Each holds no more than anybody at the table may know. All are hashable, because a region is drawn
once for equal values and then kept.
"""

from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from app.engine.cards import Card, Seat
from app.table.picture import Picture, Tally
from app.web.sentences import OTHERS, Said, chances, meta, persons, standing, status
from app.web.words import card_name, count, joined, say, seconds

PLACES = ("before", "previous", "newest")


@dataclass(frozen=True, slots=True)
class StateView:
    """Attributes for script and style. `label` is what Reveal does, empty while it does nothing."""

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
    limit: int | None
    told: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A progress bar for one seat's eyes, or for everybody's where `to` is empty."""

    to: str
    value: int
    most: int


@dataclass(frozen=True, slots=True)
class ProgressView:
    """How far the game is: reveals of the limit, or each seat's share of the cards."""

    text: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class ChipView:
    """A seat as the others see it. `label` is what a screen reader says of it."""

    seat: Seat
    name: str
    cards: int
    deck: int
    turn: bool
    honour: bool
    empty: bool
    out: bool
    away: bool
    label: str


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
    """One of the three places. `key` names its card's reveal: a new card is a new element."""

    place: str
    key: str
    card: Card | None
    covered: bool
    says: str


@dataclass(frozen=True, slots=True)
class PileView:
    """The pile as anyone sees it: three places, and its height in words."""

    label: str
    slots: tuple[SlotView, ...]


@dataclass(frozen=True, slots=True)
class TickView:
    """A slap in the photo finish; `at` and `label_at` are per cent of the scale."""

    at: str
    label_at: str
    initial: str
    ms: int
    how: str


@dataclass(frozen=True, slots=True)
class BarView:
    """The photo finish of a settled window in which somebody slapped; without ticks, nothing."""

    key: str
    ticks: tuple[TickView, ...]


@dataclass(frozen=True, slots=True)
class MetaView:
    """The line under the bar."""

    text: str


@dataclass(frozen=True, slots=True)
class StatusView:
    """The status line, one sentence for each whom it addresses."""

    lines: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class CoverView:
    """The panel over a paused table."""

    paused: bool
    auto: bool
    seal: str
    drawn: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class RowView:
    """A seat in the result's table."""

    seat: Seat
    name: str
    cards: int
    by_slap: int
    by_challenge: int
    wrong: int
    won: bool


@dataclass(frozen=True, slots=True)
class FiguresView:
    """A person's own game in figures."""

    to: str
    median: str
    best: str
    right: str
    wrong: str


@dataclass(frozen=True, slots=True)
class ResultView:
    """How the game ended; `over` is False while it runs, and then nothing is drawn."""

    over: bool
    headlines: tuple[Said, ...]
    reason: str
    rows: tuple[RowView, ...]
    figures: tuple[FiguresView, ...]
    seal: str
    drawn: tuple[Said, ...]


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
    result: ResultView


def regions(picture: Picture, epoch: str, left_ms: int | None = None) -> Regions:
    """A picture as its regions. `left_ms`, what remains of the window, is known to a page only."""
    return Regions(
        state=_state(picture, epoch, left_ms),
        progress=_progress(picture),
        seats=SeatsView(tuple(_chip(picture, seat) for seat in range(len(picture.seats)))),
        challenge=_challenge(picture),
        pile=_pile(picture),
        bar=_bar(picture),
        meta=MetaView(meta(picture)),
        status=StatusView(status(picture)),
        cover=CoverView(
            paused=picture.table == "paused",
            auto=picture.auto,
            seal=picture.commitment,
            drawn=_drawn(picture),
        )
        if picture.table == "paused"
        else NOT_COVERED,
        result=_result(picture) if picture.table == "over" else NOT_OVER,
    )


NOT_COVERED = CoverView(paused=False, auto=False, seal="", drawn=())
NOT_OVER = ResultView(over=False, headlines=(), reason="", rows=(), figures=(), seal="", drawn=())


def _state(picture: Picture, epoch: str, left_ms: int | None) -> StateView:
    due = None if picture.turn is None else picture.seats[picture.turn].name
    for_another = picture.turner is not None and picture.turner != picture.turn
    label = say("turn_for", name=due) if for_another else say("turn_card")
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
        due_name=due or "",
        label=label if picture.phase == "ready" else "",
        window=picture.window_ms,
        left=left_ms,
        counts=",".join(map(str, picture.heights)),
        auto=picture.auto,
        limit=picture.reveals_limit,
        told=(),
    )


def _deck(picture: Picture) -> int:
    return sum(picture.heights) + picture.buried + picture.faceup


def _progress(picture: Picture) -> ProgressView:
    if picture.reveals_limit is not None:
        text = say("progress_of", n=picture.n, limit=picture.reveals_limit)
        return ProgressView(text, (Bar("", picture.n, picture.reveals_limit),))
    shares = tuple(Bar(str(s), picture.heights[s], _deck(picture)) for s in persons(picture))
    return ProgressView(say("progress", n=picture.n), shares)


def _chip(picture: Picture, seat: Seat) -> ChipView:
    who, cards, out = picture.seats[seat], picture.heights[seat], seat in picture.out
    live = picture.table == "playing" and picture.phase != "over"
    chip = ChipView(
        seat=seat,
        name=who.name,
        cards=cards,
        deck=_deck(picture),
        turn=live and picture.turn == seat,
        honour=live and picture.challenge is not None and picture.challenge.by == seat,
        empty=live and cards == 0 and not out,
        out=out,
        away=picture.table == "playing" and not who.connected,
        label="",
    )
    marks = (
        (chip.turn, "turn_mark"),
        (chip.honour, "honour_mark"),
        (chip.empty, "empty_mark"),
        (chip.out, "out_mark"),
        (chip.away, "away_mark"),
    )
    said = (count("chip", cards, name=who.name), *(say(key) for on, key in marks if on))
    label = say("list", first=said[0], rest=", ".join(said[1:])) if len(said) > 1 else said[0]
    return ChipView(
        chip.seat,
        chip.name,
        chip.cards,
        chip.deck,
        chip.turn,
        chip.honour,
        chip.empty,
        chip.out,
        chip.away,
        label,
    )


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
        label = say("list", first=label, rest=say("pile_buried", buried=picture.buried))
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
                key=f"{picture.n - age}" if age < len(shown) else f"no-{place}",
                card=card,
                covered=age < covered,
                says=say("slot", place=say(place), card=card_name(card) if card else what),
            )
        )
    return PileView(label, tuple(slots))


def _bar(picture: Picture) -> BarView:
    if not picture.marks or picture.phase == "window":
        return BarView("", ())
    latest = max(mark.ms for mark in picture.marks)
    scale = max(picture.window_ms, latest + latest // 8)
    exact = [100 * mark.ms / scale for mark in picture.marks]
    ticks = tuple(
        TickView(
            at=f"{at:.1f}%",
            label_at=f"{label_at:.1f}%",
            initial=picture.seats[mark.seat].name[:1],
            ms=mark.ms,
            how=mark.how,
        )
        for mark, at, label_at in zip(picture.marks, exact, spread(exact), strict=True)
    )
    return BarView(f"finish-{picture.deal}-{picture.n}", ticks)


def spread(places: list[float], apart: float = 11.5, margin: float = 5.0) -> list[float]:
    """Rising places, in per cent, moved a little so that labels of that width do not touch."""
    apart = min(apart, (100 - 2 * margin) / max(1, len(places) - 1))
    moved = [max(margin, place) for place in places]
    for i in range(1, len(moved)):
        moved[i] = max(moved[i], moved[i - 1] + apart)
    limit = 100 - margin
    for i in reversed(range(len(moved))):
        moved[i] = min(moved[i], limit)
        limit = moved[i] - apart
    assert all(b - a >= apart - 1e-6 for a, b in pairwise(moved))
    return moved


def _drawn(picture: Picture) -> tuple[Said, ...]:
    return tuple(Said(str(seat), say("sealed_drawn")) for seat in picture.drawn)


def _result(picture: Picture) -> ResultView:
    tallies = picture.tallies
    result = picture.result
    return ResultView(
        over=True,
        headlines=_headlines(picture),
        reason="" if result is None else say(f"reason_{result.reason}"),
        rows=tuple(
            RowView(
                seat=seat,
                name=picture.seats[seat].name,
                cards=picture.heights[seat],
                by_slap=tally.by_slap,
                by_challenge=tally.by_challenge,
                wrong=tally.wrong,
                won=result is not None and result.winner == seat,
            )
            for seat, tally in enumerate(tallies)
        ),
        figures=tuple(
            _figures(seat, tallies[seat], picture.chances)
            for seat in persons(picture)
            if seat < len(tallies)
        ),
        seal=picture.commitment,
        drawn=_drawn(picture),
    )


def _figures(seat: Seat, tally: Tally, chances: int) -> FiguresView:
    times = tally.reactions
    none = say("none_yet")
    return FiguresView(
        to=str(seat),
        median=count("median", len(times), time=seconds(int(median(times)))) if times else none,
        best=say("seconds", time=seconds(min(times))) if times else none,
        right=count("right_of", chances, right=tally.right),
        wrong=str(tally.wrong),
    )


def _headlines(picture: Picture) -> tuple[Said, ...]:
    result, heights = picture.result, picture.heights
    if result is None or result.winner is None:
        best = [s for s, height in enumerate(heights) if height == max(heights)]
        if result is None or result.reason != "limit" or len(best) < 2:
            return (Said(OTHERS, say("draw_plain")),)
        if len(best) == len(heights):
            return (Said(OTHERS, say("draw", number=heights[best[0]])),)
        names = joined(tuple(picture.seats[s].name for s in best))
        return (Said(OTHERS, say("draw_between", names=names, number=heights[best[0]])),)
    seat = result.winner
    held, name = heights[seat], picture.seats[seat].name
    key = "all" if held == _deck(picture) else "won"
    others = Said(OTHERS, count(f"{key}_other", held, name=name))
    if seat not in persons(picture):
        return (others,)
    return (Said(str(seat), count(f"{key}_you", held)), others)
