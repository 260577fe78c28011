"""What is written into the log when something happens at a table: facts, before they are entries.

Pure functions of the ledger; `core` writes what they return, `ledger` says what it means.
"""

import base64
from collections.abc import Callable
from typing import Any, NamedTuple

from app.engine.cards import Seat
from app.engine.shuffle import commitment, daily_commitment, dealer
from app.table.arbiter import Timing, by_merit
from app.table.inputs import Press
from app.table.ledger import Ledger
from app.table.waiting import Kind, Plans, Waiting, candidates

Entropy = Callable[[int], bytes]


class Fact(NamedTuple):
    """An entry without its number: kind, x in ms, seat and what its payload says."""

    kind: str
    ms: int
    seat: Seat | None
    payload: dict[str, Any]


def fact(kind: str, ms: int = 0, seat: Seat | None = None, **payload: Any) -> Fact:
    """A fact in one line."""
    return Fact(kind, ms, seat, payload)


def carried_out(ledger: Ledger, plans: Plans, action: Waiting) -> Fact:
    """A waiting action is carried out."""
    if action.kind is Kind.SLAP:
        return verdict(ledger, plans) if ledger.holds else false_slap(action.x, action.seat)
    return fact(action.kind.name.lower(), action.x, action.seat)


def verdict(ledger: Ledger, plans: Plans) -> Fact:
    """Decide the right slaps that wait: the best one collects, or nobody at a void tie.

    A computer's slap is one from the start (FAIRNESS 1.4.5): each that falls within the window, or
    as early as the best, is beaten and shown, whenever the verdict comes. So a log tells the same
    of every line and every machine.
    """
    made = candidates(ledger, plans)
    best = by_merit(made, ledger.deal_seed, ledger.n)[0]
    until = max(ledger.reveal_window_ms, best.adj)
    void = ledger.setup.ties == "void" and sum(each.adj == best.adj for each in made) > 1
    beaten = [
        [each.seat, each.adj]
        for each in made
        if not each.person and (void or each.seat != best.seat) and each.adj <= until
    ]
    if void:
        return fact("void", best.adj, beaten=beaten)
    return fact("slap", best.adj, best.seat, beaten=beaten)


def false_slap(x: int, seat: Seat | None) -> Fact:
    """A slap where nothing holds goes to the engine as it is."""
    return fact("slap", x, seat, beaten=[])


def pressed(ledger: Ledger, seat: Seat, press: Press, timing: Timing, **what: Any) -> Fact:
    """An accepted press, with all that it was timed by (FAIRNESS 1.3)."""
    measured = {name: getattr(timing, name) for name in Timing.__slots__}
    where = {"n": ledger.n, "k": ledger.k, "cmd": press.cmd}
    return Fact("press", timing.e, seat, {**where, **measured, **what})


def slapped(ledger: Ledger, seat: Seat, press: Press, timing: Timing, holds: bool) -> Fact:
    """An accepted slap: whether something `holds`, and by what hand it came."""
    hand = {"by": press.by, "step_ms": press.step_ms}
    return pressed(ledger, seat, press, timing, what="slap", holds=holds, **hand)


def ended(ledger: Ledger) -> Fact:
    """What the game came to."""
    result = ledger.game.result
    assert result is not None
    return fact(
        "ended",
        deal=ledger.deal,
        winner=result.winner,
        reason=result.reason,
        counts=[len(stack) for stack in ledger.game.stacks],
        play_ms=ledger.played_ms,
    )


def sealed(ledger: Ledger, entropy: Entropy, day_seed: bytes | None = None) -> Fact:
    """The server's seed of the next deal is drawn and committed to.

    A daily's is its day's: given at first, and the same in every deal of its table.
    """
    if ledger.setup.date:
        seed = day_seed or ledger.server_seed
        assert seed, "a daily is opened with its day's seed"
        promise = daily_commitment(seed)
    else:
        seed = entropy(32)
        promise = commitment(seed)
    name = base64.urlsafe_b64encode(entropy(16)).rstrip(b"=").decode()
    return fact(
        "sealed",
        deal=ledger.deal + 1,
        id=name,
        server_seed=seed.hex(),
        commitment=promise.hex(),
    )


def all_ready(ledger: Ledger) -> bool:
    """Whether every person's seed for the deal is there."""
    return all(chair.seed is not None for chair in ledger.chairs)


def dealt(ledger: Ledger) -> Fact:
    """The deal, from everybody's seeds. The dealer is drawn by lot, then moves on."""
    seed, count = ledger.seed_of_deal(), len(ledger.chairs)
    seats = {chair.who: seat for seat, chair in enumerate(ledger.chairs)}
    lot = next((seats[who] for who in ledger.dealers if who in seats), dealer(seed, count))
    return fact("dealt", deal=ledger.deal, dealer=lot, deal_seed=seed.hex())
