"""The text of a set-up: its parts, what differs, and its one line."""

import pytest

from app.engine.rules import PRESETS
from app.table.setup import setup_from
from app.web.rules_differences import differences
from app.web.rules_text import rules_text


def different(**fields: str) -> tuple[str, ...]:
    return differences(setup_from(fields))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_does_not_differ_from_itself(preset: str) -> None:
    least, most = PRESETS[preset].seats_min, PRESETS[preset].seats_max
    for seats in range(least, most + 1):
        assert different(preset=preset, seats=str(seats)) == ()
    text = rules_text(setup_from({"preset": preset}))
    assert text.different == f"Just as in {PRESETS[preset].title}."
    assert [part.heading for part in text.parts] == [
        "Slap",
        "Honours",
        "Wrong slaps",
        "The end",
        "The table",
    ]


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"burn": "2"}, "2 cards for a wrong slap"),
        ({"seats": "3"}, "3 players"),
        ({"slaps": "double,tens"}, "also tens"),
        ({"slaps": "double,tens"}, "no sandwiches"),
        ({"jokers": "slap"}, "jokers to slap"),
        ({"jokers": "challenge", "joker_chances": "3"}, "a joker worth 3"),
        ({"challenges": "no"}, "honours ask for nothing"),
        ({"empty_false_slap": "strikes"}, "out at the third wrong slap without cards"),
        ({"responder_empty": "carry"}, "the next player takes over the chances"),
        ({"ending": "last_window"}, "the last pile stays open"),
        ({"reveal_limit": "none"}, "all cards"),
        ({"reveal_limit": "40"}, "40 reveals"),
        ({"time_limit_s": "900"}, "at most 15 minutes"),
        ({"time_limit_s": "90"}, "at most 90 seconds"),
        ({"repetition_draw": "no"}, "no draw by repetition"),
        ({"slap_until_covered": "yes"}, "slaps until the next card"),
        ({"decks": "2"}, "two decks"),
        ({"window_ms": "3000"}, "3\N{NO-BREAK SPACE}s to slap"),
        ({"window_ms": "0"}, "no timer"),
        ({"ties": "void"}, "ties take nothing"),
        ({"turning": "self"}, "computers turn their own cards"),
    ],
)
def test_what_differs_from_standard(fields: dict[str, str], what: str) -> None:
    assert what in different(**fields)
    assert "jokers" not in " ".join(different(jokers="slap")[1:]), "told once"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"ending": "last_chance", "listening": "yes", "ties": "void", "time_limit_s": "120"},
        {"ending": "last_window", "order": "arrival", "window_ms": "3000"},
        {"window_ms": "0", "slap_until_covered": "yes", "mode": "pass"},
    ],
)
def test_a_table_without_slaps_tells_of_no_slap_that_counts(fields: dict[str, str]) -> None:
    text = rules_text(setup_from({**fields, "slaps": ""}))
    parts = {part.heading: " ".join(part.sentences) for part in text.parts}
    assert parts["Slap"] == "There is nothing to slap: honours alone decide."
    for heading in ("Honours", "The end", "The table"):
        assert "slap" not in parts[heading].lower(), heading
    assert "slap" not in text.different
    assert "ties" not in text.different
    time = "3" if "order" in fields else "6" if "listening" in fields else "1.8"
    waits = "No timer: a card waits until somebody goes on."
    told = waits if fields.get("window_ms") == "0" else f"{time}\N{NO-BREAK SPACE}s after each card"
    assert told in parts["The table"]


def test_decks_follow_the_seats_where_the_preset_says_so() -> None:
    assert different(preset="party", computers="7") == ()
    assert different(preset="party", computers="7", decks="1") == ("one deck",)


def test_one_line() -> None:
    assert rules_text(setup_from({})).headline == "100 reveals · doubles and sandwiches"
    assert rules_text(setup_from({"slaps": ""})).headline == "100 reveals · no slaps"
