"""A link for another device works once, for ten minutes, and for whom it was made."""

from itertools import count
from typing import Any
from urllib.parse import urlencode

import anyio
import pytest

from app.store.devices import VALID_MS
from app.store.journal import JournalFailed
from app.web.catalogue_device import DEVICE_WORDS
from app.web.problems import NOT_STORED
from tests.web.devices import AGAIN, code_for, take
from tests.web.site import BROWSER, SCRIPT, Answer, Site, Visitor
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import page


@pytest.mark.parametrize("what", ["seat", "all"])
def test_a_link_works_once(site: Site, giver: Visitor, taker: Visitor, what: str) -> None:
    table = giver.deal()
    code = code_for(giver, table if what == "seat" else "")
    assert take(taker, code).status == 303
    third = Visitor(site)
    with nothing_written(site):
        for visitor in (third, giver):
            for answer in (visitor.get(f"/device/{code}"), visitor.post("/device", {"code": code})):
                assert (answer.status, answer.text) == (410, DEVICE_WORDS["device_used"])
                assert "set-cookie" not in answer.headers
        answer = taker.post("/device", {"code": code}, BROWSER)
        assert answer.status == 303, "a second press of the same button finds it done"
        assert answer.headers["location"] == (f"/t/{table}" if what == "seat" else "/")
    assert taker.state(table)["you"] == [0]


@pytest.mark.parametrize("what", ["seat", "all"])
@pytest.mark.parametrize("new", [True, False], ids=["new", "known"])
def test_of_two_at_once_one_gets_it(site: Site, giver: Visitor, what: str, new: bool) -> None:
    table = giver.deal()
    both = (Visitor(site), Visitor(site))
    own = [] if new else [each.deal() for each in both]
    code = code_for(giver, table if what == "seat" else "")
    if new:
        for each in both:
            assert each.post("/device", {"code": code}, BROWSER).status == 307
    body = urlencode({"code": code}).encode()
    answers: dict[Visitor, Answer] = {}

    async def post(visitor: Visitor) -> None:
        headers = {**SCRIPT, "Cookie": visitor.cookie}
        answers[visitor] = await site.answered("POST", AGAIN, headers, body)

    async def at_once() -> None:
        async with anyio.create_task_group() as group:
            for each in both:
                group.start_soon(post, each)

    site.run(at_once)
    assert sorted(answer.status for answer in answers.values()) == [303, 410]
    winner, loser = sorted(both, key=lambda each: answers[each].status)
    assert winner.state(table)["you"] == [0]
    assert loser.state(table)["you"] == []
    for each, mine in zip(both, own, strict=False):
        assert each.state(mine)["you"] == [0], "whoever came second keeps what they had"


@pytest.mark.parametrize("what", ["seat", "all"])
def test_a_link_is_for_ten_minutes(site: Site, giver: Visitor, taker: Visitor, what: str) -> None:
    table = giver.deal()
    code = code_for(giver, table if what == "seat" else "")
    site.wall_ms += VALID_MS - 1
    assert "for one more minute" in page(giver, f"/device/{code}").words
    site.wall_ms += 1
    with nothing_written(site):
        for visitor in (taker, giver):
            for answer in (visitor.get(f"/device/{code}"), visitor.post("/device", {"code": code})):
                assert (answer.status, answer.text) == (410, DEVICE_WORDS["device_over"])
    assert giver.state(table)["you"] == [0]


@pytest.mark.parametrize("code", ["", "A" * 22, "A" * 21, "x", "é" * 22, "a" * 3000])
def test_a_code_that_nobody_made_does_nothing(site: Site, taker: Visitor, code: str) -> None:
    with nothing_written(site):
        answer = taker.post("/device", {"code": code})
        assert (answer.status, answer.text) == (404, DEVICE_WORDS["device_unknown"])
        assert taker.get(f"/device/{'A' * 22}").status == 404
    assert taker.cookie == ""


def test_a_new_link_takes_the_place_of_the_old_one(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    giver.deal()
    old, new = code_for(giver), code_for(giver)
    assert taker.get(f"/device/{old}").status == 404
    assert take(taker, new).status == 303


def test_the_browser_that_made_it_does_not_take_it(site: Site, giver: Visitor) -> None:
    table = giver.deal()
    for code in (code_for(giver), code_for(giver, table)):
        with nothing_written(site):
            answer = giver.post("/device", {"code": code})
        assert (answer.status, answer.text) == (409, DEVICE_WORDS["device_same"])


def test_a_cookie_that_stands_for_nobody_gets_a_new_one(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    table = giver.deal()
    taker.cookie = stale = f"slapback={'A' * 43}"
    assert take(taker, code_for(giver, table)).status == 303
    assert taker.cookie != stale
    assert taker.state(table)["you"] == [0]


def test_nothing_moves_to_a_browser_that_keeps_no_cookie(site: Site, giver: Visitor) -> None:
    table = giver.deal()
    code = code_for(giver)
    answer = site.ask("POST", AGAIN, SCRIPT, urlencode({"code": code}).encode())
    assert (answer.status, answer.text) == (403, DEVICE_WORDS["device_no_cookie"])
    assert giver.state(table)["you"] == [0]


# Where it could not be stored


@pytest.mark.parametrize("failing", [1, 2, 3, 4])
@pytest.mark.parametrize("what", ["one seat", "two seats", "all"])
def test_what_failed_half_way_can_be_tried_again(
    site: Site,
    giver: Visitor,
    taker: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    failing: int,
) -> None:
    """Whichever of the writes it was: by the browser that had claimed it, and by no other."""
    pair = {"mode": "pass", "computers": "0"} if what == "two seats" else {}
    table, mine = giver.deal(**pair), taker.deal()
    seats = giver.state(table)["you"]
    for visitor, at in ((giver, table), (taker, mine)):
        visitor.post(f"/t/{at}/pause")
    code = code_for(giver, "" if what == "all" else table)
    submit, writes = site.store.writer.submit, count(1)

    def fail(run: Any) -> Any:
        if next(writes) == failing:
            raise JournalFailed
        return submit(run)

    with monkeypatch.context() as broken:
        broken.setattr(site.store.writer, "submit", fail)
        answer = taker.post("/device", {"code": code})
    if answer.status == 303:
        assert (failing, what) in ((4, "one seat"), (4, "all")), "there are no more writes"
    else:
        assert (answer.status, answer.text) == (503, NOT_STORED)
        other = take(Visitor(site), code)
        # The first write is the claim: without it the link is as good as before, for anybody.
        assert other.status == (303 if failing == 1 else 410)
        assert failing == 1 or take(taker, code).status == 303
    assert taker.state(mine)["you"] == [0]
    if failing > 1:
        assert taker.state(table)["you"] == seats
        assert giver.state(table)["you"] == []
