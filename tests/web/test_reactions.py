"""Guesses and coarse clocks: one rule in result, share text, score, plots and statistics."""

import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest

from tests.web.dailies import begin, daily_site, live_at, press, score_at
from tests.web.site import BROWSER, Site, Visitor


def shown(visitor: Visitor, path: str) -> str:
    """The words of a page."""
    text = unescape(re.sub("<[^>]+>", " ", visitor.get(path, **BROWSER).text))
    return " ".join(text.replace("\xa0", " ").split())


def slapped(site: Site, visitor: Visitor, times: Sequence[int], step: str) -> str:
    """A ranked try in which what can be slapped is, at these times by turns; its table."""
    table = begin(visitor)
    live, left = live_at(site, table), 0
    while live.picture.table == "playing":
        core = live._core
        if core.since is None:
            site.clock.pass_ms(50)
            visitor.get(f"/t/{table}/state")
        elif core.ledger.holds and 0 not in core.ledger.slapped:
            site.clock.pass_ms(times[left % len(times)])
            press(visitor, table, "slap", by="touch", step=step)
            site.clock.pass_ms(400)
            left += 1
        else:
            site.clock.pass_ms(480)
            press(visitor, table, "reveal")
    site.run(site.app.state.house.archive.wait)
    return table


def pages(visitor: Visitor, site: Site, table: str) -> tuple[str, str, str]:
    """Result, this game's plots, and statistics."""
    score = score_at(site, table)
    assert score is not None
    paths = (f"/t/{table}", f"/replay/{score.game}/plots", "/stats")
    result, plots, stats = (shown(visitor, path) for path in paths)
    return result, plots, stats


def test_a_game_of_guesses_has_no_reaction(tmp_path: Path) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        table = slapped(site, visitor, (125,), "0")
        result, plots, stats = pages(visitor, site, table)
        right = live_at(site, table).picture.tallies[0].right
        assert right > 10
        assert "Reaction only guesses under 0.15 s, in no median" in result
        assert "Median reaction" not in result
        assert "best 0." not in result
        score = score_at(site, table)
        assert score is not None
        assert score.best_ms is None
        assert score.right == right, "they count in the game"
        assert f"All {right} right slaps that were measured were guesses, under 0.15 s" in plots
        assert f"Guesses {right} under" in stats


def test_guesses_are_left_out_and_counted(tmp_path: Path) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        table = slapped(site, visitor, (125, 300, 260), "0")
        result, plots, stats = pages(visitor, site, table)
        tally = live_at(site, table).picture.tallies[0]
        guesses = tally.reactions.guesses
        seen = tally.right - guesses
        assert seen > 3 < guesses
        slaps = f"from {seen} right slaps"
        assert re.search(rf"Median reaction 0\.\d\d s {slaps}, {guesses} guesses left out", result)
        score = score_at(site, table)
        assert score is not None
        assert score.best_ms == 257
        assert "Best 0.26 s" in result
        assert "slaps first, best 0.26 s" in result
        assert f"{guesses} guesses, under 0.15 s, are left out." in plots
        assert f"Guesses {guesses} under" in stats


@pytest.mark.parametrize("step", ["16", "100"])
def test_a_coarse_clock_is_marked_and_compared_with_nothing(tmp_path: Path, step: str) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        table = slapped(site, visitor, (250,), step)
        result, plots, stats = pages(visitor, site, table)
        seen = live_at(site, table).picture.tallies[0].right
        assert seen > 10
        assert f"Median reaction 0.25 s from {seen} right slaps, ± 100 ms" in result
        assert "Best 0." not in result
        assert "best 0." not in result
        score = score_at(site, table)
        assert score is not None
        assert score.best_ms is None
        for page in (plots, stats):
            assert f"The median reaction is 0.25 s, from {seen} right slaps." in page
            assert "Faster than" not in page
            assert "computers, as many slaps" not in page
            assert f"{seen} of these times are from a coarse clock, ± 100 ms" in page


def test_a_fine_clock_has_all_of_it(tmp_path: Path) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        table = slapped(site, visitor, (250,), "5")
        result, plots, stats = pages(visitor, site, table)
        assert "Best 0.25 s" in result
        assert "slaps first, best 0.25 s" in result
        for page in (plots, stats):
            assert "Faster than about" in page
            assert "±" not in page
