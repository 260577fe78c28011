"""Codes for another device: kept as a hash, valid for ten minutes, claimed once."""

from functools import partial

import pytest
from sqlalchemy import Connection, text

from app.store import browsers, devices
from app.store.devices import LASTING_MS, LIVE_AT_ONCE, TOLD_MS, VALID_MS, Code
from app.store.store import Store
from tests.store.entries import whole_game

FIRST, SECOND, THIRD = ("a1" * 32, "b2" * 32, "c3" * 32)
CODE = "0d" * 32


async def known(store: Store, cookie_hash: str) -> str:
    return await store.writer.submit(
        partial(browsers.ensure, cookie_hash=cookie_hash, now_ms=1_000)
    )


async def made(
    store: Store,
    browser: str,
    hashed: str = CODE,
    table: str | None = None,
    now_ms: int = 1_000,
    lasting: bool = False,
) -> int:
    job = partial(devices.make, hashed=hashed, browser=browser, table=table)
    return await store.writer.submit(partial(job, now_ms=now_ms, lasting=lasting))


async def claimed(store: Store, taker: str, now_ms: int = 1_000) -> bool:
    return await store.writer.submit(
        partial(devices.claim, hashed=CODE, taker=taker, now_ms=now_ms)
    )


def cookies(store: Store) -> list[tuple[str, str]]:
    with store.readers.connect() as connection:
        rows = connection.execute(text("SELECT hash, browser FROM cookies ORDER BY hash"))
        return [(row.hash, row.browser) for row in rows]


async def test_a_code_is_kept_for_ten_minutes(store: Store) -> None:
    browser = await known(store, FIRST)
    assert await made(store, browser) == 1_000 + 600_000
    assert devices.find(store.readers, CODE) == Code(
        browser, None, 601_000, None, None, lasting=False
    )
    assert devices.find(store.readers, "ee" * 32) is None


@pytest.mark.parametrize(("now_ms", "valid"), [(600_999, True), (601_000, False)])
async def test_a_code_runs_out(store: Store, now_ms: int, valid: bool) -> None:
    await made(store, await known(store, FIRST))
    assert await claimed(store, SECOND, now_ms) is valid


async def test_only_who_claims_first_gets_it_and_may_try_again_until_all_has_moved(
    store: Store,
) -> None:
    await made(store, await known(store, FIRST))
    assert await claimed(store, SECOND)
    assert not await claimed(store, THIRD)
    assert await claimed(store, SECOND)
    await store.writer.submit(lambda connection: devices.finish(connection, CODE))
    assert not await claimed(store, SECOND)


async def test_a_new_code_replaces_the_unused_one_for_the_same(store: Store) -> None:
    browser, other = await known(store, FIRST), await known(store, SECOND)
    for table in ("one", "two"):
        await store.journal.append(table, whole_game(browser, f"game {table}")[:2])
    await made(store, browser, "01")
    await made(store, browser, "02", "one")
    await made(store, browser, "03", "two")
    await made(store, other, "04")
    await made(store, browser, "05", "one")
    await made(store, browser, "06")
    found = {name for name in ("01", "02", "03", "04", "05", "06") if kept(store, name)}
    assert found == {"03", "04", "05", "06"}


def kept(store: Store, hashed: str) -> bool:
    return devices.find(store.readers, hashed) is not None


async def test_a_browser_has_few_codes_at_once(store: Store) -> None:
    browser = await known(store, FIRST)
    names = [f"{number:02}" for number in range(LIVE_AT_ONCE + 2)]
    for number, name in enumerate(names):
        await store.journal.append(name, whole_game(browser, f"game {name}")[:2])
        await made(store, browser, name, name, now_ms=1_000 + number)
    assert [name for name in names if kept(store, name)] == names[2:]


async def test_a_file_s_code_lasts_and_stays_beside_all_links(store: Store) -> None:
    browser = await known(store, FIRST)
    await made(store, browser, "file", lasting=True)
    for number in range(LIVE_AT_ONCE + 2):
        name = f"{number:02}"
        await store.journal.append(name, whole_game(browser, f"game {name}")[:2])
        await made(store, browser, name, name)
    await made(store, browser, "link")
    found = devices.find(store.readers, "file")
    assert found == Code(browser, None, 1_000 + LASTING_MS, None, None, lasting=True)
    assert kept(store, "link")
    await made(store, browser, "newer", lasting=True)
    assert not kept(store, "file")
    assert kept(store, "link")


async def test_what_is_long_over_is_forgotten(store: Store) -> None:
    browser, other = await known(store, FIRST), await known(store, SECOND)
    await made(store, browser)
    await made(store, other, "02", now_ms=1_000 + VALID_MS + TOLD_MS - 1)
    assert kept(store, CODE)
    await made(store, other, "03", now_ms=1_000 + VALID_MS + TOLD_MS)
    assert not kept(store, CODE)


async def test_a_cookie_becomes_another_browser_s_only_one(store: Store) -> None:
    giver, taker, third = [await known(store, each) for each in (FIRST, SECOND, THIRD)]
    await made(store, giver)
    assert await claimed(store, SECOND)

    def job(connection: Connection) -> tuple[str, ...]:
        return devices.hand_over(connection, CODE, giver, SECOND, 2_000)

    assert await store.writer.submit(job) == (FIRST,)
    assert cookies(store) == [(SECOND, giver), (THIRD, third)]
    assert browsers.find(store.readers, FIRST) is None
    found = browsers.find(store.readers, SECOND)
    assert found is not None
    assert found.id == giver
    assert taker not in dict(cookies(store)).values()
    assert not await claimed(store, SECOND), "all has moved"
    assert await store.writer.submit(job) == (), "a second time changes nothing"
    assert cookies(store) == [(SECOND, giver), (THIRD, third)]
