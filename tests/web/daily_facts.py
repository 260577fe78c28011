"""A day of the daily as the store could know it, for tests that draw its page."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from app import days
from app.engine.shuffle import daily_commitment, day_seed
from app.store.daily import Board, Deal, Score, Standing, Try
from app.store.games import FinishedGame
from app.web.daily_view import Facts
from app.web.streak import Streak

TODAY = "2026-12-01"
NOON_MS = days.begins_ms(TODAY) + 12 * 3_600_000
ME = "the reader's browser"
WON = Score(
    game="g" * 22, date=TODAY, browser=ME, points=1498, won=True, play_ms=241_900, wrong=1, right=8,
    chances=9, piles=7, best_ms=412, refused=None, ended_ms=NOON_MS,
)  # fmt: skip
LOST = replace(WON, points=75, won=False, wrong=3, piles=3, best_ms=530)
NAMES = ("Ada", None, "Christopherlongest"[:16], "Zoë", None, "مريم")


def deal(date: str) -> Deal:
    seed = day_seed(bytes(range(32)), date)
    return Deal(date, seed, daily_commitment(seed), 1, 1)


def other(n: int) -> Standing:
    """The n-th of the others: two of them have the same points, and share a rank."""
    points = 1700 - 20 * n - (n == 3) * -20
    score = replace(WON, game=f"{n:022d}", browser=f"browser {n}", points=points)
    rank = n if n == 3 else n + 1
    return Standing(rank, score.browser, NAMES[n % len(NAMES)], score)


def mine(rank: int, score: Score = WON, name: str | None = None) -> Standing:
    return Standing(rank, ME, name, score)


def board(others: int, own: Standing | None = None, finished: int = 0) -> Board:
    """A board of so many others, and of the reader where they have a place."""
    rows = [other(n) for n in range(others)]
    if own is not None and own.rank <= 20:
        rows.insert(own.rank - 1, own)
        return Board(tuple(rows[:20]), (), own, len(rows), len(rows) - own.rank)
    if own is None:
        return Board(tuple(rows[:20]), (), None, len(rows), 0)
    near = [replace(other(n), rank=own.rank + n - 22) for n in (20, 21, 23, 24)]
    whole = finished or own.rank + 5
    around = (*near[:2], own, *near[2:])
    return Board(tuple(rows[:20]), around, own, whole, whole - own.rank)


def tried(date: str, score: Score | None = None, state: str = "over") -> Try:
    made = None if score is None else replace(score, date=date)
    return Try(date, "t" * 22, days.begins_ms(date), state, made)


def before(count: int = 9, gap: int = 4) -> list[Try]:
    """The last days' tries, one of them missed, and a longer pause before them."""
    dates = [days.shifted(TODAY, -back) for back in range(1, count + 1) if back != gap]
    return [
        tried(date, replace(WON if n % 3 else LOST, points=1498 - 31 * n if n % 3 else 75))
        for n, date in enumerate(dates)
    ] + [tried(days.shifted(TODAY, -15), LOST)]


def facts(tries: Sequence[Try] = (), date: str = TODAY, **changes: Any) -> Facts:
    """A day at noon of the first of December, for a browser that has these tries."""
    score = next((each.score for each in tries if each.date == date), None)
    ended = None
    if score is not None:
        ended = FinishedGame(
            score.game, "t" * 22, 1, "", "", "", 0, 0, NOON_MS, 0 if score.won else 2, "limit",
            score.play_ms, (), (31, 21, 0, 0),
        )  # fmt: skip
    base = Facts(
        date=date,
        now_ms=NOON_MS,
        browser=ME if tries else "",
        name=None,
        table_name=None,
        tries={each.date: each for each in tries},
        streak=Streak(0, (), False),
        board=board(12),
        best=None,
        ended=ended,
        progress="",
        sealed={
            day: deal(day).commitment.hex()
            for day in (days.shifted(TODAY, ahead) for ahead in range(8))
        },
        shown=tuple(deal(days.shifted(TODAY, -back)) for back in range(1, 4)),
        address=f"https://slapback.example/daily/{date}",
        month=date[:7],
    )
    return replace(base, **changes)


STREAK = Streak(8, (days.shifted(TODAY, -4),), True)

STATES = {
    "daily, before": facts(),
    "daily, before, a streak": facts(before(), streak=STREAK, month="2026-11"),
    "daily, nobody yet": facts(board=board(0)),
    "daily, in play": facts(
        [*before(), tried(TODAY, state="paused")], streak=STREAK, progress="reveal 37 of 200"
    ),
    "daily, being checked": facts([tried(TODAY)]),
    "daily, won": facts(
        [*before(), tried(TODAY, WON)], streak=STREAK, board=board(14, mine(9)), name="Ada"
    ),
    "daily, a name that is not shown": facts(
        [tried(TODAY, WON)], board=board(3, mine(2, name="Player 4821")), name="Player 4821"
    ),
    "daily, lost": facts([tried(TODAY, LOST)], board=board(25, mine(340, LOST), 412)),
    "daily, refused": facts(
        [tried(TODAY, replace(WON, refused="timing"))], board=board(3)
    ),
    "daily, a past day": facts(before(), date="2026-11-20", streak=STREAK),
    "daily, best of all": facts(before(), best=board(25, mine(340, WON, "Zoë"), 999)),
    "daily, best of all, nobody": facts(best=board(0), board=board(0)),
}  # fmt: skip
"""A page's facts in every state that it can be in."""
