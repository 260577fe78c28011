"""The server stops and comes back: pages find it again by themselves, and the game goes on."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.seen import Watched, watched
from tests.web.served import Served

# A browser reports each try that found no server.
NO_SERVER = ("net::ERR_", "htmx", "status of 503", "network error", "Failed to fetch")


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as served:
        yield served


def forgive(page: Watched) -> None:
    """What the browser said while there was no server."""
    page.errors = [error for error in page.errors if not any(part in error for part in NO_SERVER)]


@pytest.mark.timeout(120)
def test_three_pages_come_back_after_a_stop_and_the_game_goes_on(
    browser: Browser, own_server: Served
) -> None:
    url = f"http://127.0.0.1:{own_server.port}"
    with watched(browser, url) as first, watched(browser, url) as second:
        for page in (first, second):
            page.play_now()
            page.turn()
        with watched(browser, first.page.url) as watcher:
            for page in (first, second, watcher):
                page.streaming()
                page.wait("s.n === '1'")
                page.page.evaluate("() => { window.neverReloaded = true; }")
            first.page.bring_to_front()
            first.wait("s.phase === 'ready'")  # nobody pays for this card any more
            counts = first.shown()["counts"]
            own_server.signal(signal.SIGTERM)
            own_server.ended(within_s=3)
            first.page.wait_for_selector("#banner:not([hidden])")
            own_server.start(own_server.port)
            for page in (first, second, watcher):
                page.page.bring_to_front()
                page.wait("s.table === 'paused'")
                assert page.shown()["n"] == "1"
                page.page.wait_for_selector("#banner", state="hidden")
            assert first.shown()["counts"] == counts
            for page in (first, second):
                page.page.bring_to_front()
                page.page.locator("#resume").click()
                page.wait("s.table === 'playing'")
                page.wait("s.phase === 'ready'")
                page.turn()
                assert page.shown()["n"] == "2"
            watcher.page.bring_to_front()
            watcher.wait("s.n === '2'")
            for page in (first, second, watcher):
                assert page.page.evaluate("() => window.neverReloaded")
                forgive(page)


def test_a_page_comes_back_after_the_server_was_killed(
    browser: Browser, own_server: Served
) -> None:
    with watched(browser, f"http://127.0.0.1:{own_server.port}") as page:
        page.play_now()
        page.turn()
        newest = page.ranks()[2]
        own_server.kill()
        own_server.start(own_server.port)
        page.wait("s.table === 'paused'")
        page.page.locator("#resume").click()
        page.wait("s.phase === 'window' && s.table === 'playing'")
        assert page.ranks()[2] == newest
        forgive(page)
