"""The page of statistics: what it says, what it asks for, and how little it reads for that."""

import gzip
import re
from html import unescape
from typing import Any

import pytest
from sqlalchemy import event

from app.store import statistics
from app.store.statistics import Found, Kind, Span, Wanted
from app.web.stats_filter import Asked, asked
from app.web.stats_view import stats_page
from tests.web.homes import FILTERS, Home, Homes
from tests.web.played import cards, reactions, wanted
from tests.web.site import Site, Visitor

# The page

pytestmark = pytest.mark.timeout(180)  # somebody has played ten thousand games


def test_a_new_browser_is_told_how_to_begin(site: Site) -> None:
    visitor = Visitor(site)
    text = unescape(visitor.get("/stats").text)
    assert "No slaps yet. Play a short game and your reactions show here." in text
    assert 'action="/tables"' in text
    assert "<select" not in text
    assert visitor.cookie == ""


def test_few_slaps_show_counts_only(homes: Homes) -> None:
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
def test_the_address_asks_for_what_its_form_says(homes: Homes, filters: dict[str, Any]) -> None:
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


def test_the_page_says_what_is_left_out_and_why(homes: Homes) -> None:
    text = unescape(homes[500].page())
    for sentence in (
        "coarse clock, ±",
        "under 0.15",
        "interrupted, or at a table where the first to reach the server wins",
        "Practice of a daily's deal is left out",
        "Of two people at one device, the first one's slaps are counted",
    ):
        assert sentence in text, sentence


@pytest.mark.parametrize(
    ("span", "games", "days", "told"),
    [
        *(("all", 200, 59, False), ("all", 201, 59, True), ("all", 60, 60, True)),
        *(("30days", 200, 30, False), ("30days", 201, 30, True)),
    ],
)
def test_the_page_says_where_its_plots_leave_out_games(
    span: Span, games: int, days: int, told: bool
) -> None:
    kind = Kind("solo", 2, "normal", "key")
    found = Found(
        kinds=(kind,),
        sums=((kind, {"games": games}),),
        days=tuple((day, {"times": {"400": 1}}) for day in range(days)),
        games=(),
        streak=0,
        best_streak=0,
    )
    notes = stats_page(found, Asked(Wanted(span=span), "normal")).notes
    assert any("show the newest 60 days and 200 games" in note for note in notes) == told


def test_the_page_is_light_however_much_was_played(homes: Homes) -> None:
    assert len(gzip.compress(homes[10_000].page().encode(), 6)) < 14 * 1024


def test_the_page_leads_to_another_device_and_to_deletion(homes: Homes) -> None:
    text = homes[5].page()
    assert '<form method="post" action="/device">' in text
    delete = re.search(r'<form method="post" action="/me/delete">.*?</form>', text, re.DOTALL)
    assert delete is not None
    assert 'name="confirm"' in delete[0]
    assert "type DELETE" in delete[0]
    assert "required" in delete[0]


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
def test_twenty_times_the_games_are_no_three_times_the_work(homes: Homes, query: str) -> None:
    few, many = work(homes[500], query), work(homes[10_000], query)
    assert few[1] > 20
    assert many[0] == few[0] <= 10
    assert many[1] <= 3 * few[1]
    assert 0 < many[2] <= 3 * few[2]


def test_a_few_kinds_of_many_games_are_read_up_to_a_bound(homes: Homes) -> None:
    """Days, games and kinds are told up to so many, and nothing else is."""
    for query in ("?mode=solo&seats=2&level=hard&device=unknown", "?seats=3&device=touch"):
        assert work(homes[10_000], query)[1] <= 200 + 60 * 4 + 60


def test_the_database_finds_the_games_by_an_index(homes: Homes) -> None:
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
