"""Who asks for too much is told "One moment…", and when to try again; nothing is done meanwhile."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.web.limits import Buckets, Rate, Streams
from tests.table.hand import VirtualLoop, settle
from tests.web.inside import SEED, Inside, Watcher, inside
from tests.web.site import BROWSER, SCRIPT, Answer, Site, Visitor, plain
from tests.web.test_bad_input import unchanged

FRIENDS = "192.0.2.7"
ANOTHER = "192.0.2.8"


def refused(answer: Answer, after_s: int = 1) -> bool:
    """Whether it was too much; then it is told as it should be."""
    if answer.status != 429:
        return False
    assert answer.headers["retry-after"] == str(after_s)
    plain(answer)
    assert answer.text == "One moment…"
    return True


# A seat


def test_a_seat_slaps_twenty_times_a_second_and_forty_at_once(
    site: Site, visitor: Visitor, playing: str
) -> None:
    def granted(times: int) -> int:
        return sum(
            not refused(visitor.post(f"/t/{playing}/slap", visitor.press(playing)))
            for _ in range(times)
        )

    assert granted(40) == 40
    with unchanged(site, visitor, playing):
        assert granted(10) == 0
    site.clock.pass_ms(1000)
    assert granted(30) == 20


def test_a_masher_of_slap_can_still_turn_a_card_and_do_everything_else(
    site: Site, visitor: Visitor, playing: str
) -> None:
    for _ in range(41):
        last = visitor.post(f"/t/{playing}/slap", visitor.press(playing))
    assert refused(last)
    assert visitor.reveal(playing).status != 429
    assert visitor.post(f"/t/{playing}/ack", {"seen": "2.0"}).status == 204
    assert visitor.post(f"/t/{playing}/pause").status == 204
    assert visitor.post(f"/t/{visitor.deal()}/slap", visitor.press(playing)).status != 429


def test_reveals_are_counted_too(site: Site, visitor: Visitor, playing: str) -> None:
    site.clock.pass_ms(4000)
    answers = [visitor.reveal(playing) for _ in range(60)]
    assert sum(answer.status == 429 for answer in answers) == 20


def test_who_has_no_seat_spends_nobodys_tokens(
    visitor: Visitor, stranger: Visitor, playing: str
) -> None:
    for seat in ("", "0", "1"):
        fields = visitor.press(playing) | ({"seat": seat} if seat else {})
        for _ in range(50):
            assert stranger.post(f"/t/{playing}/slap", fields).status == 403
    assert visitor.post(f"/t/{playing}/slap", visitor.press(playing)).status != 429


def test_a_seat_that_is_not_yours_has_no_bucket(visitor: Visitor, playing: str) -> None:
    for seat in "1234567" * 6:
        last = visitor.post(f"/t/{playing}/slap", visitor.press(playing, seat=seat))
    assert refused(last)


# An address


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """A site where an address has five requests, and one more a second."""
    with Site(tmp_path) as made:
        made.app.state.house.limits.requests = Buckets(Rate(1, 5))
        yield made


@pytest.mark.parametrize("path", ["/", "/healthz", "/static/app.js", "/nothing", "/t/x/state"])
def test_an_address_that_asks_too_much_waits(small: Site, path: str) -> None:
    assert not any(refused(small.ask("GET", path, client=FRIENDS)) for _ in range(5))
    assert refused(small.ask("GET", path, client=FRIENDS))
    assert not refused(small.ask("GET", path, client=ANOTHER))
    small.clock.pass_ms(1000)
    assert not refused(small.ask("GET", path, client=FRIENDS))
    assert refused(small.ask("GET", path, client=FRIENDS))


def test_refused_requests_count_too(small: Site) -> None:
    for _ in range(5):
        assert small.ask("POST", "/tables", client=FRIENDS).status == 403
    assert refused(small.ask("POST", "/tables", client=FRIENDS))


def test_requests_for_another_host_are_nobodys(small: Site) -> None:
    for _ in range(9):
        assert small.ask("GET", "/", client=FRIENDS, hosts=("evil.example",)).status == 400
    assert small.ask("GET", "/", client=FRIENDS).status == 200


def test_this_machine_is_not_counted(small: Site) -> None:
    for client in ("127.0.0.1", "::1"):
        assert all(small.ask("GET", "/nothing", client=client).status == 404 for _ in range(20))


def test_a_person_gets_a_page_that_comes_again_by_itself(small: Site) -> None:
    for _ in range(5):
        small.ask("GET", "/nothing", client=FRIENDS)
    answer = small.ask("GET", "/new", BROWSER, client=FRIENDS)
    assert answer.status == 429
    assert answer.headers["retry-after"] == answer.headers["refresh"] == "1"
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "One moment" in answer.text
    form = small.ask("POST", "/tables", BROWSER, client=FRIENDS)
    assert form.status == 429
    assert "refresh" not in form.headers  # it would not bring the form again


def test_tables_are_opened_in_moderation(site: Site) -> None:
    limits = site.app.state.house.limits
    limits.keepings, kept = Buckets(Rate(0.5, 3)), limits.keepings
    try:
        opened = [site.ask("POST", "/tables", SCRIPT, client=FRIENDS) for _ in range(4)]
        assert [answer.status for answer in opened] == [303, 303, 303, 429]
        before = site.kept()
        assert refused(site.ask("POST", "/tables", SCRIPT, client=FRIENDS), after_s=2)
        assert site.kept() == before
        assert site.ask("GET", "/", client=FRIENDS).status == 200
        assert site.ask("POST", "/t/x/ack", SCRIPT, client=FRIENDS).status == 404
    finally:
        limits.keepings = kept


# Behind proxies


PROXY = "10.0.0.1"


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Site]:
    """A small site behind proxies of one network."""
    with Site(tmp_path, trusted_proxies="10.0.0.0/24") as made:
        made.app.state.house.limits.requests = Buckets(Rate(1, 1))
        yield made


def same(site: Site, *requests: tuple[str, str]) -> bool:
    """Whether two requests, each a peer and what it forwards, are of the same address."""
    first, second = (
        site.ask("GET", "/nothing", {"X-Forwarded-For": told} if told else {}, client=peer)
        for peer, told in requests
    )
    assert first.status == 404
    return refused(second)


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ((PROXY, FRIENDS), (PROXY, ANOTHER), False),
        ((PROXY, FRIENDS), ("10.0.0.2", FRIENDS), True),
        ((PROXY, FRIENDS), (FRIENDS, ""), True),
        # The rightmost untrusted one is what our proxy saw; the rest anybody may have written.
        ((PROXY, f"{ANOTHER}, {FRIENDS}"), (PROXY, FRIENDS), True),
        ((PROXY, f"127.0.0.1, {FRIENDS}"), (PROXY, f"::1, {FRIENDS}"), True),
        ((PROXY, f"{FRIENDS}, 10.0.0.9"), (PROXY, f"{ANOTHER}, {FRIENDS}, 10.0.0.2"), True),
        ((PROXY, f"{FRIENDS}:4711"), (PROXY, f"{FRIENDS}:4712"), True),
        ((PROXY, "2001:db8:0:1::5"), (PROXY, "[2001:db8:0:1::6]:443"), True),
        (("::ffff:10.0.0.1", FRIENDS), (PROXY, FRIENDS), True),
        ((PROXY, "unknown"), (PROXY, "unknown"), True),
        ((PROXY, ""), (PROXY, ""), True),
        # Of anybody else nothing is believed.
        ((ANOTHER, FRIENDS), (FRIENDS, ""), False),
        ((ANOTHER, FRIENDS), (ANOTHER, "127.0.0.1"), True),
        (("10.0.1.1", FRIENDS), ("10.0.1.1", "192.0.2.99"), True),
    ],
)
def test_who_it_is_behind_a_proxy(
    behind: Site, first: tuple[str, str], second: tuple[str, str], is_same: bool
) -> None:
    assert same(behind, first, second) is is_same


def test_without_trusted_proxies_nothing_is_believed(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        site.app.state.house.limits.requests = Buckets(Rate(1, 1))
        assert same(site, (PROXY, FRIENDS), (PROXY, ANOTHER))


# Streams


def test_beyond_the_cap_the_oldest_stream_of_a_browser_is_replaced() -> None:
    async def story() -> None:
        with inside(3) as app:
            await told(app)

    async def told(app: Inside) -> None:
        app.house.limits.streams = Streams(of_a_browser=2)
        cookie = await app.open()
        await app.post("ready", cookie, seed=SEED)
        tabs = []
        for _ in range(4):
            tabs.append(Watcher(app, cookie))
            await settle()
        watchers = [Watcher(app, "") for _ in range(5)]
        await settle()
        said = [b"".join(sent.body for sent in tab.sent) for tab in [*tabs, *watchers]]
        bye = b"event: bye\ndata: replaced\n\n"
        assert [each.endswith(bye) for each in said] == [True, True, *[False] * 7]
        assert sum(each.count(bye) for each in said) == 2
        # The game goes on: its person is still here, and a tab that leaves makes room.
        assert app.live.picture.table == "playing"
        assert len(app.house.limits.streams) == 7
        await tabs[2].close()
        tabs.append(Watcher(app, cookie))
        await settle()
        assert bye not in b"".join(sent.body for sent in tabs[3].sent)
        for each in [*tabs, *watchers]:
            await each.close()
        assert len(app.house.limits.streams) == 0

    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(story())
