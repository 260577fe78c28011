"""Cards held over a game: one line a seat, and the piles that were taken."""

from collections.abc import Sequence

from app.engine.cards import Seat
from app.table.history import History, Turned
from app.web.plots.drawing import (
    DOT,
    LINE,
    Point,
    Scale,
    across,
    below,
    beside,
    dots,
    frame,
    line,
    right_of,
    rounded_up,
    step,
    upwards,
)
from app.web.plots.players import WIDEST, Players, players
from app.web.plots.plot import HIGH, Key, Label, Numbers, Plot, Shape
from app.web.plots.thin import thinned_line
from app.web.words import say

POINTS = 340
"""Of all lines together."""
PILES = 80
"""As many are marked, the largest ones."""
ROWS = 12
APART = 25
"""Units between the names at the ends of two lines: a line of text on the smallest screen."""


def held_plot(game: History, you: Sequence[Seat] = ()) -> Plot:
    """The cards of each seat after each reveal, to whoever held the seats `you`."""
    title, who = say("held_title"), players(game, you)
    if not game.turned:
        return Plot(title, say("held_none"), (), (), (), Numbers(title, (), ()))
    heights = (game.began, *(turned.heights for turned in game.turned))
    reveals, top = len(game.turned), rounded_up(max(map(max, heights)), 4)
    x, up = across(0, reveals), upwards(0, top)
    rows, columns = range(0, top + 1, step(top, 4)), range(0, reveals, step(reveals, 4))
    return Plot(
        title,
        _sentence(heights, who),
        (
            *frame(up(cards) for cards in rows if cards),
            *_lines(heights, who, x, up),
            *_piles(game, who, x, up),
        ),
        (
            *(beside(up(cards), str(cards)) for cards in rows),
            *(below(x(n), str(n), n > 0) for n in columns if reveals - n > reveals / 6),
            below(x(reveals), str(reveals)),
            *_ends(heights[-1], who, up),
        ),
        (*_keys(who), *_pile_keys(game, who)),
        _numbers(game, heights, who),
    )


def look(seat: Seat, who: Players) -> str:
    """The class of a seat's line: a dash of its own, and stronger for whoever looks."""
    if seat in who.you:
        return "own" if seat == who.you[0] else "own second"
    others = [each for each in range(len(who.names)) if each not in who.you]
    return f"seat-{others.index(seat) + 1}" + (" thin" if _crowded(who) else "")


def _crowded(who: Players) -> bool:
    """Whether the line of whoever looks would be lost among the others as they are."""
    return bool(who.you) and len(who.names) > WIDEST


def _lines(
    heights: Sequence[tuple[int, ...]], who: Players, x: Scale, up: Scale
) -> tuple[Shape, ...]:
    """Who looks last, so that their line lies above the others."""
    order = sorted(range(len(who.names)), key=lambda seat: (seat in who.you, seat))
    found = []
    for seat in order:
        points = [(x(n), up(held[seat])) for n, held in enumerate(heights)]
        thinned = thinned_line(_ranges(points), _points(seat, who))
        found.append(Shape(line(thinned), look(seat, who)))
    return tuple(found)


def _points(seat: Seat, who: Players) -> int:
    """How many points a line has: of many lines those of whoever looks have half of them all."""
    whole, seats, own = who.points(POINTS), len(who.names), len(who.you)
    if not _crowded(who):
        return whole // seats
    return whole // 2 // (own if seat in who.you else seats - own)


def _ranges(points: Sequence[Point]) -> list[Point]:
    """Of many points in one place across only the first, the extremes and the last."""
    found: list[Point] = []
    column: list[Point] = []
    for point in (*points, None):
        if column and (point is None or point[0] != column[0][0]):
            ends = {0, len(column) - 1}
            extremes = (min, max)
            ends |= {pick(range(len(column)), key=lambda i: (column[i][1], i)) for pick in extremes}
            found += [column[i] for i in sorted(ends)]
            column = []
        if point is not None:
            column.append(point)
    return found


def _piles(game: History, who: Players, x: Scale, up: Scale) -> tuple[Shape, ...]:
    """A dot on the taker's line where a pile was taken."""
    taken = _marked(game, who)
    taken.sort(key=lambda turned: (-_taken(turned), turned.n))
    shown = sorted(taken[:PILES], key=lambda turned: turned.n)
    found = []
    for how, name in (("slap", "pile slap"), ("challenge", "pile challenge")):
        places = [
            (x(turned.n), up(turned.heights[turned.pile.seat]))
            for turned in shown
            if turned.pile is not None and turned.pile.how == how
        ]
        if places:
            found.append(Shape(dots(places), name))
    return tuple(found)


def _marked(game: History, who: Players) -> list[Turned]:
    """The reveals whose piles may have a dot: all, or the own ones where others' hide the lines."""
    seats = who.you if _own_piles(who) else range(len(who.names))
    return [each for each in game.turned if each.pile is not None and each.pile.seat in seats]


def _own_piles(who: Players) -> bool:
    return _crowded(who) and len(who.you) == 1


def _taken(turned: Turned) -> int:
    return 0 if turned.pile is None else turned.pile.count


def _ends(last: Sequence[int], who: Players, up: Scale) -> tuple[Label, ...]:
    """A name at the end of each line, moved where two would touch."""
    order = sorted(range(len(last)), key=lambda seat: (-last[seat], seat))
    places: list[int] = []
    for seat in order:
        places.append(max(up(last[seat]), places[-1] + APART if places else 0))
    floor = HIGH
    for i in reversed(range(len(places))):
        places[i] = min(places[i], floor)
        floor = places[i] - APART
    named = zip(order, places, strict=True)
    return tuple(right_of(place, who.short[seat]) for seat, place in named)


def _keys(who: Players) -> tuple[Key, ...]:
    found = []
    for seat, (name, short) in enumerate(zip(who.names, who.short, strict=True)):
        told = say("plot_numbered", number=short, name=name) if short.isdigit() else name
        found.append(Key(LINE, look(seat, who), told))
    return tuple(found)


def _pile_keys(game: History, who: Players) -> tuple[Key, ...]:
    hows = {turned.pile.how for turned in _marked(game, who) if turned.pile is not None}
    own = _own_piles(who)
    words = {
        "slap": "own_slap_key" if own else "held_slap_key",
        "challenge": "own_challenge_key" if own else "held_challenge_key",
    }
    return tuple(Key(DOT, f"pile {how}", say(key)) for how, key in words.items() if how in hows)


def _sentence(heights: Sequence[tuple[int, ...]], who: Players) -> str:
    """How it went for whoever looks, or, for a watcher, for who came out best."""
    last = heights[-1]
    seats = who.you or (last.index(max(last)),)
    said = []
    for seat in seats:
        key = "held_you" if who.alone(seat) else "held_other"
        most = max(held[seat] for held in heights)
        values = {"began": heights[0][seat], "ended": last[seat], "most": most}
        said.append(say(key, name=who.names[seat], **values))
    return " ".join(said)


def _numbers(game: History, heights: Sequence[tuple[int, ...]], who: Players) -> Numbers:
    """A few moments of the game at even distances, the last one among them."""
    reveals = len(game.turned)
    size = step(reveals, ROWS)
    moments = [*range(0, reveals, size), reveals]
    rows = []
    for before, n in zip((0, *moments), moments, strict=False):
        piles = sum(turned.pile is not None for turned in game.turned[before:n])
        rows.append((str(n), *map(str, heights[n]), str(piles)))
    head = (say("column_reveal"), *who.tabled, say("column_piles"))
    return Numbers(say("held_caption"), head, tuple(rows))
