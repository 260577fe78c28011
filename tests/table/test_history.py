"""A finished game from its log: against a fold of its own over the engine, and what was seen.

The fold below knows no ledger. It takes the deal's seed and the engine's actions from the log, lets
the engine play them, and counts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from app.engine import game as engine
from app.engine.cards import Card
from app.engine.conditions import holding
from app.engine.events import Collected
from app.engine.game import Game
from app.engine.shuffle import deal
from app.store.journal import Entry
from app.table.history import History, Unfinished, history, walk
from app.table.inputs import Auto
from tests.table.finished import ended_games
from tests.table.link import ANN, BEN, Link
from tests.table.played import Log, every_kind
from tests.table.virtual import Virtual


@dataclass
class Lay:
    """A reveal as the fold sees it: who turned what, what held, who slapped how, who collected."""

    seat: int
    card: Card
    holds: tuple[str, ...]
    played_ms: int
    out: tuple[int, ...]
    slaps: dict[int, tuple[int, str, bool]] = field(default_factory=dict)
    took: tuple[int, str, int] | None = None
    heights: tuple[int, ...] = ()


@dataclass
class Fold:
    """A game as the fold sees it."""

    game: Game
    lays: list[Lay] = field(default_factory=list)
    play_ms: int = 0
    fair: bool = True  # times are reactions here, not moments of arrival
    fresh: bool = True  # the newest card's window has not been interrupted
    open: tuple[str, ...] = ()  # what can be slapped now


ACTIONS = ("reveal", "slap", "close", "timeup")


def of_deal(entries: Sequence[Entry], game: str) -> list[Entry]:
    """The entries of one game, from its deal to its end."""
    seals = [e for e in entries if e.kind == "sealed"]
    mine = next(n for n, e in enumerate(seals) if json.loads(e.payload)["id"] == game)
    last = seals[mine + 1].seq if mine + 1 < len(seals) else len(entries)
    found = entries[seals[mine].seq : last]
    first = next(n for n, e in enumerate(found) if e.kind == "dealt")
    end = next(n for n, e in enumerate(found) if e.kind == "ended")
    return list(found[first : end + 1])


def folded(entries: Sequence[Entry], told: History) -> Fold:
    """Play the log's actions on the engine alone."""
    mine = of_deal(entries, told.id)
    dealt = json.loads(mine[0].payload)
    game, _ = deal(told.setup.rules, bytes.fromhex(dealt["deal_seed"]), dealt["dealer"])
    fold = Fold(game, fair=(told.setup.order, told.setup.cap > 0) == ("fair", True))
    for entry in mine[1:]:
        payload = json.loads(entry.payload)
        if entry.kind in ACTIONS:
            act(fold, entry, payload)
        elif entry.kind == "press" and payload["what"] == "slap" and payload["holds"]:
            mark(fold, entry.seat, payload["adj"], "right")
        elif entry.kind == "void":
            fold.open = ()
            for seat, adj in payload["beaten"]:
                mark(fold, seat, adj, "right")
        elif entry.kind in ("paused", "handover", "begun"):
            fold.play_ms += entry.ms
        if entry.kind in ("resumed", "begun"):
            fold.fresh = False
    return fold


def act(fold: Fold, entry: Entry, payload: dict[str, Any]) -> None:
    """One action of the engine, with what it means for figures and times."""
    before, seat = fold.game, entry.seat
    if entry.kind == "reveal":
        assert seat is not None
        fold.game, events = engine.reveal(before, seat)
    elif entry.kind == "slap":
        assert seat is not None
        fold.game, events = engine.slap(before, seat)
    else:
        fold.game, events = getattr(engine, entry.kind)(before)
    took = next((event for event in events if isinstance(event, Collected)), None)
    over = fold.game.phase == "over"
    reopened = before.phase == "ready" and fold.game.phase == "window"
    if over or took or reopened:
        fold.play_ms += entry.ms
    if entry.kind == "reveal":
        assert seat is not None
        card = fold.game.faceup[-1]
        fold.open = holding(fold.game.faceup, fold.game.rules.slaps)
        fold.fresh = True
        fold.lays.append(Lay(seat, card, fold.open, fold.play_ms, fold.game.out))
    if entry.kind == "slap":
        slapped(fold, entry, payload)
    if fold.lays:
        lay = fold.lays[-1]
        lay.heights = tuple(map(len, fold.game.stacks))
        if took is not None:
            lay.took = (took.seat, took.how, took.count)
            fold.open = ()


def slapped(fold: Fold, entry: Entry, payload: dict[str, Any]) -> None:
    if not fold.open:
        mark(fold, entry.seat, entry.ms, "wrong")
        return
    for seat, adj in payload["beaten"]:
        mark(fold, seat, adj, "right")
    mark(fold, entry.seat, entry.ms, "right")
    ms, _, fresh = fold.lays[-1].slaps[entry.seat or 0]
    fold.lays[-1].slaps[entry.seat or 0] = (ms, "won", fresh)


def mark(fold: Fold, seat: int | None, ms: int, how: str) -> None:
    assert seat is not None
    fold.lays[-1].slaps.setdefault(seat, (ms, how, fold.fair and fold.fresh))


@cache
def logs() -> tuple[Log, ...]:
    return tuple(every_kind())


def games(kind: str) -> list[tuple[Log, History]]:
    """Every finished game of the logs of this kind."""
    return [
        (log, history(log.entries, game))
        for log in logs()
        if log.kind == kind
        for game in ended_games(log.entries)
    ]


KINDS = {"solo": 20, "pass": 20, "link": 10, "daily": 3}
"""Each kind, and how many finished games of it there are at least."""


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kind", KINDS)
def test_each_reveal_is_as_the_engine_plays_it(kind: str) -> None:
    found = games(kind)
    assert len(found) >= KINDS[kind]
    for log, told in found:
        fold = folded(log.entries, told)
        assert len(told.turned) == len(fold.lays)
        for number, (turned, lay) in enumerate(zip(told.turned, fold.lays, strict=True), start=1):
            what = (told.id, number)
            assert turned.n == number, what
            assert (turned.seat, turned.card) == (lay.seat, lay.card), what
            assert (turned.holds, turned.out) == (lay.holds, lay.out), what
            assert turned.heights == lay.heights, what
            assert turned.played_ms == lay.played_ms, what
            took = turned.pile and (turned.pile.seat, turned.pile.how, turned.pile.count)
            assert took == lay.took, what
            hands = {hand.seat: (hand.ms, hand.how, hand.measured) for hand in turned.hands}
            assert hands == lay.slaps, what
            assert [hand.ms for hand in turned.hands] == sorted(ms for ms, *_ in hands.values())


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_is_the_sum_of_its_reveals(kind: str) -> None:
    for log, told in games(kind):
        fold = folded(log.entries, told)
        assert fold.game.result is not None
        assert (told.winner, told.reason) == (fold.game.result.winner, fold.game.result.reason)
        assert told.counts == tuple(map(len, fold.game.stacks))
        assert told.play_ms == fold.play_ms
        assert told.agrees
        for seat, tally in enumerate(told.tallies):
            hands = [h for turned in told.turned for h in turned.hands if h.seat == seat]
            right = [h for h in hands if h.how != "wrong"]
            lays = [lay for lay in fold.lays if seat not in lay.out]
            assert tally.chances == sum(bool(lay.holds) for lay in lays)
            assert tally.right == len(right)
            assert tally.wrong == len(hands) - len(right)
            timed = [h.ms for h in right if h.measured]
            assert sorted(tally.reactions.times) == sorted(ms for ms in timed if ms >= 150)
            assert tally.reactions.guesses == sum(ms < 150 for ms in timed)
            piles = [t.pile for t in told.turned if t.pile and t.pile.seat == seat]
            assert tally.by_slap == sum(pile.how == "slap" for pile in piles)
            assert tally.by_challenge == sum(pile.how == "challenge" for pile in piles)


@pytest.mark.timeout(180)
@pytest.mark.parametrize("kind", KINDS)
def test_it_is_what_people_saw_at_the_end(kind: str) -> None:
    seen = 0
    for log, told in games(kind):
        picture = log.ends.get(told.deal)
        if picture is None:
            continue  # its end was stored, and the process died before it was shown
        seen += 1
        assert picture.result is not None
        assert (told.winner, told.reason) == (picture.result.winner, picture.result.reason)
        assert told.counts == picture.heights
        assert told.tallies == picture.tallies
        assert told.turned[-1].heights == picture.heights
        assert len(told.players) == len(picture.seats)
        if kind != "link":  # there people come and go when it is over
            shown = [(seat.name, seat.kind, seat.level) for seat in picture.seats]
            assert [(p.name, p.kind, p.level) for p in told.players] == shown
    assert seen >= KINDS[kind]


def test_the_logs_hold_everything_that_may_come() -> None:
    kinds = {entry.kind for log in logs() for entry in log.entries}
    wanted = "paused resumed handover handed begun void timeup ended seated away auto named pausing"
    assert kinds >= set(wanted.split())
    told = [told for kind in KINDS for _, told in games(kind)]
    hands = [hand for each in told for turned in each.turned for hand in turned.hands]
    assert {hand.how for hand in hands} == {"won", "right", "wrong"}
    assert {hand.measured for hand in hands} == {True, False}
    assert {hand.by for hand in hands} == {"touch", "mouse", "key", ""}
    assert {hand.step_ms for hand in hands} == {0, 16}
    assert any(each.flagged for each in told)


def test_a_log_has_several_games_and_some_that_never_end() -> None:
    several = [log for log in logs() if len(ended_games(log.entries)) > 1]
    dealt = [sum(entry.kind == "dealt" for entry in log.entries) for log in logs()]
    ended = [len(ended_games(log.entries)) for log in logs()]
    assert several
    assert any(more > fewer for more, fewer in zip(dealt, ended, strict=True))
    for log in several:
        told = [history(log.entries, game) for game in ended_games(log.entries)]
        assert [each.id for each in told] == list(ended_games(log.entries))
        assert sorted({each.deal for each in told}) == [each.deal for each in told]


def test_what_has_not_ended_is_no_history() -> None:
    table = Virtual(reveal_limit=12).deal()
    given_up = table.core.ledger.public_id
    for game in (given_up, "no such game"):
        with pytest.raises(Unfinished):
            history(table.log, game)
    assert ended_games(table.log) == ()
    assert list(walk(table.log, "no such game")) == []


def test_a_game_that_was_given_up_is_no_history_though_another_was_finished() -> None:
    for log in logs():
        sealed = [json.loads(e.payload)["id"] for e in log.entries if e.kind == "sealed"]
        for game in set(sealed) - set(ended_games(log.entries)):
            with pytest.raises(Unfinished):
                history(log.entries, game)


def test_walking_ends_where_the_game_does() -> None:
    for log in logs()[:12]:
        for game in ended_games(log.entries):
            steps = [entry.seq for entry, _ in walk(log.entries, game)]
            assert steps == [entry.seq for entry in of_deal(log.entries, game)]


def test_an_end_that_the_log_tells_otherwise_is_noticed() -> None:
    log = next(log for log in logs() if log.kind == "solo")
    game = ended_games(log.entries)[0]
    for changed in ({"winner": 5}, {"play_ms": 1}, {"counts": [1, 2]}, {"reason": "stalled"}):
        entries = list(log.entries)
        last = of_deal(entries, game)[-1]
        payload = json.dumps({**json.loads(last.payload), **changed})
        entries[last.seq] = Entry(last.seq, last.ms, last.kind, last.seat, payload)
        assert not history(entries, game).agrees


def test_who_had_left_by_the_end_still_has_a_name() -> None:
    table = Link(reveal_limit=12, seats=2).ended(BEN)
    assert [p.browser for p in history(table.log, table.ledger.public_id).players] == [ANN, BEN]
    table = Link(reveal_limit=12, seats=2).started(BEN)
    table.leave(BEN)
    table.say(ANN, Auto(True))
    table.wait(60_000)
    told = history(table.log, table.ledger.public_id)
    assert [(p.name, p.browser) for p in told.players] == [("Ann", ANN), ("Ben", None)]
