"""How much longer the page of statistics takes when twenty times as many games were played."""

import secrets
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from urllib.parse import urlsplit

from app.bench.figures import Figure, at_most, percentile
from app.bench.filled import fill
from app.bench.server import Served, own_server

FEW, MANY = 500, 10_000
RATIO_MAX = 3.0
PAGES = {
    "all games": "/stats",
    "the last 20 games": "/stats?span=last20",
    "the last 30 days": "/stats?span=30days",
    "one kind of games": "/stats?mode=solo&level=normal",
}


class NotShown(Exception):
    """The page was not answered as it should be; the message says how."""


def measure(samples: int, few: int = FEW, many: int = MANY) -> list[Figure]:
    """The pages' times at `many` games, in times of those at `few`: the ratio of the medians.

    Raises NotServed and NotShown. Both servers run at the same time and are asked by turns, so that
    what else this machine does falls on both.
    """
    cookie, now_ms = secrets.token_urlsafe(32), time.time_ns() // 1_000_000
    with ExitStack() as exits:
        small, large = (
            exits.enter_context(own_server(lambda url, n=n: fill(url, n, cookie, now_ms)))  # type: ignore[misc]
            for n in (few, many)
        )
        return [_ratio(name, path, small, large, cookie, samples) for name, path in PAGES.items()]


def _ratio(name: str, path: str, small: Served, large: Served, cookie: str, samples: int) -> Figure:
    times: dict[str, list[float]] = {small.url: [], large.url: []}
    for taken in range(samples + 1):
        for url, found in times.items():
            ms = _asked_ms(url, path, cookie)
            if taken:  # the first one only warms up
                found.append(ms)
    ratio = percentile(times[large.url], 50) / percentile(times[small.url], 50)
    return at_most(f"statistics, {name}: many / few", [ratio], RATIO_MAX, unit="", rule="ratio")


def _asked_ms(url: str, path: str, cookie: str) -> float:
    host = urlsplit(url).netloc
    connection = HTTPConnection(host, timeout=60)
    try:
        began = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": f"slapback={cookie}"})
        answer = connection.getresponse()
        body = answer.read()
        took_ms = 1000 * (time.perf_counter() - began)
    finally:
        connection.close()
    if answer.status != 200 or b"<svg" not in body:
        raise NotShown(f"{path} was answered {answer.status}, without a plot in it.")
    return took_ms
