"""`python -m app bench page` runs and prints its lines; how quick this machine is, is no test."""

import json
import os
import subprocess
import sys

import pytest

from tests.web.served import ROOT, Served

WHAT = {
    "press feedback by mouse": 1,
    "press feedback by touch": 1,
    "press feedback by key": 1,
    "press at 400 ms by mouse, as posted": 1,
    "press at 400 ms by touch, as posted": 1,
    "press at 400 ms by key, as posted": 1,
    "INP, table": 1,
    "CLS, table": 1,
    "tap to usable table": 1,
    "CLS, home": 1,
    "tap to usable table, 4G": 1,
    "LCP, home, 4G": 1,
    "LCP, table, 4G": 1,
}
"""How often each figure is measured at least, with one sample."""


def bench(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "app", "bench", "page", *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | environment,
    )


def test_the_bench_measures_every_figure_of_a_running_server(server: Served, chromium: str) -> None:
    url = f"http://127.0.0.1:{server.port}/"
    done = bench("--url", url, "--samples", "1", "--json", SLAPBACK_CHROMIUM=chromium)
    assert done.returncode in (0, 1), done.stderr
    found = {figure["name"]: figure for figure in json.loads(done.stdout)}
    assert found.keys() == {*WHAT, "verdict in solo"}
    assert {name: found[name]["n"] for name in WHAT} == WHAT
    for name in ("mouse", "touch", "key"):
        # Whatever the machine's speed: the page tells the event's time, not its own.
        assert abs(found[f"press at 400 ms by {name}, as posted"]["p50"] - 400) < 100


@pytest.mark.parametrize(
    ("arguments", "environment", "why"),
    [
        ((), {"SLAPBACK_CHROMIUM": "/nowhere/chromium"}, "install it, or name one"),
        (("--url", "http://127.0.0.1:9"), {}, "could not be used"),
        ((), {"SLAPBACK_ENV": "moon"}, "did not start"),
    ],
)
def test_what_cannot_be_measured_is_said(
    arguments: tuple[str, ...], environment: dict[str, str], why: str
) -> None:
    done = bench(*arguments, **environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert why in done.stderr
