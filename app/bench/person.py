"""A person with a browser at a link match, over real sockets: does what the page's script does.

It follows the stream, paints a stage, acks it, and names it in what it presses. A person may be
far: then everything that goes between the page and the server takes as long as `way` says, each
way, and `paint` is the time from a picture's arrival to its being seen. Seconds throughout.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Sequence
from time import perf_counter

from app.bench.wire import Answer, Answered, Line, NotAnswered, Server, Stream, form

SEEN_WITHIN_S = 20.0

Took = Callable[[], float]
Saw = Callable[["Person", float], None]

_ATTRIBUTES = re.compile(rb' data-([a-z-]+)="([^"]*)"')


class Person:
    """One browser. `picture` has the newest picture's attributes, `version` its number, and
    `painted` the stage on the screen and the moment at which it came there.

    `saw` is called with the moment of arrival when a newer picture has come.
    """

    def __init__(
        self, server: Server, paint: Took, way: Took | None = None, saw: Saw | None = None
    ) -> None:
        self._server = server
        self._paint = paint
        self._way = way
        self.saw = saw
        self.cookie = ""
        self.table = ""
        self.name = ""  # the stream's, from hello
        self.picture: dict[str, str] = {}
        self.version = 0
        self.size = 0  # bytes of the newest picture, with its frame
        self.painted = ("", 0.0)
        self.pressed = 0.0  # when the newest press reached the server
        self._left = False
        self._heard_until = 0.0
        self._presses = self._acks = Line()
        self._stream: Stream | None = None
        self._news = asyncio.Event()

    # The life of a page

    async def arrive(self) -> None:
        """Open the browser's connections. Raises OSError."""
        # Two: an ack must not wait behind a press, whose answer waits for the disk.
        self._presses = await Line.to(self._server)
        self._acks = await Line.to(self._server)

    async def open(self, **fields: str) -> None:
        """Open a link match and look at it. Raises NotAnswered."""
        answer = await self._ask("/tables", **fields)
        _expect(answer, 303)
        self.table = answer.header("location").rpartition("/")[2]
        await self._follow()

    async def join(self, table: str, name: str) -> None:
        """Sit down at a link match and look at it. Raises NotAnswered."""
        self.table = table
        _expect(await self._ask(f"/t/{table}/join", name=name), 204)
        await self._follow()

    async def do(self, action: str, **fields: str) -> None:
        """Something that the table must accept. Raises NotAnswered."""
        _expect(await self._ask(f"/t/{self.table}/{action}", **fields), 204)

    async def state(self) -> dict[str, object]:
        """The present picture as a program reads it. Raises NotAnswered."""
        request = self._server.request("GET", f"/t/{self.table}/state", self.cookie)
        answer = await self._acks.ask(request)
        _expect(answer, 200)
        found: dict[str, object] = json.loads(answer.body)
        return found

    def leave(self) -> None:
        """Close the page."""
        self._left = True
        if self._stream is not None:
            self._stream.close()
        self._presses.close()
        self._acks.close()

    async def until(self, came: Callable[[], bool], within_s: float = SEEN_WITHIN_S) -> None:
        """Wait until something is so that a picture or its painting brings. Raises NotAnswered."""
        ends = perf_counter() + within_s
        while not came():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), ends - perf_counter())
            except TimeoutError:
                raise NotAnswered(f"Nothing came after {self.picture} of {self.table}.") from None

    # What is seen

    @property
    def ready(self) -> bool:
        """Whether a card may be turned."""
        return self.picture.get("table") == "playing" and self.picture["phase"] == "ready"

    @property
    def over(self) -> bool:
        return self.picture.get("table") == "over"

    def sees(self, stage: str) -> bool:
        """Whether this stage is on the screen."""
        return self.painted[0] == stage

    # Presses

    def press(self, action: str, answered: Answered, seen: str = "", rt_s: float = -1) -> int:
        """Reveal or slap now, on the stage that is painted unless `seen` and `rt_s` say otherwise.

        Returns the size of the request.
        """
        stage, when = self.painted
        rt_s = perf_counter() - when if rt_s < 0 else rt_s
        request = self._post(
            action,
            seen=seen or stage,
            stream=self.name,
            rt=f"{rt_s * 1000:.2f}",
            cmd=secrets.token_hex(16),
        )

        def send() -> None:
            self.pressed = perf_counter()
            self._presses.send(request, answered)

        self._go(send)
        return len(request)

    async def pressed_now(self, action: str, seen: str = "", rt_s: float = -1) -> Answer:
        """As `press`; returns its answer."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.press(action, future.set_result, seen, rt_s)
        return await future

    # Inside

    async def _ask(self, path: str, **fields: str) -> Answer:
        request = self._server.request("POST", path, self.cookie, form(**fields))
        answer = await self._presses.ask(request)
        self.cookie = answer.header("set-cookie").partition(";")[0] or self.cookie
        return answer

    async def _follow(self) -> None:
        path = f"/t/{self.table}/events"
        self._stream = await Stream.of(self._server, path, self.cookie, self._hear)
        await self.until(lambda: bool(self.name and self.picture))

    def _post(self, action: str, **fields: str) -> bytes:
        return self._server.request(
            "POST", f"/t/{self.table}/{action}", self.cookie, form(**fields)
        )

    def _go(self, send: Callable[[], None]) -> None:
        if self._way is None:
            self._arrived(send)
        else:
            asyncio.get_running_loop().call_later(self._way(), self._arrived, send)

    def _arrived(self, send: Callable[[], None]) -> None:
        if not self._left:  # what is on its way when a page is closed never comes
            send()

    def _hear(self, message: bytes, moment: float) -> None:
        if self._way is None:
            self._take(message, moment)
            return
        # One connection keeps its order: what is late holds up what follows.
        self._heard_until = max(self._heard_until, moment + self._way())
        wait = self._heard_until - perf_counter()
        asyncio.get_running_loop().call_later(wait, self._take, message, self._heard_until)

    def _take(self, message: bytes, moment: float) -> None:
        if message.startswith(b"id: "):
            self._show(message, moment)
        elif message.startswith(b"event: hello"):
            self.name = json.loads(message.partition(b"data: ")[2]).get("stream", "")
        elif message.startswith(b"event: probe"):
            self._ack("p" + message.partition(b"data: ")[2].decode())
        self._news.set()

    def _show(self, message: bytes, moment: float) -> None:
        attributes = _ATTRIBUTES.findall(message.partition(b"></div>")[0])
        shown = {name.decode(): value.decode() for name, value in attributes}
        version = int(shown["version"])
        if version < self.version:
            return
        self.picture, self.version, self.size = shown, version, len(message) + 2
        if shown["table"] == "playing" and shown["stage"] != self.painted[0]:
            asyncio.get_running_loop().call_later(self._paint(), self._painted, shown["stage"])
        if self.saw is not None:
            self.saw(self, moment)

    def _painted(self, stage: str) -> None:
        # A picture that another has replaced before it was painted was never seen.
        if self.picture["stage"] != stage or stage == self.painted[0]:
            return
        self.painted = (stage, perf_counter())
        self._ack(stage)
        self._news.set()

    def _ack(self, seen: str) -> None:
        request = self._post("ack", seen=seen, stream=self.name)
        self._go(lambda: self._acks.send(request, _ignore))


async def sit_down(host: Person, guest: Person, **fields: str) -> None:
    """Open a link match for two and begin it. Raises NotAnswered."""
    await host.arrive()
    await guest.arrive()
    await host.open(mode="link", seats="2", computers="0", **fields)
    await guest.join(host.table, "Guest")
    await guest.do("ready", seed=secrets.token_hex(16))
    await host.do("ready", seed=secrets.token_hex(16))
    await began(host, guest)


async def again(host: Person, guest: Person) -> None:
    """The next game of the same two. Raises NotAnswered."""
    for person in (host, guest):
        await person.do("rematch")
    for person in (host, guest):
        await person.do("ready", seed=secrets.token_hex(16))
    await began(host, guest)


async def either(people: Sequence[Person], came: Callable[[], bool]) -> None:
    """Wait until something is so that a picture of any of these brings. Raises NotAnswered."""
    waiting = [asyncio.ensure_future(person.until(came)) for person in people]
    try:
        done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for each in done:
            each.result()
    finally:
        for each in waiting:
            each.cancel()


async def began(*people: Person) -> None:
    """Start where it has not, and wait until everybody sees cards. Raises NotAnswered."""
    await people[0].do("start")
    for person in people:
        await person.until(lambda person=person: person.picture.get("table") == "playing")  # type: ignore[misc]


def _expect(answer: Answer, status: int) -> None:
    if answer.status != status:
        said = answer.body[:200].decode(errors="replace")
        raise NotAnswered(f"The server answered {answer.status}: {said}")


def _ignore(_: Answer) -> None:
    pass
