"""The set-up of a link match: its seats, its usual time limit, and what follows fewer seats."""

from dataclasses import replace

import pytest

from app.engine.rules import PRESETS, InvalidRules
from app.table.setup import Setup, setup_from, sized, usual_time_limit_s


def link(**fields: str) -> Setup:
    return setup_from({"mode": "link", **fields})


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_a_time_limit_follows_the_seats_unless_reveals_end_the_game(
    preset: str, seats: int
) -> None:
    own = link(preset=preset, seats=str(seats))
    short = PRESETS[preset].rules.reveal_limit is not None
    usual = None if short else 900 if seats == 2 else 1500
    assert own.rules.time_limit_s == usual == usual_time_limit_s(own.rules)
    assert link(preset=preset, seats=str(seats), time_limit_s="none").rules.time_limit_s is None
    assert link(preset=preset, seats=str(seats), time_limit_s="60").rules.time_limit_s == 60
    assert link(preset=preset, seats=str(seats), window_ms="0").rules.time_limit_s is None


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(3, 9))
def test_a_deal_for_fewer_is_as_if_set_up_for_them(preset: str, seats: int) -> None:
    for fewer in range(2, seats + 1):
        dealt = sized(link(preset=preset, seats=str(seats)), fewer)
        assert dealt == link(preset=preset, seats=str(fewer))
        assert dealt.rules.decks == PRESETS[preset].decks_for(fewer)


def test_what_was_chosen_does_not_follow_the_seats() -> None:
    chosen = link(preset="party", seats="7", decks="1", time_limit_s="600", computers="2")
    dealt = sized(chosen, 3)
    assert dealt == replace(chosen, rules=replace(chosen.rules, seats=3))
    two_decks = link(preset="party", seats="4", decks="2", time_limit_s="none")
    assert (sized(two_decks, 2).rules.decks, sized(two_decks, 2).rules.time_limit_s) == (2, None)


def test_two_seats_are_for_people() -> None:
    assert link(computers="6").rules.seats == 8
    assert link(computers="2", seats="5").people == 3
    for fields in ({"computers": "7"}, {"computers": "1", "seats": "2"}, {"seats": "9"}):
        with pytest.raises(InvalidRules):
            link(**fields)


def test_the_smallest_deal_has_its_host_and_the_computers() -> None:
    assert link(preset="party", seats="6").fewest == 2
    assert link(preset="party", seats="6", computers="1").fewest == 2
    assert link(preset="party", seats="6", computers="4").fewest == 5
    assert setup_from({"preset": "party", "seats": "6"}).fewest == 6
