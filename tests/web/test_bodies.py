"""Bodies at every address that takes one: how large, of which type, and how strictly read."""

import http.client
import socket
from collections.abc import Iterator

import pytest

from tests.web.addresses import addresses
from tests.web.served import Served
from tests.web.site import FORM, SCRIPT, Answer, Site, Visitor, plain
from tests.web.test_bad_input import unchanged

TOO_LARGE = "That is more than 4 KiB, so it was not read."
NOT_A_FORM = "Send this as a form (application/x-www-form-urlencoded)."
FIVE_MB = 5_000_000


def paths(site: Site, table: str) -> list[str]:
    """Every address that takes a form."""
    return [address.path(table) for address in addresses(site.app, "POST")]


def send(
    visitor: Visitor,
    path: str,
    body: bytes | list[bytes],
    length: int | None = None,
    kind: str | None = FORM,
) -> Answer:
    headers = {**SCRIPT, "Cookie": visitor.cookie}
    del headers["Content-Type"]
    if kind is not None:
        headers["Content-Type"] = kind
    return visitor.site.ask("POST", path, headers, body, length=length)


# Size


@pytest.mark.parametrize("length", [FIVE_MB, None, 10], ids=["said", "unsaid", "belied"])
def test_five_megabytes(site: Site, visitor: Visitor, over: str, length: int | None) -> None:
    pieces = [b"x" * 50_000] * 100
    for path in paths(site, over):
        with unchanged(site, visitor, over):
            answer = send(visitor, path, pieces, length)
        assert (answer.status, answer.text) == (413, TOO_LARGE), path


def test_a_body_that_is_said_to_be_large_is_not_waited_for(visitor: Visitor, over: str) -> None:
    for said in (4097, FIVE_MB, 10**20, 10**400):
        answer = send(visitor, f"/t/{over}/pause", b"", length=said)
        assert (answer.status, answer.text) == (413, TOO_LARGE)


@pytest.mark.parametrize("pieces", [1, 64], ids=["whole", "in pieces"])
@pytest.mark.parametrize("length", [4095, 4096, 4097])
def test_four_kib_are_read_and_no_more(visitor: Visitor, pieces: int, length: int) -> None:
    table = visitor.deal()
    body = b"on=yes&" + b"x" * (length - len(b"on=yes&=")) + b"="
    assert len(body) == length
    step = -(-length // pieces)
    sent = [body[at : at + step] for at in range(0, length, step)]
    answer = send(visitor, f"/t/{table}/auto", sent if pieces > 1 else body)
    # What is read has an unknown field, so it is refused for that.
    assert answer.status == (422 if length <= 4096 else 413)
    plain(answer)


def test_a_form_of_four_kib_is_taken(visitor: Visitor) -> None:
    table = visitor.deal()
    body = b"stream=" + b"x" * (4096 - len(b"stream=&seen=1.0")) + b"&seen=1.0"
    assert len(body) == 4096
    assert send(visitor, f"/t/{table}/ack", body).status == 204


def test_ten_thousand_tiny_fields(site: Site, visitor: Visitor, over: str) -> None:
    for path in paths(site, over):
        with unchanged(site, visitor, over):
            answer = send(visitor, path, b"&".join(b"a%d=1" % n for n in range(10_000)))
        assert answer.status == 413
        plain(answer)


def test_a_thousand_tiny_fields(site: Site, visitor: Visitor, over: str) -> None:
    for path in paths(site, over):
        with unchanged(site, visitor, over):
            answer = send(visitor, path, b"&".join(b"%x=" % n for n in range(0x300)))
        assert answer.status == 422
        plain(answer)


def test_a_body_in_single_bytes(visitor: Visitor) -> None:
    table = visitor.deal()
    answer = send(visitor, f"/t/{table}/auto", [b"o", b"n", b"", b"=", b"y", b"e", b"s"])
    assert answer.status == 204
    assert visitor.state(table)["auto"] is True


# Type


@pytest.mark.parametrize(
    "kind",
    ["application/json", "multipart/form-data; boundary=x", "text/plain", "text/html", "", "form",
     "application/x-www-form-urlencoded2", f"{FORM}, application/json", f"{FORM}; charset=utf-16",
     f"{FORM}; charset=latin-1", f"{FORM}; boundary=x", "x" * 3000, "\xff\xfe", None],
)  # fmt: skip
def test_a_wrong_type(site: Site, visitor: Visitor, over: str, kind: str | None) -> None:
    for path in paths(site, over):
        with unchanged(site, visitor, over):
            answer = send(visitor, path, b"on=yes", kind=kind)
        assert (answer.status, answer.text) == (415, NOT_A_FORM), path


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b'{"on": "yes"}'),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="on"\r\n\r\nyes\r\n--x--\r\n',
        ),
    ],
)
def test_the_same_in_another_type_is_not_read(
    site: Site, visitor: Visitor, kind: str, body: bytes
) -> None:
    table = visitor.deal()
    with unchanged(site, visitor, table):
        assert send(visitor, f"/t/{table}/auto", body, kind=kind).status == 415


# Reading


MALFORMED = [
    b"on", b"on=yes&", b"&on=yes", b"on=yes&&", b"&&&", b"on=%", b"on=%y", b"on=ye%zz", b"%=yes",
    b"on=%ff%fe", b"%c3%28=yes", b"on=\xff", b"\xff\xfe=1", "on=é".encode(), b"on=yes%00",
    b"on\x00=yes", b"on=yes\n", b"on=y%0aes", b"%00=", b"on=%ed%a0%80", b"on=%c0%af",
    b'{"on": "yes"}', b"on=yes;on=no", b"<form>", b"\x1f\x8b\x08\x00",
]  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED)
def test_a_malformed_form(site: Site, visitor: Visitor, over: str, body: bytes) -> None:
    for path in paths(site, over):
        with unchanged(site, visitor, over):
            answer = send(visitor, path, body)
        assert answer.status == 422, (path, answer)
        plain(answer)


@pytest.mark.parametrize(
    "value",
    [b"%", b"%y", b"%zz", b"%00", b"%0a", b"%7f", b"%ff%fe", b"%c3%28", b"%ed%a0%80", b"%c0%af",
     b"\x00", b"\xff", "é".encode()],
)  # fmt: skip
def test_a_value_that_would_not_matter_is_read_as_strictly(
    site: Site, visitor: Visitor, playing: str, value: bytes
) -> None:
    """`stream` may be any text, so what is refused here is how it is written."""
    assert send(visitor, f"/t/{playing}/ack", b"seen=2.0&stream=x").status == 204
    with unchanged(site, visitor, playing):
        answer = send(visitor, f"/t/{playing}/ack", b"seen=2.0&stream=" + value)
    assert answer.status == 422
    plain(answer)


def test_a_field_that_stands_there_twice(site: Site, visitor: Visitor, over: str) -> None:
    for path, field in (("auto", "on"), ("slap", "seen"), ("ready", "seed")):
        with unchanged(site, visitor, over):
            answer = send(visitor, f"/t/{over}/{path}", f"{field}=1.0&{field}=1.0".encode())
        assert (answer.status, answer.text) == (422, f"The form has the field “{field}” twice.")
    assert send(visitor, "/tables", b"preset=duel&preset=duel").status == 422
    answer = send(visitor, "/tables", b"a" * 1500 + b"=1&" + b"a" * 1500 + b"=1")
    assert answer.status == 422
    plain(answer)


@pytest.mark.parametrize(
    "text", ["\u2028", "\u2029", "\x85", "\u202e", "\u200b", "\ufeff", "\U000e0001", "\ud7ff"]
)
def test_what_would_break_or_turn_a_line_is_not_sent_back(
    visitor: Visitor, over: str, text: str
) -> None:
    for fields in ({"on": f"yes{text}no"}, {f"on{text}": "yes"}):
        answer = visitor.post(f"/t/{over}/auto", fields)
        assert answer.status == 422
        plain(answer)


@pytest.mark.parametrize("body", [b"on=yes", b"%6fn=%79%65%73", b"on=%79es"])
def test_a_form_may_be_escaped_as_much_as_it_likes(visitor: Visitor, body: bytes) -> None:
    table = visitor.deal()
    assert send(visitor, f"/t/{table}/auto", body).status == 204
    assert visitor.state(table)["auto"] is True


# Over a socket, where somebody else parses the request first


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("bodies")) as served:
        yield served


def over_a_socket(server: Served, body: bytes | Iterator[bytes], path: str = "/tables") -> Answer:
    """Post it, and read the answer, also where it comes before everything was sent."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        try:
            line.request("POST", path, body, dict(SCRIPT))
            response = line.getresponse()
        except (BrokenPipeError, ConnectionResetError):
            response = http.client.HTTPResponse(line.sock, method="POST")
            response.begin()
        pairs = tuple((name.lower(), value) for name, value in response.getheaders())
        return Answer(response.status, pairs, response.read())
    finally:
        line.close()


@pytest.mark.parametrize(("path", "status"), [("/tables", 413), (f"/t/{'A' * 22}/pause", 404)])
def test_a_server_refuses_five_megabytes(server: Served, path: str, status: int) -> None:
    for body in (b"x" * FIVE_MB, iter([b"x" * 50_000] * 100)):
        answer = over_a_socket(server, body, path)
        assert answer.status == status
        plain(answer)


def test_a_server_takes_the_length_at_its_word(server: Served) -> None:
    """What comes after a body that was said to be shorter is no request, and is told so."""
    head = (
        f"POST /tables HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nsec-fetch-site: same-origin\r\n"
        f"content-type: {FORM}\r\ncontent-length: 10\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", server.port), 20) as line:
        line.sendall(head.encode() + b"preset=xxx" + b"x" * 2000 + b"\r\n\r\n")
        got = b""
        while piece := line.recv(65536):
            got += piece
    # Whether the first part is answered too depends on how the bytes came.
    statuses = [each[:3] for each in got.split(b"HTTP/1.1 ")[1:]]
    assert statuses in ([b"400"], [b"422", b"400"])
    assert over_a_socket(server, b"preset=xxx").status == 422
