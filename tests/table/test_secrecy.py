"""What a table tells nobody: hidden stacks, seeds, plans, and whether a card can be slapped.

Compared are the very bytes that go out, and when they do.
"""

import re
from collections.abc import Sequence

import pytest

from app.table.picture import Picture
from app.web.templating import Templates
from tests.table.virtual import ME, Virtual

NEAR, FAR = "near", "far"
_TEMPLATES = Templates(lambda name: f"/static/{name}")
_PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


class Wire(Virtual):
    """A table that keeps what it sends: each frame with the moment at which it went out."""

    def tell(self, outcome):  # type: ignore[no-untyped-def]
        told = super().tell(outcome)
        if not hasattr(self, "sent"):
            self.sent: list[tuple[float, str]] = []
        if told.picture is not None:
            self.sent.append((self.now, frame(told.picture)))
        self.sent += [(self.now, f"{stream} {number}") for stream, number in told.probes]
        return told


def frame(picture: Picture) -> str:
    """The picture as it goes out, apart from the commitment, which is the seed's own."""
    html = _TEMPLATES.picture_html(picture, "1")
    return html.replace(picture.commitment, "SEAL").replace(picture.commitment[:8], "SEAL")


def stacks(hidden: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two decks in two hands; `hidden` lie at the bottom of both, half in each."""
    rest = list(_PACK * 2)
    for card in hidden:
        rest.remove(card)
    half = len(hidden) // 2
    return [*rest[0::2], *hidden[:half]], [*rest[1::2], *hidden[half:]]


HIDDEN = ["AS", "KD", "7C", "7H", "2S", "9D", "JC", "4H", "QS", "TD", "3C", "8H"]


def played(hidden: Sequence[str], seed: int, react_ms: int, slaps: bool, reveals: int) -> Wire:
    """Reveal after reveal by a person who never slaps; nobody's slap ever lands."""
    table = Wire(preset="duel", decks=2, reveal_limit="none", seed=seed)
    table.deal()
    table.computers_react(react_ms, slaps)
    table.give(stacks(hidden))
    del table.sent[:]  # the deal's own cards are gone
    for _ in range(reveals):
        table.reveal(at=max(table.now - table.since, table.core.ledger.window_ms + 300), rt=None)
        assert table.core.left_ms(table.now) == 1800
        table.wait(2000)
    return table


def test_sixty_reveals_with_the_same_history_send_the_same_bytes() -> None:
    other = [HIDDEN[(5 * i + 3) % 12] for i in range(12)]
    assert sorted(other) == sorted(HIDDEN)
    one = played(HIDDEN, seed=1, react_ms=1801, slaps=True, reveals=60)
    two = played(other, seed=2, react_ms=4000, slaps=False, reveals=60)
    assert one.core.ledger.deal_seed != two.core.ledger.deal_seed
    assert one.core.ledger.game.stacks != two.core.ledger.game.stacks
    assert "slap" not in one.kinds
    assert one.sent == two.sent
    assert len(one.sent) >= 120


def test_the_bytes_differ_once_the_histories_do() -> None:
    other = [HIDDEN[(5 * i + 3) % 12] for i in range(12)]
    one = played(HIDDEN, seed=1, react_ms=1801, slaps=True, reveals=100)
    two = played(other, seed=2, react_ms=4000, slaps=False, reveals=100)
    assert one.sent != two.sent


def window(preset: str, newest: str, claimed: bool) -> Wire:
    """Near's card makes a double, or a sandwich that is claimed; or neither. To its close."""
    table = Wire(people=(NEAR, FAR), preset=preset, seats=2)
    table.deal()
    table.connect(ME, "watcher")  # a third stream, of nobody who plays
    faceup = ["5S"]
    if claimed:
        table.give(([newest, "2C", "8D"], ["JH", "3C", "7H"]), turn=1, faceup=faceup)
        table.reveal(at=200, rt=190, browser=FAR)
        table.wait_for_reveal(1)
        table.wait(3000)
        table.reveal(rt=None, browser=NEAR)
        table.wait_for_reveal(2)
    else:
        table.give(([newest, "2C", "8D"], ["9H", "3C", "7H"]), turn=0, faceup=faceup)
        table.reveal(at=200, rt=190, browser=NEAR)
        table.wait_for_reveal(1)
    assert bool(table.core.ledger.holds) is newest.startswith("5")
    assert (table.core.ledger.game.claim is not None) is claimed
    while table.phase == "window":
        table.wait(1)
    table.wait(300)
    return table


def without_ranks(sent: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """What was sent, with every rank and every card's name left out."""
    return [
        (moment, re.sub(r"#rank\w+|(?i:\b(?:five|six|nine)\b(?: of \w+)?)", "?", bytes_))
        for moment, bytes_ in sent
    ]


@pytest.mark.parametrize("claimed", [False, True])
@pytest.mark.parametrize("preset", ["duel", "classic", "strict", "party"])
def test_a_slappable_window_and_another_differ_only_in_the_card(preset: str, claimed: bool) -> None:
    slappable, plain = window(preset, "5H", claimed), window(preset, "6H", claimed)
    assert slappable.sent != plain.sent
    assert without_ranks(slappable.sent) == without_ranks(plain.sent)
    assert [e.ms for e in slappable.log] == [e.ms for e in plain.log]


@pytest.mark.parametrize("newest", ["5H", "6H"])
def test_a_false_slap_shows_when_it_is_paid_and_a_right_one_when_it_is_decided(newest: str) -> None:
    table = Wire(people=(NEAR, FAR), preset="classic", seats=2)
    table.deal()
    table.give((["2C", "8D"], [newest, "3C"]), turn=1, faceup=["5S"])
    table.reveal(at=200, rt=190, browser=FAR)
    table.wait_for_reveal(1)
    table.measured(NEAR, 38, 10)
    table.measured(FAR, 232, 26)
    start, before = table.since, len(table.sent)
    table.slap(at=455, rt=415, browser=NEAR)
    pictures = [text for _, text in table.sent[before:] if "<hx-partial" in text]
    if newest == "6H":
        assert "not a match" in pictures[-1]
        return
    # Stored, and answered; but not even a frame tells of it.
    assert table.kinds[-1] == "press"
    assert pictures == []
    assert table.core.picture().marks == ()
    table.run_until(start + 739)
    assert table.collected() == (0, "slap")
    assert "slapped first" in table.sent[-1][1]


def test_a_frame_holds_no_card_but_those_on_the_table() -> None:
    table = Wire(preset="quartet", computers=3, auto="yes", reveal_limit=200)
    table.deal()
    checked = 0
    while table.state != "over":
        table.run_until(table.core.deadline() or table.now)
        picture = table.pictures[-1]
        shown = sorted((*picture.cards, *picture.taken))
        ranks = (
            re.findall(r'#rank(\w)"/>', table.sent[-1][1]) if "<hx" in table.sent[-1][1] else None
        )
        if ranks is not None:
            assert sorted(ranks) == sorted(card[0] for card in shown)
            assert table.core.ledger.deal_seed.hex() not in table.sent[-1][1]
            assert table.core.ledger.server_seed.hex() not in table.sent[-1][1]
            checked += 1
    assert checked > 150
