"""The page of statistics and its downloads, beside a plain count of the same games."""

import csv
import gzip
import re
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from html import unescape
from io import StringIO
from statistics import median
from typing import Any

import pytest
from sqlalchemy import event

from app.store import statistics
from app.store.statistics import Wanted
from app.table.computer import EXTRA_MS, draws, react_ms
from app.web.stats_data import as_csv
from app.web.stats_filter import Asked, asked
from app.web.stats_view import StatsPage, stats_page
from tests.web import played
from tests.web.played import NOW_MS, Game, cards, reactions, simulated, wanted
from tests.web.site import Answer, Site, Visitor

TODAY = NOW_MS // played.DAY_MS
NUMBERS = (0, 5, 500, 10_000)


class Home:
    """A site at which one browser has played so many games."""

    def __init__(self, site: Site, games: list[Game]) -> None:
        self.site, self.games = site, games
        site.wall_ms = NOW_MS
        self.visitor = Visitor(site)
        assert self.visitor.post("/me/name", {"name": "=SUM(A1)"}).status < 400
        self.browser = browser_of(self.visitor)
        site.run(lambda: submitted(site, partial(played.store, browser=self.browser, played=games)))

    def page(self, query: str = "") -> str:
        answer = self.visitor.get(f"/stats{query}")
        assert answer.status == 200
        return answer.text

    def view(self, curve: str = "normal", **filters: Any) -> StatsPage:
        now = Asked(Wanted(**filters), curve)
        found = statistics.read(self.site.store.readers, self.browser, now.wanted, TODAY)
        return stats_page(found, now)


async def submitted(site: Site, job: Any) -> None:
    await site.store.writer.submit(job)


def browser_of(visitor: Visitor) -> str:
    scope = {"headers": [(b"cookie", visitor.cookie.encode())]}
    site = visitor.site
    found: str = site.run(lambda: site.app.state.house.identity.browser(scope))
    return found


@pytest.fixture(scope="module")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, Home]]:
    sites = {number: Site(tmp_path_factory.mktemp(f"played{number}")) for number in NUMBERS}
    for site in sites.values():
        site.__enter__()
    yield {number: Home(site, simulated(number)) for number, site in sites.items()}
    for site in sites.values():
        site.__exit__(None, None, None)


FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"span": "last20"},
    {"span": "30days"},
    {"mode": "solo"},
    {"mode": "pass", "span": "last20"},
    {"seats": 4},
    {"level": "normal", "device": "key"},
    {"mode": "daily", "seats": 2, "level": "hard", "device": "touch", "span": "30days"},
    {"device": "unknown", "span": "last20"},
    {"mode": "link", "level": "normal"},  # which nobody played
)


def test_the_fixtures_hold_what_they_should(homes: dict[int, Home]) -> None:
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
    homes: dict[int, Home], number: int, filters: dict[str, Any]
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
    homes: dict[int, Home], number: int, filters: dict[str, Any]
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
    homes: dict[int, Home],
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
        datetime.fromtimestamp(day * 86_400).date().isoformat()  # noqa: DTZ006
        for day in days
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
def test_computers_are_compared_as_they_react(homes: dict[int, Home], level: str) -> None:
    """Beside 20 000 of their reactions, on patterns as often as they were slapped here."""
    games = homes[500].games
    own = int(median(reactions(cards(games, lambda card: card.step < 16))))
    drawn: list[int] = []
    number = ("easy", "normal", "hard").index(level)
    for pattern in ("double", "sandwich", "tens"):
        slapped = len(reactions(cards(games, lambda card, p=pattern: p in card.holds)))  # type: ignore[misc]
        for n in range(slapped * 8):
            words = draws(pattern.encode() * 8, number, n, 1)
            drawn.append(react_ms(words, number, EXTRA_MS[pattern], 1800))
    slower = 100 * sum(ms > own for ms in drawn) / len(drawn)
    sentence = homes[500].view(curve=level).plots[0].sentence
    share = re.search(r"about (\d+)\s%.*by (\w+) computers", sentence)
    assert share is not None
    assert share[2] == level.capitalize()
    assert abs(int(share[1]) - slower) < 1.5


def test_coarse_times_are_compared_with_nobody(homes: dict[int, Home]) -> None:
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


# The page


def test_a_new_browser_is_told_how_to_begin(site: Site) -> None:
    visitor = Visitor(site)
    text = unescape(visitor.get("/stats").text)
    assert "No slaps yet. Play a short game and your reactions show here." in text
    assert 'action="/tables"' in text
    assert "<select" not in text
    assert visitor.cookie == ""


def test_few_slaps_show_counts_only(homes: dict[int, Home]) -> None:
    home = homes[5]
    asked_for: list[dict[str, Any]] = [
        {"mode": game.mode, "seats": game.seats} for game in home.games
    ]
    few = next(
        filters
        for filters in asked_for
        if 0 < len(reactions(cards(wanted(home.games, **filters)))) < 10
    )
    text = home.page("?" + "&".join(f"{name}={value}" for name, value in few.items()))
    assert "From 10 timed right slaps on" in text
    assert "<svg" not in re.sub(r"<svg viewBox=\"0 0 24", "", text)
    assert "edian reaction" not in text


@pytest.mark.parametrize("filters", FILTERS, ids=str)
def test_the_address_asks_for_what_its_form_says(
    homes: dict[int, Home], filters: dict[str, Any]
) -> None:
    query = "?" + "&".join(f"{name}={value}" for name, value in filters.items())
    text = homes[500].page(query)
    page = homes[500].view(**filters)
    assert page.told in unescape(text)
    for name, value in filters.items():
        control = re.search(rf'<select id="by-{name}".*?</select>', text)
        assert control is not None
        assert f'<option value="{value}" selected>' in control[0]
    assert ("No games like these" in text) == (wanted(homes[500].games, **filters) == [])


def test_a_query_that_we_never_wrote_asks_for_everything() -> None:
    everything = asked({})
    assert everything == Asked(Wanted(), "normal")
    for wrong in ("x", "9", "-1", "1e3", "²", "", "\0", "daily'--"):
        assert asked(dict.fromkeys(("seats", "level", "device", "span", "curve"), wrong)) == (
            everything
        )
    assert asked({"seats": "3", "curve": "hard"}) == Asked(Wanted(seats=3), "hard")


def test_the_page_says_what_is_left_out_and_why(homes: dict[int, Home]) -> None:
    text = unescape(homes[500].page())
    for sentence in (
        "coarse clock, ±",
        "under 0.15",
        "interrupted are counted here, but not timed",
        "Of two people at one device, the first one's slaps are counted",
    ):
        assert sentence in text, sentence


def test_the_page_is_light_however_much_was_played(homes: dict[int, Home]) -> None:
    assert len(gzip.compress(homes[10_000].page().encode(), 6)) < 14 * 1024


# How much of it is read


STEPS = 20  # of SQLite's machine, that are counted as one


def work(home: Home, query: str) -> tuple[int, int, int]:
    """What a page asks of the database: statements, their rows, and the steps of its machine."""
    counted = [0, 0, 0]

    def stepped() -> int:
        counted[2] += 1
        return 0

    def executing(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        driver = conn.connection.driver_connection
        if statement.startswith("SELECT"):
            counted[0] += 1
            # The rows by the same statement beside, as counting takes them.
            driver.set_progress_handler(None, STEPS)
            counted[1] += len(driver.cursor().execute(statement, parameters).fetchall())
        driver.set_progress_handler(stepped, STEPS)

    readers = home.site.store.readers
    event.listen(readers, "before_cursor_execute", executing)
    try:
        home.page(query)
    finally:
        event.remove(readers, "before_cursor_execute", executing)
    return counted[0], counted[1], counted[2]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?span=last20",
        "?span=30days",
        "?mode=solo&device=key",
        "?mode=link&level=hard",  # which nobody played
    ],
)
def test_twenty_times_the_games_are_no_three_times_the_work(
    homes: dict[int, Home], query: str
) -> None:
    few, many = work(homes[500], query), work(homes[10_000], query)
    assert few[1] > 20
    assert many[0] == few[0] <= 10
    assert many[1] <= 3 * few[1]
    assert 0 < many[2] <= 3 * few[2]


def test_a_few_kinds_of_many_games_are_read_up_to_a_bound(homes: dict[int, Home]) -> None:
    """Days, games and kinds are told up to so many, and nothing else is."""
    for query in ("?mode=solo&seats=2&level=hard&device=unknown", "?seats=3&device=touch"):
        assert work(homes[10_000], query)[1] <= 200 + 60 * 4 + 60


# The downloads


def parsed(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.body.decode(), newline="")))


@pytest.mark.parametrize("number", [5, 500])
def test_what_is_downloaded_is_what_was_played(homes: dict[int, Home], number: int) -> None:
    home = homes[number]
    answer = home.visitor.get("/stats/data.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="slapback.json"'
    whole = answer.json()
    rows = parsed(home.visitor.get("/stats/data.csv"))
    assert whole["name"] == "=SUM(A1)"
    assert len(whole["games"]) == len(rows) == len(home.games)
    for game, told, row in zip(home.games, whole["games"], rows, strict=True):
        assert told["game"] == row["game"] == game.id
        ended = datetime.fromisoformat(told["ended"].replace("Z", "+00:00"))
        assert abs(ended.timestamp() * 1000 - game.ended) < 1
        kept = [card for card in game.cards if card.ms is not None]
        assert [(slap["ms"], slap["how"], slap["measured"]) for slap in told["slaps"]] == [
            (card.ms, card.how, card.measured) for card in kept
        ]
        assert all(
            game.cards[slap["reveal"] - 1].ms == slap["ms"]
            and game.cards[slap["reveal"] - 1].step == slap["step_ms"]
            and slap["by"] == game.by
            for slap in told["slaps"]
        )
        slaps = [each.split(":") for each in row["slaps"].split()]
        assert [(int(ms), how) for _, ms, how in slaps] == [(card.ms, card.how) for card in kept]
        for column in ("chances", "first", "right", "wrong", "missed", "guesses"):
            assert int(row[column]) == told[column]
        assert int(row["right"]) == sum(card.how in ("won", "right") for card in game.cards)
        times = reactions(game.cards)
        assert row["median_ms"] == (str(int(median(times))) if times else "")
        assert (row["mode"], int(row["seats"]), row["level"], row["device"], row["outcome"]) == (
            (game.mode, game.seats, game.level, game.device, game.outcome)
        )


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", '"=1', "a,b", "a\nb", "Ada"])
def test_no_name_is_a_formula(name: str) -> None:
    told = dict.fromkeys(("game", "mode", "level", "device", "outcome"), "x")
    counted = dict.fromkeys(("ended", "seats", "seat", "cards", "play_ms", "median"), 1)
    game = {**told, **counted, "name": name, "figures": {}, "slaps": []}
    text = as_csv([game])
    (row,) = csv.DictReader(StringIO(text, newline=""))
    assert row["name"].removeprefix("'") == name
    assert row["name"][0] not in "=+-@\t\r"


def test_a_new_browser_downloads_files_without_games(site: Site) -> None:
    visitor = Visitor(site)
    whole = visitor.get("/stats/data.json").json()
    assert whole["games"] == []
    assert whole["name"] is None
    text = visitor.get("/stats/data.csv").body.decode()
    assert text.count("\r\n") == 1
    assert text.startswith("game,ended,mode,")
    assert parsed(visitor.get("/stats/data.csv")) == []
    assert visitor.cookie == ""


def test_nobody_sees_anybody_else_s(homes: dict[int, Home]) -> None:
    """Neither without a cookie nor with another browser's, whatever they ask for."""
    home = homes[5]
    other = Visitor(home.site)
    other.post("/me/name", {"name": "Other"})
    for who in (Visitor(home.site), other):
        for query in ("", f"?browser={home.browser}", f"?id={home.browser}"):
            assert "No slaps yet" in who.get(f"/stats{query}").text
            assert who.get(f"/stats/data.json{query}").json()["games"] == []
            assert parsed(who.get(f"/stats/data.csv{query}")) == []


def test_what_is_downloaded_is_kept_by_nobody_on_the_way(homes: dict[int, Home]) -> None:
    for path in ("/stats", "/stats/data.json", "/stats/data.csv"):
        assert "no-store" in homes[5].visitor.get(path).headers["cache-control"], path


def test_a_game_that_was_really_played_is_in_it(site: Site) -> None:
    """From the table to the page: the archive keeps what the page reads."""
    visitor = Visitor(site)
    table = visitor.deal(reveal_limit="10")
    visitor.finish(table)
    site.run(site.app.state.house.archive.wait)
    (game,) = visitor.get("/stats/data.json").json()["games"]
    assert (game["mode"], game["seats"], game["level"]) == ("solo", 2, "normal")
    assert "1 game ·" in unescape(visitor.get("/stats").text)


def test_the_page_leads_to_another_device_and_to_deletion(homes: dict[int, Home]) -> None:
    text = homes[5].page()
    assert '<form method="post" action="/device">' in text
    delete = re.search(r'<form method="post" action="/me/delete">.*?</form>', text, re.DOTALL)
    assert delete is not None
    assert 'name="confirm"' in delete[0]
    assert "type DELETE" in delete[0]
    assert "required" in delete[0]


def test_the_database_finds_the_games_by_an_index(homes: dict[int, Home]) -> None:
    """Whatever is asked for, nothing is read from end to end."""
    home = homes[500]
    plans: list[tuple[str, str]] = []

    def executed(conn: Any, cursor: Any, statement: str, parameters: Any, *rest: Any) -> None:
        copy = conn.connection.driver_connection.cursor()
        found = copy.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
        plans.extend((statement, row[-1]) for row in found)

    event.listen(home.site.store.readers, "after_cursor_execute", executed)
    try:
        for filters in FILTERS:
            home.view(**filters)
        list(statistics.everything(home.site.store.readers, home.browser))
    finally:
        event.remove(home.site.store.readers, "after_cursor_execute", executed)
    assert len(plans) > 20
    for statement, plan in plans:
        assert not plan.startswith("SCAN"), (statement, plan)
