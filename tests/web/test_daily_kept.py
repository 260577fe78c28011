"""What each day is dealt from: drawn ahead, kept, the same after a deploy, told when it is over."""

import asyncio
import base64
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from app.days import FIRST, begins_ms, ends_ms, reveals_ms, shifted
from app.engine.shuffle import daily_commitment, daily_key, day_seed
from app.store.journal import JournalFailed
from app.web.settings import secret
from tests.web.addresses import addresses
from tests.web.dailies import (
    DATE,
    HOUR_MS,
    asked,
    begin,
    change,
    daily_site,
    live_at,
    practise,
    rows,
    table_of,
)
from tests.web.site import BROWSER, PATIENCE_S, Site, Visitor, plain

KEPT = "SELECT date, seed, commitment, shuffle, computers FROM daily_deals ORDER BY date"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with daily_site(tmp_path) as made:
        yield made


@pytest.fixture
def person(site: Site) -> Visitor:
    return Visitor(site)


# Ahead


def test_a_start_keeps_today_and_the_days_ahead(site: Site) -> None:
    kept = rows(site, KEPT)
    assert [row[0] for row in kept] == [shifted(DATE, more) for more in range(9)]
    for date, seed, promise, shuffle, computers in kept:
        assert bytes.fromhex(seed) == day_seed(bytes(range(32)), date)
        assert bytes.fromhex(promise) == daily_commitment(bytes.fromhex(seed))
        assert (shuffle, computers) == (1, 1)


def test_commitments_are_public_for_today_and_seven_days(site: Site) -> None:
    dailies = site.app.state.house.dailies
    days = [shifted(DATE, more) for more in range(8)]
    told = {date: promise for date, _, promise, *_ in rows(site, KEPT) if date in days}
    assert site.run(dailies.commitments) == told
    assert len(told) == 8
    site.wall_ms = ends_ms(DATE)
    assert list(site.run(dailies.commitments)) == [*days, shifted(DATE, 8)], (
        "at midnight the next one is there, before any hour has come"
    )
    site.wall_ms = reveals_ms(DATE)
    assert list(site.run(dailies.commitments)) == [*days[1:], shifted(DATE, 8)]


def test_every_hour_keeps_what_has_come_nearer(site: Site) -> None:
    dailies = site.app.state.house.dailies
    before = rows(site, KEPT)

    async def hours() -> None:
        over, ahead, hours = asyncio.Event(), dailies.ahead, 0

        async def a_day_later() -> None:
            nonlocal hours
            if hours == 3:
                over.set()
                return
            site.wall_ms += 24 * HOUR_MS if hours else 0
            hours += 1
            await ahead()

        await dailies.stop()
        with patch("app.web.dailies.HOUR_S", 0), patch.object(dailies, "ahead", a_day_later):
            await dailies.start()
            await asyncio.wait_for(over.wait(), PATIENCE_S)
            await dailies.stop()

    site.run(hours)
    after = rows(site, KEPT)
    assert after[: len(before)] == before
    assert after[-1][0] == shifted(DATE, 10)


def test_an_hour_in_which_nothing_can_be_kept_is_followed_by_another(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    dailies = site.app.state.house.dailies

    def fails(*_: object, **__: object) -> None:
        raise JournalFailed("no room")

    with patch("app.web.dailies.daily.keep_deals", fails):
        site.run(dailies._tried)
    assert "the next hour tries again" in caplog.text


def test_before_the_first_day_there_is_none(tmp_path: Path) -> None:
    with daily_site(tmp_path, begins_ms(FIRST) - 48 * HOUR_MS) as site:
        assert [row[0] for row in rows(site, KEPT)] == [shifted(FIRST, n) for n in range(7)]
        assert asked(Visitor(site), shifted(FIRST, -2)).status == 404


def test_no_page_that_is_looked_at_keeps_a_day(site: Site, person: Visitor) -> None:
    table = begin(person)
    change(site, "DELETE FROM daily_deals WHERE date > ?", DATE)
    site.wall_ms = ends_ms(DATE) + 1
    with closing(sqlite3.connect(site.database)) as file:
        before = file.execute("PRAGMA data_version").fetchone()
        for path in (each for each in got(site, table) if each != "/healthz"):
            assert person.get(path, **BROWSER).status < 500
        assert file.execute("PRAGMA data_version").fetchone() == before
    table_of(asked(person, shifted(DATE, 1)))
    assert len(rows(site, KEPT)) == 2


def test_an_earlier_day_that_nobody_has_played_is_kept_as_it_is_opened(
    site: Site, person: Visitor
) -> None:
    earlier = shifted(DATE, -5)
    table_of(practise(person, earlier))
    (first,) = rows(site, f"{KEPT} LIMIT 1")
    assert first[0] == earlier
    table_of(practise(Visitor(site), earlier))
    assert rows(site, f"{KEPT} LIMIT 1") == [first]


# A deploy


def test_trap_a_deploy_changed_todays_daily(tmp_path: Path) -> None:
    """Not even one that lost the secret: what is kept is what is dealt."""
    with daily_site(tmp_path, secret_file=tmp_path / "secret") as site:
        key = daily_key(secret(tmp_path / "secret"))
        mine = live_at(site, begin(Visitor(site)))._core.ledger
        dealt, promise = mine.game.stacks, mine.commitment
        assert mine.server_seed == day_seed(key, DATE)
        kept = rows(site, KEPT)
    (tmp_path / "secret").unlink()
    with daily_site(tmp_path, secret_file=tmp_path / "another") as site:
        assert rows(site, KEPT) == kept
        person = Visitor(site)
        theirs = live_at(site, begin(person))._core.ledger
        assert (theirs.game.stacks, theirs.commitment) == (dealt, promise)
        person.finish(next(table for table in site.app.state.house.lobby._tables))
        assert rows(site, "SELECT refused FROM scores") == [(None,)]


@pytest.mark.parametrize("what", ["shuffle", "computers"])
def test_a_day_of_other_algorithms_is_not_dealt(site: Site, person: Visitor, what: str) -> None:
    change(site, f"UPDATE daily_deals SET {what} = 2 WHERE date = ?", DATE)  # noqa: S608
    before = site.kept()
    answer = asked(person)
    assert answer.status == 409
    plain(answer)
    assert "another version" in answer.text
    assert site.kept() == before
    site.wall_ms = ends_ms(DATE)
    assert practise(person, DATE).status == 409
    assert asked(person, shifted(DATE, 1)).status == 303


# Secrets


def got(site: Site, table: str) -> list[str]:
    """Every address that can be looked at, at a table and for its game and day."""
    game = live_at(site, table)._core.ledger.public_id
    found = []
    for address in addresses(site.app, "GET"):
        template = address.template.replace("{game}", game).replace("{date}", DATE)
        if not address.endless and ":path}" not in template:
            found.append(address._replace(template=template).path(table))
    return found


def secrets_of(site: Site, table: str) -> list[str]:
    """How a seed of a table's might be written."""
    ledger = live_at(site, table)._core.ledger
    seeds = (ledger.server_seed, ledger.deal_seed)
    return [
        text
        for seed in seeds
        for text in (
            seed.hex(),
            seed.hex().upper(),
            base64.b64encode(seed).decode().rstrip("="),
            base64.urlsafe_b64encode(seed).decode().rstrip("="),
        )
    ]


def telling(site: Site, person: Visitor, table: str) -> set[str]:
    """The addresses that tell a seed of a table's, or have its record."""
    hidden = secrets_of(site, table)
    found = set()
    for path in got(site, table):
        for who in (person, Visitor(site)):
            for headers in ({}, BROWSER, {"Accept": "application/json"}):
                answer = who.get(path, **headers)
                body = answer.body.decode("latin-1") if answer.status != 304 else ""
                if any(each in body for each in hidden):
                    found.add(path)
    return found


@pytest.mark.parametrize("kind", ["ranked", "practice"])
def test_nothing_tells_a_day_s_seed_before_it_is_public(
    site: Site, person: Visitor, kind: str
) -> None:
    table = begin(person)
    for what in ("waiting", "playing"):
        assert telling(site, person, table) == set(), what
    person.finish(table)
    if kind == "practice":
        table = table_of(practise(person))
        assert person.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
        person.finish(table)
    record = f"/t/{table}/record"
    for now_ms in (site.wall_ms, ends_ms(DATE), ends_ms(DATE) + 3 * HOUR_MS - 1):
        site.wall_ms = now_ms
        assert telling(site, person, table) == set()
        answer = person.get(record)
        assert answer.status == 409
        plain(answer)
        assert "before 2 Dec 2026, 03:00\N{NO-BREAK SPACE}UTC" in answer.text
    site.wall_ms = ends_ms(DATE) + 3 * HOUR_MS
    answer = person.get(record)
    assert answer.status == 200
    assert json.loads(answer.body)["seed"] == live_at(site, table)._core.ledger.deal_seed.hex()
    assert record in telling(site, person, table)


def test_what_was_promised_may_be_seen(site: Site, person: Visitor) -> None:
    table = table_of(asked(person))
    promise = live_at(site, table)._core.ledger.commitment
    assert promise[:8] in person.get(f"/t/{table}", **BROWSER).text
    assert site.run(site.app.state.house.dailies.commitments)[DATE] == promise


def test_another_game_s_record_is_told_as_ever(site: Site, person: Visitor) -> None:
    table = person.deal(reveal_limit="10")
    person.finish(table)
    assert person.get(f"/t/{table}/record").status == 200
