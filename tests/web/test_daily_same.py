"""A day is the same for everybody: its deal, and how its computers react."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from app.store.daily import Score
from app.store.log import read_log
from app.table.computer import EXTRA_MS, draws, react_ms
from app.table.history import History, history
from tests.table.finished import ended_games
from tests.web.dailies import begin, daily_site, live_at, play, score_at
from tests.web.site import Site, Visitor

Line = tuple[str, int, int | None, Mapping[str, Any]]


class Played:
    """A whole game: its log, its history, its score."""

    def __init__(self, site: Site, seed: int, keen: float) -> None:
        person = Visitor(site)
        self.table = begin(person)
        self.dealt = live_at(site, self.table)._core.ledger.game.stacks
        play(person, self.table, seed, keen=keen)
        self.deal_seed = live_at(site, self.table)._core.ledger.deal_seed
        self.score = score_at(site, self.table)
        self.entries = read_log(site.store.readers, self.table)
        (game,) = ended_games(self.entries)
        self.history: History = history(self.entries, game)

    def lines(self) -> list[Line]:
        """The log without what is a table's or a page's own name."""
        return [
            (each.kind, each.ms, each.seat, _without(each.payload, "id", "cmd", "browser"))
            for each in self.entries
        ]

    def figures(self) -> tuple[object, ...]:
        """The score without whose it is."""
        assert isinstance(self.score, Score)
        score = self.score
        return (score.points, score.won, score.play_ms, score.wrong, score.right, score.best_ms)

    def reactions(self) -> dict[tuple[int, int], int]:
        """By reveal and seat, when each computer's hand came down; as on a plain double.

        What it saw costs it more or less (FAIRNESS 3); nothing else is another game's.
        """
        found = {}
        for turned in self.history.turned:
            extra = min((EXTRA_MS[name] for name in turned.holds), default=0)
            for hand in turned.hands:
                if hand.seat != 0:
                    found[turned.n, hand.seat] = hand.ms - extra
        return found


def _without(payload: str, *names: str) -> Mapping[str, Any]:
    told = json.loads(payload)
    for seat in told.get("seats", ()):
        seat.pop("browser", None)
    return {name: value for name, value in told.items() if name not in names}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Played, Played, Played]]:
    """Two browsers with the same script of presses, and a third with another."""
    with daily_site(tmp_path_factory.mktemp("same")) as site:
        yield Played(site, 1, 0.3), Played(site, 1, 0.3), Played(site, 2, 0.0)


def test_the_same_presses_make_the_same_game(games: tuple[Played, Played, Played]) -> None:
    """Entry by entry, with every press and its times."""
    one, other, _ = games
    assert one.table != other.table
    assert one.dealt == other.dealt
    assert one.lines() == other.lines()
    assert sum(line[0] == "press" for line in one.lines()) > 20
    assert one.history.turned == other.history.turned
    assert one.reactions() == other.reactions()
    assert one.figures() == other.figures()


def test_other_presses_meet_the_same_deal_and_the_same_reactions(
    games: tuple[Played, Played, Played],
) -> None:
    one, _, third = games
    assert one.dealt == third.dealt
    assert one.lines() != third.lines()
    mine, theirs = one.reactions(), third.reactions()
    both = mine.keys() & theirs.keys()
    assert len(both) >= 5
    assert {key: mine[key] for key in both} == {key: theirs[key] for key in both}


def test_every_reaction_is_the_day_s(games: tuple[Played, Played, Played]) -> None:
    """What FAIRNESS 3 makes of the day's seed, the reveal's number and the seat, and no more."""
    for game in games:
        for (n, seat), ms in (met := game.reactions()).items():
            assert ms == react_ms(draws(game.deal_seed, 1, n, seat), 1, 0, 700), (n, seat)
        assert len(met) >= 15
