"""kill -9 of a real server: what was acknowledged is there, and nothing else has happened."""

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from app.engine import record
from app.engine.conditions import holding
from app.table.arbiter import RT_MIN
from tests.web.doomed import POINTS
from tests.web.player import Player
from tests.web.served import ROOT, Line, Served

KILLS, REVEALS = 10, 45  # on a slow machine many a window is over before the kill
WINDOW_MS = 600
MANY = "double,sandwich,tens,marriage,split_marriage,run,jack"
MANY_SLAPS = frozenset(MANY.split(","))
GAME = {
    "preset": "duel",
    "level": "hard",
    "window_ms": str(WINDOW_MS),
    "claim_window_ms": str(WINDOW_MS),
}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path) as server:
        yield server


@pytest.fixture
def player(served: Served) -> Iterator[Player]:
    with Player(served.port) as person:
        yield person


def standing(state: dict[str, Any]) -> dict[str, Any]:
    """What a restart must leave alone, of a state that is seen."""
    kept = {name: state[name] for name in ("n", "stacks", "challenge", "claim", "turn", "out")}
    return kept | {"pile": state["pile"]["height"], "buried": state["pile"]["buried"]}


def replayed(log: Sequence[Line]) -> list[dict[str, Any]]:
    """What the engine makes of the stored actions: how the game stood after each, deal first."""
    opened, dealt = (
        json.loads(next(line.payload for line in log if line.kind == kind))
        for kind in ("opened", "dealt")
    )
    kinds = {"reveal": "reveal", "close": "close", "timeup": "timeup"}
    actions = [
        f"slap {line.seat}" if line.kind == "slap" else kinds[line.kind]
        for line in log
        if line.kind in (*kinds, "slap")
    ]
    given = record.read(
        json.dumps(
            {
                "rules": opened["setup"]["rules"],
                "seed": dealt["deal_seed"],
                "dealer": dealt["dealer"],
                "actions": actions,
            }
        )
    )
    lines = list(record.replay(given))
    assert all(line["ok"] for line in lines)
    return [seen(record.state_line(given.game)), *(seen(line["state"]) for line in lines)]


def seen(state: dict[str, Any]) -> dict[str, Any]:
    """`standing` of a state that the engine tells."""
    return {
        "n": state["reveals"],
        "stacks": [len(stack) for stack in state["stacks"]],
        "challenge": state["challenge"],
        "claim": state["claim"],
        "turn": state["turn"],
        "out": state["out"],
        "pile": len(state["buried"]) + len(state["faceup"]),
        "buried": len(state["buried"]),
    }


def of_this_reveal(log: Sequence[Line]) -> list[Line]:
    """What is stored since the newest card was turned."""
    newest = max(at for at, line in enumerate(log) if line.kind == "reveal")
    return list(log[newest + 1 :])


def restart(served: Served, player: Player) -> dict[str, Any]:
    """Start the server on the same file again; what the table shows before anybody goes on."""
    served.start()
    player.move(served.port)
    home = player.get("/")
    assert f'href="/t/{player.table}#continue"' in home
    assert ">Continue</a>" in home
    state = player.state()
    assert state["table"] == "paused"
    assert state["pile"]["cards"] == [], "the cards are covered"
    return state


def go_on(player: Player) -> float:
    """What *Continue* does; returns when it was asked for, in seconds."""
    player.follow()
    asked = time.monotonic()
    player.done("resume")
    player.until(lambda: player.picture["table"] != "paused")
    return asked


def check_fresh_window(player: Player, before: dict[str, Any], asked: float) -> None:
    """An open window opens afresh, for its full time; a closed one stays closed."""
    n, _, k = before["stage"].partition(".")
    stage = player.picture["stage"]
    assert (stage.partition(".")[0], int(stage.partition(".")[2])) >= (n, int(k) + 1)
    if not player.open_window:
        return
    assert player.picture["window"] == str(WINDOW_MS)
    player.until(lambda: not player.open_window)
    if player.picture["stage"] == stage:  # nobody collected
        assert time.monotonic() - asked >= WINDOW_MS / 1000


def watch_until_left(player: Player, left_ms: int) -> dict[str, Any]:
    """Look at the table until no more than this is left of its window."""
    while True:
        state = player.state()
        if state["left_ms"] is None or state["left_ms"] <= left_ms:
            return state


def slappable(player: Player) -> bool:
    """Do the cards that lie show a double or a sandwich?"""
    ranks = [card[0] for card in player.state()["pile"]["cards"]]
    return bool(ranks) and ranks[-1] in ranks[-3:-1]  # none where the pile has just been taken


def kill_in_window(served: Served, player: Player, left_ms: int, hand: str) -> dict[str, Any]:
    """Kill when so much is left of the window: with no slap of ours (the hand is `up`), with one
    on its way (it `falls`), or with one that was answered (it is `down`).
    """
    if hand != "up":  # a right slap that comes sooner than any adj waits, stored, until that
        left_ms = min(left_ms, WINDOW_MS - RT_MIN)
    before = watch_until_left(player, left_ms)
    if hand != "up":
        player.send("POST", f"/t/{player.table}/slap", player.press_fields())
    if hand == "down":
        player.answer()
    served.kill()
    return before


def check_nothing_lost(before: dict[str, Any], after: dict[str, Any], log: list[Line]) -> bool:
    """Whether the window was open at the kill. `log` is what was stored then."""
    stored = of_this_reveal(log)
    if not any(line.kind == "slap" for line in stored):
        assert not [line for line in stored if line.kind == "press" and "slap" in line.payload]
        if not any(line.kind == "close" for line in stored):
            assert standing(after) == standing(before)
    history = replayed(log)
    assert standing(after) == history[-1], "what was stored is what is there"
    since = len(history) - 1 - sum(line.kind in ("slap", "close") for line in stored)
    assert standing(before) in history[since:], "nothing but slaps and the end of the window"
    return bool(before["left_ms"]) and not any(line.kind == "close" for line in stored)


@pytest.mark.timeout(300)
def test_killed_ten_times_at_random_moments_of_one_game(
    served: Served, player: Player, tmp_path: Path
) -> None:
    chance = random.Random(20261130)
    player.open(**GAME, reveal_limit=str(REVEALS))
    hands = ["up"] * 6 + ["falls"] * 2 + ["down"] * 4
    chance.shuffle(hands)
    kills = 0
    while not player.over:
        player.turn()
        hurry = REVEALS - player.n <= 2 * (KILLS - kills)
        if kills == KILLS or player.n == REVEALS or not player.open_window:
            continue
        if not (hurry or chance.random() < 0.6):
            continue
        hand = "down" if slappable(player) else hands[kills]
        before = kill_in_window(served, player, chance.randrange(60, WINDOW_MS), hand)
        assert not served.errors
        log = served.log(player.table)
        after = restart(served, player)
        kills += check_nothing_lost(before, after, log)
        added = served.log(player.table)[len(log) :]
        assert [line.kind for line in added] == ["paused"], "nothing was decided by the restart"
        check_fresh_window(player, before, go_on(player))
    assert kills == KILLS
    check_replay(player, tmp_path)


def check_replay(player: Player, folder: Path) -> None:
    """The finished game's record comes to the result that the table shows."""
    state = player.state()
    assert state["table"] == "over"
    file = folder / "record.json"
    file.write_text(player.get(f"/t/{player.table}/record"))
    command = [sys.executable, "-m", "app", "replay", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(line["ok"] for line in lines)
    assert seen(lines[-1]["state"]) == standing(state)
    assert lines[-1]["state"]["result"] == state["result"]


@pytest.mark.parametrize("right", [True, False], ids=["right", "false"])
def test_killed_right_after_a_slap_was_answered(
    served: Served, player: Player, right: bool
) -> None:
    quick = {"preset": "duel", "level": "easy", "window_ms": "3000", "claim_window_ms": "3000"}
    player.open(**quick, slaps=MANY if right else "double", burn="2")
    answer = 0
    while answer != 204:
        player.turn()
        assert not player.over
        before = player.state()
        # The first card makes no double, and what three cards show is enough for a right slap.
        faceup = tuple(before["pile"]["cards"])
        if before["left_ms"] and (bool(holding(faceup, MANY_SLAPS)) or not right):
            answer = player.press("slap").status
    served.kill()
    assert of_this_reveal(served.log(player.table))[0].kind == "press"
    after = restart(served, player)
    mine, others = before["stacks"]
    assert after["n"] == before["n"]
    if right:
        assert after["stacks"] == [mine + before["pile"]["height"], others]
        assert after["pile"]["height"] == 0
        assert after["turn"] == 0
    else:
        assert before["n"] == 1
        assert after["stacks"] == [mine - 2, others]
        assert after["pile"]["buried"] == 2
    go_on(player)
    player.turn()
    assert player.n == before["n"] + 1


@pytest.mark.parametrize("point", POINTS)
def test_killed_while_a_slap_is_being_stored(tmp_path: Path, point: str) -> None:
    slow = {**GAME, "window_ms": "20000", "claim_window_ms": "20000"}
    with (
        Served(tmp_path, ("tests.web.doomed", point)) as doomed,
        Player(doomed.port) as player,
    ):
        player.open(**slow)
        player.turn()
        before = player.state()
        doomed.signal(signal.SIGUSR1)
        assert doomed.line() == "armed\n"
        with pytest.raises((HTTPException, OSError)):
            player.press("slap")
        assert doomed.ended(10) == -signal.SIGKILL
        stored = point in ("told", "answered")
        kept = [line.kind for line in of_this_reveal(doomed.log(player.table))]
        assert kept == (["press", "slap"] if stored else [])
        with Served(tmp_path) as served:
            player.move(served.port)
            after = player.state()
            mine, others = before["stacks"]
            assert (after["table"], after["n"]) == ("paused", before["n"])
            assert after["stacks"] == [mine - stored, others]
            assert after["pile"]["buried"] == stored
            go_on(player)
            assert player.picture["stage"] == "1.1"
            assert player.open_window
