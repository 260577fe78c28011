"""Where others fell: hands that come when the pile is gone."""

import pytest

from app.table.inputs import Late
from tests.table.virtual import ME, Virtual

MINE, THEIRS = ["5H", "2C", "9H", "4D"], ["3C", "7H", "8D", "TC"]


@pytest.mark.parametrize("preset", ["classic", "duel"])
def test_trap_the_late_hand_on_a_pile_just_collected_pays_a_penalty(preset: str) -> None:
    table = Virtual(preset=preset, computers=1).deal()
    table.give((MINE, THEIRS), faceup=["5S"])
    table.computers_react(430)
    table.reveal(at=200, rt=190)
    saw = table.core.ledger.stage
    table.measured(ME, 20, 10)
    while table.collected() is None:
        table.wait(1)
    assert table.collected() == (1, "slap")
    held, before = table.core.ledger.game.stacks, list(table.log)
    for ms in (0, 1, 20, 150):
        table.wait(ms)
        with pytest.raises(Late):
            table.slap(None, 520.0, seen=saw)
    assert table.log == before
    assert table.core.ledger.game.stacks == held
    assert (table.core.ledger.chairs[0].wrong, table.core.ledger.game.buried) == (0, ())
