"""When the public name of a game is told: not before it is over (contract of its pages)."""

from app.table.inputs import Rematch
from tests.table.virtual import Virtual


def test_a_game_has_a_public_name_once_it_is_over() -> None:
    table = Virtual(preset="duel", computers=1, auto="yes", reveal_limit=10).deal()
    while table.state == "playing":
        due = table.core.deadline()
        assert due is not None
        table.run_until(due)
    name = table.core.ledger.public_id
    *before, last = table.pictures
    assert {picture.game for picture in before} == {""}
    assert last.table == "over"
    assert last.game == name
    table.act(Rematch())
    assert table.pictures[-1].game == ""
