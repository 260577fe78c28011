"""Who won the contested slaps, against what is owed to both."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.bench.fairness import FAR, LATE_MS, Contest
from app.bench.figures import percentile
from app.bench.model import FAR_MS, NEAR_MS

FAR_LEAST, FAR_MOST = 44.0, 56.0
FIRST_LEAST = 93.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Shares in %, not a number where nothing was contested. `ahead_ms`: where the truly first did
    not win, by how much they were first. `left_out`: contests in which this client was late.
    """

    contested: int
    left_out: int
    far_won: float
    first_won: float
    far_first: float
    far_by_arrival: float
    ahead_ms: tuple[float, ...]

    @property
    def far_kept(self) -> bool:
        return FAR_LEAST <= self.far_won <= FAR_MOST

    @property
    def first_kept(self) -> bool:
        return self.first_won >= FIRST_LEAST

    @property
    def kept(self) -> bool:
        return self.far_kept and self.first_kept


def judge(contests: Sequence[Contest]) -> Verdict:
    """What these contests come to."""
    tried, contests = len(contests), [each for each in contests if each.late_ms <= LATE_MS]
    return Verdict(
        contested=len(contests),
        left_out=tried - len(contests),
        far_won=_share([each.winner == FAR for each in contests]),
        first_won=_share([each.winner == each.first for each in contests]),
        far_first=_share([each.first == FAR for each in contests]),
        far_by_arrival=_share([each.by_arrival == FAR for each in contests]),
        ahead_ms=tuple(sorted(each.ahead_ms for each in contests if each.winner != each.first)),
    )


def as_text(verdict: Verdict, tables: int, load: tuple[float, float]) -> str:
    """A line a figure."""
    ahead = verdict.ahead_ms
    lines = [
        f"{verdict.contested} contested slaps at {tables} tables; round trips of {NEAR_MS[0]} and "
        f"{FAR_MS[0]} ms, jitter {NEAR_MS[1]} and {FAR_MS[1]}, 1 % outliers",
        f"the far one wins {verdict.far_won:.1f} %"
        f" (want {FAR_LEAST:.0f} to {FAR_MOST:.0f}): {_said(verdict.far_kept)}",
        f"{verdict.first_won:.1f} % go to the truly first"
        f" (want {FIRST_LEAST:.0f} or more): {_said(verdict.first_kept)}",
        f"the far one was truly first in {verdict.far_first:.1f} %,"
        f" and would have won {verdict.far_by_arrival:.1f} % by arrival",
    ]
    if ahead:
        lines.append(
            f"where another won, the truly first was ahead by {percentile(ahead, 50):.0f} ms (p50),"
            f" {percentile(ahead, 95):.0f} ms (p95), {ahead[-1]:.0f} ms at most"
        )
    if verdict.left_out:
        lines.append(
            f"{verdict.left_out} more were left out: this client was late by more than"
            f" {LATE_MS:.0f} ms itself"
        )
    lines.append(f"load average: {load[0]:.1f} before, {load[1]:.1f} after")
    return "\n".join(lines)


def as_json(verdict: Verdict, load: tuple[float, float]) -> str:
    """One object; shares in %, times in ms."""
    return json.dumps(
        {
            "contested": verdict.contested,
            "left_out": verdict.left_out,
            "far_won": _known(verdict.far_won),
            "first_won": _known(verdict.first_won),
            "far_first": _known(verdict.far_first),
            "far_by_arrival": _known(verdict.far_by_arrival),
            "ahead_ms": [round(each, 2) for each in verdict.ahead_ms],
            "kept": verdict.kept,
            "load": list(load),
        },
        indent=2,
    )


def _share(held: Sequence[bool]) -> float:
    return 100 * sum(held) / len(held) if held else math.nan


def _known(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 2)


def _said(kept: bool) -> str:
    return "kept" if kept else "MISSED"
