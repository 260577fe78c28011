"""Another language fits: words longer by two fifths, and lines that run from right to left."""

import re
from collections.abc import Iterator, Mapping
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser

from app.web.catalogue import PLURALS, WORDS
from app.web.home_view import home_page
from app.web.new_view import new_page
from app.web.page_views import error_page
from tests.browser.drawn import Drawn, boxes
from tests.browser.places import PLACES, Show, page
from tests.browser.readable import lost_words
from tests.browser.seen import VIEWS, context
from tests.web.served import Served

LONGER = 1.4
MIRROR = '() => { document.documentElement.dir = "rtl" }'
_APART = re.compile(r"(\{[^}]*\})")

DRAWN: Mapping[str, Show] = {
    **PLACES,
    "home": page(lambda draw: draw.page_html("home", home_page(()))),
    "new": page(lambda draw: draw.page_html("new", new_page({}))),
    "not found": page(lambda draw: draw.error_html(error_page(404))),
}
"""Every place, none of them from the server, which has the usual words."""


def longer(text: str) -> str:
    """The text in a language that needs two letters or three for many of our vowels."""
    missing = round(len(_APART.sub("", text)) * (LONGER - 1))
    grown = []
    for part in _APART.split(text):
        for letter in part:
            more = min(missing, 2) if letter in "aeiou" and not part.startswith("{") else 0
            grown.append(letter * (1 + more))
            missing -= more
    return "".join(grown)


@pytest.fixture(scope="module")
def drawn(browser: Browser, server: Served) -> Iterator[Drawn]:
    person = context(browser, "portrait")
    yield Drawn(person.new_page(), f"http://127.0.0.1:{server.port}")
    person.close()


def test_longer_words_are_longer_and_keep_their_places() -> None:
    assert longer("Turn a card") == "Tuuurn aaa card"
    assert longer("{name} won") == "{name} wooon"


@pytest.mark.parametrize("place", DRAWN)
def test_words_two_fifths_longer_fit_at_360(drawn: Drawn, place: str) -> None:
    words = {key: longer(text) for key, text in WORDS.items()}
    plurals = {key: (longer(one), longer(other)) for key, (one, other) in PLURALS.items()}
    with patch("app.web.words.WORDS", words), patch("app.web.words.PLURALS", plurals):
        DRAWN[place](drawn)
    drawn.resize(*VIEWS["portrait"])
    assert lost_words(drawn.page) == []


@pytest.mark.parametrize("place", DRAWN)
def test_lines_from_right_to_left_fit(drawn: Drawn, place: str) -> None:
    DRAWN[place](drawn)
    drawn.page.evaluate(MIRROR)
    lost = {}
    for view in ("portrait", "desktop"):
        drawn.resize(*VIEWS[view])
        lost[view] = lost_words(drawn.page)
    assert lost == {"portrait": [], "desktop": []}


@pytest.mark.parametrize("view", ["portrait", "desktop"])
def test_lines_from_right_to_left_leave_the_pile_as_it_is(drawn: Drawn, view: str) -> None:
    PLACES["table, window"](drawn)
    drawn.resize(*VIEWS[view])
    settled = "() => document.getAnimations().forEach((animation) => animation.finish())"
    drawn.page.evaluate(settled)
    usual = boxes(drawn.page)
    drawn.page.evaluate(MIRROR)
    drawn.page.evaluate(settled)
    mirrored = boxes(drawn.page)
    for card in ("card1", "card2", "card3"):
        assert mirrored[card] == pytest.approx(usual[card], abs=1)
    assert mirrored["reveal"][0] > mirrored["slap"][2], "the hands are mirrored"
