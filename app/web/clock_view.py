"""How long the present daily still lasts: in words, and for the script that counts on."""

from dataclasses import dataclass

from app import days
from app.web.words import count, say

HOUR_MS, MINUTE_MS = 3_600_000, 60_000


@dataclass(frozen=True, slots=True)
class ClockView:
    """Until the day changes. `text` is for pages without script; with it `at` stands there, the
    page's {left} and {time} in it, and `over` once the day is over: as a link to `leads`, if any.
    """

    text: str
    at: str
    over: str
    leads: str
    left_ms: int


def clock_view(now_ms: int) -> ClockView:
    """The clock of the daily's page."""
    at = say("daily_next_at", time="{time}", left="{left}")
    return _clock(now_ms, "daily_next", at, "daily_next_over", "/daily")


def tile_clock(now_ms: int, begun: bool = False) -> ClockView:
    """The clock under home's tile: how long today's deal can be begun, or until the next one."""
    key = "daily_tile_next" if begun else "daily_tile_left"
    return _clock(now_ms, key, say(key, left="{left}"), "daily_tile_over", "")


def _clock(now_ms: int, key: str, at: str, over: str, leads: str) -> ClockView:
    left_ms = days.ends_ms(days.day_of(now_ms)) - now_ms
    if left_ms >= 1.5 * HOUR_MS:
        words = count("hours", round(left_ms / HOUR_MS))
    else:
        words = count("minutes", max(1, round(left_ms / MINUTE_MS)))
    return ClockView(say(key, left=words), at, say(over), leads, left_ms)
