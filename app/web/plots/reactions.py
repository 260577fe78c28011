"""Reactions as a histogram, beside what a computer of a level does."""

from collections.abc import Iterable, Sequence

from app.web.plots.plot import Plot

FIRST_MS, BIN_MS, BINS = 150, 25, 54
"""The bins: 150 up to 175 ms, and so on to 1475 up to 1500 ms."""


def counted(reactions: Iterable[int]) -> tuple[int, ...]:
    """How many reactions (ms) fall into each of the BINS; others, guesses too, into none."""
    raise NotImplementedError


def reaction_plot(
    counts: Sequence[int],
    median: int | None,
    tenth: int | None,
    ninetieth: int | None,
    level: str | None,
    slower: int = 0,
) -> Plot:
    """The histogram of somebody's reactions.

    `counts` has one number for each of the BINS, `slower` is how many took 1500 ms or more. `median`,
    `tenth` and `ninetieth` (ms) are marked where they are given: give None where there are too few
    slaps to say, and only counts are shown. `level`, "easy", "normal" or "hard", is the computers'
    curve drawn over it, at a double and at the usual pace; None draws none.
    """
    raise NotImplementedError
