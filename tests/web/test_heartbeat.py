"""How a stream stays alive, and that none is opened once the server stops; on a virtual clock."""

import asyncio

from tests.table.hand import settle
from tests.web.inside import Told, Watcher, inside, run


def test_a_heartbeat_comes_every_fifteen_seconds_and_is_a_named_message() -> None:
    """Named, because a page's reader drops comments and would not know a dead line from a quiet."""

    async def told() -> Told:
        with inside(1) as app:
            await app.open(preset="duel")
            watching = Watcher(app, "")
            await settle()
            began = watching.sent[0].moment
            await asyncio.sleep(46)
            beats = [each for each in watching.sent if each.body == b"event: hb\ndata: \n\n"]
            assert [round((each.moment - began) / 1000, 1) for each in beats] == [15.0, 30.0, 45.0]
            await watching.close()
        return []

    run(told())


def test_a_server_that_stops_opens_no_stream() -> None:
    """It would be one that nobody ends, and the server would wait for it."""

    async def told() -> Told:
        with inside(1) as app:
            cookie = await app.open(preset="duel")
            await app.house.leave()
            again = Watcher(app, cookie)
            await asyncio.sleep(0.1)  # the table is looked for in the journal
            start, body = again.sent
            assert start.status == 503
            assert body.body.startswith(b"The server is about to restart.")
            await again.close()
        return []

    run(told())
