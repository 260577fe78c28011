"""What a person takes along: all that is kept of their browser, as JSON or as CSV.

Version 1 of either. Times are whole milliseconds, moments UTC as RFC 3339 writes them.

JSON:
- `version`, `name`, `board_name` (by which boards show them), `settings` (those that differ from
  the usual ones), `set_ups` (`last`, with which a table was last opened, and `mine`, which is kept)
- `streaks`: games won in a row, `won` now and `won_best`, without practice of a daily's deal;
  `daily` days finished in a row, of which `daily_forgiven` were missed between
- `dailies`, the ranked tries, the newest day first: `date`, `table`, `begun`, `state` (waiting,
  playing, paused, over) and `score`, null until there is one: `game`, `ended`, `points`, `won`,
  `play_ms`, `wrong`, `right`, `chances`, `piles` collected by slap, `best_ms`, and `refused`, why
  it is off the board (timing, replay, late), null where it is on it
- `unfinished`, the tables whose game is not over, the last touched first: `table`, `state`,
  `touched`, and as below `mode`, `preset`, `set_up`
- `games`, the oldest first, each with the columns below; `preset` and `set_up`, its table's as they
  are now; `private`, whether it is shown to its players alone; `figures` (app/table/statistics.py)
  and `slaps`: `reveal`, `ms`, `how` (won, right, wrong), `measured`, `by` (touch, mouse, key, or
  empty) and the clock's `step_ms`

CSV (RFC 4180): a row a game in COLUMNS, then `slaps`, each as reveal:ms:how, with spaces between.
"""

import csv
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from io import StringIO
from typing import Any

from app.store.browsers import Browser
from app.store.daily import Try
from app.store.games import SavedTable
from app.web.streak import Streak

VERSION = 1

COUNTED = ("chances", "first", "right", "wrong", "missed", "guesses")
COLUMNS = (
    *("game", "ended", "mode", "seats", "level", "device", "seat", "name", "outcome", "cards"),
    *("play_ms", *COUNTED, "median_ms", "best_ms"),
)
"""Of a game, with `mode` practice for a daily's deal that was no ranked try, `seat` from 0, `name`
the own one there, and `best_ms` of no coarse clock.
"""

_SLAP = ("reveal", "ms", "how", "measured", "by", "step_ms")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Game = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Beside:
    """What is kept of a browser beside its finished games; `won` in a row: now, and at best."""

    dailies: tuple[Try, ...]
    unfinished: tuple[SavedTable, ...]
    won: tuple[int, int]
    daily: Streak


def as_json(browser: Browser | None, beside: Beside, games: Iterable[Game]) -> str:
    """All of a browser; None is one that has never been here, and has nothing."""
    told = {
        "version": VERSION,
        "name": None if browser is None else browser.name,
        "board_name": None if browser is None else browser.board_name,
        "settings": _kept(browser, "preferences"),
        "set_ups": {"last": _kept(browser, "setup"), "mine": _kept(browser, "my_setup")},
        "streaks": {
            "won": beside.won[0],
            "won_best": beside.won[1],
            "daily": beside.daily.length,
            "daily_forgiven": list(beside.daily.forgiven),
        },
        "dailies": [_try(each) for each in beside.dailies],
        "unfinished": [_table(each) for each in beside.unfinished],
    }
    # A game a line: a long file that can still be read, and is quickly written.
    lines = ",\n".join(_line(game) for game in games)
    return f'{_text(told)[:-1]}, "games": [\n{lines}\n]}}\n'


_SCORED = ("points", "won", "play_ms", "wrong", "right", "chances", "piles", "best_ms", "refused")


def _try(told: Try) -> dict[str, Any]:
    score = told.score
    return {
        "date": told.date,
        "table": told.table,
        "begun": _moment(told.begun_ms),
        "state": told.state,
        "score": score
        and {
            "game": score.game,
            "ended": _moment(score.ended_ms),
            **{name: getattr(score, name) for name in _SCORED},
        },
    }


def _table(saved: SavedTable) -> dict[str, Any]:
    return {
        "table": saved.id,
        "state": saved.state,
        "touched": _moment(saved.touched_ms),
        "mode": saved.mode,
        "preset": saved.preset,
        "set_up": _set_up(saved.setup),
    }


@lru_cache(64)
def _set_up(text: str) -> Any:
    """A table's set-up, which is most often the same as the one before."""
    return json.loads(text)


def _line(game: Game) -> str:
    return _text(
        {
            **_columns(game),
            "preset": game["preset"],
            "set_up": _set_up(game["setup"]),
            "private": bool(game["private"]),
            "figures": game["figures"],
            "slaps": _slaps(game),
        }
    )


def _moment(ms: int) -> str:
    told = datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_csv(games: Iterable[Game]) -> str:
    """All games of a browser; without any, the head alone."""
    text = StringIO(newline="")
    rows = csv.writer(text)
    rows.writerow((*COLUMNS, "slaps"))
    for game in games:
        slaps = " ".join(f"{n}:{ms}:{how}" for n, ms, how, *_ in game["slaps"])
        rows.writerow((*(_cell(value) for value in _columns(game).values()), slaps))
    return text.getvalue()


def _columns(game: Game) -> dict[str, Any]:
    figures = game["figures"]
    found = {
        **{name: game.get(name) for name in COLUMNS},
        **{name: figures.get(name, 0) for name in COUNTED},
        "ended": _moment(game["ended"]),
        "median_ms": game["median"],
        "best_ms": min(map(int, figures.get("times", {})), default=None),
    }
    return {name: found[name] for name in COLUMNS}


def _slaps(game: Game) -> list[dict[str, Any]]:
    slaps = (dict(zip(_SLAP, slap, strict=True)) for slap in game["slaps"])
    return [{**slap, "measured": bool(slap["measured"])} for slap in slaps]


def _cell(value: object) -> object:
    """A spreadsheet would carry out a name like a formula: an apostrophe makes it text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _kept(browser: Browser | None, what: str) -> Any:
    text = None if browser is None else getattr(browser, what)
    return None if text is None else json.loads(text)
