"""What of a page's words cannot be read, and which of its targets a finger cannot hit."""

from pathlib import Path

from playwright.sync_api import Page

_EYE = Path(__file__).with_suffix(".js").read_text().rstrip().removesuffix(";")


def lost_words(page: Page) -> list[str]:
    """Every visible text that is cut, off the page, or under another."""
    found: list[str] = page.evaluate(f"() => {{ const eye = {_EYE}; return eye.lostWords(); }}")
    return found


def buried_targets(page: Page) -> list[str]:
    """Every control whose middle something else lies over."""
    found: list[str] = page.evaluate(f"() => {{ const eye = {_EYE}; return eye.buriedTargets(); }}")
    return found


def small_targets(page: Page, least: int = 44) -> list[str]:
    """Every control smaller than `least` by `least` CSS px."""
    found: list[str] = page.evaluate(
        f"(least) => {{ const eye = {_EYE}; return eye.smallTargets(least); }}", least
    )
    return found
