"""Tables on a virtual clock: how they leave memory and come back, and what stops them."""

import asyncio
import json
from dataclasses import replace

import pytest

from app.store.journal import JournalFailed
from app.table.arbiter import STALL_MAX
from app.table.inputs import Auto, Pause, Ready, Resume
from app.table.live import BEAT_MS, IDLE_S, Pulse
from tests.table.hand import (
    Room,
    Viewer,
    VirtualLoop,
    acting,
    now_ms,
    settle,
    slap,
    turned,
    virtual_loop,
    wait,
)
from tests.table.virtual import ME


@pytest.fixture
def anyio_backend() -> object:
    return "asyncio", {"loop_factory": VirtualLoop}


# Leaving memory, and coming back


async def test_the_last_streams_end_pauses_a_solo_table_and_an_earlier_one_does_not() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    second, spectator = Viewer(live), Viewer(live, None)
    await second.leave()
    assert viewer.pictures[-1][1] == "playing 0.0 ready"
    await viewer.leave()
    assert spectator.pictures[-1][1] == "paused 0.0 ready"
    assert live.picture.seats[0].connected is False
    assert room.journal.kinds(live.id)[-1] == "paused"
    live.unfollow(viewer.follower)
    await settle()
    assert spectator.text.count("paused") == 1, "a stream ends once"


async def test_a_table_that_nobody_looks_at_leaves_memory_and_comes_back_paused() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    before = live.picture
    await viewer.leave()
    await wait(IDLE_S * 1000 - 20)
    assert await room.lobby.find(live.id) is live
    await wait(40)
    loads = room.journal.loads
    again = await room.lobby.find(live.id)
    assert room.journal.loads == loads + 1
    assert again is not None
    assert again is not live
    assert (again.picture.table, again.picture.stage) == ("paused", "1.0")
    assert again.picture.heights == before.heights
    with pytest.raises(JournalFailed):
        await live.act(ME, Resume(), now_ms())
    assert await room.lobby.find(live.id) is again


async def test_a_table_that_somebody_looks_at_stays() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await viewer.leave()
    await wait(IDLE_S * 900)
    spectator = Viewer(live, None)
    await wait(IDLE_S * 2000)
    assert await room.lobby.find(live.id) is live
    assert not spectator.ended


async def test_a_table_that_nobody_ever_looked_at_leaves_memory_too() -> None:
    room = Room()
    live = await room.open(preset="duel")
    await wait(IDLE_S * 1000 + 20)
    again = await room.lobby.find(live.id)
    assert again is not None
    assert again is not live
    assert (again.picture.table, again.picture.seats) == ("waiting", live.picture.seats)
    assert again.picture.commitment == live.picture.commitment, "the promise stands"


async def test_a_table_does_not_leave_memory_while_something_is_being_stored() -> None:
    room = Room()
    live = await room.open(preset="duel")
    await wait(IDLE_S * 1000 - 50)
    room.journal.by_hand = True
    answer = acting(live, Ready(b"\x02" * 16))
    await wait(100)
    assert await room.lobby.find(live.id) is live
    room.journal.commit()
    await settle()
    assert answer.done()
    assert answer.exception() is None


async def test_two_who_look_for_a_table_at_once_restore_it_once() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await viewer.leave()
    await wait(IDLE_S * 1000 + 20)
    loads, stored = room.journal.loads, len(room.journal.stored[live.id])
    found = await asyncio.gather(*(room.lobby.find(live.id) for _ in range(5)))
    assert found[0] is not None
    assert found[0] is not live
    assert [each is found[0] for each in found] == [True] * 5
    assert room.journal.loads == loads + 1
    assert len(room.journal.stored[live.id]) == stored, "it was paused before it left"


async def test_one_who_stops_looking_does_not_stop_the_others() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await viewer.leave()
    await wait(IDLE_S * 1000 + 20)
    gives_up = asyncio.create_task(room.lobby.find(live.id))
    stays = asyncio.create_task(room.lobby.find(live.id))
    await asyncio.sleep(0)
    gives_up.cancel()
    assert await stays is not None


async def test_a_table_that_was_never_opened_is_none() -> None:
    room = Room()
    assert await room.lobby.find("A" * 22) is None
    assert room.journal.stored == {}


async def test_a_table_killed_in_a_window_is_paused_by_its_return() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    await wait(500)
    another = Room()
    another.journal.stored = {live.id: list(room.journal.stored[live.id])}
    again = await another.lobby.find(live.id)
    assert again is not None
    assert another.journal.kinds(live.id)[-1] == "paused", "and the pause is stored"
    assert (again.picture.table, again.picture.stage) == ("paused", "1.0")
    assert again.picture.heights == live.picture.heights


# The server stops


async def test_closing_the_lobby_ends_the_streams_and_waits_for_the_journal() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    other, other_viewer = await room.dealt(preset="classic")
    spectator = Viewer(live, None)
    await settle()
    room.journal.by_hand = True
    answer = acting(live, Auto(True))
    await settle()
    closing = asyncio.create_task(room.lobby.close())
    await settle()
    for each in (viewer, other_viewer, spectator):
        assert each.ended
        assert each.text.endswith("event: restart\ndata: \n\n")
    assert not closing.done()
    assert [c.entries[0].kind for c in room.journal.waiting] == ["auto", "paused", "paused"]
    while room.journal.waiting:
        assert not closing.done()
        room.journal.commit()
        await settle()
    assert closing.done()
    assert closing.exception() is None
    assert answer.done()
    assert answer.exception() is None
    for stopped in (live, other):
        with pytest.raises(JournalFailed):
            await stopped.act(ME, Resume(), now_ms())
    assert room.journal.kinds(live.id)[-2:] == ["auto", "paused"]


async def test_closing_the_lobby_stops_its_heartbeat_and_every_timer() -> None:
    room = Room()
    await room.dealt(preset="classic", auto="yes")
    await room.lobby.close()
    await settle()
    handles = [handle for handle in virtual_loop()._scheduled if not handle.cancelled()]  # type: ignore[attr-defined]
    assert handles == []


async def test_closing_the_lobby_outlives_a_journal_that_fails() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    room.journal.by_hand = True
    closing = asyncio.create_task(room.lobby.close())
    await settle()
    room.journal.fail()
    await settle()
    assert closing.done()
    assert closing.exception() is None
    assert viewer.ended
    assert room.journal.kinds(live.id)[-1] == "dealt"


# The process's own stall


async def test_the_heartbeat_says_how_long_the_process_stood_still() -> None:
    pulse = Pulse(now_ms)
    assert pulse.stall(now_ms()) == 0
    pulse.start()
    await wait(95)
    assert pulse.stall(now_ms()) == 0
    virtual_loop().advance(0.12)
    stood = 120 - (BEAT_MS - 95 % BEAT_MS)
    assert pulse.stall(now_ms()) == pytest.approx(stood, abs=1), "before the beat has run"
    await settle()
    assert pulse.stall(now_ms()) == pytest.approx(stood, abs=1), "and after it, until the next"
    await wait(BEAT_MS + 1)
    assert pulse.stall(now_ms()) == 0
    pulse.stop()


async def test_a_stall_is_never_measured_longer_than_its_ceiling() -> None:
    pulse = Pulse(now_ms)
    pulse.start()
    await wait(50)
    virtual_loop().advance(3)
    assert pulse.stall(now_ms()) == STALL_MAX
    await settle()
    assert pulse.stall(now_ms()) == STALL_MAX
    pulse.stop()
    assert pulse.stall(now_ms()) == 0


async def test_a_press_that_a_stall_kept_waiting_is_stored_with_it() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    await wait(295)
    virtual_loop().advance(0.12)
    await live.act(ME, slap(live, viewer, rt=280), now_ms())
    pressed = [e for e in room.journal.stored[live.id] if e.kind == "press"][-1]
    timing = json.loads(pressed.payload)
    assert timing["e"] == pytest.approx(415, abs=1)
    assert 105 <= timing["z"] <= 120


async def test_a_table_that_is_kept_apart_is_in_nobody_s_hands() -> None:
    room = Room()
    live, viewer = await room.dealt()
    async with room.lobby.apart([live.id, "unknown"]):
        await settle()
        assert viewer.ended
        assert "event: restart" in viewer.text
        assert not room.lobby.has(live.id)
        with pytest.raises(JournalFailed):
            await live.act(ME, Pause(), now_ms())
        coming = asyncio.create_task(room.lobby.find(live.id))
        await wait(1000)
        assert not coming.done()
        stored = room.journal.stored[live.id]
        payload = stored[0].payload.replace('"You"', '"Player"')
        stored[0] = replace(stored[0], payload=payload)
    again = await coming
    assert again is not None
    assert again is not live
    assert again.picture.seats[0].name == "Player"
    assert await room.lobby.find("unknown") is None


async def test_a_table_is_kept_apart_by_one_at_a_time() -> None:
    room = Room()
    live = await room.open()
    inside: list[str] = []

    async def keep(name: str) -> None:
        async with room.lobby.apart([live.id]):
            inside.append(name)
            await wait(100)
            inside.append(name)

    await asyncio.gather(keep("a"), keep("b"), keep("c"))
    assert inside[::2] == inside[1::2]
    assert await room.lobby.find(live.id) is not None


async def test_one_that_is_being_restored_is_kept_apart_once_it_is_there() -> None:
    room = Room()
    live = await room.open()
    await live.stop()
    coming = asyncio.create_task(room.lobby.find(live.id))
    await asyncio.sleep(0)
    async with room.lobby.apart([live.id]):
        assert not room.lobby.has(live.id)
    assert await coming is not None
    assert not room.lobby.has(live.id), "whoever has it in hand finds that it has gone"
