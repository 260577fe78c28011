"""`python -m app check tables`: whole link matches keep their promises, and only right ones do."""

import os
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.check.tables import Broke, simulate, simulated
from app.table import attendance, company, portrait, seating, waiting
from app.table.arbiter import RT_MIN, Candidate, Timing, timed
from app.table.core import Core
from app.table.facts import Fact
from app.table.ledger import Ledger

ROOT = Path(__file__).parents[2]
AT_LEAST, AT_MOST, BATCH, SECONDS = 40, 600, 10, 45.0
SEED = 20_000
Mistake = Callable[[pytest.MonkeyPatch], None]
FOUND_IN = 60
"""Tables in which a mistake in the core must show."""


@pytest.mark.timeout(300)
def test_whole_tables_keep_their_promises() -> None:
    """So many at least, and then as many as the time allows, up to those that were once played."""
    began, seen, seed = time.monotonic(), Counter[str](), SEED
    while seed < SEED + AT_LEAST or (seed < SEED + AT_MOST and time.monotonic() - began < SECONDS):
        for table in simulated(BATCH, seed):
            seen += table.kinds
        seed += BATCH
    common = ("press", "slap", "away", "paused", "resumed", "offered", "timeup", "begun", "ended")
    rare = ("halted", "changed", "named", "auto", "closed")
    assert [kind for kind in common + rare if not seen[kind]] == []


def test_the_same_seed_gives_the_same_log_byte_for_byte() -> None:
    told = []
    for hashes in ("1", "2"):
        done = subprocess.run(
            (sys.executable, "-m", "app", "check", "tables", "--games", "3", "--seed", "7"),
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0].endswith("All promises are kept.\n")


def test_another_seed_gives_another_log() -> None:
    assert simulate(7, steps=300).log != simulate(8, steps=300).log


def no_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat's second slap on a card counts again."""
    slap = Core._slap

    def forgetful(core: Core, *given: Any) -> None:
        core.ledger.slapped.clear()
        slap(core, *given)

    monkeypatch.setattr(Core, "_slap", forgetful)


def worst_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slowest slap takes the pile."""

    def by_merit(candidates: Any, *_: Any) -> list[Candidate]:
        return sorted(candidates, key=lambda each: -each.adj)

    monkeypatch.setattr("app.table.facts.by_merit", by_merit)


def stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A closed table goes on counting down."""

    def closed(self: seating.Seating, entry: Any, payload: Any) -> None:
        self.closed = True

    monkeypatch.setattr(seating.Seating, "_closed", closed)


def never_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game goes on though nobody is there."""
    monkeypatch.setattr(company, "abandoned", lambda ledger: False)


def early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are turned before their seat was switched to that."""
    turned = waiting._turned_at
    monkeypatch.setattr(waiting, "_turned_at", lambda ledger, turn, least: turned(ledger, turn, 0))


def halts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The countdown goes on where somebody leaves."""
    emptied = company._emptied

    def without(*given: Any) -> list[Fact]:
        return [fact for fact in emptied(*given) if fact.kind != "halted"]

    monkeypatch.setattr(company, "_emptied", without)


def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is ever away."""
    monkeypatch.setattr(attendance, "AWAY_MS", 10_000_000)


def rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deadline stands a little before the moment that it is for."""
    deadline = attendance.Attendance.deadline

    def sooner(self: attendance.Attendance, ledger: Ledger) -> float | None:
        due = deadline(self, ledger)
        return due if due is None else due - 0.5

    monkeypatch.setattr(attendance.Attendance, "deadline", sooner)


def too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever says so has pressed at once."""

    def trusting(*given: Any) -> Timing:
        return replace(timed(*given), adj=RT_MIN - 1)

    monkeypatch.setattr("app.table.judge.timed", trusting)


def shows_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The marks of slaps are shown before they are decided."""
    cards = portrait._cards
    monkeypatch.setattr(
        portrait, "_cards", lambda ledger: cards(ledger) | {"marks": tuple(ledger.marks)}
    )


def same_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company, "numbered", lambda name, taken: name)


MISTAKES: dict[Mistake, int] = {
    no_repeats: 20_015,
    worst_first: 20_015,
    stays_open: 20_017,
    never_abandoned: 20_034,
    early: 20_030,
    halts_nothing: 20_003,
    endless: 20_006,
    rounded: 20_000,
    too_much: 20_001,
    shows_all: 20_001,
    same_names: 20_014,
}
"""Each with a table at which it shows soon."""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: each.__name__)
def test_a_mistake_in_the_core_breaks_a_promise(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake(monkeypatch)
    seeds = (MISTAKES[mistake], *range(SEED, SEED + FOUND_IN))
    with pytest.raises(Broke):
        deque(map(simulate, seeds), maxlen=0)


def test_a_broken_promise_is_told_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    same_names(monkeypatch)
    assert main(["check", "tables", "--games", "60", "--seed", str(SEED)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert "a name twice" in told[0]
    command = told[1].partition("python -m app ")[2].split()
    assert main(command) == 1
    assert capsys.readouterr().out.splitlines() == told
