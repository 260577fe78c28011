"""Work on long logs: made once for all who ask, one at a time, and kept for a while."""

import asyncio
import threading

import pytest

from app.web.limits import TooMany
from app.web.walks import Walks


def test_what_is_asked_for_is_walked_once_however_many_ask() -> None:
    walked = []

    def walk() -> list[str]:
        walked.append(1)
        return ["steps"]

    async def ask() -> None:
        walks = Walks()
        key = ("course", "a", ("Ann", "West"))
        first, *rest = await asyncio.gather(*(walks.kept(key, walk, one) for _ in range(20)))
        assert all(other is first for other in rest)
        assert await walks.kept(key, walk, one) is first
        assert len(walked) == 1
        await walks.kept(("plots", *key[1:]), walk, one)
        assert len(walked) == 2, "something else of the same game"

    asyncio.run(ask())


def one(_: object) -> float:
    return 1


def test_walks_wait_for_each_other_and_so_many_alone() -> None:
    """No thread is taken but one, and nobody waits behind a crowd without being told."""
    walking, free = threading.Event(), threading.Event()
    at_once: list[int] = []
    most: list[int] = []

    def walk() -> str:
        at_once.append(1)
        most.append(len(at_once))
        walking.set()
        assert free.wait(10)
        at_once.pop()
        return "walked"

    async def ask() -> None:
        walks = Walks(waiting=3)
        tasks = [asyncio.create_task(walks.kept(number, walk, one)) for number in range(4)]
        await asyncio.to_thread(walking.wait, 10)
        tasks.append(asyncio.create_task(walks.kept(0, walk, one)))  # what is on its way is shared
        with pytest.raises(TooMany) as refused:
            await walks.kept("more", walk, one)
        assert refused.value.status == 429
        tasks[0].cancel()
        free.set()
        assert await asyncio.gather(*tasks[1:]) == ["walked"] * 4
        assert most == [1, 1, 1, 1]
        assert await walks.kept("more", walk, one) == "walked"

    asyncio.run(ask())


def test_the_oldest_walks_are_forgotten() -> None:
    walked: list[str] = []

    async def ask(walks: Walks, name: str, kb: float = 12) -> None:
        def walk() -> None:
            walked.append(name)

        await walks.kept(name, walk, lambda _: kb)

    async def all_of() -> None:
        walks = Walks(most_kb=30)
        for name in ("a", "b", "a", "c", "a", "b", "b"):
            await ask(walks, name)
        assert walked == ["a", "b", "c", "b"], "two of twelve fit; the last asked for stay"
        await ask(walks, "long", 1000)
        await ask(walks, "long", 1000)
        assert walked[4:] == ["long"], "the last one stays, however long"

    asyncio.run(all_of())


def test_what_could_not_be_walked_is_tried_again() -> None:
    def fails() -> int:
        raise LookupError

    async def ask() -> None:
        walks = Walks()
        with pytest.raises(LookupError):
            await walks.kept("a", fails, one)
        assert await walks.kept("a", lambda: 12, one) == 12

    asyncio.run(ask())
