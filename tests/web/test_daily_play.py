"""Playing the daily: one ranked try a browser and day, and practice of its deal."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import anyio
import pytest

from app.days import FIRST, begins_ms, ends_ms
from app.store.daily import Deal
from app.web.dailies import Dailies
from tests.web.addresses import addresses
from tests.web.dailies import (
    DATE,
    HOUR_MS,
    NOON,
    asked,
    begin,
    browser_of,
    daily_site,
    live_at,
    play,
    practise,
    rows,
    score_at,
    table_of,
)
from tests.web.site import BROWSER, OURS, SCRIPT, Answer, Site, Visitor, plain
from tests.web.test_pages import page

YESTERDAY, TOMORROW = "2026-11-30", "2026-12-02"
TRIES = "SELECT date, browser FROM tries"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with daily_site(tmp_path) as made:
        yield made


@pytest.fixture
def person(site: Site) -> Visitor:
    return Visitor(site)


def over(person: Visitor) -> str:
    """A ranked try that is over, by its reveals' limit."""
    table = begin(person)
    person.finish(table)
    return table


# The one try


def test_start_opens_the_ranked_try_of_today(site: Site, person: Visitor) -> None:
    answer = asked(person)
    table = table_of(answer)
    setup = live_at(site, table).setup
    assert (setup.mode, setup.date, setup.ranked) == ("daily", DATE, True)
    assert (setup.window_ms, setup.claim_window_ms) == (700, 1500)
    assert (setup.rules.reveal_limit, setup.computers, setup.level) == (200, 3, "normal")
    assert rows(site, TRIES) == [(DATE, browser_of(site, table))]
    assert rows(site, 'SELECT begun FROM tries WHERE "table" = ?', table) == [(NOON,)]


@pytest.mark.parametrize("headers", [BROWSER, SCRIPT, OURS])
def test_a_second_press_leads_to_the_same_table(
    site: Site, person: Visitor, headers: dict[str, str]
) -> None:
    """By a second tab, a reload, the back button: before the deal, in the game, and after it."""
    table = table_of(asked(person))
    tables = rows(site, "SELECT id FROM tables")
    for state in ("waiting", "playing", "over"):
        if state == "playing":
            begin(person)
        elif state == "over":
            person.finish(table)
        assert person.state(table)["table"] == state
        answer = person.post(f"/daily/{DATE}", {}, headers)
        assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
        assert rows(site, "SELECT id FROM tables") == tables
        assert len(rows(site, TRIES)) == 1
    assert "slapback_commits_failed_total 0.0" in person.get("/metrics").text, (
        "it is not even tried"
    )


def test_two_presses_at_once_open_one_table(
    site: Site, person: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.post("/settings", {"deck": "four"})  # it is known, and has no try
    answers: list[Answer] = []
    opened, looked = Dailies.opened, []
    both_looked = anyio.Event()

    async def once_both_looked(dailies: Dailies, day: str) -> Deal:
        looked.append(day)
        if len(looked) == 2:
            both_looked.set()
        await both_looked.wait()
        return await opened(dailies, day)

    # Neither finds the other's try: so it is the store that has to refuse one of them.
    monkeypatch.setattr(Dailies, "opened", once_both_looked)

    async def start() -> None:
        headers = {**BROWSER, "Cookie": person.cookie}
        answers.append(await site.answered("POST", f"/daily/{DATE}", headers))

    async def both() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(start)
            group.start_soon(start)

    site.run(both)
    first, second = (table_of(answer) for answer in answers)
    assert first == second
    assert len(rows(site, TRIES)) == len(rows(site, "SELECT id FROM tables")) == 1
    assert "slapback_commits_failed_total 1.0" in person.get("/metrics").text


def test_every_browser_has_a_try(site: Site) -> None:
    tables = {table_of(asked(Visitor(site))) for _ in range(3)}
    assert len(tables) == 3
    assert len(rows(site, TRIES)) == 3


@pytest.mark.parametrize("wish", ["rematch", "restart", "rules"])
@pytest.mark.parametrize("state", ["paused", "over"])
def test_it_is_played_once_and_as_it_is(site: Site, person: Visitor, wish: str, state: str) -> None:
    table = begin(person)
    if state == "over":
        person.finish(table)
    else:
        assert person.post(f"/t/{table}/pause").status == 204
    fields = {"window_ms": "3000"} if wish == "rules" else {}
    before = site.kept(table)
    answer = person.post(f"/t/{table}/{wish}", fields)
    assert answer.status == 409
    plain(answer)
    assert site.kept(table) == before


def test_the_name_that_a_browser_has_stands_at_its_table(site: Site, person: Visitor) -> None:
    person.post("/me/name", {"name": "Ada"})
    assert person.state(begin(person))["seats"][0]["name"] == "Ada"
    assert Visitor(site).post("/me/name", {"name": "x" * 17}).status == 422


def test_a_try_counts_the_same_for_a_browser_that_listens(site: Site, person: Visitor) -> None:
    person.post("/settings", {"listening": "yes"})
    setup = live_at(site, begin(person)).setup
    assert (setup.listening, setup.window_ms) == (False, 700)


# Days


@pytest.mark.parametrize(
    "date",
    [
        *(TOMORROW, "2027-12-01", "2026-11-04", "2026-12-1", "20261201", "2026-13-01"),
        *("2026-02-30", "today", "x", "2026-12-01T00:00", "２０２６-12-01"),
    ],
)
@pytest.mark.parametrize("what", ["", "/practise"])
def test_a_day_to_come_and_no_day_at_all_are_not_there(
    site: Site, person: Visitor, date: str, what: str
) -> None:
    before = site.kept()
    answer = person.post(f"/daily/{quote(date)}{what}")
    assert answer.status == 404
    plain(answer)
    assert site.kept() == before
    assert rows(site, TRIES) == []


@pytest.mark.parametrize("date", [FIRST, YESTERDAY])
def test_an_earlier_day_is_practised(site: Site, person: Visitor, date: str) -> None:
    table = table_of(practise(person, date))
    setup = live_at(site, table).setup
    assert (setup.mode, setup.date, setup.ranked) == ("solo", date, False)
    assert (setup.window_ms, setup.claim_window_ms) == (700, 1500)
    assert rows(site, TRIES) == []
    again = table_of(practise(person, date))
    assert again != table, "as often as you like"
    assert asked(person).status == 303
    assert len(rows(site, TRIES)) == 1


def test_today_is_practised_once_the_try_is_over(site: Site, person: Visitor) -> None:
    def refused() -> None:
        before = site.kept()
        answer = practise(person)
        assert answer.status == 409
        plain(answer)
        assert site.kept() == before

    refused()
    table = table_of(asked(person))
    refused()
    begin(person)
    refused()
    assert person.post(f"/t/{table}/pause").status == 204
    refused()
    assert person.post(f"/t/{table}/resume").status == 204
    person.finish(table)
    mine = live_at(site, table)._core.ledger
    other = table_of(practise(person, window_ms="3000"))
    assert person.post(f"/t/{other}/ready", {"seed": "22" * 16}).status == 204
    practice = live_at(site, other)
    assert (practice.setup.mode, practice.setup.window_ms) == ("solo", 3000)
    assert practice._core.ledger.deal_seed == mine.deal_seed
    assert practise(Visitor(site)).status == 409, "another browser has its try still"
    person.finish(other)
    assert person.post(f"/t/{other}/rematch").status == 204
    assert rows(site, "SELECT count(*) FROM scores") == [(1,)]


def test_an_earlier_day_is_not_practised_while_its_try_goes_on(site: Site, person: Visitor) -> None:
    """Or its cards would be known to whoever goes on with it."""
    table = begin(person)
    site.wall_ms = ends_ms(DATE) + 1
    assert practise(person).status == 409
    assert table_of(asked(person, DATE)) == table
    person.finish(table)
    assert table_of(practise(person)) != table


@pytest.mark.parametrize("pace", ["1000", "1800", "3000", "6000", "18000", "0"])
def test_practice_has_any_pace(site: Site, person: Visitor, pace: str) -> None:
    setup = live_at(site, table_of(practise(person, YESTERDAY, window_ms=pace))).setup
    assert (setup.untimed, setup.date) == (pace == "0", YESTERDAY)
    assert setup.untimed or setup.window_ms == int(pace)


@pytest.mark.parametrize("pace", ["-1", "abc", "299", "60001", "1e3", "99999999", "７００"])
def test_no_pace_is_refused(site: Site, person: Visitor, pace: str) -> None:
    before = site.kept()
    answer = practise(person, YESTERDAY, window_ms=pace)
    assert answer.status == 422
    plain(answer, [pace])
    assert site.kept() == before


def test_practice_of_a_browser_that_listens_waits_for_its_voice(
    site: Site, person: Visitor
) -> None:
    person.post("/settings", {"listening": "yes"})
    setup = live_at(site, table_of(practise(person, YESTERDAY))).setup
    assert (setup.listening, setup.window_ms, setup.date) == (True, 6000, YESTERDAY)
    assert (setup.rules.reveal_limit, setup.rules.seats) == (200, 4)


# Midnight


def test_a_try_counts_for_the_day_it_began(site: Site, person: Visitor) -> None:
    site.wall_ms = ends_ms(DATE) - 1
    table = begin(person)
    site.wall_ms = ends_ms(DATE) + HOUR_MS
    assert person.post(f"/daily/{DATE}").headers["location"] == f"/t/{table}"
    play(person, table)
    score = score_at(site, table)
    assert score is not None
    assert (score.date, score.refused, score.ended_ms) == (DATE, None, site.wall_ms)
    new = table_of(asked(person, TOMORROW))
    assert new != table
    assert [date for date, _ in rows(site, f"{TRIES} ORDER BY date")] == [DATE, TOMORROW]
    assert (
        live_at(site, new)._core.ledger.commitment != live_at(site, table)._core.ledger.commitment
    )


@pytest.mark.parametrize("headers", [BROWSER, SCRIPT, OURS])
def test_start_of_a_page_that_midnight_has_passed_opens_nothing(
    site: Site, person: Visitor, headers: dict[str, str]
) -> None:
    """Or somebody plays four minutes for a score that no board takes."""
    site.wall_ms = ends_ms(DATE)
    before = site.kept()
    answer = person.post(f"/daily/{DATE}", {}, headers)
    assert (answer.status, answer.headers["location"]) == (303, "/daily?changed")
    assert "set-cookie" not in answer.headers
    assert site.kept() == before
    shown = page(person, "/daily?changed")
    assert "The day changed while the page was open" in shown.words
    assert shown.forms()[0] == (f"/daily/{TOMORROW}", {})
    assert "The day changed" not in page(person, "/daily").words


def test_the_first_moment_of_a_day_is_its_own(site: Site, person: Visitor) -> None:
    site.wall_ms = begins_ms(TOMORROW) - 1
    assert asked(person, TOMORROW).status == 404
    site.wall_ms += 1
    table_of(asked(person, TOMORROW))
    assert [date for date, _ in rows(site, TRIES)] == [TOMORROW]


def test_a_try_that_outlasts_its_day_s_secret_is_off_the_board(site: Site, person: Visitor) -> None:
    table = begin(person)
    play(person, table, reveals=10)
    site.wall_ms = ends_ms(DATE) + 3 * HOUR_MS
    play(person, table)
    score = score_at(site, table)
    assert score is not None
    assert score.refused == "late"


def test_trap_device_clock_wrong_by_minutes_or_a_day(site: Site, person: Visitor) -> None:
    """No moment of a device's reaches the server, and none of the server's is compared with one."""
    wrong = {**SCRIPT, "Date": "Wed, 02 Dec 2026 12:00:00 GMT", "If-Modified-Since": "x"}
    table = table_of(person.post(f"/daily/{DATE}", {}, wrong))
    assert rows(site, 'SELECT date, begun FROM tries WHERE "table" = ?', table) == [(DATE, NOON)]
    for field in ("date", "now", "begun", "time"):
        assert person.post(f"/daily/{DATE}", {field: TOMORROW}).status == 422
    begin(person)
    play(person, table, reveals=2)
    for path in (f"/t/{table}", f"/t/{table}/state"):
        told = person.get(path, **BROWSER).text
        for moment in (str(site.wall_ms)[:7], "2026-12-0", str(int(site.clock.now))[:7]):
            assert moment not in told.replace(f"/daily/{DATE}", ""), (path, moment)


# What there is not


def test_nobody_posts_a_score(site: Site, person: Visitor) -> None:
    table = over(person)
    before = site.kept(table), rows(site, "SELECT * FROM scores")
    for path in ("score", "result", "board", "finish"):
        for at in (f"/daily/{DATE}", f"/t/{table}", ""):
            assert person.post(f"{at}/{path}", {"points": "9999"}).status in (404, 405)
    taking = [each.template for each in addresses(site.app, "POST") if "score" in each.template]
    assert taking == []
    assert person.post(f"/daily/{DATE}", {"points": "9999"}).status == 422
    assert (site.kept(table), rows(site, "SELECT * FROM scores")) == before
