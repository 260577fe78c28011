"""The figures and plots of the page of statistics, beside a plain count of the same games."""

import re
from datetime import UTC, datetime
from functools import partial
from html import unescape
from statistics import median
from typing import Any

import pytest

from app.table.computer import EXTRA_MS, draws, react_ms
from tests.web import played
from tests.web.homes import FILTERS, NUMBERS, Homes, browser_of, submitted
from tests.web.played import NOW_MS, cards, reactions, wanted
from tests.web.site import Visitor

pytestmark = pytest.mark.timeout(180)  # somebody has played ten thousand games


def test_the_fixtures_hold_what_they_should(homes: Homes) -> None:
    games = homes[500].games
    found = cards(games)
    for test in (
        any(card.ms is not None and card.ms < 150 for card in found),
        any(not card.measured for card in found),
        any(card.step >= 16 for card in found),
        any(len(card.holds) == 2 for card in found),
        len({(game.mode, game.seats, game.level, game.device) for game in games}) > 30,
    ):
        assert test


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_the_figures_are_those_of_a_plain_count(
    homes: Homes, number: int, filters: dict[str, Any]
) -> None:
    home = homes[number]
    page, games = home.view(**filters), wanted(home.games, **filters)
    chances = len(cards(games, lambda card: bool(card.holds)))
    right = cards(games, lambda card: card.how in ("won", "right"))
    wrong = cards(games, lambda card: card.how == "wrong")
    told = page.told.replace("1 games", "1 game")
    assert [int(n) for n in re.findall(r"\d+", told)] == [len(games), len(right), len(wrong)]
    figures = {figure.label: figure for figure in page.counts}
    assert figures["Slapped first"].value == str(sum(card.how == "won" for card in right))
    assert str(chances) in figures["Slapped first"].note
    assert figures["Missed"].value == str(chances - len(right))
    guesses = [c for c in cards(games) if c.ms is not None and c.ms < 150 and c.measured]
    assert figures["Guesses"].value == str(len(guesses))
    times = reactions(cards(games))
    assert ("Your median reaction" in figures or "Median reaction" in figures) == (len(times) >= 10)
    if len(times) >= 10:
        shown = next(f for label, f in figures.items() if "edian" in label)
        assert shown.value.startswith(f"{int(median(times)) / 1000:.2f}")
        fine = reactions(cards(games, lambda card: card.step < 16))
        best = [f"{ms / 1000:.2f}" for ms in fine[:3]]
        assert re.findall(r"\d\.\d\d", figures["Best times"].value) == best
        assert ("100" in shown.note.partition("±")[2]) == (len(fine) < len(times))
    assert bool(page.plots) == (len(times) >= 10)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_patterns_and_wins_are_those_of_a_plain_count(
    homes: Homes, number: int, filters: dict[str, Any]
) -> None:
    home = homes[number]
    page, games = home.view(**filters), wanted(home.games, **filters)
    rows = {row[0]: row[1:] for row in page.patterns.rows}
    for pattern, name in (("double", "doubles"), ("sandwich", "sandwiches"), ("tens", "tens")):
        on = cards(games, lambda card, pattern=pattern: pattern in card.holds)  # type: ignore[misc]
        if not on:
            assert name not in rows
            continue
        right = [card for card in on if card.how]
        first = sum(card.how == "won" for card in on)
        assert rows[name][:3] == (str(len(on)), str(first), str(len(on) - len(right)))
        times = reactions(on)
        expected = f"{int(median(times)) / 1000:.2f}" if len(times) >= 10 else "–"
        assert rows[name][4].startswith(expected)
        coarse = reactions(card for card in on if card.step >= 16)
        assert ("± 100 ms" in rows[name][4].replace("\xa0", " ")) == (
            len(times) >= 10 and bool(coarse)
        )
    wrong = cards(games, lambda card: card.how == "wrong")
    told = [int(rows[name][3]) for name in rows if name not in ("doubles", "sandwiches", "tens")]
    assert sum(told) == len(wrong)
    cells = [cell for row in page.wins.rows for cell in row[1:] if cell != "–"]
    assert sum(int(cell.split(" of ")[0]) for cell in cells) == sum(
        game.outcome == "won" for game in games
    )
    for row in page.wins.rows:
        for head, cell in zip(page.wins.heads[1:], row[1:], strict=True):
            here = [
                game
                for game in games
                if (game.seats, game.level.replace("none", "people only").capitalize())
                == (int(head.split()[0]), row[0])
            ]
            won = sum(game.outcome == "won" for game in here)
            assert cell == (f"{won} of {len(here)}" if here else "–")


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_what_the_plots_get_is_what_was_played(
    homes: Homes,
    number: int,
    filters: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The plots have their own tests; here their numbers are counted."""
    got: dict[str, Any] = {}

    def keep(name: str) -> Any:
        def taken(*given: Any) -> str:
            got[name] = given
            return name

        return taken

    for name in ("histogram", "day_plot", "accuracy_plot"):
        monkeypatch.setattr(f"app.web.stats_view.{name}", keep(name))
    home = homes[number]
    games = wanted(home.games, **filters)
    times = reactions(cards(games))
    home.view(**filters)
    if len(times) < 10:
        assert got == {}
        return
    _, drawn, _ = got["histogram"]
    assert sum(drawn.counts) + drawn.slower == len(times)
    for n, in_bin in enumerate(drawn.counts):
        assert in_bin == sum(150 + 25 * n <= ms < 175 + 25 * n for ms in times)
    assert drawn.slower == sum(ms >= 1500 for ms in times)
    assert drawn.median == int(median(times))
    assert drawn.tenth == times[-(-len(times) // 10) - 1]
    assert drawn.ninetieth == times[-(-9 * len(times) // 10) - 1]
    days = {}
    for day in sorted({game.day for game in games})[-60:]:
        on_day = reactions(cards(game for game in games if game.day == day))
        if on_day:
            days[day] = on_day
    assert [each.date for each in got["day_plot"][0]] == [
        datetime.fromtimestamp(day * 86_400, UTC).date().isoformat() for day in days
    ]
    for each, on_day in zip(got["day_plot"][0], days.values(), strict=True):
        assert each.slaps == len(on_day)
        assert each.median == int(median(on_day))
        assert each.lower == on_day[-(-len(on_day) // 4) - 1]
        assert each.upper == on_day[-(-3 * len(on_day) // 4) - 1]
    dots = []
    for game in games[-200:]:
        if of_game := reactions(game.cards):
            right = sum(card.how in ("won", "right") for card in game.cards)
            wrong = sum(card.how == "wrong" for card in game.cards)
            dots.append((int(median(of_game)), right, wrong))
    assert [(dot.median, dot.right, dot.wrong) for dot in got["accuracy_plot"][0]] == dots


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_computers_are_compared_as_they_react(homes: Homes, level: str) -> None:
    """Beside 20 000 of their reactions, on patterns as often as they were slapped here."""
    games = homes[500].games
    own = int(median(reactions(cards(games, lambda card: card.step < 16))))
    drawn: list[int] = []
    number = ("easy", "normal", "hard").index(level)
    for pattern in ("double", "sandwich", "tens"):
        fine = [card for card in cards(games) if pattern in card.holds and card.step < 16]
        slapped = len(reactions(fine))
        for n in range(slapped * 8):
            words = draws(pattern.encode() * 8, number, n, 1)
            drawn.append(react_ms(words, number, EXTRA_MS[pattern], 1800))
    slower = 100 * sum(ms > own for ms in drawn) / len(drawn)
    sentence = homes[500].view(curve=level).plots[0].sentence
    share = re.search(r"about (\d+)\s%.*by (\w+) computers", sentence)
    assert share is not None
    assert share[2] == level.capitalize()
    assert abs(int(share[1]) - slower) < 1.5


def test_coarse_times_are_compared_with_nobody(homes: Homes) -> None:
    """A browser whose clock is coarse has its median, marked, and no comparison."""
    site = homes[5].site
    visitor = Visitor(site)
    visitor.post("/me/name", {"name": "Zoe"})
    browser = browser_of(visitor)
    turns = tuple(played.Card(("double",), 300 + n, "won", step=100) for n in range(12))
    game = played.Game("coarse", NOW_MS, "solo", 2, "normal", "key", "won", turns)
    site.run(lambda: submitted(site, partial(played.store, browser=browser, played=[game])))
    text = unescape(visitor.get("/stats").text)
    assert "Faster than" not in text
    assert "from 12 right slaps, ± 100 ms" in text.replace("\xa0", " ")
    assert "12 of these times are from a coarse clock" in text
    assert "Best times" not in text
