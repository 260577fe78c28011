"""Link matches: every way to go in mid-challenge, and how play goes on."""

from collections.abc import Callable

import pytest

from app.table.inputs import Join, Leave
from tests.table.link import ANN, BEN, CLEO, DAN, Link

AWAY_MS, NOTICED_MS = 10_000, 10_000
GRACE_MS = AWAY_MS + NOTICED_MS
STACKS = (
    ["QH", "2C", "9H", "4D", "6C", "8S"],  # Ann asks Ben for two cards
    ["3C", "7H", "8D", "TC", "5C", "2D"],
    ["4S", "6H", "9C", "3D", "7S", "TD"],
)


def button(table: Link, who: str) -> None:
    """Leave is pressed."""
    table.say(who, Leave())


def tab(table: Link, who: str) -> None:
    """The tab is closed: its stream ends."""
    table.go(who)


def killed(table: Link, who: str) -> None:
    """The browser is killed, and with it both of its tabs."""
    table.look(who)
    table.go(who)
    table.go(who)


def cable(table: Link, who: str) -> None:
    """The cable is pulled: the server sends on, and takes ten seconds to notice."""
    table.run_until(table.now + NOTICED_MS)
    table.go(who)


WAYS = (button, tab, killed, cable)


def asked() -> Link:
    """Ann has turned a queen, and Ben owes two cards; Cleo looks on. No card can be slapped."""
    table = Link(seats=3).started(BEN, CLEO)
    table.give(STACKS, turn=0)
    table.reveal(at=20, rt=10, browser=ANN)
    table.wait_for_reveal(1)
    challenge = table.ledger.game.challenge
    assert challenge is not None
    assert (challenge.by, challenge.left, table.ledger.game.turn) == (0, 2, 1)
    return table


def on_until(table: Link, came: Callable[[], bool], within_ms: float) -> None:
    """Time passes until this is so; who is here turns their own cards at once."""
    end = table.now + within_ms
    while not came():
        turn = table.ledger.game.turn
        if table.phase == "ready" and turn is not None and table.ledger.asked is None:
            chair = table.ledger.chairs[turn]
            line = table.core.lines.get(chair.browser or "")
            if chair.browser and not chair.turned and line is not None and line.active:
                table.reveal(rt=0, browser=chair.browser)
        moment = table.core.deadline()
        assert moment is not None, "nothing will ever happen"
        assert moment <= end, f"not within {within_ms} ms: {table.ledger.game}"
        table.run_until(moment)
        assert table.held() == 18, "a card is lost"
        assert table.state == "playing"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("who", [ANN, BEN, CLEO], ids=["challenger", "responder", "third"])
def test_trap_someone_left_the_others_wait(way: Callable[[Link, str], None], who: str) -> None:
    """The responder pays, and the challenger collects, whoever has gone and however."""
    table = asked()
    way(table, who)
    on_until(table, lambda: table.collected() is not None, GRACE_MS + 10_000)
    assert table.collected() == (0, "challenge"), "by the same rule"
    assert [entry.seat for entry in table.log if entry.kind == "reveal"] == [0, 1, 1]
    gone = (0, 1, 2)[(ANN, BEN, CLEO).index(who)]
    assert table.ledger.chairs[gone].left is (way is button)
    on_until(table, lambda: table.ledger.n >= 9, 9 * GRACE_MS)
    chair = table.ledger.chairs[gone]
    assert chair.left or chair.away


@pytest.mark.parametrize("way", [tab, killed, cable], ids=lambda way: way.__name__)
def test_who_comes_back_within_the_grace_time_finds_their_turn(
    way: Callable[[Link, str], None],
) -> None:
    table = asked()
    way(table, BEN)
    table.run_until(table.now + AWAY_MS - 1)
    table.look(BEN)
    table.wait(60_000)
    assert table.ledger.n == 1
    table.reveal(rt=0, browser=BEN)
    table.wait(1000)
    assert table.ledger.n == 2
    assert "away" not in table.kinds


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_right_slap_of_somebody_who_has_gone_since_counts(
    way: Callable[[Link, str], None],
) -> None:
    table = Link(seats=3).started(BEN, CLEO)
    table.give((["QH", *STACKS[0][1:]], *STACKS[1:]), turn=0, faceup=["QS"])
    table.reveal(at=20, rt=10, browser=ANN)
    table.wait_for_reveal(1)
    table.slap(at=300, rt=290, browser=CLEO)
    way(table, CLEO)
    table.wait(600)
    assert [(entry.seat, entry.ms) for entry in table.log if entry.kind == "slap"] == [(2, 290)]
    assert table.held() == 19


def test_all_go_in_different_ways_and_a_newcomer_gets_the_next_game() -> None:
    table = Link(seats=4).started(BEN, CLEO)
    table.say(DAN, Join("Dan"))
    table.look(DAN)
    button(table, ANN)
    tab(table, BEN)
    table.wait(AWAY_MS)
    assert table.state == "playing", "Cleo is here"
    button(table, CLEO)
    assert table.state == "paused", "Ben has a seat, and is away"
    table.look(BEN)
    button(table, BEN)
    assert table.state == "waiting"
    assert table.names == ["Dan", "", "", ""]
