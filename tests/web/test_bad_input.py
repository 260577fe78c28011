"""Bad input: the right status, one plain sentence, nothing changed, and never a 500."""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from tests.web.addresses import addresses
from tests.web.site import BROWSER, OURS, SCRIPT, Site, Visitor, plain

PRESS = {"seen": "2.0", "stream": "s" * 22, "rt": "400", "cmd": "0123456789abcdef" * 2}
ACTIONS: Mapping[str, Mapping[str, str]] = {
    "ready": {"seed": "44" * 16},
    "reveal": PRESS,
    "slap": PRESS,
    "ack": {"seen": "2.0", "stream": "s" * 22},
    "pause": {},
    "resume": {},
    "auto": {"on": "yes"},
    "rematch": {},
}
"""What may be sent to a table, as a page sends it."""
NEED_A_SEAT = [action for action in ACTIONS if action != "ack"]


@contextmanager
def unchanged(site: Site, visitor: Visitor, table: str) -> Iterator[None]:
    """What is done here leaves no trace: in the file, or in what the table shows."""
    before = site.kept(table), visitor.state(table)
    yield
    assert (site.kept(table), visitor.state(table)) == before


# Fields of what is sent to a table


def without(name: str) -> dict[str, str]:
    return {key: value for key, value in PRESS.items() if key != name}


@pytest.mark.parametrize(
    ("action", "fields", "named"),
    [
        *(
            (action, {**ACTIONS[action], "seen": seen}, "seen")
            for action in ("reveal", "slap", "ack")
            for seen in ("", "1", "1.", ".0", "-1.0", "1.-1", "1.0.0", "+1.0", "01.0", "1.00",
                         "1,0", "1.0 ", " 1.0", "99999999999999999999.0", "1.9999999", "a.b",
                         "٣.٠", "NaN", "1e1.0", "p", "p-1", "p1.0", "p9999999999", "q7")
        ),
        *((action, {**PRESS, "seen": "p1"}, "seen") for action in ("reveal", "slap")),
        *(
            (action, {**PRESS, "cmd": cmd}, "cmd")
            for action in ("reveal", "slap")
            for cmd in ("", "xyz", "0" * 31, "0" * 33, "g" * 32, " " + "0" * 31, "0x" + "0" * 30,
                        "0" * 15 + "-" + "0" * 16, "٠" * 32)
        ),
        *((action, without("cmd"), "cmd") for action in ("reveal", "slap")),
        *((action, without("seen"), "seen") for action in ("reveal", "slap")),
        ("ack", {"stream": "s" * 22}, "seen"),
        *(("slap", {**PRESS, "seat": seat}, "seat")
          for seat in ("", "-1", "8", "10", "two", "0.0", "0 ", "٠")),
        *(("ready", {"seed": seed}, "seed")
          for seed in ("", "11", "1" * 31, "1" * 33, "1" * 64, "g" * 32)),
        *(("auto", {"on": on}, "on") for on in ("", "perhaps", "true", "1", "YES", "yes ", "on")),
        ("auto", {}, "on"),
    ],
)  # fmt: skip
def test_a_field_that_cannot_be(
    site: Site, visitor: Visitor, over: str, action: str, fields: dict[str, str], named: str
) -> None:
    with unchanged(site, visitor, over):
        answer = visitor.post(f"/t/{over}/{action}", fields)
    assert answer.status == 422, answer
    plain(answer)
    assert f"“{named}”" in answer.text


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("field", ["colour", "", "SEEN", "seen ", "__proto__", "é", "x" * 900])
@pytest.mark.parametrize("value", ["", "red"])
def test_an_unknown_field(
    site: Site, visitor: Visitor, over: str, action: str, field: str, value: str
) -> None:
    with unchanged(site, visitor, over):
        answer = visitor.post(f"/t/{over}/{action}", {**ACTIONS[action], field: value})
    assert answer.status == 422, answer
    plain(answer)
    assert f"“{field[:39]}" in answer.text


def test_only_a_slap_says_for_which_seat(visitor: Visitor, playing: str) -> None:
    answer = visitor.post(f"/t/{playing}/reveal", {**PRESS, "seat": "0"})
    assert answer.status == 422


# The set-up of a table

REFUSED = [
    *(("preset", value) for value in ("egyptian", "DUEL", "Standard", "0", "x" * 3000)),
    *(("computers", value) for value in ("0", "8", "-1", "1000000000", "two", "1.0", "1e0", "٣")),
    *(("seats", value) for value in ("1", "3", "8", "9", "-2", "two", "2.0")),
    *(("window_ms", value) for value in ("1", "299", "60001", "1000000000", "-700", "1.5", "NaN")),
    *(("claim_window_ms", value) for value in ("0", "-5", "299", "60001", "1e3", "soon")),
    *(("reveal_limit", value) for value in ("9", "2001", "0", "-1", "1e2", "10.5", "all")),
    *(("time_limit_s", value) for value in ("29", "7201", "0", "1e9", "never")),
    *(("decks", value) for value in ("0", "3", "one")),
    *(("burn", value) for value in ("0", "3", "-1", "1.0")),
    *(("joker_chances", value) for value in ("0", "10", "x")),
    *(("jokers", value) for value in ("some", "yes", "1")),
    *(("slaps", value) for value in ("run_wrap", "joker", "tripple", "double double", "double;")),
    *(("challenges", value) for value in ("true", "1", "on")),
    *(("repetition_draw", "maybe"), ("slap_until_covered", "2"), ("empty_false_slap", "shrug")),
    *(("responder_empty", "x"), ("ending", "never"), ("turning", "him"), ("auto", "maybe")),
    *(("order", "alphabetical"), ("ties", "both")),
    *(("cap", value) for value in ("200", "-1", "351", "x")),
    *(("level", value) for value in ("x", "godlike", "3", "-1", "Normal")),
    ("mode", "war"),
    *(("colour", value) for value in ("red", "")),
    *(("__class__", "x"), ("rules", "x"), ("Preset", "duel"), ("id", "A" * 22)),
]


@pytest.mark.parametrize(("field", "value"), REFUSED)
def test_a_set_up_that_cannot_be_dealt(site: Site, field: str, value: str) -> None:
    visitor, before = Visitor(site), site.kept()
    answer = visitor.post("/tables", {"preset": "duel", "computers": "1", field: value})
    assert answer.status == 422, answer
    plain(answer)
    assert answer.text.startswith(f"{field}: ")
    assert visitor.cookie == ""
    assert site.kept() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"computers": "2", "seats": "2"},
        {"computers": "1", "seats": "8"},
        {"challenges": "no", "slaps": ""},
        {"slaps": "joker", "jokers": "none"},
    ],
)
def test_a_set_up_that_contradicts_itself(site: Site, fields: dict[str, str]) -> None:
    before = site.kept()
    answer = Visitor(site).post("/tables", fields)
    assert answer.status == 422
    plain(answer)
    assert site.kept() == before


# Who may


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("id", ["A" * 22, "short", "a" * 5000, "%00", "..", "%2e%2e%2fetc", "é"])
def test_an_unknown_table_takes_nothing(visitor: Visitor, action: str, id: str) -> None:
    answer = visitor.post(f"/t/{id.replace('é', '%C3%A9')}/{action}", ACTIONS[action])
    assert answer.status == 404, answer
    plain(answer)


@pytest.mark.parametrize("path", ["", "/state", "/record", "/events"])
@pytest.mark.parametrize(
    "id", ["A" * 22, "short", "%00", "..", "%2e%2e%2fetc", "%ff%fe", "a" * 999]
)
def test_an_unknown_table_shows_nothing(site: Site, path: str, id: str) -> None:
    for method in ("GET", "HEAD"):
        answer = site.ask(method, f"/t/{id}{path}")
        assert answer.status == 404, answer
        if method == "GET":
            plain(answer)


COOKIES = {
    "no cookie": "",
    "a malformed one": "slapback=short",
    "one of another kind": "session=" + "A" * 43,
    "one that nobody has": "slapback=" + "A" * 43,
    "an empty one": "slapback=",
    "nonsense": ";;=;\xff=\xfe; slapback",
    "a name of https": "__Host-slapback=" + "A" * 43,
}


@pytest.mark.parametrize("action", NEED_A_SEAT)
@pytest.mark.parametrize("cookie", [*COOKIES, "a stranger's"])
def test_without_a_seat_nothing_is_done(
    site: Site, visitor: Visitor, stranger: Visitor, over: str, waiting: str, action: str,
    cookie: str,
) -> None:  # fmt: skip
    sent = stranger.cookie if cookie == "a stranger's" else COOKIES[cookie]
    who = Visitor(site)
    who.cookie = sent
    for table in (over, waiting):
        with unchanged(site, visitor, table):
            answer = who.post(f"/t/{table}/{action}", ACTIONS[action])
        assert answer.status == 403, answer
        assert answer.text == "You have no seat at this table."
        assert who.cookie == sent


def test_the_seat_of_another_is_not_yours(site: Site, visitor: Visitor, playing: str) -> None:
    for seat in ("1", "7"):
        with unchanged(site, visitor, playing):
            answer = visitor.post(f"/t/{playing}/slap", visitor.press(playing, seat=seat))
        assert (answer.status, answer.text) == (403, "That seat is not yours.")


@pytest.mark.parametrize("action", ["reveal", "slap", "pause", "resume"])
def test_a_finished_game_takes_nothing(
    site: Site, visitor: Visitor, over: str, action: str
) -> None:
    fresh = {"cmd": secrets.token_hex(16)} if action in ("reveal", "slap") else {}
    with unchanged(site, visitor, over):
        answer = visitor.post(f"/t/{over}/{action}", {**ACTIONS[action], **fresh})
    assert answer.status == 409
    plain(answer)


@pytest.mark.parametrize("action", ["reveal", "slap", "pause", "resume", "rematch"])
def test_nothing_is_played_before_the_deal(
    site: Site, visitor: Visitor, waiting: str, action: str
) -> None:
    with unchanged(site, visitor, waiting):
        answer = visitor.post(f"/t/{waiting}/{action}", ACTIONS[action])
    if action == "rematch":
        assert answer.status == 204  # the second of two presses: one game
    else:
        assert answer.status == 409
        plain(answer)


@pytest.mark.parametrize("action", ["reveal", "slap"])
def test_a_paused_game_takes_no_press(
    site: Site, visitor: Visitor, paused: str, action: str
) -> None:
    with unchanged(site, visitor, paused):
        answer = visitor.post(f"/t/{paused}/{action}", visitor.press(paused))
    assert (answer.status, answer.text) == (409, "The game is paused.")


# Addresses


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
def test_a_wrong_method(site: Site, visitor: Visitor, over: str, method: str) -> None:
    with unchanged(site, visitor, over):
        for path in {address.path(over) for address in addresses(site.app)}:
            answer = site.ask(method, path, {**SCRIPT, "Cookie": visitor.cookie})
            assert answer.status == 405, (path, answer)
            plain(answer)


def test_an_action_is_not_asked_for_nor_a_page_sent_to(site: Site, over: str) -> None:
    methods: dict[str, set[str]] = {}
    for address in addresses(site.app):
        methods.setdefault(address.path(over), set()).add(address.method)
    assert {tuple(sorted(each)) for each in methods.values()} >= {("GET", "HEAD"), ("POST",)}
    for path, known in methods.items():
        for method in {"GET", "POST"} - known:
            answer = site.ask(method, path, OURS)
            assert answer.status == 405, (path, answer)
            assert set(answer.headers["allow"].split(", ")) == known


@pytest.mark.parametrize(
    "path",
    ["/nothing", "//", "//evil.example", "/%00", "/%ff", "/t", "/t/", "/t//state", "/tables/",
     "/static/", "/static/none.js", "/static/../app/web/app.py", "/static/%2e%2e/pyproject.toml",
     "/static//etc/passwd", "/static/js/net.js", "/static/css/50-table.css", "/.git/config",
     "/static/vendor/manifest.json", "/openapi.json", "/docs", "/redoc", "/metrics/", "/daily/x",
     "/admin", "/" + "a" * 9000],
)  # fmt: skip
def test_no_page(site: Site, path: str) -> None:
    answer = site.ask("GET", path)
    assert answer.status == 404, answer
    plain(answer)
    page = site.ask("GET", path, BROWSER)
    assert page.status == 404
    assert page.headers["content-type"] == "text/html; charset=utf-8"
