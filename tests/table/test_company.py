"""Link matches: who sits where, and how that changes."""

import pytest

from app.table.inputs import NotYourSeat
from tests.table.link import ANN, Link


def test_nobody_leaves_who_never_came() -> None:
    table = Link()
    table.look(ANN)
    before = list(table.log)
    with pytest.raises(NotYourSeat):
        table.leave("zoe")
    assert table.log == before
