"""The game record: a whole game as one JSON object, checked, replayed and written (RULES).

A record is text until `read` has checked all of it; `replay` then gives one line an action. Nothing
here reads a file or prints.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NoReturn

from app.engine.cards import Card, Seat, deck
from app.engine.events import (
    Burned,
    Challenged,
    Claimed,
    Collected,
    Ended,
    Event,
    Lapsed,
    LastChanceLeft,
    Out,
    Revealed,
    Struck,
)
from app.engine.game import Game, IllegalAction, Step, close, reveal, slap, start, timeup
from app.engine.rules import InvalidRules, Rules, rules_fields, rules_from, shown
from app.engine.shuffle import deal

NAMES: dict[type[Event], str] = {
    Revealed: "revealed",
    Challenged: "challenged",
    Claimed: "claimed",
    Burned: "burned",
    Struck: "struck",
    Out: "out",
    Lapsed: "lapsed",
    Collected: "collected",
    LastChanceLeft: "last_chance",
    Ended: "ended",
}
"""What a line calls each event; the rest of its list are the event's fields in their order."""

FIELDS = ("rules", "stacks", "turn", "seed", "dealer", "buried", "faceup", "actions")
ACTION = re.compile(r"reveal|(?P<verb>reveal|slap) (?P<seat>[0-7])|close|timeup")
SEED = re.compile(r"[0-9a-fA-F]{64}")


class InvalidRecord(ValueError):
    """A record that is malformed. The message is one line that says what and where."""


@dataclass(frozen=True, slots=True)
class Record:
    """A checked record: the game it starts from and the actions, as they are written."""

    game: Game
    actions: tuple[str, ...]


def read(text: str) -> Record:
    """The record that a text holds, all of it checked. Raises InvalidRecord."""
    record = an_object(parsed(text, "the record"), "the record")
    for name in record:
        if name not in FIELDS:
            refuse(_key(name), f"is no field of a record; there are {', '.join(FIELDS)}")
    for name in ("rules", "actions"):
        if name not in record:
            refuse(name, "is missing")
    try:
        rules = rules_from(an_object(record["rules"], "rules"))
    except InvalidRules as error:
        raise InvalidRecord(f"rules: {error}") from None
    game = _dealt(rules, record) if "seed" in record else _given(rules, record)
    return Record(game, _actions(record["actions"], rules.seats))


def replay(record: Record) -> Iterator[dict[str, Any]]:
    """Play a record: one line an action, refused ones too, with the keys in RULES' order."""
    game = record.game
    for n, action in enumerate(record.actions, start=1):
        why: str | None = None
        events: tuple[Event, ...] = ()
        try:
            game, events = carry_out(game, action)
        except IllegalAction as refusal:
            why = refusal.why
        yield {
            "n": n,
            "action": action,
            "ok": why is None,
            "why": why,
            "events": [event_line(event) for event in events],
            "state": state_line(game),
        }


def carry_out(game: Game, action: str) -> Step:
    """Carry out one action of a record: `reveal`, `reveal S`, `slap S`, `close` or `timeup`.

    Raises IllegalAction, or InvalidRecord for a text that is no action.
    """
    match = ACTION.fullmatch(action)
    if match is None:
        refuse("action", f"must be reveal, reveal S, slap S, close or timeup, not {shown(action)}")
    if action == "close":
        return close(game)
    if action == "timeup":
        return timeup(game)
    if action == "reveal":
        # Nobody is due where a reveal is refused anyway; any seat then gets the right refusal.
        return reveal(game, 0 if game.turn is None else game.turn)
    return (reveal if match["verb"] == "reveal" else slap)(game, int(match["seat"]))


def event_line(event: Event) -> list[Any]:
    """An event as a line shows it: its name, then its fields in order."""
    return [NAMES[type(event)], *(_plain(getattr(event, field.name)) for field in fields(event))]


def state_line(game: Game) -> dict[str, Any]:
    """A game's state as a line shows it (RULES, The game record)."""
    challenge, chance, result = game.challenge, game.last_chance, game.result
    return {
        "stacks": [list(stack) for stack in game.stacks],
        "buried": list(game.buried),
        "faceup": list(game.faceup),
        "turn": game.turn,
        "challenge": challenge and {"by": challenge.by, "left": challenge.left},
        "claim": game.claim,
        "phase": game.phase,
        "reveals": game.reveals,
        "penalised": list(game.penalised),
        "strikes": list(game.strikes),
        "out": list(game.out),
        "last_chance": chance and {"seat": chance.seat, "left": chance.left},
        "result": result and {"winner": result.winner, "reason": result.reason},
    }


def record_of(
    rules: Rules, preset: str, deal_seed: bytes, dealer: Seat, actions: Sequence[str]
) -> dict[str, Any]:
    """The record of a dealt game; `actions` are those accepted, as a record writes them."""
    return {
        "rules": rules_fields(rules, preset),
        "seed": deal_seed.hex(),
        "dealer": dealer,
        "actions": list(actions),
    }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def refuse(where: str, what: str) -> NoReturn:
    """Raises InvalidRecord: `where` in the file, and `what` is wrong there."""
    raise InvalidRecord(f"{where}: {what}")


def _key(name: str) -> str:
    """A name that came with the record, quoted only where it is no plain word."""
    return name if re.fullmatch(r"\w{1,40}", name, re.ASCII) else shown(name)


def parsed(text: str, what: str) -> Any:
    """A text as JSON, more strictly than the library: no key twice, no NaN, no endless nesting.

    `what` is what the text should be, as errors name it. Raises InvalidRecord.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                refuse(_key(name), "stands in one object twice")
            found[name] = value
        return found

    def no_number(word: str) -> NoReturn:
        refuse(what, f"{word} is no JSON number")

    if not text.strip():
        refuse(what, "is empty; it must be one JSON object")
    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
    except InvalidRecord:
        raise
    except json.JSONDecodeError as error:
        refuse(what, f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg}")
    except RecursionError:
        refuse(what, "is nested too deeply")
    except ValueError:  # the library's only other one: more digits than Python converts
        refuse(what, "holds a number of too many digits")


def an_object(value: Any, where: str) -> Mapping[str, Any]:
    """The value, which has to be a JSON object. Raises InvalidRecord."""
    if not isinstance(value, dict):
        refuse(where, f"must be a JSON object, not {shown(value)}")
    return value


def a_list(value: Any, where: str) -> list[Any]:
    """The value, which has to be a list. Raises InvalidRecord."""
    if not isinstance(value, list):
        refuse(where, f"must be a list, not {shown(value)}")
    return value


def _seat(value: Any, where: str, seats: int) -> Seat:
    if type(value) is not int or not 0 <= value < seats:
        refuse(where, f"must be a seat from 0 to {seats - 1}, not {shown(value)}")
    return value


def _dealt(rules: Rules, record: Mapping[str, Any]) -> Game:
    """The game that the record's seed deals."""
    for name in ("stacks", "turn", "buried", "faceup"):
        if name in record:
            refuse(name, "cannot stand beside a seed, which deals all the cards")
    seed = record["seed"]
    if not isinstance(seed, str) or not SEED.fullmatch(seed):
        refuse("seed", f"must be 64 hex digits, not {shown(seed)}")
    dealer = _seat(record["dealer"], "dealer", rules.seats) if "dealer" in record else None
    game, _ = deal(rules, bytes.fromhex(seed), dealer)
    return game


def _given(rules: Rules, record: Mapping[str, Any]) -> Game:
    """The game that starts from the record's own cards."""
    if "dealer" in record:
        refuse("dealer", "needs a seed; with stacks there is nothing to deal")
    for name in ("stacks", "turn"):
        if name not in record:
            refuse(name, "is missing; a record has stacks and turn, or a seed")
    lists = a_list(record["stacks"], "stacks")
    if len(lists) != rules.seats:
        refuse("stacks", f"must be one list a seat, {rules.seats} of them, not {len(lists)}")
    pack = _Pack(rules)
    stacks = tuple(pack.take(cards, f"stacks[{seat}]") for seat, cards in enumerate(lists))
    buried = pack.take(record.get("buried", []), "buried")
    faceup = pack.take(record.get("faceup", []), "faceup")
    turn = _seat(record["turn"], "turn", rules.seats)
    if not stacks[turn]:
        refuse("turn", f"seat {turn} has no cards to reveal")
    return start(rules, stacks, turn, buried, faceup)


class _Pack:
    """The cards that the decks still hold, while a record's lists are taken from them."""

    def __init__(self, rules: Rules) -> None:
        self.jokers = rules.jokers != "none"
        self.decks = rules.decks
        self.left = dict.fromkeys(deck(1, self.jokers), rules.decks)

    def take(self, cards: Any, where: str) -> tuple[Card, ...]:
        """Take a list's cards from the pack."""
        for place, card in enumerate(a_list(cards, where)):
            if not isinstance(card, str) or card not in self.left:
                pack = "the pack" if self.jokers else "the pack, which has no jokers"
                refuse(f"{where}[{place}]", f"{shown(card)} is no card of {pack}")
            if not self.left[card]:
                decks = "one deck holds" if self.decks == 1 else "two decks hold"
                refuse(f"{where}[{place}]", f"{card} is there more often than {decks} it")
            self.left[card] -= 1
        return tuple(cards)


def _actions(value: Any, seats: int) -> tuple[str, ...]:
    """A record's actions, each of them one that can be tried at a table of so many seats."""
    actions = a_list(value, "actions")
    for place, action in enumerate(actions):
        where = f"actions[{place}]"
        match = ACTION.fullmatch(action) if isinstance(action, str) else None
        if match is None:
            refuse(where, f"must be reveal, reveal S, slap S, close or timeup, not {shown(action)}")
        if match["seat"] is not None:
            _seat(int(match["seat"]), f"{where} {shown(action)}", seats)
    return tuple(actions)
