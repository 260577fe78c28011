"""Streams on a virtual clock: who hears what, and what is rendered for it."""

import asyncio
import json
from itertools import pairwise

import pytest

from app.table.inputs import Auto, Pause, Ready, Resume
from tests.table.hand import (
    Room,
    Viewer,
    VirtualLoop,
    now_ms,
    settle,
    turned,
    wait,
)
from tests.table.virtual import ME


@pytest.fixture
def anyio_backend() -> object:
    return "asyncio", {"loop_factory": VirtualLoop}


async def test_a_follower_hears_hello_and_then_the_present_picture() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    start = await turned(live, viewer)
    await wait(start + 300 - now_ms())
    late, spectator = Viewer(live), Viewer(live, None)
    await settle()
    hello, picture = late.text.split("\n\n")[:2]
    assert json.loads(hello.removeprefix("event: hello\ndata: ")) == {
        "left_ms": 1500,
        "stream": late.follower.stream,
    }
    assert picture == f"id: e-{live.picture.version}\ndata: playing 1.0 window"
    assert spectator.text.startswith('event: hello\ndata: {"left_ms": 1500}\n\nid: ')
    assert len({viewer.follower.stream, late.follower.stream}) == 2


async def test_a_follower_that_cannot_keep_up_gets_only_the_newest_picture() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    slow = live.follow(None)
    for given in (Pause(), Resume(), Pause(), Resume()):
        await live.act(ME, given, now_ms())
    await settle()
    stages = [what.split()[1] for _, what in viewer.pictures[-4:]]
    assert stages == ["0.0", "0.1", "0.1", "0.2"]
    frames = aiter(slow)
    assert await anext(frames) == (
        b'event: hello\ndata: {"left_ms": null}\n\n'
        + f"id: e-{live.picture.version}\ndata: playing 0.2 ready\n\n".encode()
    )
    waiting = asyncio.ensure_future(anext(frames))
    await settle()
    assert not waiting.done()
    await live.act(ME, Pause(), now_ms())
    assert (await waiting).endswith(b"data: paused 0.2 ready\n\n")


@pytest.mark.parametrize("followers", [1, 7])
async def test_a_picture_is_rendered_once_whatever_the_number_of_followers(followers: int) -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    viewers = [viewer, *(Viewer(live, None) for _ in range(followers - 1))]
    await settle()
    room.drawn.clear()
    for given in (Pause(), Resume(), Auto(True)):
        await live.act(ME, given, now_ms())
        await settle()
    assert [picture.version for picture in room.drawn] == [
        live.picture.version - 2,
        live.picture.version - 1,
        live.picture.version,
    ]
    last = {id(each.heard[-1][1]) for each in viewers}
    assert len(last) == 1, "the same bytes go to everyone"


async def test_pictures_that_nobody_sees_are_not_rendered() -> None:
    room = Room()
    live = await room.open(preset="duel", auto="yes")
    for given in (Ready(b"\x01" * 16), Pause(), Resume(), Auto(True)):
        await live.act(ME, given, now_ms())
    await wait(2000)
    assert live.picture.n == 1
    assert room.drawn == []


async def test_the_present_picture_is_rendered_once_for_all_who_come() -> None:
    room = Room()
    live = await room.open(preset="duel")
    viewers = [Viewer(live, None) for _ in range(3)]
    await settle()
    assert len(room.drawn) == 1
    assert len({each.heard[0][1] for each in viewers}) == 1


async def test_versions_rise_and_every_newer_picture_is_sent() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="classic", auto="yes", computers=3, reveal_limit=10)
    while not live.over:
        await wait(100)
    text = viewer.text
    versions = [int(part.split("\n")[0]) for part in text.split("id: e-")[1:]]
    assert versions == sorted(set(versions))
    assert versions[-1] == live.picture.version
    assert live.record()["actions"].count("reveal") <= 10


async def test_a_probe_goes_to_its_own_stream_only() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    spectator = Viewer(live, None)
    await wait(1000)
    assert [f"event: probe\ndata: {n}\n" in viewer.text for n in (1, 2, 3)] == [True] * 3
    assert "probe" not in spectator.text
    probed = [moment for moment, frame in viewer.heard if b"probe" in frame]
    assert [round(after - before) for before, after in pairwise(probed)] == [150, 150]
