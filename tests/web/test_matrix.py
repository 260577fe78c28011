"""Every address, as the router knows them, against everything that may be wrong with a request."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from unittest.mock import patch

import pytest

from app.store.journal import JournalFailed
from app.web.limits import Buckets, Rate
from app.web.problems import NOT_SAME_ORIGIN
from app.web.security import HEADERS
from tests.web.addresses import Address, addresses
from tests.web.site import BROWSER, FORM, HOST, OURS, SCRIPT, Answer, Site, Visitor

FRIENDS = "192.0.2.7"
UNKNOWN = "A" * 22


def headed(answer: Answer, what: object) -> None:
    """Whether an answer has every header that it needs, and none that says more."""
    names = [name for name, _ in answer.pairs]
    assert len(names) == len(set(names)), what
    for name, value in HEADERS:
        assert answer.headers[name.decode()] == value.decode(), what
    assert "cache-control" in answer.headers, what
    assert not {"server", "x-powered-by", "access-control-allow-origin"} & set(names), what
    if answer.status >= 400:
        assert answer.headers["cache-control"] == "no-store", what
        assert answer.headers["content-type"].endswith("; charset=utf-8"), what
        assert "set-cookie" not in answer.headers, what
    if answer.status not in (204, 304) and "text/event-stream" not in str(answer.pairs):
        assert "content-length" in answer.headers, what
    if answer.status == 405:
        assert answer.headers["allow"], what
    if answer.status in (429, 503):
        assert int(answer.headers["retry-after"]) >= 1, what
    if answer.status == 429:
        assert ("refresh" in answer.headers) == (what_asks_for_a_page(what)), what


def what_asks_for_a_page(what: object) -> bool:
    assert isinstance(what, tuple)
    return what[0] == "GET" and "text/html" in what[-1].get("Accept", "")


@contextmanager
def failing(error: Callable[[], Exception]) -> Iterator[None]:
    """Whatever is behind the guard and the handlers of errors fails."""

    async def fails(*_: object) -> None:
        raise error()

    with patch("starlette.routing.Router.__call__", fails):
        yield


Ask = Callable[[Site, Address, str, Mapping[str, str]], Answer]


def ask(
    site: Site, address: Address, table: str, headers: Mapping[str, str], body: bytes = b""
) -> Answer:
    return site.ask(address.method, address.path(table), headers, body)


def another_host(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return site.ask(address.method, address.path(table), headers, hosts=("evil.example",))


def foreign(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return ask(site, address, table, {**headers, "Sec-Fetch-Site": "cross-site"})


def nowhere(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    # Two parts, as one may be what an address leaves open: /device/{code}.
    path = f"{address.path(UNKNOWN)}/nothing/here".replace("//", "/")
    return site.ask(address.method, path, headers)


def wrong_method(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return site.ask("PUT", address.path(table), headers)


def too_large(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return ask(site, address, table, headers, b"x" * 5000)


def no_form(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return ask(site, address, table, {**headers, "Content-Type": "application/json"}, b"{}")


def malformed(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    return ask(site, address, table, headers, b"%")


def too_often(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    limits = site.app.state.house.limits
    limits.requests, kept = Buckets(Rate(1, 0)), limits.requests
    try:
        return site.ask(address.method, address.path(table), headers, client=FRIENDS)
    finally:
        limits.requests = kept


def our_bug(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    with failing(lambda: RuntimeError("a seed: 00ff")):
        return ask(site, address, table, headers)


def not_stored(site: Site, address: Address, table: str, headers: Mapping[str, str]) -> Answer:
    with failing(JournalFailed):
        return ask(site, address, table, headers)


GET, POST = ("GET", "HEAD"), ("POST",)
WRONG: Mapping[str, tuple[int, tuple[str, ...], Ask]] = {
    "another host": (400, GET + POST, another_host),
    "another site": (403, POST, foreign),
    "no such address": (404, GET + POST, nowhere),
    "a wrong method": (405, GET + POST, wrong_method),
    "too large": (413, POST, too_large),
    "no form": (415, POST, no_form),
    "malformed": (422, POST, malformed),
    "too often": (429, GET + POST, too_often),
    "our bug": (500, GET + POST, our_bug),
    "not stored": (503, GET + POST, not_stored),
}


@contextmanager
def nothing_written(site: Site) -> Iterator[None]:
    """SQLite counts up when somebody else has written anything at all."""
    with closing(sqlite3.connect(site.database)) as file:
        before = file.execute("PRAGMA data_version").fetchone()
        yield
        assert file.execute("PRAGMA data_version").fetchone() == before


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("kind", ["a person", "a script"])
def test_every_address_refuses_with_every_header(
    site: Site, visitor: Visitor, over: str, wrong: str, kind: str
) -> None:
    status, methods, send = WRONG[wrong]
    headers = {**(BROWSER if kind == "a person" else SCRIPT), "Cookie": visitor.cookie}
    tried = [address for address in addresses(site.app) if address.method in methods]
    assert len(tried) >= 9
    picture = visitor.state(over)
    with nothing_written(site):
        for address in tried:
            if wrong == "no such address" and ":path}" in address.template:
                continue  # every address below is its own
            answer = send(site, address, over, headers)
            what = (address.method, address.template, answer, headers)
            assert answer.status == status, what
            headed(answer, what)
            if address.method != "HEAD":
                assert ("<!doctype html>" in answer.text) == (kind == "a person"), what
                assert "seed: 00ff" not in answer.text
    assert visitor.state(over) == picture


@pytest.mark.parametrize("headers", [BROWSER, SCRIPT, OURS], ids=["page", "script", "plain"])
def test_every_address_answers_with_every_header(
    site: Site, visitor: Visitor, over: str, headers: Mapping[str, str]
) -> None:
    seen = set()
    for address in addresses(site.app):
        for cookie in (visitor.cookie, ""):
            for table in (over, UNKNOWN):
                if address.endless and table == over:
                    continue
                sent = {**headers, "Cookie": cookie} if cookie else headers
                answer = ask(site, address, table, sent)
                what = (address.method, address.template, answer, sent)
                assert answer.status < 500, what
                headed(answer, what)
                seen.add(answer.status)
    assert seen >= {200, 204 if headers is SCRIPT else 303, 403, 404, 409, 422}


# Who may post

SITES = (None, "same-origin", "same-site", "cross-site", "none")
ORIGINS = (None, f"http://{HOST}", "https://evil.example", "null", f"http://{HOST}:81")


@pytest.mark.parametrize("fetch_site", SITES)
@pytest.mark.parametrize("origin", ORIGINS)
def test_only_our_own_pages_post(
    site: Site, visitor: Visitor, over: str, fetch_site: str | None, origin: str | None
) -> None:
    """What a browser says of the site decides; the origin counts where it says nothing."""
    sent = {"Sec-Fetch-Site": fetch_site, "Origin": origin, "Cookie": visitor.cookie}
    headers = {name: value for name, value in sent.items() if value is not None}
    ours = fetch_site == "same-origin" or (fetch_site is None and origin == f"http://{HOST}")
    before = visitor.state(over)
    for address in addresses(site.app, "POST"):
        with nothing_written(site):
            # Of a type that no address reads, so that none does anything where it passes.
            answer = ask(site, address, over, {**headers, "Content-Type": "text/plain"}, b"x")
        if ours:
            assert answer.status == 415, (address, answer)
        else:
            assert (answer.status, answer.text) == (403, NOT_SAME_ORIGIN), address
    assert visitor.state(over) == before
    opened = site.ask("POST", "/tables", {**headers, "Content-Type": FORM})
    assert opened.status == (303 if ours else 403)


def test_a_page_may_be_asked_for_from_anywhere(site: Site, over: str) -> None:
    for fetch_site in SITES:
        for origin in ORIGINS:
            sent = {"Sec-Fetch-Site": fetch_site, "Origin": origin}
            headers = {name: value for name, value in sent.items() if value is not None}
            assert site.ask("GET", f"/t/{over}", headers).status == 200
