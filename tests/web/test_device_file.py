"""A file that takes all that a browser has to another device, or back after it was forgotten."""

import re

import pytest

from app.days import day_of
from app.store.devices import LASTING_MS, VALID_MS
from app.web.catalogue_device import DEVICE_WORDS
from app.web.words import day_words
from tests.web.devices import code_for, name_of, take
from tests.web.site import BROWSER, Answer, Site, Visitor
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import page

LINK = re.compile(r'href="[a-z]+://[^/"]+/device/([A-Za-z0-9_-]{22})"')


def asked(visitor: Visitor) -> Answer:
    """What *Download the file* does."""
    return visitor.post("/device", {"file": "yes"}, BROWSER)


def code_in(answer: Answer) -> str:
    """The code that a file brings, once as a link."""
    assert answer.status == 200, answer
    (code,) = LINK.findall(answer.text)
    return str(code)


def last_day(site: Site) -> str:
    """The day until which a file works that is made now."""
    return day_words(day_of(site.wall_ms + LASTING_MS))


def test_a_file_takes_everything_weeks_later(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = giver.deal()
    giver.post("/me/name", {"name": "Ada"})
    answer = asked(giver)
    assert answer.headers["content-disposition"] == 'attachment; filename="slapback-move.html"'
    assert answer.headers["cache-control"] == "no-store"
    code = code_in(answer)
    assert f"until {last_day(site)}." in answer.text
    site.wall_ms += LASTING_MS - 1
    assert "The name Ada" in page(taker, f"/device/{code}").words
    assert take(taker, code).status == 303
    assert (taker.state(table)["you"], giver.state(table)["you"]) == ([0], [])
    assert name_of(taker) == "Ada"
    answer = Visitor(site).get(f"/device/{code}")
    assert (answer.status, answer.text) == (410, DEVICE_WORDS["device_used"])


def test_a_file_needs_nothing_of_ours(giver: Visitor) -> None:
    """It is opened from a disk: the link is its only address, and all of one."""
    giver.deal()
    text = asked(giver).text
    assert len(re.findall("src=|href=|url\\(|@import|<script|<link", text)) == 1
    assert LINK.search(text)


def test_a_file_is_for_thirty_days(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = giver.deal()
    code = code_in(asked(giver))
    site.wall_ms += LASTING_MS
    with nothing_written(site):
        for answer in (taker.get(f"/device/{code}"), taker.post("/device", {"code": code})):
            assert (answer.status, answer.text) == (410, DEVICE_WORDS["device_file_over"])
    assert giver.state(table)["you"] == [0]


def test_a_link_leaves_the_file_alone_and_a_newer_file_does_not(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    giver.deal()
    old, new = code_in(asked(giver)), code_in(asked(giver))
    link = code_for(giver)
    assert taker.get(f"/device/{old}").status == 404
    assert taker.get(f"/device/{new}").status == 200
    site.wall_ms += VALID_MS
    assert taker.get(f"/device/{link}").status == 410
    assert take(taker, new).status == 303


def test_the_file_is_offered_beside_the_link_of_everything(giver: Visitor) -> None:
    table = giver.deal()
    offered = [
        bool(page(giver, f"/device/{code}").all("input", name="file", value="yes"))
        for code in (code_for(giver), code_for(giver, table), code_in(asked(giver)))
    ]
    assert offered == [True, False, False]


def test_its_own_browser_is_told_until_when_the_file_works(site: Site, giver: Visitor) -> None:
    giver.deal()
    shown = page(giver, f"/device/{code_in(asked(giver))}").words
    assert f"It works once, until {last_day(site)}." in shown
    assert "minutes" not in shown


@pytest.mark.parametrize("fields", [{"file": "no"}, {"file": ""}])
def test_no_other_word_makes_a_file(giver: Visitor, fields: dict[str, str]) -> None:
    giver.deal()
    assert giver.post("/device", fields, BROWSER).status == 303


def test_who_has_nothing_gets_no_file(site: Site, taker: Visitor) -> None:
    with nothing_written(site):
        assert asked(taker).status == 403


def test_whoever_deletes_everything_leaves_no_file(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    giver.deal()
    code = code_in(asked(giver))
    assert giver.post("/me/delete", {"confirm": "delete"}, BROWSER).status == 303
    assert taker.get(f"/device/{code}").status == 404
