"""What is said, heard and felt at a table: a scripted game's transcript, and that nothing hints."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.fed import Fed, Told, fed
from tests.browser.scripted import Played, scripted, until_settled
from tests.web.served import Served

TRANSCRIPTS = Path(__file__).parent / "transcripts"


def heard(browser: Browser, server: Served, game: Played, **settings: str) -> list[Told]:
    """Everything that a page says of a game."""
    with fed(browser, server, game) as page:
        page.choose(**settings)
        for _ in page.messages():
            pass
        return page.said()


@pytest.mark.parametrize(
    ("name", "seated", "settings"),
    [
        ("player", True, {}),
        ("spectator", False, {}),
        ("suits", True, {"verbosity": "suits"}),
        ("outcomes", True, {"verbosity": "outcomes"}),
    ],
)
def test_a_scripted_game_is_told_as_it_was_written_down(
    browser: Browser, server: Served, name: str, seated: bool, settings: dict[str, str]
) -> None:
    said = heard(browser, server, scripted(seated), **settings)
    lines = [f"{each.stage} {each.region}: {each.text}" for each in said]
    assert lines == (TRANSCRIPTS / f"{name}.txt").read_text().splitlines()
    polite = [each for each in said if each.region == "live"]
    reveals = Counter(each.stage.partition(".")[0] for each in polite)
    assert set(reveals.values()) <= {1}, "at most one utterance a reveal"
    assert all(len(each.text.split()) <= 8 for each in polite)


# A card that can be slapped, and one that cannot


WINDOWS = {
    "double": (["?S", "2C", "8D"], ["5H", "3C", "7H"], 2),
    "sandwich in a claim": (["?S", "5D", "8D"], ["JH", "3C", "7H"], 3),
}
"""Stacks, and the reveals up to a five that is slappable where another five came before it."""

EVERY_SOUND = {"spoken": "50", "volume": "80", "verbosity": "suits"}


def window(browser: Browser, server: Served, kind: str, rank: str) -> tuple[list[str], list[Any]]:
    """The page after each change in the newest card's window, and all that sounded in it."""
    mine, west, reveals = WINDOWS[kind]
    game = until_settled([card.replace("?", rank) for card in mine], west, reveals)
    with fed(browser, server, game) as page:
        page.choose(**EVERY_SOUND)
        page.page.keyboard.press("x")  # a hand was there: sound may begin
        page.until(reveals - 1)
        forget(page)
        page.until(reveals, "window")
        page.page.keyboard.press(" ")
        page.page.wait_for_selector("#slap:not(.pressed)")  # its mark goes by a clock of its own
        return [alike(html) for html in page.seen()], page.calls()


def forget(page: Fed) -> None:
    page.seen()
    page.calls()


def alike(html: str) -> str:
    """A page without the one rank that makes the difference."""
    return re.sub(r"#rank[56]\b|\b(?i:five|six)\b", "?", html)


@pytest.mark.parametrize("kind", WINDOWS)
def test_nothing_tells_a_slappable_card_until_the_window_has_settled(
    browser: Browser, server: Served, kind: str
) -> None:
    slappable, plain = (window(browser, server, kind, rank) for rank in "56")
    assert slappable == plain
    pages, calls = plain
    assert len(pages) > 3
    mark = re.compile(r'id="slap" class="[^"]*\bpressed\b')
    assert [bool(mark.search(each)) for each in pages[-2:]] == [True, False]
    names = [call[0] for call in calls]
    assert names.count("start") == 2, "a tick and the hand"
    assert ["speak", "Five.", 0.5, "en"] in calls
    assert ["vibrate", [20]] in calls
    assert names.index("vibrate") > names.index("speak"), "a card is never felt"


# Questions, sound, the log, and what was missed


def ask(page: Fed, keys: str) -> str:
    page.page.keyboard.press(keys)
    return page.live()


def test_query_keys_are_answered_politely(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.until(11)
        assert ask(page, "p") == (
            "Pile, 6 cards, 1 buried. Newest: six of hearts. Previous: king of spades. "
            "Two before: nine of diamonds."
        )
        assert ask(page, "t") == "Your turn. King by West · you have 2 of 3 chances left"
        assert ask(page, "c") == "You 10, West 4, pile 6."
        assert ask(page, "l") == "Six of hearts by you."
        assert ask(page, "l") == "Six of hearts by you.\u00a0", "the same again is heard again"


def test_query_keys_leave_the_browser_its_own(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.until(11)
        before = page.live()
        for keys in ("Control+p", "Alt+c", "Meta+l", "Shift+t"):
            assert ask(page, keys) == before
        page.page.locator("#pause button").focus()
        assert ask(page, "c") == before
        page.page.locator("#slap").focus()
        page.choose(letters="no")
        assert ask(page, "c") == before
        assert ask(page, "m") == before
        page.choose(letters="yes")
        assert ask(page, "c") == "You 10, West 4, pile 6."


def test_a_spectator_is_answered_without_you(browser: Browser, server: Served) -> None:
    game = scripted(False)
    with fed(browser, server, game) as page:
        page.until(11)
        assert ask(page, "t") == "Player's turn. King by West · Player has 2 of 3 chances left"
        assert ask(page, "l") == "Six of hearts by Player."


def lasts(calls: list[list[Any]]) -> float:
    """How long these calls sound, in ms."""
    return round(1000 * max((call[1] for call in calls if call[0] == "stop"), default=0))


def test_every_event_sounds_and_is_felt_as_it_is_written(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.page.keyboard.press("x")
        news: dict[str, list[list[Any]]] = {}
        for _ in page.messages():
            stage = page.stage()
            news[stage] = news.get(stage, []) + page.calls()
        felt = {stage: [c[1] for c in calls if c[0] == "vibrate"] for stage, calls in news.items()}
        assert {stage: each for stage, each in felt.items() if each} == {
            "0.0": [[10]],
            "2.0": [[10]],
            "3.1": [[15, 40, 15]],
            "6.1": [[15, 40, 15]],
            "8.0": [[60], [10]],
            "10.0": [[10]],
            "11.0": [[10]],
            "14.0": [[10]],
            "16.0": [[10]],
        }
        assert lasts(news["1.0"]) == 30
        assert lasts(news["3.1"]) == 240
        assert lasts(news["8.0"]) == 160
        assert lasts(news["0.0"]) == 80
        page.page.keyboard.press(" ")
        assert lasts(page.calls()) == 90


def test_sound_and_vibration_can_be_switched_off(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.page.keyboard.press("x")
        page.until(1)
        forget(page)
        assert ask(page, "m") == "Sound off."
        assert page.page.locator("#notice").text_content() == "Sound off."
        page.page.keyboard.press(" ")
        assert [call[0] for call in page.calls()] == ["vibrate"]
        page.until(2)
        page.choose(vibration="no")
        forget(page)
        page.page.keyboard.press(" ")
        assert page.calls() == []
        assert ask(page, "m") == "Sound on."
        page.choose(volume="0")
        page.until(3, "window")
        assert page.calls() == []


def test_before_a_hand_was_there_nothing_sounds(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.until(5)
        assert page.calls() == []


def test_the_log_shows_where_there_is_room(browser: Browser, server: Served) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.until(4)
        lines = page.page.locator("#log li:visible")
        assert [line.strip() for line in lines.all_inner_texts()] == [
            "Queen of clubs by you.",
            "You take 3 cards.",
            "You slapped first: a double, 0.41 s.",
            "Seven of diamonds by you.",
            "Seven of hearts by West.",
            "Five of spades by you.",
        ]
        page.choose(zen="yes")
        assert lines.count() == 0
        page.choose(zen="no")
        page.page.set_viewport_size({"width": 1099, "height": 800})
        assert lines.count() == 0


@pytest.mark.parametrize("width", [1100, 1280, 1920])
def test_the_log_lies_beside_everything_else(browser: Browser, server: Served, width: int) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.page.set_viewport_size({"width": width, "height": 800})
        page.until(13)
        log = page.page.locator("#log-panel").bounding_box()
        assert log is not None
        assert log["width"] >= 180
        assert log["x"] + log["width"] <= width - 16
        for other in (".newest", "#slap", "#reveal", ".chips", "#pause", ".track"):
            box = page.page.locator(other).bounding_box()
            assert box is not None
            apart = (
                box["x"] + box["width"] <= log["x"]
                or box["y"] + box["height"] <= log["y"]
                or box["y"] >= log["y"] + log["height"]
            )
            assert apart, f"{other} at {box}, the log at {log}"


def test_what_was_missed_is_told_only_where_it_was_asked_for(
    browser: Browser, server: Served
) -> None:
    game = scripted(True)
    with fed(browser, server, game) as page:
        page.until(9)
        page.choose(missed="yes")
        status = page.page.locator("#status p:visible")
        assert "Nobody" not in (page.page.locator("#status").text_content() or "")
        page.until(10, "window")
        assert status.all_inner_texts() == ["Nobody slapped the last one: a double."]
        assert ask(page, "l") == "King of spades by West. Nobody slapped the last one: a double."
        page.choose(missed="no")
        assert status.all_inner_texts() == ["Watch the pile."]
        assert ask(page, "l") == "King of spades by West."
