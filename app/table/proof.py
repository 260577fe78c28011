"""The deal file: everything that proves how a finished game was dealt and what it came to.

It holds what the server promised, both sides' seeds, the deck that follows from them, and the
game's log as the engine states it, so that anybody can work all of it out again (FAIRNESS 2;
`python -m app check deal`, and the check page). It names nobody.
"""

import json
from collections.abc import Iterable
from typing import Any

from app.engine.conditions import CONDITIONS
from app.engine.game import Game
from app.engine.record import carry_out, event_line
from app.engine.rules import FIELDS, Rules
from app.engine.shuffle import deal, shuffled
from app.store.journal import Entry
from app.table.history import Unfinished, walk
from app.table.ledger import Ledger

FORMAT, VERSION = "slapback-deal", 1

LOT_RULE = "The dealer is drawn by lot from the deal's seed."
TURN_RULE = (
    "The turn to deal moves on from the game before: turns are the seats, in this game, of those "
    "who sat after its dealer, and last of that dealer; null has left. The first one there deals."
)


def proof(entries: Iterable[Entry], game: str) -> dict[str, Any]:
    """The deal file of a finished game, as JSON values: `entries` are its table's whole log.

    Keys in order: format, version, id, deal, date (a daily's alone), commitment, server_seed (a
    daily's is called day_seed), seats, deal_seed, dealer, rules, deck, actions, events (a list for
    each action, as RULES writes them), result. Seeds are hex. Raises Unfinished.
    """
    promised: dict[str, Any] = {}
    ledger, last = None, None
    for last, ledger in walk(entries, game):
        if last.kind == "dealt":
            promised = _promised(ledger, json.loads(last.payload))
    if ledger is None or last is None or last.kind != "ended":
        raise Unfinished(f"There is no finished game {game} in this log.")
    said = json.loads(last.payload)
    return {
        **promised,
        "rules": {"preset": ledger.setup.preset, **_whole(ledger.setup.rules)},
        "deck": list(_deck(ledger)),
        "actions": list(ledger.actions),
        "events": _events(ledger),
        "result": {name: said[name] for name in ("winner", "reason", "counts")},
    }


def _promised(ledger: Ledger, dealt: dict[str, Any]) -> dict[str, Any]:
    """What stood fast when the cards were dealt."""
    date = ledger.setup.date
    seed = ledger.server_seed.hex()
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": ledger.public_id,
        "deal": ledger.deal,
        **({"date": date} if date else {}),
        "commitment": ledger.commitment,
        **({"day_seed": seed} if date else {"server_seed": seed}),
        "seats": [
            {"kind": chair.kind}
            if date
            else {"kind": chair.kind, "seed": (chair.seed or b"").hex(), "drawn": chair.drawn}
            for chair in ledger.chairs
        ],
        "deal_seed": dealt["deal_seed"],
        "dealer": {"seat": dealt["dealer"], **_dealer_by(ledger)},
    }


def _dealer_by(ledger: Ledger) -> dict[str, Any]:
    """How the dealer was found: by lot, or by whose turn it was."""
    seats = {chair.who: seat for seat, chair in enumerate(ledger.chairs)}
    turns = [seats.get(who) for who in ledger.dealers]
    if all(seat is None for seat in turns):
        return {"by": "lot", "rule": LOT_RULE}
    return {"by": "turn", "turns": turns, "rule": TURN_RULE}


def _whole(rules: Rules) -> dict[str, Any]:
    """Every field of the rules: whoever checks a deal need not know the presets."""
    fields = {name: getattr(rules, name) for name in FIELDS}
    return {**fields, "slaps": [name for name in CONDITIONS if name in rules.slaps]}


def _deck(ledger: Ledger) -> tuple[str, ...]:
    rules = ledger.setup.rules
    return shuffled(ledger.deal_seed, rules.decks, rules.jokers != "none")


def _events(ledger: Ledger) -> list[list[list[Any]]]:
    """What each action caused, from the deal on."""
    game: Game
    game, _ = deal(ledger.setup.rules, ledger.deal_seed, ledger.dealer)
    told = []
    for action in ledger.actions:
        game, events = carry_out(game, action)
        told.append([event_line(event) for event in events])
    return told
