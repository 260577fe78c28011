"""A picture is drawn and encoded once, however many look on: counted over a whole link match."""

import asyncio
import re
from collections import Counter
from functools import partial
from unittest.mock import patch

import pytest

from app.table.picture import Picture
from app.web.house import House
from tests.table.hand import VirtualLoop, settle
from tests.web.inside import SEED, Inside, Sent, Watcher, friend, inside

PICTURE = re.compile(rb"id: [^\n]*-([0-9]+)\n")


async def match(app: Inside, spectators: int) -> list[list[Sent]]:
    """A game of two to its end, a false slap in it; what came on each stream."""
    cookies = [await app.open(mode="link", preset="duel", reveal_limit="10"), await friend(app)]
    await app.post("join", cookies[1], name="Guest")
    pages = [Watcher(app, cookie) for cookie in cookies]
    streams = [*pages, *(Watcher(app, "") for _ in range(spectators))]
    await settle()
    for cookie in cookies:
        await app.post("ready", cookie, seed=SEED)
    await app.post("start", cookies[0])
    while not app.live.over:
        turner, n = app.live.picture.turner, app.live.picture.n
        if turner is not None:
            await app.press("reveal", cookies[turner], pages[turner].stream, 400)
            await app.until(partial(newer, app, n))
            await app.press("slap", cookies[0], pages[0].stream, 200)
        await app.news()
    heard = [list(stream.sent) for stream in streams]
    for stream in streams:
        await stream.close()
    return heard


def newer(app: Inside, n: int) -> bool:
    return app.live.picture.n > n or app.live.over


def pictures(heard: list[Sent]) -> dict[int, bytes]:
    """The pictures of a stream that no named message came with, by version."""
    found = ((PICTURE.match(each.body), each.body) for each in heard)
    return {int(version[1]): body for version, body in found if version is not None}


@pytest.mark.parametrize("spectators", [0, 9])
def test_a_picture_is_drawn_and_encoded_once_for_all(spectators: int) -> None:
    drawn: Counter[int] = Counter()
    frame = House.frame

    def counted(house: House, picture: Picture) -> bytes:
        drawn[picture.version] += 1
        return frame(house, picture)

    async def played() -> list[list[Sent]]:
        with patch.object(House, "frame", counted), inside(seed=3) as app:
            return await match(app, spectators)

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        streams = [pictures(heard) for heard in runner.run(played())]
    assert len(streams) == 2 + spectators
    assert len(drawn) > 20
    assert set(drawn.values()) == {1}
    for stream in streams:
        assert len(stream) > 20
    for version in drawn:
        sent = {id(stream[version]) for stream in streams if version in stream}
        assert len(sent) <= 1, "the same bytes go to everyone"
