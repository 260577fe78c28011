"""Finished games that nobody played, of any length, for what is made of them."""

from dataclasses import dataclass, field
from random import Random

from app.engine.events import Collected
from app.table.history import Hand, History, Player, Turned
from app.table.picture import Tally
from app.table.reactions import Reactions
from app.table.setup import setup_from

NAMES = ("Player", "West", "North", "East", "Ada", "Basil", "Cleo", "Dina")
ME = "me"


@dataclass
class _Seat:
    held: int
    reactions: list[int] = field(default_factory=list)
    piles: dict[str, int] = field(default_factory=lambda: {"slap": 0, "challenge": 0})


def played(
    seats: int = 2,
    reveals: int = 100,
    *,
    people: int = 1,
    rate: float = 0.09,
    seed: int = 1,
    names: tuple[str, ...] = NAMES,
) -> History:
    """A game of so many reveals; `rate` of them could be slapped. People are seats 0 and on, and
    all are the browser ME; computers are normal.
    """
    chance, pile, turned = Random(seed), 0, []
    table = [_Seat(52 // seats) for _ in range(seats)]
    began = tuple(each.held for each in table)
    for n in range(1, reveals + 1):
        due = max(range(seats), key=lambda seat: (table[seat].held > 0, (n + seat) % seats))
        if table[due].held:
            table[due].held -= 1
            pile += 1
        holds: tuple[str, ...] = ()
        hands: tuple[Hand, ...] = ()
        taker, how = None, "slap"
        if chance.random() < rate:
            holds = (chance.choice(["double", "sandwich"]),)
            hands = _hands(chance, seats, people)
            taker = hands[0].seat if hands else None
        elif chance.random() < 0.1:
            taker, how = chance.randrange(seats), "challenge"
        taken = None
        if taker is not None and pile:
            taken = Collected(taker, how, pile, holds)  # type: ignore[arg-type]
            table[taker].held += pile
            table[taker].piles[how] += 1
            pile = 0
        for hand in hands:
            table[hand.seat].reactions.append(hand.ms)
        held = tuple(each.held for each in table)
        turned.append(Turned(n, due, "7S", holds, hands, held, taken, n * 1000))
    counts = tuple(each.held for each in table)
    return History(
        id="g" * 22,
        deal=1,
        setup=setup_from({}),
        players=tuple(
            Player(names[seat], "person", None, ME)
            if seat < people
            else Player(names[seat], "computer", 1, None)
            for seat in range(seats)
        ),
        dealer=0,
        began=began,
        turned=tuple(turned),
        winner=counts.index(max(counts)),
        reason="limit",
        counts=counts,
        tallies=tuple(
            Tally(
                Reactions(tuple(each.reactions)),
                sum(bool(each.holds) for each in turned),
                len(each.reactions),
                0,
                each.piles["slap"],
                each.piles["challenge"],
            )
            for each in table
        ),
        play_ms=reveals * 1000,
        flagged=(),
        agrees=True,
    )


def _hands(chance: Random, seats: int, people: int) -> tuple[Hand, ...]:
    """Right slaps, the quickest first: people seldom miss, of many computers a few look."""
    times = []
    for seat in range(seats):
        if chance.random() < 0.85 / (1 if seat < people else seats**0.5):
            ms = int(max(150, chance.gauss(430, 60) + chance.expovariate(1 / 110)))
            times.append((ms, seat))
    return tuple(
        Hand(seat, ms, "right" if at else "won", True)
        for at, (ms, seat) in enumerate(sorted(times))
    )
