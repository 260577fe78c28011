"""What was measured, beside its bound: one line each."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured `value` in `unit` (%, points, ms) that must not leave `low`..`high`.

    Without either it is told and not judged. `who` and `what` say what was measured.
    """

    who: str
    what: str
    value: float
    unit: str
    low: float | None = None
    high: float | None = None

    def kept(self, leeway: float = 0.0) -> bool:
        """Is the bound kept, moved outwards by `leeway` of the unit?"""
        above = self.low is None or self.value >= self.low - leeway
        return above and (self.high is None or self.value <= self.high + leeway)

    @property
    def judged(self) -> bool:
        return self.low is not None or self.high is not None


HEAD = f"{'who':<38}  {'what':<32}  {'measured':>14}  {'bound':<14}  "


def as_line(figure: Figure, leeway: float = 0.0) -> str:
    """The figure as a line under HEAD."""
    measured = f"{figure.value:.2f} {figure.unit}"
    verdict = "" if not figure.judged else "pass" if figure.kept(leeway) else "FAIL"
    return (
        f"{figure.who:<38}  {figure.what:<32}  {measured:>14}  {_bound(figure):<14}  {verdict}"
    ).rstrip()


def _bound(figure: Figure) -> str:
    low, high = figure.low, figure.high
    if low is not None and high is not None:
        return f"{low:g} to {high:g}"
    if low is not None:
        return f"at least {low:g}"
    return "" if high is None else f"at most {high:.4g}"
