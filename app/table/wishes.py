"""What people want beside turning and slapping: to stop the clock, to go on, to play again.

`granted` is a pure function of the ledger: it returns the facts to write, none where the wish
changes nothing, or raises Refused.
"""

from app.engine.cards import Seat
from app.table import company, facts
from app.table.facts import Entropy, Fact, fact
from app.table.inputs import (
    Auto,
    Change,
    Close,
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
    Start,
    Wish,
)
from app.table.ledger import Ledger
from app.table.names import numbered
from app.table.waiting import Kind, Plans, Waiting, candidates, waiting


def granted(
    ledger: Ledger, plans: Plans, wish: Wish, browser: str, e: int, entropy: Entropy
) -> list[Fact]:
    """The facts that a wish of this browser comes to, `e` ms after T.

    Raises Refused (NotYourSeat) where it cannot be.
    """
    seats = ledger.seats_of(browser)
    match wish:
        case Join():
            return company.join(ledger, wish.name, browser)
        case Leave():
            return _leave(ledger, plans, browser, e)
        case Move():
            return company.move(ledger, wish.seat, seats, wish.browser)
        case Start() | Remove() | Change() | Close():
            return _hosted(ledger, wish, seats, entropy)
        case Ready():
            return _ready(ledger, seats, wish, entropy)
        case Pause():
            if not ledger.setup.one_device:
                raise Refused("The table plays on without you.")
            return pause(ledger, plans, e, "asked")
        case Resume():
            return _resume(ledger)
        case Auto():
            return [
                fact("auto", e, seat, on=wish.on)
                for seat in seats
                if ledger.chairs[seat].auto != wish.on
            ]
        case Next():
            return [begun(ledger, e)] if ledger.state == "playing" and ledger.held else []
        case Pace():
            return _pace(ledger, wish)
        case Name():
            return _name(ledger, seats, wish)
        case Rematch():
            return _rematch(ledger, seats, entropy)
        case Restart():
            return _restart(ledger, entropy)


def _hosted(
    ledger: Ledger, wish: Start | Remove | Change | Close, seats: tuple[Seat, ...], entropy: Entropy
) -> list[Fact]:
    """What only the host of a link match may ask for."""
    if ledger.setup.mode != "link":
        raise Refused("This table has no host: it is for one device.")
    if not any(ledger.chairs[seat].sitting == ledger.host for seat in seats):
        raise NotYourSeat("Only the host of this table can do that.")
    match wish:
        case Start():
            return company.start(ledger, seats[0], wish.seed or entropy(16), wish.seed is None)
        case Remove():
            return company.remove(ledger, wish.seat, wish.sitting)
        case Change():
            return company.change(ledger, wish.setup, entropy)
        case Close():
            return company.close(ledger)


def _leave(ledger: Ledger, plans: Plans, browser: str, e: int) -> list[Fact]:
    """Up and away: at one device the clock stops, where one runs."""
    if ledger.closed:
        return []
    if not ledger.setup.one_device:
        return company.leave(ledger, browser, e)
    return pause(ledger, plans, e, "asked") if ledger.state in ("playing", "handover") else []


def begun(ledger: Ledger, e: int, slapped: bool = False) -> Fact:
    """A window that waited begins: in full, or as good as over where nobody is left to slap in it.

    Whoever asks for the next card does not want this one; only computers, people at other devices,
    or who sits beside somebody that has `slapped` it falsely, may still.
    """
    others = ledger.setup.computers > 0 or not ledger.setup.one_device
    return fact("begun", e, full=slapped or others)


def pause(ledger: Ledger, plans: Plans, e: int, why: str) -> list[Fact]:
    """The clock stops: at once, or when the last slap that waits is decided (FAIRNESS 1.4.10)."""
    if ledger.state == "over":
        raise Refused("This game is over.")
    if ledger.state == "waiting":
        raise Refused("There is nothing to pause yet.")
    if ledger.state == "paused" or ledger.pausing:
        return []
    if ledger.state == "playing" and not stoppable(ledger, plans, e):
        return [fact("pausing")]
    # A hand-over has ended its stage, and with it the time that counts as play.
    return [fact("paused", e if ledger.state == "playing" else 0, why=why)]


def stoppable(ledger: Ledger, plans: Plans, e: int | None) -> bool:
    """May the clock stop now? In a ranked daily no pattern may be studied meanwhile."""
    studied = ledger.setup.ranked and ledger.game.phase == "window"
    return not studied and not hands_down(ledger, plans, e)


def unseen(ledger: Ledger, plans: Plans) -> Waiting | None:
    """What is still to be carried out on a reveal that is not shown again, None when it is over.

    In a ranked daily a restart ends n as if the person had not slapped it (FAIRNESS 1.4.9).
    """
    action = waiting(ledger, plans) if ledger.setup.ranked else None
    return action if action is not None and action.kind in (Kind.SLAP, Kind.CLOSE) else None


def hands_down(ledger: Ledger, plans: Plans, e: int | None) -> bool:
    """Does a right slap that has been made still wait for its decision?

    A computer's has been made once its reaction time has come. `e` is None before T.
    """
    made = candidates(ledger, plans)
    return any(each.person or (e is not None and each.adj <= e) for each in made)


def _ready(ledger: Ledger, seats: tuple[Seat, ...], wish: Ready, entropy: Entropy) -> list[Fact]:
    """A seed for each seat that has none; a second `ready` changes nothing."""
    if ledger.state == "handover":
        return [fact("handed", asks=wish.asks)]
    if ledger.state != "waiting":
        return []
    # A daily's deal is everybody's: no person's seed counts in it.
    seed, drawn = (b"", False) if ledger.setup.date else (wish.seed, wish.seed is None)
    return [
        fact("ready", 0, seat, seed=(entropy(16) if seed is None else seed).hex(), drawn=drawn)
        for seat in seats
        if ledger.chairs[seat].seed is None
    ]


def _resume(ledger: Ledger) -> list[Fact]:
    if ledger.state == "paused":
        return [fact("resumed")]
    if ledger.state not in ("playing", "handover"):
        raise Refused("There is no paused game at this table.")
    return []


def _pace(ledger: Ledger, wish: Pace) -> list[Fact]:
    if ledger.setup.ranked:
        raise Refused("The daily has one pace for everybody. Practise the deal at any other.")
    if not ledger.setup.one_device:
        raise Refused("The pace of this table is set by its host before the deal.")
    if ledger.state == "playing":
        raise Refused("Pause the game, then change its pace.")
    return [fact("paced", window_ms=wish.window_ms)]


def _name(ledger: Ledger, seats: tuple[Seat, ...], wish: Name) -> list[Fact]:
    if wish.seat not in seats:
        raise NotYourSeat("That seat is not yours.")
    name = wish.name
    if ledger.setup.mode == "link":
        name = numbered(name, company.names(ledger, besides=wish.seat))
    if ledger.chairs[wish.seat].name == name:
        return []
    return [Fact("named", 0, wish.seat, {"seat": wish.seat, "name": name})]


def _rematch(ledger: Ledger, seats: tuple[Seat, ...], entropy: Entropy) -> list[Fact]:
    if ledger.state == "waiting":
        return []  # the second of two presses: one game
    if ledger.state != "over":
        raise Refused("This game is still running.")
    if ledger.setup.ranked:
        raise Refused("The daily is played once. Practise its deal as often as you like.")
    if ledger.setup.one_device:
        return [facts.sealed(ledger, entropy)]
    return [
        fact("offered", 0, seat)
        for seat in seats
        if ledger.chairs[seat].sitting not in ledger.offers
    ]


def _restart(ledger: Ledger, entropy: Entropy) -> list[Fact]:
    if ledger.setup.ranked:
        raise Refused("The daily is played once. Practise its deal as often as you like.")
    if not ledger.setup.one_device:
        raise Refused("A game with others cannot be started again before it is over.")
    return [] if ledger.state == "waiting" else [facts.sealed(ledger, entropy)]
