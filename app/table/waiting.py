"""What waits at a table, and for how long: FAIRNESS 1.4 as a function of the table's state.

Each waiting action has a time x from the start of the stage; it is carried out in order of x, once
`T + x + hold` has come. Nothing here is scheduled state: the list is derived each time from the
ledger and from the computers' plans, so a plan cannot outlive its reveal, its game or a restart.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from app.engine import game as engine
from app.engine.cards import Seat
from app.engine.game import Game
from app.table.arbiter import Candidate, bound
from app.table.computer import Plan, draws, plan, turn_ms
from app.table.ledger import Ledger
from app.table.line import Line

AUTO_TURN_MS = 600
IDLE_TURN_MS = 120_000  # who sits at a link match and does not turn keeps others waiting so long


class Kind(IntEnum):
    """The actions that can wait, in the order in which they go at equal x."""

    SLAP = 0
    CLOSE = 1
    REVEAL = 2
    TIMEUP = 3


@dataclass(frozen=True, slots=True)
class Waiting:
    """One waiting action. `actor` is whose press or plan it is: others' possible slaps are waited
    for.
    """

    x: int
    kind: Kind
    seat: Seat | None = None
    actor: Seat | None = None


class Plans:
    """The computers' plans for the newest reveal, each computed once and forgotten with it."""

    def __init__(self) -> None:
        self._key: tuple[int, int] = (0, 0)
        self._plans: dict[Seat, Plan] = {}

    def of(self, ledger: Ledger, seat: Seat) -> Plan:
        if self._key != (ledger.deal, ledger.n):
            self._key = (ledger.deal, ledger.n)
            self._plans.clear()
        found = self._plans.get(seat)
        if found is None:
            setup, level = ledger.setup, ledger.chairs[seat].level
            assert level is not None
            found = self._plans[seat] = plan(
                draws(ledger.deal_seed, level, ledger.n, seat),
                level,
                setup.computers,
                ledger.game.faceup,
                setup.rules,
                setup.window_ms,
            )
        return found


def computers_turn_their_own(ledger: Ledger) -> bool:
    """RULES, Presets: by themselves, or a person's Reveal turns their cards too."""
    people = [chair for chair in ledger.chairs if chair.person]
    by_person = ledger.setup.turning == "person" and len(people) == 1
    return not by_person or any(chair.auto for chair in people)


def hands_over(ledger: Ledger, game: Game) -> bool:
    """Would `game`, as it then stands at this table, wait for another person to take the device?

    FAIRNESS 1.4.10: when it is `ready` and another person is due. Where their cards are turned for
    them nobody needs to.
    """
    setup, due = ledger.setup, game.turn
    if setup.mode != "pass" or setup.handover == "never" or not ledger.asks:
        return False
    if game.phase != "ready" or due is None or not ledger.chairs[due].person:
        return False
    if ledger.holder in (None, due) or ledger.chairs[due].turned:
        return False
    return setup.handover == "every" or not game.faceup


def candidates(ledger: Ledger, plans: Plans) -> list[Candidate]:
    """The right slaps that wait: people's stored ones, and the computers' from the start."""
    stored = list(ledger.candidates.values())
    if not ledger.holds or ledger.shut:
        return stored
    return stored + [
        Candidate(seat, react, person=False) for seat, react in _computers_slaps(ledger, plans)
    ]


def reveal_at(ledger: Ledger, plans: Plans) -> Waiting | None:
    """The reveal that waits in `ready`: a person's press, automatic turning or a computer's own."""
    game = ledger.game
    if game.phase != "ready" or game.turn is None:
        return None
    waiting = []
    if ledger.asked is not None and ledger.asked.due == game.turn:
        waiting.append(Waiting(ledger.asked.x, Kind.REVEAL, game.turn, ledger.asked.seat))
    chair = ledger.chairs[game.turn]
    if chair.turned:
        waiting.append(_turned_at(ledger, AUTO_TURN_MS, chair.switched_ms))
    elif chair.person and ledger.setup.mode == "link":
        waiting.append(_turned_at(ledger, IDLE_TURN_MS, 0))
    elif chair.level is not None and computers_turn_their_own(ledger):
        turn = turn_ms(draws(ledger.deal_seed, chair.level, ledger.n, game.turn))
        # A lone person who turns for the computers leaves it to them by automatic turning.
        alone = sum(each.person for each in ledger.chairs) == 1
        waiting.append(_turned_at(ledger, turn, ledger.switched_ms if alone else 0))
    return min(waiting, key=lambda each: each.x, default=None)


def _turned_at(ledger: Ledger, turn: int, least: int) -> Waiting:
    """The due seat's card turns by itself: `turn` ms after the window, never before `least`."""
    x = max(ledger.window_ms + turn, least)
    return Waiting(x, Kind.REVEAL, ledger.game.turn, ledger.game.turn)


def waiting(ledger: Ledger, plans: Plans) -> Waiting | None:
    """The next action in order of x, or None. Of several slaps at one x any stands for all."""
    if ledger.state != "playing":
        return None
    game = ledger.game
    queue = [
        Waiting(each.adj, Kind.SLAP, each.seat, each.seat) for each in candidates(ledger, plans)
    ]
    if not ledger.holds:
        queue += [
            Waiting(react, Kind.SLAP, seat, seat) for seat, react in _computers_slaps(ledger, plans)
        ]
    if game.phase == "window" and not ledger.held:
        queue.append(Waiting(ledger.window_ms, Kind.CLOSE))
    reveal = reveal_at(ledger, plans)
    if reveal is not None:
        queue.append(reveal)
    limit_s = ledger.setup.rules.time_limit_s
    if limit_s is not None and game.phase == "ready":
        falls = limit_s * 1000 - ledger.played_ms
        queue.append(Waiting(max(ledger.window_ms, falls), Kind.TIMEUP))
    return min(queue, key=lambda each: (each.x, each.kind), default=None)


def hold_ms(ledger: Ledger, lines: Mapping[str, Line], action: Waiting) -> int:
    """W: how long `action` waits, beyond its x, for presses that may still be on their way."""
    game, rules = ledger.game, ledger.setup.rules
    if ledger.setup.order == "arrival":
        return 0
    if action.kind is Kind.SLAP and not ledger.holds:
        return 0  # a false slap goes to the engine at arrival
    if action.kind is Kind.CLOSE and rules.slap_until_covered:
        closed, events = engine.close(game)
        if not events and not hands_over(ledger, closed):
            return 0  # it collects nothing, awards nothing, ends nothing, and slaps stay open
    if not game.faceup or ledger.shut:
        return 0
    if game.phase == "ready" and not rules.slap_until_covered:
        return 0
    most = 0
    for seat, chair in enumerate(ledger.chairs):
        if seat == action.actor or chair.browser is None or not may_slap(ledger, seat):
            continue
        line = lines.get(chair.browser)
        if line is not None and line.active is not None:
            most = max(most, bound(line.baseline, chair.quota, ledger.setup.cap))
    return most


def may_slap(ledger: Ledger, seat: Seat) -> bool:
    """Has this seat not slapped on n, and is it not out?"""
    return seat not in ledger.slapped and seat not in ledger.game.out


def _computers_slaps(ledger: Ledger, plans: Plans) -> list[tuple[Seat, int]]:
    """The computers' slaps on n that are still to come, right or wrong: seat and reaction."""
    game, covered = ledger.game, ledger.setup.rules.slap_until_covered
    if not game.faceup or ledger.shut or ledger.held or (game.phase == "ready" and not covered):
        return []
    return [
        (seat, each.react_ms)
        for seat, chair in enumerate(ledger.chairs)
        if chair.level is not None and may_slap(ledger, seat)
        for each in (plans.of(ledger, seat),)
        if each.slaps and (covered or each.react_ms <= ledger.window_ms)
    ]
