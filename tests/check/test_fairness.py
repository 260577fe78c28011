"""`python -m app check fairness`: it passes where the arbiter is right, and only there."""

from collections.abc import Callable
from dataclasses import replace
from math import hypot
from random import Random
from statistics import fmean, pstdev
from typing import Any

import pytest

from app.__main__ import main
from app.check import fairness as checked
from app.check.fairness import fairness, figures
from app.check.figures import HEAD, Figure, as_line
from app.check.model import Hands, Route
from app.check.race import REVEAL_MS, Known, Person, Table
from app.engine.game import start
from app.table import core, judge, line
from app.table.arbiter import Baseline, Timing, timed
from app.table.inputs import Ack

SEATS = (0, 1)
FEW, SOME, LEEWAY = 60, 300, 4.0
"""Races a row, and how much wider bounds are in points and ms: luck has more room in few races."""


def test_the_arbiter_reaches_what_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert fairness(SOME, 1, LEEWAY) == 0
    told = capsys.readouterr().out
    assert told.count(" pass\n") == 26
    assert told.endswith("All bounds are kept.\n")


def nothing_credited(e: int, rt: float | None, *line: Any) -> Timing:
    of, a, quota, stall, _ = line
    return timed(e, rt, of, a, quota, stall, cap=0)


def no_cap(e: int, rt: float | None, *line: Any) -> Timing:
    of, a, quota, stall, _ = line
    return timed(e, rt, of, a, quota, stall, cap=2000)


def bottomless_quota(e: int, rt: float | None, *line: Any) -> Timing:
    of, a, _, *others = line
    return replace(timed(e, rt, of, a, 80, *others), extra=0)


def everything_believed(e: int, rt: float | None, *line: Any) -> Timing:
    return replace(timed(e, rt, *line), adj=max(100, int(rt or 0)))


def nobody_waits(*_: Any) -> int:
    return 0


def no_baseline(_: Any) -> Baseline:
    return Baseline(0, 10)


def far_baseline(_: Any) -> Baseline:
    return Baseline(200, 40)


@pytest.mark.parametrize(
    ("where", "name", "broken", "missed"),
    [
        (
            judge,
            "timed",
            nothing_credited,
            {
                "people at RTT 20 and 200: the second one wins",
                "a person at RTT 100, a computer: the person wins",
                "these three people: are apart by",
            },
        ),
        (
            judge,
            "timed",
            no_cap,
            {"RTT 20 and 20, all acks 330 ms late: most credited to one press"},
        ),
        (
            judge,
            "timed",
            bottomless_quota,
            {
                "RTT 20 and 20, claims what is credited: the forger wins",
                "RTT 20 and 20, saves its quota: gains on average",
            },
        ),
        (
            judge,
            "timed",
            everything_believed,
            {
                "RTT 20 and 20, claims 0 ms: gains on average",
                "RTT 20 and 20, claims 345 ms less: gains on average",
            },
        ),
        (
            core,
            "hold_ms",
            nobody_waits,
            {
                "people at RTT 20 and 120: the second one wins",
                "people at RTT 20 and 200: the truly first one wins",
            },
        ),
        (line, "baseline", no_baseline, {"people at RTT 20 and 250: the second one wins"}),
        (line, "baseline", far_baseline, {"RTT 20 and 20, claims 110 ms: gains on average"}),
    ],
)
def test_a_broken_arbiter_is_found_out(
    where: Any,
    name: str,
    broken: Callable[..., Any],
    missed: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(where, name, broken)
    found = {f"{each.who}: {each.what}" for each in figures(FEW, 1) if not each.kept(LEEWAY)}
    assert missed <= found


def test_the_same_seed_prints_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for seed in (5, 5, 6):
        fairness(10, seed)
        told.append(capsys.readouterr().out.partition("\n")[2])
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(("value", "status"), [(51.9, 0), (52.1, 1)])
def test_the_command_says_by_its_status_whether_all_is_kept(
    value: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[int, int]] = []

    def measured(slaps: int, seed: int) -> list[Figure]:
        asked.append((slaps, seed))
        told = Figure("someone", "is told of", 99.0, "%")
        return [Figure("someone", "wins", value, "%", 48, 52), told]

    monkeypatch.setattr(checked, "figures", measured)
    assert main(["check", "fairness"]) == status
    assert main(["check", "fairness", "--slaps", "30", "--seed", "9"]) == status
    assert asked == [(20_000, 1), (30, 9)]
    assert capsys.readouterr().out.count("FAIL") == 2 * status


@pytest.mark.parametrize("option", [["--slaps", "0"], ["--slaps", "many"], ["--seed", "-1"]])
def test_options_out_of_range_are_refused(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(["check", "fairness", *option])
    assert refusal.value.code == 2
    assert option[0] in capsys.readouterr().err


def test_a_figure_is_judged_by_both_its_ends_and_told_without_any() -> None:
    between = Figure("a", "b", 47.0, "%", 48, 52)
    assert not between.kept()
    assert between.kept(leeway=1)
    assert not replace(between, value=53.1).kept(leeway=1)
    assert replace(between, low=None, high=None).kept()
    lines = [as_line(between), as_line(replace(between, value=50.0, high=None)), HEAD]
    assert lines[0].endswith("47.00 %  48 to 52        FAIL")
    assert lines[1].endswith("50.00 %  at least 48     pass")
    assert as_line(replace(between, low=None, high=None)).endswith("47.00 %")


def test_hands_are_those_of_the_model_and_favour_no_seat() -> None:
    hands = Hands(Random("hands"))
    pairs = [hands.react() for _ in range(10_000)]
    times = [time for pair in pairs for time in pair]
    assert min(times) >= 120
    assert fmean(times) == pytest.approx(330 + 90, abs=2)
    assert pstdev(times) == pytest.approx(hypot(45, 90), abs=2)
    assert sum(one < other for one, other in pairs) == 5000


@pytest.mark.parametrize(("rtt", "jitter", "resent"), [(20, 3, 200), (100, 7, 200), (250, 15, 300)])
def test_messages_take_as_long_as_the_model_says(rtt: int, jitter: float, resent: float) -> None:
    route = Route(rtt, Random("route"))
    delays = sorted(route.one_way() - rtt / 2 for _ in range(20_000))
    assert delays[0] >= 0
    usual = [delay for delay in delays if delay < resent]
    assert fmean(usual) == pytest.approx(jitter, rel=0.03)
    assert 1 - len(usual) / len(delays) == pytest.approx(0.01, abs=0.003)
    assert delays[-1] < resent + 50 + 12 * jitter
    paints, reads = ([do() for _ in range(1000)] for do in (route.paint, lambda: route.read(300)))
    assert (round(min(paints)), round(max(paints))) == (2, 19)
    assert (round(min(reads)), round(max(reads))) == (296, 304)


def test_a_line_is_measured_by_the_reveals_between_and_the_quota_grows() -> None:
    seen: list[Known] = []

    def looks(known: Known) -> float:
        seen.append(known)
        return known.reaction

    table = Table(Person(20), Person(200, looks), Hands(Random(1)), Random(2))
    races = [table.race() for _ in range(12)]
    assert all(race.winner is not None for race in races)
    assert len({race.winner for race in races}) == 2
    assert seen[0].quota == 40 + 9
    for known in seen:
        assert 205 <= known.line.b <= 255
        assert known.a is None or 205 <= known.a <= 700
        assert known.e > known.reaction + 200


def test_other_reveals_leave_behind_what_those_of_a_whole_table_do() -> None:
    told, whole = (Table(Person(20), Person(200), Hands(Random(1)), Random(2)) for _ in range(2))
    for table in (told, whole):
        for _ in range(5):
            table.race()  # the first probes are behind it
        for chair in table._core.ledger.chairs:
            chair.quota = 50
    core = whole._core
    plain = start(core.ledger.setup.rules, (("3D", "KS"), ("QD",)), 0, (), ("9H",))
    for _ in range(12):
        told._pass()
        core.ledger.game = plain._replace(reveals=core.ledger.n)
        whole._tick(whole._now + REVEAL_MS)
        whole._since = whole._now
        for seat in SEATS:
            acked = whole._acked(seat, whole._painted(seat))
            core.ack(str(seat), Ack(core.ledger.stage, str(seat)), acked)
    for seat in SEATS:
        lines = [table._core.lines[str(seat)] for table in (told, whole)]
        assert lines[0].ring == lines[1].ring
        assert lines[0].baseline == lines[1].baseline
        quotas = [table._core.ledger.chairs[seat].quota for table in (told, whole)]
        assert quotas == [62, 62]
