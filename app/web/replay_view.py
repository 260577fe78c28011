"""What a replay's page and its script draw: the table's regions at a step, and the ways on."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from app.days import day_of
from app.engine.cards import HONOURS, Seat, rank
from app.table.picture import Picture
from app.table.steps import Step
from app.web.finish_view import BarView
from app.web.progress_view import ProgressView
from app.web.replay_sentences import cut_short, sentences, where
from app.web.views import (
    ChallengeView,
    ChipView,
    MetaView,
    PileView,
    SeatsView,
    StatusView,
    chip_label,
    regions,
)
from app.web.words import count, day_words, dotted, isolated, joined, say

SHORTEST_MS, LONGEST_MS = 400, 3000
"""How long a card lies while the replay plays at speed 1: as long as it did, within these."""
SPEEDS = (("½", 2.0), ("1", 1.0), ("2", 0.5), ("4", 0.25))
"""Speeds, and what each makes of those times."""
COLUMNS = 200
"""How many marks of a kind can be told apart across the slider."""

# What each kind of mark is called, where it stands, top to bottom, and its stroke: each has a row
# and a shape of its own.
MARKS = {
    "honour": ("mark_honour", 2, "v6"),
    "chance": ("mark_chance", 12, "v8"),
    "right": ("mark_right", 25, "h.01"),
    "wrong": ("mark_wrong", 32, "h.01"),
    "pile": ("mark_pile", 37, "v9"),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """One step as it is drawn; the first seven are the table's regions.

    `where` is what the slider says of it, `chance` the next step with one; None: there is none.
    """

    progress: ProgressView
    seats: SeatsView
    challenge: ChallengeView
    pile: PileView
    bar: BarView
    meta: MetaView
    status: StatusView
    n: int
    where: str
    chance: int | None


@dataclass(frozen=True, slots=True)
class Pace:
    """What only the page's script needs of a step: `ms`, how long it lies at speed 1, and the
    nearest steps after and before it at which a pile was taken, or the ends.
    """

    ms: int
    pile_on: int
    pile_back: int


MOST_NAMED = 4
"""Seats that the heading names, so that it takes one line; each has its name on its chip."""

# By whether those who look wish it to be private, and whether others do: how it stands, the button.
WISHES = {
    (False, False): ("replay_unlisted", "replay_hide"),
    (True, False): ("replay_private", "replay_show"),
    (True, True): ("replay_private_too", "replay_show_too"),
    (False, True): ("replay_private_other", "replay_hide_too"),
}

BLOCK = 50
"""Steps that the page's script asks for at once."""

REGIONS = ("progress", "seats", "challenge", "pile", "bar", "meta", "status")


@dataclass(frozen=True, slots=True)
class MarkView:
    """All marks of a kind along the slider, 1000 wide, in the row at `top`; `sample` is one for the
    legend, whose `label` says how many there are.
    """

    kind: str
    path: str
    top: int
    sample: str
    label: str


@dataclass(frozen=True, slots=True)
class SpeedView:
    """A speed, and by what it multiplies how long a card lies."""

    label: str
    factor: float
    chosen: bool


@dataclass(frozen=True, slots=True)
class WhoView:
    """Who can see a replay, as those who played it are told: `wishes` are one's own for privacy,
    `button` what changes that.
    """

    private: bool
    says: str
    wishes: bool
    button: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A finished game at one of its steps.

    `looks` are the classes of whoever looks, as at the table. `address` is this moment's, to be
    handed on. `who` is None for who did not play.
    """

    id: str
    looks: str
    about: str
    last: int
    block: int
    moment: Moment
    marks: tuple[MarkView, ...]
    speeds: tuple[SpeedView, ...]
    address: str
    who: WhoView | None


# How many marks of each kind a step has.
KINDS: dict[str, Callable[[Step], int]] = {
    "honour": lambda step: bool(step.n) and rank(step.picture.cards[-1]) in HONOURS,
    "chance": lambda step: bool(step.holds),
    "right": lambda step: sum(mark.how != "wrong" for mark in step.marks),
    "wrong": lambda step: sum(mark.how == "wrong" for mark in step.marks),
    "pile": lambda step: step.pile is not None,
}


class Course:
    """A game's steps with what lies ahead of each: drawn from, as often as is asked.

    `marks` are what there is to find in it, kind by kind.
    """

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps = steps
        self.last = len(steps) - 1
        self._chances = [step.n for step in steps if step.holds]
        self._piles = [step.n for step in steps if step.pile is not None]
        self.marks = tuple(self._marked(kind, number) for kind, number in KINDS.items())

    def moment(self, n: int) -> Moment:
        """Step `n`, 0 to `last`."""
        step = self.steps[n]
        # Nothing moves here: a burned card is in the pile's height, and in the sentence.
        drawn = regions(replace(step.picture, burned=()), "")
        # The last pile still lies there, but who has won is told: the chips say with how many.
        seats = drawn.seats if step.end is None else regions(step.end, "").seats
        # Whom the pile was due to did not get it, or nobody is asked any more: the line would speak
        # against the sentence.
        due, pile = step.picture.claim, step.pile
        beaten = due is not None and pile is not None and pile.seat != due
        silent = beaten or (due is None and cut_short(step))
        return Moment(
            progress=ProgressView(say("progress_of", n=n, limit=self.last), (), None),
            seats=SeatsView(tuple(_chip(chip, step.picture) for chip in seats.chips)),
            challenge=ChallengeView((), ()) if silent else drawn.challenge,
            pile=drawn.pile,
            bar=drawn.bar,
            meta=drawn.meta,
            status=StatusView(sentences(step), ""),
            n=n,
            where=where(step, self.last),
            chance=_after(self._chances, n),
        )

    def pace(self, n: int) -> Pace:
        """How step `n` is played, and left by piles."""
        return Pace(
            ms=min(LONGEST_MS, max(SHORTEST_MS, self.steps[n].ms)),
            pile_on=_or(_after(self._piles, n), self.last),
            pile_back=_or(_before(self._piles, n), 0),
        )

    def _marked(self, kind: str, number: Callable[[Step], int]) -> MarkView:
        found = [step.n for step in self.steps for _ in range(number(step))]
        label, top, stroke = MARKS[kind]
        path = "".join(f"M{x} {top}{stroke}" for x in _places(found, self.last))
        return MarkView(kind, path, top, f"M8 {top}{stroke}", count(label, len(found)))


def _chip(chip: ChipView, picture: Picture) -> ChipView:
    """A chip that is shown to who sat there too: they have no other place here."""
    if picture.seats[chip.seat].kind != "person":
        return chip
    marks = ("turn", "honour", "empty", "out", "away", "left")
    keys = (f"{mark}_mark" for mark in marks if getattr(chip, mark))
    addressed = ("turn_mark_you" if key == "turn_mark" else key for key in keys)
    return replace(chip, own=chip_label(say("you"), chip.cards, addressed))


def _places(found: Iterable[int], last: int) -> Iterable[int]:
    """Where steps stand on a scale of 1000, each place once: nearer ones are one mark."""
    columns = max(1, min(last, COLUMNS))
    return dict.fromkeys(round(1000 * round(n * columns / max(1, last)) / columns) for n in found)


def _after(found: Sequence[int], n: int) -> int | None:
    at = bisect_right(found, n)
    return found[at] if at < len(found) else None


def _before(found: Sequence[int], n: int) -> int | None:
    at = bisect_left(found, n)
    return found[at - 1] if at else None


def _or(found: int | None, other: int) -> int:
    return other if found is None else found


def replay_page(
    id: str,
    course: Course,
    at: int,
    you: Sequence[Seat],
    ended_ms: int,
    address: str,
    keepers: Sequence[Seat],
) -> ReplayPage:
    """A game's page at step `at`, as the browser sees it that held the seats `you`.

    `address` is the page's own, `ended_ms` unix. `keepers` are the seats that keep it private.
    """
    alone = you[0] if len(you) == 1 else None
    names = tuple(
        say("you") if seat == alone else isolated(who.name)
        for seat, who in enumerate(course.steps[-1].picture.seats)
    )
    told = joined(names)
    if len(names) > MOST_NAMED:
        first = 0 if alone is None else alone
        told = say("replay_players", name=names[first], number=len(names) - 1)
    return ReplayPage(
        id=id,
        looks="watching" if not you else "seated pair" if len(you) > 1 else f"seated you-{you[0]}",
        about=dotted((told, day_words(day_of(ended_ms)))),
        last=course.last,
        block=BLOCK,
        moment=course.moment(at),
        marks=course.marks,
        speeds=tuple(
            SpeedView(say("replay_times", times=times), factor, times == "1")
            for times, factor in SPEEDS
        ),
        address=f"{address}?at={at}",
        who=_who(you, keepers) if you else None,
    )


def _who(you: Sequence[Seat], keepers: Sequence[Seat]) -> WhoView:
    mine, others = bool({*keepers} & {*you}), bool({*keepers} - {*you})
    said, button = WISHES[mine, others]
    return WhoView(bool(keepers), say(said), mine, say(button))
