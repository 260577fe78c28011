"""What a picture says, to whom, and what it must not say."""

from dataclasses import replace
from itertools import pairwise

import pytest

from app.engine.events import Burned
from app.table.picture import Mark, Picture
from app.web.finish_view import spread
from app.web.home_view import home_page, saved_view
from app.web.page_views import (
    error_page,
)
from app.web.preferences import USUAL
from app.web.sentences import Said, meta, standing, status
from app.web.table_view import table_page
from app.web.views import regions
from tests.web.pictures import SEAL, SETUP, moments, table


def read(said: tuple[Said, ...], seat: int | None) -> str:
    """The one sentence that a page shows to the holder of a seat, or to a spectator."""
    own = [each.text for each in said if each.to == str(seat)]
    others = [each.text for each in said if each.to == "others"]
    assert len(own) <= 1
    assert len(others) == 1
    assert said[-1].to == "others"
    return own[0] if own else others[0]


@pytest.mark.parametrize(
    ("moment", "to_the_person", "to_others"),
    [
        ("waiting", "Dealing the cards.", "Dealing the cards."),
        ("ready", "Turn a card when you're ready.", "Player turns the next card."),
        ("ready for another", "Turn West's card when you're ready.", "West turns the next card."),
        ("ready, others", "West turns the next card.", "West turns the next card."),
        ("window", "Watch the pile.", "Watch the pile."),
        ("challenge", "Your turn to answer: 1 chance left.", "Player turns the next card."),
        ("claim", "Watch the pile.", "Watch the pile."),
        (
            "burned",
            "Not a match. One of your cards goes under the pile.",
            "Player slapped: not a match. One card goes under the pile.",
        ),
        (
            "another burned",
            "West slapped: not a match. 2 cards go under the pile.",
            "West slapped: not a match. 2 cards go under the pile.",
        ),
        (
            "slapped",
            "You slapped first: a double. 7 cards are yours.",
            "Player slapped first: a double.",
        ),
        ("another slapped", "West slapped first: a sandwich.", "West slapped first: a sandwich."),
        (
            "not answered",
            "West's queen was not answered. West takes 7.",
            "West's queen was not answered. West takes 7.",
        ),
        (
            "nobody answered the person",
            "Your jack was not answered. You take 7.",
            "Player's jack was not answered. Player takes 7.",
        ),
        (
            "no cards",
            "You have no cards. Slap a match to get back in.",
            "West turns the next card.",
        ),
        ("out", "You are out of this game. You can watch the rest.", "West turns the next card."),
        ("paused", "Paused.", "Paused."),
        ("over", "The game is over.", "The game is over."),
    ],
)
def test_the_status_line_says_one_sentence(moment: str, to_the_person: str, to_others: str) -> None:
    said = status(moments()[moment])
    assert read(said, 0) == to_the_person
    assert read(said, None) == to_others


def test_several_false_slaps_of_one_window_are_told_together() -> None:
    def window(*burned: Burned, seats: int = 4) -> tuple[Said, ...]:
        return status(replace(moments(seats)["window"], burned=burned))

    both = window(Burned(1, 1), Burned(2, 1))
    told = "West and North slapped: not a match. Their cards go under the pile."
    assert [read(both, seat) for seat in (0, None)] == [told, told]
    with_the_person = window(Burned(0, 1), Burned(2, 1))
    assert read(with_the_person, 0) == "Not a match. One of your cards goes under the pile."
    assert read(with_the_person, None) == (
        "Player and North slapped: not a match. Their cards go under the pile."
    )
    unpaid = window(Burned(1, 0), Burned(2, 0))
    assert read(unpaid, None) == "West and North slapped: not a match."
    assert read(window(Burned(1, 1), Burned(1, 1)), None).startswith("West slapped: not a match.")


def test_whose_card_turns_by_itself_is_told_so() -> None:
    picture = moments()["ready"]
    person = replace(picture.seats[0], auto=True)
    picture = replace(picture, auto=True, seats=(person, *picture.seats[1:]))
    assert read(status(picture), 0) == "Your next card turns by itself."


def test_a_false_slap_is_told_to_its_seat_until_the_next_card() -> None:
    settled = table(burned=(Burned(0, 1),))
    assert read(status(settled), 0) == "Not a match. One of your cards goes under the pile."
    assert read(status(settled), None) == "Player turns the next card."


@pytest.mark.parametrize(
    ("moment", "to_the_person", "to_others"),
    [
        (
            "challenge",
            "Queen by West · you[ have] 1 of 2[ chances] left",
            "Queen by West · Player[ has] 1 of 2[ chances] left",
        ),
        (
            "challenge by the person",
            "Ace by you · West[ has] 3 of 4[ chances] left",
            "Ace by Player · West[ has] 3 of 4[ chances] left",
        ),
        ("claim", "King[ not answered] · West takes the pile", None),
        (
            "claim of the person",
            "Jack[ not answered] · the pile goes to you",
            "Jack[ not answered] · Player takes the pile",
        ),
        ("last chance", "Last chance · West turns 2 more[ cards]", None),
        (
            "last chance of the person",
            "Last chance · you turn 1 more[ card]",
            "Last chance · Player turns 1 more[ card]",
        ),
    ],
)
def test_the_challenge_line(moment: str, to_the_person: str, to_others: str | None) -> None:
    said = standing(moments()[moment])
    assert read(said, 0) == to_the_person
    assert read(said, None) == (to_others or to_the_person)


@pytest.mark.parametrize("moment", ["waiting", "ready", "window", "slapped", "paused", "over"])
def test_the_challenge_line_is_empty_when_nothing_is_asked(moment: str) -> None:
    assert standing(moments()[moment]) == ()


def test_a_dot_for_each_chance_of_the_honour() -> None:
    assert regions(moments()["challenge"], "e").challenge.dots == (True, False)
    assert regions(moments()["challenge by the person"], "e").challenge.dots == (
        True,
        True,
        True,
        False,
    )
    assert regions(moments()["claim"], "e").challenge.dots == ()


def test_the_meta_line_counts_the_whole_pile() -> None:
    assert meta(table()) == "Pile 4 · 1 buried"
    assert meta(table(buried=0)) == "Pile 3"


def test_the_first_card_is_named_where_it_matters() -> None:
    slaps = ("double", "top_bottom")
    assert meta(table(slaps=slaps)) == "Pile 4 · 1 buried · First card: 7"
    assert meta(table(slaps=slaps, first="TD", buried=0)) == "Pile 3 · First card: 10"
    assert meta(moments()["paused"]) == "Pile 4 · 1 buried"


@pytest.mark.parametrize(
    ("slaps", "line"),
    [
        (("double", "sandwich"), "Slap doubles and sandwiches"),
        (("jack",), "Slap jacks"),
        (("double", "sandwich", "tens", "run"), "Slap doubles, sandwiches and 2 more"),
        (("marriage", "split_marriage"), "Slap king and queen and 1 more"),
        ((), "Pile 0"),
    ],
)
def test_before_the_first_card_the_meta_line_says_what_is_slapped(
    slaps: tuple[str, ...], line: str
) -> None:
    dealt = replace(moments()["dealt"], slaps=slaps)
    assert meta(dealt) == line
    assert meta(replace(dealt, n=1, faceup=1, cards=("7S",), first="7S")) == "Pile 1"
    assert meta(replace(dealt, table="paused")) == "Pile 0"


def test_the_commitment_is_shown_before_the_deal() -> None:
    assert meta(moments()["waiting"]) == "Deal sealed: ea79fc60…"
    paused = regions(moments()["paused"], "e").cover.seal
    assert paused is not None
    assert paused.full == SEAL
    assert paused.drawn == (Said("0", "The server drew your seed."),)


def test_the_seal_leads_to_the_check_once_the_game_is_over() -> None:
    over = moments()["over"]
    seal = regions(over, "e").result.seal
    assert seal is not None
    assert (seal.check, seal.after) == (f"/replay/{over.game}/check", "")
    daily = regions(replace(over, date="2026-12-31"), "e").result.seal
    assert daily is not None
    assert "from 1 Jan 2027, 03:00\N{NO-BREAK SPACE}UTC on" in daily.after
    paused = regions(moments()["paused"], "e").cover.seal
    assert paused is not None
    assert paused.check == "", "a game that runs has no public name yet"


def says(picture: Picture) -> list[str]:
    return [slot.says for slot in regions(picture, "e").pile.slots]


def test_the_three_places_say_their_cards() -> None:
    assert says(table()) == [
        "Two before: seven of spades",
        "Previous: queen of hearts",
        "Newest: three of diamonds",
    ]
    assert says(table(cards=("X1",))) == [
        "Two before: no card",
        "Previous: no card",
        "Newest: joker",
    ]
    assert says(moments()["paused"])[2] == "Newest: covered"


def test_a_pile_names_what_is_buried() -> None:
    assert regions(table(), "e").pile.label == "Pile, 4 cards, 1 buried"
    assert regions(table(buried=0, faceup=1), "e").pile.label == "Pile, 1 card"


def test_a_chip_says_its_marks() -> None:
    out = replace(moments(4)["challenge"], out=(1,), heights=(45, 0, 0, 4), turn=2)
    away = replace(out, seats=(*out.seats[:3], replace(out.seats[3], away=True)))
    labels = [chip.label for chip in regions(away, "e").seats.chips]
    assert labels == [
        "Player, 45 cards",
        "West, 0 cards, out",
        "North, 0 cards, their turn, can slap",
        "East, 4 cards, last honour, away",
    ]


def test_the_photo_finish_waits_until_the_window_has_settled() -> None:
    marks = (Mark(0, 350, "wrong"),)
    assert regions(table(phase="window", marks=marks), "e").bar.ticks == ()
    (tick,) = regions(table(marks=marks, settled_ms=700), "e").bar.ticks
    assert (tick.at, tick.initial, tick.ms, tick.how) == ("50.0%", "P", 350, "wrong")


def test_a_slap_after_the_window_stands_at_the_end_of_the_scale() -> None:
    marks = (Mark(1, 350, "wrong"), Mark(0, 910, "won"))
    ticks = regions(table(marks=marks, settled_ms=700), "e").bar.ticks
    assert [tick.at for tick in ticks] == ["38.9%", "98.0%"]


def test_labels_of_the_photo_finish_do_not_touch() -> None:
    moved = spread([10.0, 10.5, 11.0, 99.0, 100.0])
    assert all(b - a >= 11.5 - 1e-6 for a, b in pairwise(moved))
    assert moved[0] >= 5
    assert moved[-1] <= 95
    assert spread([40.0, 60.0]) == [40.0, 60.0]
    assert len(spread([50.0] * 8)) == 8


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_in_a_window_only_the_cards_differ(seats: int) -> None:
    """A slappable pile and another one: every region but the pile and its card's name is equal."""
    plain = regions(table(seats, phase="window", turner=None, cards=("7S", "QH", "3D")), "e")
    slappable = regions(table(seats, phase="window", turner=None, cards=("7S", "QH", "7D")), "e")
    assert (slappable.spoken.rank, plain.spoken.rank) == ("Seven.", "Three.")
    named = replace(slappable.spoken, rank="Three.", card="Three of diamonds.")
    assert replace(slappable, pile=plain.pile, spoken=named) == plain
    assert slappable.pile.label == plain.pile.label
    assert [s.key for s in slappable.pile.slots] == [s.key for s in plain.pile.slots]


def test_only_what_depends_on_the_viewer_is_outside_the_regions() -> None:
    mine = table_page("A" * 22, table(), SETUP, "e", (0,), 900)
    theirs = table_page("A" * 22, table(), SETUP, "e", (), 900)
    assert (mine.looks, theirs.looks) == ("seated you-0", "watching")
    assert (mine.you, theirs.you) == (((0, "Player", 44),), ())
    assert (mine.may_reveal, theirs.may_reveal) == (True, False)
    assert mine.regions == theirs.regions


def test_home_lists_the_newest_saved_game_and_folds_the_others() -> None:
    games = [
        saved_view("A" * 22, ("Player", "West", "North"), (9, 12, 31), (0,), 37, 100),
        saved_view("B" * 22, ("Player", "West"), (26, 26), (0,), 0, None, "party"),
    ]
    home = home_page(games)
    (newest,) = home.saved
    assert newest.against == "Against West and North"
    assert newest.counts == "Cards: you 9, West 12, North 31"
    assert newest.progress == "Standard · reveal 37 of 100"
    assert home.more_text == "1 more saved game"
    assert home.more[0].progress == "Party · not dealt yet"
    assert home.summary == "You and one computer, Normal, 100 reveals"
    assert dict(home.fields)["preset"] == "duel"


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"preset": "quartet", "computers": ""}, "You and three computers, Normal, all cards"),
        ({"reveal_limit": "200", "level": "hard"}, "You and one computer, Hard, 200 reveals"),
        ({"reveal_limit": "none"}, "You and one computer, Normal, all cards"),
        ({"burn": "2"}, "You and one computer, Normal, 100 reveals · Standard, changed"),
        ({"preset": "quartet", "computers": "3"}, "You and three computers, Normal, all cards"),
        ({"window_ms": "0", "time_limit_s": "300"}, "You and one computer, Normal, 100 reveals"),
    ],
)
def test_a_set_up_in_one_line(fields: dict[str, str], line: str) -> None:
    assert home_page((), fields).summary == line


def test_an_error_says_what_happened_and_what_to_do() -> None:
    gone = error_page(404, "There is no table at this address. Ask for the link again.")
    assert gone.heading == "There is nothing at this address"
    assert gone.advice
    assert error_page(500, reference="7f3a").reference == "Reference: 7f3a"
    assert error_page(418).heading == gone.heading
    assert error_page(599).heading == error_page(500).heading


def test_the_keys_that_a_browser_chose_stand_on_the_buttons() -> None:
    def keys(pair: bool, **chosen: str) -> tuple[tuple[str, ...], str]:
        you = (0, 1) if pair else (0,)
        page = table_page("A" * 22, table(), SETUP, "e", you, 900, replace(USUAL, **chosen))
        assert {page.reveal_key, *page.slap_keys} <= {
            key for row in page.menu.keys for each in row.keys for key in (each, " ".join(row.keys))
        }
        return page.slap_keys, page.reveal_key

    assert keys(False) == (("Space",), "Enter")
    assert keys(False, slap_key="k") == (("K",), "Enter")
    assert keys(False, keys="same") == (("F J",), "Space")
    assert keys(True) == (("F", "J"), "Space")
    assert keys(True, left_key="a", right_key="9") == (("A", "9"), "Space")
