"""`GET /t/{id}/state` and `/record`, and that looking changes nothing."""

import pytest

from app.engine.record import read, replay
from app.store.log import read_log
from tests.table.finished import ended_games
from tests.web.site import BROWSER, Site, Visitor, plain

NAMES = [
    "version", "deal", "n", "stage", "table", "phase", "turn", "stacks", "pile", "challenge",
    "claim", "last_chance", "out", "result", "window_ms", "left_ms", "auto", "seats", "you",
]  # fmt: skip
EMPTY = {"height": 0, "buried": 0, "cards": [], "first": None}


def test_before_the_deal_nothing_lies_anywhere(visitor: Visitor, waiting: str) -> None:
    state = visitor.state(waiting)
    assert list(state) == NAMES
    assert state == {
        "version": state["version"],
        "deal": 1,
        "n": 0,
        "stage": "0.0",
        "table": "waiting",
        "phase": "ready",
        "turn": None,
        "stacks": [0, 0],
        "pile": EMPTY,
        "challenge": None,
        "claim": None,
        "last_chance": None,
        "out": [],
        "result": None,
        "window_ms": 0,
        "left_ms": None,
        "auto": False,
        "seats": [
            {"name": "Player", "kind": "person", "level": None, "connected": False},
            {"name": "West", "kind": "computer", "level": "normal", "connected": True},
        ],
        "you": [0],
    }


def test_after_the_deal_somebody_is_due_and_no_window_is_open(visitor: Visitor) -> None:
    table = visitor.deal(preset="quartet", level="mixed", auto="yes", window_ms="900")
    state = visitor.state(table)
    assert list(state) == NAMES
    assert (state["table"], state["phase"], state["n"], state["stage"]) == (
        "playing", "ready", 0, "0.0",
    )  # fmt: skip
    assert state["turn"] in range(4)
    assert state["stacks"] == [13, 13, 13, 13]
    assert state["pile"] == EMPTY
    assert (state["window_ms"], state["left_ms"]) == (0, None)
    assert state["auto"] is True
    assert [seat["kind"] for seat in state["seats"]] == ["person"] + ["computer"] * 3
    assert {seat["level"] for seat in state["seats"][1:]} <= {"easy", "normal", "hard"}


def test_in_a_window_the_pile_is_open_and_its_time_runs(
    site: Site, visitor: Visitor, playing: str
) -> None:
    state = visitor.state(playing)
    assert (state["table"], state["phase"], state["n"], state["stage"]) == (
        "playing", "window", 2, "2.0",
    )  # fmt: skip
    assert sum(state["stacks"]) == 50
    assert state["pile"]["height"] == 2
    assert state["pile"]["buried"] == 0
    assert len(state["pile"]["cards"]) == 2
    assert state["pile"]["first"] == state["pile"]["cards"][0]
    assert (state["window_ms"], state["left_ms"]) == (1800, 1800)
    site.clock.pass_ms(500)
    assert visitor.state(playing)["left_ms"] == 1300


def test_no_more_than_three_cards_are_named_oldest_first(visitor: Visitor) -> None:
    table = visitor.deal(challenges="no", slaps="tens")
    seen: list[str] = []
    for _ in range(5):
        visitor.turn(table)
        pile = visitor.state(table)["pile"]
        if pile["height"] - pile["buried"] == 1:
            seen = []
        seen.append(pile["cards"][-1])
        assert pile["cards"] == seen[-3:]
        assert pile["first"] == seen[0]


def test_while_paused_the_pile_is_covered(site: Site, visitor: Visitor, paused: str) -> None:
    state = visitor.state(paused)
    assert list(state) == NAMES
    assert state["table"] == "paused"
    assert state["pile"] == {"height": 2, "buried": 0, "cards": [], "first": None}
    assert state["left_ms"] is None
    assert visitor.post(f"/t/{paused}/resume").status == 204
    again = visitor.state(paused)
    assert (again["table"], again["stage"], again["left_ms"]) == ("playing", "2.1", 1800)
    assert len(again["pile"]["cards"]) == 2


def test_a_finished_game_says_who_won_and_why(visitor: Visitor, over: str) -> None:
    state = visitor.state(over)
    assert list(state) == NAMES
    assert (state["table"], state["phase"], state["turn"]) == ("over", "over", None)
    assert state["n"] == 10
    assert sum(state["stacks"]) + state["pile"]["height"] == 52
    assert state["result"]["reason"] == "limit"
    most = max(state["stacks"])
    winners = [seat for seat in (0, 1) if state["stacks"][seat] == most]
    assert [state["result"]["winner"]] == (winners if len(winners) == 1 else [None])
    assert (state["window_ms"], state["left_ms"]) == (0, None)


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_others_see_the_same_but_no_seat_of_theirs(
    site: Site, visitor: Visitor, stranger: Visitor, playing: str, who: str
) -> None:
    other = stranger if who == "stranger" else Visitor(site)
    assert other.state(playing) == {**visitor.state(playing), "you": []}


def test_a_running_game_gives_no_record(
    visitor: Visitor, waiting: str, playing: str, paused: str
) -> None:
    for table in (waiting, paused, visitor.deal()):
        answer = visitor.get(f"/t/{table}/record")
        assert answer.status == 409
        plain(answer)


def test_the_record_of_a_finished_game_replays_to_its_result(visitor: Visitor, over: str) -> None:
    answer = visitor.get(f"/t/{over}/record")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    record = answer.json()
    assert set(record) == {"rules", "seed", "dealer", "actions"}
    last = list(replay(read(answer.text)))[-1]["state"]
    state = visitor.state(over)
    assert last["result"] == state["result"]
    assert [len(stack) for stack in last["stacks"]] == state["stacks"]


def test_anybody_may_have_the_record(site: Site, visitor: Visitor, over: str) -> None:
    assert Visitor(site).get(f"/t/{over}/record").body == visitor.get(f"/t/{over}/record").body


def test_the_record_of_a_private_game_is_for_its_players_alone(site: Site) -> None:
    """It holds the whole game: who may not see the replay could play it themselves."""
    player, other = Visitor(site), Visitor(site)
    table = player.deal(reveal_limit="10")
    player.finish(table)
    (game,) = ended_games(read_log(site.store.readers, table))
    for private, status in (("yes", 404), ("no", 200)):
        player.post(f"/replay/{game}/private", {"private": private})
        assert other.get(f"/t/{table}/record").status == status
        assert player.get(f"/t/{table}/record").status == 200


@pytest.mark.parametrize("headers", [{}, BROWSER], ids=["program", "browser"])
def test_trap_reading_the_state_changed_it(
    site: Site, visitor: Visitor, waiting: str, paused: str, over: str, headers: dict[str, str]
) -> None:
    playing = visitor.deal()
    tables = (waiting, playing, paused, over)
    before = site.kept(*tables)
    states = [visitor.state(table) for table in tables]
    for who in (Visitor(site), visitor):
        for _ in range(10):
            for path in ("/", "/new", "/healthz", "/favicon.ico"):
                answer = who.get(path, **headers)
                assert answer.status == 200
                assert "set-cookie" not in answer.headers
            for table in tables:
                for page in ("", "/state", "/record"):
                    for method in ("GET", "HEAD"):
                        path = f"/t/{table}{page}"
                        answer = site.ask(method, path, {**headers, "Cookie": who.cookie})
                        assert answer.status in (200, 409)
                        assert "set-cookie" not in answer.headers
    assert site.kept(*tables) == before
    assert [visitor.state(table) for table in tables] == states


def test_head_answers_as_get_without_the_body(visitor: Visitor, site: Site, over: str) -> None:
    for path in ("/", "/new", f"/t/{over}", f"/t/{over}/state", f"/t/{over}/record", "/nothing"):
        with_body = site.ask("GET", path, BROWSER)
        without = site.ask("HEAD", path, BROWSER)
        assert without.status == with_body.status
        assert set(without.headers) == set(with_body.headers)
