"""A store in a file of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.store import Store


class Clock:
    """A wall clock that stands until it is set; unix milliseconds."""

    now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "made" / "slapback.db"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(url: str, clock: Clock) -> Iterator[Store]:
    opened = Store.open(url, now_ms=clock)
    yield opened
    opened.close()
