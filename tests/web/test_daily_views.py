"""What the daily's views say of a game, a board and a month, drawn from plain values."""

import re
import unicodedata
from dataclasses import replace
from html import unescape

import pytest

from app import days
from app.web.board_view import board_view, standing
from app.web.calendar_view import calendar_view, month_of
from app.web.clock_view import clock_view, tile_clock
from app.web.daily_score import Played, score_view, share_view
from app.web.daily_view import daily_page
from app.web.home_view import daily_tile
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

PLAYED = Played("won", 241_900, 1, 7, 9, 412)
ADDRESS = f"https://slapback.example/daily/{TODAY}"


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
            unescape(re.sub("<[^>]*>", "", shared[0]))
            for theme in ("light", "dark", "system")
            for html in [templates.page_html("daily", view, replace(USUAL, theme=theme))]
            if (shared := re.search('<p class="shared".*?</p>', html, re.DOTALL))
        }
        assert drawn == {whole_text}
    longest = Played("won", 9_999_999, 199, 199, 199, 1500)
    share = share_view(99_999, longest, f"https://{'a' * 63}.{'b' * 63}.example/daily/{TODAY}")
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


def test_nobody_hears_of_none_or_of_all_in_a_hundred() -> None:
    told = {rank: standing(board(14, mine(rank))) for rank in (1, 15)}
    assert told == {
        1: ("Rank 1 of 15.", "More points than all the others."),
        15: ("Rank 15 of 15.",),
    }
    assert standing(board(1, mine(1)))[1] == "More points than the other player."
    assert standing(board(0, mine(1))) == ("Rank 1: the first on the board.",)


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
    waits = {**tries, "2026-11-27": tried("2026-11-27", state="paused")}
    cell = calendar_view("2026-11", "2026-11-20", TODAY, waits, STREAK.forgiven).cells[26]
    assert (cell.mark, cell.label) == (
        "▸○",
        "27 Nov 2026: in play, and forgiven as long as it is not finished",
    )
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


def test_a_try_that_has_begun_has_no_less_time_for_the_day_that_ends() -> None:
    assert daily_tile(NOON_MS).clock.at == "{left} left"
    for state in ("playing", "over"):
        clock = daily_tile(NOON_MS, tried(TODAY, state=state)).clock
        assert (clock.text, clock.at) == ("New in 12 hours", "New in {left}")
