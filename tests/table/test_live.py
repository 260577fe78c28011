"""The live shell on a virtual clock: compute, commit, stamp T, publish, answer."""

import asyncio
import json

import pytest

from app.store.journal import JournalFailed
from app.table.inputs import Ack, Auto, Pause, Refused, Resume, Slap
from tests.table.hand import (
    Room,
    Viewer,
    VirtualLoop,
    acting,
    first_card,
    now_ms,
    reveal,
    settle,
    slap,
    turned,
    virtual_loop,
    wait,
)
from tests.table.virtual import ME


@pytest.fixture
def anyio_backend() -> object:
    return "asyncio", {"loop_factory": VirtualLoop}


# Compute, commit, stamp T, publish, answer


async def test_a_refusal_waits_until_what_it_was_refused_for_is_stored() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    room.journal.by_hand = True
    pausing, refused = acting(live, Pause()), acting(live, reveal(live, viewer))
    await wait(1000)
    assert (pausing.done(), refused.done()) == (False, False)
    room.journal.commit()
    await settle()
    assert pausing.done()
    with pytest.raises(Refused, match="paused"):
        refused.result()


async def test_nothing_is_published_or_answered_before_the_commit() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    room.journal.by_hand = True
    heard, shown = len(viewer.pictures), live.picture
    answer = acting(live, Pause())
    await wait(1000)
    assert [entry.kind for entry in room.journal.waiting[0].entries] == ["paused"]
    assert (len(viewer.pictures), live.picture, answer.done()) == (heard, shown, False)
    room.journal.commit()
    await settle()
    assert answer.done()
    assert answer.exception() is None
    assert viewer.pictures[heard:] == [(now_ms(), "paused 0.0 ready")]
    assert live.picture.version == shown.version + 1


async def test_a_stages_time_starts_when_it_is_published() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    room.journal.by_hand = True
    acting(live, reveal(live, viewer))
    await wait(200)
    assert [entry.kind for entry in room.journal.waiting[0].entries] == ["press"]
    room.journal.commit()
    await wait(50)
    assert [entry.kind for entry in room.journal.waiting[0].entries] == ["reveal"]
    heard = len(viewer.pictures)
    await wait(500)  # a slow disk
    assert live.left_ms() is None
    early = acting(live, Slap("1.0", viewer.follower.stream, 10, "a" * 32))
    await settle()
    room.journal.commit()
    published = now_ms()
    await settle()
    with pytest.raises(Refused, match="has not been turned yet"):
        early.result()
    assert viewer.pictures[heard:] == [(published, "playing 1.0 window")]
    assert live.left_ms() == 1800
    room.journal.by_hand = False
    await wait(400)
    await live.act(ME, slap(live, viewer, rt=400), now_ms())
    pressed = [e for e in room.journal.stored[live.id] if e.kind == "press"][-1]
    assert json.loads(pressed.payload)["e"] == 400


async def test_a_window_closes_at_its_time_after_publication() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await wait(1000)  # the three probes of a new stream go unanswered: no baseline, B 0 and S 10
    start = await turned(live, viewer)
    heard = len(viewer.pictures)
    await wait(2500)
    closed = [(round(moment - start, 3), what) for moment, what in viewer.pictures[heard:]]
    assert closed == [(1800 + 2 * 10 + 41, "playing 1.0 ready")], "w, and W of whoever may slap"


async def test_inputs_are_computed_in_order_on_the_state_that_is_not_yet_stored() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    room.journal.by_hand = True
    heard = len(viewer.pictures)
    answers = [acting(live, given) for given in (Pause(), Auto(True), Resume())]
    await settle()
    kinds = [[entry.kind for entry in commit.entries] for commit in room.journal.waiting]
    assert kinds == [["paused"], ["auto"], ["resumed"]]
    for count in (1, 2, 3):
        assert [answer.done() for answer in answers].count(True) == count - 1
        room.journal.commit()
        await settle()
        assert [answer.done() for answer in answers] == [n < count for n in range(3)]
        assert len(viewer.pictures) == heard + count
    shown = [what for _, what in viewer.pictures[heard:]]
    assert shown == ["paused 0.0 ready", "paused 0.0 ready", "playing 0.1 ready"]
    assert live.picture.stage == "0.1"
    assert live.picture.auto


async def test_an_answer_waits_for_what_was_given_before_it() -> None:
    room = Room()
    live, _ = await room.dealt(preset="duel")
    room.journal.by_hand = True
    first, second = acting(live, Pause()), acting(live, Pause())
    await settle()
    assert len(room.journal.waiting) == 1, "the second changes nothing"
    assert not second.done(), "but it is true only once the first is stored"
    room.journal.commit()
    await settle()
    assert first.done()
    assert second.done()


async def test_a_repeated_cmd_waits_for_the_first_ones_commit() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    await wait(300)
    room.journal.by_hand = True
    given = slap(live, viewer, rt=300)
    first, again = acting(live, given), acting(live, given)
    await wait(100)
    assert len(room.journal.waiting) == 1
    assert not first.done()
    assert not again.done()
    room.journal.commit()
    await settle()
    assert first.done()
    assert again.done()
    room.journal.by_hand = False
    count = len(room.journal.stored[live.id])
    await live.act(ME, given, now_ms())
    assert len(room.journal.stored[live.id]) == count


async def test_a_refused_input_is_answered_and_stores_nothing() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    count, heard = len(room.journal.stored[live.id]), len(viewer.pictures)
    room.journal.by_hand = True
    with pytest.raises(Refused, match="until the window has closed"):
        await live.act(ME, reveal(live, viewer), now_ms())
    await settle()
    assert (len(room.journal.stored[live.id]), len(viewer.pictures)) == (count, heard)
    assert not room.journal.waiting


# A failed commit


async def test_a_failed_commit_fails_the_answers_and_ends_the_streams() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    spectator = Viewer(live, None)
    await settle()
    before, heard = live.picture, len(viewer.heard)
    room.journal.by_hand = True
    answers = [acting(live, given) for given in (Pause(), Resume())]
    await settle()
    room.journal.fail()
    await settle()
    room.journal.commit()  # what was computed on the lost state does not follow on what is stored
    await settle()
    for answer in answers:
        assert isinstance(answer.exception(), JournalFailed)
    for each in (viewer, spectator):
        assert each.ended
        assert each.heard[-1][1] == b"event: restart\ndata: \n\n"
    assert len(viewer.heard) == heard + 1, "no picture of what was not stored"
    assert live.picture == before
    with pytest.raises(JournalFailed):
        await live.act(ME, Pause(), now_ms())
    assert room.journal.kinds(live.id)[-1] == "dealt"


async def test_a_table_whose_commit_failed_comes_back_as_it_was_stored() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    stored = list(room.journal.stored[live.id])
    before = live.picture
    room.journal.by_hand = True
    answer = acting(live, slap(live, viewer))
    await settle()
    room.journal.fail()
    await settle()
    assert isinstance(answer.exception(), JournalFailed)
    room.journal.by_hand = False
    again = await room.lobby.find(live.id)
    assert again is not None
    assert again is not live
    assert (again.picture.table, again.picture.n) == ("paused", 1)
    assert again.picture.heights == before.heights, "the slap that was not stored was not paid"
    assert room.journal.stored[live.id][: len(stored)] == stored
    assert room.journal.kinds(live.id)[len(stored) :] == ["paused"]
    back = Viewer(again)
    await again.act(ME, Resume(), now_ms())
    await again.act(ME, slap(again, back), now_ms())
    assert room.journal.kinds(live.id)[-2:] == ["press", "slap"], "its cmd is free again"


async def test_a_table_that_failed_carries_nothing_out_any_more() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel", auto="yes")
    await first_card(viewer)
    room.journal.by_hand = True
    acting(live, Pause()).add_done_callback(lambda answer: answer.exception())
    await settle()
    room.journal.fail()
    await wait(20_000)
    assert not room.journal.waiting
    assert viewer.ended


async def test_a_commit_that_a_timer_began_may_fail_too() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel", auto="yes")
    room.journal.by_hand = True
    await wait(1000)
    assert [entry.kind for entry in room.journal.waiting[0].entries] == ["reveal"]
    room.journal.fail()
    await settle()
    assert viewer.ended
    room.journal.by_hand = False
    again = await room.lobby.find(live.id)
    assert again is not None
    assert (again.picture.table, again.picture.n) == ("paused", 0)


async def test_a_table_that_could_not_be_stored_is_not_there() -> None:
    room = Room()
    room.journal.by_hand = True
    opening = asyncio.create_task(room.open(preset="duel"))
    await settle()
    table = room.journal.waiting[0].table
    room.journal.fail()
    await settle()
    assert isinstance(opening.exception(), JournalFailed)
    assert await room.lobby.find(table) is None


# The one timer


async def test_an_early_wake_up_does_nothing_and_is_waited_for_again() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await wait(4000)  # no probe is due in the next second
    start = await turned(live, viewer)
    count, heard = len(room.journal.stored[live.id]), len(viewer.heard)
    await wait(start + 100 - now_ms())
    virtual_loop().early_s = [0.3]
    live.ack(ME, Ack("1.0", viewer.follower.stream), now_ms())
    await live.act(ME, Auto(False), now_ms())  # changes nothing, but arms the timer again
    assert not virtual_loop().early_s, "a timer was armed"
    await wait(start + 1861 - now_ms() - 1)
    assert (len(room.journal.stored[live.id]), len(viewer.heard)) == (count, heard)
    await wait(2)
    assert room.journal.kinds(live.id)[count:] == ["close"]


async def test_an_open_tables_timer_is_the_only_one_it_has() -> None:
    room = Room()
    live, viewer = await room.dealt(preset="duel")
    await turned(live, viewer)
    for on in (True, False, True, False):
        await live.act(ME, Auto(on), now_ms())
    await wait(3000)
    assert room.journal.kinds(live.id).count("close") == 1
