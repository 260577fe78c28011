"""A seat at a table and who holds it: what the log has told of each."""

from dataclasses import dataclass, field
from typing import Any

from app.engine.cards import Seat
from app.table.arbiter import Q_START
from app.table.picture import SeatKind, Tally
from app.table.reactions import Timed, reactions_of


@dataclass(slots=True)
class Chair:
    """A seat and who holds it. `level` is a computer's; a person without a `browser` has left.

    `sitting` is a person's number at this table, from 1, never used twice; 0 for all others.
    """

    kind: SeatKind
    name: str
    level: int | None
    browser: str | None
    auto: bool = False
    sitting: int = 0
    away: bool = False
    switched_ms: int = 0  # when this seat began or ceased to be turned for, in this stage
    quota: int = Q_START
    seed: bytes | None = None
    drawn: bool = False
    timed: list[Timed] = field(default_factory=list)  # measured right slaps, in order of play
    chances: int = 0
    right: int = 0
    wrong: int = 0
    by_slap: int = 0
    by_challenge: int = 0

    def fresh_deal(self) -> None:
        """Forget what belonged to the deal before."""
        self.unready()
        self.quota = Q_START
        self.timed = []
        self.chances = self.right = self.wrong = self.by_slap = self.by_challenge = 0

    def unready(self) -> None:
        """Forget the seed for the next deal; a computer's is empty."""
        self.seed = b"" if self.kind == "computer" else None
        self.drawn = False

    @property
    def person(self) -> bool:
        return self.kind == "person"

    @property
    def left(self) -> bool:
        return self.person and self.browser is None

    @property
    def turned(self) -> bool:
        """Whether a person's cards are turned for them."""
        return self.auto or self.away or self.left

    @property
    def who(self) -> int | str:
        """Who sits here, wherever the chair is moved to."""
        return self.sitting or self.name

    def fields(self) -> dict[str, Any]:
        """The chair as the log stores it."""
        names = ("kind", "name", "level", "browser", "auto", "sitting")
        return {name: getattr(self, name) for name in names}

    def tally(self) -> Tally:
        return Tally(
            reactions=reactions_of(self.timed),
            chances=self.chances,
            right=self.right,
            wrong=self.wrong,
            by_slap=self.by_slap,
            by_challenge=self.by_challenge,
        )


@dataclass(frozen=True, slots=True)
class Latecomer:
    """Who came while a game runs, or found every seat taken by it: seated in the next one."""

    browser: str
    name: str
    sitting: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A person's reveal that waits to be carried out at `x`."""

    seat: Seat  # who pressed
    due: Seat | None  # whose card it was for
    x: int
