"""Whole games on the virtual clock, with hands that come down now and then: their logs."""

import json
import random
from collections.abc import Iterator
from typing import Any

from app.engine.record import read, replay
from app.engine.rules import PRESETS
from tests.table.finished import play
from tests.table.virtual import Virtual

ALL = [(preset, seats) for preset in PRESETS for seats in range(2, 9)]
"""Every preset with every number of seats."""


def games() -> Iterator[tuple[str, dict[str, Any], int]]:
    """Set-ups of more than fifty games by name, and the seed of each: all presets and seats."""
    for seed, (preset, seats) in enumerate(ALL):
        fields: dict[str, Any] = {"preset": preset, "seats": seats, "auto": "yes"}
        chance = random.Random(seed)
        if seats == 2:
            fields["ending"] = chance.choice(("full", "last_chance", "last_window"))
        else:  # to all cards these play for thousands of reveals
            fields["reveal_limit"] = chance.choice(("12", "40", "100"))
        fields["level"] = chance.choice(("easy", "hard", "mixed"))
        if seed % 4 == 1 and preset not in ("slaps_only", "slapjack"):
            fields["jokers"] = chance.choice(("slap", "challenge"))
            fields["slaps"] = "double sandwich" + " joker" * (fields["jokers"] == "slap")
        if seed % 9 == 4:
            fields["time_limit_s"] = "30"
        if seed % 5 == 2 and seats > 2:
            fields["mode"] = "pass"
            fields["handover"] = "never"
        yield f"{preset}, {seats} seats", fields, seed


def played(seed: int, **fields: Any) -> Virtual:
    """A game of this set-up, played to its end."""
    return play(Virtual(seed=seed, **fields), seed)


Account = tuple[dict[str, Any], dict[str, Any], list[list[Any]]]
"""Of a reveal: the state in which its pile still lay there, the state after all that came of it,
and the events; states and events as a record's lines write them.
"""


def account(table: Virtual) -> Iterator[Account]:
    """The engine's own account of a game, from its record alone: of the deal, then every reveal."""
    record = read(json.dumps(table.core.ledger.record()))
    lying = after = _dealt(record.game)
    events: list[list[Any]] = []
    taken = False
    for line in replay(record):
        assert line["ok"], "a log holds nothing that was refused"
        if line["action"] == "reveal":
            yield lying, after, events
            events, taken = [], False
        events = events + line["events"]
        after = line["state"]
        taken = taken or any(name in ("collected", "ended") for name, *_ in line["events"])
        lying = lying if taken else after
    yield lying, after, events


def _dealt(game: Any) -> dict[str, Any]:
    return {
        "stacks": game.stacks, "buried": (), "faceup": (), "turn": game.turn, "challenge": None,
        "claim": None, "last_chance": None, "out": (),
    }  # fmt: skip
