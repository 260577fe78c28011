"""kill -9: what was acknowledged is there, nothing is there by half, and the table goes on."""

import json
import random
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

from app.store.journal import Entry
from app.store.store import Store
from tests.store.appender import POINTS, TABLES, group

ROOT = Path(__file__).parents[2]


def appender(url: str, point: str, nth: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.appender", url, point, str(nth)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def last_words(lines: Iterable[str]) -> dict[str, int]:
    """The last number reported of each table, and of `inside`."""
    told = (line.split() for line in lines if line.endswith("\n"))
    return {name: int(number) for name, number in told}


async def check_kept(url: str, acknowledged: dict[str, int]) -> int:
    """Restart on the file; returns how many entries it holds."""
    store = Store.open(url)
    held = 0
    for table in TABLES:
        entries = await store.journal.load(table)
        held += len(entries)
        assert [entry.seq for entry in entries] == list(range(len(entries)))
        assert len(entries) > acknowledged.get(table, -1)
        assert_whole(entries[1:])
        if entries:
            await store.journal.append(table, group(len(entries), 2))
            assert len(await store.journal.load(table)) == len(entries) + 2
    store.close()
    return held


def assert_whole(entries: Iterable[Entry]) -> None:
    """Every call's entries are all there."""
    there = [(entry.seq, tuple(json.loads(entry.payload)["group"])) for entry in entries]
    for first, last in {span for _, span in there}:
        assert [seq for seq, span in there if span == (first, last)] == [*range(first, last + 1)]


@pytest.mark.parametrize("nth", [3, 40])
@pytest.mark.parametrize("point", POINTS)
async def test_killed_at_a_named_point(url: str, point: str, nth: int) -> None:
    process = appender(url, point, nth)
    output, _ = process.communicate()
    assert process.returncode == -9
    words = last_words(output.splitlines(keepends=True))
    inside = words.pop("inside", None)
    held = await check_kept(url, words)
    acknowledged = sum(last + 1 for last in words.values())
    if point in ("insert", "commit"):
        assert inside is not None
        assert held < inside  # the open transaction has gone whole
    if point == "told":
        assert held > acknowledged  # stored, and nobody knew


@pytest.mark.parametrize("seed", range(5))
async def test_killed_at_a_random_moment(url: str, seed: int) -> None:
    process = appender(url, "never", seed)
    assert process.stdout is not None
    lines = list(islice(process.stdout, random.Random(seed).randint(1, 400)))
    process.kill()
    lines += process.stdout
    process.stdout.close()
    assert process.wait() == -9
    await check_kept(url, last_words(lines))


def test_whole_groups_are_told_from_halves() -> None:
    assert_whole(group(1, 3) + group(4, 1))
    with pytest.raises(AssertionError):
        assert_whole(group(1, 3)[:2])
