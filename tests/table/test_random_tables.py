"""Whole tables under random hands: whatever people do, at whatever moment, what always holds
holds.
"""

import random
from typing import Any

import pytest

from app.engine.rules import PRESETS
from app.table.inputs import (
    Ack,
    Auto,
    Input,
    Name,
    Next,
    Pace,
    Pause,
    Ready,
    Refused,
    Rematch,
    Restart,
    Resume,
    Reveal,
    Slap,
)
from tests.table.virtual import Virtual

PEOPLE = ("ann", "ben", "cleo")
STEPS = 250


def some_table(chance: random.Random, seed: int) -> Virtual:
    people = PEOPLE[: chance.choice((1, 1, 1, 2, 3))]
    preset = chance.choice(list(PRESETS))
    fields: dict[str, Any] = {
        "preset": preset,
        "seats": max(chance.randint(2, 8), len(people) + 1),
        "order": chance.choice(("fair", "fair", "arrival")),
        "ties": chance.choice(("key", "void")),
        "auto": chance.choice(("yes", "no")),
        "level": chance.choice(("easy", "normal", "hard", "mixed")),
        "ending": chance.choice(("full", "last_chance", "last_window")),
        "responder_empty": chance.choice(("collect", "carry")),
        "empty_false_slap": chance.choice(("free", "out", "strikes")),
        "reveal_limit": chance.choice(("none", "12", "40")),
        "time_limit_s": chance.choice(("none", "30", "60")),
        "slap_until_covered": chance.choice(("yes", "no")),
        "mode": "pass" if len(people) == 1 and chance.random() < 0.4 else "solo",
        "handover": chance.choice(("every", "pile", "never")),
        "window_ms": chance.choice(("", "", "0", "1000")),
        "listening": chance.choice(("no", "no", "no", "yes")),
    }
    if fields["window_ms"] == "0":
        fields["time_limit_s"] = "none"
    if PRESETS[preset].rules.challenges:
        fields["slaps"] = chance.choice(("", "double", "double sandwich tens run"))
    return Virtual(people=people, seed=seed, **fields)


def some_input(chance: random.Random, table: Virtual, who: str) -> Input:
    """Anything that a page, a slow line or a cheat might send."""
    ledger = table.core.ledger
    n, k = ledger.n, ledger.k
    seen = chance.choice((f"{n}.{k}",) * 6 + (f"{n}.{k + 1}", f"{n + 1}.0", f"{max(n - 1, 0)}.0"))
    stream = chance.choice((f"stream-{PEOPLE.index(who)}", "another"))
    rt = chance.choice((None, 0.0, 130.5, 300.0, 450.0, 700.0, 59_999.0))
    cmd = f"{chance.randrange(400):032x}"
    kind = chance.randrange(23)
    if kind < 5:
        return Slap(seen, stream, rt, cmd, chance.choice((None, None, 0, 1)))
    if kind < 11:
        return Reveal(seen, stream, rt, cmd)
    others: tuple[Input, ...] = (
        Pause(),
        Resume(),
        Resume(),
        Auto(kind > 14),
        Rematch(),
        Ready(None),
        Ready(None, asks=chance.random() < 0.9),
        Next(),
        Next(),
        Pace(chance.choice((0, 700, 3000))),
        Name(chance.choice((0, 1)), chance.choice(("Ann", "Ben"))),
        Restart() if chance.random() < 0.1 else Resume(),
    )
    return others[kind - 11]


def check(table: Virtual) -> None:
    ledger = table.core.ledger
    game = ledger.game
    held = sum(map(len, game.stacks)) + len(game.buried) + len(game.faceup)
    assert held == game.rules.decks * 52
    assert (ledger.state == "over") is (game.phase == "over") or ledger.state == "waiting"
    assert all(0 <= chair.quota <= 80 for chair in ledger.chairs)
    unheard = ledger.setup.listening and table.core.since is None
    if ledger.state == "playing" and game.phase == "window" and not (ledger.held or unheard):
        assert table.core.deadline() is not None, "a window always closes"
    if ledger.state == "handover":
        assert game.phase == "ready"
        assert game.turn is not None
        assert ledger.chairs[game.turn].person
    if ledger.state == "playing" and game.phase == "ready":
        assert game.turn is not None
        assert game.stacks[game.turn], "the due seat can reveal"


@pytest.mark.parametrize("seed", range(60))
def test_random_hands(seed: int) -> None:
    chance = random.Random(seed)
    table = some_table(chance, seed).deal()
    for _ in range(STEPS):
        table.wait(chance.choice((0, 1, 7, 40, 200, 200, 700, 2000)))
        who = chance.choice(table.people)
        what = chance.random()
        before = list(table.log)
        try:
            if what < 0.85:
                table.act(some_input(chance, table, who), who)
            elif what < 0.93:
                table.core.ack(
                    who, Ack(table.core.ledger.stage, f"stream-{PEOPLE.index(who)}"), table.now
                )
            elif what < 0.96:
                table.restart()
                for seat, browser in enumerate(table.people):
                    table.connect(browser, f"stream-{seat}")
            elif table.core.lines.get(who) is not None and table.core.lines[who].active:
                active = table.core.lines[who].active or ""
                table.tell(table.core.disconnect(who, active, table.now))
                table.connect(who, f"stream-{PEOPLE.index(who)}")
        except Refused:
            assert not [entry for entry in table.log[len(before) :] if entry.kind == "press"]
        check(table)
    seen, picture = table.core.ledger, table.core.picture()
    table.restart()
    again = table.core.ledger
    assert (again.game, again.deal, again.actions) == (seen.game, seen.deal, seen.actions) or (
        seen.candidates
    ), "the log is the table"
    assert table.core.picture().heights == picture.heights or seen.candidates


def test_the_same_seed_gives_the_same_log_byte_for_byte() -> None:
    logs = []
    for _ in range(2):
        chance = random.Random(4)
        table = some_table(chance, 4).deal()
        for _ in range(STEPS):
            table.wait(chance.choice((0, 7, 200, 700)))
            try:
                table.act(some_input(chance, table, table.people[0]), table.people[0])
            except Refused:
                continue
        logs.append(table.log)
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20
