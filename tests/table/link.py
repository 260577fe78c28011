"""A link match on the virtual clock: people who come, go, and say what they want."""

from typing import Any

from app.table.chair import Chair
from app.table.company import seats_for
from app.table.core import Core
from app.table.inputs import Auto, Input, Join, Leave, Ready, Rematch, Start
from app.table.ledger import Ledger
from app.table.outcome import Outcome
from app.table.setup import Setup, setup_from
from tests.table.virtual import Dice, Virtual

ANN, BEN, CLEO, DAN = "ann", "ben", "cleo", "dan"
COUNTDOWN_MS = 3000


def link(**fields: Any) -> Setup:
    """The set-up of a link match of Classic, unless the fields say otherwise."""
    asked = {"mode": "link", "preset": "classic", **fields}
    return setup_from({name: str(value) for name, value in asked.items()})


class Link(Virtual):
    """A link match that Ann has opened. Browsers bear their people's names, in small letters."""

    def __init__(self, seed: int = 0, **fields: Any) -> None:
        self.setup = link(**fields)
        self.people = (ANN,)
        self.now = 1000.0
        self.log = []
        self.dice = Dice(seed)
        self.pictures = []
        self.probes = []
        self._cmd = 0
        self._react = self._given = None
        self._opened = 0  # streams so far
        seats = seats_for(self.setup, ANN, ["Ann"])
        self.core, outcome = Core.open(self.setup, seats, self.dice)
        self.tell(outcome)

    @property
    def ledger(self) -> Ledger:
        return self.core.ledger

    @property
    def names(self) -> list[str]:
        """Who sits where; "" is an open chair."""
        return [chair.name for chair in self.ledger.chairs]

    def seat(self, who: str) -> int:
        (seat,) = self.ledger.seats_of(who)
        return seat

    def chair(self, who: str) -> Chair:
        return self.ledger.chairs[self.seat(who)]

    # What people do

    def look(self, who: str, stream: str = "") -> str:
        """Open a page: its stream's name."""
        self._opened += 1
        stream = stream or f"stream-{self._opened}-{who}"
        self.tell(self.core.tick(self.now))
        self.connect(who, stream)
        return stream

    def look_on(self) -> "Link":
        """Ann opens her page."""
        self.look(ANN)
        return self

    def go(self, who: str, stream: str = "") -> None:
        """A page has gone, with its stream: the one named, else the newest."""
        self.tell(self.core.tick(self.now))
        active = self.core.lines[who].active
        assert active is not None
        self.tell(self.core.disconnect(who, stream or active, self.now))

    def say(self, who: str, *wishes: Input) -> Outcome:
        """Inputs of one person, at this moment; what the last of them did."""
        assert wishes
        for wish in wishes:
            outcome = self.act(wish, who)
        return outcome

    def sit(self, *people: str) -> "Link":
        """These sit down one after the other, look on, and are ready."""
        for who in people:
            self.say(who, Join(who.title()))
            self.look(who)
            if self.ledger.state == "waiting" and self.ledger.seats_of(who):
                self.say(who, Ready(who.encode().ljust(16)))
        return self

    def starting(self, *guests: str) -> "Link":
        """Ann starts with these; the countdown has just begun."""
        self.look(ANN)
        self.sit(*guests)
        self.say(ANN, Start(b"a" * 16))
        return self

    def started(self, *guests: str) -> "Link":
        """Ann and these are dealt to."""
        self.starting(*guests).wait(COUNTDOWN_MS)
        assert self.ledger.state == "playing"
        return self

    def ended(self, *guests: str) -> "Link":
        """The game of Ann and these is over, by its limit: everybody's cards are turned."""
        self.started(*guests)
        for who in (ANN, *guests):
            self.say(who, Auto(True))
        while self.ledger.state == "playing":
            due = self.core.deadline()
            assert due is not None
            self.run_until(due)
        return self

    def again(self, *people: str) -> None:
        """These want another game; their pages send their seeds for it."""
        for who in people:
            self.say(who, Rematch())
        if self.ledger.state == "waiting":
            for who in people:
                self.say(who, Ready(None))

    def leave(self, who: str) -> None:
        self.say(who, Leave())

    def held(self) -> int:
        """The cards there are: in the stacks and in the pile."""
        game = self.ledger.game
        return sum(map(len, game.stacks)) + len(game.buried) + len(game.faceup)
