"""The log panel: one line for what everybody saw, newest first, and what was missed."""

from dataclasses import replace

import pytest

from app.engine.events import Burned, Collected, Revealed
from app.table.picture import SeatPicture
from app.table.story import Told
from app.web.log_sentences import LINES, log_lines
from app.web.sentences import missed
from app.web.templating import Templates
from tests.web.pictures import STORY, moments, table


def read(story: tuple[Told, ...], seat: int | None) -> list[str]:
    """The log as a seat's holder reads it, or a spectator, oldest first."""
    lines = [{said.to: said.text for said in line} for line in log_lines(table(story=story))]
    return [line.get(str(seat), line["others"]) for line in reversed(lines)]


def test_each_event_is_a_line_for_everybody() -> None:
    assert read(STORY, None) == [
        "Seven of spades by Player.",
        "Seven of hearts by West.",
        "West slapped first: a double, 0.43 s.",
        "West takes 9 cards.",
        "Ten of clubs by West.",
        "Player slapped: not a match, 1 card.",
        "West slapped: not a match, 2 cards.",
        "Joker by Player.",
        "Player takes 1 card.",
        "West slapped: not a match, and no card to pay.",
        "West is out of this game.",
    ]


def test_a_person_reads_of_themselves_as_you() -> None:
    told = read(STORY, 0)
    assert [line for line in told if "you" in line.lower()] == [
        "Seven of spades by you.",
        "You slapped: not a match, 1 card.",
        "Joker by you.",
        "You take 1 card.",
    ]
    assert not any("Player" in line for line in told)


def test_a_person_s_own_slap() -> None:
    slapped = (Told(Collected(0, "slap", 4, ("sandwich", "tens")), 512),)
    assert read(slapped, 0) == ["You slapped first: a sandwich, 0.51 s.", "You take 4 cards."]


def test_the_newest_line_is_the_first_of_twelve() -> None:
    story = tuple(Told(Collected(1, "slap", n, ("double",)), n) for n in range(12))
    lines = log_lines(table(story=story))
    assert len(lines) == LINES
    assert lines[0][-1].text == "West takes 11 cards."


def test_a_line_says_who_sits_there_now() -> None:
    other = replace(
        table(story=STORY[:1]), seats=(SeatPicture("Ada", "person", None, True, False),) * 2
    )
    assert log_lines(other)[0][-1].text == "Seven of spades by Ada."


def test_a_name_in_the_log_is_text() -> None:
    hostile = SeatPicture("<b>&", "person", None, True, False)
    picture = replace(table(story=STORY[:1]), seats=(hostile,) * 2)
    html = Templates(str).picture_html(picture, "e")
    assert "Seven of spades by &lt;b&gt;&amp;." in html
    assert "<b>&" not in html


def test_what_nobody_slapped_is_told_of_the_card_before() -> None:
    assert missed(moments()["missed"]) == "Nobody slapped the last one: a double."
    assert missed(replace(moments()["missed"], phase="ready")) != ""


@pytest.mark.parametrize(
    "news",
    [
        {"burned": (Burned(1, 1),)},
        {"collected": Collected(1, "slap", 3, ("double",))},
        {"table": "paused"},
        {"table": "over", "phase": "over"},
        {"missed": ()},
    ],
)
def test_what_was_missed_gives_way_to_other_news(news: dict[str, object]) -> None:
    assert missed(replace(moments()["missed"], **news)) == ""  # type: ignore[arg-type]


def test_a_card_s_suit_and_seat_are_no_secret_of_the_log() -> None:
    story = (Told(Revealed(1, "2S", 3), 0),)
    assert read(story, 0) == read(story, None) == ["Two of spades by West."]
