"""How often and how long: measured anew, combined, and said as about."""

from collections.abc import Iterable
from dataclasses import replace
from unittest.mock import patch

import pytest

from app.__main__ import main
from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS, rules_from
from app.table import figures as measuring
from app.table.figures import Measured, measured, rate
from app.table.setup import Setup, setup_from
from app.table.simulate import Playing, deal_seeds, play
from app.web.new_controls import long_game
from app.web.rules_figures import chances, figures, length, quickest_ms, short_minutes
from app.web.rules_text import rules_text


def test_a_part_of_the_figures_is_measured_again() -> None:
    for of in (Measured("slapjack", 2, 1), Measured("slaps_only", 2, 1)):
        assert measuring.length(of) == figures()["lengths"][of.key]
    assert rate("jack", False, "none") == figures()["rates"]["quiet/none"]["jack"]


def test_the_figures_are_of_every_preset_at_each_of_its_seats() -> None:
    assert set(figures()["lengths"]) == {of.key for of in measured()}
    for preset in PRESETS.values():
        for seats in range(preset.seats_min, preset.seats_max + 1):
            assert f"{preset.name}/{seats}/{preset.decks_for(seats)}" in figures()["lengths"]


def test_the_figures_are_of_every_condition() -> None:
    """A new condition has to be measured before a page can say how often it comes."""
    for world, found in figures()["rates"].items():
        expected = set(CONDITIONS) - (set() if world.endswith("/slap") else {"joker"})
        assert set(found) == expected


def test_the_command_prints_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures()["command"] == "python -m app simulate --figures"
    with patch("app.table.figures.figures", lambda: {"lengths": {}}):
        assert main(["simulate", "--figures"]) == 0
    assert capsys.readouterr().out == '{\n "lengths": {}\n}\n'


def test_a_simulation_still_asks_for_what_it_needs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", "--preset", "duel", "--games", "1"])
    assert stopped.value.code == 2
    assert "the following arguments are required: --seats, --seed" in capsys.readouterr().err


def counted(**rules: object) -> float:
    """Chances per 100 reveals of the first 200 of twenty-five games."""
    chosen = rules_from({"preset": "party", "reveal_limit": 200, **rules})
    games = [play(chosen, PRESETS["party"], seed, "normal", 200) for seed in deal_seeds(3, 25)]
    return 100 * sum(g.chances for g in games) / sum(g.reveals for g in games)


@pytest.mark.parametrize(
    "rules",
    [
        {"slaps": ["double", "sandwich", "tens"]},
        {"slaps": ["double", "sandwich", "top_bottom", "marriage", "run", "run_wrap"]},
        {"slaps": ["double", "sandwich"], "jokers": "slap"},
        {"slaps": ["tens", "run"], "challenges": False},
        {"slaps": ["double", "sandwich"], "decks": 2},
    ],
)
def test_chances_of_custom_rules_are_about_right(rules: dict[str, object]) -> None:
    assert chances(rules_from({"preset": "party", **rules})) == pytest.approx(
        counted(**rules), rel=0.2
    )


def told(**fields: str) -> Iterable[str]:
    text = rules_text(setup_from(fields))
    return text.chance, text.long, text.quickest


def test_standard() -> None:
    """UX 2.2: once in 12 cards, about 4 minutes, 0.50 s; computers find one in 11."""
    assert told() == (
        "Something to slap about once in 11 cards.",
        "About 4 minutes.",
        "The quickest computer here usually slaps in 0.50\N{NO-BREAK SPACE}s.",
    )


def test_a_limit_cuts_what_was_measured() -> None:
    own = figures()["lengths"]["quartet/4/1"]
    whole = length(setup_from({"preset": "quartet"}))
    assert (whole.reveals, whole.reveals_p90) == (own["median"], own["p90"])
    assert whole.minutes == pytest.approx(own["median"] * own["ms"] / 60_000)
    short = setup_from({"preset": "quartet", "reveal_limit": "200"})
    assert length(short).reveals == length(short).reveals_p90 == 200
    assert length(short).minutes == pytest.approx(short_minutes(setup_from({"preset": "quartet"})))
    timed = length(setup_from({"preset": "quartet", "time_limit_s": "120"}))
    assert timed.minutes == timed.minutes_p90 == 2


@pytest.mark.parametrize(
    ("preset", "pace"), [("duel", "6000"), ("quartet", "1800"), ("duel", "1000")]
)
def test_minutes_at_another_pace_are_those_of_a_simulation(preset: str, pace: str) -> None:
    setup = setup_from({"preset": preset, "window_ms": pace, "reveal_limit": "100"})
    own = PRESETS[preset]
    other = replace(own, window_ms=setup.window_ms, claim_window_ms=setup.claim_window_ms)
    games = [play(setup.rules, other, seed, "normal", 100) for seed in deal_seeds(5, 12)]
    simulated = sum(g.play_ms for g in games) / sum(g.reveals for g in games)
    assert length(setup).minutes * 60_000 / 100 == pytest.approx(simulated, rel=0.12)


def test_no_timer_has_no_length() -> None:
    assert "as long as you like" in rules_text(setup_from({"window_ms": "0"})).long


def test_long_games_offer_a_short_one_beside_them() -> None:
    quartet, party = setup_from({"preset": "quartet"}), setup_from({"preset": "party"})
    assert "about 690 reveals, some 15 minutes. 200 reveals take about 4" in long_game(quartet)
    assert "about 810 reveals" in long_game(party)
    eight = setup_from({"preset": "party", "computers": "7"})
    assert long_game(eight).startswith("Usually over an hour. A length of 200 reveals takes")
    assert long_game(setup_from({"preset": "duel"})) == ""
    assert long_game(setup_from({"preset": "classic"}), least_seats=4) == ""


def quickest(**fields: str) -> int | None:
    setup: Setup = setup_from(fields)
    return quickest_ms(setup)


def test_the_quickest_computer() -> None:
    """UX 2.2: medians of 672, 503 and 403 ms to a double; mixed has a hard one from two."""
    for level, ms in (("easy", 672), ("normal", 503), ("hard", 403)):
        assert quickest(level=level) == pytest.approx(ms, abs=12), level
    assert quickest(level="mixed") == quickest(level="normal")
    mixed = quickest(preset="party", level="mixed", computers="2")
    assert mixed == quickest(level="hard")
    assert quickest(window_ms="3600") == pytest.approx(2 * 503, abs=24)
    assert quickest(preset="slapjack") == pytest.approx(503 - 60, abs=12)
    assert quickest(mode="pass", computers="0") is None
    assert quickest(slaps="") is None


def test_how_it_is_measured_is_how_a_simulation_plays() -> None:
    """The shortest game of the measured rules, by hand."""
    of = Measured("slapjack", 2, 1)
    rules = replace(PRESETS["slapjack"].rules_for(2), reveal_limit=None)
    table = Playing(rules, PRESETS["slapjack"], next(iter(deal_seeds(measuring.SEED, 1))), "normal")
    while table.game.phase != "over":
        table.step()
    assert measuring.length(of, games=1)["median"] == table.game.reveals
