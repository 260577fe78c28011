"""The daily's pages: what each says before, during and after a try, and what is told to others."""

import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app import days
from app.engine.score import daily_score
from app.store import daily
from app.table.names import clean_name
from app.web.board_view import guest_number
from app.web.standing_view import LOOKS
from tests.web.daily_facts import TODAY
from tests.web.site import BROWSER, SCRIPT, Site, Visitor
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import Page, page

HERE = f"/daily/{TODAY}"


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
        "It counts for the board if it is over before 2 Dec 2026, 03:00 UTC.",
        "It counts for the board if it is over before 2 Dec 2026, 03:00 UTC: then that day's cards",
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
    titles = ["Practise this deal", "Board of 20 Nov 2026", "Past deals"]
    assert sorted(titles, key=shown.words.index) == titles, "what can be done there comes first"
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
    assert [action for action, _ in shown.forms()] == ["/me/name#board-title"]
    home = page(visitor, "/")
    assert "In play" in home.words
    assert f"Daily 27 · reveal {n} of 200" in home.words
    assert "Daily 27 · Slapback" in page(visitor, f"/t/{table}").words
    # Start once more leads to the same try.
    assert visitor.post(HERE, {}, BROWSER).headers["location"] == f"/t/{table}"


def test_a_try_in_play_says_until_when_it_counts_for_the_board(fresh: Site) -> None:
    visitor = Visitor(fresh)
    table = start(visitor)
    until = "if it is over before 2 Dec 2026, 03:00 UTC."
    fresh.wall_ms = days.reveals_ms(TODAY) - 1
    assert until in one_line(page(visitor, HERE).words)
    fresh.wall_ms += 1
    words = one_line(page(visitor, HERE).words)
    assert until not in words
    assert "This day's cards are public since 2 Dec 2026, 03:00 UTC" in words
    assert page(visitor, HERE).all("a", href=f"/t/{table}#continue"), "it can still be finished"
    visitor.finish(table)
    words = one_line(page(visitor, HERE).words)
    assert "This score is not on the board: that day's cards were public" in words


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
    assert "Practise this deal" in shown.words
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
    result = "You won" if won else "(Not won|A draw)"
    assert re.search(rf"{result}: {points} point{'s' * (points != 1)}\b", words)
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


def told(visitor: Visitor, look: str = "") -> Page:
    """What the result of a try says of its place, by the script of its table."""
    answer = visitor.get(f"{HERE}/standing{look}", **SCRIPT)
    assert answer.status == 200
    return Page(answer)


def test_a_result_says_where_its_try_stands(fresh: Site) -> None:
    visitor = Visitor(fresh)
    assert told(visitor).words.strip() == "", "there is no try"
    table = whole(visitor)
    (link,) = page(visitor, f"/t/{table}").all("a", **{"data-into": "#standing"})
    assert link["href"] == f"{HERE}/standing"
    assert visitor.get(f"{HERE}/standing", **BROWSER).headers["location"] == HERE
    assert one_line(told(visitor).words) == "Rank 1: the first on the board."
    assert one_line(told(Visitor(fresh)).words) == "", "a watcher's own place is not told there"
    with closing(sqlite3.connect(fresh.database)) as file, file:
        file.execute("UPDATE scores SET refused = 'timing'")
    assert "your browser reported a slap" in one_line(told(visitor).words)
    assert "Rank" not in told(visitor).words
    with closing(sqlite3.connect(fresh.database)) as file, file:
        file.execute("DELETE FROM scores")
    shown = told(visitor)
    assert "Your score is being checked" in shown.words
    (first,) = shown.all("p")
    assert (first["hx-get"], first["hx-target"]) == (f"{HERE}/standing?look=2", "#standing")
    last = told(visitor, f"?look={LOOKS}")
    assert [each.get("hx-get") for each in last.all("p")] == [None], "it looks no more by itself"
    assert last.all("a", href=HERE)
    for odd in ("?look=x", "?look=", "?look=99", "?look=-1", "?look=%C2%B2"):
        assert told(visitor, odd).all("p")[0]["hx-get"].endswith("look=2")


def test_a_score_that_is_kept_while_it_is_asked_for_leaves_no_result_without_a_word(
    fresh: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    with closing(sqlite3.connect(fresh.database)) as file, file:
        file.execute("CREATE TABLE later AS SELECT * FROM scores")
        file.execute("DELETE FROM scores")

    def before_it_is_kept(read: Callable[..., Any]) -> Callable[..., Any]:
        def then(*asked: object) -> object:
            found = read(*asked)
            with closing(sqlite3.connect(fresh.database)) as file, file:
                file.execute("INSERT OR IGNORE INTO scores SELECT * FROM later")
            return found

        return then

    for name in ("try_of", "board"):
        monkeypatch.setattr(daily, name, before_it_is_kept(getattr(daily, name)))
    assert "Your score is being checked" in told(visitor).words
    assert one_line(told(visitor).words) == "Rank 1: the first on the board."


def test_a_name_is_kept_from_the_board_and_shown_there(fresh: Site) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    ((_, _, browser, *_),) = rows(fresh)
    before_it = visitor.get(HERE, **BROWSER).text
    assert f"Player {guest_number(browser)} (you)" in before_it
    assert browser not in before_it
    sent = {**BROWSER, "Referer": f"http://localhost{HERE}"}
    form = page(visitor, HERE).forms()[0]
    assert form == ("/me/name#board-title", {"board": "yes", "name": ""})
    answer = visitor.post("/me/name", {"name": "Zoë", "board": "yes"}, sent)
    assert (answer.status, answer.headers["location"]) == (303, HERE)
    assert "Zoë (you)" in page(visitor, HERE).words
    stranger = page(Visitor(fresh), HERE).words
    assert "Zoë" in stranger
    assert "(you)" not in stranger


def test_a_name_for_tables_is_not_on_the_board_unasked(fresh: Site) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    ((_, _, browser, *_),) = rows(fresh)
    number = f"Player {guest_number(browser)}"

    def stands() -> str:
        lines: list[str] = re.findall(
            r'<th scope="row">([^<]*)</th>', visitor.get(HERE, **BROWSER).text
        )
        return next(line for line in lines if line.endswith("(you)")).removesuffix(" (you)")

    table = visitor.open(mode="link", seats="2")
    assert visitor.post(f"/t/{table}/name", {"seat": "0", "name": "Dad"}).status == 204
    assert stands() == number
    assert page(visitor, HERE).forms()[0][1] == {"board": "yes", "name": "Dad"}, "one press away"
    assert visitor.post("/me/name", {"name": "Dad"}).status == 204
    assert stands() == number
    shown = page(visitor, "/settings")
    assert "checked" not in shown.all("input", name="board")[0]
    assert f"There you are {number}." in shown.words
    assert visitor.post("/me/name", {"name": "Zoë", "board": "yes"}).status == 204
    assert stands() == "Zoë"
    shown = page(visitor, "/settings")
    assert "checked" in shown.all("input", name="board")[0]
    assert "There you are Zoë." in shown.words
    assert visitor.post(f"/t/{table}/name", {"seat": "0", "name": "Dad"}).status == 204
    assert stands() == "Zoë", "and another one at a table changes nothing there"
    assert visitor.post("/me/name", {"name": "", "board": "yes"}).status == 204
    assert stands() == number
    assert visitor.post("/me/name", {"name": "Zoë", "board": "x"}).status == 422


@pytest.mark.parametrize(
    ("name", "why"), [("player  4821", "another player's line"), ("fück you", "a word that")]
)
def test_a_name_that_a_board_does_not_show_gives_way_to_the_number(
    fresh: Site, name: str, why: str
) -> None:
    visitor = Visitor(fresh)
    whole(visitor)
    ((_, _, browser, *_),) = rows(fresh)
    visitor.post("/me/name", {"name": name, "board": "yes"})
    assert clean_name(name) not in page(Visitor(fresh), HERE).words
    for path in (HERE, "/settings"):
        words = one_line(page(visitor, path).words)
        assert f"Player {guest_number(browser)}" in words
        assert why in words, path
    assert visitor.state(visitor.open())["seats"][0]["name"] == clean_name(name), (
        "at their own table they are called what they like"
    )


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


def seals(visitor: Visitor, path: str) -> str:
    return one_line(page(visitor, path).words).partition("How we prove")[2]


def test_yesterday_stays_sealed_until_its_seed_is_shown(fresh: Site) -> None:
    """Nor does its commitment vanish between the two."""
    fresh.run(fresh.app.state.house.dailies.ahead)
    visitor, (seed, seal) = Visitor(fresh), sealed(fresh)[TODAY]
    fresh.wall_ms = days.ends_ms(TODAY)
    for path in ("/daily", HERE):
        assert seal in seals(visitor, path)
        assert seed not in seals(visitor, path)
    fresh.wall_ms = days.reveals_ms(TODAY)
    for path in ("/daily", HERE):
        assert seals(visitor, path).count(seal) == 1
        assert seed in seals(visitor, path)


def test_an_old_day_s_page_shows_its_own_seed(fresh: Site) -> None:
    fresh.run(fresh.app.state.house.dailies.ahead)
    visitor, (seed, seal) = Visitor(fresh), sealed(fresh)[TODAY]
    fresh.wall_ms = days.begins_ms(days.shifted(TODAY, 15))
    assert seed not in seals(visitor, "/daily")
    assert seed in seals(visitor, HERE)
    assert seal in seals(visitor, HERE)


def sealed(site: Site) -> dict[str, tuple[str, str]]:
    with closing(sqlite3.connect(site.database)) as file:
        found = file.execute("SELECT date, seed, commitment FROM daily_deals").fetchall()
    return {date: (seed, seal) for date, seed, seal in found}
