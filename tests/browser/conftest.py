"""A real server and Debian's Chromium for the tests of pages."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.long_games import LongGames
from tests.browser.seen import Watched, launch, watched
from tests.web.served import Served

Visit = Callable[..., Watched]

CHROMIUM = shutil.which(os.environ.get("SLAPBACK_CHROMIUM") or "chromium") or ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long games begin first, and take one of the processes for most of the time."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.path.name != "test_long_games.py")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Without a browser there is nothing to test: one loud line, and a failure where CI asks."""
    if not CHROMIUM:
        missing = "THE BROWSER TESTS DID NOT RUN: install chromium, or name one: SLAPBACK_CHROMIUM"
        if os.environ.get("CI") == "true":
            pytest.exit(missing, returncode=1)
        pytest.skip(missing)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is."""
    return CHROMIUM


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that nobody stops before the end."""
    with Served(tmp_path_factory.mktemp("served")) as served:
        yield served


@pytest.fixture(scope="session")
def long_games(server: Served, chromium: str) -> Iterator[LongGames]:
    """The games that take minutes, both begun by the first test that asks for one."""
    with LongGames(f"http://127.0.0.1:{server.port}", chromium) as games:
        yield games


@pytest.fixture(scope="session")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(driver: Playwright, chromium: str) -> Iterator[Browser]:
    launched = launch(driver, chromium)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def stacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that deals cards which a test knows (stacked.py)."""
    with Served(tmp_path_factory.mktemp("stacked"), ("tests.browser.stacked",)) as served:
        yield served


@contextmanager
def _visits(browser: Browser, server: Served) -> Iterator[Visit]:
    with ExitStack() as stack:

        def go(path: str = "/", view: str = "desktop", **more: Any) -> Watched:
            url = f"http://127.0.0.1:{server.port}{path}"
            page: AbstractContextManager[Watched] = watched(browser, url, view, **more)
            return stack.enter_context(page)

        yield go


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Visit]:
    """Open a page as a new person; every one must end without an error."""
    with _visits(browser, server) as go:
        yield go


@pytest.fixture
def visit_stacked(browser: Browser, stacked: Served) -> Iterator[Visit]:
    """The same where the cards are known."""
    with _visits(browser, stacked) as go:
        yield go
