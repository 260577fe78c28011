"""What a screen reader hears, and what sounds: the words of a picture for each listener."""

from dataclasses import replace

import pytest

from app.engine.game import Challenge
from app.web.sentences import standing
from app.web.spoken import SpokenLine, spoken
from tests.web.pictures import moments, table


def line(moment: str, seat: int | None, seats: int = 2) -> SpokenLine:
    """What a seat, or a spectator, hears at that moment."""
    to = "others" if seat is None else str(seat)
    (found,) = (each for each in spoken(moments(seats)[moment]).lines if each.to == to)
    return found


def utterance(moment: str, seat: int | None, seats: int = 2) -> str:
    """The whole polite utterance of the reveal, with its suit: the longest that there is."""
    return f"{spoken(moments(seats)[moment]).card} {line(moment, seat, seats).asks}".strip()


def test_a_card_is_named_by_its_rank_or_with_its_suit() -> None:
    view = spoken(table(cards=("7S", "QH")))
    assert (view.rank, view.card) == ("Queen.", "Queen of hearts.")
    assert spoken(table(cards=("X2",))).card == "Joker."
    assert spoken(moments()["paused"]).card == "", "a covered pile says nothing"


@pytest.mark.parametrize(
    ("moment", "to_the_person", "to_others"),
    [
        ("ready", "Three of diamonds.", "Three of diamonds."),
        (
            "challenge",
            "Three of diamonds. One chance, you.",
            "Three of diamonds. One chance, Player.",
        ),
        (
            "challenge by the person",
            "Three of diamonds. Three chances, West.",
            "Three of diamonds. Three chances, West.",
        ),
        ("claim", "Three of diamonds. Not answered.", "Three of diamonds. Not answered."),
        ("slapped", "", ""),
        ("paused", "", ""),
    ],
)
def test_the_utterance_of_a_reveal(moment: str, to_the_person: str, to_others: str) -> None:
    assert utterance(moment, 0) == to_the_person
    assert utterance(moment, None) == to_others


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("moment", moments())
def test_no_utterance_has_more_than_eight_words(moment: str, seats: int) -> None:
    for seat in (0, None):
        assert len(utterance(moment, seat, seats).split()) <= 8


def test_a_covered_pile_says_nothing_of_a_challenge() -> None:
    paused = replace(moments()["challenge"], table="paused", cards=())
    assert [each.asks for each in spoken(paused).lines] == ["", ""]


def test_a_long_name_leaves_an_utterance_short() -> None:
    picture = moments()["challenge by the person"]
    named = replace(picture.seats[1], name="A B C D E F G H")
    (_, others) = spoken(replace(picture, seats=(picture.seats[0], named))).lines
    assert others.asks == "Three chances, A B C."
    assert len(f"Three of diamonds. {others.asks}".split()) == 8


@pytest.mark.parametrize(
    ("moment", "to_the_person", "to_others"),
    [
        ("dealt", "Your turn.", ""),
        ("ready for another", "Turn West's card.", ""),
        ("ready, others", "", ""),
        ("window", "", ""),
        ("claim of the person", "", ""),
        ("challenge", "Your turn to answer: 1 chance left.", ""),
        ("burned", "Not a match. One of your cards goes under the pile.", ""),
        ("another burned", "", ""),
        (
            "slapped",
            "You slapped first: a double. 7 cards are yours. Your turn.",
            "Player slapped first: a double.",
        ),
        ("another slapped", "West slapped first: a sandwich.", "West slapped first: a sandwich."),
        ("not answered", "", ""),
        ("nobody answered the person", "Your jack was not answered. You take 7. Your turn.", ""),
        ("no cards", "", ""),
        ("out", "", ""),
        ("paused", "", ""),
        ("over", "The game is over.", "The game is over."),
    ],
)
def test_only_the_turn_a_slap_and_the_end_interrupt(
    moment: str, to_the_person: str, to_others: str
) -> None:
    assert line(moment, 0).alert == to_the_person
    assert line(moment, None).alert == to_others


def test_a_false_slap_does_not_keep_the_turn_a_secret() -> None:
    own, _ = spoken(replace(moments()["burned"], phase="ready")).lines
    assert own.alert == "Not a match. One of your cards goes under the pile. Your turn."


def test_whose_cards_turn_by_themselves_is_not_told_to_turn() -> None:
    picture = moments()["ready"]
    seats = (replace(picture.seats[0], auto=True), *picture.seats[1:])
    own, _ = spoken(replace(picture, seats=seats)).lines
    assert (own.alert, own.heard) == ("", "")


def test_answers_to_questions() -> None:
    assert line("ready", 0).turn == "Your turn."
    assert line("ready", None).turn == "Player's turn."
    assert line("claim", 0).turn == ""
    assert line("ready", 0).counts == "You 44, West 4, pile 4."
    assert line("ready", None).counts == "Player 44, West 4, pile 4."


@pytest.mark.parametrize(
    ("moment", "by_the_person", "by_others"),
    [
        ("ready", "turn", ""),
        ("ready, others", "", ""),
        ("window", "", ""),
        ("burned", "wrong1", "wrong1"),
        ("another burned", "", "wrong1"),
        ("slapped", "won", "won"),
        ("another slapped", "", "won"),
        ("nobody answered the person", "won", "won"),
        ("paused", "", ""),
        ("over", "", ""),
    ],
)
def test_what_sounds(moment: str, by_the_person: str, by_others: str) -> None:
    assert line(moment, 0).heard == by_the_person
    assert line(moment, None).heard == by_others


def test_one_of_one_chances_reads_well() -> None:
    jack = table(challenge=Challenge(1, 1), honour="JS")
    queen = replace(jack, honour="QS")
    assert standing(jack)[0].text == "Jack by West · you[ have] 1 of 1[ chance] left"
    assert standing(jack)[-1].text == "Jack by West · Player[ has] 1 of 1[ chance] left"
    assert standing(queen)[0].text == "Queen by West · you[ have] 1 of 2[ chances] left"
