"""The catalogue: nothing that people see stands anywhere else, and all of it is used."""

import ast
import re
import string
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from app.engine.conditions import CONDITIONS
from app.engine.rules import PRESETS
from app.engine.rules import WORDS as RULE_WORDS
from app.table.derivations import LATE, REPLAY, TIMING
from app.table.picture import LineQuality
from app.table.setup import CAPS, LEVELS, MODES, Handover, Order, Ties, Turning, setup_from
from app.web.catalogue import PATTERNS, PLURALS, RANKS, SLAPPED, SUITS, WORDS
from app.web.check_view import STEPS
from app.web.daily_score import Outcome
from app.web.new_controls import LENGTHS, PACES, TIMES
from app.web.new_form import BOXES
from app.web.preferences import ROWS, SECTIONS
from app.web.rules_claims import Claim, claims, table_claims
from app.web.stats_filter import CHOICES as STATS_CHOICES
from app.web.stats_filter import SPANS
from app.web.unshown import Why
from app.web.words import card_name, count, dotted, joined, say, seconds

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SPOKEN = ("aria-label", "alt", "title", "placeholder", "content")
NOT_WORDS = {"width=device-width, initial-scale=1, viewport-fit=cover", "light dark", "noindex"}


def test_a_key_stands_for_one_text() -> None:
    """Of two texts under one key, the one that was written first would be lost."""
    texts = Counter(
        key.value
        for file in (ROOT / "app/web").glob("catalogue*.py")
        for made in ast.walk(ast.parse(file.read_text()))
        if isinstance(made, ast.Dict)
        for key in made.keys
        if isinstance(key, ast.Constant) and key.value in {*WORDS, *PLURALS}
    )
    assert set(texts) == {*WORDS, *PLURALS}
    assert [key for key, number in texts.items() if number > 1] == []


def test_a_text_takes_values_and_a_number_its_form() -> None:
    assert say("turn_for", name="East") == "Turn East's card"
    assert count("reveals", 1) == "1 reveal"
    assert count("reveals", 0) == "0 reveals"
    with pytest.raises(KeyError):
        say("no such text")


def test_enumerations() -> None:
    assert joined(()) == ""
    assert joined(("West",)) == "West"
    assert joined(("West", "North")) == "West and North"
    assert joined(("West", "North", "East", "Ada")) == "West, North, East and Ada"
    assert dotted(("Pile 3", "1 buried", "x")) == "Pile 3 · 1 buried · x"


def test_cards_and_times_in_words() -> None:
    assert card_name("QS") == "queen of spades"
    assert card_name("TH") == "ten of hearts"
    assert card_name("X2") == "joker"
    assert seconds(512) == "0.51"


def test_every_condition_has_its_words() -> None:
    assert set(PATTERNS) == set(SLAPPED) == set(CONDITIONS)
    assert len(RANKS) == 14
    assert len(SUITS) == 4


def _fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_forms_of_a_plural_take_the_same_values() -> None:
    for key, (one, other) in PLURALS.items():
        assert _fields(one) - {"number"} == _fields(other) - {"number", "word"}, key


def test_no_exclamation_and_no_double_space() -> None:
    for text in [*WORDS.values(), *(form for forms in PLURALS.values() for form in forms)]:
        assert "!" not in text
        assert "  " not in text


def _static(template: Path) -> str:
    """A template's own markup: without comments, statements and expressions."""
    return re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", template.read_text(), flags=re.DOTALL)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_words(template: Path) -> None:
    static = _static(template)
    texts = re.sub(r"<[^>]*>", "\n", static)
    assert not re.search(r"[^\W\d_]", texts), f"a word in {template.name}: {texts.split()}"
    for name, value in re.findall(r'\s([a-z-]+)="([^"]*)"', static):
        if name in SPOKEN and value not in NOT_WORDS:
            assert not re.search(r"[^\W\d_]{2}", value), f"{name}={value!r} in {template.name}"


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_inline_script_or_style(template: Path) -> None:
    static = template.read_text()
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", static)


CHOSEN: dict[str, tuple[str, ...]] = {
    **RULE_WORDS,
    "mode": MODES,
    "ties": get_args(Ties),
    "turning": get_args(Turning),
    "handover": get_args(Handover),
    "burn": ("1", "2"),
    "decks": ("own", "1", "2"),
    "time_limit_s": ("own", *TIMES[:1]),
    "order": get_args(Order),
    "cap": tuple(map(str, CAPS)),
}
"""Controls with a choice of words, and the values that the page offers."""
WHY = ("run_wrap", "joker", "responder_empty", "joker_chances", "time_limit_s", "cap")
"""Controls that are held back until another is chosen."""
UNSAID = {*CONDITIONS, *RANKS, "players", "decks", "claim_window"}
"""Claims that other sentences say, or that the catalogue has in another table."""


def all_claims() -> set[Claim]:
    """Every claim that any set-up makes."""
    found = set()
    for fields in (
        *({name: value} for name, values in CHOSEN.items() for value in values if value != "own"),
        *({"preset": name} for name in PRESETS),
        {"slaps": "", "mode": "pass"},
        {"jokers": "challenge", "challenges": "no"},
        {"window_ms": "0"},
        {"time_limit_s": "300", "order": "arrival"},
        {"listening": "yes", "auto": "yes", "reveal_limit": "none"},
        *({"mode": "pass", "handover": value} for value in CHOSEN["handover"]),
        *({"mode": "link", "order": value} for value in CHOSEN["order"]),
        {"mode": "link", "preset": "party", "seats": "6", "cap": "0"},
    ):
        setup = setup_from(fields)
        found |= {*claims(setup.rules), *table_claims(setup)}
    return found


def test_every_text_of_the_catalogue_is_used() -> None:
    sources = [*(ROOT / "app" / "web").rglob("*.py"), *TEMPLATES]
    text = "\n".join(p.read_text() for p in sources if not p.name.startswith("catalogue"))
    quoted = set(re.findall(r"""["']([a-z0-9_]+)["']""", text))
    made = {
        *(f"preset_{name}" for name in PRESETS),
        *(f"level_{level}" for level in LEVELS),
        *(f"level_{level}_hint" for level in LEVELS),
        *(f"reveal_limit_{length}" for length in LENGTHS),
        *(f"pace_{pace}" for pace in PACES if pace),
        "window_ms_own",
        "window_ms_hint",
        *(f"{name}_{value}" for name, values in CHOSEN.items() for value in values),
        *(f"{name}_legend" for name in ("mode", "level", "window_ms", *CHOSEN)),
        *(f"{name}_{part}" for name in BOXES for part in ("label", "hint")),
        *(f"computers_hint_{mode}" for mode in MODES),
        *(f"mode_{mode}_hint" for mode in MODES),
        *(f"why_{name}" for name in WHY),
        *(f"jokers_{value}_hint" for value in CHOSEN["jokers"]),
        *(f"order_{value}_hint" for value in CHOSEN["order"]),
        *("joker_chances_legend", "joker_chances_hint"),
        *(f"refused_{name}" for name in ("reveal_limit", "joker_chances")),
        *(f"part_{part}" for part in ("slap", "honours", "wrong", "end", "table", "timing")),
        *(f"rule_{claim.says}" for claim in all_claims() if claim.says not in UNSAID),
        *(key for key in {*WORDS, *PLURALS} if key.startswith("differs_")),
        *(f"{what}_{outcome}" for what in ("daily", "share") for outcome in get_args(Outcome)),
        *("outcome_draw", "outcome_lost"),  # a win is worked out in lines of its own
        *(f"board_name_{why}" for why in get_args(Why)),
        *(f"refused_{why}" for why in (TIMING, REPLAY, LATE)),
        *(f"{name}_{who}" for name in ("all", "won") for who in ("you", "other")),
        *(
            f"log_{what}_{who}"
            for what in ("slapped", "took", "burned", "struck", "out", "away", "back", "left")
            for who in ("you", "other")
        ),
        *(f"{mark}_mark" for mark in ("turn", "honour", "empty", "out", "away", "left")),
        *(f"line_{quality}" for quality in get_args(LineQuality)),
        *(f"section_{section}" for section in SECTIONS),
        *(f"check_{part}_{step}" for part in ("step", "says", "means") for step in STEPS),
        *(f"check_says_{step}" for step in ("promise_daily", "promise_daily_since", "seed_daily")),
        *(key for row in ROWS.values() for key in (row.legend, row.hint) if key),
        *(row.label(value) for row in ROWS.values() for value in row.values if not row.is_key),
        *(f"stats_{name}" for name in (*STATS_CHOICES, "near_miss", "no_match")),
        *(f"stats_mode_{mode}" for mode in STATS_CHOICES["mode"]),
        *(f"stats_device_{device}" for device in STATS_CHOICES["device"]),
        *(f"stats_span_{span}" for span in SPANS),
        *(key for key in WORDS if re.fullmatch(r"error_\d+(_body)?|reason_[a-z_]+", key)),
    }
    texts = set(WORDS) | set(PLURALS)
    assert sorted(texts - quoted - made) == []
    assert sorted(made - texts) == []
