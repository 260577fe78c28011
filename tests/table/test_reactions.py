"""Which right slaps are reactions: guesses are none, a coarse clock's stand apart."""

from typing import Any

import pytest

from app.table.picture import Tally
from app.table.reactions import Reactions, Timed, reactions_of
from tests.table.virtual import Virtual

VECTORS = (
    ((), Reactions(), None, None),
    (((149, 0),), Reactions(guesses=1), None, None),
    (((150, 0),), Reactions((150,)), 150, 150),
    (((149, 100), (100, 0)), Reactions(guesses=2), None, None),
    (((400, 15), (401, 0)), Reactions((400, 401)), 400, 400),
    (((400, 16), (300, 100)), Reactions((), (400, 300)), 350, None),
    (((500, 0), (120, 0), (200, 16), (300, 1)), Reactions((500, 300), (200,), 1), 300, 300),
)


@pytest.mark.parametrize(("slaps", "told", "median", "best"), VECTORS, ids=str)
def test_what_slaps_tell(
    slaps: tuple[tuple[int, int], ...], told: Reactions, median: int | None, best: int | None
) -> None:
    found = reactions_of(Timed(*slap) for slap in slaps)
    assert found == told
    assert (found.median, found.best) == (median, best)


def tally(at: int, rt: int, step_ms: int = 0, **fields: Any) -> Tally:
    """The person's figures after one right slap of theirs."""
    table = Virtual(preset="duel", seed=3, **fields).deal()
    while not table.core.ledger.holds:
        if table.phase == "ready" and table.core.ledger.asked is None:
            table.reveal(at=None, rt=5)
        else:
            due = table.core.deadline()
            table.run_until(table.now + 50 if due is None else due)
    table.slap(at=at, rt=rt, step_ms=step_ms)
    return table.core.ledger.chairs[0].tally()


@pytest.mark.parametrize("fields", [{"order": "arrival"}, {"cap": "0"}], ids=str)
def test_where_the_way_to_the_server_counts_nothing_is_measured(fields: dict[str, Any]) -> None:
    """There adj is E, however quick the hand (FAIRNESS 1.4.8)."""
    found = tally(458, 158, **fields)
    assert (found.right, found.reactions) == (1, Reactions())
    assert tally(458, 158, cap="150").reactions != Reactions()


def test_a_table_knows_a_guess_and_a_coarse_clock() -> None:
    assert tally(120, 118).reactions == Reactions(guesses=1)
    assert tally(160, 158).reactions == Reactions((158,))
    assert tally(160, 158, step_ms=100).reactions == Reactions((), (158,))
    assert tally(120, 118).right == 1, "it counts in the game"
