"""How much anybody may ask for. Time is a number here."""

import random
from typing import Any

import pytest

from app.web.limits import (
    BUCKETS,
    KEEPINGS,
    PRESSES,
    REQUESTS,
    STREAMS,
    STREAMS_OF_A_BROWSER,
    STREAMS_OF_AN_ADDRESS,
    Buckets,
    Limits,
    Rate,
    Streams,
    TooMany,
    address_of,
    take,
)


def spent(buckets: Buckets, who: str, now: float, times: int) -> int:
    """How many of so many are granted."""
    granted = 0
    for _ in range(times):
        try:
            buckets.spend(who, now)
        except TooMany:
            continue
        granted += 1
    return granted


# Buckets


def test_the_figures() -> None:
    assert (PRESSES.per_s, PRESSES.burst) == (20, 40)
    friends, pages = 8, 20
    assert REQUESTS.per_s >= friends * (PRESSES.per_s + 20)
    assert REQUESTS.burst >= 2 * friends * (PRESSES.burst + pages)
    assert KEEPINGS.burst >= 8 * friends


def test_a_bucket_holds_its_burst_and_fills_again() -> None:
    slaps = Buckets(PRESSES)
    assert spent(slaps, "a seat", 0, 100) == 40
    assert spent(slaps, "a seat", 49.9, 100) == 0
    assert spent(slaps, "a seat", 50, 100) == 1
    assert spent(slaps, "a seat", 1050, 100) == 20
    assert spent(slaps, "a seat", 10_000_000, 100) == 40


def test_each_has_a_bucket_of_their_own() -> None:
    slaps = Buckets(PRESSES)
    assert spent(slaps, "a seat", 0, 100) == 40
    assert spent(slaps, "another", 0, 100) == 40


def test_what_is_refused_costs_nothing() -> None:
    slaps = Buckets(PRESSES)
    assert spent(slaps, "a seat", 0, 1_000_000) == 40
    assert spent(slaps, "a seat", 50, 1) == 1


@pytest.mark.parametrize(("rate", "after_s"), [(Rate(20, 40), 1), (Rate(0.1, 1), 10)])
def test_how_long_to_wait_is_told_and_is_enough(rate: Rate, after_s: int) -> None:
    buckets = Buckets(rate)
    spent(buckets, "a", 0, rate.burst)
    with pytest.raises(TooMany) as refused:
        buckets.spend("a", 0)
    assert (refused.value.status, refused.value.retry_after_s) == (429, after_s)
    assert str(refused.value) == "One moment…"
    buckets.spend("a", after_s * 1000)


def test_never_more_than_burst_and_rate() -> None:
    """Over any stretch of time, whatever is asked when."""
    chance, rate, full_at = random.Random(7), Rate(20, 40), 0.0
    granted: list[float] = []
    now = 0.0
    for _ in range(5000):
        now += chance.choice((0, 0, 0, 1, 30, 50, 400))
        full_at, wait = take(full_at, now, rate)
        if not wait:
            granted.append(now)
    for first in range(0, len(granted), 7):
        for last in range(first, min(first + 300, len(granted)), 11):
            most = rate.burst + (granted[last] - granted[first]) * rate.per_s / 1000
            assert last - first + 1 <= most + 1e-6


def test_full_buckets_are_not_kept() -> None:
    buckets = Buckets(Rate(10, 10))
    for n in range(1000):
        buckets.spend(f"visitor {n}", n * 1000)
    assert len(buckets) == 1


def test_buckets_are_bounded_and_the_busy_ones_stay() -> None:
    buckets = Buckets(Rate(1, 100), most=50)
    for n in range(5000):
        buckets.spend("busy", n * 10.0)
        buckets.spend(f"made up {n}", n * 10.0)
        assert len(buckets) <= 50
        if n == 60:
            break
    assert spent(buckets, "busy", 600.0, 100) < 60
    assert BUCKETS * 200 < 64_000_000  # bytes, about


# Addresses


@pytest.mark.parametrize(
    ("client", "stands_for"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("2001:db8:1:3::", "2001:db8:1:3::"),
        ("127.0.0.1", None),
        ("127.8.8.8", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        (None, None),
        ("unknown", "unknown"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_whom_an_address_stands_for(client: str | None, stands_for: str | None) -> None:
    assert address_of(client) == stands_for


def test_an_address_has_a_limit_and_a_smaller_one_for_what_is_kept() -> None:
    limits = Limits()
    for _ in range(KEEPINGS.burst):
        limits.request("192.0.2.7", 0, keeps=True)
    with pytest.raises(TooMany):
        limits.request("192.0.2.7", 0, keeps=True)
    limits.request("192.0.2.7", 0, keeps=False)
    for _ in range(10_000):
        limits.request(None, 0, keeps=True)


def test_eight_friends_behind_one_address_never_meet_it() -> None:
    """Ten minutes in which all slap at their seats' full rate, and answer ten probes a second."""
    limits = Limits()
    for friend in range(8):  # they come at once
        for _ in range(30):
            limits.request("192.0.2.7", 0, keeps=False)
        limits.request("192.0.2.7", 0, keeps=True)
        for _ in range(PRESSES.burst):
            limits.request("192.0.2.7", 0, keeps=False)
            limits.presses.spend(friend, 0)
    for step in range(1, 12_001):
        now = step * 1000 / PRESSES.per_s
        for friend in range(8):
            limits.presses.spend(friend, now)
            limits.request("192.0.2.7", now, keeps=False)
            if step % 2:
                limits.request("192.0.2.7", now, keeps=False)


# Streams


def test_the_streams_of_a_browser_are_found() -> None:
    streams: Streams[Any] = Streams()
    for name, browser, table in (
        ("a", "x", "t"),
        ("b", "x", "u"),
        ("c", "y", "t"),
        ("d", None, "t"),
    ):
        streams.open(name, browser=browser, table=table, address=None)
    assert streams.of("x") == ["a", "b"]
    assert streams.of("x", "t") == ["a"]
    assert streams.of("z") == []
    streams.close("a")
    assert streams.of("x") == ["b"]


def opened(streams: Streams[Any], name: str, **who: Any) -> list[str]:
    return streams.open(name, **{"browser": None, "table": "t", "address": None, **who})


def test_the_newest_stream_of_a_browser_wins() -> None:
    streams: Streams[Any] = Streams(of_a_browser=3)
    for name in ("first", "second", "third"):
        assert opened(streams, name, browser="b") == []
    assert opened(streams, "fourth", browser="b") == ["first"]
    assert opened(streams, "fifth", browser="b") == ["second"]
    assert opened(streams, "elsewhere", browser="b", table="another") == []
    assert opened(streams, "of another", browser="c") == []
    assert len(streams) == 5


def test_who_has_no_cookie_is_not_one_browser() -> None:
    streams: Streams[Any] = Streams(of_a_browser=3)
    assert all(opened(streams, f"watcher {n}") == [] for n in range(100))


def test_the_newest_stream_of_an_address_wins() -> None:
    streams: Streams[Any] = Streams(of_an_address=2)
    opened(streams, "first", address="a", browser="x", table="1")
    opened(streams, "second", address="a", browser="y", table="2")
    opened(streams, "of another", address="b")
    assert opened(streams, "third", address="a", browser="z") == ["first"]
    assert all(opened(streams, f"here {n}") == [] for n in range(100))


def test_when_all_is_full_it_is_the_fullest_address_that_gives_way() -> None:
    streams: Streams[Any] = Streams(of_an_address=50, in_all=10)
    opened(streams, "a player's", address="quiet", browser="p")
    for n in range(9):
        assert opened(streams, f"greedy {n}", address="greedy") == []
    assert opened(streams, "greedy 9", address="greedy") == ["greedy 0"]
    assert opened(streams, "a friend's", address="another") == ["greedy 1"]
    assert len(streams) == 10


def test_a_stream_that_has_ended_counts_no_more() -> None:
    streams: Streams[Any] = Streams(of_a_browser=2, of_an_address=2, in_all=2)
    for n in range(100):
        assert opened(streams, f"{n}", browser="b", address="a") == []
        streams.close(f"{n}")
        streams.close(f"{n}")
    assert len(streams) == 0
    assert streams._groups == {}


def test_one_stream_ends_for_one_however_many_caps_are_met() -> None:
    streams: Streams[Any] = Streams(of_a_browser=2, of_an_address=2, in_all=2)
    opened(streams, "1", browser="b", address="a")
    opened(streams, "2", browser="b", address="a")
    assert opened(streams, "3", browser="b", address="a") == ["1"]


def test_the_caps() -> None:
    assert STREAMS_OF_A_BROWSER >= 6  # what a browser can open over HTTP/1.1
    assert STREAMS_OF_AN_ADDRESS >= 8 * STREAMS_OF_A_BROWSER
    assert STREAMS >= 8000  # DESIGN's measurement: 3,900 tables of two
