"""The deal file: what it holds, and that it is what was promised before the cards were dealt."""

import json

import pytest

from app.engine.record import read, replay
from app.engine.shuffle import shuffled
from app.table.history import Unfinished
from app.table.inputs import Ready, Rematch
from app.table.proof import proof
from tests.table.finished import DATE, DAY_SEED, again, finished, finished_daily
from tests.table.virtual import ME, Virtual

KEYS = [
    *("format", "version", "id", "deal", "commitment", "server_seed", "seats", "deal_seed"),
    *("dealer", "rules", "deck", "actions", "events", "result"),
]


def test_it_holds_what_the_log_promised_and_took() -> None:
    table = finished(computers=2)
    ledger = table.core.ledger
    found = proof(table.log, ledger.public_id)
    assert list(found) == KEYS
    sealed = json.loads(next(e for e in table.log if e.kind == "sealed").payload)
    assert {name: found[name] for name in sealed} == sealed
    assert found["seats"] == [
        {"kind": "person", "seed": "00" * 16, "drawn": False},
        {"kind": "computer", "seed": "", "drawn": False},
        {"kind": "computer", "seed": "", "drawn": False},
    ]
    ended = json.loads(table.log[-1].payload)
    assert found["result"] == {name: ended[name] for name in ("winner", "reason", "counts")}
    assert found["deck"] == list(shuffled(bytes.fromhex(found["deal_seed"]), 1, False))
    assert "You" not in json.dumps(found), "nobody is named"


def test_its_actions_are_a_record_and_its_events_that_record_s() -> None:
    table = finished(preset="party", computers=3, reveal_limit=60, jokers="slap")
    found = proof(table.log, table.core.ledger.public_id)
    record = {name: found[name] for name in ("rules", "actions")}
    record |= {"seed": found["deal_seed"], "dealer": found["dealer"]["seat"]}
    lines = list(replay(read(json.dumps(record))))
    assert [line["events"] for line in lines] == found["events"]
    assert lines[-1]["state"]["result"] == {
        name: found["result"][name] for name in ("winner", "reason")
    }
    assert {"jokers", "decks", "burn", "slaps", "reveal_limit"} < set(found["rules"])


def test_a_seed_that_the_server_drew_is_marked() -> None:
    table = Virtual(preset="duel", computers=1, reveal_limit=10, auto="yes")
    table.connect(ME, "stream-0")
    table.tell(table.core.handle(ME, Ready(None), table.now))
    while (due := table.core.deadline()) is not None and table.state == "playing":
        table.run_until(due)
    seat = proof(table.log, table.core.ledger.public_id)["seats"][0]
    assert seat["drawn"] is True
    assert len(seat["seed"]) == 32


def test_a_daily_shows_its_day_in_place_of_seeds() -> None:
    table = finished_daily()
    found = proof(table.log, table.core.ledger.public_id)
    assert list(found) == [*KEYS[:4], "date", "commitment", "day_seed", *KEYS[6:]]
    assert (found["date"], found["day_seed"]) == (DATE, DAY_SEED.hex())
    assert found["seats"] == [{"kind": "person"}, *[{"kind": "computer"}] * 3]


def test_each_game_of_a_table_has_its_own() -> None:
    table = finished()
    first = table.core.ledger.public_id
    alone = proof(table.log, first)
    second = again(table, seed=4).core.ledger.public_id
    assert proof(table.log, first) == alone
    other = proof(table.log, second)
    assert (other["id"], other["deal"]) == (second, 2)
    assert other["commitment"] != alone["commitment"]
    assert alone["dealer"]["by"] == "lot"
    assert other["dealer"]["turns"] == [1 - alone["dealer"]["seat"], alone["dealer"]["seat"]]


def test_no_game_that_runs_has_one() -> None:
    table = finished()
    table.act(Rematch())
    for game in (table.core.ledger.public_id, "A" * 22, ""):
        with pytest.raises(Unfinished):
            proof(table.log, game)
    table.deal()
    with pytest.raises(Unfinished):
        proof(table.log, table.core.ledger.public_id)
