"""Reactions as a histogram, beside what computers do at the same number of slaps."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from app.table.reactions import GUESS_BELOW_MS
from app.web.plots.curve import Rivals
from app.web.plots.drawing import (
    BAR,
    LINE,
    Point,
    Scale,
    across,
    below,
    beside,
    frame,
    line,
    outline,
    right_of,
    rounded_up,
    step,
    unit_below,
    upright,
    upwards,
)
from app.web.plots.plot import HIGH, WIDE, Anchor, Key, Label, Numbers, Plot, Shape
from app.web.words import count, say, seconds

FIRST_MS, BIN_MS, BINS = GUESS_BELOW_MS, 25, 54
"""The bins: 150 up to 175 ms, and so on to 1475 up to 1500 ms."""

EDGES = tuple(FIRST_MS + BIN_MS * i for i in range(BINS + 1))
LAST_MS = EDGES[-1]
MARKED_MS = (250, 500, 750, 1000, LAST_MS)
MAIN_MS = (500, LAST_MS)

ROWS = 36

_X = across(FIRST_MS, LAST_MS)


@dataclass(frozen=True, slots=True)
class Times:
    """Somebody's right slaps: `counts` has one number for each of the BINS, `slower` took 1500 ms
    or more. `median`, `tenth` and `ninetieth` are in ms, None where they are not to be shown.
    """

    counts: tuple[int, ...]
    slower: int
    median: int | None
    tenth: int | None
    ninetieth: int | None

    @property
    def slaps(self) -> int:
        return sum(self.counts) + self.slower


@dataclass(frozen=True, slots=True)
class Against:
    """The computers of a curve, what its key says, and the sentence that compares, if any."""

    rivals: Rivals
    key: str
    compared: str


def against(rivals: Rivals, level: str, median: int | None) -> Against:
    """Computers of one `level`, "easy", "normal" or "hard"; `median` (ms) is compared with their
    right slaps, None with none.
    """
    name, compared = say(f"level_{level}"), ""
    if median is not None:
        share = round(100 * (1 - rivals.before(median + 1)))
        compared = say("reactions_compared", share=share, level=name)
    return Against(rivals, say("computers_key", level=name), compared)


def histogram(title: str, times: Times, against: Against | None, note: str = "") -> Plot:
    """The plot of these times. `note` says after its sentence what they leave out, if anything;
    where there are none, it may say why.
    """
    if not times.slaps:
        none = Numbers(title, (), ())
        return Plot(title, note or say("reactions_none"), (), (), (), none)
    shares = () if against is None else _shares(against.rivals)
    expected = tuple(share * times.slaps for share in shares)
    top = rounded_up(max(*times.counts, *expected, 1), 4)
    up = upwards(0, top)
    so_far = _so_far(times)
    rows = range(0, top + 1, step(top, 4))
    marks, middle = _places(times.tenth, times.ninetieth), _places(times.median)
    return Plot(
        title,
        f"{_sentence(times, against)} {note}".rstrip(),
        (
            *frame(up(number) for number in rows if number),
            Shape(outline([_X(ms) for ms in EDGES], [up(n) for n in times.counts]), "bars"),
            Shape(_stairs(so_far), "share"),
            *_if(marks, Shape(upright(marks, 0, HIGH), "mark")),
            *_if(middle, Shape(upright(middle, 0, HIGH), "median")),
            *_if(expected, Shape(line(_curve(expected, up)), "curve")),
        ),
        (
            *(beside(up(number), str(number)) for number in rows),
            *(right_of(upwards(0, 100)(n), say("axis_share", number=n)) for n in (0, 50, 100)),
            *(below(_X(ms), str(ms), ms not in MAIN_MS) for ms in MARKED_MS),
            unit_below(say("axis_ms")),
            *_marked(times),
        ),
        (
            Key(BAR, "bars", say("reactions_key")),
            *((Key(LINE, "curve", against.key),) if against else ()),
            Key(LINE, "share", say("reactions_share_key")),
        ),
        _numbers(times, so_far, shares),
    )


def _if(shown: object, shape: Shape) -> tuple[Shape, ...]:
    return (shape,) if shown else ()


def _places(*times: int | None) -> tuple[int, ...]:
    """Where these times lie, without those that are not given or lie outside."""
    return tuple(_X(ms) for ms in times if ms is not None and FIRST_MS <= ms <= LAST_MS)


def _shares(rivals: Rivals) -> tuple[float, ...]:
    """The share of the computers' slaps in each bin."""
    before = [rivals.before(ms) for ms in EDGES]
    return tuple(late - early for early, late in pairwise(before))


def _so_far(times: Times) -> tuple[float, ...]:
    """Per cent of the slaps until the end of each bin."""
    return tuple(100 * number / times.slaps for number in accumulate(times.counts))


def _curve(expected: Sequence[float], up: Scale) -> tuple[Point, ...]:
    return tuple((_X(ms + BIN_MS / 2), up(n)) for ms, n in zip(EDGES, expected, strict=False))


def _stairs(so_far: Sequence[float]) -> str:
    """The share so far, which rises at the end of a bin."""
    up, before, drawn = upwards(0, 100), HIGH, f"M0 {HIGH}"
    for ms, share in zip(EDGES[1:], so_far, strict=True):
        y = up(share)
        if y != before:
            drawn, before = f"{drawn}H{_X(ms)}V{y}", y
    return f"{drawn}H{WIDE}"


def _marked(times: Times) -> tuple[Label, ...]:
    marks: tuple[tuple[int | None, str, Anchor, str], ...] = (
        (times.tenth, say("mark_tenth"), "end", "top"),
        (times.ninetieth, say("mark_ninetieth"), "start", "top"),
        (times.median, say("mark_median", ms=times.median), "middle", "top higher"),
    )
    return tuple(
        Label(round(100 * x / WIDE, 1), 0, words, anchor, look)
        for ms, words, anchor, look in marks
        for x in _places(ms)
    )


def _sentence(times: Times, against: Against | None) -> str:
    if times.median is None:
        return count("reactions_few", times.slaps)
    slaps = count("right_slaps", times.slaps)
    said = say("reactions_median", time=seconds(times.median), slaps=slaps)
    return f"{said} {against.compared}".rstrip() if against else said


def _numbers(times: Times, so_far: Sequence[float], shares: Sequence[float]) -> Numbers:
    """A row for each bin in which there is a slap, two bins together where there are many."""
    wide = 2 if sum(map(bool, times.counts)) > ROWS else 1
    rows = []
    for i in range(0, BINS, wide):
        number = sum(times.counts[i : i + wide])
        if number:
            span = say("plot_range", first=EDGES[i], last=EDGES[i + wide] - 1)
            there = sum(shares[i : i + wide])
            rows.append(_row(span, number, so_far[i + wide - 1], there, bool(shares)))
    if times.slower:
        span = say("bin_slower", ms=LAST_MS)
        rows.append(_row(span, times.slower, 100, 1 - sum(shares), bool(shares)))
    head = (say("column_ms"), say("column_slaps"), say("column_share"))
    if shares:
        return Numbers(say("reactions_caption"), (*head, say("column_computers")), tuple(rows))
    return Numbers(say("reactions_caption"), head, tuple(rows))


def _row(span: str, number: int, so_far: float, there: float, compared: bool) -> tuple[str, ...]:
    row = (span, str(number), say("axis_share", number=round(so_far)))
    return (*row, say("axis_share", number=round(100 * there))) if compared else row
