"""A try's score: worked out from its stored log alone, and off the board where that is in doubt."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.store import archive, daily
from app.table.derivations import VERSION
from tests.web.dailies import (
    DATE,
    begin,
    board_for,
    browser_of,
    change,
    daily_site,
    live_at,
    play,
    press,
    rows,
    score_at,
)
from tests.web.site import Site, Visitor

ENTRY = 'SELECT seq, payload, ms FROM log WHERE "table" = ? AND kind = ? ORDER BY seq'
REWRITE = 'UPDATE log SET payload = ?, ms = ? WHERE "table" = ? AND seq = ?'


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with daily_site(tmp_path) as made:
        yield made


@pytest.fixture
def person(site: Site) -> Visitor:
    return Visitor(site)


@pytest.mark.parametrize(("seed", "wins"), [(0, True), (7, True), (2, False), (6, False)])
def test_a_score_is_what_the_live_table_has_shown(
    site: Site, person: Visitor, seed: int, wins: bool
) -> None:
    table = begin(person)
    play(person, table, seed)
    picture, play_ms = live_at(site, table).picture, live_at(site, table)._core.ledger.played_ms
    score, mine = score_at(site, table), picture.tallies[0]
    assert score is not None
    assert picture.result is not None
    won = picture.result.winner == 0
    assert won is wins
    assert (score.date, score.browser, score.refused) == (DATE, browser_of(site, table), None)
    assert (score.won, score.play_ms, score.chances) == (won, play_ms, mine.chances)
    assert (score.right, score.wrong, score.piles) == (mine.right, mine.wrong, mine.by_slap)
    pressed = rows(site, """SELECT payload FROM log WHERE "table" = ? AND kind = 'press'""", table)
    slapped = [told for (text,) in pressed if (told := json.loads(text))["what"] == "slap"]
    timed = [told["adj"] for told in slapped if told["holds"] and told["adj"] >= 150]
    assert score.best_ms == min(timed, default=None)
    assert score.ended_ms == site.wall_ms
    lost = 25 * mine.by_slap
    gained = max(500, 2000 - 2 * (play_ms // 1000) - 20 * mine.wrong)
    assert score.points == (gained if won else lost)
    board = board_for(site, table)
    assert board.mine is not None
    assert (board.mine.rank, board.mine.score, board.finished) == (1, score, 1)


def test_nothing_but_a_ranked_try_is_scored(site: Site, person: Visitor) -> None:
    person.finish(begin(person))
    practice = person.post(f"/daily/{DATE}/practise").headers["location"].removeprefix("/t/")
    assert person.post(f"/t/{practice}/ready", {"seed": "11" * 16}).status == 204
    person.finish(practice)
    person.finish(person.deal(reveal_limit="10"))
    assert rows(site, "SELECT count(*) FROM scores") == [(1,)]


def test_an_impossible_time_keeps_a_score_off_the_board(site: Site, person: Visitor) -> None:
    """A press cannot have come sooner after its card than it says (FAIRNESS 1.3)."""
    table = begin(person)
    play(person, table, reveals=12)
    site.clock.pass_ms(400)
    while press(person, table, "slap", rt=59_000).status != 204:
        site.clock.pass_ms(400)
        press(person, table, "reveal")
    play(person, table)
    score, board = score_at(site, table), board_for(site, table)
    assert score is not None
    assert (score.refused, board.mine, board.finished) == ("timing", None, 0)


def test_a_clock_in_steps_of_100_ms_keeps_no_score_off_the_board(
    site: Site, person: Visitor
) -> None:
    """Some browsers round both readings: to the nearest line the press was later than it was."""
    table = begin(person)
    play(person, table, reveals=12)
    core = live_at(site, table)._core
    site.clock.pass_ms(400)

    def late() -> float:
        return site.clock.now - (core.since or 0) + 90

    while press(person, table, "slap", rt=late(), step="100").status != 204:
        site.clock.pass_ms(400)
        press(person, table, "reveal")
    play(person, table)
    score = score_at(site, table)
    assert score is not None
    assert score.refused is None


# Tampering: somebody has changed what the database holds


def tampered(site: Site, person: Visitor, kind: str, payload: Any, ms: int | None = None) -> str:
    """A try that is over, one of whose entries of a kind is another one now."""
    table = begin(person)
    play(person, table)
    assert score_at(site, table) is not None
    seq, told, stood = rows(site, ENTRY, table, kind)[-1]
    changed = payload if isinstance(payload, str) else json.dumps({**json.loads(told), **payload})
    change(site, REWRITE, changed, stood if ms is None else stood + ms, table, seq)
    again(site)
    return table


def again(site: Site) -> None:
    """Everything is kept anew, as by the start of a newer version."""
    change(site, "UPDATE games SET archived = ?", VERSION - 1)
    house = site.app.state.house

    async def sweep() -> None:
        house.archive.sweep()
        await house.archive.wait()

    site.run(sweep)


@pytest.mark.parametrize(
    ("kind", "payload", "ms"),
    [
        ("ended", {"play_ms": 1000}, None),
        ("ended", {"winner": 0, "counts": [52, 0, 0, 0]}, None),
        ("reveal", {}, -300),
        ("sealed", {"server_seed": "00" * 32}, None),
        ("reveal", "no JSON", None),
        ("opened", {"setup": {}}, None),
    ],
)
def test_a_tampered_log_gives_a_reason_and_no_place(
    site: Site, person: Visitor, kind: str, payload: Any, ms: int | None
) -> None:
    table = tampered(site, person, kind, payload, ms)
    score, board = score_at(site, table), board_for(site, table)
    assert score is not None
    assert (score.refused, board.mine, board.finished) == ("replay", None, 0)
    ((game,),) = rows(site, 'SELECT id FROM games WHERE "table" = ?', table)
    assert len(archive.kept(site.store.readers, game)["results"]) == 4, "the result is kept"
    assert daily.best_of_all(site.store.readers, score.browser).finished == 0


def test_a_game_with_another_seed_than_its_day_s_has_no_place(site: Site, person: Visitor) -> None:
    """Though its log is played without a fault."""
    table = begin(person)
    play(person, table)
    change(site, "UPDATE daily_deals SET seed = ? WHERE date = ?", "ab" * 32, DATE)
    again(site)
    score = score_at(site, table)
    assert score is not None
    assert score.refused == "replay"


def test_kept_anew_a_score_is_the_same(site: Site, person: Visitor) -> None:
    table = begin(person)
    play(person, table)
    before = score_at(site, table)
    again(site)
    assert score_at(site, table) == before
    assert board_for(site, table).finished == 1


def test_a_server_that_was_killed_after_the_end_keeps_the_score_at_its_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with daily_site(tmp_path) as site:
        # It ended, and the process with it, before anything else was kept.
        monkeypatch.setattr(site.app.state.house.lobby, "_ended", lambda table: None)
        person = Visitor(site)
        table = begin(person)
        play(person, table)
        picture, browser = live_at(site, table).picture, browser_of(site, table)
        assert score_at(site, table) is None
        tried = daily.try_of(site.store.readers, DATE, browser)
        assert tried is not None
        assert tried.state == "over"
    with daily_site(tmp_path) as site:
        site.run(site.app.state.house.archive.wait)
        score = score_at(site, table)
        assert score is not None
        assert score.wrong == picture.tallies[0].wrong
        assert board_for(site, table).finished == 1
