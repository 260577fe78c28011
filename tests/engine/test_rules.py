"""The fields, the presets and the checks, against RULES' tables copied out by hand."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.conditions import CONDITIONS
from app.engine.rules import (
    FIELDS,
    PRESETS,
    InvalidRules,
    Rules,
    rules_fields,
    rules_from,
    rules_from_form,
)
from tests.engine.houses import houses

TABLE = """
field              classic          duel             quartet          strict           party            doubles   slaps_only       slapjack
title              Classic          Standard         Four_at_the_table Club_rules      Party            Doubles_only Slaps_only    Slapjack
seats_min          2                2                4                2                2                2         2                2
seats_max          4                2                4                6                8                2         8                8
seats              2                2                4                3                4                2         4                4
decks              1                1                1                1                1                1         1                1
jokers             none             none             none             none             none             none      none             none
joker_chances      5                5                5                5                5                5         5                5
challenges         yes              yes              yes              yes              yes              yes       no               no
slaps              double,sandwich  double,sandwich  double,sandwich  double,sandwich  double,sandwich  double    double,sandwich  jack
burn               1                1                1                1                1                1         1                1
empty_false_slap   out              free             out              out              out              free      out              out
responder_empty    collect          collect          carry            collect          collect          collect   collect          collect
ending             last_chance      full             full             last_window      full             full      full             full
reveal_limit       none             100              none             none             none             100       none             none
time_limit_s       none             none             none             none             none             none      none             none
repetition_draw    yes              yes              yes              yes              yes              yes       no               no
slap_until_covered yes              no               yes              yes              yes              no        yes              yes
window_ms          700              1800             700              700              700              1800      700              700
claim_window_ms    1500             1800             1500             1500             1500             1800      1500             1500
turning            self             person           self             self             self             person    self             self
ties               key              key              key              void             key              key       key              key
"""  # noqa: E501  # RULES' table as it stands there
ROWS = [line.split() for line in TABLE.strip().splitlines()]
COLUMNS = {name: {row[0]: row[i] for row in ROWS[1:]} for i, name in enumerate(ROWS[0]) if i}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_preset_is_the_rules_table(name: str) -> None:
    preset, column = PRESETS[name], COLUMNS[name]
    for field in ("title", "seats_min", "seats_max", "window_ms", "claim_window_ms", "turning"):
        assert str(getattr(preset, field)).replace(" ", "_") == column[field], field
    assert preset.ties == column["ties"]
    form = {field: column[field] for field in FIELDS}
    assert rules_from_form(form) == preset.rules
    assert preset.name == name


def test_the_presets_are_those_of_the_rules_in_their_order() -> None:
    assert list(PRESETS) == list(COLUMNS)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_decks_follow_the_seats_chosen(name: str, seats: int) -> None:
    two = name in ("party", "slaps_only", "slapjack") and seats >= 6
    assert rules_from({"preset": name, "seats": seats}).decks == (2 if two else 1)
    assert rules_from({"preset": name, "seats": seats, "decks": 1}).decks == 1
    assert PRESETS[name].rules_for(seats) == rules_from({"preset": name, "seats": seats})


def test_what_is_offered_beside_a_preset() -> None:
    party = ("top_bottom", "marriage", "split_marriage", "run", "run_wrap")
    classic = ("top_bottom", "tens", "marriage")
    offered = {
        name: (preset.extra_slaps, preset.extra_burns, preset.extra_jokers, preset.limits)
        for name, preset in PRESETS.items()
    }
    assert offered == {
        "classic": (classic, (), False, (None,)),
        "duel": (classic, (2,), False, (100, 200, None)),
        "quartet": ((), (), False, (None,)),
        "strict": ((), (), False, (None,)),
        "party": (party, (), True, (None,)),
        "doubles": ((), (2,), False, (100,)),
        "slaps_only": (party, (), True, (None,)),
        "slapjack": ((), (), False, (None,)),
    }


def test_without_a_preset_the_rules_are_classic() -> None:
    assert rules_from({}) == rules_from_form({}) == PRESETS["classic"].rules


@pytest.mark.parametrize(
    ("field", "least", "greatest"),
    [
        ("seats", 2, 8),
        ("decks", 1, 2),
        ("joker_chances", 1, 9),
        ("burn", 1, 2),
        ("reveal_limit", 10, 2000),
        ("time_limit_s", 30, 7200),
    ],
)
def test_a_number_has_its_range(field: str, least: int, greatest: int) -> None:
    for value in (least, greatest):
        assert getattr(rules_from({field: value}), field) == value
        assert getattr(rules_from_form({field: str(value)}), field) == value
    wrong: list[Any] = [
        least - 1,
        greatest + 1,
        -least,
        float(least),
        str(least),
        True,
        [least],
        {},
    ]
    if "limit" not in field:
        wrong.append(None)
    for value in wrong:
        assert refused({field: value}) == field, value
    for text in (
        str(least - 1),
        str(greatest + 1),
        f"+{least}",
        f" {least}",
        f"{least}.0",
        "",
        "٣",
    ):
        assert refused_form({field: text}) == field, text


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("jokers", ("none", "slap", "challenge")),
        ("empty_false_slap", ("free", "out", "strikes")),
        ("responder_empty", ("collect", "carry")),
        ("ending", ("full", "last_chance", "last_window")),
    ],
)
def test_a_word_is_one_of_a_few(field: str, words: tuple[str, ...]) -> None:
    for word in words:
        assert getattr(rules_from({field: word}), field) == word
    for value in (words[0].upper(), words[0] + " ", "", None, True, 1, [words[0]]):
        assert refused({field: value}) == field, value
    assert refused_form({field: "yes"}) == field


@pytest.mark.parametrize("field", ["challenges", "repetition_draw", "slap_until_covered"])
def test_a_switch_is_yes_or_no(field: str) -> None:
    for value, text in ((True, "yes"), (False, "no")):
        assert getattr(rules_from({field: value}), field) is value
        assert getattr(rules_from_form({field: text}), field) is value
    for wrong in ("yes", 1, 0, None, "true"):
        assert refused({field: wrong}) == field, wrong
    for text in ("true", "on", "Yes", "1", ""):
        assert refused_form({field: text}) == field, text


@pytest.mark.parametrize("field", ["reveal_limit", "time_limit_s"])
def test_a_limit_may_be_none(field: str) -> None:
    assert getattr(rules_from({"preset": "duel", field: None}), field) is None
    assert getattr(rules_from_form({"preset": "duel", field: "none"}), field) is None


@pytest.mark.parametrize(
    ("text", "slaps"),
    [
        ("", set()),
        (" , ,", set()),
        ("double", {"double"}),
        ("double,tens", {"double", "tens"}),
        (",tens double", {"double", "tens"}),
    ],
)
def test_a_form_names_slaps_with_commas_or_spaces(text: str, slaps: set[str]) -> None:
    assert rules_from_form({"slaps": text}).slaps == slaps


@pytest.mark.parametrize(
    "slaps", ["double", None, True, {"double": True}, ["doubles"], [1], [None], [["double"]], ["X"]]
)
def test_slaps_are_a_list_of_conditions(slaps: object) -> None:
    assert refused({"slaps": slaps}) == "slaps"


def test_slaps_are_without_repeats() -> None:
    assert refused({"slaps": ["double", "tens", "double"]}) == "slaps"
    assert refused_form({"slaps": "double,double"}) == "slaps"


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"slaps": ["double", "run_wrap"]}, "run_wrap"),
        ({"slaps": ["joker"]}, "joker"),
        ({"slaps": [], "challenges": False}, "challenges"),
        ({"preset": "slapjack", "slaps": []}, "challenges"),
    ],
)
def test_combinations_that_cannot_be_played(given: dict[str, object], word: str) -> None:
    with pytest.raises(InvalidRules, match=rf"^slaps: .*\b{word}\b") as refusal:
        rules_from(given)
    assert refusal.value.field == "slaps"


def test_where_jokers_are_slapped_the_condition_is_on_by_itself() -> None:
    assert rules_from({"jokers": "slap"}).slaps == {"double", "sandwich", "joker"}
    assert rules_from({"jokers": "slap", "slaps": [], "challenges": False}).slaps == {"joker"}
    assert rules_from({"jokers": "challenge"}).slaps == {"double", "sandwich"}
    assert "joker" in rules_from({"jokers": "challenge", "slaps": ["joker"]}).slaps


@pytest.mark.parametrize("name", ["window_ms", "", "Seats", "_check", "a\nb", "é"])
def test_an_unknown_field_is_named(name: str) -> None:
    for refuse in (refused, refused_form):
        field = refuse({name: "1"})
        assert field.isprintable()
        assert field.isascii()
        assert name in (field, field.encode().decode("unicode_escape"))


@pytest.mark.parametrize("preset", ["egyptian", "", None, 1, True, ["classic"], "Classic"])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    assert refused({"preset": preset}) == "preset"


def test_a_record_does_not_list_the_condition_that_is_on_by_itself() -> None:
    rules = rules_from({"preset": "party", "jokers": "slap"})
    assert rules_fields(rules, "party") == {"preset": "party", "jokers": "slap"}


def test_a_message_is_one_short_line_and_quotes_what_was_given() -> None:
    for value in ("x" * 5000, "a\nb", {"deep": [1] * 999}, "\ud800"):
        with pytest.raises(InvalidRules) as refusal:
            rules_from({"burn": value})
        assert str(refusal.value).startswith("burn: must be a whole number from 1 to 2, not ")
        assert str(refusal.value).isprintable()
        assert str(refusal.value).isascii()
        assert len(str(refusal.value)) < 120


@given(houses(), st.sampled_from(list(PRESETS)))
def test_a_record_writes_any_rules_from_any_preset(rules: Rules, preset: str) -> None:
    fields = rules_fields(rules, preset)
    assert rules_from(fields) == rules
    assert next(iter(fields)) == "preset"
    for name in list(fields)[1:]:
        with contextlib.suppress(InvalidRules):  # `joker` without the jokers that came beside it
            assert rules_from({n: fields[n] for n in fields if n != name}) != rules, "idle field"


@given(houses())
def test_a_form_can_say_any_rules(rules: Rules) -> None:
    form = {}
    for field in FIELDS:
        value = getattr(rules, field)
        if field == "slaps":
            form[field] = ",".join(name for name in CONDITIONS if name in value)
        else:
            form[field] = {True: "yes", False: "no", None: "none"}.get(value, str(value))
        if type(value) is int:
            form[field] = str(value)
    assert rules_from_form(form) == rules


def refused(given: dict[str, Any]) -> str:
    """The field for which these are refused."""
    with pytest.raises(InvalidRules) as refusal:
        rules_from(given)
    assert str(refusal.value).startswith(f"{refusal.value.field}: ")
    return refusal.value.field


def refused_form(given: dict[str, str]) -> str:
    with pytest.raises(InvalidRules) as refusal:
        rules_from_form(given)
    assert str(refusal.value).startswith(f"{refusal.value.field}: ")
    return refusal.value.field
