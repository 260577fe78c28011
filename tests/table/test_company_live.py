"""Link matches in memory: second tabs, the end, and what nobody has to look at."""

import asyncio

import pytest

from app.table.inputs import Close, Join, Ready, Refused, Rematch, Resume, Reveal, Start
from app.table.live import IDLE_S, Live
from tests.table.hand import Room, Viewer, VirtualLoop, now_ms, settle, wait
from tests.table.virtual import ME

BEN = "ben"


@pytest.fixture
def anyio_backend() -> object:
    return "asyncio", {"loop_factory": VirtualLoop}


async def two(room: Room, **fields: object) -> tuple[Live, Viewer, Viewer]:
    """A link match whose two people look on, before the deal."""
    live = await room.open(**{"mode": "link", "preset": "classic", **fields})
    mine = Viewer(live)
    await live.act(BEN, Join("Ben"), now_ms())
    theirs = Viewer(live, BEN)
    await live.act(BEN, Ready(b"b" * 16), now_ms())
    await settle()
    return live, mine, theirs


def state(live: Live) -> str:
    return live.picture.table


async def started(room: Room, **fields: object) -> tuple[Live, Viewer, Viewer]:
    live, mine, theirs = await two(room, **fields)
    await live.act(ME, Start(b"m" * 16), now_ms())
    await wait(3001)
    assert live.picture.table == "playing"
    return live, mine, theirs


async def test_three_two_one_reach_everybody_with_a_second_between() -> None:
    room = Room()
    live, mine, theirs = await two(room)
    watcher = Viewer(live, None)
    await settle()
    began = now_ms()
    await live.act(ME, Start(None), began)
    await wait(3100)
    counted = [(picture.starts, picture.table) for picture in room.drawn]
    assert [each for each in counted if each[0]] == [
        (3, "waiting"),
        (2, "waiting"),
        (1, "waiting"),
    ]
    for viewer in (mine, theirs, watcher):
        moments = [round(moment - began) for moment, _ in viewer.pictures if moment >= began]
        assert moments[-4:] == [0, 1000, 2000, 3000]


async def test_a_second_tab_takes_the_place_of_the_first() -> None:
    live, mine, theirs = await started(Room())
    second = Viewer(live, BEN)
    await settle()
    assert theirs.ended
    assert theirs.text.endswith("event: bye\ndata: replaced\n\n")
    assert not second.ended
    assert not mine.ended
    live.unfollow(theirs.follower)
    await settle()
    assert live.picture.seats[1].connected
    assert live.sittings_of(BEN) == (2,)


async def test_a_replaced_tab_whose_line_is_dead_does_not_stand_in_for_the_newer_one() -> None:
    live, _, theirs = await started(Room())
    second = Viewer(live, BEN)
    await settle()
    await second.leave()
    assert not live.picture.seats[1].connected, "the first one's end is still on its way"
    await wait(10_020)
    assert live.picture.seats[1].away
    live.unfollow(theirs.follower)
    await settle()


async def test_the_tab_that_was_replaced_is_taken_back_by_a_press() -> None:
    live, _, theirs = await started(Room())
    second = Viewer(live, BEN)
    await settle()
    live.unfollow(theirs.follower)
    third = Viewer(live, BEN)
    await settle()
    assert second.ended
    assert not third.ended


async def test_watchers_and_people_at_one_device_keep_all_their_tabs() -> None:
    room = Room()
    live, _, _ = await started(room)
    watching = [Viewer(live, "watcher") for _ in range(3)]
    alone, viewer = await room.dealt(preset="duel")
    again = Viewer(alone)
    await settle()
    assert not any(each.ended for each in (*watching, viewer, again))


async def test_closing_says_so_to_everybody_and_to_who_comes_later() -> None:
    live, mine, theirs = await two(Room())
    watcher = Viewer(live, None)
    await live.act(ME, Close(), now_ms())
    await settle()
    late = Viewer(live, BEN)
    await settle()
    for viewer in (mine, theirs, watcher, late):
        assert viewer.ended
        assert viewer.text.endswith("event: bye\ndata: closed\n\n")
    for viewer in (mine, theirs, watcher, late):
        live.unfollow(viewer.follower)
    stored = len(live._core.ledger.chairs)
    await wait(60_000)
    assert len(live._core.ledger.chairs) == stored
    with pytest.raises(Refused, match="closed"):
        await live.act("cleo", Join("Cleo"), now_ms())


async def test_a_countdown_that_nobody_looks_at_is_dealt_and_then_paused() -> None:
    room = Room()
    live, mine, theirs = await two(room)
    await live.act(ME, Start(None), now_ms())
    await mine.leave()
    await theirs.leave()
    await wait(3100)
    assert state(live) == "playing"
    await wait(10_000)
    assert state(live) == "paused"
    await wait(IDLE_S * 1000)
    again = await room.lobby.find(live.id)
    assert again is not None
    assert again is not live
    assert again.picture.table == "paused"
    back = Viewer(again, BEN)
    await again.act(BEN, Resume(), now_ms())
    await settle()
    assert back.pictures[-1][1].startswith("playing")


async def test_a_waiting_room_that_leaves_memory_comes_back_with_its_people() -> None:
    room = Room()
    live, mine, theirs = await two(room)
    await mine.leave()
    await theirs.leave()
    await wait(IDLE_S * 1000 + 20)
    again = await room.lobby.find(live.id)
    assert again is not None
    assert again is not live
    assert [seat.name for seat in again.picture.seats] == ["You", "Ben"]
    assert [seat.ready for seat in again.picture.seats] == [False, True]
    for browser in (ME, BEN):
        Viewer(again, browser)
    await again.act(ME, Start(None), now_ms())
    await wait(3100)
    assert again.picture.table == "playing"


async def test_two_rematch_presses_on_their_way_at_once_make_one_game() -> None:
    room = Room()
    live, mine, theirs = await started(room, reveal_limit=10)
    while live.picture.table == "playing":
        turner = live.picture.turner
        if turner is not None:
            who, page = ((ME, mine), (BEN, theirs))[turner]
            press = Reveal(live.picture.stage, page.follower.stream, 0, f"{live.picture.n:032x}")
            await live.act(who, press, now_ms())
        await wait(300)
    room.journal.by_hand = True
    presses = [live.act(who, Rematch(), now_ms()) for who in (ME, BEN, ME, BEN)]
    tasks = [asyncio.create_task(each) for each in presses]
    await settle()
    while room.journal.waiting:
        room.journal.commit()
        await settle()
    assert [task.exception() for task in tasks] == [None] * 4
    assert room.journal.kinds(live.id).count("sealed") == 2
    assert (live.picture.deal, live.picture.table) == (2, "waiting")


async def test_a_join_that_cannot_be_stored_seats_nobody() -> None:
    room = Room()
    live = await room.open(mode="link", preset="classic")
    room.journal.by_hand = True
    joins = asyncio.create_task(live.act(BEN, Join("Ben"), now_ms()))
    await settle()
    room.journal.fail()
    await settle()
    assert joins.exception() is not None
    room.journal.by_hand = False
    again = await room.lobby.find(live.id)
    assert again is not None
    assert again.seats_of(BEN) == ()
    assert again.picture.free == 1
