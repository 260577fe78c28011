"""The page that checks a finished deal: what the server shows, and the steps of the proof."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app import days
from app.web.words import listed, moment, say

STEPS = ("promise", "seed", "deck", "dealer", "cards", "result")
"""The steps as static/js/check.js names them, in its order."""


@dataclass(frozen=True, slots=True)
class ValueView:
    """A value under its name; `code`: letters and digits that are compared, not read."""

    name: str
    value: str
    code: bool


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: what it is called, what it does, and what it means where it does not agree."""

    name: str
    title: str
    says: str
    means: str


@dataclass(frozen=True, slots=True)
class CheckPage:
    """The page. Where `steps` are none the deal is not shown yet, and `not_yet` says from when on.

    `file` is the address of the deal file.
    """

    replay: str
    file: str
    not_yet: str
    values: tuple[ValueView, ...]
    steps: tuple[StepView, ...]
    command: str


def check_page(proof: Mapping[str, Any], kept_ms: int | None = None) -> CheckPage:
    """The page of a deal file (app.table.proof); a daily's seed has been kept since `kept_ms`."""
    return CheckPage(
        **_addresses(proof["id"]),
        not_yet="",
        values=tuple(_values(proof)),
        steps=tuple(_step(name, proof, kept_ms) for name in STEPS),
    )


def sealed_page(game: str, commitment: str, moment: str) -> CheckPage:
    """The page of a deal whose seed is secret until `moment`: the promise alone."""
    value = ValueView(say("check_commitment"), commitment, True)
    not_yet = say("check_not_yet", moment=moment)
    return CheckPage(**_addresses(game), not_yet=not_yet, values=(value,), steps=())


def _addresses(game: str) -> dict[str, str]:
    return {
        "replay": f"/replay/{game}",
        "file": f"/replay/{game}/deal",
        "command": say("check_command", game=game),
    }


def _step(name: str, proof: Mapping[str, Any], kept_ms: int | None) -> StepView:
    says = say(f"check_says_{name}")
    if name == "promise" and "date" in proof:
        says = _promised(proof["date"], kept_ms)
    if name == "seed" and "date" in proof:
        says = say("check_says_seed_daily")
    if name == "dealer" and proof["dealer"]["by"] == "turn":
        says = say("check_says_dealer_turn")
    return StepView(name, say(f"check_step_{name}"), says, say(f"check_means_{name}"))


def _promised(date: str, kept_ms: int | None) -> str:
    """Since when a day's promise was public: a server that was not there a week before made it
    later, and where it made it after the day had begun, nothing was promised.
    """
    if kept_ms is None or kept_ms >= days.begins_ms(date):
        return say("check_says_promise_daily_none")
    if kept_ms > days.begins_ms(days.shifted(date, -days.AHEAD_DAYS)):
        return say("check_says_promise_daily_since", moment=moment(kept_ms))
    return say("check_says_promise_daily")


def _values(proof: Mapping[str, Any]) -> list[ValueView]:
    daily = "date" in proof
    values = [ValueView(say("check_commitment"), proof["commitment"], True)]
    if daily:
        values.append(ValueView(say("check_day_seed"), proof["day_seed"], True))
        values.append(ValueView(say("check_date"), proof["date"], True))
    else:
        values.append(ValueView(say("check_server_seed"), proof["server_seed"], True))
        values.append(ValueView(say("check_id"), proof["id"], True))
        values.append(ValueView(say("check_number"), str(proof["deal"]), False))
        values += [_seat(number, seat) for number, seat in enumerate(proof["seats"])]
    return [
        *values,
        ValueView(say("check_deal_seed"), proof["deal_seed"], True),
        ValueView(say("check_dealer"), say("check_seat", seat=proof["dealer"]["seat"]), False),
        ValueView(say("check_deck"), " ".join(proof["deck"]), True),
        ValueView(say("check_outcome"), _outcome(proof), False),
    ]


def _seat(number: int, seat: Mapping[str, Any]) -> ValueView:
    person = seat["kind"] == "person"
    name = say("check_seat_person" if person else "check_seat_computer", seat=number)
    if not seat["seed"]:
        return ValueView(name, say("check_seed_none"), False)
    drawn = say("check_seed_drawn", seed=seat["seed"])
    return ValueView(name, drawn if seat["drawn"] else seat["seed"], True)


def _outcome(proof: Mapping[str, Any]) -> str:
    result = proof["result"]
    timed = proof["actions"][-1] == "timeup"
    held = enumerate(result["counts"])
    told = {
        "reason": say("reason_time" if timed else f"reason_{result['reason']}"),
        "cards": listed(tuple(say("check_count", seat=seat, number=count) for seat, count in held)),
    }
    if result["winner"] is None:
        return say("check_draw", **told)
    return say("check_won", seat=result["winner"], **told)
