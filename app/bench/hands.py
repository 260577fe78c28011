"""Hands that press at a named moment, through the browser's own input."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page

Hand = Callable[[float | None], None]
"""Presses Slap once: at a moment in ms since 1970, or at once."""


def hands(page: Page) -> dict[str, Hand]:
    """The three ways to slap, by name."""
    line = page.context.new_cdp_session(page)
    place = page.locator("#slap").bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2

    def mouse(at: float | None) -> None:
        button: dict[str, Any] = {"x": x, "y": y, "button": "left", "clickCount": 1}
        _send(line, "dispatchMouseEvent", at, type="mousePressed", **button)
        _send(line, "dispatchMouseEvent", None, type="mouseReleased", **button)

    def touch(at: float | None) -> None:
        points = [{"x": x, "y": y, "id": 1}]
        _send(line, "dispatchTouchEvent", at, type="touchStart", touchPoints=points)
        _send(line, "dispatchTouchEvent", None, type="touchEnd", touchPoints=[])

    def key(at: float | None) -> None:
        space: dict[str, Any] = {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32}
        _send(line, "dispatchKeyEvent", at, type="keyDown", **space)
        _send(line, "dispatchKeyEvent", None, type="keyUp", **space)

    return {"mouse": mouse, "touch": touch, "key": key}


def _send(line: CDPSession, method: str, at: float | None, **event: Any) -> None:
    """Send an input event; the moment at which it happened goes with it, as a device's would."""
    if at is not None:
        while (left_s := at / 1000 - time.time()) > 0:
            time.sleep(left_s / 2 if left_s > 0.002 else 0)
        event["timestamp"] = at / 1000
    line.send(f"Input.{method}", event)
