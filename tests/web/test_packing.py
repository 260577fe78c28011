"""Pages are packed for whoever takes that; streams, JSON and small answers never are."""

import gzip
from collections.abc import Sequence

import anyio
import pytest
from starlette.types import Message, Receive, Scope, Send

from app.web.packing import LEAST, Packing
from tests.web.site import Site

HTML = "text/html; charset=utf-8"
LONG = b"<p>a card</p>" * LEAST


def through(
    media_type: str, pieces: Sequence[bytes], accept: str = "gzip"
) -> tuple[dict[bytes, bytes], list[bytes]]:
    """What an answer of these pieces becomes: its headers and its pieces."""
    sent: list[Message] = []

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", media_type.encode())]
        if len(pieces) == 1:
            headers.append((b"content-length", str(len(pieces[0])).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for i, piece in enumerate(pieces, 1):
            more = i < len(pieces)
            await send({"type": "http.response.body", "body": piece, "more_body": more})

    async def ask() -> None:
        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "headers": [(b"accept-encoding", accept.encode())]}
        await Packing(answer)(scope, anyio.sleep_forever, send)  # type: ignore[arg-type]

    anyio.run(ask)
    start, *rest = sent
    assert len(dict(start["headers"])) == len(start["headers"])
    return dict(start["headers"]), [message["body"] for message in rest]


@pytest.mark.parametrize("accept", ["gzip", "br, GZIP;q=0.5", "deflate, gzip"])
def test_a_page_is_packed_whole(accept: str) -> None:
    headers, [body] = through(HTML, [LONG], accept)
    assert gzip.decompress(body) == LONG
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"content-length"] == str(len(body)).encode()
    assert headers[b"vary"] == b"accept-encoding"


@pytest.mark.parametrize("accept", ["", "br", "gzip;q=0", "gzip; q=0.0"])
def test_who_takes_no_gzip_gets_none(accept: str) -> None:
    headers, pieces = through(HTML, [LONG], accept)
    assert pieces == [LONG]
    assert b"content-encoding" not in headers
    assert headers[b"vary"] == b"accept-encoding", "another client's answer is another"


@pytest.mark.parametrize("media_type", ["text/event-stream", "application/json", "image/png"])
def test_nothing_else_is_touched(media_type: str) -> None:
    headers, pieces = through(media_type, [LONG])
    assert pieces == [LONG]
    assert headers.keys() == {b"content-type", b"content-length"}


def test_small_pages_and_pages_in_pieces_stay() -> None:
    assert through(HTML, [b"<p>"])[1] == [b"<p>"]
    headers, pieces = through(HTML, [LONG, LONG])
    assert pieces == [LONG, LONG]
    assert b"content-encoding" not in headers


def test_errors_and_their_headers_stay(site: Site) -> None:
    wants = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    packed, plain = site.ask("GET", "/nowhere", wants), site.ask("GET", "/nowhere")
    assert (packed.status, packed.headers["content-encoding"]) == (404, "gzip")
    assert packed.text.startswith("<!doctype html>")
    for name in ("content-security-policy", "cache-control", "x-content-type-options"):
        assert packed.headers[name] == plain.headers[name]
