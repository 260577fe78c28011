"""To another device that has games of its own: both histories are one, and one person's."""

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import anyio
import pytest

from app.store import archive, devices
from app.store.journal import JournalFailed
from tests.web.deleting import (
    Match,
    delete,
    derived_again,
    forgotten,
    id_of,
    in_the_end,
    mentions,
    named,
    rows,
)
from tests.web.devices import AGAIN, code_for, take
from tests.web.site import SCRIPT, Answer, Site, Visitor
from tests.web.test_pages import page

THEIRS, MINE = "Zebedee", "Quillon"
"""Names of the device that everything comes from, and of the one that takes it."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


@pytest.fixture
def giver(site: Site) -> Visitor:
    return named(site, THEIRS)


@pytest.fixture
def taker(site: Site) -> Visitor:
    return named(site, MINE)


def played(visitor: Visitor) -> str:
    """A game that a browser has finished."""
    table = visitor.deal(reveal_limit="10")
    visitor.finish(table)
    ((game,),) = rows(visitor.site, 'SELECT id FROM games WHERE "table" = ?', table)
    return str(game)


def games_of(visitor: Visitor) -> list[str]:
    """The games in what a browser can take along, sorted."""
    return sorted(game["game"] for game in visitor.get("/stats/data.json").json()["games"])


def test_both_histories_are_one(site: Site, giver: Visitor, taker: Visitor) -> None:
    theirs, mine = [played(giver), played(giver)], [played(taker)]
    assert taker.post(f"/replay/{mine[0]}/private", {"private": "yes"}).status in (204, 303)
    shown = page(taker, f"/device/{(code := code_for(giver))}")
    assert "Your results, replays and statistics of this browser come along" in shown.words
    old = id_of(taker)
    assert take(taker, code).status == 303
    assert games_of(taker) == sorted(theirs + mine)
    assert "3 games" in page(taker, "/stats").words
    assert taker.get(f"/replay/{mine[0]}").status == 200, "a private game is its player's still"
    assert giver.get(f"/replay/{mine[0]}").status == 404
    kept = ("results", "statistics", "statistic_sums", "statistic_days", "streaks", "seats")
    for name in kept:
        assert rows(site, f"SELECT 1 FROM {name} WHERE browser = ?", old) == []  # noqa: S608
    chosen = "SELECT name, setup, preferences, my_setup, board_name FROM browsers WHERE id = ?"
    assert rows(site, chosen, old) == [(None,) * 5], "the giver's hold"
    assert len(rows(site, "SELECT 1 FROM streaks")) == 1
    in_the_end(site)
    derived_again(site)


def test_deleting_everything_forgets_both(site: Site, giver: Visitor, taker: Visitor) -> None:
    played(giver), played(taker)
    match = Match(named(site, "Other"), taker).dealt().over()
    codes = code_for(taker), code_for(taker, match.id)
    checks = [forgotten(taker)]
    assert take(taker, code_for(giver)).status == 303
    for code in codes:
        assert take(Visitor(site), code).status == 404, "whoever made it is nobody any more"
    checks.append(forgotten(taker))
    delete(taker)
    assert mentions(site, THEIRS, MINE) == []
    for check in checks:
        check()
    assert match.names == ["Other", "Player"]
    assert len(rows(site, "SELECT * FROM browsers")) == 1


def test_back_and_forth_and_on_to_a_third(site: Site, giver: Visitor, taker: Visitor) -> None:
    third = named(site, "Third")
    ids = [id_of(each) for each in (giver, taker, third)]
    games = [played(giver), played(taker), played(third)]
    for here, there in ((taker, giver), (giver, taker)):
        assert take(here, code_for(there)).status == 303
        games.append(played(there))  # it starts afresh, and has something of its own again
        ids.append(id_of(there))
    assert take(taker, code_for(giver)).status == 303
    # Whoever gives is joined: now it is the third device, which three others come to.
    assert take(taker, code_for(third)).status == 303
    assert games_of(taker) == sorted(games[:4] + games[4:])
    assert id_of(taker) == ids[2]
    became = rows(site, "SELECT DISTINCT became FROM browsers WHERE became IS NOT NULL")
    assert became == [(ids[2],)], "one step from any of them"
    in_the_end(site)
    delete(taker)
    assert mentions(site, *ids) == []
    assert rows(site, "SELECT * FROM browsers") == []
    in_the_end(site)


def test_a_match_of_both_counts_once(site: Site, giver: Visitor, taker: Visitor) -> None:
    match = Match(taker, giver, named(site, "Other")).dealt().over()
    assert take(taker, code_for(giver)).status == 303
    ((game,),) = rows(site, "SELECT id FROM games WHERE ended IS NOT NULL")
    assert games_of(taker) == [game]
    told = rows(site, "SELECT seat FROM statistics WHERE browser = ?", id_of(taker))
    assert told == [(0,)], "the first seat's"
    assert len(rows(site, "SELECT 1 FROM results WHERE browser = ?", id_of(taker))) == 2
    assert taker.state(match.id)["you"] == [1], "the seat that came"
    derived_again(site)
    in_the_end(site)
    check = forgotten(taker)
    delete(taker)
    check()
    assert mentions(site, THEIRS, MINE) == []


def test_a_running_match_of_both_goes_on(site: Site, giver: Visitor, taker: Visitor) -> None:
    match = Match(giver, taker, named(site, "Other"), reveal_limit="25").dealt()
    match.later(700)
    assert take(taker, code_for(giver)).status == 303
    assert match.state == "playing", "nobody else is made to wait"
    assert taker.state(match.id)["you"] == [0]
    picture = site.run(partial(site.app.state.house.table, match.id)).picture
    assert [seat.left for seat in picture.seats] == [False, True, False]
    match.over()
    in_the_end(site)


@pytest.mark.parametrize("waits", ["giver", "taker"])
def test_who_waits_for_a_seat(site: Site, giver: Visitor, taker: Visitor, waits: str) -> None:
    other = named(site, "Other")
    match = Match(other, *([taker] if waits == "giver" else []), named(site, "Fourth")).dealt()
    match.done(giver if waits == "giver" else taker, "join")
    assert take(taker, code_for(giver)).status == 303
    if waits == "giver":
        assert taker.state(match.id)["you"] == [1], "a seat is better than waiting for one"
    else:
        assert taker.state(match.id)["you"] == []
    live = site.run(partial(site.app.state.house.table, match.id))
    assert live.sittings_of(id_of(taker))
    match.over()
    in_the_end(site)


def test_what_a_closed_table_has_comes_along(site: Site, giver: Visitor, taker: Visitor) -> None:
    """Its log takes no more, so the old id sits there for ever, and is forgotten there too."""
    match = Match(named(site, "Other"), taker).dealt().over()
    match.done(match.host, "close")
    old = id_of(taker)
    assert take(taker, code_for(giver)).status == 303
    assert len(games_of(taker)) == 1
    assert rows(site, "SELECT 1 FROM seats WHERE browser = ?", old)
    derived_again(site)
    check = forgotten(taker)
    delete(taker)
    check()
    assert mentions(site, old, MINE) == []
    assert match.names == ["Other", "Player"]


def test_a_result_that_is_kept_meanwhile(site: Site, giver: Visitor, taker: Visitor) -> None:
    """It was derived while the old id stood for somebody, and comes to the writer after that."""
    game = played(taker)
    played(giver)
    code, house, old = code_for(giver), site.app.state.house, id_of(taker)
    (ended,) = [each for each in archive.ended(site.store.readers) if each.game == game]
    submit = house.store.writer.submit

    async def meanwhile() -> None:
        derived: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        async def late(run: Any) -> Any:
            derived.set_result(None)
            await moved.wait()
            return await submit(run)

        moved = asyncio.Event()
        house.store.writer.submit = late
        keeping = asyncio.create_task(house.archive.keep(ended))
        await derived
        house.store.writer.submit = submit
        body = urlencode({"code": code}).encode()
        headers = {**SCRIPT, "Cookie": taker.cookie}
        assert (await site.answered("POST", "/device", headers, body)).status == 303
        moved.set()
        await keeping

    site.run(meanwhile)
    assert rows(site, "SELECT 1 FROM statistics WHERE browser = ?", old) == []
    assert game in games_of(taker)
    in_the_end(site)


@pytest.mark.parametrize("failing", range(1, 7))
def test_what_failed_half_way_is_whole_in_the_end(
    site: Site,
    giver: Visitor,
    taker: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    failing: int,
) -> None:
    games = [played(giver), played(taker)]
    running = [giver.deal(), taker.deal()]
    code, submit, writes = code_for(giver), site.store.writer.submit, count(1)

    def fail(run: Any) -> Any:
        if next(writes) == failing:
            raise JournalFailed
        return submit(run)

    with monkeypatch.context() as broken:
        broken.setattr(site.store.writer, "submit", fail)
        done = take(taker, code).status == 303
    if not done:
        assert id_of(taker) != id_of(giver)
        in_the_end(site)
        assert take(taker, code).status == 303
    assert done == (failing > 5), "so many writes there are"
    assert games_of(taker) == sorted(games)
    assert [taker.state(table)["you"] for table in running] == [[0], [0]]
    in_the_end(site)


def test_two_who_take_each_other_s(site: Site, giver: Visitor, taker: Visitor) -> None:
    """One is first; the other one's cookie stands for nobody then, and nothing is lost."""
    games, tables = [played(giver), played(taker)], [giver.deal(), taker.deal()]
    codes = {taker: code_for(giver), giver: code_for(taker)}
    answers: dict[Visitor, Answer] = {}

    async def post(visitor: Visitor) -> None:
        headers = {**SCRIPT, "Cookie": visitor.cookie}
        body = urlencode({"code": codes[visitor]}).encode()
        answers[visitor] = await site.answered("POST", "/device", headers, body)

    async def at_once() -> None:
        async with anyio.create_task_group() as group:
            for each in codes:
                group.start_soon(post, each)

    site.run(at_once)
    winner, loser = sorted(answers, key=lambda each: answers[each].status)
    assert answers[winner].status == 303
    assert answers[loser].status in (307, 404, 410)
    assert games_of(winner) == sorted(games)
    assert [winner.state(table)["you"] for table in tables] == [[0], [0]]
    assert games_of(loser) == []
    in_the_end(site)


def test_one_who_takes_from_two_at_once(site: Site, giver: Visitor, taker: Visitor) -> None:
    third = named(site, "Third")
    games = [played(each) for each in (giver, taker, third)]
    tables = [each.deal() for each in (giver, taker, third)]
    codes = [code_for(giver), code_for(third)]
    answers: list[Answer] = []

    async def post(code: str) -> None:
        headers = {**SCRIPT, "Cookie": taker.cookie}
        body = urlencode({"code": code}).encode()
        answers.append(await site.answered("POST", AGAIN, headers, body))

    async def at_once() -> None:
        async with anyio.create_task_group() as group:
            for code in codes:
                group.start_soon(post, code)

    site.run(at_once)
    assert [answer.status for answer in answers] == [303, 303]
    assert games_of(taker) == sorted(games)
    assert [taker.state(table)["you"] for table in tables] == [[0], [0], [0]]
    in_the_end(site)


def test_a_table_that_is_opened_meanwhile_is_none(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    """Nobody could play there: whoever asked for it asks again, as who they are now."""
    played(taker)
    house, stale = site.app.state.house, id_of(taker)
    live = site.run(partial(house.table, giver.open()))
    assert take(taker, code_for(giver)).status == 303

    async def opened() -> None:
        with pytest.raises(JournalFailed):
            await house.lobby.open(live.setup, stale, [MINE])

    site.run(opened)
    in_the_end(site)


def test_a_table_that_is_opened_just_before_comes_along(
    site: Site, giver: Visitor, taker: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another page of the same browser, once its tables have been looked up."""
    tables = [taker.open()]
    house, mine, code = site.app.state.house, id_of(taker), code_for(giver)
    setup, submit = site.run(partial(house.table, tables[0])).setup, house.store.writer.submit

    async def opened(job: Any) -> Any:
        live = await house.lobby.open(setup, mine, [MINE])
        tables.append(live.id)
        return await submit(job)

    def late(job: Any) -> Any:
        if getattr(job, "func", None) is devices.hand_over:
            return opened(job)
        return submit(job)

    monkeypatch.setattr(house.store.writer, "submit", late)
    assert take(taker, code).status == 303
    assert len(tables) == 2
    assert [taker.state(table)["you"] for table in tables] == [[0], [0]]
    in_the_end(site)
