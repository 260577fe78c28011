"""How much anybody may ask for: token buckets, and caps on streams. Every figure stands here.

No clock: moments are passed in, in ms. What is kept is bounded: a full bucket is as good as none.
"""

import math
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Generic, TypeVar

from app.table.feed import Follower
from app.web.problems import ONE_MOMENT, Problem


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second for ever, and `burst` at once after a rest."""

    per_s: float
    burst: int


# A seat's slaps, and apart from them its reveals. A hand makes 7 to 12 a second.
PRESSES = Rate(per_s=20, burst=40)
# An address's requests of any kind. Eight friends behind one, each slapping without end at a seat's
# full rate, are at 160 a second; their eight pages, fetched at once, are 150 requests.
REQUESTS = Rate(per_s=400, burst=2000)
# An address's posts that leave something for good: tables, browsers, names, settings.
KEEPINGS = Rate(per_s=4, burst=240)

BUCKETS = 65_536

# A browser opens six connections to one server (HTTP/1.1), or any number (HTTP/2).
STREAMS_OF_A_BROWSER = 8  # at one table
STREAMS_OF_AN_ADDRESS = 256
STREAMS = 10_000

LONGEST_ADDRESS = 64  # characters: a proxy may have been told any text

T = TypeVar("T", bound=Hashable)


class TooMany(Problem):
    """429: more than the limits allow. `retry_after_s` is when there is room again."""

    def __init__(self, wait_ms: float) -> None:
        super().__init__(429, ONE_MOMENT, retry_after_s=max(1, math.ceil(wait_ms / 1000)))


def take(full_at: float, now: float, rate: Rate) -> tuple[float, float]:
    """Take a token from the bucket that is full again at `full_at`.

    Returns when it is full after that, and how long to wait first: 0 where there was a token;
    otherwise the bucket is as it was.
    """
    token_ms = 1000 / rate.per_s
    after = max(full_at, now) + token_ms
    wait = after - now - rate.burst * token_ms
    return (after, 0.0) if wait <= 0 else (full_at, wait)


class Buckets:
    """A bucket for each who asks."""

    def __init__(self, rate: Rate, most: int = BUCKETS) -> None:
        self._rate = rate
        self._most = most
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def spend(self, who: Hashable, now: float) -> None:
        """Take a token of `who`. Raises TooMany where there is none."""
        kept = self._full_at
        after, wait = take(kept.get(who, now), now, self._rate)
        if wait:
            raise TooMany(wait)
        kept[who] = after
        kept.move_to_end(who)
        while len(kept) > self._most or next(iter(kept.values())) <= now:
            kept.popitem(last=False)


class Streams(Generic[T]):
    """The open streams. The newest is always let in; beyond a cap the oldest has to end."""

    def __init__(
        self,
        of_a_browser: int = STREAMS_OF_A_BROWSER,
        of_an_address: int = STREAMS_OF_AN_ADDRESS,
        in_all: int = STREAMS,
    ) -> None:
        self._of_a_browser = of_a_browser
        self._of_an_address = of_an_address
        self._in_all = in_all
        self._groups: dict[Hashable, dict[T, None]] = {}  # each by age
        self._groups_of: dict[T, tuple[tuple[str, str | None, str], Hashable]] = {}

    def __len__(self) -> int:
        return len(self._groups_of)

    def open(self, stream: T, *, browser: str | None, table: str, address: str | None) -> list[T]:
        """A stream has begun. Returns those that have to end for it, which count no longer.

        None for `browser` is a visitor without a cookie, for `address` this machine: neither has
        a cap of its own.
        """
        at_table, at_address = ("browser", browser, table), ("address", address)
        self._groups_of[stream] = (at_table, at_address)
        for group in (at_table, at_address):
            self._groups.setdefault(group, {})[stream] = None
        ending = []
        if browser is not None and len(self._groups[at_table]) > self._of_a_browser:
            ending.append(self._drop_oldest(at_table))
        if address is not None and len(self._groups[at_address]) > self._of_an_address:
            ending.append(self._drop_oldest(at_address))
        if len(self) > self._in_all:
            ending.append(self._drop_oldest(self._fullest()))
        return ending

    def of(self, browser: str, table: str | None = None) -> list[T]:
        """The open streams of a browser; those at one table where that is named."""
        return [
            stream
            for stream, (group, _) in self._groups_of.items()
            if group[1] == browser and table in (None, group[2])
        ]

    def close(self, stream: T) -> None:
        """A stream has ended, perhaps because it had to."""
        for group in self._groups_of.pop(stream, ()):
            members = self._groups[group]
            del members[stream]
            if not members:
                del self._groups[group]

    def _drop_oldest(self, group: Hashable) -> T:
        oldest = next(iter(self._groups[group]))
        self.close(oldest)
        return oldest

    def _fullest(self) -> Hashable:
        """The address with the most streams: who takes all the room is the one to give it up."""
        addresses = (group for group in self._groups if _is_address(group))
        return max(addresses, key=lambda group: len(self._groups[group]))


def _is_address(group: Hashable) -> bool:
    return isinstance(group, tuple) and group[0] == "address"


@dataclass(slots=True)
class Limits:
    """What is counted, for one process."""

    requests: Buckets = field(default_factory=lambda: Buckets(REQUESTS))
    keepings: Buckets = field(default_factory=lambda: Buckets(KEEPINGS))
    presses: Buckets = field(default_factory=lambda: Buckets(PRESSES))
    streams: Streams[Follower] = field(default_factory=Streams)

    def request(self, address: str | None, now: float, *, keeps: bool) -> None:
        """A request from an address; None, this machine, may ask for anything. Raises TooMany."""
        if address is None:
            return
        self.requests.spend(address, now)
        if keeps:
            self.keepings.spend(address, now)


@lru_cache(4096)
def address_of(client: str | None) -> str | None:
    """Whom a peer's address stands for; None for this machine, where nobody can be told apart:
    it is a proxy that is not named in the settings, a measurement, or whoever runs the server.

    A network of IPv6 is one household, so it counts as one.
    """
    try:
        address = ip_address(client or "::1")
    except ValueError:
        return (client or "")[:LONGEST_ADDRESS]
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback:
        return None
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)
