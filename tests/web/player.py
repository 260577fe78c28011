"""A person with a browser, over real sockets: keeps a cookie, follows a stream, acks, presses.

It does what the page's script does, and nothing else: it paints a stage the moment it hears of it,
and names that stage in what it sends until it has painted the next.
"""

import http.client
import json
import re
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlencode

PATIENCE_S = 20.0

_ATTRIBUTES = re.compile(r' data-([a-z-]+)="([^"]*)"')


class Message(NamedTuple):
    """One message of a stream; `event` is empty for a picture. The last one is an END or a CUT."""

    event: str
    id: str
    data: str


END = Message("(end)", "", "")  # the answer came to its proper end
CUT = Message("(cut)", "", "")  # the connection broke off


class Answer(NamedTuple):
    """What a request was answered."""

    status: int
    text: str
    headers: Mapping[str, str]


class Stream:
    """`GET /t/{id}/events` on a connection of its own, read by a thread into `messages`."""

    def __init__(self, port: int, table: str, cookie: str = "") -> None:
        self.messages: SimpleQueue[Message] = SimpleQueue()
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._socket.settimeout(None)
        head = f"GET /t/{table}/events HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
        if cookie:
            head += f"cookie: {cookie}\r\n"
        self._socket.sendall(head.encode() + b"accept: text/html, text/event-stream\r\n\r\n")
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        while self._file.readline().strip():
            pass
        self._reader = Thread(target=self._read, name="stream", daemon=True)
        self._reader.start()

    def next(self, within_s: float = PATIENCE_S) -> Message:
        """The next message. Raises Empty."""
        return self.messages.get(timeout=within_s)

    def rest(self, within_s: float = PATIENCE_S) -> list[Message]:
        """Every message until the end, the end among them. Raises Empty."""
        found = [self.next(within_s)]
        while found[-1] not in (END, CUT):
            found.append(self.next(within_s))
        return found

    def close(self) -> None:
        """The page has gone."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._reader.join()
        self._file.close()
        self._socket.close()

    def _read(self) -> None:
        text = ""
        with suppress(OSError, ValueError):
            # Chunks, each after its length in hex; one of no length ends the answer.
            while size := int(self._file.readline(), 16):
                text += self._file.read(size).decode()
                self._file.readline()
                *whole, text = text.split("\n\n")
                for part in whole:
                    self.messages.put(message_of(part))
            self._file.readline()
            self.messages.put(END if not text else CUT)
            return
        self.messages.put(CUT)


def message_of(part: str) -> Message:
    """A message of the stream from its lines."""
    fields: dict[str, str] = {}
    for line in part.split("\n"):
        name, _, value = line.partition(": ")
        fields[name] = f"{fields[name]}\n{value}" if name in fields else value
    return Message(fields.get("event", ""), fields.get("id", ""), fields.get("data", ""))


class Player:
    """One browser at one table. `picture` has the newest picture's attributes."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._port = port
        self.cookie = ""
        self.table = ""
        self.stream: Stream | None = None
        self.name = ""  # the stream's, from hello
        self.picture: dict[str, str] = {}
        self.painted = ("", 0.0)  # stage, and when
        self.others: list[Message] = []  # named messages but probes and heartbeats

    def __enter__(self) -> "Player":
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    # Requests

    def ask(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> Answer:
        """A request on this browser's kept connection."""
        self.send(method, path, fields)
        return self.answer()

    def send(self, method: str, path: str, fields: Mapping[str, str] | None = None) -> None:
        """A request whose answer is not waited for."""
        headers = {"Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = None
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(fields or {})
        self._line.request(method, path, body, headers)

    def answer(self) -> Answer:
        """The answer to what was sent."""
        response = self._line.getresponse()
        text = response.read().decode()
        return Answer(response.status, text, dict(response.getheaders()))

    def get(self, path: str) -> str:
        """A page that must be there."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.text

    def state(self) -> dict[str, Any]:
        """The present picture, as a program reads it."""
        found: dict[str, Any] = json.loads(self.get(f"/t/{self.table}/state"))
        return found

    def post(self, action: str, **fields: str) -> Answer:
        """Something done at the table."""
        return self.ask("POST", f"/t/{self.table}/{action}", fields)

    def done(self, action: str, **fields: str) -> None:
        """Something done at the table that must be accepted."""
        answer = self.post(action, **fields)
        assert answer.status == 204, answer

    # The life of a table's page

    def open(self, **fields: str) -> None:
        """A new table, seen, and dealt with a seed of this browser's."""
        answer = self.ask("POST", "/tables", fields)
        assert answer.status == 303, answer
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        self.table = answer.headers["location"].rpartition("/")[2]
        self.follow()
        self.until(lambda: self.picture.get("table") == "waiting")
        self.done("ready", seed=secrets.token_hex(16))
        self.until(lambda: self.picture["table"] == "playing")

    def follow(self) -> None:
        """Open the stream, and hear hello and the present picture."""
        self.stream, self.name, self.picture = Stream(self._port, self.table, self.cookie), "", {}
        self.painted = ("", 0.0)
        assert self.stream.status == 200
        self.until(lambda: bool(self.name) and bool(self.picture))

    def leave(self) -> None:
        """Close the page, and the browser with it."""
        if self.stream is not None:
            self.stream.close()
        self._line.close()

    def move(self, port: int) -> None:
        """The server has been restarted on this port."""
        self.leave()
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._port = port

    def until(self, came: Callable[[], bool]) -> None:
        """Hear what the stream says until this is so."""
        while not came():
            assert self.stream is not None
            try:
                self.hear(self.stream.next())
            except Empty:
                raise AssertionError(f"nothing more came after {self.picture}") from None

    def hear(self, message: Message) -> None:
        """One message, as the page takes it."""
        assert message not in (END, CUT), "the stream is over"
        match message.event:
            case "":
                self._show(message)
            case "hello":
                self.name = json.loads(message.data)["stream"]
            case "probe":
                self._ack(f"p{message.data}")
            case "hb":
                pass
            case _:
                self.others.append(message)

    def _show(self, message: Message) -> None:
        shown = dict(_ATTRIBUTES.findall(message.data.partition("></div>")[0]))
        assert message.id == f"{shown['epoch']}-{shown['version']}"
        if self.picture and int(shown["version"]) < int(self.picture["version"]):
            return
        self.picture = shown
        if shown["table"] == "playing" and shown["stage"] != self.painted[0]:
            self.painted = (shown["stage"], time.monotonic())
            self._ack(shown["stage"])

    def _ack(self, seen: str) -> None:
        self.done("ack", seen=seen, stream=self.name)

    # Presses

    def press_fields(self) -> dict[str, str]:
        """What a press sends that is made now."""
        stage, painted = self.painted
        rt_ms = (time.monotonic() - painted) * 1000
        return {
            "seen": stage,
            "stream": self.name,
            "rt": f"{rt_ms:.2f}",
            "cmd": secrets.token_hex(16),
        }

    def press(self, action: str) -> Answer:
        """A slap or a reveal, now."""
        return self.post(action, **self.press_fields())

    # What is seen

    @property
    def n(self) -> int:
        return int(self.picture["n"])

    @property
    def open_window(self) -> bool:
        return self.picture["table"] == "playing" and self.picture["phase"] == "window"

    @property
    def my_turn(self) -> bool:
        return self.picture["table"] == "playing" and self.picture["turner"] == "0"

    @property
    def over(self) -> bool:
        return self.picture["table"] == "over"

    def turn(self) -> None:
        """Turn the next card, and see it (or the end)."""
        self.until(lambda: self.my_turn or self.over)
        before = self.n
        if not self.over and self.press("reveal").status == 204:
            self.until(lambda: self.n > before or self.over)
