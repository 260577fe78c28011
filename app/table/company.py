"""Who sits at a link match: how people come, go, and follow from one deal to the next.

Pure functions of the ledger. Each returns the facts to write, whose `seated` entry holds the whole
seating as it is from then on, or raises Refused. Before the deal there is a chair for every seat
that the table has, open ones too; the deal is for those that are taken.
"""

from collections.abc import Container, Sequence
from dataclasses import asdict
from typing import Any

from app.engine.cards import Seat
from app.table import facts
from app.table.chair import Chair, Latecomer
from app.table.computer import level_of
from app.table.facts import Entropy, Fact, fact
from app.table.inputs import NotYourSeat, Refused
from app.table.ledger import Ledger
from app.table.names import numbered
from app.table.setup import Setup, setup_fields

NAMES = ("West", "North", "East", "Ada", "Basil", "Cleo", "Dina")
STARTS_S = 3
CLOSED = "This table has closed."
FULL = "All seats are taken. You can watch."


def seats_for(setup: Setup, browser: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """The seats of a new table, as its log stores them: the opener's people, then the computers.

    `names` are the people's, in order of seats. A link match has open seats for the others.
    """
    people = [_person(browser, name, number) for number, name in enumerate(names, start=1)]
    return _filled(setup, [each | {"auto": setup.auto} for each in people])


def computers(setup: Setup, first: Seat, people: Container[str]) -> list[dict[str, Any]]:
    """The chairs of the computers, on the seats from `first` on; `people` are the others' names."""
    return [
        Chair("computer", numbered(name, people), level_of(setup.level, seat), None).fields()
        for seat, name in enumerate(NAMES[: setup.computers], start=first)
    ]


def names(ledger: Ledger, besides: Seat | None = None) -> set[str]:
    """The names that are taken at a table, those of its latecomers too."""
    taken = {chair.name for seat, chair in enumerate(ledger.chairs) if seat != besides}
    return taken | {each.name for each in ledger.latecomers}


def seated(
    ledger: Ledger,
    why: str,
    chairs: Sequence[dict[str, Any]] | None = None,
    host: int | None = None,
    latecomers: Sequence[Latecomer] | None = None,
) -> Fact:
    """The seating from now on; what is not given stays as it is. `host` is a sitting."""
    return fact(
        "seated",
        why=why,
        seats=[chair.fields() for chair in ledger.chairs] if chairs is None else chairs,
        host=ledger.host if host is None else host,
        latecomers=[
            asdict(each) for each in (ledger.latecomers if latecomers is None else latecomers)
        ],
    )


def join(ledger: Ledger, name: str, browser: str) -> list[Fact]:
    """A seat for this browser now, or in the next game; a second time changes nothing."""
    if not ledger.setup.mode == "link":
        raise Refused("This table is for one device. Open one of your own.")
    if ledger.knows(browser):
        return []
    if ledger.free == 0:
        raise Refused(FULL)
    sitting = ledger.sittings + 1
    called = numbered(name, names(ledger))
    if ledger.state != "waiting" or ledger.starting:
        coming = [*ledger.latecomers, Latecomer(browser, called, sitting)]
        return [seated(ledger, "joined", latecomers=coming)]
    chairs = [chair.fields() for chair in ledger.chairs]
    seat = next(s for s, chair in enumerate(ledger.chairs) if chair.kind == "open")
    chairs[seat] = _person(browser, called, sitting)
    # Who comes to a table without anybody is its host.
    return [seated(ledger, "joined", chairs, host=ledger.host or sitting)]


def leave(ledger: Ledger, browser: str, e: int) -> list[Fact]:
    """This browser goes on purpose, from its seat or from the latecomers, `e` ms after T."""
    coming = [each for each in ledger.latecomers if each.browser != browser]
    if len(coming) < len(ledger.latecomers):
        return [seated(ledger, "left", latecomers=coming)]
    seats = ledger.seats_of(browser)
    if not seats:
        raise NotYourSeat("You have no seat at this table.")
    return _emptied(ledger, seats[0], "left", e)


def remove(ledger: Ledger, seat: Seat, sitting: int | None = None) -> list[Fact]:
    """The host takes a seat away from somebody else, while nothing is dealt.

    Where `sitting` is given, from nobody else than that.
    """
    if ledger.state != "waiting":
        raise Refused("Nobody is taken from a game. Wait until the next one.")
    if not 0 <= seat < len(ledger.chairs) or not ledger.chairs[seat].person:
        raise Refused("Nobody sits there.")
    if sitting not in (None, ledger.chairs[seat].sitting):
        raise Refused("Somebody else sits there now.")
    if ledger.chairs[seat].sitting == ledger.host:
        raise Refused("That is your own seat. Leave the table to free it.")
    return _emptied(ledger, seat, "removed")


def move(ledger: Ledger, seat: Seat, seats: tuple[Seat, ...], browser: str) -> list[Fact]:
    """Another browser takes over a seat of this one, whatever the mode."""
    if seat not in seats:
        raise NotYourSeat("That seat is not yours.")
    # At one device a browser holds the seats of all its people: they follow one another.
    if ledger.knows(browser) and not ledger.setup.one_device:
        raise Refused("That browser sits at this table already.")
    sitting = ledger.sittings + 1
    chairs = [chair.fields() for chair in ledger.chairs]
    moved = ledger.chairs[seat]
    chairs[seat] |= {"browser": browser, "sitting": sitting, "was": moved.sitting}
    host = sitting if moved.sitting == ledger.host else None
    return [seated(ledger, "moved", chairs, host)]


def start(ledger: Ledger, seat: Seat, seed: bytes, drawn: bool) -> list[Fact]:
    """The host, at `seat`, begins, and is ready by that. Raises Refused."""
    if ledger.state == "over":
        raise Refused("Press Play again, or take everybody back to the waiting room.")
    if ledger.state != "waiting":
        raise Refused("This game is still running.")
    if ledger.starting:
        return []
    people = [chair for chair in ledger.chairs if chair.person]
    if len(people) + ledger.offered.computers < 2:
        raise Refused("You are alone here. Share the link, or let a computer sit down.")
    host = ledger.chairs[seat]
    late = [chair.name for chair in people if chair.seed is None and chair is not host]
    if late:
        raise Refused(f"{late[0]} is not ready yet.")
    ready = [] if host.seed else [fact("ready", 0, seat, seed=seed.hex(), drawn=drawn)]
    return ready + _starting(ledger)


def _starting(ledger: Ledger) -> list[Fact]:
    """The countdown begins, with the chairs that are taken."""
    people = [chair.fields() for chair in ledger.chairs if chair.person]
    taken = people + computers(ledger.offered, len(people), _named(people))
    return [seated(ledger, "starting", taken), fact("starting")]


def _follow_on(ledger: Ledger) -> Fact:
    """The seating of the next deal: who stayed, then who came, and open chairs for the rest."""
    staying = [chair.fields() for chair in ledger.chairs if chair.person and not chair.left]
    coming = _coming(ledger)
    chairs = _filled(ledger.offered, staying + coming)
    sittings = [each["sitting"] for each in staying + coming]
    host = ledger.host if ledger.host in sittings else min(sittings, default=0)
    return seated(ledger, "next", chairs, host, latecomers=())


def change(ledger: Ledger, setup: Setup, entropy: Entropy) -> list[Fact]:
    """Other rules; as many seats as they say, but nobody is pushed out. Raises Refused.

    After a game everybody is back in the waiting room by it.
    """
    if ledger.state not in ("waiting", "over"):
        raise Refused("The rules are changed between games.")
    people = [chair.fields() for chair in ledger.people] + _coming(ledger)
    if setup.people < len(people):
        raise Refused(f"There are {len(people)} people here: these rules have too few seats.")
    before = [fact("halted")] if ledger.starting else []
    if ledger.state == "over":
        before = [facts.sealed(ledger, entropy)]
    chairs = _filled(setup, people)
    return [
        *before,
        fact("changed", setup=setup_fields(setup)),
        seated(ledger, "changed", chairs, latecomers=()),
    ]


def hand_on(ledger: Ledger, present: Sequence[Seat]) -> list[Fact]:
    """The host has been gone: who of those present has sat here longest takes over."""
    sittings = [ledger.chairs[seat].sitting for seat in present]
    return [seated(ledger, "host", host=min(sittings))] if sittings else []


def take_back(ledger: Ledger, browser: str) -> list[Fact]:
    """The host who was gone has come back before anybody gave the table up for good."""
    mine = any(ledger.chairs[seat].sitting == ledger.ceded for seat in ledger.seats_of(browser))
    return [seated(ledger, "back", host=ledger.ceded)] if mine and ledger.ceded else []


def following(ledger: Ledger, entropy: Entropy) -> list[Fact]:
    """What follows at once at a link match: the next deal that all want, and its countdown."""
    if ledger.setup.mode != "link" or ledger.closed:
        return []
    if _all_want_another(ledger) or _left_to_latecomers(ledger):
        return [facts.sealed(ledger, entropy), _follow_on(ledger)]
    if _waits_for_nobody(ledger):
        return _drawn(ledger, entropy) + _starting(ledger)
    return []


def abandoned(ledger: Ledger) -> bool:
    """Does a link match run at which nobody is left?"""
    running = ledger.setup.mode == "link" and ledger.state == "playing"
    return running and all(chair.away for chair in ledger.people)


def _waits_for_nobody(ledger: Ledger) -> bool:
    """May the next deal be counted down to, because everybody asked for it already?"""
    if ledger.state != "waiting" or ledger.starting or not ledger.agreed:
        return False
    taken = [chair for chair in ledger.chairs if chair.kind != "open"]
    here = [chair for chair in taken if chair.person and not chair.away]
    return len(taken) > 1 and bool(here) and all(chair.seed is not None for chair in here)


def _drawn(ledger: Ledger, entropy: Entropy) -> list[Fact]:
    """The seeds of who stays but is away: their page cannot send one."""
    return [
        fact("ready", 0, seat, seed=entropy(16).hex(), drawn=True)
        for seat, chair in enumerate(ledger.chairs)
        if chair.person and chair.seed is None
    ]


def _left_to_latecomers(ledger: Ledger) -> bool:
    """Have all who played gone, while others wait for the next game?"""
    return ledger.dealt and not ledger.people and bool(ledger.latecomers)


def _all_want_another(ledger: Ledger) -> bool:
    """Has everybody who is here asked for another game?"""
    if ledger.state != "over" or not any(c.sitting in ledger.offers for c in ledger.people):
        return False
    return all(chair.sitting in ledger.offers or chair.away for chair in ledger.people)


def close(ledger: Ledger) -> list[Fact]:
    """The table ends for good. Raises Refused while a game runs."""
    if ledger.state in ("playing", "paused"):
        raise Refused("A game is running. Close the table when it is over.")
    return [fact("closed")]


def _emptied(ledger: Ledger, seat: Seat, why: str, e: int = 0) -> list[Fact]:
    """A seat without its person: open before the deal, and else turned for to the end."""
    gone = ledger.chairs[seat]
    host = _host(ledger, gone.sitting) if gone.sitting == ledger.host else None
    if ledger.starting:
        others = [c.fields() for c in ledger.chairs if c.person and c is not gone]
        chairs = _filled(ledger.offered, others + _coming(ledger))
        return [fact("halted"), seated(ledger, why, chairs, host, latecomers=())]
    seats = [chair.fields() for chair in ledger.chairs]
    seats[seat] = _open() if ledger.state == "waiting" else seats[seat] | {"browser": None}
    return [seated(ledger, why, seats, host)._replace(ms=e)]


def _coming(ledger: Ledger) -> list[dict[str, Any]]:
    """The latecomers, as they sit down."""
    return [_person(each.browser, each.name, each.sitting) for each in ledger.latecomers]


def _host(ledger: Ledger, without: int = 0) -> int:
    """Whose table it is: its host's while they sit here, else who has sat here longest; 0: none.

    Who goes in a countdown halts it, and then the latecomers sit here too.
    """
    sittings = [chair.sitting for chair in ledger.people if chair.sitting != without]
    if ledger.starting:
        sittings += [each.sitting for each in ledger.latecomers]
    return ledger.host if ledger.host in sittings else min(sittings, default=0)


def _filled(table: Setup, people: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every chair of the table: people, open ones, computers."""
    empty = [_open() for _ in range(table.people - len(people))]
    return people + empty + computers(table, table.people, _named(people))


def _named(people: list[dict[str, Any]]) -> set[str]:
    return {each["name"] for each in people}


def _open() -> dict[str, Any]:
    return Chair("open", "", None, None).fields()


def _person(browser: str, name: str, sitting: int) -> dict[str, Any]:
    return Chair("person", name, None, browser, sitting=sitting).fields()
