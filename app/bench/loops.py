"""The loop on which the bench runs: uvloop's where there is one, as the server's."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run something to its end."""
    with asyncio.Runner(loop_factory=_factory()) as runner:
        return runner.run(main)


def _factory() -> Any:
    try:
        import uvloop
    except ImportError:  # not on this system: the server has none either
        return None
    return uvloop.new_event_loop
