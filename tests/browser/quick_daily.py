"""The server with dailies that pass quickly: `python -m tests.browser.quick_daily --port N`.

Deals, computers and scores are the daily's own. Only the windows are short, and computers turn
their cards soon, so that a browser plays all 200 reveals while somebody waits. It begins at noon,
UTC: no day ends meanwhile.
"""

import sys
import time
from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import patch

from app import days
from app.store.store import unix_ms
from app.table.setup import Setup, daily_setup
from app.web import serve

WINDOW_MS, CLAIM_MS, TURN_MS = 200, 200, 10


def quick(date: str, window_ms: int | None = None) -> Setup:
    """The daily of a day, its windows as short as windows can be."""
    return replace(daily_setup(date, window_ms), window_ms=WINDOW_MS, claim_window_ms=CLAIM_MS)


def from_noon() -> SimpleNamespace:
    """The wall clock, as if it were noon now."""
    now_ms = unix_ms()
    noon_ms = days.begins_ms(days.day_of(now_ms)) + days.DAY_MS // 2
    ahead_ns = (noon_ms - now_ms) * 1_000_000
    return SimpleNamespace(time_ns=lambda: time.time_ns() + ahead_ns)


if __name__ == "__main__":
    with (
        patch("app.store.store.time", from_noon()),
        patch("app.web.pages.daily_play.daily_setup", quick),
        patch("app.table.waiting.turn_ms", lambda drawn: TURN_MS),
    ):
        sys.exit(serve.main(port=int(sys.argv[2])))
