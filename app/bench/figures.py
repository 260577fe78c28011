"""Figures against their bars: a plain table for people, JSON for programs."""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured several times. `judged` is the number that must not be above `bar`, both
    in `unit`; `rule` says in words what is judged. Without any value the bar is not kept.
    """

    name: str
    unit: str
    values: tuple[float, ...]
    judged: float
    bar: float
    rule: str

    @property
    def kept(self) -> bool:
        return bool(self.values) and self.judged <= self.bar


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile; not a number where there are no values."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(len(values) * percent / 100) - 1)]


def at_most(
    name: str, values: Sequence[float], bar: float, *, unit: str = "ms", rule: str = "p95"
) -> Figure:
    """A figure whose p95 must not be above `bar`."""
    return Figure(
        name, unit, tuple(values), percentile(values, 95), bar, f"{rule} ≤ {_number(bar)}"
    )


def around(name: str, values: Sequence[float], middle: float, off: float) -> Figure:
    """A figure of which 95 % must lie within `off` ms of `middle`."""
    distance = percentile([abs(value - middle) for value in values], 95)
    rule = f"{_number(middle)} ± {_number(off)} (p95)"
    return Figure(name, "ms", tuple(values), distance, off, rule)


def as_table(figures: Sequence[Figure]) -> str:
    """One line a figure: its name, how often, p50, p95, the bar, and whether it was kept."""
    rows = [("figure", "n", "p50", "p95", "bar", "kept")]
    for figure in figures:
        middle, high = (_number(percentile(figure.values, percent)) for percent in (50, 95))
        name = f"{figure.name}, {figure.unit}" if figure.unit else figure.name
        kept = "yes" if figure.kept else "no"
        rows.append((name, str(len(figure.values)), middle, high, figure.rule, kept))
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    aligned = ("<", ">", ">", ">", "<", "<")
    return "\n".join(
        "  ".join(
            f"{cell:{way}{width}}" for cell, way, width in zip(row, aligned, widths, strict=True)
        ).rstrip()
        for row in rows
    )


def as_json(figures: Sequence[Figure]) -> str:
    """A list of objects: name, unit, n, p50, p95, judged, bar, rule, kept, values."""
    told = [
        {
            "name": figure.name,
            "unit": figure.unit,
            "n": len(figure.values),
            "p50": _known(percentile(figure.values, 50)),
            "p95": _known(percentile(figure.values, 95)),
            "judged": _known(figure.judged),
            "bar": _known(figure.bar),
            "rule": figure.rule,
            "kept": figure.kept,
            "values": [_known(value) for value in figure.values],
        }
        for figure in figures
    ]
    return json.dumps(told, indent=2)


def _known(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def _number(value: float) -> str:
    if math.isnan(value):
        return "-"
    return (
        f"{value:.3f}".rstrip("0").rstrip(".") if value < 1 else f"{value:.1f}".removesuffix(".0")
    )
