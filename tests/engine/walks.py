"""Random walks: a game, the actions that are tried in it, and what came of each."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from app.engine.cards import Seat, deck
from app.engine.conditions import holding
from app.engine.game import Event, Game, IllegalAction, start
from app.engine.record import carry_out
from app.engine.shuffle import deal
from tests.engine.houses import houses


@dataclass(frozen=True)
class Tried:
    """One action that was tried: what stood before, and what came of it."""

    before: Game
    action: str
    after: Game
    events: tuple[Event, ...]
    why: str | None


def walk(game: Game, actions: list[str]) -> Iterator[Tried]:
    """Try the actions one after the other, going on where one is refused."""
    for action in actions:
        before, why = game, None
        events: tuple[Event, ...] = ()
        try:
            game, events = carry_out(game, action)
        except IllegalAction as refusal:
            why = refusal.why
        yield Tried(before, action, game, events, why)


def some_actions(game: Game, chance: Random, length: int) -> list[str]:
    """Actions to try, mostly such as carry a game on; a few more when it is over."""
    actions: list[str] = []
    temper = chance.choice([0.05, 0.2, 0.5])
    while len(actions) < length:
        actions.append(some_action(game, chance, temper))
        with suppress(IllegalAction):
            game, _ = carry_out(game, actions[-1])
        if game.phase == "over":
            length = min(length, len(actions) + 3)
    return actions


def some_action(game: Game, chance: Random, temper: float) -> str:
    """One of them; `temper` is how often somebody slaps for nothing."""
    seat = chance.randrange(game.rules.seats)
    roll = chance.random()
    if roll < (max(0.6, temper) if holding(game.faceup, game.rules.slaps) else temper):
        return f"slap {seat}"
    if roll > 0.97:
        return chance.choice([f"reveal {seat}", "close", "reveal"])
    if roll > 0.967:
        return "timeup"
    return "close" if game.phase == "window" else "reveal"


@st.composite
def small_games(draw: st.DrawFn) -> Game:
    """A few cards, of few ranks as often as not, anywhere on the table."""
    rules = draw(houses())
    ranks = draw(st.sets(st.sampled_from("A23456789TJQKX"), min_size=2, max_size=14))
    pack = [card for card in deck(rules.decks, rules.jokers != "none") if card[0] in ranks]
    if not pack:
        pack = ["7S", "8S"]
    places = draw(st.lists(st.integers(0, len(pack) - 1), unique=True, min_size=1, max_size=18))
    piles: list[list[str]] = [[] for _ in range(rules.seats + 2)]
    for i, place in enumerate(places):
        piles[draw(st.integers(0, rules.seats + 1)) if i else 0].append(pack[place])
    *stacks, buried, faceup = (tuple(pile) for pile in piles)
    turn = draw(st.sampled_from([seat for seat, stack in enumerate(stacks) if stack]))
    return start(rules, tuple(stacks), turn, buried, faceup)


@st.composite
def dealt_games(draw: st.DrawFn) -> tuple[Game, bytes, Seat]:
    """A whole deal."""
    seed = draw(st.binary(min_size=32, max_size=32))
    game, dealer = deal(draw(houses()), seed)
    return game, seed, dealer


games = small_games() | dealt_games().map(lambda dealt: dealt[0])


@st.composite
def walks(draw: st.DrawFn) -> tuple[Game, list[str]]:
    """A game, and actions to try in it one after the other."""
    game = draw(games)
    chance, length = Random(draw(st.integers(0, 2**32))), draw(st.integers(1, 200))
    return game, some_actions(game, chance, length)


def place(game: Game) -> tuple[object, ...]:
    """What RULES calls the same position."""
    return (
        game.stacks,
        game.buried,
        game.faceup,
        game.turn,
        game.challenge,
        game.last_chance,
        game.out,
    )


def stands_anew(tried: Tried) -> bool:
    """Does the action bring about a position in `ready`, and not leave it there as it was?"""
    stood = tried.before.phase == "ready" and place(tried.before) == place(tried.after)
    return tried.after.phase == "ready" and not stood
