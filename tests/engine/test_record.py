"""The record: what is refused and how it is told, what is written, and that it reads back."""

import json
from typing import Any

import pytest

from app.engine.record import InvalidRecord, carry_out, read, record_of, replay
from app.engine.rules import PRESETS, rules_from
from app.engine.shuffle import deal
from tests.engine.moments import moment

SEED = "5be5ba3b016e0649229a7d9c49a48c4140b23288fc396c5a33bc3e007b427a6d"
GIVEN: dict[str, Any] = {
    "rules": {"preset": "classic", "seats": 3},
    "stacks": [["7S", "2C"], ["7D"], []],
    "turn": 0,
    "actions": ["reveal", "close"],
}
DEALT: dict[str, Any] = {"rules": {"preset": "duel"}, "seed": SEED, "actions": ["reveal"]}


def refused(record: dict[str, Any] | str | bytes) -> str:
    """The message with which a record is refused: one printable line."""
    text = record if isinstance(record, str) else json.dumps(record)
    with pytest.raises(InvalidRecord) as refusal:
        read(text)
    message = str(refusal.value)
    assert message.isprintable()
    assert message.isascii()
    assert len(message) < 300
    return message


def given(**changes: Any) -> dict[str, Any]:
    return {**GIVEN, **changes}


def without(record: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != name}


def test_the_records_that_the_others_are_made_from_are_right() -> None:
    assert len(list(replay(read(json.dumps(GIVEN))))) == 2
    assert len(list(replay(read(json.dumps(DEALT))))) == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("{", "not JSON: line 1, column 2"),
        ("\ufeff{}", "not JSON"),
        ("{'rules': 1}", "not JSON"),
        ('{"rules": {}} x', "not JSON: line 1, column 15"),
        ('{"turn": NaN}', "NaN"),
        ('{"turn": -Infinity}', "-Infinity"),
        ("[]", "must be a JSON object, not []"),
        ("null", "must be a JSON object, not null"),
        ('"reveal"', "must be a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"rules":' * 100_000, "nested too deeply"),
        ('{"turn": ' + "9" * 5000 + "}", "too many digits"),
    ],
)
def test_what_is_no_json_object_is_refused(text: str, what: str) -> None:
    message = refused(text)
    assert message.startswith("the record: ")
    assert what in message


@pytest.mark.parametrize("place", ["record", "rules"])
def test_a_key_that_stands_twice_is_refused(place: str) -> None:
    text = json.dumps(GIVEN)
    before, after = {
        "record": ('"turn": 0', '"turn": 0, "turn": 0'),
        "rules": ('"seats": 3', '"seats": 3, "seats": 3'),
    }[place]
    assert before in text
    name = before.split('"')[1]
    assert refused(text.replace(before, after)) == f"{name}: stands in one object twice"


@pytest.mark.parametrize("name", ["rules", "stacks", "turn", "actions"])
def test_a_missing_field_is_named(name: str) -> None:
    assert refused(without(GIVEN, name)).startswith(f"{name}: is missing")


@pytest.mark.parametrize("name", ["players", "Turn", "", "a\nb", "\x1b[1m", "\ud800", "x" * 500])
def test_an_unknown_field_is_named(name: str) -> None:
    message = refused(given(**{name: 1}))
    assert "is no field of a record" in message
    assert message.startswith((f"{name}: ", json.dumps(name)[:50]))


@pytest.mark.parametrize("name", ["stacks", "turn", "buried", "faceup"])
def test_cards_cannot_stand_beside_a_seed(name: str) -> None:
    assert refused({**DEALT, name: []}).startswith(f"{name}: cannot stand beside a seed")


def test_a_dealer_needs_a_seed() -> None:
    assert refused(given(dealer=0)).startswith("dealer: needs a seed")


@pytest.mark.parametrize(
    "seed", [SEED[:-1], SEED + "0", SEED[:-1] + "g", "٣" * 64, 7, None, [SEED], SEED + "\n"]
)
def test_a_seed_has_64_hex_digits(seed: object) -> None:
    assert refused({**DEALT, "seed": seed}).startswith("seed: must be 64 hex digits")


def test_hex_digits_may_be_capitals() -> None:
    capitals = {**DEALT, "seed": SEED.upper()}
    assert read(json.dumps(capitals)) == read(json.dumps(DEALT))


@pytest.mark.parametrize("seat", [-1, 3, 0.0, "0", True, None, [0]])
def test_a_seat_is_one_of_the_tables(seat: object) -> None:
    assert refused(given(turn=seat)).startswith("turn: must be a seat from 0 to 2, not ")
    seats = {**DEALT, "rules": {"seats": 3}}
    assert refused({**seats, "dealer": seat}).startswith("dealer: must be a seat from 0 to 2, not ")


def test_the_due_seat_has_cards() -> None:
    assert refused(given(turn=2)) == "turn: seat 2 has no cards to reveal"


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("stacks", {}, "stacks: must be a list, not {}"),
        ("stacks", [["7S"], ["4C"]], "stacks: must be one list a seat, 3 of them, not 2"),
        ("stacks", [["7S"], ["4C"], "5D"], 'stacks[2]: must be a list, not "5D"'),
        ("stacks", [["7S"], ["4C"], ["5D", "7s"]], 'stacks[2][1]: "7s" is no card'),
        ("stacks", [["7S"], ["4C"], ["10D"]], 'stacks[2][0]: "10D" is no card'),
        ("stacks", [["7S"], ["4C"], [None]], "stacks[2][0]: null is no card"),
        ("stacks", [["7S"], ["4C"], [["5D"]]], 'stacks[2][0]: ["5D"] is no card'),
        ("stacks", [["7S"], ["4C"], ["7S"]], "stacks[2][0]: 7S is there more often"),
        ("buried", ["7D"], "buried[0]: 7D is there more often than one deck holds it"),
        ("faceup", ["5D", "2C"], "faceup[1]: 2C is there more often"),
        ("faceup", "5D", 'faceup: must be a list, not "5D"'),
        ("buried", None, "buried: must be a list, not null"),
        ("buried", ["X1"], 'buried[0]: "X1" is no card of the pack, which has no jokers'),
    ],
)
def test_cards_are_in_the_pack_and_no_more_often(name: str, value: object, what: str) -> None:
    assert refused(given(**{name: value})).startswith(what)


def test_two_decks_hold_a_card_twice_and_jokers_where_they_are_in() -> None:
    rules = {"preset": "party", "seats": 6, "jokers": "slap"}
    stacks = [["7S", "X1"], ["7S", "X1"], [], [], [], ["X2"]]
    record = given(rules=rules, stacks=stacks)
    assert read(json.dumps(record)).game.stacks[5] == ("X2",)
    message = refused({**record, "faceup": ["7S"]})
    assert message == "faceup[0]: 7S is there more often than two decks hold it"


@pytest.mark.parametrize("actions", [None, "reveal", {}, 1])
def test_actions_are_a_list(actions: object) -> None:
    assert refused(given(actions=actions)).startswith("actions: must be a list")


BAD_ACTIONS = [
    *("flip", "", "Reveal", "slap", "slap  1", "slap 01", "slap -1", "slap +1", "slap ٣"),
    *("slap 1\n", "close 1", "timeup 0", "reveal 1 ", " reveal", "reveal 1.0", "slap 10"),
    *(1, None, ["reveal"]),
]


@pytest.mark.parametrize("action", BAD_ACTIONS)
def test_a_bad_action_is_named_with_its_place(action: object) -> None:
    message = refused(given(actions=["reveal", action]))
    assert message.startswith("actions[1]: must be reveal, reveal S, slap S, close or timeup, not ")
    assert message.endswith(json.dumps(action))


@pytest.mark.parametrize("action", ["slap 3", "reveal 3", "slap 7"])
def test_an_action_of_a_seat_that_is_not_there_is_refused(action: str) -> None:
    message = refused(given(actions=[action]))
    assert message == f'actions[0] "{action}": must be a seat from 0 to 2, not {action[-1]}'


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ([], "rules: must be a JSON object, not []"),
        (None, "rules: must be a JSON object, not null"),
        ({"preset": "chess"}, "rules: preset: must be one of classic, duel, "),
        ({"seats": True}, "rules: seats: must be a whole number from 2 to 8, not true"),
        ({"burn": 1.0}, "rules: burn: must be a whole number from 1 to 2, not 1.0"),
        ({"challenges": "no"}, 'rules: challenges: must be yes or no, not "no"'),
        ({"window_ms": 700}, "rules: window_ms: is no field of the rules"),
    ],
)
def test_rules_are_refused_with_their_field(rules: object, what: str) -> None:
    assert refused(given(rules=rules)).startswith(what)


def test_refused_and_late_actions_have_lines_like_the_others() -> None:
    record = {
        "rules": {"preset": "duel"},
        "stacks": [["7S", "2S"], ["7D"]],
        "turn": 0,
        "actions": ["reveal 1", "reveal", "close", "reveal", "slap 0", "reveal", "timeup"],
    }
    lines = list(replay(read(json.dumps(record))))
    assert [line["why"] for line in lines] == [
        "not your turn", None, None, None, None, "game over", "game over",
    ]  # fmt: skip
    assert [line["n"] for line in lines] == [1, 2, 3, 4, 5, 6, 7]
    assert lines[6]["state"] == lines[4]["state"]
    assert lines[6]["state"]["result"] == {"winner": 0, "reason": "all_cards"}


def test_a_line_has_its_keys_in_the_order_of_the_rules() -> None:
    line = next(replay(read(json.dumps(GIVEN))))
    assert list(line) == ["n", "action", "ok", "why", "events", "state"]
    names = "stacks buried faceup turn challenge claim phase reveals penalised strikes out"
    assert list(line["state"]) == [*names.split(), "last_chance", "result"]


def test_a_dealt_game_is_written_and_read_back() -> None:
    rules = rules_from({"preset": "duel", "burn": 2})
    game, dealer = deal(rules, bytes.fromhex(SEED))
    record = record_of(rules, "duel", bytes.fromhex(SEED), dealer, ["reveal", "slap 1"])
    assert record == {
        "rules": {"preset": "duel", "burn": 2},
        "seed": SEED,
        "dealer": 1,
        "actions": ["reveal", "slap 1"],
    }
    again = read(json.dumps(record))
    assert (again.game, again.actions) == (game, ("reveal", "slap 1"))


def test_a_preset_is_enough_of_the_rules() -> None:
    for name, preset in PRESETS.items():
        record = read(json.dumps({**DEALT, "rules": {"preset": name}}))
        assert record.game.rules == preset.rules


def test_an_action_that_is_none_is_not_carried_out() -> None:
    with pytest.raises(InvalidRecord, match=r"^action: must be reveal.*not \"flip\"$"):
        carry_out(moment("7S", "4C"), "flip")
