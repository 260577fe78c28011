"""May this press count? The checks of FAIRNESS 1.4, before anything is stored or changed.

Each function returns what the press may do, or raises Refused (Late where there is no penalty and
nothing to be sorry for). `since` is T of the present stage, None until it is published.
"""

from app.engine.cards import Seat
from app.table.arbiter import NO_BASELINE, Timing, by_arrival, timed
from app.table.inputs import Late, Press, Refused
from app.table.ledger import Ledger
from app.table.line import Lines
from app.table.waiting import Waiting, computers_turn_their_own

NOT_YET = "That card has not been turned yet."
LATE = "That came after the pile was taken."
OVER = "That came after the time to slap. It costs nothing."


def named(seen: str) -> tuple[int, int]:
    """The stage `n.k` as numbers that compare as the stages follow each other."""
    n, _, k = seen.partition(".")
    return int(n), int(k)


def expect_begun(ledger: Ledger, since: float | None, seen: str) -> int:
    """The reveal n that a press names, if that stage has begun and the game is running."""
    if ledger.state == "over":
        raise Refused("This game is over.")
    if ledger.state == "waiting":
        raise Refused("The cards have not been dealt yet.")
    unpublished = since is None and ledger.state == "playing"
    if named(seen) > (ledger.n, ledger.k - unpublished):
        raise Refused(NOT_YET)
    return named(seen)[0]


def expect_current(ledger: Ledger, since: float | None, seen: str, now: float) -> float:
    """T of the present stage, if that is the one the press names, and it did not arrive before."""
    if ledger.state == "paused":
        raise Refused("The game is paused.")
    if ledger.state == "handover":
        raise Late(LATE)
    if since is None or named(seen) != (ledger.n, ledger.k):
        raise Late(LATE)
    if now < since:
        raise Refused(NOT_YET)
    return since


def expect_slappable(ledger: Ledger, seat: Seat) -> None:
    """Is there something that this seat may slap, rightly or not?"""
    if seat in ledger.game.out:
        raise Refused("You are out of this game.")
    if not ledger.game.faceup:
        # Where a pile has just been taken, this hand was meant for it.
        raise Late(LATE) if ledger.collected else Refused("There is nothing to slap.")
    covered = ledger.setup.rules.slap_until_covered
    if ledger.shut or (ledger.game.phase == "ready" and not covered):
        raise Late(OVER)


def expect_in_time(ledger: Ledger, reveal: Waiting | None, timing: Timing) -> None:
    """Does the slap come before the end of the window, where it counts, and a waiting reveal?"""
    timed = not ledger.held and not ledger.setup.rules.slap_until_covered
    if timed and timing.adj > ledger.window_ms:
        raise Late(OVER)
    if reveal is not None and timing.adj > reveal.x:
        raise Late(LATE)


def expect_turner(ledger: Ledger, seats: tuple[Seat, ...]) -> Seat:
    """Which of these seats turns the due card: the due one, or a person's for a computer."""
    due = ledger.game.turn
    if ledger.game.phase == "window" or due is None:
        raise Refused("Wait until the window has closed.")
    if due in seats:
        return due
    if ledger.chairs[due].person or computers_turn_their_own(ledger):
        raise Refused(f"{ledger.chairs[due].name} turns the next card.")
    return seats[0]


def timing(ledger: Ledger, lines: Lines, seat: Seat, press: Press, e: int, stall: int) -> Timing:
    """Place a press on the common scale: by the line it came on, as this table compares."""
    setup, chair = ledger.setup, ledger.chairs[seat]
    if setup.order == "arrival":
        return by_arrival(e, press.rt, chair.quota)
    line = lines.get(chair.browser or "")
    if line is None or line.active != press.stream:
        return timed(e, press.rt, NO_BASELINE, None, chair.quota, stall, setup.cap)
    return timed(e, press.rt, line.baseline, line.ack, chair.quota, stall, setup.cap)
