"""Bad input: the right status, one plain sentence, nothing changed, and never a 500."""

import http.client
import json
import random
import secrets
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from app.web.security import CONTENT_SECURITY_POLICY
from tests.web.player import Answer, Player
from tests.web.served import Served

FORM = "application/x-www-form-urlencoded"
OURS = {"Sec-Fetch-Site": "same-origin", "Content-Type": FORM}
CMD = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("bad")) as served:
        yield served


@pytest.fixture(scope="module")
def player(server: Served) -> Iterator[Player]:
    """Somebody at a table of Standard who has turned two cards and may turn the next."""
    with Player(server.port) as one:
        one.open(preset="duel", window_ms="300")
        one.turn()
        one.turn()
        one.until(lambda: one.my_turn)
        yield one


@pytest.fixture(scope="module")
def finished(server: Served) -> Iterator[Player]:
    """Somebody at a table whose game is over."""
    with Player(server.port) as one:
        one.open(preset="duel", window_ms="300", reveal_limit="10", auto="yes")
        one.until(lambda: one.over)
        yield one


class Table(NamedTuple):
    """A table as its file and its page have it, to be compared."""

    log: list[object]
    state: dict[str, object]


def now(server: Served, player: Player) -> Table:
    return Table(list(server.log(player.table)), player.state())


def ask(
    server: Served,
    method: str,
    path: str,
    body: bytes | Iterator[bytes] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """A request as it is, by nobody unless the headers say who."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        line.request(method, path, body, dict(OURS if headers is None else headers))
        response = line.getresponse()
        return Answer(response.status, response.read().decode(), dict(response.getheaders()))
    except (BrokenPipeError, ConnectionResetError):
        # Refused before all of it was sent; the answer is there none the less.
        response = line.response_class(line.sock, method=method)
        response.begin()
        return Answer(response.status, response.read().decode(), dict(response.getheaders()))
    finally:
        line.close()


def plain(answer: Answer) -> None:
    """One sentence for a person, and the headers that every answer has."""
    assert answer.text.endswith((".", ")")), answer
    assert len(answer.text.splitlines()) == 1, answer
    assert len(answer.text) < 300, answer
    for word in ("Traceback", "Error", "None", "object at", "{", "<"):
        assert word not in answer.text, answer
    headers = {name.lower(): value for name, value in answer.headers.items()}
    assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert headers["x-content-type-options"] == "nosniff"


PRESS = {"seen": "2.0", "stream": "x" * 22, "rt": "300", "cmd": CMD}


@pytest.mark.parametrize(
    ("action", "fields", "status"),
    [
        # Not a press that any page sends
        ("slap", {**PRESS, "seen": "2"}, 422),
        ("slap", {**PRESS, "seen": "-1.0"}, 422),
        ("slap", {**PRESS, "seen": "2.0.0"}, 422),
        ("slap", {**PRESS, "seen": "99999999999999999999.0"}, 422),
        ("slap", {**PRESS, "cmd": "xyz"}, 422),
        ("slap", {**PRESS, "cmd": CMD[:31]}, 422),
        ("slap", {**PRESS, "seat": "two"}, 422),
        ("slap", {**PRESS, "colour": "red"}, 422),
        ("slap", {key: value for key, value in PRESS.items() if key != "seen"}, 422),
        ("reveal", {key: value for key, value in PRESS.items() if key != "cmd"}, 422),
        ("reveal", {**PRESS, "seat": "0"}, 422),
        ("ack", {"seen": "q7", "stream": "x"}, 422),
        ("ready", {"seed": "11"}, 422),
        ("ready", {"seed": "g" * 32}, 422),
        ("auto", {"on": "perhaps"}, 422),
        ("pause", {"now": "yes"}, 422),
        # Presses for what is over, and for what is not there yet
        ("slap", {**PRESS, "seen": "1.0", "cmd": "a" * 32}, 409),
        ("reveal", {**PRESS, "seen": "0.0", "cmd": "b" * 32}, 409),
        ("slap", {**PRESS, "seen": "3.0", "cmd": "c" * 32}, 409),
        ("reveal", {**PRESS, "seen": "99.0", "cmd": "d" * 32}, 409),
        # Where slaps end with the window, one for the present card is late, and free
        ("slap", {**PRESS, "cmd": "e" * 32}, 409),
        ("rematch", {}, 409),
        ("slap", {**PRESS, "seat": "1"}, 403),
    ],
)
def test_what_cannot_be_done_at_a_table(
    server: Served, player: Player, action: str, fields: dict[str, str], status: int
) -> None:
    before = now(server, player)
    answer = player.post(action, **fields)
    assert answer.status == status, answer
    plain(answer)
    assert now(server, player) == before


@pytest.mark.parametrize("rt", ["", "-1", "NaN", "inf", "1e308", "soon", "60001"])
def test_a_time_that_is_none_is_no_error(server: Served, player: Player, rt: str) -> None:
    with Player(server.port) as one:
        one.open(preset="classic", window_ms="300")
        one.until(lambda: one.picture["table"] == "playing")
        turner = one.my_turn
        answer = one.post("reveal", **{**one.press_fields(), "rt": rt})
        assert answer.status == (204 if turner else 409), answer


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("preset", "egyptian"), ("computers", "0"), ("computers", "8"), ("computers", "-1"),
        ("computers", "two"), ("computers", "1000000000000"), ("seats", "1"), ("seats", "9"),
        ("seats", "3"), ("decks", "3"), ("burn", "0"), ("burn", "3"), ("joker_chances", "10"),
        ("jokers", "many"), ("slaps", "run_wrap"), ("slaps", "joker"), ("slaps", "tripple"),
        ("challenges", "true"), ("empty_false_slap", "shrug"), ("responder_empty", "x"),
        ("ending", "never"), ("reveal_limit", "9"), ("reveal_limit", "2001"),
        ("reveal_limit", "1e3"), ("time_limit_s", "29"), ("time_limit_s", "7201"),
        ("window_ms", "0"), ("window_ms", "1000000000"), ("window_ms", "1.5"),
        ("claim_window_ms", "-5"), ("turning", "him"), ("auto", "maybe"), ("order", "alphabetical"),
        ("cap", "200"), ("ties", "both"), ("mode", "link"), ("mode", "pass"), ("mode", "war"),
        ("level", "godlike"), ("level", "3"), ("colour", "red"), ("__class__", "x"),
    ],
)  # fmt: skip
def test_a_set_up_that_cannot_be_dealt_names_its_field(
    server: Served, field: str, value: str
) -> None:
    fields = {"preset": "duel", "computers": "1"} | {field: value}
    with Player(server.port) as stranger:
        answer = stranger.ask("POST", "/tables", fields)
        assert answer.status == 422, answer
        plain(Answer(answer.status, answer.text.rstrip(".") + ".", answer.headers))
        assert field in answer.text
        assert "set-cookie" not in {name.lower() for name in answer.headers}


def test_a_refused_set_up_shows_the_form_as_it_was_typed(server: Served) -> None:
    headers = {**OURS, "Accept": "text/html"}
    answer = ask(server, "POST", "/tables", b"preset=party&computers=7&level=godlike", headers)
    assert answer.status == 422
    assert "level" in answer.text
    party = answer.text.index('value="party"')
    assert "checked" in answer.text[party : party + 80]


ROUTES = ["ready", "reveal", "slap", "ack", "pause", "resume", "auto", "rematch"]


@pytest.mark.parametrize("action", ROUTES)
def test_an_unknown_table(server: Served, player: Player, action: str) -> None:
    fields = {"slap": PRESS, "reveal": PRESS, "ack": {"seen": "1.0", "stream": ""}}.get(action, {})
    answer = player.ask("POST", f"/t/{'A' * 22}/{action}", fields)
    assert answer.status == 404
    plain(answer)


@pytest.mark.parametrize("path", ["", "/state", "/record", "/events"])
@pytest.mark.parametrize("id", ["A" * 22, "short", "..%2f..", "%00", "é", "a" * 5000])
def test_no_page_of_an_unknown_table(server: Served, path: str, id: str) -> None:
    answer = ask(server, "GET", f"/t/{id.replace('é', '%C3%A9')}{path}", headers={})
    assert answer.status == 404, answer
    plain(answer)


@pytest.mark.parametrize("action", [route for route in ROUTES if route != "ack"])
@pytest.mark.parametrize("cookie", ["", "slapback=short", "slapback=" + "A" * 43])
def test_without_a_seat(server: Served, player: Player, action: str, cookie: str) -> None:
    before = now(server, player)
    fields = "&".join(f"{name}={value}" for name, value in PRESS.items())
    body = {"slap": fields, "reveal": fields, "auto": "on=yes"}.get(action, "")
    headers = {**OURS, "Cookie": cookie} if cookie else OURS
    answer = ask(server, "POST", f"/t/{player.table}/{action}", body.encode(), headers)
    assert answer.status == 403, answer
    plain(answer)
    assert now(server, player) == before


@pytest.mark.parametrize("action", ["slap", "reveal", "pause", "resume"])
def test_a_finished_game(server: Served, finished: Player, action: str) -> None:
    before = now(server, finished)
    fields = {**PRESS, "cmd": secrets.token_hex(16)} if action in ("slap", "reveal") else {}
    answer = finished.post(action, **fields)
    assert answer.status == 409, answer
    plain(answer)
    assert now(server, finished) == before


def test_the_record_comes_with_the_result(server: Served, player: Player, finished: Player) -> None:
    answer = player.ask("GET", f"/t/{player.table}/record")
    assert answer.status == 409
    plain(answer)
    record = json.loads(finished.get(f"/t/{finished.table}/record"))
    assert record["actions"]
    assert set(record) == {"rules", "seed", "dealer", "actions"}


def chunks() -> Iterator[bytes]:
    """Five megabytes, said piece by piece."""
    for _ in range(5 * 16):
        yield b"x" * 65536


@pytest.mark.parametrize("action", ["tables", "slap", "pause"])
@pytest.mark.parametrize("how", ["at once", "in chunks"])
def test_a_body_of_five_megabytes(server: Served, player: Player, action: str, how: str) -> None:
    before = now(server, player)
    path = "/tables" if action == "tables" else f"/t/{player.table}/{action}"
    headers = {**OURS, "Cookie": player.cookie}
    if how == "in chunks":
        answer = ask(server, "POST", path, chunks(), headers)
    else:
        answer = ask(server, "POST", path, b"x" * 5_000_000, headers)
    assert answer.status == 413, answer
    plain(answer)
    assert now(server, player) == before


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=x", ""])
def test_a_wrong_content_type(server: Served, player: Player, kind: str) -> None:
    before = now(server, player)
    headers = {"Sec-Fetch-Site": "same-origin", "Cookie": player.cookie}
    if kind:
        headers["Content-Type"] = kind
    answer = ask(server, "POST", f"/t/{player.table}/slap", b'{"seen": "2.0"}', headers)
    assert answer.status == 415, answer
    plain(answer)
    assert now(server, player) == before


@pytest.mark.parametrize(
    "body",
    [b"seen", b"seen=%", b"seen=%zz", b"seen=%ff%fe", b"\xff\xfe=1", b"seen=2.0&seen=2.0",
     b"seen=2.0%00", b"&&&", b"=", b"x=1&" * 900],
)  # fmt: skip
def test_a_malformed_form(server: Served, player: Player, body: bytes) -> None:
    before = now(server, player)
    headers = {**OURS, "Cookie": player.cookie}
    answer = ask(server, "POST", f"/t/{player.table}/slap", body, headers)
    assert answer.status == 422, answer
    plain(answer)
    assert now(server, player) == before


@pytest.mark.parametrize(
    ("headers", "passes"),
    [
        ({"Sec-Fetch-Site": "same-origin"}, True),
        ({"Sec-Fetch-Site": "same-site"}, False),
        ({"Sec-Fetch-Site": "cross-site"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "{own}"}, False),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"}, True),
        ({"Origin": "{own}"}, True),
        ({"Origin": "https://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("action", [*ROUTES, "tables"])
def test_posts_from_elsewhere(
    server: Served, player: Player, action: str, headers: dict[str, str], passes: bool
) -> None:
    own = f"http://127.0.0.1:{server.port}"
    sent = {name: value.format(own=own) for name, value in headers.items()}
    path = "/tables" if action == "tables" else f"/t/{'A' * 22}/{action}"
    # What passes is then refused for another reason: nothing is opened and nothing is there.
    answer = ask(server, "POST", path, b"preset=none", {**sent, "Content-Type": FORM})
    assert (answer.status != 403) is passes, answer
    plain(Answer(answer.status, answer.text.rstrip(".") + ".", answer.headers))


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/tables"), ("POST", "/"), ("PUT", "/new"), ("DELETE", "/tables"), ("PATCH", "/")],
)
def test_a_wrong_method(server: Served, method: str, path: str) -> None:
    answer = ask(server, method, path)
    assert answer.status == 405, answer
    plain(answer)


def test_two_thousand_hostile_requests(server: Served, player: Player) -> None:
    chance = random.Random(3)
    before = now(server, player)
    paths = ["/", "/new", "/tables", "/healthz", "/static/../app.py", "/static/x.js",
             "/favicon.ico", "//", "/t/", f"/t/{player.table}/nothing", "/%2e%2e/%2e%2e/etc/passwd",
             *(f"/t/{player.table}/{route}" for route in (*ROUTES, "state", "record")),
             *(f"/t/{'B' * 22}/{route}" for route in ROUTES)]  # fmt: skip
    names = [
        *PRESS,
        "seed",
        "on",
        "preset",
        "computers",
        "level",
        "a" * 300,
        "ключ",
        "'; DROP TABLE log",
    ]
    values = ["", "0", "-1", "1e309", "2.0", "\x00", "<script>", "'\"", "é" * 50, "9" * 400, "None"]
    statuses = set()
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for _ in range(2000):
        method = chance.choice(("GET", "POST", "POST", "POST", "PUT", "OPTIONS", "HEAD"))
        body = "&".join(
            f"{chance.choice(names)}={chance.choice(values)}" for _ in range(chance.randrange(6))
        ).encode()
        headers = {
            name: chance.choice(picks)
            for name, picks in {
                "Content-Type": [FORM, "text/plain", FORM + "; charset=utf-8", "x" * 200],
                "Sec-Fetch-Site": ["same-origin", "cross-site"],
                "Cookie": ["slapback=" + "B" * 43, "slapback=;;;", "x" * 500],
                "Accept": ["text/html", "*/*", "\xff"],
                "HX-Request": ["true"],
            }.items()
            if chance.random() < 0.8
        }
        line.request(method, chance.choice(paths), body, headers)
        response = line.getresponse()
        response.read()
        statuses.add(response.status)
        assert response.status < 500, (method, body, headers)
    line.close()
    assert {403, 404, 405, 415, 422} <= statuses
    assert now(server, player) == before


def test_a_visit_writes_nothing(server: Served, player: Player) -> None:
    before = now(server, player)
    for _ in range(10):
        for path in ("", "/state", "/record"):
            answer = ask(server, "GET", f"/t/{player.table}{path}", headers={"Accept": "text/html"})
            assert "set-cookie" not in {name.lower() for name in answer.headers}
    assert now(server, player) == before


def test_a_cookie_is_kept_only_as_a_hash(server: Served, player: Player, tmp_path: Path) -> None:
    token = player.cookie.partition("=")[2]
    kept = b"".join(file.read_bytes() for file in server.database.parent.glob("slapback.db*"))
    assert player.table.encode() in kept
    assert token.encode() not in kept


def test_the_state_has_the_names_of_the_contract(server: Served, player: Player) -> None:
    state = player.state()
    assert list(state) == [
        "version", "deal", "n", "stage", "table", "phase", "turn", "stacks", "pile", "challenge",
        "claim", "last_chance", "out", "result", "window_ms", "left_ms", "auto", "seats", "you",
    ]  # fmt: skip
    assert list(state["pile"]) == ["height", "buried", "cards", "first"]
    assert [list(seat) for seat in state["seats"]] == [["name", "kind", "level", "connected"]] * 2
    assert (state["you"], state["n"], state["table"]) == ([0], 2, "playing")
