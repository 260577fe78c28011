"""The shuffle, the lot and the commitment of FAIRNESS 2, byte for byte.

No library's random or shuffle: the same seed deals the same cards on any Python, next year too.
Seeds, commitments and keys are 32 raw bytes; `+` of the specification is concatenation.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from app.engine.cards import Card, Seat, deck
from app.engine.game import Game, start
from app.engine.rules import Rules

SHUFFLE_VERSION = 1
"""Of all that makes a deal from a seed. A kept day's deal names it: what it comes to never changes;
a change here is another number.
"""


def TAG(name: str) -> bytes:
    """What a hash is for, as ASCII text and one zero byte. The name is the specification's."""
    return name.encode("ascii") + b"\0"


def u8(number: int) -> bytes:
    """A number as one byte."""
    return number.to_bytes(1, "big")


def u16(number: int) -> bytes:
    """A number as two bytes, the greater first."""
    return number.to_bytes(2, "big")


def u32(number: int) -> bytes:
    """A number as four bytes, the greatest first."""
    return number.to_bytes(4, "big")


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256, the specification's only source of chance."""
    return hmac.digest(key, message, "sha256")


def commitment(server_seed: bytes) -> bytes:
    """What the server shows of its seed before it takes anybody's."""
    return hashlib.sha256(TAG("ers:commit:1") + server_seed).digest()


def deal_seed(server_seed: bytes, id: str, deal: int, seeds: Sequence[bytes]) -> bytes:
    """The seed of a deal: a game's public id, and a seed of each seat, empty for a computer's."""
    public = id.encode("ascii")
    message = TAG("ers:deal:1") + u16(len(public)) + public + u32(deal) + u8(len(seeds))
    return hmac_sha256(server_seed, message + b"".join(u8(len(seed)) + seed for seed in seeds))


def daily_key(secret: bytes) -> bytes:
    """What every day's seed is drawn from: a server's secret, which must be kept for that."""
    return hmac_sha256(secret, TAG("ers:daily-key:1"))


def day_seed(daily_key: bytes, date: str) -> bytes:
    """What stands for the server seed of a daily; `date` is the UTC day as YYYY-MM-DD."""
    return hmac_sha256(daily_key, TAG("ers:daily:1") + date.encode("ascii"))


def daily_commitment(day: bytes) -> bytes:
    """What is shown of a day's seed seven days before."""
    return hashlib.sha256(TAG("ers:daily-commit:1") + day).digest()


def daily_deal_seed(day: bytes, date: str, seats: int) -> bytes:
    """The deal seed of a daily: id `daily:YYYY-MM-DD`, deal 1, empty seeds."""
    return deal_seed(day, f"daily:{date}", 1, (b"",) * seats)


def tie_key(deal_seed: bytes, n: int, seat: Seat) -> bytes:
    """What decides between equal slaps on reveal `n`: the least bytes win (FAIRNESS 1.4)."""
    return hmac_sha256(deal_seed, TAG("ers:tie:1") + u32(n) + u8(seat))


def _stream(seed: bytes, purpose: str) -> Iterator[int]:
    """Endless bytes drawn from the deal seed for one purpose."""
    block = 0
    while True:
        yield from hmac_sha256(seed, TAG("ers:stream:1") + TAG(purpose) + u32(block))
        block += 1


def _below(n: int, stream: Iterator[int]) -> int:
    """A number below `n` (2 to 256), all equally likely: bytes that favour some are passed over."""
    fair = 256 - 256 % n
    return next(byte for byte in stream if byte < fair) % n


def shuffled(deal_seed: bytes, decks: int, jokers: bool) -> tuple[Card, ...]:
    """The shuffled pack; its first card is dealt first."""
    cards = list(deck(decks, jokers))
    stream = _stream(deal_seed, "shuffle")
    for i in range(len(cards) - 1, 0, -1):
        j = _below(i + 1, stream)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)


def dealer(deal_seed: bytes, seats: int) -> Seat:
    """The dealer by lot."""
    return _below(seats, _stream(deal_seed, "dealer"))


_lot = dealer


def deal(rules: Rules, deal_seed: bytes, dealer: Seat | None = None) -> tuple[Game, Seat]:
    """Deal a game from its seed; returns it with its dealer, who is drawn by lot unless given.

    Cards go round singly from the dealer's left, and the last one dealt to a seat lies on top of
    its stack. The dealer's left reveals first (RULES, Cards).
    """
    seats = rules.seats
    by = _lot(deal_seed, seats) if dealer is None else dealer
    cards = shuffled(deal_seed, rules.decks, rules.jokers != "none")
    left = (by + 1) % seats
    stacks = tuple(cards[(seat - left) % seats :: seats][::-1] for seat in range(seats))
    return start(rules, stacks, left), by
