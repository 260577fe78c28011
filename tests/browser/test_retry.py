"""Too many requests: the page says so, waits as long as it was told, and tries again by itself."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import Visit
from tests.browser.seen import Watched


def too_many_once(page: Watched, action: str) -> list[dict[str, Any]]:
    """Answer the first of these with 429; what was sent, and when (s)."""
    sent: list[dict[str, Any]] = []

    def handle(route: Route) -> None:
        sent.append({"at": time.monotonic(), "body": route.request.post_data})
        if len(sent) == 1:
            route.fulfill(
                status=429,
                headers={"Retry-After": "1", "Content-Type": "text/plain; charset=utf-8"},
                body="One moment…",
            )
        else:
            route.continue_()

    page.page.route(f"**/{action}", handle)
    return sent


def pause(page: Watched) -> None:
    page.page.keyboard.press("Escape")


def pause_and_resume(page: Watched) -> None:
    pause(page)
    page.wait("s.table === 'paused'")
    page.page.locator("#resume").click()


@pytest.mark.parametrize(
    ("action", "does", "comes"),
    [("pause", pause, "paused"), ("resume", pause_and_resume, "playing")],
    ids=["our script", "htmx"],
)
def test_what_came_too_often_is_sent_again_after_a_moment(
    visit: Visit, action: str, does: Callable[[Watched], None], comes: str
) -> None:
    page = visit()
    page.play_now()
    page.turn()
    page.looked()  # a card that is painted wipes what was said before
    sent = too_many_once(page, action)
    does(page)
    page.page.locator("#notice", has_text="One moment…").wait_for(state="attached")
    page.wait(f"s.table === '{comes}'")
    first, second = sent
    assert second["body"] == first["body"]
    assert second["at"] - first["at"] >= 0.99
    page.errors = [error for error in page.errors if "429" not in error]
