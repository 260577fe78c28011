"""Who comes and goes during a link match, as the table tells it; and that nobody waits for them."""

import pytest

from app.store.journal import Entry
from app.table.company import seats_for
from app.table.core import Core, Outcome
from app.table.inputs import Auto, Input, Join, Leave, Ready, Start
from app.table.picture import Picture
from app.table.setup import setup_from
from app.table.story import Presence
from tests.table.virtual import Dice

ANN, BO, CY = "ann", "bo", "cy"
AWAY_MS = 10_000


class Match:
    """A link match on a clock that the test moves; everybody has a stream from the beginning."""

    def __init__(self, *people: str) -> None:
        self.now = 1000.0
        self.log: list[Entry] = []
        setup = setup_from(
            {"mode": "link", "preset": "classic", "seats": str(len(people)), "window_ms": "1000"}
        )
        self.dice = Dice(4)
        self.core, opened = Core.open(setup, seats_for(setup, people[0], [people[0]]), self.dice)
        self.tell(opened)
        for name in people[1:]:
            self.does(name, Join(name.title()))
        for name in people:
            self.tell(self.core.connect(name, name, self.now))
            self.does(name, Ready(bytes(16)))
        self.does(people[0], Start(None))
        self.wait(3500)
        assert self.picture.table == "playing"

    def tell(self, outcome: Outcome) -> None:
        self.log += outcome.entries
        if outcome.stage is not None:
            self.core.published(outcome.stage, self.now)

    def does(self, who: str, given: Input) -> None:
        self.tell(self.core.handle(who, given, self.now))

    def goes(self, who: str) -> None:
        self.tell(self.core.disconnect(who, who, self.now))

    def comes(self, who: str) -> None:
        self.tell(self.core.connect(who, who, self.now))

    def wait(self, ms: float) -> None:
        """Let time pass; whatever falls due happens when it does."""
        end = self.now + ms
        while (due := self.core.deadline()) is not None and due <= end:
            self.now = max(self.now, due)
            self.tell(self.core.tick(self.now))
        self.now = end

    @property
    def picture(self) -> Picture:
        return self.core.picture()

    @property
    def presence(self) -> list[Presence]:
        told = (each.event for each in self.picture.story)
        return [event for event in told if isinstance(event, Presence)]


def test_who_is_gone_for_ten_seconds_is_told_of_and_who_is_back() -> None:
    match = Match(ANN, BO)
    match.goes(BO)
    match.wait(AWAY_MS - 100)
    assert match.presence == []
    match.wait(200)
    assert match.presence == [Presence(1, "away")]
    assert match.picture.seats[1].away
    match.comes(BO)
    assert match.presence == [Presence(1, "away"), Presence(1, "back")]
    assert not match.picture.seats[1].away


def test_a_short_loss_is_told_to_nobody() -> None:
    match = Match(ANN, BO)
    match.goes(BO)
    match.wait(AWAY_MS - 100)
    match.comes(BO)
    match.wait(AWAY_MS)
    assert match.presence == []


def test_who_leaves_is_told_of_once() -> None:
    match = Match(ANN, BO, CY)
    match.does(BO, Leave())
    assert match.presence == [Presence(1, "left")]
    assert match.picture.seats[1].left
    match.goes(BO)
    match.wait(2 * AWAY_MS)
    match.does("di", Join("Di"))
    match.does(CY, Leave())
    assert match.presence == [Presence(1, "left"), Presence(2, "left")]


def test_presence_comes_back_from_the_log() -> None:
    match = Match(ANN, BO)
    match.goes(BO)
    match.wait(AWAY_MS + 100)
    again = Core.restore(match.log, match.dice)
    assert again.ledger.story.told == match.core.ledger.story.told


@pytest.mark.parametrize("goes", ["away", "left"])
def test_trap_someone_left_the_others_wait(goes: str) -> None:
    """Whatever they do not turn is turned for them: cards come on, and none is lost."""
    match = Match(ANN, BO, CY)
    for name in (BO, CY):
        if goes == "left":
            match.does(name, Leave())
        match.goes(name)
    match.wait(AWAY_MS + 100)
    match.does(ANN, Auto(on=True))
    before = match.picture.n
    match.wait(60_000)
    assert match.picture.n > before + 10
    picture = match.picture
    assert sum(picture.heights) + picture.buried + picture.faceup == 52
    assert {entry.seat for entry in match.log if entry.kind == "reveal"} == {0, 1, 2}
