"""To another device: all that a browser has, its name and settings too."""

import sqlite3
from contextlib import closing
from functools import partial

from app.table.feed import Follower, named
from tests.web.devices import code_for, link_match, name_of, take
from tests.web.site import Site, Visitor
from tests.web.test_pages import page


def test_all_that_a_browser_has_moves(site: Site, giver: Visitor, taker: Visitor) -> None:
    running, finished = giver.deal(), giver.deal(reveal_limit="10")
    giver.finish(finished)
    giver.post("/settings", {"deck": "four", "hand": "left"})
    giver.post("/me/name", {"name": "Ada"})
    shown = page(taker, f"/device/{(code := code_for(giver))}")
    for told in ("1 game to go on with", "1 finished game", "The name Ada", "The settings"):
        assert told in shown.words
    answer = take(taker, code)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    for table in (running, finished):
        assert taker.state(table)["you"] == [0]
        assert giver.state(table)["you"] == []
    home = page(taker, "/")
    assert home.all("html", **{"data-deck": "four", "data-hand": "left"})
    assert home.all("a", href=f"/t/{running}#continue")
    assert name_of(taker) == "Ada"
    assert name_of(giver) == ""
    assert not page(giver, "/").all("a", href=f"/t/{running}#continue")
    assert giver.reveal(running).status == 403
    assert giver.post("/device").status == 403, "its cookie stands for nobody"
    assert taker.reveal(running).status == 204


def test_the_games_of_the_other_device_join_them(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    theirs = giver.deal()
    mine, finished = taker.deal(), taker.deal(reveal_limit="10")
    taker.finish(finished)
    both = link_match(giver, taker, seats=2)
    taker.post("/me/name", {"name": "Zoe"})
    shown = page(taker, f"/device/{(code := code_for(giver))}")
    assert "The 2 games of this browser join them." in shown.words
    assert "At one table you sit with both devices." in shown.words
    assert take(taker, code).status == 303
    for table in (theirs, mine, finished, both):
        assert taker.state(table)["you"] == [0], "at the one of both, the seat that came"
    assert name_of(taker) == "", "the giver's, who chose none"
    with closing(sqlite3.connect(site.database)) as file:
        held = file.execute('SELECT browser FROM seats WHERE "table" = ?', (both,)).fetchall()
    assert (None,) in held, "where both sat, the other seat is left"
    assert len({*held}) == 2


def test_a_device_that_took_all_can_give_all(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = giver.deal()
    take(taker, code_for(giver))
    take(giver, code_for(taker))
    assert giver.state(table)["you"] == [0]
    assert taker.state(table)["you"] == []


def test_streams_of_the_old_device_end(site: Site, giver: Visitor, taker: Visitor) -> None:
    seat, table, own = giver.deal(), giver.deal(), taker.deal()
    house = site.app.state.house

    async def followed(visitor: Visitor, at: str) -> bytes:
        """What a stream brings to its end, after which somebody moves."""
        scope = {"headers": [(b"cookie", visitor.cookie.encode())]}
        browser = await house.identity.browser(scope)
        live = await house.table(at)
        follower = live.follow(browser)
        house.limits.streams.open(follower, browser=browser, table=at, address=None)
        followers.append(follower)
        return b""

    followers: list[Follower] = []
    for visitor, at in ((giver, seat), (giver, table), (taker, own)):
        site.run(partial(followed, visitor, at))

    def ended() -> list[bool]:
        return [follower.last is not None for follower in followers]

    take(taker, code_for(giver, seat))
    assert ended() == [True, False, False]
    assert followers[0].last == named("bye", "replaced")
    take(taker, code_for(giver))
    assert ended() == [True, True, True]
