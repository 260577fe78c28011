"""The daily's service: what each day is dealt from, kept ahead, and ranked tries."""

from app.store.daily import Deal
from app.store.store import Store


class UnknownAlgorithm(Exception):
    """A day was made for versions of the algorithms that this program does not have."""


class Dailies:
    """The dailies of a process; `house.dailies`. `key` is engine.shuffle.daily_key of the secret."""

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key

    @property
    def today(self) -> str:
        """The UTC day it is now, by the store's wall clock."""
        raise NotImplementedError

    async def deal(self, day: str) -> Deal | None:
        """What is kept for a day; None where nothing is. Writes nothing: pages may ask."""
        raise NotImplementedError

    async def commitments(self) -> dict[str, str]:
        """The commitments (hex) of today and the seven days ahead that are kept, by day."""
        raise NotImplementedError
