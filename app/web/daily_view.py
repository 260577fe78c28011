"""A daily's page: before its try, while it is played, and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app import days
from app.store.daily import Board, Deal, Score, Try
from app.store.games import FinishedGame
from app.table.setup import NO_TIMER, Setup, daily_setup
from app.web.board_view import (
    BoardView,
    board_name,
    board_view,
    standing,
    unshown_words,
)
from app.web.calendar_view import CalendarView, calendar_view
from app.web.clock_view import ClockView, clock_view
from app.web.daily_score import Outcome, Played, ScoreView, ShareView, score_view, share_view
from app.web.rules_text import RulesText, rules_text
from app.web.standing_view import refusal
from app.web.streak import Streak
from app.web.table_view import PACES, PaceChoice
from app.web.words import count, day_words, moment, pace_name, say

TOP_BEFORE = 5
"""How many of a board's lines show before the day's try."""

State = Literal["before", "past", "playing", "checked", "done"]


@dataclass(frozen=True, slots=True)
class Facts:
    """What the store knows of a day, for one browser.

    `browser` is its id, empty where it has none; `name` the one that it chose for boards, and
    `table_name` that at its tables; `ended` the game of its score; `progress` how far
    a try in play has come, in words. `best` is the board of all days, where that was asked for.
    `sealed` are the commitments (hex) of days whose seeds are secret, `shown` the deals of others.
    """

    date: str
    now_ms: int
    browser: str
    name: str | None
    table_name: str | None
    tries: Mapping[str, Try]
    streak: Streak
    board: Board
    best: Board | None
    ended: FinishedGame | None
    progress: str
    sealed: Mapping[str, str]
    shown: Sequence[Deal]
    address: str
    month: str
    notice: str = ""


@dataclass(frozen=True, slots=True)
class DoneView:
    """A finished try. `refused` says why it is on no board, and is empty where it is on one."""

    headline: str
    score: ScoreView
    standing: tuple[str, ...]
    refused: str
    share: ShareView
    game: str


@dataclass(frozen=True, slots=True)
class SealRow:
    """A day, its seal, and its seed once that is public (else empty)."""

    day: str
    seal: str
    seed: str


@dataclass(frozen=True, slots=True)
class SealsView:
    """What is promised of days whose seeds are secret, and shown of those that are over."""

    sealed: tuple[SealRow, ...]
    shown: tuple[SealRow, ...]


@dataclass(frozen=True, slots=True)
class DailyPage:
    """A day's page. `table` is that of a try in play; `done` is None before a try's end.

    `clock` is None on the page of a day that is over. `paces` are for practice. `name` is how its
    reader stands on a board, None for a new browser; `instead` why that is not the name they chose;
    `typed` the name that they have, there or else at their tables.
    `counts` says until when a try that is not over counts for the board, or that it does no more.
    `all_days`: whether the board is that of all days. `notice` is what has just come of a press.
    """

    state: State
    date: str
    title: str
    day: str
    today: bool
    clock: ClockView | None
    streak: tuple[str, ...]
    rules: RulesText
    table: str
    progress: str
    counts: str
    done: DoneView | None
    board: BoardView
    all_days: bool
    paces: tuple[PaceChoice, ...]
    name: str | None
    instead: str
    typed: str
    calendar: CalendarView
    seals: SealsView
    notice: str


def daily_page(facts: Facts) -> DailyPage:
    """The page of a day that can be played."""
    date, today = facts.date, days.day_of(facts.now_ms)
    tried, setup = facts.tries.get(date), daily_setup(date)
    state = _state(tried, date == today)
    few = TOP_BEFORE if state in ("before", "playing") and facts.best is None else None
    board = facts.board if facts.best is None else facts.best
    return DailyPage(
        state=state,
        date=date,
        title=say("daily_number", number=days.number(date)),
        day=day_words(date),
        today=date == today,
        clock=clock_view(facts.now_ms) if date == today else None,
        streak=streak_words(facts.streak) if facts.browser else (),
        rules=rules_text(setup),
        table=tried.table if tried is not None and state == "playing" else "",
        progress=facts.progress,
        counts=_counts(date, facts.now_ms),
        done=_done(facts, tried.score) if tried is not None and tried.score else None,
        board=board_view(
            board, facts.browser, "" if facts.best is not None else date, date == today, few
        ),
        all_days=facts.best is not None,
        paces=paces(setup) if state in ("past", "done") else (),
        name=board_name(facts.name, facts.browser) if facts.browser else None,
        instead=unshown_words(facts.name),
        typed=facts.name or facts.table_name or "",
        calendar=calendar_view(facts.month, date, today, facts.tries, facts.streak.forgiven),
        seals=_seals(facts),
        notice=facts.notice,
    )


def _state(tried: Try | None, today: bool) -> State:
    if tried is None:
        return "before" if today else "past"
    if tried.score is not None:
        return "done"
    return "checked" if tried.state == "over" else "playing"


def _counts(date: str, now_ms: int) -> str:
    key = "daily_counts_no_more" if days.revealed(date, now_ms) else "daily_counts"
    return say(key, moment=moment(days.reveals_ms(date)))


def _done(facts: Facts, score: Score) -> DoneView:
    played = played_of(score, facts.ended)
    points = count("points", played.points)
    return DoneView(
        headline=say(f"daily_{played.outcome}", points=points),
        score=score_view(played),
        standing=standing(facts.board),
        refused=refusal(score),
        share=share_view(days.number(facts.date), played, facts.address),
        game=score.game,
    )


def played_of(score: Score, ended: FinishedGame | None) -> Played:
    """A kept score as the figures that it was worked out from; `ended` tells a draw from a loss."""
    drawn = ended is not None and ended.winner is None
    outcome: Outcome = "won" if score.won else "draw" if drawn else "lost"
    figures = (score.play_ms, score.wrong, score.piles, score.chances, score.best_ms)
    return Played(outcome, *figures)


def streak_words(streak: Streak) -> tuple[str, ...]:
    """A streak in sentences, with the missed days that it forgives."""
    if not streak.length:
        return (say("streak_none"),)
    told = [count("streak", streak.length)]
    if streak.forgiven:
        told.append(count("streak_forgiven", len(streak.forgiven)))
    return tuple(told)


def paces(setup: Setup) -> tuple[PaceChoice, ...]:
    """The paces at which a deal can be practised, the daily's own among them and chosen."""
    offered = [*sorted({*PACES, setup.window_ms}), NO_TIMER]
    return tuple(PaceChoice(ms, pace_name(ms), ms == setup.window_ms) for ms in offered)


def _seals(facts: Facts) -> SealsView:
    sealed = (SealRow(day_words(day), seal, "") for day, seal in sorted(facts.sealed.items()))
    newest = sorted(facts.shown, key=lambda deal: deal.date, reverse=True)
    shown = (
        SealRow(day_words(deal.date), deal.commitment.hex(), deal.seed.hex())
        for deal in newest
        if days.revealed(deal.date, facts.now_ms)
    )
    return SealsView(tuple(sealed), tuple(shown))
