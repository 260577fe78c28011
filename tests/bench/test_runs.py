"""Each bench, run small against a real server; how quick this machine is, is no test."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from app.bench import person, stats, table
from app.bench.compared import figures
from app.bench.loops import run
from app.bench.wire import Server
from tests.web.served import ROOT, Served

pytestmark = pytest.mark.timeout(150)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("bench")) as served:
        yield served


def bench(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "app", "bench", *arguments], capture_output=True, text=True, cwd=ROOT
    )


def url(server: Served) -> str:
    return f"http://127.0.0.1:{server.port}"


def test_tables_are_measured_beside_their_floor(server: Served) -> None:
    named = ("--url", url(server), "--pid", str(server.pid))
    told: dict[str, Any] = {}
    for seconds in ("2", "4", "8"):
        done = bench("table", *named, "--tables", "2", "--seconds", seconds, "--json")
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        # Where a picture took longer than a second the next press named an old one.
        if all(found["taken"] >= 2 and not found["lost"] for found in told["runs"].values()):
            break
    assert list(told["runs"]) == ["slapback", "floor"]
    for name, found in told["runs"].items():
        assert found["taken"] >= 2, name
        assert found["refused"] == 0 or found["lost"], name
        assert found["figures"].keys() == figures(table.Measured(), 1).keys()
        assert found["figures"]["press to picture, p99, ms"] > 0, name
        assert found["figures"]["server's CPU, s per 1,000 actions"] > 0, name
    assert told["runs"]["slapback"]["picture_bytes"] > 1000


def test_a_game_that_ends_is_followed_by_the_next(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "RULES", {**table.RULES, "reveal_limit": "10"})
    monkeypatch.setattr(table, "GAP_S", 0.45)
    deals: list[str] = []
    began = person.began

    async def counted(*people: Any) -> None:
        await began(*people)
        deals.append(people[0].picture["deal"])

    monkeypatch.setattr(person, "began", counted)
    found = table.Measured()
    for seconds in (9, 18, 36):  # a busy machine takes longer to its ten reveals
        deals.clear()
        found = run(table.measure(Server.at(url(server)), None, 1, seconds, "fair"))
        if len(deals) > 2 and not found.lost:
            break
    assert deals[0:2] == ["1", "1"], "one to warm up, one to measure"
    assert deals[2:3] == ["2"]
    assert found.refused == 0 or found.lost, "only what came after a late picture"
    assert len(found.latencies) > 5


def test_slaps_are_contested_and_judged() -> None:
    done = bench("fairness", "--tables", "4", "--slaps", "6", "--json")
    told = json.loads(done.stdout)
    assert told["contested"] >= 6 or told["contested"] + told["left_out"] >= 12
    if done.returncode == 2:
        assert "too busy" in done.stderr
        return
    assert done.returncode == (0 if told["kept"] else 1)
    # Far away from both bounds: with so few there is chance in it.
    assert told["first_won"] >= 30  # of as few as six
    assert told["far_by_arrival"] <= 70


@pytest.mark.parametrize(
    "arguments",
    [
        ("table", "--url", "http://127.0.0.1:9"),
        ("fairness", "--url", "http://127.0.0.1:9"),
        ("table", "--url", "http://127.0.0.1:9", "--pid", "4194305"),
    ],
)
def test_what_cannot_be_measured_is_said(arguments: tuple[str, ...]) -> None:
    done = bench(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "could not be reached" in done.stderr or "/proc/4194305" in done.stderr


def test_statistics_are_measured_after_few_games_and_after_many() -> None:
    figures = stats.measure(2, few=30, many=60)
    assert len(figures) == len(stats.PAGES)
    assert all(len(figure.values) == 1 and figure.values[0] > 0 for figure in figures)


def test_a_page_without_plots_is_no_measure() -> None:
    with pytest.raises(stats.NotShown, match="without a plot"):
        stats.measure(1, few=0, many=1)
