"""People at a made-up table: what they see, when they press, and what goes wrong with their lines.

Each is a browser with pages. A page sees a picture some time after it was sent, paints it, and acts
on what it shows; what it sends may be late, lost, doubled or overtaken by what was sent after it.
"""

from collections.abc import Callable
from functools import partial
from random import Random

from app.check.world import Stream, World
from app.engine.conditions import holding
from app.table.inputs import (
    Ack,
    Auto,
    Change,
    Close,
    Input,
    Join,
    Leave,
    Move,
    Name,
    Next,
    NotYourSeat,
    Pace,
    Pause,
    Ready,
    Refused,
    Rematch,
    Remove,
    Restart,
    Resume,
    Reveal,
    Slap,
    Start,
)
from app.table.picture import Picture
from app.table.setup import Setup

NOTICED_MS = 10_000
"""How long the server takes for a line at most, until it knows that nobody is there any more."""


class Page:
    """One page of a browser, with its stream. `alive` until its line or its tab has gone."""

    def __init__(self, person: "Person") -> None:
        self.person = person
        self.alive = True
        self.seen: Picture | None = None
        world = person.world
        name = f"{person.browser}-{person.opened}"
        self.stream = Stream(
            person.browser,
            name,
            partial(self._send, self.show),
            partial(self._send, self.probe),
            partial(self._send, self.ended, None),
        )
        world.follow(self.stream)

    def _send(self, hears: Callable[..., None], what: object) -> None:
        """Something on its way down: in order, and lost with the line."""
        person = self.person
        person.down = max(person.down, person.world.now + person.way())
        arrives = person.down - person.world.now
        person.world.later(arrives, lambda: hears(what) if self.alive else None)

    def ended(self, _: object) -> None:
        """The server has ended the stream: another page of this browser, the end, or a restart."""
        self.alive = False
        self.person.lost(self)

    def probe(self, number: int) -> None:
        self.person.send_ack(Ack(f"p{number}", self.stream.name))

    def show(self, picture: Picture) -> None:
        if self.seen is not None and picture.version < self.seen.version:
            return  # one from before a restart
        new = self.seen is None or self.seen.stage != picture.stage
        self.seen = picture
        if new and picture.table == "playing":
            painted = self.person.chance.uniform(2, 19)
            self.person.world.later(painted, self.paint)
        self.person.react(self, picture)

    def paint(self) -> None:
        if self.alive and self.seen is not None:
            self.person.send_ack(Ack(self.seen.stage, self.stream.name))

    def gone(self, noticed_ms: float) -> None:
        """The page goes; the server notices so much later."""
        self.alive = False
        self.person.world.later(noticed_ms, lambda: self.person.world.unfollow(self.stream))


class Person:
    """Somebody with a browser. Who only `watches` never sits down, but tries everything."""

    def __init__(
        self, world: World, browser: str, chance: Random, rules: Callable[[], Setup], watches: bool
    ) -> None:
        self.world = world
        self.browser = browser
        self.chance = chance
        self.watches = watches
        self.fickle = chance.choice((0, 0, 0.02, 0.1))  # how likely it is that they think again
        self.rtt = chance.choice((5, 20, 60, 120, 250))
        self.lossy = chance.choice((0, 0, 0.01, 0.05))
        self.opened = 0
        self.down = 0.0
        self.page: Page | None = None
        self._rules = rules
        self._cmds = 0
        self._asked = (0, "")  # what this person has set out to do about a picture

    # Lines

    def way(self) -> float:
        """How long the next message is on its way."""
        late = self.chance.random() < 0.01
        return self.rtt / 2 + self.chance.gammavariate(2, 3) + (200 if late else 0)

    def send(self, given: Input) -> None:
        """An input on its way up, which may be lost, or come twice."""
        for _ in range(self._copies()):
            self.world.later(self.way(), lambda: self._arrives(given))

    def send_ack(self, given: Ack) -> None:
        for _ in range(self._copies()):
            self.world.later(self.way(), lambda: self.world.ack(self.browser, given))

    def _copies(self) -> int:
        fate = self.chance.random()
        if fate < self.lossy:
            return 0
        return 2 if fate > 0.97 else 1

    def _arrives(self, given: Input) -> None:
        seated = self.world.ledger.knows(self.browser)
        refused = self.world.act(self.browser, given)
        if not seated and not isinstance(given, Join) and not isinstance(refused, NotYourSeat):
            raise AssertionError(f"{given} of somebody without a seat")

    # Pages

    def open(self) -> None:
        """A page: the only one, or one more tab."""
        self.opened += 1
        self.page = Page(self)
        if not self.watches and not self.world.ledger.knows(self.browser):
            self.later(200, 4000, self.join)

    def join(self) -> None:
        self.send(Join(self.browser.title()))

    def lost(self, page: Page) -> None:
        if page is self.page:
            self.page = None
            self.later(100, 3000, self._back)

    def _back(self) -> None:
        if self.page is None and not self.world.ledger.closed:
            self.open()

    def away(self) -> None:
        """A closed tab, a killed browser, a pulled cable; and the way back, some time later."""
        if self.page is not None:
            page, self.page = self.page, None
            page.gone(self.chance.choice((0, 0, 30, 5000, NOTICED_MS)))
            if self.chance.random() < 0.9:
                self.later(10, self.chance.choice((500, 15_000, 40_000)), self._back)

    def later(self, least: float, most: float, does: Callable[[], None]) -> None:
        self.world.later(self.chance.uniform(least, most), does)

    # What is done about a picture

    def nudge(self) -> None:
        """Look again: what was sent before may have been lost."""
        if not (self.watches or self.world.ledger.knows(self.browser)):
            if self.page is not None and self.chance.random() < 0.3:
                self.join()
        elif self.page is not None and self.page.seen is not None:
            self._asked = (0, "")
            self.page.paint()
            self.react(self.page, self.page.seen)

    def react(self, page: Page, picture: Picture) -> None:
        seats = self.world.ledger.seats_of(self.browser)
        if not seats:
            return
        stage = (picture.deal, f"{picture.table} {picture.stage} {picture.phase}")
        if stage == self._asked and picture.table != "waiting":
            return
        self._asked = stage
        if picture.table == "waiting":
            self._wait(picture, seats[0])
        elif picture.table == "playing":
            self._play(page, picture, seats[0])
        elif picture.table == "paused":
            self.later(400, 4000, lambda: self.send(Resume()))
        elif picture.table == "over":
            wish = Leave() if self.chance.random() < self.fickle else Rematch()
            self.later(200, 6000, lambda: self.send(wish))

    def _wait(self, picture: Picture, seat: int) -> None:
        if self.chance.random() < self.fickle:
            seat, rules = self.chance.randrange(8), self._rules()
            thoughts = (Leave(), Leave(), Remove(seat), Remove(seat), Change(rules), Close())
            self.later(0, 3000, partial(self.send, self.chance.choice(thoughts)))
        mine = picture.seats[seat] if seat < len(picture.seats) else None
        if mine is None or mine.ready or picture.starts is not None:
            return
        seed = Ready(self.chance.randbytes(16) if self.chance.random() < 0.9 else None)
        wait = (300, 3000) if picture.presses_ready else (0, 30)
        self.later(*wait, lambda: self.send(seed))
        if picture.host == seat and picture.presses_ready:
            self.later(2000, 9000, lambda: self.send(Start(seed.seed)))

    def _play(self, page: Page, picture: Picture, seat: int) -> None:
        if picture.held:
            self.later(500, 4000, lambda: self.send(Next()))
        if picture.turner == seat:
            self._press(page, picture, Reveal, self.chance.uniform(20, 900))
        right = bool(holding(picture.cards, frozenset(picture.slaps))) if picture.cards else False
        if picture.faceup and self.chance.random() < (0.8 if right else 0.04):
            reaction = max(120, self.chance.gauss(330, 45) + self.chance.expovariate(1 / 90))
            self._press(page, picture, Slap, reaction)

    def _press(
        self, page: Page, picture: Picture, what: type[Slap] | type[Reveal], rt: float
    ) -> None:
        """A press so long after the paint; a few claim what they like, or name another stage."""
        self._cmds += 1
        claimed = rt
        seen, stream = picture.stage, page.stream.name or "none"
        if self.chance.random() < 0.05:
            claimed = self.chance.choice((0.0, 100.0, 59_999.0))
        if self.chance.random() < 0.02:
            seen = self.chance.choice((f"{picture.n + 1}.0", f"{max(0, picture.n - 1)}.0", "0.0"))
        if self.chance.random() < 0.02:
            stream = "another"
        time = None if self.chance.random() < 0.02 else claimed
        press = what(seen, stream, time, f"{self.browser}{self._cmds:032x}"[-32:])
        self.world.later(rt, lambda: self.send(press) if page.alive else None)

    # What comes into somebody's head

    def whim(self, busy: float) -> None:
        """Something that nothing asked for; `busy` is how likely it is."""
        if self.page is not None and self.chance.random() < busy:
            self.chance.choice(self._whims())()
        else:
            self.nudge()

    def _whims(self) -> tuple[Callable[[], None], ...]:
        free = (self.away, self.away, self.open)  # `open` again is a second tab
        tried: tuple[Input, ...] = (
            Auto(self.chance.random() < 0.5),
            Auto(False),
            Name(self.chance.randrange(8), self.chance.choice(("Ann", "West", "Zoe"))),
            Pause(),
            Restart(),
            Pace(700),
            Rematch(),
            Start(None),
            Resume(),
            Ready(None),
            Join(self.chance.choice(("Ann", "West"))),
            Slap("0.0", "", None, "0" * 32, seat=self.chance.randrange(8)),
        )
        if self.watches:
            tried = (*tried[:-2], Leave(), Remove(0), Close(), Move(0, "thief"))
            return (*free, *(partial(self.send, each) for each in tried))
        if self.chance.random() < 0.3:
            tried += (Leave(), Remove(self.chance.randrange(8)), Change(self._rules()))
        if self.chance.random() < 0.02:
            tried += (Close(),)
        return (*free, *(partial(self.send, each) for each in tried), self._move)

    def _move(self) -> None:
        """Another device takes the seat over, from now on this person's."""
        seats = self.world.ledger.seats_of(self.browser)
        old, new = self.browser, f"{self.browser}+"
        if not seats or self.page is None:
            return
        refused: Refused | None = self.world.act(old, Move(seats[0], new))
        if refused is None:
            self.browser = new
            self.away()
