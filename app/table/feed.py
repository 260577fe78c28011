"""The newest picture of one table, for any number of followers.

Pictures, not differences: a follower that cannot keep up skips to the newest, so at most one
picture waits for it. A picture is rendered and encoded once and the same bytes go to everyone.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Literal

from app.table.picture import Picture
from app.table.watch import NOBODY, Watch

Render = Callable[[Picture], bytes]
Bye = Literal["replaced", "closed"]


def named(event: str, data: str = "") -> bytes:
    """A named message of the stream, which the page does not swap but hears as an event."""
    return f"event: {event}\ndata: {data}\n\n".encode()


class Follower:
    """One open stream: iterate it for the bytes to send. It ends after `end`."""

    def __init__(self, browser: str | None, stream: str) -> None:
        self.browser = browser
        self.stream = stream
        self._frame: bytes | None = None
        self._notes: list[bytes] = []
        self.last: bytes | None = None  # the message that ends it, once it is to end
        self._news = asyncio.Event()

    def show(self, frame: bytes) -> None:
        """The picture that is to be sent next; it takes the place of one that still waits."""
        self._frame = frame
        self._news.set()

    def note(self, message: bytes) -> None:
        """A named message, sent before the picture that waits."""
        self._notes.append(message)
        self._news.set()

    def end(self, message: bytes) -> None:
        """Send a last message, after the picture that waits, and end the stream."""
        self.last = self.last or message
        self._news.set()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await self._news.wait()
            self._news.clear()
            last = self.last
            parts = [*self._notes, *filter(None, (self._frame, last))]
            self._notes, self._frame = [], None
            if parts:
                yield b"".join(parts)
            if last is not None:
                return


class Feed:
    """The followers of one table and the picture they see."""

    def __init__(self, render: Render, picture: Picture, watch: Watch = NOBODY) -> None:
        self._render = render
        self._watch = watch
        self._frame: bytes | None = None
        self.picture = picture
        self.followers: list[Follower] = []

    def publish(self, picture: Picture, frame: bytes | None = None) -> None:
        """Show a newer picture to everyone; `frame` is its bytes where they are there already."""
        if picture.version < self.picture.version:
            return
        self.picture, self._frame = picture, frame
        self._watch.published(len(self.followers))
        if self.followers:
            encoded = self.frame()
            for follower in self.followers:
                follower.show(encoded)

    def render(self, picture: Picture) -> bytes | None:
        """The picture's bytes, ahead of publishing; None while nobody follows."""
        return self._render(picture) if self.followers else None

    def frame(self) -> bytes:
        """The present picture as a message of the stream, rendered once."""
        if self._frame is None:
            self._frame = self._render(self.picture)
        return self._frame

    def follow(self, follower: Follower, hello: bytes) -> None:
        """Say hello, show the present picture, and from now on each newer one."""
        self.followers.append(follower)
        follower.note(hello)
        follower.show(self.frame())

    def leave(self, follower: Follower) -> bool:
        """Stop showing pictures; False where the follower had left before."""
        if follower not in self.followers:
            return False
        self.followers.remove(follower)
        return True

    def send(self, stream: str, message: bytes) -> None:
        """A named message to one stream."""
        for follower in self.followers:
            if follower.stream == stream:
                follower.note(message)

    def end(self, message: bytes) -> None:
        """End every stream with a last message."""
        for follower in self.followers:
            follower.end(message)
