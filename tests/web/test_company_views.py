"""What a link match says while it runs and when it is over, and to whom."""

from dataclasses import replace

import pytest

from app.engine.events import Burned, Revealed
from app.engine.game import Challenge, Collected, Result
from app.table.picture import Mark, Picture
from app.table.setup import setup_from
from app.table.story import Presence, Told
from app.web.finish_view import bar_view
from app.web.log_sentences import log_lines
from app.web.progress_view import TimeLeft, progress_view
from app.web.rematch_view import coming, offers
from app.web.result_view import result_view
from app.web.room_view import Around
from app.web.sentences import Said, standing, status
from app.web.spoken import spoken
from app.web.table_view import table_page
from app.web.templating import Templates
from app.web.views import regions
from tests.web.company import FRIENDS, LINK, company

ANN, BO, CY = 0, 1, 2
TEMPLATES = Templates(lambda name: f"/static/{name}")


def read(said: tuple[Said, ...], seat: int | None) -> str:
    """What the page of a seat's holder shows, or a spectator's."""
    texts = {each.to: each.text for each in said}
    assert len(texts) == len(said)
    assert said == () or said[-1].to == "others"
    return texts.get(str(seat), texts.get("others", ""))


def heard(picture: Picture, seat: int | None) -> tuple[str, str]:
    """What is said politely after the card, and what interrupts."""
    lines = {line.to: line for line in spoken(picture).lines}
    line = lines.get(str(seat), lines["others"])
    return line.asks, line.alert


def html(picture: Picture, *you: int, sittings: tuple[int, ...] = ()) -> str:
    around = Around("http://localhost/t/T", LINK, sittings, "")
    page = table_page("T", picture, LINK, "e", you, None, around=around)
    return TEMPLATES.page_html("table", page)


# Whose card turns


def test_everybody_is_told_who_turns_the_next_card() -> None:
    said = status(company("ready", turn=BO, turner=BO))
    assert read(said, BO) == "Turn a card when you're ready."
    for other in (ANN, CY, None):
        assert read(said, other) == "Bo turns the next card."


def test_for_whom_nobody_waits_a_card_turns_by_itself() -> None:
    away = status(company("ready", turn=BO, turner=BO, away=[BO]))
    assert read(away, CY) == read(away, None) == "Bo is away. Their card turns by itself."
    left = status(company("ready", turn=BO, turner=BO, left=[BO]))
    assert read(left, CY) == "Bo has left. Their card turns by itself."
    assert [said.to for said in left] == ["others"], "whoever has left is told nothing"


def test_an_answer_that_is_due_is_told_to_three() -> None:
    asked = company("ready", turn=CY, turner=CY, challenge=Challenge(ANN, 2), honour="QH")
    assert read(status(asked), CY) == "Your turn to answer: 2 chances left."
    assert read(status(asked), BO) == "Cy turns the next card."
    line = standing(asked)
    assert read(line, CY) == "Queen by Ann · you[ have] 2 of 2[ chances] left"
    assert read(line, ANN) == "Queen by you · Cy[ has] 2 of 2[ chances] left"
    assert read(line, BO) == read(line, None) == "Queen by Ann · Cy[ has] 2 of 2[ chances] left"
    assert heard(asked, CY) == ("Two chances, you.", "Your turn to answer: 2 chances left.")
    assert heard(asked, BO) == ("Two chances, Cy.", "")


def test_a_claim_is_told_to_three() -> None:
    claim = company("window", turn=None, turner=None, claim=BO, honour="KS")
    line = standing(claim)
    assert read(line, BO) == "King[ not answered] · the pile goes to you"
    for other in (ANN, CY, None):
        assert read(line, other) == "King[ not answered] · Bo takes the pile"
    assert {read(status(claim), seat) for seat in (ANN, BO, CY, None)} == {"Watch the pile."}


def test_a_pile_is_told_to_its_winner_and_to_the_others() -> None:
    taken = company("slapped", collected=Collected(CY, "slap", 7, ("double",)), turn=CY, turner=CY)
    assert read(status(taken), CY) == "You slapped first: a double. 7 cards are yours."
    assert read(status(taken), ANN) == "Cy slapped first: a double."
    assert heard(taken, ANN)[1] == "Cy slapped first: a double."
    assert heard(taken, CY)[1].startswith("You slapped first: a double. 7 cards are yours.")


def test_a_false_slap_is_told_to_its_seat_and_to_the_others() -> None:
    burned = company("window", burned=(Burned(BO, 1),))
    assert read(status(burned), BO) == "Not a match. One of your cards goes under the pile."
    for other in (ANN, CY, None):
        assert read(status(burned), other).startswith("Bo slapped: not a match.")
    assert heard(burned, BO)[1] != ""
    assert heard(burned, CY)[1] == "", "another's wrong slap interrupts nobody"


# Who is here


def test_a_chip_says_who_is_away_and_who_has_left() -> None:
    picture = company("ready", 4, away=[1], left=[2], turn=1)
    labels = [chip.label for chip in regions(picture, "e").seats.chips]
    assert labels[1].endswith("their turn, away")
    assert labels[2].endswith(", gone")
    assert not any("away" in label or "left" in label for label in (labels[0], labels[3]))


def test_whoever_has_no_stream_yet_is_not_away() -> None:
    picture = company("ready")
    bo = replace(picture.seats[BO], connected=False)
    picture = replace(picture, seats=(picture.seats[ANN], bo, picture.seats[CY]))
    assert not any(chip.away for chip in regions(picture, "e").seats.chips)


def test_marks_of_presence_have_a_shape_and_a_word() -> None:
    chips = html(company("ready", 4, away=[1], left=[2]), 0)
    assert chips.count(">away</i>") == chips.count(">gone</i>") == 1
    assert 'class="chip seat-1 away"' in chips
    assert 'class="chip seat-2 left"' in chips
    assert chips.count("#i-left") == 1


@pytest.mark.parametrize(
    ("how", "own", "others"),
    [
        (
            "away",
            "You were away. Your cards were turned for you.",
            "Bo is away. Their cards are turned for them.",
        ),
        ("back", "You are back.", "Bo is back."),
    ],
)
def test_the_log_says_who_comes_and_goes(how: str, own: str, others: str) -> None:
    story = (Told(Revealed(0, "7S", 1), 9), Told(Presence(BO, how), 10_000))  # type: ignore[arg-type]
    (newest, _) = log_lines(company("ready", story=story))
    assert (read(newest, BO), read(newest, CY)) == (own, others)


def test_the_log_says_who_has_left() -> None:
    story = (Told(Presence(BO, "left"), 10),)
    (line,) = log_lines(company("ready", left=[BO], story=story))
    assert line == (Said("others", "Bo has left. Their cards are turned for them."),)


# What the page offers


def test_the_page_has_no_way_to_pause_restart_or_change_the_pace() -> None:
    page = html(company("ready"), BO, sittings=(2,))
    assert 'data-mode="link"' in page
    assert 'data-sitting="2"' in page
    assert 'id="pause"' not in page
    assert "window_ms" not in page
    assert "Deal new cards" not in page
    assert "The table plays on without you." in page
    assert "Your cards stay in the game and are turned for you to the end." in page


def test_automatic_turning_is_everybody_s_own_and_offered_while_the_game_runs() -> None:
    running = regions(company("ready", auto=[CY]), "e")
    switches = running.cover.switches
    assert [(each.to, each.on) for each in switches] == [("0", False), ("1", False), ("2", True)]
    assert running.cover.seal is None
    assert running.state.autos == "2"
    assert len(regions(company("paused", auto=[CY]), "e").cover.switches) == 3


def test_a_pause_is_everybody_s_to_end_and_a_watcher_is_told_so() -> None:
    said = status(company("paused"))
    assert [read(said, seat) for seat in (ANN, BO, CY)] == ["Paused."] * 3
    assert read(said, None) == "Paused. Whoever sits here can go on."


def test_a_closed_table_says_so() -> None:
    said = status(company("over", closed=True))
    assert read(said, ANN) == read(said, None) == "This table has closed."


def test_a_watcher_has_no_control_that_acts() -> None:
    page = html(company("ready"))
    assert 'class="watching"' in page
    assert "You are watching" in page
    for control in ("reveal", "slap", "leave", "again"):
        for tag in page.split("<")[1:]:
            if f'id="{control}"' in tag:
                holder = "holders" in tag or control == "leave"
                assert holder, tag


# The photo finish


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_the_photo_finish_shows_everybody_and_tells_one_s_own_apart(seats: int) -> None:
    marks = tuple(
        Mark(seat, 400 + 13 * seat, "won" if seat == 0 else "right") for seat in range(seats)
    )
    picture = company("slapped", seats, marks=marks)
    ticks = bar_view(picture).ticks
    assert [tick.ms for tick in ticks] == [mark.ms for mark in marks]
    assert [tick.to for tick in ticks] == [str(seat) for seat in range(seats)]
    page = html(picture, 1)
    assert page.count(">You</text>") == page.count('class="own"') == seats, "each for its own page"
    for name in FRIENDS[:seats]:
        assert f">{name[0]}</text>" in page


# Time


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (900, "15 min"),
        (899, "14 min"),
        (120, "2 min"),
        (119, "119 s"),
        (1, "1 s"),
        (0, "0 s"),
    ],
)
def test_the_time_left_is_said(seconds: int, text: str) -> None:
    timed = company("ready", reveals_limit=None, time_left_s=seconds)
    left = progress_view(timed).left
    assert left == TimeLeft(seconds, text, runs=True)
    assert f'data-rest-s="{seconds}">{text}</span><span class="roomy"> left</span>' in html(timed)
    assert progress_view(timed).text == "[Reveal ]37[ ·] "


def test_both_limits_are_said() -> None:
    timed = company("ready", reveals_limit=100, time_left_s=300)
    assert progress_view(timed).text == "[Reveal ]37[ of 100][ ·] "


def test_time_stands_still_while_the_game_is_paused() -> None:
    left = progress_view(company("paused", time_left_s=300)).left
    assert left is not None
    assert not left.runs
    assert progress_view(company("ready")).left is None


def test_the_result_says_that_the_time_was_up() -> None:
    over = company("over", result=Result(0, "limit"), reveals_limit=None, time_left_s=0)
    assert result_view(over).reason == "The time of this game is up."


# Another game


def test_an_offer_is_told_to_everybody() -> None:
    said = offers(company("over", offers=(BO,)))
    assert read(said, BO) == "You want to play again. Waiting for Ann and Cy."
    for other in (ANN, CY, None):
        assert read(said, other) == "Bo wants to play again."


def test_two_offers_wait_for_the_third() -> None:
    said = offers(company("over", offers=(ANN, BO)))
    assert read(said, ANN) == read(said, BO) == "You want to play again. Waiting for Cy."
    assert read(said, CY) == "Ann and Bo want to play again."


def test_nobody_waits_for_who_is_away_or_has_left() -> None:
    said = offers(company("over", 4, offers=(ANN,), away=[1], left=[2]))
    assert read(said, ANN) == "You want to play again. Waiting for Di."


def test_before_the_first_offer_everybody_is_told_how_another_game_begins() -> None:
    assert read(offers(company("over")), ANN) == (
        "Another game? It begins once everybody here has asked for it."
    )
    assert offers(company("over", mode="solo")) == ()


def test_latecomers_are_named() -> None:
    assert coming(company("over")) == ""
    assert coming(company("over", latecomers=("Jo",))) == "Jo joins the next game."
    assert coming(company("over", latecomers=("Jo", "Kim"))) == "Jo and Kim join the next game."
    assert "Jo joins the next game." in html(company("over", latecomers=("Jo",)), 0)


def test_the_result_of_a_link_match_offers_to_leave_and_no_other_rules() -> None:
    page = html(company("over"), 0)
    result = page.partition('id="result"')[2].partition('id="lobby"')[0]
    assert 'form="leave-form">Leave</button>' in result
    assert "Change rules" not in result
    assert 'class="button watchers" href="/"' in result


# Listening


def test_a_link_match_waits_for_no_voice() -> None:
    assert not setup_from({"mode": "link", "listening": "yes"}).listening
