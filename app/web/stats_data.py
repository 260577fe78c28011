"""What a person takes along: all that is kept of their browser, as JSON or as CSV.

Version 1 of either. Times are whole milliseconds, moments UTC as RFC 3339 writes them.

JSON: `version`, `name`, `settings` (those that differ from the usual ones), `set_ups` (`last`, with
which a table was last opened, and `mine`, which is kept), and `games`, the oldest first, each with
the columns below, `figures` (app/table/statistics.py) and `slaps`: `reveal`, `ms`, `how` (won,
right, wrong), `measured`, `by` (touch, mouse, key, or empty) and the clock's `step_ms`.

CSV (RFC 4180): a row a game in COLUMNS, then `slaps`, each as reveal:ms:how, with spaces between.
"""

import csv
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from io import StringIO
from typing import Any

from app.store.browsers import Browser

VERSION = 1

COUNTED = ("chances", "first", "right", "wrong", "missed", "guesses")
COLUMNS = (
    *("game", "ended", "mode", "seats", "level", "device", "seat", "name", "outcome", "cards"),
    *("play_ms", *COUNTED, "median_ms", "best_ms"),
)
"""Of a game, with `seat` from 0, `name` the own one there, and `best_ms` of no coarse clock."""

_SLAP = ("reveal", "ms", "how", "measured", "by", "step_ms")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Game = Mapping[str, Any]


def as_json(browser: Browser | None, games: Iterable[Game]) -> str:
    """All of a browser; None is one that has never been here, and has nothing."""
    told = {
        "version": VERSION,
        "name": None if browser is None else browser.name,
        "settings": _kept(browser, "preferences"),
        "set_ups": {"last": _kept(browser, "setup"), "mine": _kept(browser, "my_setup")},
    }
    # A game a line: a long file that can still be read, and is quickly written.
    lines = ",\n".join(_line(game) for game in games)
    return f'{_text(told)[:-1]}, "games": [\n{lines}\n]}}\n'


def _line(game: Game) -> str:
    return _text({**_columns(game), "figures": game["figures"], "slaps": _slaps(game)})


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
    ended = datetime.fromtimestamp(game["ended"] / 1000, UTC).isoformat(timespec="milliseconds")
    found = {
        **{name: game.get(name) for name in COLUMNS},
        **{name: figures.get(name, 0) for name in COUNTED},
        "ended": ended.replace("+00:00", "Z"),
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
