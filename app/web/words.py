"""Words for people: texts of the catalogue by key, with values, plurals and enumerations."""

import re
from datetime import UTC, datetime

from app import days
from app.table.setup import Setup
from app.web.catalogue import MONTHS, PLURALS, RANKS, SUITS, WORDS

# Letters that are written from right to left (or would be, were they any); and brackets, by which
# our own texts say what may be left out.
_APART = re.compile(
    "[\\[\\]\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ISOLATED = re.compile("\u2068[^\u2069]*\u2069")


def isolated(text: str) -> str:
    """Somebody's text for among ours: what is written from right to left turns nothing around it,
    and its brackets are no notation (templating.shortenable).

    Already isolated texts, and all others, stay as they are.
    """
    if not _APART.search(text) or not _APART.search(_ISOLATED.sub("", text)):
        return text
    return f"\u2068{text}\u2069"


def say(key: str, **values: object) -> str:
    """The catalogue's text under `key`, with `values` in it. Raises KeyError for an unknown key."""
    return WORDS[key].format(**_isolated(values))


def count(key: str, number: int, **values: object) -> str:
    """The text under `key` in the form for `number`. Raises KeyError for an unknown key."""
    one, other = PLURALS[key]
    return (one if number == 1 else other).format(number=number, **_isolated(values))


def _isolated(values: dict[str, object]) -> dict[str, object]:
    return {
        name: isolated(value) if isinstance(value, str) else value for name, value in values.items()
    }


def joined(parts: tuple[str, ...]) -> str:
    """`parts` as one enumeration: "West, North and East"."""
    if len(parts) < 2:
        return "".join(parts)
    *start, last = parts
    first = start[-1]
    for part in reversed(start[:-1]):
        first = say("list", first=part, rest=first)
    return say("and", first=first, last=last)


def listed(parts: tuple[str, ...]) -> str:
    """`parts` as a list without an end: "West 9, North 4"."""
    if not parts:
        return ""
    line = parts[-1]
    for part in reversed(parts[:-1]):
        line = say("list", first=part, rest=line)
    return line


def dotted(parts: tuple[str, ...]) -> str:
    """`parts` beside each other on one line: "Pile 12 · 2 buried"."""
    if not parts:
        return ""
    line = parts[-1]
    for part in reversed(parts[:-1]):
        line = say("dot", first=part, rest=line)
    return line


def card_name(card: str) -> str:
    """A card as a screen reader says it: "queen of spades"."""
    rank = RANKS[card[0]]
    return rank if card[0] == "X" else say("card", rank=rank, suit=SUITS[card[1]])


def glyph(card: str) -> str:
    """A card's rank as its face shows it: "Q", "10"; a joker has no letter."""
    return {"T": "10", "X": RANKS["X"]}.get(card[0], card[0])


def seconds(ms: int) -> str:
    """A time as text shows it: hundredths of a second, "0.51"."""
    return f"{ms / 1000:.2f}"


def players(people: int) -> tuple[str, ...]:
    """What the people of a new table are called until they say otherwise."""
    if people == 1:
        return (say("player"),)
    return tuple(say("player_of", number=number) for number in range(1, people + 1))


def daily_title(setup: Setup) -> str:
    """What a daily's table is called: "Daily 27", or its practice; empty for any other table."""
    if not setup.date:
        return ""
    key = "daily_number" if setup.ranked else "daily_practice"
    return say(key, number=days.number(setup.date))


def pace_name(window_ms: int) -> str:
    """A length of the reaction window by its name, where it has one; 0 is no timer."""
    known = f"pace_{window_ms}"
    return say(known) if known in WORDS else say("seconds", time=f"{window_ms / 1000:g}")


def duration(s: int) -> str:
    """Whole seconds in words: "15 minutes", "90 seconds"."""
    return count("seconds_long", s) if s % 60 else count("minutes", s // 60)


def day_words(date: str) -> str:
    """A day, `YYYY-MM-DD`, as text shows it: "1 Dec 2026"."""
    year, month, number = date.split("-")
    return say("date", day=int(number), month=MONTHS[int(month) - 1], year=year)


def moment(at_ms: int) -> str:
    """A moment, unix ms, as text shows it: "2 Dec 2026, 03:00 UTC"."""
    at = datetime.fromtimestamp(at_ms / 1000, UTC)
    return say("moment_utc", date=day_words(days.day_of(at_ms)), time=f"{at:%H:%M}")


def pace(ms: int) -> str:
    """A window's length in words: "1.8 s", "18 s"."""
    return say("window_length", time=f"{ms / 1000:g}")
