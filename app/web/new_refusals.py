"""What was refused of a set-up, in words beside the control that it belongs to."""

from collections.abc import Mapping

from app.engine.conditions import CONDITIONS
from app.engine.rules import LIMITS, InvalidRules
from app.table.setup import LINK_PEOPLE_MIN, NO_TIMER, setup_from
from app.web.catalogue import SMALL
from app.web.forms import shown as text_shown
from app.web.new_controls import computers_of
from app.web.new_form import MINE, full
from app.web.words import count, say


def refused(error: InvalidRules, fields: Mapping[str, str]) -> tuple[str, str]:
    """The control that a refusal belongs to, and the refusal as one warm sentence."""
    name = error.field
    value = text_shown(fields.get(name, ""))
    if name == "slaps":
        return name, _refused_slaps(fields)
    if name == "preset":
        return name, say("refused_mine") if value == MINE else say("refused_preset", value=value)
    if name == "computers":
        least, most = computers_of(fields.get("mode", "solo"))
        return name, say("refused_computers", least=least, most=most)
    if name == "seats":
        return name, _refused_seats(fields)
    if name == "time_limit_s" and fields.get("window_ms") == str(NO_TIMER) and _is_limit(value):
        return name, say("refused_untimed")
    if name in ("reveal_limit", "joker_chances"):
        return name, say(f"refused_{name}")
    known = name in _CONTROLLED
    return name, say(
        "refused_value" if known else "refused_unknown", value=value or text_shown(name)
    )


def _is_limit(value: str) -> bool:
    """Whether a time limit could be, were there a timer."""
    low, high = LIMITS["time_limit_s"]
    return value.isascii() and value.isdigit() and low <= int(value) <= high


_CONTROLLED = frozenset(full(setup_from({"mode": "link"})))


def _refused_seats(fields: Mapping[str, str]) -> str:
    seats, computers = fields.get("seats", ""), fields.get("computers", "") or "0"
    if fields.get("mode") != "link":
        return say("refused_seats", value=text_shown(seats))
    if not (seats.isascii() and seats.isdigit() and len(seats) == 1 and 2 <= int(seats) <= 8):
        return say("refused_seats_range")
    return few_seats(LINK_PEOPLE_MIN, int(computers))


def few_seats(people: int, computers: int) -> str:
    """There is no room for all: so many seats would do."""
    if not computers:
        return say("refused_few", people=SMALL[people], seats=SMALL[people])
    return count(
        "refused_few_computers",
        computers,
        people=SMALL[people],
        word=SMALL[computers],
        seats=SMALL[people + computers],
    )


def _refused_slaps(fields: Mapping[str, str]) -> str:
    named = fields.get("slaps", "").replace(",", " ").split()
    for name in named:
        if name not in CONDITIONS or named.count(name) > 1:
            return say("refused_slaps", value=text_shown(name))
    if "run_wrap" in named and "run" not in named:
        return say("refused_run_wrap")
    return say("refused_joker" if "joker" in named else "refused_nothing")
