"""What others got wrong (DESIGN): every trap of its table is a test that bears its name.

Such a test lives where its subject does, and may say in which way it falls into the trap:
`test_trap_the_same_press_counted_twice_by_retry`.
"""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PREFIX = "test_trap_"

TRAPS = (
    "a_computers_slap_planned_in_the_old_game_hits_the_new_one",
    "pressing_reveal_fast_covers_a_pattern_or_delays_the_computers",
    "the_late_hand_on_a_pile_just_collected_pays_a_penalty",
    "the_same_press_counted_twice_by_double_click",
    "the_same_press_counted_twice_by_retry",
    "the_same_press_counted_twice_by_key_repeat",
    "the_same_press_counted_twice_by_click_after_pointerdown",
    "space_pressed_the_focused_button_and_the_shortcut",
    "reading_the_state_changed_it",
    "a_burn_changed_what_the_patterns_saw",
    "responder_without_cards_a_table_that_waits_for_ever",
    "an_end_of_animation_was_the_clock",
    "reduced_motion_broke_the_game",
    "device_clock_wrong_by_minutes",
    "refresh_a_second_player_or_a_dead_page",
    "second_tab_a_second_player_or_a_dead_page",
    "back_button_a_second_player_or_a_dead_page",
    "someone_left_the_others_wait",
    "restart_in_an_open_window_lost_the_game_or_re_dealt",
    "preview_bots_used_up_an_invitation",
    "a_deploy_changed_todays_daily",
)


@cache
def named() -> frozenset[str]:
    """The name of each test of a trap in the suite, without what they all begin with."""
    return frozenset(
        part.name.removeprefix(PREFIX)
        for file in TESTS.rglob("test_*.py")
        for part in ast.walk(ast.parse(file.read_text()))
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and part.name.startswith(PREFIX)
    )


@pytest.mark.parametrize("trap", TRAPS)
def test_every_trap_has_its_test(trap: str) -> None:
    assert [name for name in named() if name.startswith(trap)]


def test_every_test_of_a_trap_is_in_the_list() -> None:
    assert [name for name in named() if not name.startswith(TRAPS)] == []
