"""Whole games in the browser, from the first press to the result."""

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.browser.long_games import DUEL_REVEALS, PATIENCE_S, LongGames, Played
from tests.web.served import ROOT

pytestmark = pytest.mark.timeout(PATIENCE_S + 30)


def replayed(record: dict[str, Any]) -> list[dict[str, Any]]:
    """What `python -m app replay` prints of a record: one line an action."""
    done = subprocess.run(
        [sys.executable, "-m", "app", "replay", "-"],
        input=json.dumps(record),
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(played: Played) -> list[list[Any]]:
    """What holds for every finished game; returns its events, from the record."""
    assert played.reveals == list(range(1, len(played.reveals) + 1)), (
        "every card was seen, in order"
    )
    assert played.result
    assert played.state["table"] == "over"
    assert played.counts == played.state["stacks"]
    lines = replayed(played.record)
    assert all(line["ok"] for line in lines)
    end = lines[-1]["state"]
    assert [len(stack) for stack in end["stacks"]] == played.state["stacks"]
    assert end["result"] == played.state["result"]
    assert played.shifts == [], "nothing moved under a thumb"
    return [event for line in lines for event in line["events"]]


def test_a_hundred_reveals_of_standard_by_keys(long_games: LongGames) -> None:
    played = long_games.duel.result(PATIENCE_S)
    events = check(played)
    assert len(played.reveals) == DUEL_REVEALS
    assert [seat["level"] for seat in played.state["seats"]] == [None, "normal"], (
        "one Normal computer"
    )
    assert played.state["result"]["reason"] == "limit"
    assert sum(played.counts) == 52
    assert [event for event in events if event[:3] == ["collected", 0, "slap"]], (
        f"none of {played.slaps} slaps took a pile"
    )


def test_sixty_reveals_of_classic_by_touch_with_automatic_turning(long_games: LongGames) -> None:
    played = long_games.classic.result(PATIENCE_S)
    check(played)
    assert played.record["rules"]["reveal_limit"] == 60
    assert played.sent == played.slaps, "each touch is one slap"
    # A computer may have been quicker at every one.
    assert played.record["actions"].count("slap 0") <= played.slaps
    assert len(played.counts) == 4
    assert len(played.reveals) <= 60
