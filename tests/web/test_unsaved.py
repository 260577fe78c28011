"""Where the journal cannot write: nothing is done, and the person is told so."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.site import BROWSER, SCRIPT, Site, Visitor, plain
from tests.web.test_bad_input import unchanged

NOT_STORED = "That could not be saved, so nothing was done. Please try again."


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own, since what is broken here stays broken."""
    with Site(tmp_path) as made:
        yield made


def test_a_server_that_can_write_is_well(site: Site) -> None:
    before = site.kept()
    assert site.ask("GET", "/healthz").status == 200
    site.store.writer.close()
    answer = site.ask("GET", "/healthz")
    assert answer.status == 503
    plain(answer)
    assert site.kept() == before


def test_what_could_not_be_saved_was_not_done(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.deal()
    site.clock.pass_ms(200)
    press = visitor.press(table)
    site.store.writer.close()
    before = site.kept(table)
    answer = visitor.post(f"/t/{table}/reveal", press)
    assert (answer.status, answer.text) == (503, NOT_STORED)
    assert answer.headers["retry-after"] == "1"
    assert site.kept(table) == before
    # The table is brought back from its log, which does not know of the press either; and it
    # would have to be paused, which cannot be stored.
    assert visitor.get(f"/t/{table}/state").status == 503


def test_a_table_that_could_not_be_saved_is_not_opened(site: Site) -> None:
    visitor = Visitor(site)
    visitor.open()
    site.store.writer.close()
    before = site.kept()
    for who in (visitor, Visitor(site)):
        for headers in (SCRIPT, BROWSER):
            answer = who.post("/tables", {}, headers)
            assert answer.status == 503
            assert "set-cookie" not in answer.headers
            assert NOT_STORED in answer.text
    assert site.kept() == before


def test_once_the_server_stops_nothing_more_is_taken(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.deal()
    site.run(site.app.state.house.leave)
    answer = visitor.get(f"/t/{table}/events")
    assert answer.status == 503
    plain(answer)
    with unchanged(site, visitor, table):
        assert visitor.get(f"/t/{table}/record").status == 409
