"""Computers against each other: whole games on the engine, timed as FAIRNESS 1.4 and 3 say.

With nobody but computers at a table nothing is ever held (W = 0), so a game is a pure function of
its deal seed, and a simulation one of its settings: the same settings give the same summary.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, get_args

from app.engine import game as engine
from app.engine.cards import Seat
from app.engine.events import Collected, Event, Reason
from app.engine.game import Game
from app.engine.rules import PRESETS, Preset, Rules
from app.engine.shuffle import TAG, deal, tie_key, u32
from app.table.computer import Draws, draws, level_of, plan, turn_ms
from app.table.setup import Level

REVEALS_MAX = 20_000
"""Where a game is left unfinished, and reported so: some rules let two computers go on for ever."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What to simulate; `seed` numbers the series of deals, 0 to 2**32 - 1."""

    preset: str
    seats: int
    games: int
    seed: int
    level: Level


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game in figures; `play_ms` is the play time of FAIRNESS 1.4.

    `reason` is None for a game left unfinished. `chances` counts reveals that could be slapped,
    `void` ties that awarded nothing.
    """

    reveals: int
    reason: Reason | None
    winner: Seat | None
    right: int
    wrong: int
    void: int
    chances: int
    by_slap: int
    by_challenge: int
    play_ms: int


def simulate(settings: Settings) -> dict[str, Any]:
    """Play the games and sum them up, as plain JSON values."""
    preset = PRESETS[settings.preset]
    rules = preset.rules_for(settings.seats)
    outcomes = [
        play(rules, preset, seed, settings.level)
        for seed in deal_seeds(settings.seed, settings.games)
    ]
    return summary(settings, outcomes)


def deal_seeds(seed: int, games: int) -> Iterator[bytes]:
    """The deal seeds of a series, game 0 first."""
    for number in range(games):
        yield hashlib.sha256(TAG("ers:simulate:1") + u32(seed) + u32(number)).digest()


def play(
    rules: Rules, preset: Preset, deal_seed: bytes, level: Level, reveals_max: int = REVEALS_MAX
) -> Outcome:
    """Play one game of computers to its end, or to `reveals_max` reveals."""
    table = Playing(rules, preset, deal_seed, level)
    while table.game.phase != "over" and not (
        table.game.phase == "ready" and table.game.reveals >= reveals_max
    ):
        table.step()
    return table.outcome()


Hand = tuple[int, bytes, Seat]
"""A slap to come: its x, its tie key (equal x go by it, never by seat), and whose it is."""


class Playing:
    """A game in progress: its stage, the hands still to come down, and what it has added up to."""

    def __init__(self, rules: Rules, preset: Preset, deal_seed: bytes, level: Level) -> None:
        self.rules, self.preset, self.deal_seed = rules, preset, deal_seed
        self.levels = [level_of(level, seat) for seat in range(rules.seats)]
        self.game: Game
        self.game, _ = deal(rules, deal_seed)
        self.window_ms = 0  # of this stage; at the deal and after a collection there is none
        self.drawn = self.draw()
        self.hands: list[Hand] = []  # the next one last
        self.slappable = False
        self.tally: Counter[str] = Counter()
        self.play_ms = 0

    def draw(self) -> list[Draws]:
        """What each seat draws for the newest reveal."""
        n = self.game.reveals
        return [draws(self.deal_seed, level, n, seat) for seat, level in enumerate(self.levels)]

    def step(self) -> None:
        """Carry out the next action: in order of x, and at equal x slap, close, reveal."""
        due, x = self.game.turn, self.window_ms
        if self.game.phase == "ready":
            assert due is not None  # in ready somebody always is
            x += turn_ms(self.drawn[due])
        if self.hands and self.hands[-1][0] <= x:
            self.slap()
        elif self.game.phase == "window":
            self.close(x)
        elif due is not None:
            self.reveal(due, x)

    def reveal(self, seat: Seat, x: int) -> None:
        """Turn the due seat's card: the stage of the reveal before ends, and everybody looks."""
        self.play_ms += x
        self.game, _ = engine.reveal(self.game, seat)
        self.drawn = self.draw()
        self.open_window()
        n = self.game.reveals
        hands: list[Hand] = []
        for looker, drawn in enumerate(self.drawn):
            if looker not in self.game.out:
                planned = plan(
                    drawn,
                    self.levels[looker],
                    self.rules.seats,
                    self.game.faceup,
                    self.rules,
                    self.preset.window_ms,
                )
                self.slappable = planned.right
                if planned.slaps:
                    hands.append((planned.react_ms, tie_key(self.deal_seed, n, looker), looker))
        self.hands = sorted(hands, reverse=True)
        self.tally["chances"] += self.slappable

    def close(self, x: int) -> None:
        """The window closes."""
        self.game, events = engine.close(self.game)
        if not self.rules.slap_until_covered:
            self.hands.clear()
        self.settle(x, events)

    def slap(self) -> None:
        """The next hand comes down."""
        x, _, seat = self.hands.pop()
        if self.slappable and self.preset.ties == "void" and self.hands and self.hands[-1][0] == x:
            self.hands.clear()  # an undecided tie: no award, and this reveal takes no more slaps
            self.tally["void"] += 1
            return
        before = self.game.phase
        self.game, events = engine.slap(self.game, seat)
        self.tally["right" if self.slappable else "wrong"] += 1
        if before == "ready" and self.game.phase == "window":  # a burn reopened the window
            self.play_ms += x
            self.open_window()
        else:
            self.settle(x, events)

    def open_window(self) -> None:
        """A stage with a reaction window begins."""
        claimed = self.game.claim is not None
        self.window_ms = self.preset.claim_window_ms if claimed else self.preset.window_ms

    def settle(self, x: int, events: tuple[Event, ...]) -> None:
        """Account for what happened at x; a collection and the end of the game end the stage."""
        collected = [event for event in events if isinstance(event, Collected)]
        for event in collected:
            self.tally[event.how] += 1
            self.hands.clear()
            self.window_ms = 0
        if collected or self.game.phase == "over":
            self.play_ms += x

    def outcome(self) -> Outcome:
        """The game in figures."""
        result, tally = self.game.result, self.tally
        return Outcome(
            reveals=self.game.reveals,
            reason=result.reason if result else None,
            winner=result.winner if result else None,
            right=tally["right"],
            wrong=tally["wrong"],
            void=tally["void"],
            chances=tally["chances"],
            by_slap=tally["slap"],
            by_challenge=tally["challenge"],
            play_ms=self.play_ms,
        )


def summary(settings: Settings, outcomes: list[Outcome]) -> dict[str, Any]:
    """The games in figures, as plain JSON values; times are in ms."""
    reveals = sorted(outcome.reveals for outcome in outcomes)
    times = sorted(outcome.play_ms for outcome in outcomes)
    endings = Counter(outcome.reason or "unfinished" for outcome in outcomes)
    winners = Counter(outcome.winner for outcome in outcomes)
    chances = sum(outcome.chances for outcome in outcomes)
    return {
        "settings": {**asdict(settings), "reveals_max": REVEALS_MAX},
        "games": len(outcomes),
        "reveals": spread(reveals),
        "endings": {reason: endings[reason] for reason in (*get_args(Reason), "unfinished")},
        "wins": [winners[seat] for seat in range(settings.seats)],
        "draws": winners[None] - endings["unfinished"],
        "slaps": {
            "right": sum(outcome.right for outcome in outcomes),
            "wrong": sum(outcome.wrong for outcome in outcomes),
            "void": sum(outcome.void for outcome in outcomes),
        },
        "chances": {"total": chances, "per_100_reveals": round(100 * chances / sum(reveals), 2)},
        "piles": {
            "slap": sum(outcome.by_slap for outcome in outcomes),
            "challenge": sum(outcome.by_challenge for outcome in outcomes),
        },
        "play_ms": spread(times),
    }


def spread(ordered: list[int]) -> dict[str, float]:
    """Figures in rising order, told as their total, median and ninth tenth by nearest rank."""
    return {
        "total": sum(ordered),
        "median": median(ordered),
        "p90": ordered[-(-9 * len(ordered) // 10) - 1],
    }
