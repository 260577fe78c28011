"""Fixtures of the checks: a database with finished games."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.check.kept import Kept


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return asyncio.run(Kept(tmp_path_factory.mktemp("kept") / "slapback.db").fill())


@pytest.fixture
def kept(pristine: Kept, tmp_path: Path) -> Kept:
    copy = Kept(tmp_path / "copy.db")
    copy.games, copy.ranked = pristine.games, pristine.ranked
    with closing(sqlite3.connect(pristine.file)) as here, closing(sqlite3.connect(copy.file)) as to:
        here.backup(to)
    return copy
