"""What a finished game adds to a person's statistics: a row for each browser that sat at it.

Everything that can be added up stands in `figures`, nested counts by name, so that sums over games
are exact and can be taken back again. Times are whole milliseconds, each with how often it came.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from app.days import DAY_MS
from app.engine.cards import Card, Seat
from app.table.computer import near_miss
from app.table.history import Hand, History, Turned
from app.table.reactions import Reactions, Timed, reactions_of
from app.table.setup import Setup

Row = dict[str, Any]

LEVELS = ("easy", "normal", "hard")
NOBODY, MIXED = "none", "mixed"  # levels of a table without computers, and with several
HANDS = ("touch", "mouse", "key")
PRACTICE = "practice"  # the mode of a daily's deal that is no ranked try
UNTOLD = "unknown"  # of a press whose page did not say
NEAR_MISS, NO_MATCH = "near_miss", "no_match"  # what a wrong slap was about


def statistics_rows(played: History, ended_ms: int) -> tuple[Row, ...]:
    """A row for each browser that held a seat when the game ended at `ended_ms` (unix).

    Of two people at one device only the first is whose device it is: the other one's hands would
    blur that person's own. `day` counts UTC days from 1970.
    """
    return tuple(
        {
            "seat": seat,
            "browser": browser,
            "ended": ended_ms,
            "day": ended_ms // DAY_MS,
            "mode": _mode(played.setup),
            "seats": len(played.players),
            "level": _level(played),
            **_of_seat(played, seat),
        }
        for browser, seat in _first_seats(played).items()
    )


def _mode(setup: Setup) -> str:
    """The set-up's own; but whoever practises a daily's deal may know where its doubles lie."""
    return PRACTICE if setup.date and not setup.ranked else setup.mode


def _first_seats(played: History) -> dict[str, Seat]:
    found: dict[str, Seat] = {}
    for seat, player in enumerate(played.players):
        if player.kind == "person" and player.browser is not None:
            found.setdefault(player.browser, seat)
    return found


def _level(played: History) -> str:
    """How good the computers at the table are."""
    levels = {player.level for player in played.players if player.level is not None}
    if len(levels) > 1:
        return MIXED
    return LEVELS[levels.pop()] if levels else NOBODY


def _of_seat(played: History, seat: Seat) -> Row:
    hands = [(turned.n, hand) for turned in played.turned for hand in _own(turned, seat)]
    figures = _figures(played, seat)
    return {
        "device": _device([hand for _, hand in hands]),
        "outcome": _outcome(played, seat),
        "right": figures.get("right", 0),
        "wrong": figures.get("wrong", 0),
        "median": _reactions(hand for _, hand in hands).median,
        "figures": _compact(figures),
        "slaps": _compact([_told(n, hand) for n, hand in hands]),
    }


def _own(turned: Turned, seat: Seat) -> Iterator[Hand]:
    return (hand for hand in turned.hands if hand.seat == seat)


def _told(n: int, hand: Hand) -> list[Any]:
    """A slap as it is kept: reveal, ms, how, whether it is measured, by what, the clock's step."""
    return [n, hand.ms, hand.how, int(hand.measured), hand.by, hand.step_ms]


def _reactions(hands: Iterable[Hand]) -> Reactions:
    right = (hand for hand in hands if hand.how != "wrong" and hand.measured)
    return reactions_of(Timed(hand.ms, hand.step_ms) for hand in right)


def _device(hands: list[Hand]) -> str:
    """What most slaps came by; of equally many the first in the order of HANDS."""
    by = Counter(hand.by for hand in hands if hand.by in HANDS)
    return max(HANDS, key=lambda name: by[name]) if by else UNTOLD


def _outcome(played: History, seat: Seat) -> str:
    if played.winner is None:
        return "drawn"
    return "won" if played.winner == seat else "lost"


def _figures(played: History, seat: Seat) -> dict[str, Any]:
    """The game in counts; what is nought is left out, as it is of sums."""
    plain: Counter[str] = Counter(games=1)
    plain[_outcome(played, seat)] += 1
    times: dict[str, Any] = {}
    patterns: dict[str, dict[str, Any]] = {}
    before: Card | None = None
    for turned in played.turned:
        if seat in turned.out:
            break  # for good: it has had its chances
        hand = next(_own(turned, seat), None)
        plain.update(_counted(turned, hand))
        _time(times, hand)
        for name in _about(turned, before, hand):
            _add(patterns.setdefault(name, {}), turned, hand)
        before = None if turned.pile is not None else turned.card
    found: dict[str, Any] = {**plain, **times, "patterns": patterns}
    return {name: value for name, value in found.items() if value}


def _counted(turned: Turned, hand: Hand | None) -> Mapping[str, int]:
    right = hand is not None and hand.how != "wrong"
    return {
        "chances": bool(turned.holds),
        "first": hand is not None and hand.how == "won",
        "right": right,
        "wrong": hand is not None and not right,
        "missed": bool(turned.holds) and not right,
        "guesses": hand is not None and hand.measured and Timed(hand.ms).guess,
    }


def _about(turned: Turned, before: Card | None, hand: Hand | None) -> tuple[str, ...]:
    """The patterns that a reveal counts under; a wrong slap under what it may have looked like."""
    if turned.holds or hand is None:
        return turned.holds
    near = before is not None and near_miss((before, turned.card))
    return (NEAR_MISS if near else NO_MATCH,)


def _add(pattern: dict[str, Any], turned: Turned, hand: Hand | None) -> None:
    for name in ("chances", "first", "missed", "wrong"):
        if counted := int(_counted(turned, hand)[name]):
            pattern[name] = pattern.get(name, 0) + counted
    _time(pattern, hand)


def _time(counts: dict[str, Any], hand: Hand | None) -> None:
    """Count a reaction among those of its clock: `times`, or `coarse`."""
    told = _reactions(() if hand is None else (hand,))
    for name, found in (("times", told.fine), ("coarse", told.coarse)):
        for ms in found:
            counts.setdefault(name, Counter())[str(ms)] += 1


def _compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
