"""What the rules text says of a link match is what its arbiter, its deal and its clock do.

As in test_rules_claims.py each test sees what happens, says it as a claim, and compares.
"""

import re
from typing import Any

import pytest

from app.engine.rules import PRESETS
from app.table.setup import CAPS, Setup, setup_from, sized
from app.table.waiting import computers_turn_their_own
from app.web.rules_claims import Claim, table_claims
from app.web.rules_text import rules_text
from tests.table.test_fairness import FAR, NEAR, alone, two
from tests.table.virtual import Virtual
from tests.web.site import Site, Visitor


def link(**fields: Any) -> Setup:
    return setup_from({"mode": "link", **{name: str(value) for name, value in fields.items()}})


def told(field: str, **fields: Any) -> set[Claim]:
    return {claim for claim in table_claims(link(**fields)) if claim.field == field}


def words(heading: str, **fields: Any) -> str:
    """The sentences under a heading of the rules."""
    parts = {part.heading: part.sentences for part in rules_text(link(**fields)).parts}
    return " ".join(parts[heading])


@pytest.mark.parametrize("order", ["fair", "arrival"])
def test_order(order: str) -> None:
    """The far hand was quicker, the near one arrives first."""
    table = two(order=order)
    table.slap(at=455, rt=415, browser=NEAR)
    if table.collected() is None:
        table.slap(at=648, rt=412, browser=FAR)
    collected = table.collected()
    assert collected is not None
    says = {0: "order_arrival", 1: "order_fair"}[collected[0]]
    assert told("order", order=order) == {Claim("order", says)}
    # Where arrival decides nothing is credited, and that is told.
    none = table.pressed["credit"] == 0
    assert told("far", order=order) == ({Claim("far", "far")} if none else set())


@pytest.mark.parametrize("cap", CAPS)
def test_cap(cap: int) -> None:
    """A hand farther away than any cap: what of its 450 ms is made good?"""
    table = two(cap=cap)
    table.measured(FAR, 430, 40, 80, 432)
    table.slap(at=870, rt=420, browser=FAR)
    credit = table.pressed["credit"]
    assert table.pressed["adj"] == 870 - credit
    seen = Claim("cap", "cap", credit) if credit else Claim("cap", "no_cap")
    assert told("cap", cap=cap) == {seen}
    assert told("cap", cap=cap, order="arrival") == set()


def test_without_any_credit_the_order_is_that_of_arrival() -> None:
    table = two(cap=0)
    table.slap(at=455, rt=415, browser=NEAR)
    assert table.collected() == (0, "slap")
    assert told("order", cap=0) == set(), "so it is not called fair timing"


@pytest.mark.parametrize("ties", ["key", "void"])
def test_ties_of_people(ties: str) -> None:
    """Both at 412, in several deals: which of them is first is no matter of seat or arrival."""
    winners = set()
    for seed in range(8):
        table = two(ties=ties, seed=seed)
        table.slap(at=452, rt=412, browser=NEAR)
        table.slap(at=648, rt=412, browser=FAR)
        table.run_until(table.now + 1)
        winners.add(table.collected() and table.collected()[0])  # type: ignore[index]
    says = "ties_void" if winners == {None} else "ties_key"
    assert says == "ties_void" or winners == {0, 1}
    assert told("ties", ties=ties) == {Claim("ties", says)}


@pytest.mark.parametrize("ties", ["key", "void"])
def test_ties_of_a_person_and_a_computer(ties: str) -> None:
    table = alone(ties=ties)
    table.computers_react(430)
    table.slap(at=470, rt=430, browser=NEAR)
    table.wait(1)
    collected = table.collected()
    says = {None: "ties_void", 0: "ties_people"}[collected and collected[0]]
    assert told("ties", ties=ties, seats=3, computers=1) == {Claim("ties", says)}


@pytest.mark.parametrize(
    ("fields", "people"),
    [
        ({"preset": "duel", "computers": "1"}, ("me",)),
        ({"preset": "duel", "computers": "1", "auto": "yes"}, ("me",)),
        ({"preset": "classic", "computers": "1"}, ("me",)),
        ({"preset": "duel", "computers": "1", "mode": "pass"}, ("me",)),
        ({"preset": "duel", "computers": "1", "mode": "link", "seats": "3"}, ("me", "too")),
    ],
)
def test_turning(fields: dict[str, str], people: tuple[str, ...]) -> None:
    table = Virtual(setup_from(fields), people)
    says = "self" if computers_turn_their_own(table.core.ledger) else "person"
    claims = {claim.field: claim for claim in table_claims(table.setup)}
    assert claims["turning"].says == f"turning_{says}"


# Fewer players than seats


@pytest.mark.parametrize("computers", [0, 1, 3])
def test_early(site: Site, computers: int) -> None:
    """The host begins with as few as the table lets them."""
    host = Visitor(site)
    fields = {"preset": "party", "seats": 8, "computers": computers}
    table = host.open(mode="link", **{name: str(value) for name, value in fields.items()})
    if host.post(f"/t/{table}/start").status == 409:
        guest = Visitor(site)
        guest.post(f"/t/{table}/join")
        guest.post(f"/t/{table}/ready", {"seed": "22" * 16})
        assert host.post(f"/t/{table}/start").status == 204
    dealt = host.get(f"/t/{table}/rules").text
    seats = len(host.state(table)["seats"])
    assert told("early", **fields) == {Claim("early", "early", seats)}
    assert "early" not in {claim.field for claim in table_claims(sized(link(**fields), seats))}
    # With so few there is one deck, and for two less time: both were told before.
    assert told("early_decks", **fields) == {Claim("early_decks", "early_decks", 6)}
    assert "one deck of 52 cards" in dealt
    time = {Claim("early_time", "early_time", 900)} if seats == 2 else set()
    assert told("early_time", **fields) == time
    assert ("After 15 minutes of play" in dealt) is (seats == 2)


def test_what_does_not_follow_the_seats_is_not_told() -> None:
    assert told("early_decks", preset="party", seats=5) == set()
    assert told("early_decks", preset="party", seats=6, decks=2) != set(), "that is the usual"
    assert told("early_decks", preset="classic", seats=4, decks=2) == set()
    assert told("early_time", seats=4, time_limit_s=600) == set()
    assert told("early_time", seats=4, reveal_limit=100) == set()


# The words


@pytest.mark.parametrize(
    ("fields", "heading", "wanted"),
    [
        ({}, "Who was first", "compared by reaction time, from the moment when each player's own"),
        ({}, "Who was first", "no more than 0.35\N{NO-BREAK SPACE}s"),
        ({"cap": 150}, "Who was first", "no more than 0.15\N{NO-BREAK SPACE}s"),
        ({"cap": 0}, "Who was first", "a slow line counts as a slow hand"),
        ({"order": "arrival"}, "Who was first", "The first slap to reach the server counts."),
        ({"order": "arrival"}, "Who was first", "loses most races"),
        ({"preset": "strict"}, "Who was first", "take nothing"),
        ({}, "Who was first", "go to one by lot"),
        ({"computers": 1, "seats": 3}, "Who was first", "a person's goes before a computer's"),
        ({"seats": 4}, "The table", "to two players or more"),
        ({"preset": "party", "seats": 7}, "The table", "With fewer than six players there is one"),
        ({"seats": 4}, "The end", "After 25 minutes of play the most cards win."),
        ({"seats": 4}, "The end", "With two players the limit is 15 minutes."),
        ({"reveal_limit": 100}, "The end", "After 100 reveals the most cards win."),
    ],
)
def test_the_words(fields: dict[str, Any], heading: str, wanted: str) -> None:
    assert wanted in words(heading, **{"preset": "classic", **fields})


def test_a_table_without_slaps_says_nothing_of_who_was_first() -> None:
    text = rules_text(link(preset="classic", slaps="", order="arrival", ties="void", cap=0))
    assert "Who was first" not in [part.heading for part in text.parts]
    assert text.different == "Different from Classic: no doubles and sandwiches."


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({}, "Just as in Classic."),
        ({"seats": 4}, "Just as in Classic."),
        ({"reveal_limit": 200}, "Different from Classic: 200 reveals."),
        ({"time_limit_s": "none"}, "no time limit"),
        ({"time_limit_s": 600}, "at most 10 minutes"),
        ({"window_ms": 0}, "Different from Classic: no timer."),
        ({"order": "arrival", "cap": 0}, "Different from Classic: the first to reach the server."),
        ({"cap": 150}, "up to 0.15\N{NO-BREAK SPACE}s of delay made good"),
        ({"cap": 0}, "no delay made good"),
        ({"seats": 6}, "6 players"),
    ],
)
def test_what_differs(fields: dict[str, Any], what: str) -> None:
    assert what in rules_text(link(**{"preset": "classic", **fields})).different


# How long


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_game_is_told_to_take_longer_than_its_limit(preset: str, seats: int) -> None:
    setup = link(preset=preset, seats=seats)
    text = rules_text(setup)
    told, _, few = text.long.partition("players: ")
    for part, limit in ((told, setup.rules.time_limit_s), (few, 900)):
        minutes = [int(each) for each in re.findall(r"\b\d+\b", part)]
        if limit is not None:
            assert all(each <= limit // 60 for each in minutes), part
    if setup.rules.time_limit_s is not None:
        assert f"or {setup.rules.time_limit_s // 60} minutes" in text.headline


def test_how_long_a_game_takes_is_told_for_all_the_seats_and_for_the_fewest() -> None:
    assert rules_text(link(preset="classic", seats=4)).long == (
        "About 18 minutes, and 25 minutes at most. "
        "Two players: About 6 minutes, and 15 minutes at most."
    )
    assert rules_text(link(preset="party", seats=8)).long.startswith("Mostly the whole 25 minutes.")
    assert rules_text(link(preset="duel", seats=2)).long == "About 4 minutes."
