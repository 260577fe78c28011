"""Who sits at a table, and what for: the part of its durable state that is about people.

Before the deal a link match has a chair for each of its seats, open ones too; it is dealt to those
that are taken. Who comes while a game runs is a latecomer: seated in the next one.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from app.engine.cards import Seat
from app.store.journal import Entry
from app.table.chair import Chair, Latecomer
from app.table.picture import TableState
from app.table.setup import Setup, paced, setup_of, sized
from app.table.story import Presence, Story


class Seating:
    """Chairs and set-up of one table, folded from its log entries.

    `offered` is for all the table's seats, `setup` for those of the present deal.
    """

    offered: Setup
    setup: Setup
    chairs: tuple[Chair, ...]

    def __init__(self) -> None:
        self.state: TableState = "waiting"
        self.deal = 0
        self.host = 0  # a sitting: whose link match it is; 0 is nobody's
        self.ceded = 0  # the sitting of a host who was gone for too long, and may come back
        self.sittings = 0  # the highest number of a sitting so far
        self.latecomers: tuple[Latecomer, ...] = ()
        self.offers: set[int] = set()  # sittings that want another game
        self.starting = False  # the deal is counted down to
        self.closed = False
        self.changes = 0  # of its rules, by its host
        self.story = Story()  # of the present deal
        self.agreed = True  # nobody has to say that they are ready

    def seats_of(self, browser: str | None) -> tuple[Seat, ...]:
        if browser is None:
            return ()
        return tuple(s for s, chair in enumerate(self.chairs) if chair.browser == browser)

    def knows(self, browser: str | None) -> bool:
        """Whether this browser has a seat, now or in the next game."""
        late = any(each.browser == browser for each in self.latecomers)
        return late or bool(self.seats_of(browser))

    @property
    def people(self) -> list[Chair]:
        """The people who have not left, in order of seats."""
        return [chair for chair in self.chairs if chair.browser is not None]

    @property
    def free(self) -> int:
        """Seats of a link match that may still be taken, now or for the next game."""
        if self.offered.mode != "link" or self.closed:
            return 0
        return self.offered.people - len(self.people) - len(self.latecomers)

    @property
    def switched_ms(self) -> int:
        """When a seat last began or ceased to be turned for, in this stage; 0 if none has."""
        return max(chair.switched_ms for chair in self.chairs)

    @property
    def dealt(self) -> bool:
        return self.state != "waiting"

    def _opened(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.offered = self.setup = setup_of(payload["setup"])
        self.chairs = tuple(Chair(**seat) for seat in payload["seats"])
        # Tables were opened before people had sittings.
        self.sittings = max(chair.sitting for chair in self.chairs)
        self.host = int(self.setup.mode == "link")

    def _ready(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        chair = self._chair(entry)
        chair.seed = bytes.fromhex(payload["seed"])
        chair.drawn = payload["drawn"]

    def _auto(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        chair = self._chair(entry)
        chair.auto, chair.switched_ms = payload["on"], self._switched(entry)

    def _paced(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.offered = self.setup = paced(self.setup, payload["window_ms"])

    def _named(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self._chair(entry).name = payload["name"]

    def _seated(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        before, now = self.chairs, self._switched(entry)
        seats = enumerate(payload["seats"])
        self.chairs = tuple(self._chair_of(seat, fields, now) for seat, fields in seats)
        if self.dealt:
            left = [seat for seat, chair in enumerate(self.chairs) if chair.left]
            gone = (Presence(seat, "left") for seat in left if not before[seat].left)
            self.story.add(gone, entry.ms)
        if payload["why"] == "host":
            self.ceded = self.ceded or self.host
        elif payload["why"] == "back":
            self.ceded = 0
        self.host = payload["host"]
        self.latecomers = tuple(Latecomer(**each) for each in payload["latecomers"])
        numbers = [chair.sitting for chair in self.chairs]
        numbers += [each.sitting for each in self.latecomers]
        self.sittings = max(self.sittings, *numbers)

    def _chair_of(self, seat: Seat, fields: dict[str, Any], now: int) -> Chair:
        """A chair as the log says; whoever stays keeps what the deal has brought them.

        `now` is when, in this stage, who goes or comes is turned for or no longer.
        """
        was = fields.pop("was", fields["sitting"])
        if was in self.offers:
            self.offers.add(fields["sitting"])
        kept = next((chair for chair in self.chairs if was and chair.sitting == was), None)
        if kept is None and self.dealt:
            kept = self.chairs[seat]
        if kept is None:
            chair = Chair(**fields)
            chair.unready()
            return chair
        if kept.browser == fields["browser"]:
            return replace(kept, **fields)
        return replace(kept, **fields, away=False, switched_ms=now)

    def _changed(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        setup = setup_of(payload["setup"])
        self.changes += setup != self.offered
        self.offered = self.setup = setup
        self.agreed = False
        for chair in self.chairs:
            chair.unready()

    def _starting(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.starting = True
        self.setup = sized(self.offered, len(self.chairs))

    def _halted(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.starting = False
        self.setup = self.offered

    def _offered(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.offers.add(self._chair(entry).sitting)

    def _away(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        chair, away = self._chair(entry), payload["away"]
        if self.dealt and entry.seat is not None and chair.away != away:
            how: Literal["away", "back"] = "away" if away else "back"
            self.story.add([Presence(entry.seat, how)], entry.ms)
        chair.away, chair.switched_ms = away, self._switched(entry)

    def _closed(self, entry: Entry, payload: Mapping[str, Any]) -> None:
        self.closed = True
        self.starting = False

    def _next_deal(self) -> None:
        """A seed is sealed for the deal that comes."""
        self.state = "waiting"
        self.setup = self.offered
        self.starting = False
        self.agreed = self.setup.mode != "link" or self.deal > 1
        self.offers = set()
        for chair in self.chairs:
            chair.fresh_deal()

    def _switched(self, entry: Entry) -> int:
        return entry.ms if self.state == "playing" else 0

    def _chair(self, entry: Entry) -> Chair:
        assert entry.seat is not None
        return self.chairs[entry.seat]
