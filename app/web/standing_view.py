"""Where a finished try stands among the others: under its result, before its page is opened."""

from dataclasses import dataclass

from app.store.daily import Board, Score, Try
from app.web.board_view import standing
from app.web.words import say

LOOKS = 5
"""So often the result looks by itself whether a score has been checked."""


@dataclass(frozen=True, slots=True)
class StandingView:
    """A try's place on its day's board, or why it has none, in sentences; none without a try.

    While it is being checked, `again` is the address at which to look soon, and `page` that of the
    day, for whoever looks after that; both are empty else.
    """

    sentences: tuple[str, ...]
    again: str
    page: str


def standing_view(date: str, tried: Try | None, board: Board, look: int) -> StandingView:
    """What one browser is told of its try; `look` is the how manieth time it asks, from 1."""
    if tried is None:
        return StandingView((), "", "")
    if tried.score is not None:
        told = (refusal(tried.score),) if tried.score.refused else standing(board)
        return StandingView(told, "", "")
    if look < LOOKS:
        again = f"/daily/{date}/standing?look={look + 1}"
        return StandingView((say("standing_checked"),), again, "")
    return StandingView((say("standing_later"),), "", f"/daily/{date}")


def refusal(score: Score) -> str:
    """Why a score is on no board; empty where it is on one."""
    return say(f"refused_{score.refused}") if score.refused else ""
