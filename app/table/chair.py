"""A seat at a table and who holds it: what the log has told of each."""

from dataclasses import dataclass, field
from typing import Literal

from app.engine.cards import Seat
from app.table.arbiter import Q_START
from app.table.picture import Tally


@dataclass(slots=True)
class Chair:
    """A seat and who holds it. `browser` is None for a computer, `level` None for a person."""

    kind: Literal["person", "computer"]
    name: str
    level: int | None
    browser: str | None
    auto: bool = False
    quota: int = Q_START
    seed: bytes | None = None
    drawn: bool = False
    reactions: list[int] = field(default_factory=list)
    right: int = 0
    wrong: int = 0
    by_slap: int = 0
    by_challenge: int = 0

    def fresh_deal(self) -> None:
        """Forget what belonged to the deal before; a computer's seed is empty."""
        self.seed = None if self.person else b""
        self.drawn = False
        self.quota = Q_START
        self.reactions = []
        self.right = self.wrong = self.by_slap = self.by_challenge = 0

    @property
    def person(self) -> bool:
        return self.kind == "person"

    def tally(self) -> Tally:
        return Tally(tuple(self.reactions), self.right, self.wrong, self.by_slap, self.by_challenge)


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's reveal that waits to be carried out at `x`."""

    seat: Seat  # who pressed
    due: Seat | None  # whose card it was for
    x: int
