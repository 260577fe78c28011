"""`python -m app bench page`, `table`, `fairness` and `stats`: a server against its bars."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from app.bench import compared, judged
from app.bench.drill import drill
from app.bench.fairness import measure as contests_of
from app.bench.figures import as_json, as_table
from app.bench.floor import own_floor
from app.bench.loops import run
from app.bench.process import NotCounted
from app.bench.server import NotServed, Served, own_server
from app.bench.stats import NotShown
from app.bench.stats import measure as measure_stats
from app.bench.table import Measured
from app.bench.table import measure as measure_tables
from app.bench.wire import NotAnswered, Server

NO_PLAYWRIGHT = "Pages are measured in a browser, driven by Playwright: `make setup` installs it."
NO_CHROMIUM = "Pages are measured in Chromium: install it, or name one by SLAPBACK_CHROMIUM."
NOT_REACHED = "The server could not be reached: {}."
TOO_BUSY = "This machine is too busy to tell: too many contests had to be left out."
NO_MEASURE = 2
BAR_MISSED = 1


def page(url: str | None, samples: int, as_program: bool) -> int:
    """Measure the pages at `url`, or those of a server of its own, and print the figures.

    Returns 0 when every bar is kept, 1 when one is missed, 2 when nothing could be measured.
    """
    try:
        from playwright.sync_api import Error

        from app.bench.page import measure
    except ImportError:
        return _told(NO_PLAYWRIGHT)
    chromium = shutil.which(os.environ.get("SLAPBACK_CHROMIUM") or "chromium")
    if chromium is None:
        return _told(NO_CHROMIUM)
    try:
        with _served(url) as served:
            figures = measure(served.url, chromium, samples)
    except NotServed as error:
        return _told(str(error))
    except Error as error:
        return _told(f"The pages could not be used: {str(error).splitlines()[0]}")
    print(as_json(figures) if as_program else as_table(figures))
    return 0 if all(figure.kept for figure in figures) else BAR_MISSED


def table(
    url: str | None, pid: int | None, tables: int, seconds: int, fair: bool, as_program: bool
) -> int:
    """Measure tables beside the floor, and print the figures; see app.bench.table.

    `pid` is the process of the server at `url`, for its CPU and memory. `fair` adds a run at fair
    timing. Returns 0, or 2 when nothing could be measured.
    """
    before = os.getloadavg()[0]
    runs: dict[str, Measured] = {}
    orders = {"slapback": "arrival", **({"fair timing": "fair"} if fair else {})}
    try:
        for name, order in orders.items():
            with _served(url, pid) as served:
                runs[name] = run(
                    measure_tables(Server.at(served.url), served.pid, tables, seconds, order)
                )
        sizes = [
            compared.mean(found)
            for found in (
                runs["slapback"].picture_bytes,
                runs["slapback"].answer_bytes,
                runs["slapback"].press_bytes,
            )
        ]
        with own_floor(sizes[0], sizes[1]) as served:
            runs[compared.FLOOR] = run(
                drill(Server.at(served.url), served.pid, tables, seconds, sizes[2])
            )
    except OSError as error:
        return _told(NOT_REACHED.format(error.strerror or error))
    except (NotServed, NotAnswered, NotCounted) as error:
        return _told(str(error))
    told = compared.as_json if as_program else compared.as_table
    print(told(runs, tables, (before, os.getloadavg()[0])))
    return 0


def fairness(url: str | None, tables: int, wanted: int, as_program: bool) -> int:
    """Let a near and a far hand contest slaps, and judge who won; see app.bench.fairness.

    Returns 0 when both bounds are kept, 1 when one is missed, 2 when nothing could be measured.
    """
    before = os.getloadavg()[0]
    try:
        with _served(url) as served:
            contests = run(contests_of(Server.at(served.url), tables, wanted))
    except OSError as error:
        return _told(NOT_REACHED.format(error.strerror or error))
    except (NotServed, NotAnswered) as error:
        return _told(str(error))
    verdict = judged.judge(contests)
    load = (before, os.getloadavg()[0])
    print(judged.as_json(verdict, load) if as_program else judged.as_text(verdict, tables, load))
    if verdict.contested < wanted:
        return _told(TOO_BUSY)
    return 0 if verdict.kept else BAR_MISSED


def stats(samples: int, as_program: bool) -> int:
    """Measure the page of statistics after few and after many games; see app.bench.stats.

    Returns 0 when every ratio is kept, 1 when one is missed, 2 when nothing could be measured.
    """
    try:
        figures = measure_stats(samples)
    except OSError as error:
        return _told(NOT_REACHED.format(error.strerror or error))
    except (NotServed, NotShown) as error:
        return _told(str(error))
    print(as_json(figures) if as_program else as_table(figures))
    return 0 if all(figure.kept for figure in figures) else BAR_MISSED


@contextmanager
def _served(url: str | None, pid: int | None = None) -> Iterator[Served]:
    """The server to measure: the one that is named, or one of our own."""
    if url:
        yield Served(url.rstrip("/"), pid)
    else:
        with own_server() as served:
            yield served


def _told(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return NO_MEASURE
