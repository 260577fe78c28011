"""What always holds at a table, whatever people and lines do."""

import json
from collections.abc import Iterable
from typing import Any

from app.engine.events import Revealed
from app.store.journal import Entry
from app.table.arbiter import Q_MAX, RT_MIN
from app.table.core import Core
from app.table.ledger import Ledger
from app.table.picture import Picture
from app.table.waiting import AUTO_TURN_MS

STUCK_MS = 60_000


def promise(kept: bool, what: object) -> None:
    """Raises AssertionError where a promise is broken."""
    if not kept:
        raise AssertionError(what)


class Promises:
    """The promises about one table. They keep a ledger of their own, folded from the entries: so
    the table is what its log says after every one of them.
    """

    def __init__(self) -> None:
        self._told = Ledger()
        self._slapped: set[tuple[int, int, int]] = set()  # deal, n, seat
        self._switched: dict[int, int] = {}  # seat: x, in this stage
        self._stage = 0
        self._played = (0, 0)
        self._version = 0
        self._sittings: dict[int, str] = {}
        self._moved: tuple[Any, ...] = ()
        self._since = 0.0

    @classmethod
    def of(cls, log: Iterable[Entry]) -> "Promises":
        """As they stand at the end of a log."""
        made = cls()
        made.entries(log)
        return made

    # Entries

    def entries(self, entries: Iterable[Entry]) -> None:
        """What is written, in order."""
        told = self._told
        for entry in entries:
            promise(entry.ms >= 0, entry)
            payload = json.loads(entry.payload)
            if told.stages != self._stage:
                self._stage = told.stages
                self._switched.clear()
            kept = getattr(self, f"_{entry.kind}", None)
            if kept is not None:
                kept(told, entry, payload)
            told.apply(entry)

    def _press(self, told: Ledger, entry: Entry, payload: dict[str, Any]) -> None:
        fair = told.setup.order == "fair"
        promise(payload["adj"] >= (RT_MIN if fair else 0), f"a hand faster than any: {entry}")
        promise(payload["adj"] <= max(RT_MIN, payload["e"]), entry)
        promise(payload["credit"] <= told.setup.cap + payload["z"], f"too much credit: {entry}")
        promise(fair or payload["credit"] == 0, entry)
        promise(0 <= payload["q"] - payload["extra"] <= Q_MAX, entry)
        if payload["what"] == "slap":
            assert entry.seat is not None
            key = told.deal, told.n, entry.seat
            promise(key not in self._slapped, f"a second slap counted: {entry}")
            self._slapped.add(key)

    def _slap(self, told: Ledger, entry: Entry, payload: dict[str, Any]) -> None:
        """The best one takes the pile."""
        if not told.holds:
            return
        assert entry.seat is not None
        promise(not told.shut, "a slap after a tie that awards nothing")
        person = told.chairs[entry.seat].person
        rivals = [each.adj for seat, each in told.candidates.items() if seat != entry.seat]
        promise(all(adj >= entry.ms + (not person) for adj in rivals), f"{entry}, {rivals}")
        if told.setup.ties == "void" and person:
            promise(entry.ms not in rivals, f"a tie was decided: {entry}")

    def _auto(self, told: Ledger, entry: Entry, payload: dict[str, Any]) -> None:
        assert entry.seat is not None
        self._switched[entry.seat] = entry.ms

    _away = _auto

    def _reveal(self, told: Ledger, entry: Entry, payload: dict[str, Any]) -> None:
        """Cards are turned for a person in time, and never before that was so."""
        assert entry.seat is not None
        chair = told.chairs[entry.seat]
        if chair.person and told.asked is None:
            promise(chair.turned, f"turned for somebody who is here: {entry}")
            least = max(told.window_ms + AUTO_TURN_MS, self._switched.get(entry.seat, 0))
            promise(entry.ms >= least, f"turned at {entry.ms}, before {least}")

    def _dealt(self, told: Ledger, entry: Entry, payload: dict[str, Any]) -> None:
        promise(not told.closed, "a closed table was dealt")
        promise(len(told.chairs) >= 2, "dealt to one")
        promise(all(chair.seed is not None for chair in told.chairs), "dealt without a seed")
        promise(told.deal == payload["deal"], entry)

    # The table

    def table(self, ledger: Ledger, core: Core) -> None:
        """What holds after every step."""
        self._as_told(ledger)
        chairs, state = ledger.chairs, ledger.state
        promise(all(0 <= chair.quota <= Q_MAX for chair in chairs), chairs)
        self._seating(ledger)
        if state == "waiting":
            promise(not ledger.closed or not ledger.starting, "a closed table counts down")
            return
        game = ledger.game
        held = sum(map(len, game.stacks)) + len(game.buried) + len(game.faceup)
        each = 54 if game.rules.jokers != "none" else 52
        promise(held == each * game.rules.decks, f"{held} cards")
        promise(len(chairs) == game.rules.seats == len(game.stacks), "a seat for each stack")
        promise((state == "over") == (game.phase == "over"), (state, game.phase))
        played = ledger.deal, ledger.played_ms
        promise(played >= self._played, f"play time went back: {self._played} {played}")
        self._played = played
        if state == "playing":
            self._alive(ledger, core)

    def _as_told(self, ledger: Ledger) -> None:
        """The table is what its log says."""
        told = self._told
        for name in ("seq", "state", "stages", "chairs", "latecomers", "candidates", "played_ms"):
            promise(getattr(ledger, name) == getattr(told, name), f"another {name}")
        promise(not ledger.dealt or ledger.game == told.game, "another game")

    def _seating(self, ledger: Ledger) -> None:
        people = ledger.people
        late = [each.sitting for each in ledger.latecomers]
        sittings = [chair.sitting for chair in ledger.chairs if chair.person] + late
        promise(len(set(sittings)) == len(sittings), f"a sitting twice: {sittings}")
        promise(max(sittings, default=0) <= ledger.sittings, sittings)
        browsers = [chair.browser for chair in people] + [
            each.browser for each in ledger.latecomers
        ]
        promise(len(set(browsers)) == len(browsers), f"a browser twice: {browsers}")
        for sitting, browser in zip(
            [*(chair.sitting for chair in people), *late], browsers, strict=True
        ):
            assert browser is not None
            was = self._sittings.setdefault(sitting, browser)
            promise(was == browser, f"sitting {sitting} was {was}'s, and is {browser}'s")
        names = [chair.name for chair in ledger.chairs if chair.kind != "open"]
        names += [each.name for each in ledger.latecomers]
        promise(len(set(names)) == len(names), f"a name twice: {names}")
        here = {chair.sitting for chair in people}
        promise(ledger.host in here if here else True, f"no host: {ledger.host} of {here}")
        promise(ledger.free >= 0, f"{ledger.free} seats are free")
        waits = ledger.state == "waiting" and not ledger.starting and not ledger.closed
        seats = ledger.offered.rules.seats if waits else ledger.setup.rules.seats
        promise(len(ledger.chairs) == seats, f"{len(ledger.chairs)} chairs of {seats}")
        opened = [chair for chair in ledger.chairs if chair.kind == "open"]
        promise(waits or not opened or ledger.closed, "an open chair in a game")
        if waits:
            promise(not late, "a latecomer beside open chairs")
            promise(len(opened) == ledger.free, f"{len(opened)} open, {ledger.free} free")

    def _alive(self, ledger: Ledger, core: Core) -> None:
        """Somebody is due, or time will tell."""
        game = ledger.game
        here = any(not chair.away for chair in ledger.people)
        promise(here or ledger.pausing, "a game that nobody is at")
        if core.since is None or core.deadline() is not None:
            return
        turn = game.turn
        person = turn is not None and ledger.chairs[turn].person and not ledger.chairs[turn].turned
        promise(ledger.held or (game.phase == "ready" and person), "a table that waits for ever")

    def standing(self, ledger: Ledger) -> tuple[Any, ...]:
        """What a refused input leaves as it is."""
        quotas = tuple(chair.quota for chair in ledger.chairs)
        game = ledger.game if ledger.dealt else None
        return ledger.seq, ledger.state, ledger.stages, quotas, game, len(ledger.candidates)

    def progress(self, ledger: Ledger, now: float) -> None:
        """A running game goes on."""
        moved = ledger.deal, ledger.state, ledger.stages, ledger.seq if not ledger.dealt else 0
        if moved != self._moved or ledger.state in ("over", "paused") or ledger.closed:
            self._moved, self._since = moved, now
        here = [chair for chair in ledger.people if not chair.away]
        if ledger.state == "waiting" and not (ledger.agreed and len(ledger.people) > 1 and here):
            self._since = now
        promise(now - self._since < STUCK_MS, f"{ledger.state}: nothing moves since {self._since}")

    def same(self, before: Ledger, after: Ledger) -> None:
        """The log is the table."""
        for name, value in vars(before).items():
            if name not in ("story", "pausing"):
                promise(value == vars(after)[name], f"{name}: {value} and {vars(after)[name]}")
        promise(vars(before.story) == vars(after.story), "another story")

    # Pictures

    def picture(self, ledger: Ledger, shown: Picture) -> None:
        """Nobody is shown more than the cards on the table show."""
        promise(shown.version > self._version, "a picture that is not newer")
        self._version = shown.version
        promise(len(shown.seats) == len(shown.heights), "a height for each seat")
        promise(len(shown.cards) <= 3, shown.cards)
        if shown.table in ("waiting", "paused"):
            told = any(isinstance(each.event, Revealed) for each in shown.story)
            promise(not shown.cards and shown.first is None and not shown.taken, "not covered")
            promise(shown.table == "waiting" or not told, "told a covered card")
        if shown.table == "waiting":
            return
        cards = sum(shown.heights) + shown.buried + shown.faceup
        promise(cards == sum(map(len, ledger.game.stacks)) + shown.buried + shown.faceup, cards)
        undecided = bool(ledger.candidates) or (shown.phase == "window" and not shown.collected)
        if shown.table != "over":
            promise(not shown.tallies, "figures of a running game")
            promise(not (undecided and shown.marks), "a mark of an undecided slap")
        promise(ledger.server_seed.hex() not in repr(shown.seats), "a seed")
