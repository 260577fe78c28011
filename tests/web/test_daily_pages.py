"""The daily's pages: what each says before, during and after a try, and what is told to others."""

import hashlib
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.engine.score import daily_score
from app.web import days
from app.web.board_view import board_view, guest_number
from app.web.calendar_view import calendar_view, month_of
from app.web.clock_view import clock_view, tile_clock
from app.web.daily_score import Played, score_view, share_view
from app.web.daily_view import daily_page
from app.web.preferences import USUAL
from app.web.templating import Templates
from tests.web.daily_facts import (
    ME,
    NOON_MS,
    STATES,
    STREAK,
    TODAY,
    WON,
    before,
    board,
    facts,
    mine,
    tried,
)
from tests.web.site import BROWSER, Site, Visitor
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import Page, page

HERE = f"/daily/{TODAY}"
PLAYED = Played("won", 241_900, 1, 7, 9, 412)
ADDRESS = f"https://slapback.example{HERE}"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    """A site of its own: a board is everybody's."""
    with Site(tmp_path) as made:
        yield made


def start(visitor: Visitor) -> str:
    """Press Start, and begin; the try's table."""
    answer = visitor.post(HERE, {}, BROWSER)
    assert answer.status == 303, answer
    table = answer.headers["location"].removeprefix("/t/")
    assert visitor.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
    return table


def whole(visitor: Visitor) -> str:
    """A try from its start to its kept score."""
    table = start(visitor)
    visitor.finish(table)
    visitor.site.run(visitor.site.app.state.house.archive.wait)
    return table


def one_line(text: str) -> str:
    return " ".join(text.split())


# Before


def test_before_its_try_a_day_says_what_it_is_and_has_one_button(fresh: Site) -> None:
    visitor = Visitor(fresh)
    with nothing_written(fresh):
        answer = visitor.get("/daily", **BROWSER)
    assert "set-cookie" not in answer.headers
    shown = Page(answer)
    for words in (
        "Daily 27",
        "1 Dec 2026, UTC",
        "One ranked try. Everyone gets the same deal and the same computer reactions.",
        "Slap",
        "Sandwiches: two cards of one rank with another between.",
        "After 200 reveals the most cards win.",
        "A pause begins once the window has settled.",
        "The next deal comes in 12 hours.",
        "Nobody has finished today's deal yet. Be the first.",
    ):
        assert words in one_line(shown.words), words
    assert shown.forms() == [(HERE, {})]
    assert "Practise" not in shown.words, "a deal is not studied before its try"
    assert "Streak" not in shown.words


def test_only_days_that_have_come_have_a_page(fresh: Site) -> None:
    visitor = Visitor(fresh)
    assert visitor.get("/daily/2026-11-05", **BROWSER).status == 200
    for date in ("2026-12-02", "2026-11-04", "2026-13-01", "20261201", "x", "2026-12-1"):
        assert visitor.get(f"/daily/{date}", **BROWSER).status == 404, date


def test_a_past_day_is_for_practice(fresh: Site) -> None:
    shown = page(Visitor(fresh), "/daily/2026-11-20")
    assert "This day is over." in shown.words
    assert "Nobody finished this day's deal." in shown.words
    assert shown.forms() == [("/daily/2026-11-20/practise", {"window_ms": "700"})]
    values = [each["value"] for each in shown.all("option")]
    assert values == ["700", "1000", "1800", "3000", "6000", "18000", "0"]
    assert [each["href"] for each in shown.all("a", **{"class": "next"})] == ["/daily"]


# During


def test_in_play_there_is_one_way_on(fresh: Site) -> None:
    visitor = Visitor(fresh)
    table = start(visitor)
    visitor.turn(table)
    visitor.turn(table)
    shown = page(visitor, HERE)
    n = visitor.state(table)["n"]
    assert f"Your try is in play: reveal {n} of 200." in one_line(shown.words)
    assert shown.all("a", href=f"/t/{table}#continue")
    assert [action for action, _ in shown.forms()] == ["/me/name"]
    home = page(visitor, "/")
    assert "In play" in home.words
    assert f"Daily 27 · reveal {n} of 200" in home.words
    assert "Daily 27 · Slapback" in page(visitor, f"/t/{table}").words
    # Start once more leads to the same try.
    assert visitor.post(HERE, {}, BROWSER).headers["location"] == f"/t/{table}"


def test_the_table_of_a_try_offers_no_other_one(fresh: Site) -> None:
    visitor = Visitor(fresh)
    table = start(visitor)
    shown = page(visitor, f"/t/{table}")
    assert "A pause begins once the window has settled." in shown.words
    assert "Restart" not in shown.words
    assert "Move this seat" not in shown.words
    assert not shown.all("select", name="window_ms")
    visitor.finish(table)
    shown = page(visitor, f"/t/{table}")
    assert "Play again" not in shown.words
    assert "Change rules" not in shown.words
    links = [each["href"] for each in shown.all("a")]
    assert HERE in links
    assert f"{HERE}#practise" in links


# After


def test_after_its_try_a_day_is_its_result(fresh: Site) -> None:
    visitor = Visitor(fresh)
    table = whole(visitor)
    shown = page(visitor, "/daily")
    assert "Start" not in shown.words
    ((game, _, _, points, won, play_ms, wrong, piles, chances),) = rows(fresh)
    assert points == daily_score(bool(won), play_ms, wrong, piles)
    words = one_line(shown.words)
    result = "You won" if won else "Not won"
    assert f"{result}: {points} point{'s' * (points != 1)}" in words
    assert "Rank 1: the first on the board." in words
    assert "Streak: 1 day." in words
    assert f"{piles} of {chances} slaps first" in words
    assert shown.all("a", href=f"/replay/{game}")
    assert (f"{HERE}/practise", {"window_ms": "700"}) in shown.forms()
    tile = "Done, rank 1"
    assert tile in page(visitor, "/").words
    # At the table the same sum stands for everybody.
    region = page(Visitor(fresh), f"/t/{table}").words
    assert f"Points{points}" in re.sub(r"\s", "", region)


def rows(site: Site) -> list[tuple[str, str, str, int, int, int, int, int, int]]:
    columns = "game, date, browser, points, won, play_ms, wrong, piles, chances"
    with closing(sqlite3.connect(site.database)) as file:
        return file.execute(f"SELECT {columns} FROM scores").fetchall()  # noqa: S608  our own names


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("timing", "your browser reported a slap as quicker than it can have been"),
        ("replay", "the stored game, played again, did not come to the same end"),
        ("late", "that day's cards were public before the game ended"),
    ],
)
def test_a_refused_score_is_told_with_its_reason(fresh: Site, why: str, told: str) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    with closing(sqlite3.connect(fresh.database)) as file, file:
        file.execute("UPDATE scores SET refused = ?", (why,))
    words = one_line(page(visitor, HERE).words)
    assert told in words
    assert "Rank 1" not in words
    assert "Nobody has finished today's deal yet. Be the first." in words
    assert "Streak: 1 day." in words
    home = one_line(page(visitor, "/").words)
    assert "Done" in home
    assert "Done, rank" not in home


def test_a_name_is_kept_from_the_board_and_shown_there(fresh: Site) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    ((_, _, browser, *_),) = rows(fresh)
    before_it = visitor.get(HERE, **BROWSER).text
    assert f"Player {guest_number(browser)} (you)" in before_it
    assert browser not in before_it
    sent = {**BROWSER, "Referer": f"http://localhost{HERE}"}
    answer = visitor.post("/me/name", {"name": "Zoë"}, sent)
    assert (answer.status, answer.headers["location"]) == (303, HERE)
    assert "Zoë (you)" in page(visitor, HERE).words
    stranger = page(Visitor(fresh), HERE).words
    assert "Zoë" in stranger
    assert "(you)" not in stranger


def test_a_number_stands_for_a_browser_and_tells_nothing_of_it() -> None:
    ids = [f"browser {n}" for n in range(500)]
    numbers = [guest_number(each) for each in ids]
    assert numbers == [guest_number(each) for each in ids]
    assert all(1000 <= each <= 9999 for each in numbers)
    assert len(set(numbers)) > 450


def test_the_day_changes_at_midnight_and_a_try_is_its_day_s(fresh: Site) -> None:
    visitor = Visitor(fresh)
    fresh.wall_ms = days.ends_ms(TODAY) - 60_000
    table = start(visitor)
    assert "The next deal comes in 1 minute." in page(visitor, "/daily").words
    fresh.wall_ms += 120_000
    later = page(visitor, "/daily")
    assert "Daily 28" in later.words
    assert later.forms()[0] == ("/daily/2026-12-02", {})
    assert page(visitor, HERE).all("a", href=f"/t/{table}#continue")
    assert "Not played yet" in page(visitor, "/").words
    visitor.finish(table)
    fresh.run(fresh.app.state.house.archive.wait)
    assert "Rank 1" in page(visitor, HERE).words
    assert "Nobody has finished today's deal yet." in page(visitor, "/daily").words


def test_seals_are_shown_ahead_and_seeds_when_their_day_is_over(fresh: Site) -> None:
    fresh.run(fresh.app.state.house.dailies.ahead)
    visitor = Visitor(fresh)
    fresh.wall_ms = days.ends_ms(TODAY) + days.REVEAL_AFTER_MS - 1
    seeds = sealed(fresh)
    early = visitor.get("/daily", **BROWSER).text
    assert all(seed not in early for seed, _ in seeds.values())
    fresh.wall_ms += 1
    text = visitor.get("/daily", **BROWSER).text
    seed, seal = seeds[TODAY]
    assert seed in text
    assert hashlib.sha256(b"ers:daily-commit:1\0" + bytes.fromhex(seed)).hexdigest() == seal
    assert [day for day, (each, _) in seeds.items() if each in text] == [TODAY]
    assert seeds["2026-12-08"][1] in text


def sealed(site: Site) -> dict[str, tuple[str, str]]:
    with closing(sqlite3.connect(site.database)) as file:
        found = file.execute("SELECT date, seed, commitment FROM daily_deals").fetchall()
    return {date: (seed, seal) for date, seed, seal in found}


# Score


@pytest.mark.parametrize(
    ("played", "lines"),
    [
        (PLAYED, [("A win", 2000), ("4:01 of play", -482), ("1 wrong slap", -20)]),
        (replace(PLAYED, wrong=0), [("A win", 2000), ("4:01 of play", -482), ("0 wrong slaps", 0)]),
        (replace(PLAYED, outcome="lost"), [("Not won", 0), ("7 piles slapped first", 175)]),
        (replace(PLAYED, outcome="draw", piles=1), [("A draw", 0), ("1 pile slapped first", 25)]),
    ],
)
def test_a_score_is_worked_out_line_by_line(played: Played, lines: list[tuple[str, int]]) -> None:
    view = score_view(played)
    amounts = [int(each.amount.replace("−", "-")) for each in view.lines]
    assert [(each.label, n) for each, n in zip(view.lines, amounts, strict=True)] == lines
    assert sum(amounts) == played.points == int(view.total)


def test_the_floor_of_a_win_has_a_line_of_its_own() -> None:
    view = score_view(replace(PLAYED, play_ms=900_000))
    assert view.total == "500"
    assert view.lines[-1].label == "A win is never worth less than 500"
    exactly = replace(PLAYED, play_ms=740_000, wrong=1)
    assert score_view(exactly).lines[-1].label == "1 wrong slap"
    assert exactly.points == 500


# Sharing


def test_the_share_text_is_the_one_of_the_specification() -> None:
    share = share_view(27, PLAYED, ADDRESS)
    assert f"{share.text}\n{share.address}" == (
        "Egyptian War daily 27 – won, 1498 points\n"
        "7 of 9 slaps first, best 0.41 s, 1 wrong\n"
        "https://slapback.example/daily/2026-12-01"
    )


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"outcome": "lost"}, ("lost, 175 points", "7 of 9 slaps first, best 0.41 s, 1 wrong")),
        ({"outcome": "draw"}, ("a draw, 175 points", "7 of 9 slaps first, best 0.41 s, 1 wrong")),
        (
            {"outcome": "lost", "piles": 0, "best_ms": None, "wrong": 0},
            ("lost, 0 points", "0 of 9 slaps first, none wrong"),
        ),
        (
            {"piles": 0, "chances": 0, "best_ms": None, "wrong": 2},
            ("won, 1478 points", "Nothing to slap, 2 wrong"),
        ),
    ],
)
def test_other_games_are_shared_in_as_few_words(
    changes: dict[str, object], lines: tuple[str, str]
) -> None:
    share = share_view(27, replace(PLAYED, **changes), ADDRESS)  # type: ignore[arg-type]
    assert share.text == f"Egyptian War daily 27 – {lines[0]}\n{lines[1]}"


def test_a_share_text_is_short_has_no_emoji_and_is_the_same_in_every_theme() -> None:
    templates = Templates(lambda name: f"/static/{name}")
    for name, known in STATES.items():
        view = daily_page(known)
        if view.done is None:
            continue
        share = view.done.share
        whole_text = f"{share.text}\n{share.address}"
        assert len(whole_text) <= 280
        assert all(unicodedata.category(each) != "So" for each in whole_text), name
        drawn = {
            re.sub("<[^>]*>", "", shared[0])
            for theme in ("light", "dark", "system")
            for html in [templates.page_html("daily", view, replace(USUAL, theme=theme))]
            if (shared := re.search('<p class="shared".*?</p>', html, re.DOTALL))
        }
        assert drawn == {whole_text}
    longest = Played("won", 9_999_999, 199, 199, 199, 1500)
    share = share_view(99_999, longest, f"https://{'a' * 63}.{'b' * 63}.example{HERE}")
    assert len(f"{share.text}\n{share.address}") <= 280


def test_a_draw_is_told_from_a_loss_by_its_game() -> None:
    lost = daily_page(facts([tried(TODAY, replace(WON, won=False))]))
    known = facts([tried(TODAY, replace(WON, won=False))])
    assert known.ended is not None
    drawn = daily_page(replace(known, ended=replace(known.ended, winner=None)))
    assert lost.done is not None
    assert drawn.done is not None
    assert lost.done.headline == "Not won: 175 points"
    assert drawn.done.headline == "A draw: 175 points"


# Board


def test_a_board_marks_its_reader_and_shares_ranks() -> None:
    view = board_view(board(14, mine(9)), ME, TODAY, today=True)
    assert [each.rank for each in view.top][:6] == [1, 2, 3, 3, 5, 6]
    assert [each.name.endswith("(you)") for each in view.top] == [n == 8 for n in range(15)]
    assert [each.mine for each in view.top] == [n == 8 for n in range(15)]
    assert not any(each.mine for each in board_view(board(14, mine(9)), "", TODAY, True).top)


def test_whoever_is_far_down_stands_between_two_on_either_side() -> None:
    view = daily_page(STATES["daily, lost"])
    assert len(view.board.top) == 20
    assert [each.mine for each in view.board.around] == [False, False, True, False, False]
    assert view.done is not None
    assert view.done.standing == (
        "Rank 340 of 412.",
        "More points than 17\N{NO-BREAK SPACE}% of the others.",
    )


def test_the_board_of_all_days_says_of_which_day_each_is() -> None:
    view = daily_page(STATES["daily, best of all"])
    assert view.all_days
    assert view.board.caption == "Best of all days"
    assert {each.date for each in view.board.top} == {TODAY}
    assert view.board.standing[0] == "Rank 340 of 999."
    nobody = daily_page(STATES["daily, best of all, nobody"]).board
    assert nobody.empty == "Nobody has finished a daily yet. Be the first."


def test_before_a_try_five_are_shown() -> None:
    assert len(daily_page(STATES["daily, before"]).board.top) == 5


# Calendar, streak, clock


def test_a_month_tells_of_each_day_what_was_made_of_it() -> None:
    tries = {each.date: each for each in [*before(), tried(TODAY, state="paused")]}
    view = calendar_view("2026-11", "2026-11-20", TODAY, tries, STREAK.forgiven)
    cells = {cell.number: cell for cell in view.cells}
    assert (len(cells), view.begins) == (30, 7)
    assert (view.caption, view.before, view.after) == ("Nov 2026", "", "2026-12")
    assert cells[4].date == "", "no daily was before the first"
    assert (cells[10].mark, cells[10].label) == ("", "10 Nov 2026"), "not missed before one began"
    assert (cells[16].mark, cells[16].label) == ("75", "16 Nov 2026: 75 points")
    assert (cells[18].mark, cells[18].label) == ("–", "18 Nov 2026: missed")
    assert (cells[27].mark, cells[27].label) == ("○", "27 Nov 2026: missed, forgiven")
    assert cells[20].now
    december = calendar_view("2026-12", TODAY, TODAY, tries, ())
    first, second, *_ = december.cells
    assert (first.mark, first.label) == ("▸", "1 Dec 2026: in play")
    assert (second.date, second.label) == ("", "2 Dec 2026: not yet")


def test_a_day_that_was_finished_by_a_refused_score_is_not_missed() -> None:
    refused = tried("2026-11-29", replace(WON, refused="timing"))
    tries = {each.date: each for each in [tried("2026-11-28", WON), refused]}
    view = calendar_view("2026-11", TODAY, TODAY, tries, ())
    cells = {cell.number: cell for cell in view.cells}
    assert cells[29].mark == "1498"
    assert cells[30].mark == "–"


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("2026-11", "2026-11"),
        ("2026-12", "2026-12"),
        ("2026-10", "2026-12"),
        ("2027-01", "2026-12"),
        ("2026-1²", "2026-12"),
        ("2026-00", "2026-12"),
        ("2026--1", "2026-12"),
        ("", "2026-12"),
        ("<script>", "2026-12"),
    ],
)
def test_the_month_that_is_asked_for_is_one_that_has_a_daily(asked: str, shown: str) -> None:
    assert month_of(asked, TODAY, TODAY) == shown


@pytest.mark.parametrize("asked", ["2026-1x", "2026-1²", "2026-13", "2027-0 ", "2027+01"])
def test_what_only_looks_like_a_month_is_none(asked: str) -> None:
    assert month_of(asked, "2027-02-05", "2027-03-01") == "2027-02"


def test_a_streak_shows_what_it_forgives() -> None:
    view = daily_page(facts(before(), streak=STREAK))
    assert view.streak == ("Streak: 8 days.", "One missed day in it is forgiven.")


def test_a_clock_has_words_and_a_duration_and_no_moment() -> None:
    clock = clock_view(NOON_MS)
    assert clock.left_ms == 12 * 3_600_000
    assert clock.text == "The next deal comes in 12 hours."
    assert clock.at == "Next deal at {time}, in {left}."
    assert tile_clock(days.ends_ms(TODAY) - 1).text == "1 minute left"
    assert tile_clock(days.ends_ms(TODAY) - 5_400_000).text == "2 hours left"
    assert tile_clock(days.ends_ms(TODAY) - 5_399_999).text == "90 minutes left"
