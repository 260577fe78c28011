"""A moment at a table, written shortly: stacks as text, top card first, and what rules differ."""

from app.engine.events import Event
from app.engine.game import Game, start
from app.engine.record import carry_out
from app.engine.rules import rules_from


def moment(*stacks: str, turn: int = 0, pile: str = "", buried: str = "", **rules: object) -> Game:
    """`moment("7S 2C", "7D", preset="duel")`: seat 0 is due, nothing else stands."""
    chosen = rules_from({"seats": len(stacks), **rules})
    return start(
        chosen,
        tuple(tuple(stack.split()) for stack in stacks),
        turn,
        tuple(buried.split()),
        tuple(pile.split()),
    )


def play(game: Game, *actions: str) -> tuple[Game, tuple[Event, ...]]:
    """Carry out actions as a record writes them; the game then, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for action in actions:
        game, events = carry_out(game, action)
    return game, events


def stacks(game: Game) -> list[str]:
    """The stacks as `moment` takes them."""
    return [" ".join(stack) for stack in game.stacks]
