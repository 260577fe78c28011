"""The server with dailies that pass quickly: `python -m tests.browser.quick_daily --port N`.

Deals, computers and scores are the daily's own. Only the windows are short, and computers turn
their cards soon, so that a browser plays all 200 reveals while somebody waits.
"""

import sys
from dataclasses import replace
from unittest.mock import patch

from app.table.setup import Setup, daily_setup
from app.web import serve

WINDOW_MS, CLAIM_MS, TURN_MS = 200, 200, 10


def quick(date: str, window_ms: int | None = None) -> Setup:
    """The daily of a day, its windows as short as windows can be."""
    return replace(daily_setup(date, window_ms), window_ms=WINDOW_MS, claim_window_ms=CLAIM_MS)


if __name__ == "__main__":
    with (
        patch("app.web.pages.daily_play.daily_setup", quick),
        patch("app.table.waiting.turn_ms", lambda drawn: TURN_MS),
    ):
        sys.exit(serve.main(port=int(sys.argv[2])))
