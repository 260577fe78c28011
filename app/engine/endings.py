"""The endings: checked after every accepted action, in the order of RULES, until one applies."""

from app.engine.cards import Seat
from app.engine.events import Collected, Ended, Event, LastChanceLeft, Reason
from app.engine.state import Game, LastChance, Result, Step, collect, position

LAST_CHANCE_REVEALS = 3
REPETITIONS = 3


def settled(game: Game, events: tuple[Event, ...]) -> Step:
    """The game after an action and what it brought about: the same one, or its end.

    `events` are the action's own; they come first in what is returned. A window that closed is one
    in `ready` without a collection; nothing but ending 1 can end a game whose window is open.
    """
    rules = game.rules
    if len(game.out) == rules.seats - 1:
        standing = next(seat for seat in range(rules.seats) if seat not in game.out)
        return _over(game, events, standing, "last_standing")
    if game.phase == "window":
        return game, events
    if game.last_chance:
        if not game.last_chance.left or not game.stacks[game.last_chance.seat]:
            return _over(game, events, game.last_chance.seat, "last_chance")
    elif events and isinstance(events[-1], Collected):
        collector = events[-1].seat
        if sum(map(bool, game.stacks)) == 1:
            if rules.ending != "last_chance":
                return _over(game, events, collector, "all_cards")
            game = game._replace(last_chance=LastChance(collector, LAST_CHANCE_REVEALS))
            events = (*events, LastChanceLeft(collector, LAST_CHANCE_REVEALS))
    if rules.reveal_limit is not None and game.reveals >= rules.reveal_limit:
        return limit(game, events)
    if not events:
        alone = alone_with_cards(game)
        if alone is not None:
            game, collected = collect(game, alone, "award")
            return _over(game, (collected,), alone, "all_cards")
        if not any(game.stacks):
            return _over(game, (), None, "stalled")
    if rules.repetition_draw:
        stood, times = game.stood.count(position(game))
        game = game._replace(stood=stood)
        if times == REPETITIONS:
            return _over(game, events, None, "repetition")
    return game, events


def limit(game: Game, events: tuple[Event, ...]) -> Step:
    """Ending 3: the last revealer is awarded what still lies in the pile, and most cards win."""
    to = game.revealer
    if (game.buried or game.faceup) and to is not None and to not in game.out:
        game, collected = collect(game, to, "award")
        events = (*events, collected)
    counts = [len(stack) for stack in game.stacks]
    most = max(counts)
    winner = counts.index(most) if counts.count(most) == 1 else None
    return _over(game, events, winner, "limit")


def alone_with_cards(game: Game) -> Seat | None:
    """The only seat with cards, where ending 4 gives it the pile after a last window."""
    if game.rules.ending != "last_window":
        return None
    holders = [seat for seat, stack in enumerate(game.stacks) if stack]
    return holders[0] if len(holders) == 1 else None


def _over(game: Game, events: tuple[Event, ...], winner: Seat | None, reason: Reason) -> Step:
    """The game is over: nobody is due, and the rest stays as it stands."""
    after = game._replace(phase="over", turn=None, result=Result(winner, reason))
    return after, (*events, Ended(winner, reason))
