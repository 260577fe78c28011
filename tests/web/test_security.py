"""What holds for every request and every answer, whatever it is about."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from app.web.problems import NOT_A_FORM, NOT_SAME_ORIGIN, TOO_LARGE
from tests.web.site import BROWSER, FORM, HOST, OURS, SCRIPT, Answer, Site, Visitor, plain

LIMIT = 4096
EVERYWHERE = {
    "content-security-policy",
    "x-content-type-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
    "cache-control",
}


def opened(answer: Answer) -> bool:
    return answer.status == 303


# Headers


def test_every_answer_has_the_headers(site: Site, visitor: Visitor, over: str) -> None:
    answers = [
        *(site.ask("GET", path) for path in ("/", "/new", "/static/app.js", "/nothing")),
        *(site.ask("GET", f"/t/{over}{page}") for page in ("", "/state", "/record")),
        site.ask("HEAD", f"/t/{over}/events"),
        site.ask("PUT", "/"),
        site.ask("POST", "/tables"),
        site.ask("POST", "/tables", OURS, b"x=%"),
        site.ask("POST", "/tables", {**OURS, "Content-Type": "text/plain"}, b"x"),
        site.ask("POST", "/tables", OURS, b"x" * (LIMIT + 1)),
        visitor.post("/tables"),
        visitor.post(f"/t/{over}/ack", {"seen": "1.0"}),
        visitor.post(f"/t/{over}/pause"),
    ]
    assert {answer.status for answer in answers} == {
        200, 204, 303, 403, 404, 405, 409, 413, 415, 422
    }  # fmt: skip
    for answer in answers:
        assert set(answer.headers) >= EVERYWHERE, answer
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "strict-transport-security" not in answer.headers


def test_the_policy_allows_nothing_inline_and_nobody_else(site: Site) -> None:
    policy = site.ask("GET", "/").headers["content-security-policy"]
    assert dict(part.split(" ", 1) for part in policy.split("; ")) == {
        "default-src": "'self'",
        "script-src": "'self'",
        "style-src": "'self'",
        "base-uri": "'none'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }


def test_on_https_browsers_are_told_to_stay(tmp_path: Path) -> None:
    with Site(tmp_path, origin="https://play.example") as site:
        visitor = Visitor(site)
        assert opened(visitor.post("/tables"))
        assert visitor.cookie.startswith("__Host-slapback=")
        for path in ("/", "/nothing", "/static/site.css"):
            assert site.ask("GET", path).headers["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize("path", ["/", "/new", "/nothing", "/healthz"])
def test_no_page_is_kept_by_a_cache(site: Site, path: str) -> None:
    assert site.ask("GET", path).headers["cache-control"] == "no-store"


# Posts from elsewhere


@pytest.mark.parametrize(
    ("sent", "passes"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Origin": f"http://{HOST}"}, False),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Sec-Fetch-Site": ""}, False),
        ({"Origin": f"http://{HOST}"}, True),
        ({"Origin": f"https://{HOST}"}, True),  # behind a proxy that ends TLS
        ({"Origin": f"HTTP://{HOST.upper()}"}, True),
        ({"Origin": f"http://{HOST}:8000"}, False),
        ({"Origin": f"http://{HOST}.evil.example"}, False),
        ({"Origin": f"http://evil.example/{HOST}"}, False),
        ({"Origin": f"ftp://{HOST}"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://["}, False),
        ({"Origin": ""}, False),
        ({}, False),
        ({"Referer": f"http://{HOST}/"}, False),
    ],
)
def test_a_post_comes_from_our_own_pages(site: Site, sent: dict[str, str], passes: bool) -> None:
    before = site.kept()
    answer = site.ask("POST", "/tables", {**sent, "Content-Type": FORM})
    if passes:
        assert opened(answer)
    else:
        assert (answer.status, answer.text) == (403, NOT_SAME_ORIGIN)
        plain(answer)
        assert site.kept() == before


@pytest.mark.parametrize(
    ("origin", "passes"),
    [
        ("https://play.example", True),
        ("https://PLAY.example", True),
        ("http://play.example", False),
        ("https://play.example:8443", False),
        (f"http://{HOST}", False),
    ],
)
def test_where_an_origin_is_configured_only_that_one_passes(
    tmp_path: Path, origin: str, passes: bool
) -> None:
    with Site(tmp_path, origin="https://play.example") as site:
        answer = site.ask("POST", "/tables", {"Origin": origin, "Content-Type": FORM})
        assert opened(answer) is passes


def test_every_action_is_closed_to_other_sites(visitor: Visitor, playing: str) -> None:
    foreign = {**SCRIPT, "Sec-Fetch-Site": "cross-site"}
    before = visitor.state(playing)
    for action in ("ready", "reveal", "slap", "ack", "pause", "resume", "auto", "rematch"):
        answer = visitor.post(f"/t/{playing}/{action}", visitor.press(playing), foreign)
        assert (answer.status, answer.text) == (403, NOT_SAME_ORIGIN)
    assert visitor.state(playing) == before


# Bodies

PRESSES = ("tables", "ready", "reveal", "slap", "ack", "pause", "resume", "auto", "rematch")


def path_of(action: str, table: str) -> str:
    return "/tables" if action == "tables" else f"/t/{table}/{action}"


@pytest.mark.parametrize("action", PRESSES)
@pytest.mark.parametrize("claimed", [None, 10, LIMIT])
def test_five_megabytes_are_refused_after_four_kibibytes(
    site: Site, visitor: Visitor, playing: str, action: str, claimed: int | None
) -> None:
    before = site.kept(playing)
    headers = {**SCRIPT, "Cookie": visitor.cookie}
    answer = site.ask(
        "POST", path_of(action, playing), headers, [b"a" * 1000] * 5000, length=claimed
    )
    assert (answer.status, answer.text) == (413, TOO_LARGE)
    plain(answer)
    assert site.kept(playing) == before


@pytest.mark.parametrize("action", PRESSES)
@pytest.mark.parametrize(
    "kind", ["application/json", "multipart/form-data; boundary=x", "text/plain", "", None]
)
def test_a_body_that_is_no_form_is_refused(
    site: Site, visitor: Visitor, playing: str, action: str, kind: str | None
) -> None:
    before = site.kept(playing)
    headers = {"Sec-Fetch-Site": "same-origin", "Cookie": visitor.cookie}
    if kind is not None:
        headers["Content-Type"] = kind
    answer = site.ask("POST", path_of(action, playing), headers, b'{"seen": "2.0"}')
    assert (answer.status, answer.text) == (415, NOT_A_FORM)
    plain(answer)
    assert site.kept(playing) == before


# Answers to a person, and to a script


@pytest.mark.parametrize(
    ("accept", "htmx", "page"),
    [
        (BROWSER["Accept"], False, True),
        (BROWSER["Accept"], True, False),
        ("*/*", False, False),
        ("application/json", False, False),
        ("", False, False),
    ],
)
def test_a_refusal_is_a_page_where_a_person_goes_and_a_sentence_elsewhere(
    site: Site, accept: str, htmx: bool, page: bool
) -> None:
    headers = {"Accept": accept} | ({"HX-Request": "true"} if htmx else {})
    answer = site.ask("GET", f"/t/{'A' * 22}", headers)
    assert answer.status == 404
    if page:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "There is no table at this address." in answer.text
        assert '<a class="button primary" href="/">' in answer.text
    else:
        plain(answer)
        assert answer.text == "There is no table at this address. Ask for the link again."


# Our own bugs


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Site]:
    """A site with an address that fails, and one that fails when its answer is half out."""

    async def fails(_: Request) -> Response:
        raise RuntimeError("a seed: 00ff")

    class FailsLate:
        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            await Response("half", headers={"content-length": "8"})(scope, receive, send)
            raise RuntimeError("too late")

    with Site(tmp_path) as site:
        site.app.add_route("/fails", fails, methods=["GET", "POST"])
        site.app.router.routes.append(Route("/fails-late", FailsLate()))
        yield site


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_our_own_bug_is_an_apology_with_a_reference_to_the_log(
    broken: Site, caplog: pytest.LogCaptureFixture, method: str
) -> None:
    answer = broken.ask(method, "/fails", SCRIPT)
    assert answer.status == 500
    plain(answer)
    reference = re.search(r"Reference: ([0-9a-f]{8})\.", answer.text)
    assert reference is not None
    assert "seed" not in answer.text
    assert set(answer.headers) >= EVERYWHERE
    (record,) = caplog.records
    assert reference[1] in record.getMessage()
    assert record.exc_info is not None


def test_a_person_gets_the_apology_as_a_page(
    broken: Site, caplog: pytest.LogCaptureFixture
) -> None:
    answer = broken.ask("GET", "/fails", BROWSER)
    assert answer.status == 500
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    reference = re.search(r"reference ([0-9a-f]{8})", caplog.records[0].getMessage())
    assert reference is not None
    assert reference[1] in answer.text
    assert "seed" not in answer.text


def test_an_answer_that_is_half_out_breaks_off(
    broken: Site, caplog: pytest.LogCaptureFixture
) -> None:
    """A proper end would say that it was whole."""
    with pytest.raises(RuntimeError, match="too late"):
        broken.ask("GET", "/fails-late")
    assert "/fails-late failed" in caplog.records[0].getMessage()
