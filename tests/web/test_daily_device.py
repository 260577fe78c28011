"""To another device: a try stays with the browser that began it, or goes with all that it has."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.days import ends_ms
from app.store.archive import SECOND
from app.store.daily import best_of_all
from tests.web.dailies import (
    DATE,
    asked,
    begin,
    board_for,
    browser_of,
    daily_site,
    play,
    rows,
    score_at,
)
from tests.web.deleting import delete, derived_again, forgotten, id_of, in_the_end
from tests.web.devices import code_for, take
from tests.web.site import Site, Visitor, plain
from tests.web.test_pages import page


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


def test_a_finished_try_comes_along_as_it_was(site: Site, giver: Visitor, taker: Visitor) -> None:
    giver.open()
    table = begin(taker)
    play(taker, table)
    before = score_at(site, table)
    assert before is not None
    site.wall_ms = ends_ms(DATE)
    assert take(taker, code_for(giver)).status == 303
    assert score_at(site, table) == replace(before, browser=id_of(taker))
    assert browser_of(site, table) == id_of(taker) != before.browser
    mine = board_for(site, table).mine
    assert mine is not None
    assert mine.score.points == before.points
    assert best_of_all(site.store.readers, id_of(taker)).finished == 1
    in_the_end(site)


@pytest.mark.parametrize("first", ["theirs", "mine"])
def test_of_two_finished_tries_at_a_day_one_stands_on_the_board(
    site: Site, giver: Visitor, taker: Visitor, first: str
) -> None:
    """The one that came, whichever was begun first; the other one's game is no less theirs."""
    both = (giver, taker) if first == "theirs" else (taker, giver)
    tables = {each: begin(each) for each in both}
    play(giver, tables[giver], keen=0.1)
    play(taker, tables[taker], seed=2, keen=0.95)
    theirs = score_at(site, tables[giver])
    shown = page(taker, f"/device/{(code := code_for(giver))}")
    assert "At one daily you have had your try on both devices." in shown.words
    assert take(taker, code).status == 303
    assert score_at(site, tables[giver]) == theirs
    board = board_for(site, tables[giver])
    assert board.finished == 1
    assert board.mine is not None
    assert board.mine.score == theirs
    kept = rows(site, "SELECT browser, refused, best FROM scores ORDER BY refused")
    assert kept == [(id_of(taker), None, 1), (id_of(taker), SECOND, 0)]
    assert rows(site, "SELECT DISTINCT browser FROM results WHERE kind = 'person'") == [
        (id_of(taker),)
    ]
    derived_again(site)
    in_the_end(site)
    check = forgotten(taker)
    delete(taker)
    check()
    assert rows(site, "SELECT * FROM browsers") == rows(site, "SELECT * FROM tries") == []
