"""`GET /t/{id}/events` over a real socket: what comes, in which order, and to whom."""

import http.client
import json
import re
from collections.abc import Iterator

import pytest

from app.web.security import HEADERS
from tests.web.player import Message, Player, Stream
from tests.web.served import Served

PICTURE = re.compile(r"[0-9a-f]{8}-[0-9]+")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("streams")) as served:
        yield served


@pytest.fixture
def player(server: Served) -> Iterator[Player]:
    """Somebody at a table of Standard whose cards have been dealt."""
    with Player(server.port) as one:
        one.open(preset="duel", window_ms="60000")
        yield one


@pytest.fixture
def watcher(server: Served, player: Player) -> Iterator[Stream]:
    """Somebody without a seat who looks on."""
    stream = Stream(server.port, player.table)
    yield stream
    stream.close()


def picture(stream: Stream, holds: str = "") -> Message:
    """The next picture with these words in it."""
    while True:
        message = stream.next()
        if message.event == "" and holds in message.data:
            return message


def test_a_stream_has_the_headers_of_every_answer_and_its_own(
    server: Served, player: Player
) -> None:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    line.request("GET", f"/t/{player.table}/events", headers={"Accept-Encoding": "gzip"})
    response = line.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    assert response.status == 200
    assert len(headers) == len(response.getheaders())
    for name, value in HEADERS:
        assert headers[name.decode()] == value.decode()
    assert headers["content-type"].partition(";")[0] == "text/event-stream"
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"
    assert "content-encoding" not in headers
    assert "set-cookie" not in headers
    line.close()


def test_hello_comes_first_then_the_present_picture(server: Served, player: Player) -> None:
    stream = Stream(server.port, player.table, player.cookie)
    hello, shown = stream.next(), stream.next()
    assert (hello.event, hello.id) == ("hello", "")
    told = json.loads(hello.data)
    assert set(told) == {"stream", "left_ms"}
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", told["stream"])
    assert told["left_ms"] is None
    assert shown.event == ""
    assert PICTURE.fullmatch(shown.id)
    assert "\n" not in shown.data
    assert shown.data.startswith('<hx-partial id="state"')
    stream.close()


def test_hello_says_what_is_left_of_the_window(server: Served, player: Player) -> None:
    player.turn()
    stream = Stream(server.port, player.table)
    left_ms = json.loads(stream.next().data)["left_ms"]
    assert 0 < left_ms <= 60_000
    stream.close()


def test_who_looks_on_gets_no_name_and_no_probe(player: Player, watcher: Stream) -> None:
    assert json.loads(watcher.next().data) == {"left_ms": None}
    assert player.stream is not None
    while (message := player.stream.next()).event != "probe":
        pass
    assert message.data.isdigit()
    player.done("auto", on="yes")
    came = [watcher.next()]
    while 'data-auto="yes"' not in came[-1].data:
        came.append(watcher.next())
    assert {message.event for message in came} == {""}


def test_everybody_gets_the_same_bytes(server: Served, player: Player, watcher: Stream) -> None:
    assert player.stream is not None
    other = Stream(server.port, player.table, "slapback=" + "A" * 43)
    player.done("auto", on="yes")
    pictures = {picture(stream, 'data-auto="yes"') for stream in (player.stream, watcher, other)}
    assert len(pictures) == 1
    other.close()


def test_versions_rise(player: Player, watcher: Stream) -> None:
    versions = [int(picture(watcher).id.partition("-")[2])]
    for on in ("yes", "no", "yes"):
        player.done("auto", on=on)
        versions.append(int(picture(watcher, f'data-auto="{on}"').id.partition("-")[2]))
    assert versions == sorted(set(versions))


def test_the_game_pauses_when_its_persons_last_page_has_gone(
    server: Served, player: Player, watcher: Stream
) -> None:
    second = Stream(server.port, player.table, player.cookie)
    second.next()
    assert player.stream is not None
    player.stream.close()
    player.done("auto", on="yes")
    assert 'data-table="playing"' in picture(watcher, 'data-auto="yes"').data
    assert player.state()["table"] == "playing"
    second.close()
    assert picture(watcher, 'data-table="paused"')
    assert player.state()["table"] == "paused"
    player.stream = None


def test_who_looks_on_pauses_nothing(server: Served, player: Player) -> None:
    watcher = Stream(server.port, player.table)
    watcher.next()
    watcher.close()
    player.done("auto", on="yes")
    player.until(lambda: player.picture["auto"] == "yes")
    assert player.state()["table"] == "playing"


def test_to_ask_for_a_stream_is_to_change_nothing(server: Served, player: Player) -> None:
    before = server.log(player.table), player.state()
    for _ in range(10):
        watcher = Stream(server.port, player.table)
        watcher.next()
        watcher.close()
    assert (server.log(player.table), player.state()) == before


def test_head_of_a_stream_ends_at_once(server: Served, player: Player) -> None:
    answer = player.ask("HEAD", f"/t/{player.table}/events")
    assert (answer.status, answer.text) == (200, "")
