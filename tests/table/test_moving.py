"""A seat moves to another browser, at any table and at any moment."""

from app.table.inputs import Move, Rematch
from tests.table.link import ANN, BEN, Link
from tests.table.virtual import ME, Virtual


def test_the_old_browser_no_longer_stops_the_clock_of_one_device() -> None:
    table = Virtual(preset="duel").deal()
    table.act(Move(0, "other"))
    table.connect("other", "stream-other")
    table.tell(table.core.disconnect(ME, "stream-0", table.now))
    assert table.state == "playing"
    table.tell(table.core.disconnect("other", "stream-other", table.now))
    assert table.state == "paused"


def test_an_offer_of_another_game_moves_along() -> None:
    table = Link(reveal_limit=10).ended(BEN)
    table.say(ANN, Rematch(), Move(0, "other"))
    table.look("other")
    assert table.core.picture().offers == (0,)
    table.say(BEN, Rematch())
    assert (table.state, table.ledger.deal) == ("waiting", 2)
