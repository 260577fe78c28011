"""The cookie over HTTP: made by the first action, kept as a hash, worth a seat."""

import hashlib
import logging
import re
from pathlib import Path

import pytest

from tests.web.site import BROWSER, OURS, SCRIPT, Answer, Site, Visitor


def token_of(visitor: Visitor) -> str:
    return visitor.cookie.partition("=")[2]


def attributes(answer: Answer) -> list[str]:
    """What stands after the cookie's value."""
    return answer.headers["set-cookie"].split("; ")[1:]


def test_a_visit_makes_no_cookie(site: Site, over: str) -> None:
    nobody, before = Visitor(site), site.kept()
    for path in ("/", "/new", f"/t/{over}", f"/t/{over}/state", "/nothing", "/static/site.css"):
        assert "set-cookie" not in nobody.get(path, **BROWSER).headers
    assert site.kept() == before


def test_what_is_refused_makes_no_cookie(site: Site, over: str) -> None:
    nobody, before = Visitor(site), site.kept()
    for path, fields, headers in (
        ("/tables", {"burn": "9"}, SCRIPT),
        ("/tables", {}, {**SCRIPT, "Sec-Fetch-Site": "cross-site"}),
        ("/tables", {"x": "1"}, {**SCRIPT, "Content-Type": "text/plain"}),
        (f"/t/{over}/rematch", {}, SCRIPT),
        (f"/t/{over}/ack", {"seen": "1.0"}, SCRIPT),
    ):
        assert "set-cookie" not in nobody.post(path, fields, headers).headers
    assert site.kept() == before


def test_the_first_table_makes_one_and_the_second_keeps_it(site: Site) -> None:
    visitor = Visitor(site)
    answer = visitor.post("/tables", {}, BROWSER)
    assert attributes(answer) == ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"]
    assert len(token_of(visitor)) == 43
    again = visitor.post("/tables")
    assert "set-cookie" not in again.headers
    table = again.headers["location"].removeprefix("/t/")
    assert visitor.state(table)["you"] == [0]
    for action in ("ready", "pause", "resume"):
        assert "set-cookie" not in visitor.post(f"/t/{table}/{action}").headers


@pytest.mark.parametrize("made_up", ["A" * 43, "short", "", "é" * 43, "A" * 44])
def test_nobody_chooses_a_cookie(site: Site, made_up: str) -> None:
    visitor = Visitor(site)
    visitor.cookie = f"slapback={made_up}"
    visitor.post("/tables")
    assert token_of(visitor) not in (made_up, "")
    assert len(token_of(visitor)) == 43


def test_a_cookie_is_found_among_others(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.open()
    mine = visitor.cookie
    for sent in (f"a=1; {mine}", f"{mine};b=2", f"slapback=old; {mine}", f"x; =y;  {mine} ;"):
        visitor.cookie = sent
        assert visitor.state(table)["you"] == [0], sent
    for sent in (mine.upper(), f"x{mine}", mine[:-1], f"{mine}x", mine.replace("=", "==")):
        visitor.cookie = sent
        assert visitor.state(table)["you"] == [], sent


def test_only_the_hash_is_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG), Site(tmp_path) as site:
        visitor = Visitor(site)
        table = visitor.deal(reveal_limit="10")
        visitor.turn(table)
        token = token_of(visitor).encode()
        seen = visitor.get(f"/t/{table}", **BROWSER).body + visitor.get("/", **BROWSER).body
        kept = b"".join(file.read_bytes() for file in tmp_path.glob("slapback.db*"))
    kept += b"".join(file.read_bytes() for file in tmp_path.glob("slapback.db*"))
    assert table.encode() in kept
    assert hashlib.sha256(token).hexdigest().encode() in kept
    for place in (kept, seen, caplog.text.encode()):
        assert token not in place


def test_a_browser_is_known_after_a_restart(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        visitor = Visitor(site)
        table = visitor.deal()
    with Site(tmp_path) as site:
        again = Visitor(site)
        again.cookie = visitor.cookie
        assert again.state(table)["you"] == [0]
        assert "set-cookie" not in again.post("/tables").headers


def test_on_https_the_cookie_is_secure_and_this_hosts_alone(tmp_path: Path) -> None:
    with Site(tmp_path, origin="https://play.example") as site:
        visitor = Visitor(site)
        answer = visitor.post("/tables", {}, {**OURS})
        assert visitor.cookie.startswith("__Host-slapback=")
        assert attributes(answer) == [
            "Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax", "Secure",
        ]  # fmt: skip
        table = answer.headers["location"].removeprefix("/t/")
        assert visitor.state(table)["you"] == [0]
        # A name that any host beside this one could have set counts for nothing.
        visitor.cookie = f"slapback={token_of(visitor)}"
        assert visitor.state(table)["you"] == []


DAY_MS = 24 * 3_600_000


@pytest.mark.parametrize("origin", ["", "https://play.example"])
def test_a_faithful_player_keeps_their_cookie(tmp_path: Path, origin: str) -> None:
    with Site(tmp_path, origin=origin) as site:
        visitor = Visitor(site)
        table = visitor.open()
        mine, before = visitor.cookie, site.kept()
        began = site.wall_ms
        for day, again in (
            (1, False),
            (29, False),
            (31, True),
            (32, False),
            (60, False),
            (62, True),
        ):
            site.wall_ms = began + day * DAY_MS
            assert "set-cookie" not in visitor.get(f"/t/{table}/state").headers, "no page"
            assert "set-cookie" not in Visitor(site).get("/", **BROWSER).headers
            answer = visitor.get("/", **BROWSER)
            assert ("set-cookie" in answer.headers) == again, day
            if again:
                assert answer.headers["set-cookie"].startswith(f"{mine}; Path=/; Max-Age=34560000;")
                assert ("Secure" in attributes(answer)) == bool(origin)
                assert visitor.cookie == mine
        assert site.kept() == before, "nothing is written for it"
        site.wall_ms = began + 100 * DAY_MS
        answer = visitor.post(f"/t/{table}/pause", {}, BROWSER)
        assert answer.headers["set-cookie"].startswith(f"{mine};"), "an action does as well"


def test_what_is_kept_on_its_way_gives_nobody_a_cookie(site: Site) -> None:
    """A cache between would hand it on to all who ask for the same file."""
    visitor = Visitor(site)
    table = visitor.open()
    files = re.findall(r'="(/static/[^"]+)"', visitor.get("/", **BROWSER).text)
    assert files
    site.wall_ms += 31 * DAY_MS
    for path in (*files, "/favicon.ico", f"/t/{table}/qr.svg"):
        answer = visitor.get(path, **BROWSER)
        assert (answer.status, "set-cookie" in answer.headers) == (200, False), path
        same = {**BROWSER, "If-None-Match": answer.headers.get("etag", "")}
        assert "set-cookie" not in visitor.get(path, **same).headers, path
    assert "set-cookie" in visitor.get("/", **BROWSER).headers


def test_who_deletes_everything_gets_no_cookie_again(site: Site) -> None:
    visitor = Visitor(site)
    visitor.open()
    site.wall_ms += 31 * DAY_MS
    answer = visitor.post("/me/delete", {"confirm": "delete"}, BROWSER)
    assert answer.status == 303
    assert answer.headers["set-cookie"] == site.app.state.house.identity.farewell
    site.wall_ms += 31 * DAY_MS
    assert "set-cookie" not in visitor.get("/", **BROWSER).headers
