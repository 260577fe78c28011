"""A board as its page shows it: who has how many points, and where its reader stands."""

import hashlib
from dataclasses import dataclass

from app.store.daily import Board, Standing
from app.web.daily_score import clock
from app.web.unshown import unshown
from app.web.words import count, day_words, isolated, say


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One score. `date` is an address's, and `day` the same in words; both empty on a day's own
    board. `mine`: whoever looks has made it.
    """

    rank: int
    name: str
    points: int
    time: str
    date: str
    day: str
    mine: bool


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board: its first lines, and apart from them those around the reader's own.

    `standing` are sentences about the reader's place among all days. `empty` stands in
    the place of the lines where there are none. `dated`: its lines are of several days.
    """

    caption: str
    top: tuple[BoardLine, ...]
    around: tuple[BoardLine, ...]
    standing: tuple[str, ...]
    empty: str
    dated: bool


def guest_number(browser: str) -> int:
    """Four digits for a browser without a name: always the same, and no way back to its id."""
    digest = hashlib.sha256(b"ers:player\0" + browser.encode()).digest()
    return 1000 + int.from_bytes(digest[:4], "big") % 9000


def board_name(name: str | None, browser: str) -> str:
    """Who stands on a board: by the name that they chose for it, else by a number."""
    if name is None or unshown(name):
        return say("board_guest", number=guest_number(browser))
    return isolated(name)


def unshown_words(name: str | None) -> str:
    """Why a board shows a number in the place of a name; empty where it shows what was chosen."""
    why = None if name is None else unshown(name)
    return say(f"board_name_{why}") if why else ""


def board_view(
    board: Board, reader: str, date: str, today: bool, shown: int | None = None
) -> BoardView:
    """The board of a day, `date`, or of all days where that is empty, as `reader` sees it.

    `reader` is a browser's id, empty for none; `shown` how many of the first lines there are.
    """
    if not date:
        caption, empty = say("board_all"), say("board_empty_all")
    elif today:
        caption, empty = say("board_today"), say("board_empty_today")
    else:
        caption, empty = say("board_day", date=day_words(date)), say("board_empty_past")
    return BoardView(
        caption=caption,
        top=tuple(_line(each, reader, not date) for each in board.top[:shown]),
        around=() if shown else tuple(_line(each, reader, not date) for each in board.around),
        standing=() if date else standing(board),
        empty="" if board.top else empty,
        dated=not date,
    )


def standing(board: Board) -> tuple[str, ...]:
    """Where the reader stands, in sentences. Whoever is ahead of nobody hears the rank alone."""
    if board.mine is None:
        return ()
    told = [count("board_rank_of", board.finished, rank=board.mine.rank)]
    if board.percentile == 100:
        told.append(count("board_first", board.finished - 1))
    elif board.percentile:
        told.append(say("board_percentile", number=board.percentile))
    return tuple(told)


def _line(standing: Standing, reader: str, dated: bool) -> BoardLine:
    mine = bool(reader) and standing.browser == reader
    name = board_name(standing.name, standing.browser)
    return BoardLine(
        rank=standing.rank,
        name=say("board_you", name=name) if mine else name,
        points=standing.score.points,
        time=clock(standing.score.play_ms),
        date=standing.score.date if dated else "",
        day=day_words(standing.score.date) if dated else "",
        mine=mine,
    )
