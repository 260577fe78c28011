"""Whole games in the browser, from the first press to the result."""

import json
from typing import Any

import pytest

from app.engine.record import read, replay
from tests.browser.long_games import PATIENCE_S, LongGames, Played

pytestmark = pytest.mark.timeout(PATIENCE_S + 30)


def replayed(record: dict[str, Any]) -> dict[str, Any]:
    """The state after a record's last action."""
    state: dict[str, Any] = list(replay(read(json.dumps(record))))[-1]["state"]
    return state


def check(played: Played) -> None:
    """What holds for every finished game."""
    assert played.reveals == list(range(1, len(played.reveals) + 1)), (
        "every card was seen, in order"
    )
    assert played.result
    assert played.state["table"] == "over"
    assert played.counts == played.state["stacks"]
    end = replayed(played.record)
    assert [len(stack) for stack in end["stacks"]] == played.state["stacks"]
    assert end["result"] == played.state["result"]
    assert [shift for shift in played.shifts if shift[0] > 0] == [], "nothing moved under a thumb"


def test_a_hundred_reveals_of_standard_by_keys(long_games: LongGames) -> None:
    played = long_games.duel.result(PATIENCE_S)
    check(played)
    assert len(played.reveals) == 100
    assert played.state["result"]["reason"] == "limit"
    assert sum(played.counts) == 52
    right = [action for action in played.record["actions"] if action == "slap 0"]
    assert played.slaps > 0
    assert right, "at least one pile was slapped"


def test_sixty_reveals_of_classic_by_touch_with_automatic_turning(long_games: LongGames) -> None:
    played = long_games.classic.result(PATIENCE_S)
    check(played)
    assert played.record["rules"]["reveal_limit"] == 60
    assert len(played.counts) == 4
    assert len(played.reveals) <= 60
