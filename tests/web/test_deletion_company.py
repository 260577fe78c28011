"""Deleting everything, at the tables of others: they keep their games, without the name."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Connection

from app.store import archive
from app.store.journal import GONE
from app.table.history import history
from app.web.deletion import delete_all
from tests.web.deleting import (
    NAME,
    OTHER,
    Match,
    delete,
    forgotten,
    id_of,
    in_the_end,
    mentions,
    named,
    rows,
)
from tests.web.devices import code_for, take
from tests.web.site import BROWSER, Site, Visitor


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


@pytest.fixture
def me(site: Site) -> Visitor:
    return named(site, NAME)


@pytest.fixture
def other(site: Site) -> Visitor:
    return named(site, OTHER)


def test_a_finished_match_of_others_stays_with_their_results(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt().over()
    (game,) = archive.ended(site.store.readers)
    before = history(site.run(partial(site.store.journal.load, match.id)), game.game)
    check = forgotten(me)
    delete(me)
    check()
    entries = site.run(partial(site.store.journal.load, match.id))
    assert any(f'"browser":"{GONE}"' in entry.payload for entry in entries), "nobody had left"
    after = history(entries, game.game)
    same = ("turned", "winner", "reason", "counts", "tallies", "play_ms", "began", "agrees")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert [(player.name, player.browser) for player in after.players] == [
        (OTHER, id_of(other)),
        ("Player", None),
    ]
    told = rows(site, "SELECT kind, name, browser FROM results ORDER BY seat")
    assert told == [("person", OTHER, id_of(other)), ("person", "Player", None)]
    assert other.state(match.id)["you"] == [0]
    assert OTHER in match.names


def test_a_running_match_goes_on_as_if_one_had_left(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me, reveal_limit="25").dealt()
    for _ in range(4):
        match.later(700)
    n = other.state(match.id)["n"]
    check = forgotten(me)
    delete(me)
    assert match.state == "playing", "nobody else is made to wait"
    assert match.names == [OTHER, "Player"]
    check()
    for _ in range(3):
        match.later(700)
    assert other.state(match.id)["n"] > n
    match.over()
    check()
    assert match.names == [OTHER, "Player"]


def test_a_host_in_the_waiting_room_hands_the_table_on(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(me, other)
    check = forgotten(me)
    delete(me)
    check()
    assert NAME not in match.names
    assert match.names[1] == OTHER
    assert other.post(f"/t/{match.id}/rules", {"burn": "2"}).status == 204, "it is theirs now"


def test_a_latecomer_is_not_waited_for(site: Site, me: Visitor, other: Visitor) -> None:
    third = Visitor(site)
    match = Match(other, third, reveal_limit="25").dealt()
    assert me.post(f"/t/{match.id}/join").status == 204
    check = forgotten(me)
    delete(me)
    check()
    assert match.state == "playing"
    match.over()
    check()


def test_who_had_left_the_running_game_before_has_no_name_there(
    site: Site, me: Visitor, other: Visitor
) -> None:
    third = Visitor(site)
    match = Match(other, me, third, reveal_limit="25").dealt()
    match.done(me, "leave")
    match.later(700)
    assert NAME in match.names
    check = forgotten(me)
    delete(me)
    check()
    assert NAME not in match.names
    assert match.state == "paused", "it comes back from its log"
    for who in (other, third):
        match.follow(who)
    match.done(other, "resume")
    match.over()
    check()


def test_a_result_that_is_kept_meanwhile_has_no_name_either(
    site: Site, me: Visitor, other: Visitor
) -> None:
    """Its log was read before the name went from it, and it comes to the writer after that."""
    match = Match(other, me, named(site, "Third")).dealt()
    match.done(me, "leave")
    match.over()
    check, house = forgotten(me), site.app.state.house
    (game,) = archive.ended(site.store.readers)

    gate, writing = Event(), Event()

    def until_the_gate_opens(_: Connection) -> bool:
        writing.set()
        return gate.wait(20)

    async def both() -> None:
        busy = house.store.writer.submit(until_the_gate_opens)
        # Until the writer has taken it, what comes next might be stored together with it.
        assert await asyncio.to_thread(writing.wait, 20)
        deleting = asyncio.create_task(delete_all(house, id_of(me)))
        async with asyncio.timeout(20):
            while house.store.writer._jobs.empty():  # noqa: ASYNC110  nothing tells of it
                await asyncio.sleep(0.01)
        keeping = asyncio.create_task(house.archive.keep(game))
        async with asyncio.timeout(20):
            settled, jobs = house.archive._settled, house.store.writer._jobs
            while not (settled._waiters or jobs.qsize() > 1):  # noqa: ASYNC110  nor of this
                await asyncio.sleep(0.01)
        gate.set()
        await asyncio.gather(busy, deleting, keeping)

    site.run(both)
    check()


def test_who_only_looked_into_the_waiting_room_has_no_name_there(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me)
    match.done(me, "name", seat="1", name=f"{NAME} again")
    match.done(me, "leave")
    assert rows(site, "SELECT count(*) FROM seats WHERE browser = ?", id_of(me)) == [(0,)]
    check = forgotten(me)
    delete(me)
    check()
    assert match.names[0] == OTHER


def test_a_name_that_was_changed_at_the_table_goes_too(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt()
    match.done(me, "name", seat="1", name=f"{NAME} two")
    match.over()
    match.done(me, "name", seat="1", name=f"{NAME} three")
    check = forgotten(me)
    delete(me)
    check()


def test_a_table_that_was_closed_since(site: Site, me: Visitor, other: Visitor) -> None:
    match = Match(other, me).dealt().over()
    match.done(other, "close")
    check = forgotten(me)
    delete(me)
    check()
    assert match.names == [OTHER, "Player"]


def test_several_games_of_one_table_are_all_without_the_name(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt().over()
    for what in ("rematch", "ready"):
        for who in (other, me):
            match.done(who, what)
    match.later(1)
    match.later(3000)
    match.over()
    assert len(archive.ended(site.store.readers)) == 2
    check = forgotten(me)
    delete(me)
    check()
    assert rows(site, "SELECT count(*) FROM results WHERE name = 'Player'") == [(2,)]


def test_somebody_called_player_already(site: Site, me: Visitor, other: Visitor) -> None:
    third = Visitor(site)
    match = Match(other, third, me).dealt().over()
    assert match.names == [OTHER, "Player", NAME]
    check = forgotten(me)
    delete(me)
    check()
    told = rows(site, "SELECT name FROM results ORDER BY seat")
    assert told == [(OTHER,), ("Player",), ("Player 2",)]


def test_a_seat_that_came_from_another_browser(site: Site, me: Visitor, other: Visitor) -> None:
    """The game is the other browser's now; what it was called before is the giver's."""
    table = me.deal(reveal_limit="10")
    take(other, code_for(me, table))
    other.post(f"/t/{table}/resume")
    other.finish(table)
    site.run(site.app.state.house.archive.wait)
    id = id_of(me)
    delete(me)
    assert mentions(site, id) == []
    in_the_end(site)
    assert other.state(table)["you"] == [0]
    assert len(archive.ended(site.store.readers)) == 1


def test_a_game_that_another_browser_has_played_stays(
    site: Site, me: Visitor, other: Visitor
) -> None:
    table = other.deal(reveal_limit="10")
    other.finish(table)
    take(me, code_for(other, table))
    site.run(site.app.state.house.archive.wait)
    me.post(f"/t/{table}/name", {"seat": "0", "name": NAME})
    me.post(f"/t/{table}/rematch")
    me.post(f"/t/{table}/ready")
    check = forgotten(me)
    delete(me)
    check()
    assert rows(site, "SELECT name FROM results WHERE browser = ?", id_of(other)) == [(OTHER,)]


def test_two_who_delete_one_after_the_other(site: Site, me: Visitor, other: Visitor) -> None:
    match = Match(me, other).dealt().over()
    check = forgotten(me)
    delete(me)
    check()
    known = (OTHER, id_of(other))
    delete(other)
    assert mentions(site, *known) == []
    in_the_end(site)
    assert rows(site, "SELECT DISTINCT browser FROM results") == [(None,)]
    assert match.state == "over"


def test_what_was_walked_for_a_replay_goes_with_the_name(
    site: Site, me: Visitor, other: Visitor
) -> None:
    Match(other, me).dealt().over()
    (game,) = archive.ended(site.store.readers)
    walks = site.app.state.house.walks
    for page in ("", "/steps/0", "/plots"):
        assert other.get(f"/replay/{game.game}{page}").status == 200
    assert NAME in repr(walks._kept)
    delete(me)
    assert NAME not in repr(walks._kept)
    assert NAME not in other.get(f"/replay/{game.game}").text


@pytest.mark.parametrize("again", ["moved", "joined"])
def test_a_seat_that_was_left_before_has_no_name_either(
    site: Site, me: Visitor, other: Visitor, again: str
) -> None:
    """The others play on, so the table stays in memory, where that seat is nobody's."""
    second = named(site, "Second")
    match = Match(other, me, second, named(site, "Third"), reveal_limit="25").dealt()
    match.later(700)
    if again == "moved":
        assert take(me, code_for(second)).status == 303
    else:
        match.done(me, "leave")
        match.done(me, "join")
    check = forgotten(me)
    delete(me)
    assert NAME not in match.names
    match.done(other, "leave")
    check()


def test_a_replay_that_is_deleted_while_it_waits_is_gone(site: Site, me: Visitor) -> None:
    table = me.deal(reveal_limit="10")
    me.finish(table)
    (game,) = archive.ended(site.store.readers)
    house, walking = site.app.state.house, Event()

    async def meanwhile() -> set[int]:
        before = asyncio.create_task(
            house.walks.kept("before", lambda: walking.wait(20), lambda _: 1)
        )
        pages = [
            asyncio.create_task(site.answered("GET", f"/replay/{game.game}{page}", BROWSER))
            for page in ("", "/steps/0", "/plots", "/check", "/deal")
        ]
        # The page and its steps share one.
        while len(house.walks._kept) < 5:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.001)
        await delete_all(house, id_of(me))
        walking.set()
        await before
        return {answer.status for answer in await asyncio.gather(*pages)}

    assert site.run(meanwhile) == {404}


def test_a_wish_for_privacy_goes_with_whoever_had_it(
    site: Site, me: Visitor, other: Visitor
) -> None:
    Match(other, me).dealt().over()
    (game,) = archive.ended(site.store.readers)
    address = f"/replay/{game.game}"
    for visitor in (me, other):
        assert visitor.post(f"{address}/private", {"private": "yes"}).status in (204, 303)
    delete(me)
    stranger = Visitor(site)
    assert stranger.get(address).status == 404, "the other one wishes it still"
    other.post(f"{address}/private", {"private": "no"})
    assert stranger.get(address).status == 200
