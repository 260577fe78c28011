"""The shuffle, byte for byte: FAIRNESS 2's vectors V1 to V3."""

import hashlib
from collections import Counter

import pytest

from app.engine.cards import deck, suit
from app.engine.game import next_with_cards
from app.engine.rules import rules_from
from app.engine.shuffle import (
    TAG,
    commitment,
    daily_commitment,
    daily_deal_seed,
    day_seed,
    deal,
    deal_seed,
    dealer,
    shuffled,
    tie_key,
    u8,
    u16,
    u32,
)

COUNTING = bytes(range(32))
V1_SEED = bytes.fromhex("5be5ba3b016e0649229a7d9c49a48c4140b23288fc396c5a33bc3e007b427a6d")
V1_DECK = (
    "7D KH QD JD 3D QS 4H AD 7C 4D 4C AH 2C 8D 2D TD 8C JC 9H 9S 7H 3H 5S JH TH 6C 5H 5C KC 6D KS "
    "6H 3C 2S 5D JS TS 9D 7S 8H 8S 9C AC 2H TC 3S KD AS 6S 4S QC QH"
)
V2_SEED = bytes.fromhex("feddb40a9d36ad7645a1f90e027fd040e32958c07696628aa031fadedb0504eb")
V3_SEED = bytes.fromhex("5bb0f90ee9589388a7d28ff91c297e6acfb8fa4cbf1b623fe85a88a4f1362dec")
V3_DAY = bytes.fromhex("b57ddf88aa688614912bada1bf754e7a041253a0b4840449a8718b9de466b6f4")
V3_DECK = (
    "7C QH QD 5H AC 5S 6H 2S 9S AH TC TH QS 2D 3D 8D 4S 9H AD 7D 5D 8S 5C 3H AS 4H KC TS JS 3C 8H "
    "JD KS 3S QC 4D JC 9C 7H 6C JH 2H KH 6D KD 4C 9D TD 8C 7S 6S 2C"
)


def test_v1_a_game_of_two() -> None:
    seed = deal_seed(COUNTING, "A" * 22, 1, (b"\x11" * 16, b"\x22" * 16))
    assert commitment(COUNTING).hex() == (
        "ea79fc608a6f94570027fb9422f32d279266e04808cc38dea2d406e78370e7dc"
    )
    assert seed == V1_SEED
    assert dealer(seed, 2) == 1
    assert " ".join(shuffled(seed, 1, jokers=False)) == V1_DECK
    game, by = deal(rules_from({"preset": "duel"}), seed)
    assert by == 1
    assert [stack[:3] for stack in game.stacks] == [("QC", "6S", "KD"), ("QH", "4S", "AS")]
    assert game.turn == 0


def test_v2_two_decks_with_jokers_and_computers() -> None:
    seed = deal_seed(b"\xff" * 32, "solo-0001", 7, (b"\x00" * 16, b"", b""))
    assert commitment(b"\xff" * 32).hex() == (
        "f07b8fc4d0ed7be246598a77ba1dab136048a69d892c7e264d744e626befb8ca"
    )
    assert seed == V2_SEED
    assert dealer(seed, 3) == 0
    cards = shuffled(seed, 2, jokers=True)
    assert len(cards) == 108
    assert cards[:6] == ("4S", "9H", "X1", "TS", "JS", "3H")
    assert cards[-6:] == ("6D", "6C", "8H", "2C", "5D", "7H")
    assert hashlib.sha256(" ".join(cards).encode()).hexdigest() == (
        "24a1336d34afc9a0eff2308acef64e0ac3478f2a4be38338c85af0ef50259809"
    )


def test_v3_a_daily() -> None:
    day = day_seed(COUNTING, "2026-12-01")
    seed = daily_deal_seed(day, "2026-12-01", 4)
    assert day == V3_DAY
    assert daily_commitment(day).hex() == (
        "9c9553ed42596665cdae1cd545ae03ef5e80a6e33fdd338a0c46e433e12e582e"
    )
    assert seed == V3_SEED
    assert dealer(seed, 4) == 2
    assert " ".join(shuffled(seed, 1, jokers=False)) == V3_DECK
    keys = [tie_key(seed, 9, seat).hex()[:8] for seat in range(4)]
    assert keys == ["94e3dfc4", "5e0bf6b8", "ab3581c4", "cbeaa66c"]


def test_numbers_and_tags_are_bytes_the_greater_first() -> None:
    assert (u8(7), u16(258), u32(16909060)) == (b"\x07", b"\x01\x02", b"\x01\x02\x03\x04")
    assert TAG("ers:x:1") == b"ers:x:1\x00"


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("by", [None, 0, 1])
def test_cards_go_round_from_the_dealers_left(seats: int, by: int | None) -> None:
    rules = rules_from({"preset": "party", "seats": seats, "jokers": "challenge"})
    game, given = deal(rules, V1_SEED, by)
    if by is not None:
        assert given == by
    hands: list[list[str]] = [[] for _ in range(seats)]
    seat = given
    for card in shuffled(V1_SEED, rules.decks, jokers=True):
        seat = (seat + 1) % seats
        hands[seat].insert(0, card)
    assert [list(stack) for stack in game.stacks] == hands
    assert game.turn == next_with_cards(game.stacks, given) == (given + 1) % seats


@pytest.mark.parametrize(("decks", "jokers"), [(1, False), (1, True), (2, False), (2, True)])
def test_a_shuffle_loses_no_card(decks: int, jokers: bool) -> None:
    pack = deck(decks, jokers)
    assert len(pack) == decks * (54 if jokers else 52)
    assert Counter(shuffled(V1_SEED, decks, jokers)) == Counter(pack)
    assert {suit(card) for card in pack} == set("SHDC") | (set("12") if jokers else set())


def test_the_lot_and_the_first_card_are_even() -> None:
    """Chi-squared over 5200 seeds; the bounds are passed by 999 of 1000 fair lots."""
    seeds = [hashlib.sha256(u32(i)).digest() for i in range(5200)]
    for seats, bound in ((3, 13.8), (5, 18.5), (7, 22.5)):
        counts = Counter(dealer(seed, seats) for seed in seeds)
        fair = len(seeds) / seats
        assert sum((counts[seat] - fair) ** 2 / fair for seat in range(seats)) < bound
    first = Counter(shuffled(seed, 1, jokers=False)[0] for seed in seeds)
    assert sum((first[card] - 100) ** 2 / 100 for card in deck(1, False)) < 87.0
