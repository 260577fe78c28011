"""What was measured beside its floor: a plain table for people, JSON for programs."""

import json
import math
from collections.abc import Mapping, Sequence

from app.bench.figures import percentile
from app.bench.table import Measured

KIB = 1024
FLOOR = "floor"
"""The name of the run that the others are measured by."""


def figures(measured: Measured, tables: int) -> dict[str, float]:
    """Each figure by its name; not a number where it was not measured."""
    latencies = measured.latencies
    cpu_s, memory = measured.cpu_s, measured.memory_bytes
    known = cpu_s is not None and measured.taken > 0
    return {
        **{f"press to picture, p{each}, ms": percentile(latencies, each) for each in (50, 95, 99)},
        "server's CPU, s per 1,000 actions": 1000 * (cpu_s or 0) / measured.taken
        if known
        else math.nan,
        "memory per table, KiB": math.nan if memory is None else memory / tables / KIB,
    }


def mean(values: Sequence[int]) -> int:
    """The mean in whole numbers, 0 where there are no values."""
    return round(sum(values) / len(values)) if values else 0


def as_table(runs: Mapping[str, Measured], tables: int, load: tuple[float, float]) -> str:
    """One line a figure, one column a run, and how many times the floor each is.

    `load` is the machine's load average before and after.
    """
    found = {name: figures(measured, tables) for name, measured in runs.items()}
    others = [name for name in runs if name != FLOOR]
    head = ["", *runs, *(f"{name} / {FLOOR}" for name in others)]
    rows = [head]
    for what in found[FLOOR]:
        values = [_number(found[name][what]) for name in runs]
        ratios = [_number(ratio(found[name][what], found[FLOOR][what])) for name in others]
        rows.append([what, *values, *ratios])
    rows += [
        [f"actions {what}", *(str(getattr(runs[name], what)) for name in runs)]
        for what in ("taken", "refused", "lost")
    ]
    widths = [
        max(len(row[place]) for row in rows if place < len(row)) for place in range(len(head))
    ]
    lines = [
        "  ".join(
            f"{cell:{'<' if place == 0 else '>'}{widths[place]}}" for place, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]
    first = runs[others[0]]
    lines.append(
        f"{tables} tables; a press of {mean(first.press_bytes)} bytes, a picture of "
        f"{mean(first.picture_bytes)}, an answer of {mean(first.answer_bytes)}."
    )
    busy = ", ".join(f"{100 * runs[name].own_cpu:.0f} % ({name})" for name in runs)
    lines.append(f"This client's own CPU, of one core: {busy}.")
    lines.append(f"Load average: {load[0]:.1f} before, {load[1]:.1f} after.")
    return "\n".join(lines)


def as_json(runs: Mapping[str, Measured], tables: int, load: tuple[float, float]) -> str:
    """An object a run, with its figures, its ratios to the floor, and its counts."""
    found = {name: figures(measured, tables) for name, measured in runs.items()}
    told = {
        name: {
            "figures": {what: _known(value) for what, value in found[name].items()},
            "ratios": {
                what: _known(ratio(value, found[FLOOR][what]))
                for what, value in found[name].items()
            },
            "taken": measured.taken,
            "refused": measured.refused,
            "lost": measured.lost,
            "own_cpu": round(measured.own_cpu, 4),
            "press_bytes": mean(measured.press_bytes),
            "picture_bytes": mean(measured.picture_bytes),
        }
        for name, measured in runs.items()
    }
    return json.dumps({"tables": tables, "load": list(load), "runs": told}, indent=2)


def ratio(value: float, floor: float) -> float:
    """How many times the floor; not a number where that is none."""
    return value / floor if floor else math.nan


def _known(value: float) -> float | None:
    return None if math.isnan(value) else round(value, 4)


def _number(value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
