"""`python -m app check deal`: whether a finished game was dealt as promised and came out as said.

Nothing here asks a server: a deal file holds all that the proof needs (app.table.proof).
"""

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.check.deal_file import DealFile
from app.engine.game import Game, IllegalAction
from app.engine.record import carry_out, event_line
from app.engine.rules import shown
from app.engine.shuffle import (
    commitment,
    daily_commitment,
    daily_deal_seed,
    deal_seed,
    dealer,
    shuffled,
)
from app.engine.shuffle import deal as deal_cards

DIFFERS = 1


class Step(NamedTuple):
    """One step of a proof: what it says, what was found, and what it means where it fails."""

    says: str
    right: bool
    found: str
    means: str


def steps(file: DealFile) -> Iterator[Step]:
    """The proof, step by step. Each takes what the file says of the steps before for true, so that
    the first that fails is the one where something is wrong.
    """
    yield _promise(file)
    yield _seed_of_deal(file)
    yield _shuffle(file)
    yield _dealt(file)
    game, step = _played(file)
    yield step
    yield _result(file, game)


def check(file: DealFile, out: Callable[[str], object] = print) -> int:
    """Print a proof, one line a step. Returns 0 where everything agrees, else 1."""
    utf8 = (sys.stdout.encoding or "").lower().startswith("utf")
    right, wrong = ("✓", "✗") if utf8 else ("[right]", "[WRONG]")
    first: tuple[int, Step] | None = None
    for number, step in enumerate(steps(file), start=1):
        out(f"{number}. {step.says} {right if step.right else wrong} {step.found}")
        if not step.right and first is None:
            first = number, step
    if first is None:
        out("Everything agrees.")
        return 0
    out(f"Step {first[0]} is the first that does not agree. {first[1].means}")
    return DIFFERS


def _compared(says: str, stated: bytes, found: bytes, means: str) -> Step:
    told = found.hex() if stated == found else f"It is {found.hex()}, the file says {stated.hex()}."
    return Step(says, stated == found, told, means)


def _promise(file: DealFile) -> Step:
    whose = "day's seed" if file.date else "server's seed"
    return _compared(
        f"The promise: SHA-256 of the {whose}, with its tag, is the commitment.",
        file.commitment,
        (daily_commitment if file.date else commitment)(file.seed),
        "The seed is not the one that was promised before the shuffle, or one of both was changed.",
    )


def _seed_of_deal(file: DealFile) -> Step:
    if file.date:
        says = f"The deal's seed: HMAC of the day's seed over daily:{file.date} and the seats."
        found = daily_deal_seed(file.seed, file.date, file.rules.seats)
    else:
        says = "The deal's seed: HMAC of the server's seed over the game and everybody's seeds."
        found = deal_seed(file.seed, file.id, file.deal, file.seeds)
    means = "The deal does not come from these seeds, or not in this game."
    return _compared(says, file.deal_seed, found, means)


def _shuffle(file: DealFile) -> Step:
    deck = shuffled(file.deal_seed, file.rules.decks, file.rules.jokers != "none")
    says = "The shuffle: the deal's seed brings the deck into this order."
    means = "The cards were not shuffled as promised."
    if len(deck) != len(file.deck):
        found = f"It has {len(deck)} cards, the file {len(file.deck)}."
        return Step(says, False, found, means)
    pairs = zip(deck, file.deck, strict=True)
    for number, (card, stated) in enumerate(pairs, start=1):
        if card != stated:
            found = f"Card {number} is {card}, the file says {shown(stated)}."
            return Step(says, False, found, means)
    return Step(says, True, f"{len(deck)} cards", means)


def _dealt(file: DealFile) -> Step:
    means = "Another seat should have dealt."
    if file.turns is None:
        says = "The dealer: drawn by lot from the deal's seed."
        seat = dealer(file.deal_seed, file.rules.seats)
    else:
        says = "The dealer: the first one whose turn it is after the game before, as the file says."
        seat = next(each for each in file.turns if each is not None)
    right = seat == file.dealer
    found = f"seat {seat}" if right else f"It is seat {seat}, the file says seat {file.dealer}."
    return Step(says, right, found, means)


def _played(file: DealFile) -> tuple[Game, Step]:
    """The game as the rules have it, up to what is wrong; it begins with the shuffled cards."""
    says = "The game: each action is played by the rules, and causes what is written down."
    means = "What is written down is no game by these rules with these cards."
    game, _ = deal_cards(file.rules, file.deal_seed, file.dealer)
    for number, (action, told) in enumerate(zip(file.actions, file.events, strict=True), start=1):
        try:
            game, events = carry_out(game, action)
        except IllegalAction as refusal:
            wrong = f"Action {number}, {action}, is not possible: {refusal.why}."
            return game, Step(says, False, wrong, means)
        lines = [event_line(event) for event in events]
        if lines != told:
            wrong = (
                f"Action {number}, {action}, causes {shown(lines)}, the file says {shown(told)}."
            )
            return game, Step(says, False, wrong, means)
    return game, Step(says, True, f"{len(file.actions)} actions", means)


def _result(file: DealFile, game: Game) -> Step:
    says = "The result: winner, reason and cards are what the game comes to."
    means = "The game did not end as the file says."
    if game.result is None:
        return Step(says, False, "So far the game is not over.", means)
    counts = tuple(len(stack) for stack in game.stacks)
    ends = (game.result.winner, game.result.reason, counts)
    stated = (file.winner, file.reason, file.counts)
    if ends != stated:
        return Step(says, False, f"It is {_said(*ends)}; the file says {_said(*stated)}.", means)
    return Step(says, True, _said(*ends), means)


def _said(winner: int | None, reason: str, counts: tuple[int, ...]) -> str:
    who = "a draw" if winner is None else f"seat {winner} wins"
    return f"{who} ({reason}), cards {' '.join(map(str, counts))}"
