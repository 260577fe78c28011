"""Deal files for tests: those of FAIRNESS's vectors, and ways to change one bit of a file."""

import copy
import hashlib
import random
from collections.abc import Callable
from typing import Any

from app.engine.conditions import CONDITIONS
from app.engine.game import IllegalAction
from app.engine.record import carry_out, event_line
from app.engine.rules import FIELDS, rules_from
from app.engine.shuffle import commitment, deal, deal_seed, shuffled
from app.table.proof import FORMAT, LOT_RULE, VERSION
from tests.engine.walks import some_action
from tests.table.finished import DAY_SEED

Deal = dict[str, Any]

COUNTING = bytes(range(32)).hex()
V1_DECK = (
    "7D KH QD JD 3D QS 4H AD 7C 4D 4C AH 2C 8D 2D TD 8C JC 9H 9S 7H 3H 5S JH TH 6C 5H 5C KC 6D KS "
    "6H 3C 2S 5D JS TS 9D 7S 8H 8S 9C AC 2H TC 3S KD AS 6S 4S QC QH"
)
V3_DECK = (
    "7C QH QD 5H AC 5S 6H 2S 9S AH TC TH QS 2D 3D 8D 4S 9H AD 7D 5D 8S 5C 3H AS 4H KC TS JS 3C 8H "
    "JD KS 3S QC 4D JC 9C 7H 6C JH 2H KH 6D KD 4C 9D TD 8C 7S 6S 2C"
)
V2_SEED = "feddb40a9d36ad7645a1f90e027fd040e32958c07696628aa031fadedb0504eb"


def _vector(seeds: list[str], deck: list[str], dealer: int, rules: Deal, **values: Any) -> Deal:
    """A deal as FAIRNESS 2 states it, of a game in which nothing happened yet."""
    daily = "date" in values
    return {
        "format": FORMAT,
        "version": VERSION,
        **values,
        "seats": [
            {"kind": "person" if seed else "computer"}
            | ({} if daily else {"seed": seed, "drawn": False})
            for seed in seeds
        ],
        "dealer": {"seat": dealer, "by": "lot", "rule": LOT_RULE},
        "rules": {"decks": 1, "jokers": "none", **rules},
        "deck": deck,
        "actions": [],
        "events": [],
        "result": {"winner": None, "reason": "stalled", "counts": [0] * len(seeds)},
    }


def vectors() -> dict[str, Deal]:
    """V1 to V3 of FAIRNESS 2 as deal files."""
    v2_deck = shuffled(bytes.fromhex(V2_SEED), 2, True)
    assert hashlib.sha256(" ".join(v2_deck).encode()).hexdigest() == (
        "24a1336d34afc9a0eff2308acef64e0ac3478f2a4be38338c85af0ef50259809"
    )
    return {
        "V1": _vector(
            ["11" * 16, "22" * 16],
            V1_DECK.split(),
            1,
            {"preset": "duel", "seats": 2},
            id="A" * 22,
            deal=1,
            server_seed=COUNTING,
            commitment="ea79fc608a6f94570027fb9422f32d279266e04808cc38dea2d406e78370e7dc",
            deal_seed="5be5ba3b016e0649229a7d9c49a48c4140b23288fc396c5a33bc3e007b427a6d",
        ),
        "V2": _vector(
            ["00" * 16, "", ""],
            list(v2_deck),
            0,
            {"preset": "party", "seats": 3, "decks": 2, "jokers": "slap"},
            id="solo-0001",
            deal=7,
            server_seed="ff" * 32,
            commitment="f07b8fc4d0ed7be246598a77ba1dab136048a69d892c7e264d744e626befb8ca",
            deal_seed=V2_SEED,
        ),
        "V3": _vector(
            ["any", "", "", ""],
            V3_DECK.split(),
            2,
            {"preset": "quartet", "seats": 4},
            id="B" * 22,
            deal=1,
            date="2026-12-01",
            day_seed=DAY_SEED.hex(),
            commitment="9c9553ed42596665cdae1cd545ae03ef5e80a6e33fdd338a0c46e433e12e582e",
            deal_seed="5bb0f90ee9589388a7d28ff91c297e6acfb8fa4cbf1b623fe85a88a4f1362dec",
        ),
    }


def any_game(number: int) -> Deal:
    """A game by some house's rules, in which anybody slaps at any time, played by the engine."""
    chance = random.Random(number)
    jokers = chance.choice(["none", "slap", "challenge"])
    slaps = chance.sample([name for name in CONDITIONS if name not in ("joker", "run_wrap")], 3)
    rules = rules_from(
        {
            "seats": chance.randint(2, 8),
            "decks": chance.randint(1, 2),
            "jokers": jokers,
            "challenges": chance.random() < 0.8,
            "slaps": slaps,
            "burn": chance.randint(1, 2),
            "empty_false_slap": chance.choice(["free", "out", "strikes"]),
            "responder_empty": chance.choice(["collect", "carry"]),
            "ending": chance.choice(["full", "last_chance", "last_window"]),
            "reveal_limit": chance.choice([None, 60, 300]),
        }
    )
    server_seed, name = chance.randbytes(32), f"any-{number}"
    seeds = [chance.randbytes(16) if seat % 2 == 0 else b"" for seat in range(rules.seats)]
    seed = deal_seed(server_seed, name, 3, seeds)
    game, by = deal(rules, seed)
    actions: list[str] = []
    events: list[list[Any]] = []
    while game.result is None and len(actions) < 3000:
        action = some_action(game, chance, 0.1)
        try:
            game, caused = carry_out(game, action)
        except IllegalAction:
            continue
        actions.append("reveal" if action.startswith("reveal") else action)
        events.append([event_line(event) for event in caused])
    if game.result is None:
        return any_game(number + 1_000_000)
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": name,
        "deal": 3,
        "commitment": commitment(server_seed).hex(),
        "server_seed": server_seed.hex(),
        "seats": [{"kind": "person", "seed": each.hex(), "drawn": False} for each in seeds],
        "deal_seed": seed.hex(),
        "dealer": {"seat": by, "by": "lot", "rule": LOT_RULE},
        "rules": {name: getattr(rules, name) for name in FIELDS}
        | {"slaps": [name for name in CONDITIONS if name in rules.slaps]},
        "deck": list(shuffled(seed, rules.decks, rules.jokers != "none")),
        "actions": actions,
        "events": events,
        "result": {
            "winner": game.result.winner,
            "reason": game.result.reason,
            "counts": [len(stack) for stack in game.stacks],
        },
    }


Change = Callable[[Any], Any]


def _bit(bit: int) -> Change:
    """Turns a bit of a seed in hex."""

    def change(text: str) -> str:
        changed = bytearray.fromhex(text)
        changed[bit // 8] ^= 1 << bit % 8
        return changed.hex()

    return change


def _letter(at: int) -> Change:
    """Turns the last bit of a letter."""
    return lambda text: text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]


def _odd(number: int) -> int:
    """Turns a number's last bit."""
    return number ^ 1


def _another(value: Any) -> Change:
    return lambda _: value


def _in(deal: Deal, path: tuple[str | int, ...], change: Change) -> Deal:
    changed: Any = copy.deepcopy(deal)
    inside = changed
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = change(inside[path[-1]])
    result: Deal = changed
    return result


def flipped(deal: Deal) -> dict[str, tuple[int, Deal]]:
    """Deal files that differ from a true one in one bit, by what was changed, and the first step
    of the proof that must not agree.

    Of the log, the first of each kind of event is changed, in each of its values.
    """
    made: dict[str, tuple[int, Deal]] = {}
    seed = "day_seed" if "date" in deal else "server_seed"
    for bit in (0, 100, 255):
        for name, step in ((seed, 1), ("commitment", 1), ("deal_seed", 2)):
            made[f"{name}, bit {bit}"] = step, _in(deal, (name,), _bit(bit))
    if "date" not in deal:
        made["a seat's seed"] = 2, _in(deal, ("seats", 0, "seed"), _bit(5))
        made["the deal's number"] = 2, _in(deal, ("deal",), lambda v: _odd(v) or 3)
    for place in (0, 30, len(deal["deck"]) - 1):
        for at in (0, 1):
            made[f"deck, card {place}, {at}"] = 3, _in(deal, ("deck", place), _letter(at))
    made["dealer"] = 4, _in(deal, ("dealer", "seat"), _odd)
    made.update({f"log, {what}": (5, each) for what, each in _flipped_log(deal).items()})
    made["result, cards"] = 6, _in(deal, ("result", "counts", 0), _odd)
    if deal["result"]["winner"] is not None:
        made["result, winner"] = 6, _in(deal, ("result", "winner"), _odd)
    return made


def _flipped_log(deal: Deal) -> dict[str, Deal]:
    made: dict[str, Deal] = {}
    for number, (action, events) in enumerate(zip(deal["actions"], deal["events"], strict=True)):
        if action.startswith("slap") and "slap" not in made:
            seat = int(action[-1])
            other = seat ^ 1 if seat ^ 1 < len(deal["seats"]) else seat ^ 2
            made["slap"] = _in(deal, ("actions", number), _another(f"slap {other}"))
        for place, event in enumerate(events):
            for at, value in enumerate(event):
                kind = f"collected by {event[2]}" if event[0] == "collected" else event[0]
                what, path = f"{kind}, {at}", ("events", number, place, at)
                if what in made or value in (None, []):
                    continue
                if isinstance(value, list):
                    made[what] = _in(deal, (*path, 0), _letter(0))
                else:
                    flip = _letter(0) if isinstance(value, str) else _odd
                    made[what] = _in(deal, path, flip)
    return made
