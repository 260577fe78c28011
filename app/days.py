"""The daily's calendar: UTC days as `YYYY-MM-DD`, moments as unix milliseconds (FAIRNESS 2)."""

from datetime import UTC, date, datetime, timedelta

FIRST = "2026-11-05"  # the daily with number 1
AHEAD_DAYS = 7  # how long before its day a commitment is public
REVEAL_AFTER_MS = 3 * 60 * 60 * 1000  # how long after its day the seed is
DAY_MS = 24 * 60 * 60 * 1000


def day_of(now_ms: int) -> str:
    """The UTC day of a moment."""
    return datetime.fromtimestamp(now_ms / 1000, UTC).date().isoformat()


def shifted(day: str, days: int) -> str:
    """The day so many days later."""
    return (date.fromisoformat(day) + timedelta(days)).isoformat()


def begins_ms(day: str) -> int:
    """When a day begins."""
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() * 1000)


def ends_ms(day: str) -> int:
    """When a day is over: the next one's beginning."""
    return begins_ms(day) + DAY_MS


def reveals_ms(day: str) -> int:
    """When a day's seed is public."""
    return ends_ms(day) + REVEAL_AFTER_MS


def number(day: str) -> int:
    """The number of a day's daily, from 1."""
    return (date.fromisoformat(day) - date.fromisoformat(FIRST)).days + 1


def revealed(day: str, now_ms: int) -> bool:
    """Whether a day's seed is public, and with it the deal and log of every game of that day.

    An empty `day` is a game that is no daily: its seeds are shown once it is over.
    """
    return not day or now_ms >= reveals_ms(day)


def playable(day: str, now_ms: int) -> bool:
    """Whether `day` is a day whose daily can be played now: today's or an earlier one."""
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        return False
    return written == day and FIRST <= day <= day_of(now_ms)
