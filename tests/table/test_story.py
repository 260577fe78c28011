"""What a table tells of its last events: in order, no sooner than everybody saw it, and lasting."""

from typing import Any

from app.engine.events import Burned, Collected, Revealed
from app.table.inputs import Pause, Resume
from app.table.picture import Picture
from app.table.story import KEPT, Told
from tests.table.virtual import Virtual

ME, FRIEND = "me", "friend"


def two(mine: list[str], theirs: list[str], **fields: Any) -> Virtual:
    """Two people, I to begin; a window is 1,800 ms long."""
    table = Virtual(people=(ME, FRIEND), preset="duel", seats=2, **fields).deal()
    return table.give((mine, theirs))


def turn(table: Virtual, browser: str) -> None:
    """Turn the next card as soon as its window is over."""
    n = table.core.ledger.n
    table.run_until(table.since + table.core.ledger.window_ms + 600)
    table.reveal(browser=browser, rt=2400)
    table.wait_for_reveal(n + 1)


def picture(table: Virtual) -> Picture:
    newest: Picture = table.pictures[-1]
    return newest


def test_a_slap_is_told_with_its_time_when_it_is_decided() -> None:
    table = two(["5S", "2C", "8D"], ["5H", "3C", "7H"])
    turn(table, ME)
    turn(table, FRIEND)
    cards = (Told(Revealed(0, "5S", 1), 600), Told(Revealed(1, "5H", 2), 2400))
    assert [told.event for told in picture(table).story] == [told.event for told in cards]
    table.slap(at=430, rt=412)
    assert len(picture(table).story) == 2, "a slap that waits is not told"
    table.wait(500)
    (*_, last) = picture(table).story
    assert last.event == Collected(0, "slap", 2, ("double",))
    assert 400 < last.ms <= 430


def test_a_false_slap_is_told_at_once() -> None:
    table = two(["5S", "2C", "8D"], ["6H", "3C", "7H"])
    turn(table, ME)
    table.slap(at=400, rt=390, browser=FRIEND)
    assert picture(table).story[-1].event == Burned(1, 1)


def test_what_nobody_slapped_is_told_once_the_next_card_lies_there() -> None:
    table = two(["5S", "2C", "8D"], ["5H", "3C", "7H"])
    turn(table, ME)
    turn(table, FRIEND)
    table.run_until(table.since + 2300)
    assert table.phase == "ready"
    assert picture(table).missed == (), "the window is over, but no card covers the double"
    turn(table, ME)
    assert picture(table).missed == ("double",)
    turn(table, FRIEND)
    assert picture(table).missed == (), "the card before was no match"


def test_nothing_was_missed_where_somebody_slapped() -> None:
    table = two(["5S", "2C", "8D"], ["5H", "3C", "7H"])
    turn(table, ME)
    turn(table, FRIEND)
    table.slap(at=430, rt=412)
    table.wait(3000)
    turn(table, ME)
    assert picture(table).missed == ()


def test_a_void_tie_was_not_missed() -> None:
    table = two(["5S", "2C", "8D"], ["5H", "3C", "7H"], ties="void")
    turn(table, ME)
    turn(table, FRIEND)
    for browser in (ME, FRIEND):
        table.measured(browser, 0, 10, 0)
    table.slap(at=400, rt=400)
    table.slap(at=400, rt=400, browser=FRIEND)
    table.wait(3000)
    assert "void" in table.kinds
    turn(table, ME)
    assert picture(table).missed == ()


def test_a_match_that_a_claim_took_was_missed_as_a_slap() -> None:
    table = two(["5S", "5C", "8D"], ["JH", "3C", "7H"])
    for browser in (ME, FRIEND, ME):
        turn(table, browser)
    table.wait(3000)
    took = Collected(1, "challenge", 3, ())
    assert picture(table).story[-1].event == picture(table).collected == took
    assert picture(table).missed == ()
    turn(table, FRIEND)
    assert picture(table).missed == ("sandwich",)


def test_a_pause_covers_the_story_s_cards_too() -> None:
    table = two(["5S", "2C", "8D"], ["6H", "3C", "7H"])
    turn(table, ME)
    table.slap(at=400, rt=390, browser=FRIEND)
    table.act(Pause(), at=500)
    assert [told.event for told in picture(table).story] == [Burned(1, 1)]
    table.act(Resume())
    assert Revealed(0, "5S", 1) in [told.event for told in picture(table).story]


def test_the_story_keeps_the_last_twelve_and_returns_from_the_log() -> None:
    table = Virtual(preset="classic", seats=2, auto="yes", turning="self").deal()
    table.wait_for_reveal(30)
    told = picture(table).story
    assert len(told) == KEPT
    numbers = [told.event.number for told in told if isinstance(told.event, Revealed)]
    assert numbers == sorted(numbers)
    assert numbers[-1] == 30
    before = table.core.ledger.story
    table.restart()
    after = table.core.ledger.story
    assert (after.told, after.missed) == (before.told, before.missed)
