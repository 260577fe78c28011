"""Who comes and goes during a link match, as the table tells it; and that nobody waits for them."""

import pytest

from app.table.core import Core
from app.table.inputs import Auto
from app.table.picture import Picture
from app.table.story import Presence
from tests.table.link import ANN, BEN, CLEO, Link

AWAY_MS = 10_000


def shown(table: Link) -> Picture:
    return table.core.picture()


def presence(table: Link) -> list[Presence]:
    """What the story tells of people."""
    told = (each.event for each in shown(table).story)
    return [event for event in told if isinstance(event, Presence)]


def test_who_is_gone_for_ten_seconds_is_told_of_and_who_is_back() -> None:
    table = Link(window_ms=1000).started(BEN)
    table.go(BEN)
    table.wait(AWAY_MS - 100)
    assert presence(table) == []
    table.wait(200)
    assert presence(table) == [Presence(1, "away")]
    assert shown(table).seats[1].away
    table.look(BEN)
    assert presence(table) == [Presence(1, "away"), Presence(1, "back")]
    assert not shown(table).seats[1].away


def test_a_short_loss_is_told_to_nobody() -> None:
    table = Link(window_ms=1000).started(BEN)
    table.go(BEN)
    table.wait(AWAY_MS - 100)
    table.look(BEN)
    table.wait(AWAY_MS)
    assert presence(table) == []


def test_who_leaves_is_told_of_once() -> None:
    table = Link(window_ms=1000, seats=3).started(BEN, CLEO)
    table.leave(BEN)
    assert presence(table) == [Presence(1, "left")]
    assert shown(table).seats[1].left
    table.go(BEN)
    table.wait(2 * AWAY_MS)
    table.leave(CLEO)
    assert presence(table) == [Presence(1, "left"), Presence(2, "left")]


def test_presence_comes_back_from_the_log() -> None:
    table = Link(window_ms=1000).started(BEN)
    table.go(BEN)
    table.wait(AWAY_MS + 100)
    again = Core.restore(table.log, table.dice)
    assert presence(table)
    assert again.ledger.story.told == table.ledger.story.told


@pytest.mark.parametrize("goes", ["away", "left"])
def test_trap_someone_left_the_others_wait(goes: str) -> None:
    """Whatever they do not turn is turned for them: cards come on, and none is lost."""
    table = Link(window_ms=1000, seats=3).started(BEN, CLEO)
    for who in (BEN, CLEO):
        if goes == "left":
            table.leave(who)
        table.go(who)
    table.wait(AWAY_MS + 100)
    table.say(ANN, Auto(on=True))
    before = shown(table).n
    table.wait(60_000)
    assert shown(table).n > before + 10
    assert table.held() == 52
    assert {entry.seat for entry in table.log if entry.kind == "reveal"} == {0, 1, 2}
