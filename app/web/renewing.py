"""A browser that comes back keeps its cookie: who plays every day must not lose everything on the
day on which the first one ends.

Only the header is sent again: looking still changes nothing that is kept.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.forms import header
from app.web.house import house_of


class Renewing:
    """Sends a known browser its cookie anew, by and by, with the pages that it goes to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # What a script or a style asks for, a press above all, goes by.
        if scope["type"] != "http" or b"text/html" not in (header(scope, b"accept") or b""):
            await self._app(scope, receive, send)
            return

        async def renewed(message: Message) -> None:
            if message["type"] == "http.response.start" and _may_give(message):
                cookie = await house_of(scope).identity.renewal(scope)
                if cookie is not None:
                    pair = (b"set-cookie", cookie.encode("ascii"))
                    message = {**message, "headers": [*message["headers"], pair]}
            await send(message)

        await self._app(scope, receive, renewed)


def _may_give(start: Message) -> bool:
    """Whether an answer may carry the cookie: it has none yet, and is kept nowhere on its way.

    A file of ours that is opened by itself may be: from there it would give everybody the cookie.
    """
    return all(name not in (b"set-cookie", b"cache-control") for name, _ in start["headers"])
