"""Who a browser is: a cookie whose hash alone is kept, and no database on the hot path."""

import hashlib
import re
from itertools import pairwise

import pytest
from starlette.types import Scope

from app.web.identity import RENEWED_AFTER_MS, Identity, Known


class Kept:
    """Browsers in memory; counts how often it is asked."""

    def __init__(self) -> None:
        self.by_hash: dict[str, str] = {}
        self.made_ms: dict[str, int] = {}
        self.now_ms = 1_000
        self.asked = 0

    async def find(self, hashed: str) -> Known | None:
        self.asked += 1
        found = self.by_hash.get(hashed)
        return None if found is None else Known(found, self.made_ms.get(hashed, 0))

    async def add(self, hashed: str) -> Known:
        self.by_hash[hashed] = f"browser {len(self.by_hash)}"
        self.made_ms[hashed] = self.now_ms
        return Known(self.by_hash[hashed], self.now_ms)


def request(cookies: str | None = None) -> Scope:
    headers = [] if cookies is None else [(b"cookie", cookies.encode())]
    return {"type": "http", "headers": headers}


def value_of(set_cookie: str) -> str:
    return set_cookie.split(";")[0].partition("=")[2]


async def test_a_new_browser_gets_a_cookie_whose_hash_alone_is_kept() -> None:
    kept = Kept()
    browser, cookie = await Identity(kept, https=False).introduce(request())
    assert browser == "browser 0"
    assert cookie is not None
    assert re.fullmatch(
        r"slapback=[A-Za-z0-9_-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax", cookie
    )
    token = value_of(cookie)
    assert list(kept.by_hash) == [hashlib.sha256(token.encode()).hexdigest()]


async def test_on_https_the_cookie_is_secure_and_no_other_host_can_have_set_it() -> None:
    _, cookie = await Identity(Kept(), https=True).introduce(request())
    assert cookie is not None
    assert cookie.startswith("__Host-slapback=")
    assert cookie.endswith("; Secure")


async def test_two_browsers_get_two_cookies() -> None:
    identity = Identity(Kept(), https=False)
    _, first = await identity.introduce(request())
    _, second = await identity.introduce(request())
    assert first != second


async def test_a_known_browser_keeps_its_cookie() -> None:
    identity = Identity(Kept(), https=False)
    browser, cookie = await identity.introduce(request())
    assert cookie is not None
    again = await identity.introduce(request(f"other=1; slapback={value_of(cookie)}"))
    assert again == (browser, None)


async def test_a_browser_is_looked_up_once() -> None:
    kept = Kept()
    _, cookie = await Identity(kept, https=False).introduce(request())
    assert cookie is not None
    after_restart = Identity(kept, https=False)
    kept.asked = 0
    for _ in range(3):
        assert await after_restart.browser(request(cookie)) == "browser 0"
    assert kept.asked == 1


async def test_a_cookie_that_nobody_got_is_looked_up_once_too() -> None:
    kept = Kept()
    identity = Identity(kept, https=False)
    for _ in range(3):
        assert await identity.browser(request("slapback=" + "A" * 43)) is None
    assert kept.asked == 1


async def test_made_up_cookies_push_nobody_out_of_memory() -> None:
    kept = Kept()
    identity = Identity(kept, https=False, remembered=2)
    _, cookie = await identity.introduce(request())
    for number in range(5):
        await identity.browser(request(f"slapback={number:043}"))
    kept.asked = 0
    assert await identity.browser(request(cookie)) == "browser 0"
    assert kept.asked == 0
    assert len(identity._unknown) == 2


async def test_the_browser_seen_longest_ago_is_forgotten_and_found_again() -> None:
    kept = Kept()
    identity = Identity(kept, https=False, remembered=2)
    _, first = await identity.introduce(request())
    _, second = await identity.introduce(request())
    await identity.browser(request(first))
    await identity.introduce(request())
    kept.asked = 0
    assert await identity.browser(request(first)) == "browser 0"
    assert kept.asked == 0
    assert await identity.browser(request(second)) == "browser 1"
    assert kept.asked == 1


async def test_what_is_no_cookie_of_ours_is_not_looked_up() -> None:
    kept = Kept()
    identity = Identity(kept, https=False)
    for cookies in (None, "", "slapback", "slapback=short", "slapback=" + "!" * 43, "x=1"):
        assert await identity.browser(request(cookies)) is None
    assert kept.asked == 0


async def test_a_cookie_that_stands_for_somebody_else_is_looked_up_again() -> None:
    kept = Kept()
    identity = Identity(kept, https=False)
    _, cookie = await identity.introduce(request())
    assert cookie is not None
    hashed = hashlib.sha256(value_of(cookie).encode()).hexdigest()
    kept.by_hash[hashed] = "another"
    assert await identity.browser(request(cookie)) == "browser 0"
    identity.forget((hashed,))
    assert await identity.browser(request(cookie)) == "another"


async def test_one_that_was_unknown_may_become_somebody_s() -> None:
    kept = Kept()
    identity = Identity(kept, https=False)
    cookie = "slapback=" + "A" * 43
    assert await identity.browser(request(cookie)) is None
    hashed = hashlib.sha256(b"A" * 43).hexdigest()
    kept.by_hash[hashed] = "browser 7"
    identity.forget((hashed,))
    assert await identity.browser(request(cookie)) == "browser 7"


async def test_what_changes_while_it_is_looked_up_is_not_remembered_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = Kept()
    identity = Identity(kept, https=False)
    hashed = hashlib.sha256(b"A" * 43).hexdigest()
    kept.by_hash[hashed] = "before"
    find = kept.find

    async def slow(asked: str) -> Known | None:
        found = await find(asked)
        if kept.asked == 1:
            kept.by_hash[hashed] = "after"
            identity.forget((hashed,))
        return found

    monkeypatch.setattr(kept, "find", slow)
    assert await identity.browser(request("slapback=" + "A" * 43)) == "after"
    assert await identity.browser(request("slapback=" + "A" * 43)) == "after"


DAY_MS = 24 * 3600 * 1000


@pytest.mark.parametrize("https", [False, True])
async def test_who_comes_back_gets_the_same_cookie_again_by_and_by(https: bool) -> None:
    kept = Kept()

    def identity() -> Identity:
        return Identity(kept, https=https, now_ms=lambda: kept.now_ms)

    first = identity()
    _, cookie = await first.introduce(request())
    assert cookie is not None
    mine, began = request(cookie.partition(";")[0]), kept.now_ms
    given = [0]
    for day in range(1, 800):
        kept.now_ms = began + day * DAY_MS
        renewed = await first.renewal(mine)
        assert renewed in (None, cookie), "the same token, and the whole time again"
        if renewed:
            given.append(day)
    assert given[1] == RENEWED_AFTER_MS // DAY_MS
    apart = {later - earlier for earlier, later in pairwise(given)}
    assert apart == {RENEWED_AFTER_MS // DAY_MS}, "no more often than that"
    assert await identity().renewal(mine) == cookie, "after a restart it is not known when"


async def test_nobody_else_gets_a_cookie_by_looking() -> None:
    kept = Kept()
    identity = Identity(kept, https=False, now_ms=lambda: kept.now_ms)
    _, cookie = await identity.introduce(request())
    assert cookie is not None
    kept.now_ms += 100 * DAY_MS
    for cookies in (None, "", "slapback=short", "slapback=" + "A" * 43, f"x{cookie}"):
        assert await identity.renewal(request(cookies)) is None
    hashed = hashlib.sha256(value_of(cookie).encode()).hexdigest()
    del kept.by_hash[hashed]
    identity.forget((hashed,))
    assert await identity.renewal(request(cookie)) is None, "who was forgotten stays so"
