"""Every slap condition on every pile of up to four ranks, against a list of what RULES allows."""

from itertools import product

import pytest

from app.engine.conditions import CONDITIONS, holding

RANKS = "A23456789TJQK"
ALL = RANKS + "X"
TENS = {"A9", "28", "37", "46", "55", "64", "73", "82", "9A"}
RUNS = {"A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "AQK"}
WRAPPED = {"A2K"}


def expected(ranks: str) -> set[str]:
    """What holds on a pile of these ranks, oldest first, read off RULES' table."""
    new, found = ranks[-1], set()
    if new == "X":
        found.add("joker")
    if new == "J":
        found.add("jack")
    if len(ranks) >= 2:
        pair = ranks[-2:]
        if pair in {rank * 2 for rank in ALL}:
            found.add("double")
        if ranks[0] == new:
            found.add("top_bottom")
        if pair in TENS:
            found.add("tens")
        if pair in {"KQ", "QK"}:
            found.add("marriage")
    if len(ranks) >= 3:
        three, prev2, prev = ranks[-3:], ranks[-3], ranks[-2]
        if prev2 == new and prev != new:
            found.add("sandwich")
        if {prev2, new} == {"K", "Q"}:
            found.add("split_marriage")
        inorder = "".join(sorted(three, key=ALL.index))
        if inorder in RUNS:
            found.add("run")
        if inorder in WRAPPED:
            found.add("run_wrap")
    return found


def pile(ranks: tuple[str, ...]) -> tuple[str, ...]:
    """Cards of these ranks; suits never matter, so they go round."""
    return tuple(
        rank + ("12"[i % 2] if rank == "X" else "SHDC"[i % 4]) for i, rank in enumerate(ranks)
    )


@pytest.mark.parametrize("height", [1, 2, 3, 4])
@pytest.mark.parametrize("name", CONDITIONS)
def test_a_condition_holds_where_the_rules_say_and_nowhere_else(name: str, height: int) -> None:
    chosen, reported = frozenset({name}), ("run",) if name == "run_wrap" else (name,)
    for ranks in product(ALL, repeat=height):
        should = reported if name in expected("".join(ranks)) else ()
        assert holding(pile(ranks), chosen) == should, ranks


def test_a_slap_reports_in_the_order_of_the_rules() -> None:
    order = [name for name in CONDITIONS if name != "run_wrap"]
    everything = frozenset(CONDITIONS)
    for ranks in product(ALL, repeat=3):
        found = expected("".join(ranks))
        if "run_wrap" in found:
            found = found - {"run_wrap"} | {"run"}
        assert holding(pile(ranks), everything) == tuple(c for c in order if c in found), ranks


def test_nothing_holds_on_an_empty_pile() -> None:
    assert holding((), frozenset(CONDITIONS)) == ()
