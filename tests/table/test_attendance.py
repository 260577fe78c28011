"""Link matches: who is away, and how play goes on without them."""

from app.engine.cards import Seat
from app.table.inputs import Auto, Join
from tests.table.link import ANN, BEN, CLEO, Link

WINDOW_MS, TURN_MS = 700, 600


def first_card(table: Link) -> Link:
    """The due seat has turned the first card."""
    table.reveal(at=50, rt=40, browser=due(table))
    table.wait_for_reveal(1)
    return table


def due(table: Link) -> str:
    """Whose card is turned next."""
    turn = table.ledger.game.turn
    assert turn is not None
    browser = table.ledger.chairs[turn].browser
    assert browser is not None
    return browser


def reveals(table: Link) -> list[tuple[Seat | None, int]]:
    """Whose cards have been turned, and at which x."""
    return [(entry.seat, entry.ms) for entry in table.log if entry.kind == "reveal"]


# When an absent seat's card is turned


def test_a_card_is_not_turned_before_its_seat_was_switched_whoever_sits_down_meanwhile() -> None:
    table = first_card(Link(seats=3).started(BEN))
    table.run_until(table.since + 2000)
    table.say(due(table), Auto(True))
    table.say(CLEO, Join("Cleo"))
    table.wait_for_reveal(2)
    assert reveals(table)[-1] == (table.ledger.holder, 2000)


def test_nobody_puts_off_another_s_card_by_switching_their_own() -> None:
    table = first_card(Link(seats=3).started(BEN, CLEO))
    turns, start = due(table), table.since
    table.say(turns, Auto(True))
    cheat = next(who for who in (ANN, BEN, CLEO) if who != turns)
    on = True
    while table.now < start + WINDOW_MS + TURN_MS + 350:
        table.wait(40)
        table.say(cheat, Auto(on))
        on = not on
    assert reveals(table)[1] == (table.seat(turns), WINDOW_MS + TURN_MS)
