"""Whole games on the virtual clock, for what is made of finished ones."""

import json
import random
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from app.engine.shuffle import day_seed
from app.store.journal import Entry
from app.table.inputs import Refused, Rematch
from app.table.setup import daily_setup
from tests.table.virtual import Virtual

DATE = "2026-12-01"
DAY_SEED = day_seed(bytes(range(32)), DATE)


def finished(seed: int = 0, **fields: Any) -> Virtual:
    """A table whose game a person has played to its end, with right, late and wrong slaps."""
    return play(Virtual(seed=seed, **{"preset": "duel", "computers": 1, **fields}), seed)


def finished_daily(seed: int = 0) -> Virtual:
    """The daily of V3 (FAIRNESS 2), played to its end."""
    return play(Virtual(daily_setup(DATE), day_seed=DAY_SEED, seed=seed), seed)


def again(table: Virtual, seed: int = 0) -> Virtual:
    """Another game at the same table."""
    table.act(Rematch())
    return play(table, seed)


def play(table: Virtual, seed: int) -> Virtual:
    """Deal, and play until the game is over."""
    chance, ledger = random.Random(seed), table.core.ledger
    table.deal()
    turned = -1
    while table.state == "playing":
        due = table.core.deadline()
        if ledger.n > turned:
            turned = ledger.n
            wanted = chance.random() < (0.7 if ledger.holds else 0.05)
            moment = chance.randint(300, 650)
            if ledger.n and wanted and table.now < table.since + moment:
                with suppress(Refused):
                    table.slap(at=moment, rt=moment - 3)
                continue
        if ledger.game.phase == "ready" and ledger.asked is None:
            e = int(table.now - table.since) + chance.randint(20, 400)
            with suppress(Refused):
                table.reveal(at=e, rt=e - 3)
                continue
        due = table.core.deadline()
        if due is None:
            break
        table.run_until(due)
    assert table.state == "over", table.state
    return table


def ended_games(entries: Iterable[Entry]) -> tuple[str, ...]:
    """The public ids of a log's finished games, in order."""
    sealed, found = "", []
    for entry in entries:
        if entry.kind == "sealed":
            sealed = json.loads(entry.payload)["id"]
        elif entry.kind == "ended":
            found.append(sealed)
    return tuple(found)
