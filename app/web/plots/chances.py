"""Every chance of a game as a dot: when it came, and how quick each hand was."""

from collections.abc import Iterator, Sequence
from statistics import median

from app.engine.cards import Seat
from app.table.history import Hand, History, Turned
from app.web.catalogue import PATTERNS
from app.web.plots.drawing import (
    DOT,
    Point,
    Scale,
    across,
    below,
    beside,
    dashes,
    dots,
    frame,
    rounded_up,
    step,
    unit_beside,
    upright,
)
from app.web.plots.players import Players, players
from app.web.plots.plot import HIGH, Key, Numbers, Plot, Shape
from app.web.plots.thin import thinned_dots
from app.web.words import count, say

DOTS = 150
"""Of whoever looks, together; of the others; and of the missed ones."""
ROWS = 20
"""Up to so many chances have a row each; more are told in BANDS stretches of the game."""
BANDS = 12
MISSED = 14
"""Units that a missed chance hangs down from the upper edge; no hand comes as high."""
SLOW = 4
"""Hands slower than so many medians lie at the top of the scale, or others had no room."""
DASH, MARK = "M7 6h10", "M12 1V11"


def right_hands(turned: Turned) -> tuple[Hand, ...]:
    """The right slaps on a reveal, the quickest first."""
    return tuple(hand for hand in turned.hands if hand.how != "wrong")


def chances_plot(game: History, you: Sequence[Seat] = ()) -> Plot:
    """The chances of a game with everybody's right slaps, to whoever held the seats `you`."""
    title, who = say("chances_title"), players(game, you)
    chances = tuple(turned for turned in game.turned if turned.holds)
    if not chances:
        return Plot(title, say("chances_none"), (), (), (), Numbers(title, (), ()))
    times = [hand.ms for turned in chances for hand in right_hands(turned)] or [1]
    top = rounded_up(min(max(times), SLOW * median(times)), 4)
    reveals, rows = len(game.turned), range(0, top + 1, step(top, 4))
    x, up = across(0, reveals), Scale(0, top, HIGH, MISSED + 12)
    columns = range(0, reveals, step(reveals, 4))
    return Plot(
        title,
        " ".join(_sentences(chances, who)),
        (*frame(up(ms) for ms in rows if ms), *_shapes(chances, who, x, up)),
        (
            *(beside(up(ms), str(ms)) for ms in rows),
            unit_beside(say("axis_ms")),
            *(below(x(n), str(n), n > 0) for n in columns if reveals - n > reveals / 6),
            below(x(reveals), str(reveals)),
        ),
        tuple(_keys(chances, who)),
        _bands(game, chances, who) if len(chances) > ROWS else _each(chances, who),
    )


def _own(turned: Turned, seat: Seat) -> Hand | None:
    """The right slap of a seat, if there is one."""
    return next((hand for hand in right_hands(turned) if hand.seat == seat), None)


def _had(chances: Sequence[Turned], seat: Seat) -> list[Turned]:
    """The chances that a seat had: those until it was out."""
    return [turned for turned in chances if seat not in turned.out]


def _shapes(chances: Sequence[Turned], who: Players, x: Scale, up: Scale) -> Iterator[Shape]:
    others: list[Point] = []
    for turned in chances:
        hands = (hand for hand in right_hands(turned) if hand.seat not in who.you)
        others += [(x(turned.n), up(min(hand.ms, up.last))) for hand in hands]
    if others:
        yield Shape(dashes(thinned_dots(others, who.points(DOTS))), "other")
    for at, seat in enumerate(who.you):
        name = "own second" if at else "own"
        most = who.points(DOTS) // len(who.you)
        placed = [(turned.n, _own(turned, seat)) for turned in _had(chances, seat)]
        missed = [x(n) for n, hand in placed if hand is None]
        right = [(x(n), up(min(hand.ms, up.last))) for n, hand in placed if hand is not None]
        if missed:
            places = thinned_dots([(place, 0) for place in missed], most)
            yield Shape(upright((place for place, _ in places), 0, MISSED), f"{name} missed")
        if right:
            yield Shape(dots(thinned_dots(right, most)), f"{name} dot")


def _keys(chances: Sequence[Turned], who: Players) -> Iterator[Key]:
    for at, seat in enumerate(who.you):
        look = "own second" if at else "own"
        hands = [_own(turned, seat) for turned in _had(chances, seat)]
        alone, name = who.alone(seat), who.names[seat]
        if any(hands):
            own = say("chances_own_key") if alone else say("chances_of_key", name=name)
            yield Key(DOT, f"{look} dot", own)
        if not all(hands):
            missed = say("chances_missed_key" if alone else "chances_missed_of_key", name=name)
            yield Key(MARK, f"{look} missed", missed)
    if any(hand.seat not in who.you for turned in chances for hand in right_hands(turned)):
        yield Key(DASH, "other", say("chances_others_key"))


def _sentences(chances: Sequence[Turned], who: Players) -> Iterator[str]:
    if not who.you:
        yield count("chances_all", len(chances))
    for seat in who.you:
        had = _had(chances, seat)
        hands = [hand for turned in had if (hand := _own(turned, seat))]
        first = sum(hand.how == "won" for hand in hands)
        key = "chances_you" if who.alone(seat) else "chances_other"
        values = {"right": len(hands), "first": first}
        yield count(key, len(had), name=who.names[seat], **values)


def _each(chances: Sequence[Turned], who: Players) -> Numbers:
    """A row for each chance: what it was, own times, and who was the quickest."""
    rows = []
    for turned in chances:
        times = (_alone(turned, seat) for seat in who.you)
        first = next(iter(right_hands(turned)), None)
        quickest = (
            say("plot_none")
            if first is None
            else say("chances_quickest", name=who.short[first.seat], ms=first.ms)
        )
        rows.append((str(turned.n), PATTERNS[turned.holds[0]], *times, quickest))
    names = (who.tabled[seat] for seat in who.you)
    head = (say("column_reveal"), say("column_chance"), *names, say("column_quickest"))
    return Numbers(say("chances_caption"), head, tuple(rows))


def _alone(turned: Turned, seat: Seat) -> str:
    if seat in turned.out:
        return say("plot_out")
    hand = _own(turned, seat)
    return say("plot_none") if hand is None else str(hand.ms)


def _bands(game: History, chances: Sequence[Turned], who: Players) -> Numbers:
    """A row for each stretch of the game: its chances, and how many of them were slapped."""
    size, reveals = step(len(game.turned), BANDS), len(game.turned)
    rows = []
    for start in range(0, reveals, size):
        last = min(start + size, reveals)
        found = [turned for turned in chances if start < turned.n <= last]
        own = (_together(found, seat) for seat in who.you)
        span = say("plot_range", first=start + 1, last=last)
        rows.append((span, str(len(found)), *own))
    names = (who.tabled[seat] for seat in who.you)
    head = (say("column_reveals"), say("column_chances"), *names)
    return Numbers(say("chances_caption"), head, tuple(rows))


def _together(chances: Sequence[Turned], seat: Seat) -> str:
    times = [hand.ms for turned in chances if (hand := _own(turned, seat))]
    if not times:
        gone = bool(chances) and not _had(chances, seat)
        return say("plot_out") if gone else say("plot_none")
    return say("plot_slapped", right=len(times), median=int(median(times)))
