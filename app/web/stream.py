"""The stream of a table's pictures: sse-starlette's response, fed bytes that are made once."""

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.table.feed import named
from app.web.house import house_of
from app.web.limits import address_of
from app.web.problems import NOT_OPEN, Problem
from app.web.security import peer

HEARTBEAT_S = 15
# A named event, because a page's reader drops comments and so would not see a dead line.
HEARTBEAT = ServerSentEvent(event="hb", data="", sep="\n")
REPLACED = named("bye", "replaced")


class StreamEndpoint:
    """`GET /t/{id}/events`: hello, the present picture, then each newer one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = house_of(scope)
        live = await house.table(scope["path_params"]["id"])
        if scope["method"] == "HEAD":
            await Response(media_type="text/event-stream")(scope, receive, send)
            return
        browser = await house.identity.browser(scope)
        if house.closing:
            raise Problem(503, NOT_OPEN)
        follower = live.follow(browser)
        ending = house.limits.streams.open(
            follower, browser=browser, table=live.id, address=address_of(peer(scope))
        )
        for oldest in ending:
            oldest.end(REPLACED)
        response = EventSourceResponse(
            follower, ping=HEARTBEAT_S, ping_message_factory=lambda: HEARTBEAT, sep="\n"
        )
        try:
            await response(scope, receive, send)
        finally:
            house.limits.streams.close(follower)
            live.unfollow(follower)


EVENTS = StreamEndpoint()
