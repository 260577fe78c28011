"""Link matches come back from their log as they were, wherever it ends."""

import copy
from typing import Any

from app.table.inputs import Auto, Change, Close, Join, Move, Name, Ready, Remove, Resume, Start
from app.table.ledger import Ledger
from app.table.outcome import Outcome
from tests.table.link import ANN, BEN, CLEO, DAN, Link, link


class Remembered(Link):
    """A link match that remembers how it stood after each of its outcomes."""

    def __init__(self, **fields: Any) -> None:
        self.stood: list[tuple[int, dict[str, Any]]] = []
        super().__init__(**fields)

    def tell(self, outcome: Outcome) -> Outcome:
        told = super().tell(outcome)
        self.stood.append((len(self.log), copy.deepcopy(vars(self.core.ledger))))
        return told


def whole_evening() -> Remembered:
    """Everything that a log of a link match can hold, but for cards."""
    table = Remembered(seats=4, reveal_limit=40)
    table.look(ANN)
    table.sit(BEN, CLEO)
    table.say(BEN, Name(1, "Benno"))
    table.say(ANN, Remove(2), Change(link(seats=5, computers=1, reveal_limit=40)))
    table.say(BEN, Ready(None))
    table.sit(CLEO)
    table.say(ANN, Start(None))
    table.wait(1000)
    table.say(DAN, Join("Dan"))
    table.leave(CLEO)
    table.look(DAN)
    table.say(DAN, Ready(None))
    table.say(ANN, Start(None))
    table.wait(3000)
    table.say(CLEO, Join("Cleo"))
    table.say(ANN, Auto(True), Move(0, "ann's phone"))
    table.look("ann's phone")
    table.go(BEN)
    table.leave(DAN)
    table.wait(11_000)
    table.go("ann's phone")
    table.wait(11_000)
    assert table.state == "paused"
    table.look("ann's phone")
    table.say("ann's phone", Resume())
    table.wait(200_000)
    assert table.state == "over"
    table.look(BEN)
    table.look(CLEO)
    table.again("ann's phone", BEN)
    table.say(CLEO, Ready(None))
    table.wait(3000)
    table.leave("ann's phone")
    table.wait(100_000)
    for who in (BEN, CLEO):
        table.say(who, Auto(True))
    table.wait(100_000)
    assert table.state == "over"
    table.say(BEN, Close())
    return table


def test_the_log_is_the_table_after_every_outcome() -> None:
    table = whole_evening()
    kinds = {entry.kind for entry in table.log}
    assert kinds >= {"seated", "changed", "starting", "halted", "away", "offered", "closed"}
    assert kinds >= {"paused", "resumed", "named", "ready", "auto", "ended", "dealt", "sealed"}
    ledger, stood = Ledger(), dict(table.stood)
    for number, entry in enumerate(table.log, start=1):
        ledger.apply(entry)
        if number in stood:
            for name, value in stood[number].items():
                if name != "story":
                    assert getattr(ledger, name) == value, (number, entry.kind, name)
            assert vars(ledger.story) == vars(stood[number]["story"])


def test_a_table_cut_off_anywhere_comes_back_to_be_played() -> None:
    """Whoever holds a seat comes back, and what they had begun goes on to its end."""
    whole = whole_evening()
    ends = list(dict.fromkeys(number for number, _ in whole.stood))
    for end in ends[::3]:
        table = Link(seats=4, reveal_limit=40)
        table.log = list(whole.log[:end])
        table.restart()
        assert table.state != "playing"
        if table.ledger.closed:
            continue
        for browser in [chair.browser for chair in table.ledger.people]:
            assert browser is not None
            table.look(browser)
            table.say(browser, Auto(True))
            if table.state == "paused":
                table.say(browser, Resume())
        table.wait(200_000)
        assert table.state in ("over", "waiting"), (end, table.log[end - 1].kind)
        assert table.state == "over" or not table.ledger.starting
