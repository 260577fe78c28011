"""How a game ended: the view of the result, which takes the table's place when the game is over."""

from dataclasses import dataclass

from app import days
from app.engine.cards import Seat
from app.engine.game import Result
from app.table.picture import Picture, Tally
from app.table.reactions import Reactions
from app.web.daily_score import (
    Outcome,
    Played,
    ScoreView,
    ShareView,
    score_view,
    share_game,
    share_view,
)
from app.web.rematch_view import coming, offers
from app.web.sentences import OTHERS, Said, persons
from app.web.words import count, isolated, joined, moment, say, seconds


@dataclass(frozen=True, slots=True)
class SealView:
    """What was promised before the shuffle, and to whom the server lent a seed.

    `check` is the address of the page that checks the deal, empty while the game runs; `after` says
    from when on it can, where that is not at once.
    """

    full: str
    start: str
    drawn: tuple[Said, ...]
    check: str
    after: str


@dataclass(frozen=True, slots=True)
class RowView:
    """A seat in the result's table."""

    names: tuple[Said, ...]
    cards: int
    by_slap: int
    by_challenge: int
    wrong: int
    won: bool


@dataclass(frozen=True, slots=True)
class FigureView:
    """One figure; `note` says what it rests on, and may be empty."""

    label: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class FiguresView:
    """A person's own game in figures, for that seat's eyes."""

    to: str
    name: str
    figures: tuple[FigureView, ...]


@dataclass(frozen=True, slots=True)
class ResultView:
    """The end; `seal` is None while the game runs, and then nothing is drawn.

    `replay` is the address at which the game can be looked at again.
    `plots` is the address of its plots, which are no part of the picture: they depend on who looks.
    At a `link` match another game is offered: `offers` says who wants one, `coming` who joins it.
    `day` is the address of a daily's page, practice or not; `score` is what a ranked one came to.
    The board says whether that stands on it, and at which rank. `share` is None with the seal.
    """

    link: bool
    headlines: tuple[Said, ...]
    reason: str
    rows: tuple[RowView, ...]
    mine: tuple[FiguresView, ...]
    offers: tuple[Said, ...]
    coming: str
    replay: str
    plots: str
    day: str
    score: ScoreView | None
    share: ShareView | None
    seal: SealView | None


NO_RESULT = ResultView(
    link=False,
    headlines=(),
    reason="",
    rows=(),
    mine=(),
    offers=(),
    coming="",
    replay="",
    plots="",
    day="",
    score=None,
    share=None,
    seal=None,
)


def seal_view(picture: Picture) -> SealView:
    """The commitment of the deal, and whose seeds the server drew."""
    drawn = tuple(Said(str(seat), say("sealed_drawn")) for seat in picture.drawn)
    check = f"/replay/{picture.game}/check" if picture.game else ""
    after = say("check_after", moment=moment(days.reveals_ms(picture.date))) if picture.date else ""
    return SealView(picture.commitment, picture.commitment[:8], drawn, check, after)


def result_view(picture: Picture) -> ResultView:
    """The result of a picture; NO_RESULT while its game runs."""
    if picture.table != "over" or picture.result is None:
        return NO_RESULT
    return ResultView(
        link=picture.mode == "link",
        headlines=_headlines(picture),
        reason=say(f"reason_{_reason(picture, picture.result)}"),
        rows=tuple(_row(picture, seat, tally) for seat, tally in enumerate(picture.tallies)),
        mine=tuple(_figures_of(picture, seat) for seat in persons(picture)),
        offers=offers(picture),
        coming=coming(picture),
        replay=f"/replay/{picture.game}",
        plots=f"/replay/{picture.game}/plots" if picture.game else "",
        day=f"/daily/{picture.date}" if picture.date else "",
        score=score_view(_played(picture, picture.result)) if picture.mode == "daily" else None,
        share=_share(picture, picture.result),
        seal=seal_view(picture),
    )


def _share(picture: Picture, result: Result) -> ShareView:
    """Everybody who looks hands on the same: one person's game, or who won among several."""
    alone = picture.mode in ("solo", "daily")
    played = _played(picture, result) if alone else None
    if picture.mode == "daily" and played is not None:
        address = f"/daily/{picture.date}"
        return share_view(days.number(picture.date), played, address)
    if result.winner is None:
        outcome = say("share_game_draw")
    elif alone and result.winner == 0:
        outcome = count("share_game_won", picture.heights[0])
    else:
        outcome = _headlines(picture)[-1].text
    return share_game(outcome, played, f"/replay/{picture.game}")


def _played(picture: Picture, result: Result) -> Played:
    """The game of the one person, seat 0."""
    tally = picture.tallies[0]
    outcome: Outcome = "draw" if result.winner is None else "lost" if result.winner else "won"
    return Played(
        outcome=outcome,
        play_ms=picture.play_ms,
        wrong=tally.wrong,
        piles=tally.by_slap,
        chances=tally.chances,
        best_ms=tally.reactions.best,
    )


def _reason(picture: Picture, result: Result) -> str:
    """The engine's reason; a limit that the reveals had not reached was one of time."""
    reached = picture.reveals_limit is not None and picture.n >= picture.reveals_limit
    return "time" if result.reason == "limit" and not reached else result.reason


def _row(picture: Picture, seat: Seat, tally: Tally) -> RowView:
    who = picture.seats[seat]
    own = (Said(str(seat), say("you")),) if who.kind == "person" else ()
    return RowView(
        names=(*own, Said(OTHERS, isolated(who.name))),
        cards=picture.heights[seat],
        by_slap=tally.by_slap,
        by_challenge=tally.by_challenge,
        wrong=tally.wrong,
        won=picture.result is not None and picture.result.winner == seat,
    )


def _figures_of(picture: Picture, seat: Seat) -> FiguresView:
    figures = _figures(picture.tallies[seat])
    return FiguresView(str(seat), isolated(picture.seats[seat].name), figures)


def _figures(tally: Tally) -> tuple[FigureView, ...]:
    return (
        *_times(tally),
        FigureView(say("figure_right"), str(tally.right), count("of_chances", tally.chances)),
        FigureView(say("figure_wrong"), str(tally.wrong), ""),
    )


def _times(tally: Tally) -> tuple[FigureView, ...]:
    told = tally.reactions
    if told.median is None:
        if told.guesses:
            return (
                FigureView(say("figure_reaction"), say("only_guesses"), say("stats_guesses_note")),
            )
        why = say("not_measured" if tally.right else "no_right_slaps")
        return (FigureView(say("figure_reaction"), why, ""),)
    typical = say("seconds", time=seconds(told.median))
    found = [FigureView(say("figure_median"), typical, rests_on(told))]
    if told.best is not None:
        best = say("seconds", time=seconds(told.best))
        found.append(FigureView(say("figure_best"), best, ""))
    return tuple(found)


def rests_on(told: Reactions) -> str:
    """What a median rests on, what it leaves out, and how exact it is."""
    note = count("from_slaps", len(told.times))
    if told.guesses:
        note = say("from_without", of=note, guesses=count("guesses_out", told.guesses))
    return say("stats_coarsely", of=note) if told.coarse else note


def _headlines(picture: Picture) -> tuple[Said, ...]:
    result = picture.result
    assert result is not None
    if result.winner is None:
        return (Said(OTHERS, _draw(picture)),)
    seat = result.winner
    held, name = picture.heights[seat], picture.seats[seat].name
    # "All" only where no card is left anywhere else: not under the last pile either.
    rest = sum(picture.heights) - held + picture.buried + picture.faceup
    key = "won" if rest else "all"
    others = Said(OTHERS, count(f"{key}_other", held, name=name))
    if seat not in persons(picture):
        return (others,)
    return (Said(str(seat), count(f"{key}_you", held)), others)


def _draw(picture: Picture) -> str:
    """A draw by count says how many each holds; any other draw is none of cards."""
    heights = picture.heights
    best = [seat for seat, height in enumerate(heights) if height == max(heights)]
    if picture.result is None or picture.result.reason != "limit":
        return say("draw_plain")
    if len(best) == len(heights):
        return say("draw", number=max(heights))
    names = joined(tuple(picture.seats[seat].name for seat in best))
    return say("draw_between", names=names, number=max(heights))
