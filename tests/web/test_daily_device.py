"""To another device: a try stays with the browser that began it, or goes with all that it has."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.days import ends_ms
from tests.web.dailies import DATE, asked, begin, browser_of, daily_site, play, rows, score_at
from tests.web.devices import code_for, take
from tests.web.site import Site, Visitor, plain


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with daily_site(tmp_path) as made:
        yield made


def test_a_try_s_seat_goes_to_no_other_browser(site: Site, giver: Visitor) -> None:
    """Or whoever does badly gives it away, and begins another."""
    table = begin(giver)
    answer = giver.post("/device", {"table": table})
    assert answer.status == 409
    plain(answer)


def test_all_that_a_browser_has_brings_its_try(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = begin(giver)
    play(giver, table, reveals=10)
    assert take(taker, code_for(giver)).status == 303
    assert asked(taker).headers["location"] == f"/t/{table}"
    assert taker.post(f"/t/{table}/resume").status == 204
    play(taker, table)
    score = score_at(site, table)
    assert score is not None
    assert score.refused is None
    assert giver.state(table)["you"] == []


def test_a_try_of_the_other_device_joins_where_there_is_none(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    giver.open()
    table = begin(taker)
    assert take(taker, code_for(giver)).status == 303
    assert asked(taker).headers["location"] == f"/t/{table}"
    assert taker.state(table)["you"] == [0]
    assert len(rows(site, "SELECT * FROM tries")) == 1
    assert taker.post(f"/t/{table}/resume").status == 204
    play(taker, table)
    score = score_at(site, table)
    assert score is not None
    assert (score.browser, score.refused) == (browser_of(site, table), None)


def test_of_two_tries_at_a_day_the_giver_s_is_the_one(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    theirs, mine = begin(giver), begin(taker)
    assert take(taker, code_for(giver)).status == 303
    assert asked(taker).headers["location"] == f"/t/{theirs}"
    assert (taker.state(theirs)["you"], taker.state(mine)["you"]) == ([0], [])
    assert len(rows(site, "SELECT DISTINCT browser FROM tries")) == 2


def test_a_finished_try_stays_where_it_was_played(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    giver.open()
    table = begin(taker)
    play(taker, table)
    before = score_at(site, table)
    site.wall_ms = ends_ms(DATE)
    assert take(taker, code_for(giver)).status == 303
    assert score_at(site, table) == before
    assert browser_of(site, table) == (before and before.browser)
