"""What a finished game adds to statistics, counted again from its log by other means."""

import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from statistics import median
from typing import Any

import pytest

from app.engine.conditions import holding
from app.engine.record import read, replay
from app.table.derivations import rows_of
from app.table.history import Hand, History, Player, Turned, history
from app.table.inputs import Pause, Refused, Resume
from app.table.statistics import statistics_rows
from tests.table.test_daily import daily, scripted
from tests.table.virtual import ME, Virtual
from tests.table.whole_games import played as played_out

DAY_MS = 86_400_000


def of(table: Virtual) -> History:
    return history(table.log, table.core.ledger.public_id)


def turned(n: int, card: str = "2C", holds: tuple[str, ...] = (), *hands: Hand) -> Turned:
    return Turned(n, 0, card, holds, hands, (26, 26), None, 0)


def right(ms: int, seat: int = 0, measured: bool = True, by: str = "", step_ms: int = 0) -> Hand:
    return Hand(seat, ms, "right", measured, by, step_ms)


def won(ms: int, **more: Any) -> Hand:
    return replace(right(ms, **more), how="won")


def wrong(ms: int, **more: Any) -> Hand:
    return replace(right(ms, **more), how="wrong")


@pytest.fixture(scope="module")
def played() -> History:
    """A whole daily, of which the tests below change what they are about."""
    return of(scripted(daily(), 5))


def made(played: History, *turns: Turned, **changes: Any) -> dict[str, Any]:
    rows = statistics_rows(replace(played, turned=turns, **changes), 5 * DAY_MS + 7)
    assert len(rows) == 1
    return rows[0]


def figures(row: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(row["figures"])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_game_is_counted_as_its_log_tells_it(seed: int) -> None:
    """From the entries and the tally alone: nothing of history.py or statistics.py."""
    table = scripted(daily(seed=seed), seed)
    row = rows_of(of(table), 1_000)["statistics"][0]
    ledger = table.core.ledger
    tally = ledger.chairs[0].tally()
    told = figures(row)
    assert tally.right, "a game without a right slap proves nothing"
    chances = chances_of(table, 0)
    assert told["chances"] == tally.chances == chances
    assert told["right"] == row["right"] == tally.right
    assert told.get("wrong", 0) == row["wrong"] == tally.wrong
    assert told["missed"] == chances - tally.right
    assert told["first"] == tally.by_slap
    timed = [ms for ms in slapped_ms(table) if ms >= 150]
    assert Counter({int(ms): n for ms, n in told["times"].items()}) == Counter(timed)
    assert row["median"] == int(median(timed))
    assert (row["mode"], row["seats"], row["level"]) == ("daily", 4, "normal")
    assert row["outcome"] == ("won" if ledger.game.result.winner == 0 else "lost")  # type: ignore[union-attr]


def chances_of(table: Virtual, seat: int) -> int:
    """The reveals that could be slapped while a seat was in, counted by the engine's record."""
    record = read(json.dumps(table.core.ledger.record()))
    slaps, found = record.game.rules.slaps, 0
    for line in replay(record):
        state = line["state"]
        if line["action"] == "reveal" and seat not in state["out"]:
            found += bool(holding(state["faceup"], slaps))
    return found


@pytest.mark.parametrize("preset", ["strict", "classic"])
def test_who_is_out_has_no_more_chances(preset: str) -> None:
    """Out is for good (RULES): what comes after is neither a chance nor missed."""
    fields = {"empty_false_slap": "out", "reveal_limit": "200", "level": "hard", "auto": "yes"}
    table = played_out(1, preset=preset, seats=4, **fields)
    ledger = table.core.ledger
    assert 0 in ledger.game.out
    whole = sum(bool(turned.holds) for turned in of(table).turned)
    mine, tally = chances_of(table, 0), ledger.chairs[0].tally()
    told = figures(rows_of(of(table), 1_000)["statistics"][0])
    assert 0 < mine < whole
    assert told["chances"] == tally.chances == mine
    assert told["missed"] == mine - tally.right
    assert sum(part.get("missed", 0) for part in told["patterns"].values()) >= told["missed"]


def test_a_seat_without_cards_is_in_until_it_is_out(played: History) -> None:
    empty = replace(turned(1, "7C", ("double",)), heights=(0, 52))
    gone = [replace(turned(n, "7C", ("double",)), out=(0,)) for n in (3, 4)]
    other = replace(turned(2, "7C", ("sandwich",)), out=(1,))
    told = figures(made(played, empty, other, *gone))
    assert (told["chances"], told["missed"]) == (2, 2)
    assert told["patterns"] == {
        "double": {"chances": 1, "missed": 1},
        "sandwich": {"chances": 1, "missed": 1},
    }


def slapped_ms(table: Virtual) -> list[int]:
    """The times of all right slaps by people, as their presses were written down."""
    presses = (json.loads(entry.payload) for entry in table.log if entry.kind == "press")
    return [press["adj"] for press in presses if press["what"] == "slap" and press["holds"]]


def test_a_quick_press_is_a_guess_and_in_no_median(played: History) -> None:
    row = made(
        played,
        turned(1, "7C", ("double",), won(149)),
        turned(2, "7D", ("double",), won(150)),
        turned(3, "8D", (), wrong(120)),
        turned(4, "8C", ("double",), right(300)),
    )
    told = figures(row)
    assert told["guesses"] == 2
    assert (told["right"], told["wrong"], told["first"]) == (3, 1, 2)
    assert told["times"] == {"150": 1, "300": 1}
    assert told["patterns"]["double"] == {
        "chances": 3,
        "first": 2,
        "times": {"150": 1, "300": 1},
    }
    assert row["median"] == 225


def test_a_coarse_clock_is_kept_apart(played: History) -> None:
    row = made(
        played,
        turned(1, "7C", ("double",), won(400, step_ms=16)),
        turned(2, "7D", ("double",), won(500, step_ms=15)),
        turned(3, "7H", ("double",), won(600)),
    )
    assert figures(row)["coarse"] == {"400": 1}
    assert figures(row)["times"] == {"500": 1, "600": 1}
    assert figures(row)["patterns"]["double"] == {
        "chances": 3,
        "first": 3,
        "coarse": {"400": 1},
        "times": {"500": 1, "600": 1},
    }
    assert row["median"] == 500, "a coarse time is a reaction all the same"


def test_an_interrupted_window_is_counted_and_not_timed(played: History) -> None:
    row = made(
        played,
        turned(1, "7C", ("double",), won(400, measured=False)),
        turned(2, "7D", ("double",), won(120, measured=False)),
    )
    told = figures(row)
    assert (told["right"], told["first"]) == (2, 2)
    assert {"times", "coarse", "guesses"} & set(told) == set()
    assert row["median"] is None


def paused(seed: int) -> Virtual:
    """A game of Standard whose person stops the clock in every third window, to look."""
    chance, table = random.Random(seed), Virtual(preset="duel", seed=seed).deal()
    ledger = table.core.ledger
    while table.state == "playing":
        if ledger.holds and 0 not in ledger.slapped and table.phase == "window":
            if ledger.n % 3 == 0 and not ledger.interrupted:
                table.act(Pause())
                table.act(Resume())
            with suppress(Refused):
                table.slap(at=chance.randint(350, 500), rt=345)
                continue
        elif table.phase == "ready" and ledger.asked is None:
            with suppress(Refused):
                table.reveal(at=None, rt=5)
                continue
        due = table.core.deadline()
        table.run_until(table.now + 50 if due is None else due)
    return table


def test_a_pause_in_a_window_leaves_its_slap_untimed() -> None:
    table = paused(3)
    tally = table.core.ledger.chairs[0].tally()
    told = figures(rows_of(of(table), 1_000)["statistics"][0])
    assert 0 < len(tally.reactions.times) < tally.right == told["right"]
    assert sum(told["times"].values()) == len(tally.reactions.times)


def test_each_pattern_has_its_own_figures(played: History) -> None:
    row = made(
        played,
        turned(1, "7C"),
        turned(2, "7D", ("double",), won(400)),
        turned(3, "7H", ("double", "sandwich"), right(450), won(440, seat=1)),
        turned(4, "8H"),
        turned(5, "7S", ("sandwich",)),
    )
    assert figures(row)["patterns"] == {
        "double": {"chances": 2, "first": 1, "times": {"400": 1, "450": 1}},
        "sandwich": {"chances": 2, "missed": 1, "times": {"450": 1}},
    }


def test_a_wrong_slap_says_what_it_looked_like(played: History) -> None:
    """Two courts, or a six and a nine, lie near a pair; not over a pile that was just taken."""
    new = replace(
        turned(3, "KC"),
        pile=played.turned[0].pile
        or next(each.pile for each in played.turned if each.pile is not None),
    )
    row = made(
        played,
        turned(1, "QC", (), wrong(400)),
        turned(2, "KC", (), wrong(400)),
        new,
        turned(4, "QH", (), wrong(400)),
        turned(5, "2H", (), wrong(400)),
    )
    assert figures(row)["patterns"] == {"near_miss": {"wrong": 1}, "no_match": {"wrong": 3}}


@pytest.mark.parametrize(
    ("by", "device"),
    [
        ((), "unknown"),
        (("", ""), "unknown"),
        (("", "", "key"), "key"),
        (("mouse", "touch", "mouse"), "mouse"),
        (("key", "touch"), "touch"),
    ],
)
def test_the_device_is_what_most_slaps_came_by(
    played: History, by: tuple[str, ...], device: str
) -> None:
    turns = [turned(n, "2C", ("double",), right(400, by=each)) for n, each in enumerate(by, 1)]
    turns.append(turned(9, "2C", ("double",), right(300, seat=1, by="mouse")))
    assert made(played, *turns)["device"] == device


@pytest.mark.parametrize(
    ("levels", "level"),
    [((), "none"), ((0,), "easy"), ((1, 1, 1), "normal"), ((2,), "hard"), ((1, 2), "mixed")],
)
def test_the_level_is_the_computers(played: History, levels: tuple[int, ...], level: str) -> None:
    players = [Player("You", "person", None, ME), Player("Ada", "person", None, None)]
    players += [Player("West", "computer", each, None) for each in levels]
    assert made(played, players=tuple(players))["level"] == level


@pytest.mark.parametrize(("winner", "outcome"), [(0, "won"), (1, "lost"), (None, "drawn")])
def test_a_game_is_won_lost_or_drawn(played: History, winner: int | None, outcome: str) -> None:
    row = made(played, winner=winner)
    assert row["outcome"] == outcome
    assert figures(row) == {"games": 1, outcome: 1}
    assert (row["day"], row["ended"]) == (5, 5 * DAY_MS + 7)


def test_of_two_people_at_one_device_the_first_is_counted(played: History) -> None:
    both = (Player("Player 1", "person", None, ME), Player("Player 2", "person", None, ME))
    row = made(played, turned(1, "7C", ("double",), won(400, seat=1)), players=both, winner=1)
    assert row["seat"] == 0
    assert figures(row) == {
        "games": 1,
        "lost": 1,
        "chances": 1,
        "missed": 1,
        "patterns": {"double": {"chances": 1, "missed": 1}},
    }


def test_at_a_link_match_everybody_gets_a_row(played: History) -> None:
    people = (
        Player("Ada", "person", None, "ada"),
        Player("West", "computer", 1, None),
        Player("Ben", "person", None, "ben"),
        Player("Gone", "person", None, None),
    )
    turns = (turned(1, "7C", ("double",), won(400, seat=2), right(450)),)
    rows = statistics_rows(replace(played, players=people, turned=turns, winner=2), 0)
    assert [(row["browser"], row["seat"], row["outcome"]) for row in rows] == [
        ("ada", 0, "lost"),
        ("ben", 2, "won"),
    ]
    assert json.loads(rows[0]["slaps"]) == [[1, 450, "right", 1, "", 0]]
    assert json.loads(rows[1]["slaps"]) == [[1, 400, "won", 1, "", 0]]
