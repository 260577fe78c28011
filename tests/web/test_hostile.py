"""Ten thousand requests that mean no good, the same ones each time."""

import random
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from urllib.parse import quote

import pytest

from app.web.limits import PRESSES, Buckets, Rate
from tests.web.addresses import addresses
from tests.web.site import FORM, HOST, Site, Visitor, plain
from tests.web.test_bad_input import ACTIONS

REQUESTS = 10_000

METHODS = ("POST",) * 6 + ("GET", "GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "X")
NAMES = (
    *("seen", "stream", "rt", "cmd", "seat", "seed", "on", "preset", "computers", "level", "seats"),
    *("slaps", "burn", "mode", "window_ms", "reveal_limit", "", "ключ", "a" * 300, "__class__"),
    *("'; DROP TABLE log; --", "seen[]", "\x00", "\u2028"),
)
VALUES = (
    *("", "0", "-1", "1e309", "NaN", "2.0", "3.0", "99.0", "p1", "yes", "no", "duel", "party", "1"),
    *("8", "x", "none", "None", "link", "0" * 32, "f" * 32, "s" * 22, "<script>x()</script>"),
    *("' OR 1=1 --", "{{7*7}}", "${7*7}", "../../etc/passwd", "%s%n", "\x00", "\r\nx: y"),
    *("é" * 50, "\u202e", "9" * 400, "٣"),
)
ODD_BODIES = (b"", b"&", b"=", b"%", b"\xff\xfe", b"seen", b"a=1&" * 800, b"x" * 4096, b"x" * 4097,
              b"x" * 70_000, b'{"seen": "2.0"}', b"--x\r\n", b"\x00" * 100)  # fmt: skip
TYPES = (*(FORM,) * 8, f"{FORM}; charset=utf-8", "application/json", "text/plain", "", "x" * 200)
SITES = (*("same-origin",) * 8, "cross-site", "same-site", "none", "", "same-origin, none")
ORIGINS = (f"http://{HOST}", "https://evil.example", "null", "http://[", "http://[::1", "\xff", "")
ACCEPTED = ("text/html", "*/*", "text/event-stream", "text/html;q=0", "\xff", "")


class Malice:
    """Makes hostile requests; most of what each is made of is as it should be."""

    def __init__(self, visitor: Visitor, stranger: Visitor, tables: list[str]) -> None:
        self._chance = random.Random(2026)
        self._cookies = [*[visitor.cookie] * 6, stranger.cookie, "slapback=" + "A" * 43]
        self._cookies += ["slapback=", "slapback=;;;\xff", "x" * 500]
        ids = [*tables * 4, "A" * 22, "short", "%00", "%ff", "..", "%2e%2e%2f", "a" * 400]
        known = [each for each in addresses(visitor.site.app) if not each.endless]
        self._actions = [a.path(id) for a in known if a.method == "POST" for id in ids]
        self._pages = [a.path(id) for a in known if a.method == "GET" for id in ids]
        self._pages += [f"/t/{id}/x" for id in ids]
        self._pages += ["//", "/%00", "/?" + "x=1&" * 50, "/openapi.json", "*", "/t/"]
        self._pages += ["/static/..", "/static/%2e%2e/x"]

    def target(self) -> tuple[str, str]:
        """A method and a path."""
        match self._chance.randrange(20):
            case 0 | 1:
                return self._chance.choice(METHODS), self._chance.choice(self._actions)
            case 2:
                return self._chance.choice(METHODS), self._chance.choice(self._pages)
            case 3 | 4 | 5:
                return "GET", self._chance.choice(self._pages)
            case 6 | 7 | 8:
                return "POST", "/tables"
            case _:
                return "POST", self._chance.choice(self._actions)

    def headers(self) -> dict[str, str]:
        choices: dict[str, Sequence[str]] = {
            "Content-Type": TYPES,
            "Sec-Fetch-Site": SITES,
            "Cookie": self._cookies,
            "Origin": ORIGINS,
            "Accept": ACCEPTED,
            "HX-Request": ("true", ""),
            "If-None-Match": ("*", '"x"', '"' * 50),
            "Accept-Encoding": ("gzip", "br", "gzip;q=0", "\xff"),
        }
        return {
            name: self._chance.choice(values)
            for name, values in choices.items()
            if self._chance.random() < 0.9
        }

    def body(self, path: str) -> bytes:
        if self._chance.random() < 0.15:
            return self._chance.choice(ODD_BODIES)
        fields = dict(ACTIONS.get(path.rpartition("/")[2], {"preset": "duel"}))
        if "cmd" in fields:
            fields |= {"cmd": f"{self._chance.getrandbits(128):032x}"}
            fields |= {"seen": self._chance.choice(("0.0", "0.1", "1.0", "1.1", "2.0"))}
        if self._chance.random() < 0.4:
            fields[self._chance.choice(NAMES)] = self._chance.choice(VALUES)
        return "&".join(f"{quote(name)}={quote(value)}" for name, value in fields.items()).encode()

    def length(self) -> int | None:
        return self._chance.choice((None,) * 25 + (0, 1, 4096, 4097, 10**30))


@pytest.mark.timeout(180)
def test_ten_thousand_hostile_requests(
    site: Site, visitor: Visitor, stranger: Visitor, waiting: str, paused: str, over: str
) -> None:
    """None is a 5xx, and none that is refused changes anything, in the file or in a picture."""
    tables = [waiting, paused, over, visitor.deal()]
    malice = Malice(visitor, stranger, tables)
    statuses: Counter[int] = Counter()
    house = site.app.state.house
    # The clock stands still: the first presses get through, the last ones come too often.
    house.limits.presses = Buckets(Rate(PRESSES.per_s, 2))

    async def send(file: sqlite3.Connection) -> None:
        lives = [await house.table(table) for table in tables]

        def now() -> list[object]:
            # SQLite counts up when somebody else has written anything at all.
            written = file.execute("PRAGMA data_version").fetchone()
            return [written, *(live.picture for live in lives)]

        before = now()
        for _ in range(REQUESTS):
            method, path = malice.target()
            headers, body, length = malice.headers(), malice.body(path), malice.length()
            answer = await site.answered(method, path, headers, body, length=length)
            what = (method, path, headers, body, length, answer)
            statuses[answer.status] += 1
            assert answer.status < 500, what
            after = now()
            if path == "/healthz":  # writes something, which changes nothing
                assert after[1:] == before[1:], what
            elif answer.status >= 400 or method != "POST":
                assert after == before, what
            if answer.status >= 400 and method != "HEAD":
                if answer.headers["content-type"].startswith("text/plain"):
                    plain(answer, (*NAMES, *VALUES))
                else:
                    assert answer.text.startswith("<!doctype html>"), what
            before = after

    with closing(sqlite3.connect(site.database, check_same_thread=False)) as file:
        site.run(partial(send, file))
    # They came to every door there is, and some went through.
    usual = (200, 204, 303, 403, 404, 405, 409, 413, 415, 422, 429)
    assert all(statuses[status] >= 10 for status in usual), statuses
