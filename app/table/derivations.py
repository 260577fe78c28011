"""What is kept of a finished game beside its log: pure functions of it.

VERSION rises with every change of what these come to, so that what was kept before is made again.
"""

import json
from collections.abc import Iterable
from typing import Any

from app.days import revealed
from app.engine.score import daily_score
from app.store.journal import GONE, Entry
from app.table.history import History
from app.table.statistics import statistics_rows

VERSION = 4

Row = dict[str, Any]

TIMING, REPLAY, LATE = "timing", "replay", "late"
"""Why a score is off the board: an impossible time was claimed, its log does not play to it, or its
day's seed was public before it ended.
"""


def try_of(entries: Iterable[Entry]) -> dict[str, str] | None:
    """The ranked try that a table's log is: its `date`, and the `browser` that has its seat now.

    None for any other table, and for who has deleted everything.
    """
    date, browser = "", GONE
    for entry in entries:
        if entry.kind == "opened":
            setup = json.loads(entry.payload)["setup"]
            if setup["mode"] != "daily":
                return None
            date = setup["date"]
        if entry.kind in ("opened", "seated"):
            browser = json.loads(entry.payload)["seats"][0]["browser"]
    return None if browser == GONE else {"date": date, "browser": browser}


def doubt(
    played: History, entries: Iterable[Entry], ended_ms: int, day_seed: bytes | None
) -> str | None:
    """Why a ranked try's score is off the board, where its history alone does not say so.

    `entries` are its table's log, `day_seed` is what its day was dealt from, None for no such day.
    """
    if not played.setup.ranked:
        return None
    sealed = (json.loads(each.payload) for each in entries if each.kind == "sealed")
    if day_seed is None or {each["server_seed"] for each in sealed} != {day_seed.hex()}:
        return REPLAY
    return LATE if revealed(played.setup.date, ended_ms) else None


def rows_of(
    played: History, ended_ms: int, refused: str | None = None
) -> dict[str, tuple[Row, ...]]:
    """The rows of a game that ended at `ended_ms` (unix), by the name of their table.

    `refused` is why a score of it is off the board, where that does not follow from its history.
    """
    return {
        "results": result_rows(played),
        "scores": score_rows(played, ended_ms, refused),
        "statistics": statistics_rows(played, ended_ms),
    }


def result_rows(played: History) -> tuple[Row, ...]:
    """How each seat came out, and who held it."""
    return tuple(
        {
            "seat": seat,
            "cards": played.counts[seat],
            "kind": player.kind,
            "name": player.name,
            "level": player.level,
            "browser": player.browser,
        }
        for seat, player in enumerate(played.players)
    )


def score_rows(played: History, ended_ms: int, refused: str | None = None) -> tuple[Row, ...]:
    """The score of a ranked try, worked out anew from its log; none for any other game, or of who
    has deleted everything.
    """
    if not played.setup.ranked or played.players[0].browser is None:
        return ()
    mine, won = played.tallies[0], played.winner == 0
    if not played.agrees:
        refused = REPLAY
    elif refused is None and 0 in played.flagged:
        refused = TIMING
    return (
        {
            "date": played.setup.date,
            "browser": played.players[0].browser,
            "points": daily_score(won, played.play_ms, mine.wrong, mine.by_slap),
            "won": int(won),
            "play_ms": played.play_ms,
            "wrong": mine.wrong,
            "right": mine.right,
            "chances": mine.chances,
            "piles": mine.by_slap,
            "best_ms": mine.reactions.best,
            "refused": refused,
            "ended": ended_ms,
        },
    )


def unplayable(date: str, browser: str, ended_ms: int) -> Row:
    """The score of a ranked try whose log cannot be played at all."""
    figures = ("points", "won", "play_ms", "wrong", "right", "chances", "piles")
    who = {"date": date, "browser": browser, "ended": ended_ms}
    return {**dict.fromkeys(figures, 0), **who, "best_ms": None, "refused": REPLAY}
