"""The end of a server: pages are told, what was acknowledged is stored, and it does not take long.

On SIGTERM it ends by that signal (a shell sees 143), on SIGINT with status 0.
"""

import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.web.player import END, Message, Player, Stream
from tests.web.served import Served

WITHIN_S = 3.0
LONG = {"preset": "duel", "window_ms": "60000", "claim_window_ms": "60000"}
RESTART = Message("restart", "", "")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


@pytest.fixture
def player(served: Served) -> Iterator[Player]:
    with Player(served.port) as person:
        yield person


def last_of(stream: Stream | None) -> list[Message]:
    """The last two things that a stream said."""
    assert stream is not None
    return stream.rest()[-2:]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 0)]
)
def test_open_streams_are_told_and_ended(
    served: Served, player: Player, number: signal.Signals, status: int
) -> None:
    player.open(**LONG)
    player.turn()
    with (
        Player(served.port) as other,
        closing(Stream(served.port, player.table, player.cookie)) as second_tab,
        closing(Stream(served.port, player.table)) as spectator,
    ):
        other.open(preset="classic", computers="3")
        served.signal(number)
        assert served.ended(WITHIN_S) == status
        for stream in (player.stream, second_tab, spectator, other.stream):
            assert last_of(stream) == [RESTART, END]
    assert served.errors == ""


def test_the_restarted_server_goes_on_where_it_stopped(served: Served, player: Player) -> None:
    player.open(**LONG)
    player.turn()
    assert player.press("slap").status == 204
    before = player.state()
    assert before["pile"]["buried"] == 1
    served.signal(signal.SIGTERM)
    served.ended(WITHIN_S)
    served.start(served.port)
    player.move(served.port)
    player.follow()
    assert player.picture["table"] == "paused"
    after = player.state()
    for name in ("n", "stacks", "turn", "challenge", "claim", "window_ms"):
        assert after[name] == before[name], name
    assert after["pile"]["height"] == before["pile"]["height"]
    player.done("resume")
    player.until(lambda: player.picture["table"] == "playing")
    assert player.picture["stage"] == "1.1"
    assert player.open_window
    seen = served.log(player.table)
    assert [line.kind for line in seen][-3:] == ["slap", "paused", "resumed"]


def test_whatever_was_acknowledged_is_stored(served: Served, player: Player) -> None:
    player.open(**LONG)
    acknowledged: list[str] = []
    begun = Event()

    def switch() -> None:
        """Switch automatic turning until nobody answers any more."""
        with Player(served.port) as hand:
            hand.cookie, hand.table = player.cookie, player.table
            while True:
                on = "no" if len(acknowledged) % 2 else "yes"
                try:
                    if hand.post("auto", on=on).status != 204:
                        return
                except (HTTPException, OSError):
                    return
                acknowledged.append(on)
                if len(acknowledged) == 20:
                    begun.set()

    player.done("pause")
    switching = Thread(target=switch)
    switching.start()
    assert begun.wait(20)
    served.signal(signal.SIGTERM)
    served.ended(WITHIN_S)
    switching.join(20)
    stored = [line.payload for line in served.log(player.table) if line.kind == "auto"]
    assert len(acknowledged) >= 20
    assert len(acknowledged) <= len(stored) <= len(acknowledged) + 1
    assert stored == ['{"on":true}', '{"on":false}'] * (len(stored) // 2) + ['{"on":true}'] * (
        len(stored) % 2
    )


def test_requests_that_hang_do_not_keep_it(served: Served, player: Player) -> None:
    player.open(**LONG)
    address = ("127.0.0.1", served.port)
    with socket.create_connection(address) as half, socket.create_connection(address) as deaf:
        half.sendall(
            f"POST /t/{player.table}/slap HTTP/1.1\r\nhost: localhost\r\n"
            "sec-fetch-site: same-origin\r\ncontent-length: 99\r\n"
            "content-type: application/x-www-form-urlencoded\r\n\r\n".encode()
        )
        deaf.sendall(f"GET /t/{player.table}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        assert deaf.recv(12) == b"HTTP/1.1 200", "it listens no more after that"
        player.state()  # both have been taken up by now
        served.signal(signal.SIGTERM)
        served.ended(WITHIN_S)
    assert last_of(player.stream) == [RESTART, END]


def test_a_port_in_use_is_refused_in_one_sentence(
    served: Served, player: Player, tmp_path: Path
) -> None:
    status, said, complained = Served(tmp_path / "second").refuses(served.port)
    assert (status, said) == (2, "")
    assert complained.count("\n") == 1
    assert complained.startswith(f"Port {served.port} on 127.0.0.1 cannot be had")
    assert "--port" in complained
    assert player.ask("GET", "/healthz").status == 200, "the first one serves on"


def test_several_workers_are_refused_in_one_sentence(tmp_path: Path) -> None:
    refused = Served(tmp_path)
    status, said, complained = refused.refuses(WEB_CONCURRENCY="2")
    assert (status, said) == (2, "")
    assert complained.count("\n") == 1
    assert complained.startswith("WEB_CONCURRENCY is '2'")
    assert not refused.database.exists()
