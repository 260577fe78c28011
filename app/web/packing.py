"""Pages go out packed; everything else passes as it is, the stream above all.

Static files bring their own packed form. The middleware that Starlette has would also pack JSON,
wrap every message of a stream, and take `gzip;q=0` for a wish.
"""

import gzip

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.forms import header

LEAST = 1000  # bytes; below that packing saves no packet
LEVEL = 6  # 0.1 ms for a page; 9 saves one byte in a hundred more
PAGE = b"text/html"


def takes_gzip(scope: Scope) -> bool:
    """Whether a client names gzip, and not to say that it must not come (`q=0`)."""
    accepted = header(scope, b"accept-encoding") or b""
    for part in accepted.decode("latin-1").lower().split(","):
        coding, _, weight = part.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return weight.strip("0.") != "" or weight == ""
    return False


class Packing:
    """Packs every page that is sent in one piece to a client that takes gzip."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun: Message | None = None  # a page's beginning, kept until its length is known

        async def packed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and _is_page(message):
                begun = message
                return
            if begun is not None:
                begin, begun = begun, None
                headers = [*begin["headers"], (b"vary", b"accept-encoding")]
                body = message.get("body", b"")
                if not message.get("more_body") and len(body) >= LEAST and takes_gzip(scope):
                    body = gzip.compress(body, LEVEL, mtime=0)
                    message = {**message, "body": body}
                    headers = [pair for pair in headers if pair[0] != b"content-length"]
                    headers.append((b"content-length", b"%d" % len(body)))
                    headers.append((b"content-encoding", b"gzip"))
                await send({**begin, "headers": headers})
            await send(message)

        await self._app(scope, receive, packed)


def _is_page(start: Message) -> bool:
    return any(
        name == b"content-type" and value.startswith(PAGE) for name, value in start["headers"]
    )
