"""A deal file (app.table.proof) as a text that may hold anything, read and checked for its form.

Whether what it says is true is for `app.check.deal`; here is only whether it says it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from app.engine.cards import Seat
from app.engine.events import Reason
from app.engine.record import ACTION, InvalidRecord, a_list, an_object, parsed, refuse
from app.engine.rules import InvalidRules, Rules, rules_from, shown
from app.table.proof import FORMAT, LOT_RULE, TURN_RULE, VERSION

WHAT = "the deal file"
KEYS = (
    *("format", "version", "id", "deal", "date", "commitment", "server_seed", "day_seed"),
    *("seats", "deal_seed", "dealer", "rules", "deck", "actions", "events", "result"),
)
_ID = re.compile(r"[A-Za-z0-9_:-]{1,255}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SEED = re.compile(r"[0-9a-f]{64}")
_SEAT_SEED = re.compile(r"(?:[0-9a-f]{2}){0,255}")


@dataclass(frozen=True, slots=True)
class DealFile:
    """A deal file of the right form. `seed` is the server's, or the day's where there is a `date`;
    `seeds` are the seats', empty in a daily. `turns` is None where the dealer is drawn by lot.
    """

    id: str
    deal: int
    date: str
    commitment: bytes
    seed: bytes
    seeds: tuple[bytes, ...]
    deal_seed: bytes
    dealer: Seat
    turns: tuple[Seat | None, ...] | None
    rules: Rules
    deck: tuple[str, ...]
    actions: tuple[str, ...]
    events: tuple[list[list[Any]], ...]
    winner: Seat | None
    reason: str
    counts: tuple[int, ...]


def read(text: str) -> DealFile:
    """The deal file that a text holds. Raises InvalidRecord: one line, what and where."""
    given = an_object(parsed(text, WHAT), WHAT)
    if given.get("format") != FORMAT:
        refuse("format", f'must be "{FORMAT}", which begins every deal file')
    if given.get("version") != VERSION or type(given["version"]) is not int:
        refuse("version", f"must be {VERSION}, the only one there is, not {_of(given, 'version')}")
    daily = "date" in given
    _keys(given, {*KEYS} - ({"server_seed"} if daily else {"date", "day_seed"}), WHAT)
    rules = _rules(given["rules"])
    seats = rules.seats
    actions = _actions(given["actions"], seats)
    events = a_list(given["events"], "events")
    if len(events) != len(actions):
        refuse("events", f"must be one list an action, {len(actions)}, not {len(events)}")
    result = an_object(given["result"], "result")
    _keys(result, {"winner", "reason", "counts"}, "result")
    winner, reason = result["winner"], result["reason"]
    if reason not in get_args(Reason):
        refuse("result.reason", f"must be one of {', '.join(get_args(Reason))}")
    return DealFile(
        id=_text(given["id"], "id", _ID, "1 to 255 letters, digits, - _ or :"),
        deal=_whole(given["deal"], "deal", 1, 2**32 - 1),
        date=_text(given["date"], "date", _DATE, "YYYY-MM-DD") if daily else "",
        commitment=_seed(given, "commitment"),
        seed=_seed(given, "day_seed" if daily else "server_seed"),
        seeds=_seeds(given["seats"], seats, daily),
        deal_seed=_seed(given, "deal_seed"),
        **_dealer(given["dealer"], seats),
        rules=rules,
        deck=_texts(given["deck"], "deck"),
        actions=actions,
        events=tuple(_told(each, f"events[{place}]") for place, each in enumerate(events)),
        winner=None if winner is None else _whole(winner, "result.winner", 0, seats - 1),
        reason=reason,
        counts=_counts(result["counts"], seats),
    )


def _rules(value: Any) -> Rules:
    try:
        return rules_from(an_object(value, "rules"))
    except InvalidRules as error:
        raise InvalidRecord(f"rules: {error}") from None


def _seeds(value: Any, seats: int, daily: bool) -> tuple[bytes, ...]:
    """Each seat's seed; a daily has none."""
    found = a_list(value, "seats")
    if len(found) != seats:
        refuse("seats", f"must be {seats}, as the rules say, not {len(found)}")
    seeds = []
    for place, each in enumerate(found):
        where = f"seats[{place}]"
        seat = an_object(each, where)
        _keys(seat, {"kind"} if daily else {"kind", "seed", "drawn"}, where)
        if seat["kind"] not in ("person", "computer"):
            refuse(f"{where}.kind", "must be person or computer")
        if not daily:
            if type(seat["drawn"]) is not bool:
                refuse(f"{where}.drawn", "must be true or false")
            text = _text(seat["seed"], f"{where}.seed", _SEAT_SEED, "bytes in hex")
            seeds.append(bytes.fromhex(text))
    return tuple(seeds)


def _dealer(value: Any, seats: int) -> dict[str, Any]:
    dealer = an_object(value, "dealer")
    by = dealer.get("by")
    if by not in ("lot", "turn"):
        refuse("dealer.by", "must be lot or turn")
    turn = by == "turn"
    _keys(dealer, {"seat", "by", "rule"} | ({"turns"} if turn else set()), "dealer")
    if dealer["rule"] != (TURN_RULE if turn else LOT_RULE):
        refuse("dealer.rule", f"is not the rule of a dealer by {by}")
    found: dict[str, Any] = {"dealer": _whole(dealer["seat"], "dealer.seat", 0, seats - 1)}
    if not turn:
        return {**found, "turns": None}
    turns = tuple(
        None if each is None else _whole(each, f"dealer.turns[{place}]", 0, seats - 1)
        for place, each in enumerate(a_list(dealer["turns"], "dealer.turns"))
    )
    if all(each is None for each in turns):
        refuse("dealer.turns", "names nobody who could deal")
    return {**found, "turns": turns}


def _actions(value: Any, seats: int) -> tuple[str, ...]:
    actions = _texts(value, "actions")
    for place, action in enumerate(actions):
        match = ACTION.fullmatch(action)
        if match is None or int(match["seat"] or 0) >= seats:
            refuse(f"actions[{place}]", f"is no action of {seats} seats: {shown(action)}")
    return actions


def _told(value: Any, where: str) -> list[list[Any]]:
    """What is written down of one action: lists of plain values, or of lists of texts."""
    events = a_list(value, where)
    for place, event in enumerate(events):
        for part in a_list(event, f"{where}[{place}]"):
            plain = part is None or type(part) in (int, str)
            if not plain and not (type(part) is list and all(type(e) is str for e in part)):
                refuse(f"{where}[{place}]", f"holds what no event does: {shown(part)}")
    return events


def _counts(value: Any, seats: int) -> tuple[int, ...]:
    counts = a_list(value, "result.counts")
    if len(counts) != seats:
        refuse("result.counts", f"must be one count a seat, {seats}, not {len(counts)}")
    return tuple(
        _whole(each, f"result.counts[{place}]", 0, 108) for place, each in enumerate(counts)
    )


def _seed(given: Mapping[str, Any], name: str) -> bytes:
    return bytes.fromhex(_text(given[name], name, _SEED, "64 hex digits"))


def _text(value: Any, where: str, form: re.Pattern[str], said: str) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        refuse(where, f"must be {said}, not {shown(value)}")
    return value


def _texts(value: Any, where: str) -> tuple[str, ...]:
    for place, each in enumerate(a_list(value, where)):
        if not isinstance(each, str):
            refuse(f"{where}[{place}]", f"must be a text, not {shown(each)}")
    return tuple(value)


def _whole(value: Any, where: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        refuse(where, f"must be a whole number from {low} to {high}, not {shown(value)}")
    return value


def _keys(given: Mapping[str, Any], names: set[str], where: str) -> None:
    for name in given:
        if name not in names:
            refuse(where, f"has no field {shown(name)}")
    for name in (key for key in (*KEYS, *sorted(names)) if key in names):
        if name not in given:
            refuse(where, f"lacks {name}")


def _of(given: Mapping[str, Any], name: str) -> str:
    return shown(given.get(name))
