"""Who is at the table and who is gone, by their streams, and what comes of it in time.

Only a link match waits for nobody: where people sit at one device its clock stops with its stream.
Times are milliseconds of the table's clock. Nothing here outlives the process: after a restart
everybody has to be seen again.
"""

from collections.abc import Collection

from app.engine.cards import Seat
from app.table import company, facts
from app.table.facts import Fact, fact
from app.table.ledger import Ledger

AWAY_MS = 10_000
HOST_GONE_MS = 20_000
SECOND_MS = 1000


class Attendance:
    """Since when each browser is without a stream, and since when a deal is counted down to."""

    def __init__(self) -> None:
        self._gone: dict[str, float] = {}
        self._counting: float | None = None
        self._counted = 0  # whole seconds of the countdown that have been told

    def look(self, ledger: Ledger, present: Collection[str], now: float) -> None:
        """Take note of who is there; call it whenever anything may have changed."""
        people = {chair.browser for chair in ledger.people if chair.browser is not None}
        awaited = people.difference(present)
        if ledger.setup.mode != "link" or ledger.closed:
            awaited.clear()
        self._gone = {browser: self._gone.get(browser, now) for browser in awaited}
        if not ledger.starting:
            self._counting = None
        elif self._counting is None:
            self._counting, self._counted = now, 0

    def seen(self, browser: str, now: float) -> None:
        """Who has no stream has given a sign of life: their time without one begins anew."""
        if browser in self._gone:
            self._gone[browser] = now

    def starts(self, ledger: Ledger) -> int | None:
        """The seconds until the deal, from 3 down to 1; None while none is counted down to."""
        return company.STARTS_S - self._counted if ledger.starting else None

    def deadline(self, ledger: Ledger) -> float | None:
        """When `due` has something to say next, None for never."""
        moments = [since + AWAY_MS for _, since in self._not_yet_away(ledger)]
        host = self._gone.get(_host(ledger) or "")
        if host is not None and self._present(ledger):
            moments.append(host + HOST_GONE_MS)
        if self._counting is not None:
            moments.append(self._next_second(self._counting))
        return min(moments, default=None)

    def due(self, ledger: Ledger, now: float, e: int) -> list[Fact]:
        """What has come of it by now, `e` ms after T."""
        found = [
            fact("away", e, seat, away=True)
            for seat, since in self._not_yet_away(ledger)
            if since + AWAY_MS <= now
        ]
        host = self._gone.get(_host(ledger) or "")
        if host is not None and host + HOST_GONE_MS <= now:
            found += company.hand_on(ledger, self._present(ledger))
        if self._counting is not None:
            while self._counted < company.STARTS_S and self._next_second(self._counting) <= now:
                self._counted += 1
            if self._counted == company.STARTS_S:
                found.append(facts.dealt(ledger))
        return found

    def _next_second(self, counting: float) -> float:
        # One sum for both: the clock's fractions must not round to a deadline that brings nothing.
        return counting + (self._counted + 1) * SECOND_MS

    def _not_yet_away(self, ledger: Ledger) -> list[tuple[Seat, float]]:
        return [
            (seat, self._gone[chair.browser])
            for seat, chair in enumerate(ledger.chairs)
            if chair.browser in self._gone and not chair.away
        ]

    def _present(self, ledger: Ledger) -> list[Seat]:
        return [
            seat
            for seat, chair in enumerate(ledger.chairs)
            if chair.browser is not None and chair.browser not in self._gone
        ]


def _host(ledger: Ledger) -> str | None:
    return next((c.browser for c in ledger.people if c.sitting == ledger.host), None)
