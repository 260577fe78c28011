"""The server with cards that a test knows: `python -m tests.browser.stacked --port N`.

A game of two is dealt one of DEALS: as many as `joker_chances` says, which no rule uses where no
joker is in play. Computers take their time to turn a card, and never slap; a hard one
slaps what can be slapped.
"""

import sys
from typing import Any
from unittest.mock import patch

from app.engine.game import start
from app.table.computer import Plan
from app.web import serve

DEALS = {
    # Two fives make a double, then nothing happens.
    1: (("5S", "9S", "2C", "4D", "6C", "TD"), ("5H", "3D", "8C", "6D", "2H", "4S")),
    # A jack asks, a seven does not answer, and then all cards are seat 0's.
    2: (("JC", "9S", "2C", "4D"), ("7H",)),
    # Two fives make a double: whoever slaps it has won, if it is seat 0.
    3: (("5S", "9S", "2C"), ("5H",)),
    # A queen asks and is not answered; two fives make a double; then nothing happens.
    4: (
        ("QS", "5S", "2C", "9D", "3C", "TD", "8S", "4D", "7S", "AC"),
        ("3D", "4S", "5H", "6D", "8C", "2H", "9S", "7H", "TC", "6C"),
    ),
}
TURN_MS = 1500
HARD_MS = 400


def dealt(rules: Any, deal_seed: bytes, dealer: int) -> Any:
    """The chosen deal, seat 0 to begin."""
    return start(rules, DEALS[rules.joker_chances], 0), dealer


def calm(_: Any, at: Any, seat: int) -> Plan:
    """A computer that never slaps, or always at the same time."""
    return Plan(HARD_MS, bool(at.holds) and at.chairs[seat].level == 2, bool(at.holds))


if __name__ == "__main__":
    with (
        patch("app.table.ledger.deal_cards", dealt),
        patch("app.table.waiting.Plans.of", calm),
        patch("app.table.waiting.turn_ms", lambda drawn: TURN_MS),
    ):
        sys.exit(serve.main(port=int(sys.argv[2])))
