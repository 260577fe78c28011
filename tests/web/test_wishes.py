"""What people do at a table beside pressing: pace, names, a fresh deal, leaving, the sheet."""

import pytest

from app.store import games
from tests.web.site import BROWSER, Site, Visitor, plain


def test_leaving_pauses_the_game_and_goes_home(visitor: Visitor, playing: str) -> None:
    answer = visitor.post(f"/t/{playing}/leave", {}, BROWSER)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert visitor.state(playing)["table"] == "paused"
    assert f"/t/{playing}#continue" in visitor.get("/", **BROWSER).text


def test_a_finished_table_can_be_left_too(visitor: Visitor, over: str) -> None:
    assert visitor.post(f"/t/{over}/leave").status == 303
    assert visitor.state(over)["table"] == "over"


def test_nobody_else_makes_a_table_stop(stranger: Visitor, visitor: Visitor, playing: str) -> None:
    for action in ("leave", "restart", "next"):
        plain(stranger.post(f"/t/{playing}/{action}"))
        assert stranger.post(f"/t/{playing}/{action}").status == 403
    assert visitor.state(playing)["table"] == "playing"


def test_restart_deals_a_fresh_game_and_keeps_the_lost_one_out_of_the_lists(
    site: Site, visitor: Visitor, playing: str
) -> None:
    assert visitor.post(f"/t/{playing}/restart").status == 204
    state = visitor.state(playing)
    assert (state["deal"], state["table"], state["n"]) == (2, "waiting", 0)
    assert games.finished_at(site.app.state.house.store.readers, playing) == ()


def test_another_pace_is_taken_while_paused(visitor: Visitor, paused: str) -> None:
    assert visitor.post(f"/t/{paused}/rules", {"window_ms": "3000"}).status == 204
    assert visitor.post(f"/t/{paused}/resume").status == 204
    assert visitor.state(paused)["window_ms"] == 3000
    assert "3\u00a0s" in visitor.get(f"/t/{paused}/rules").text


def test_a_running_game_keeps_its_pace(visitor: Visitor, playing: str) -> None:
    answer = visitor.post(f"/t/{playing}/rules", {"window_ms": "3000"})
    assert (answer.status, answer.text) == (409, "Pause the game, then change its pace.")


@pytest.mark.parametrize("pace", ["", "soon", "1", "299", "60001", "-1", "9" * 40, "٣٠٠٠"])
def test_a_pace_that_cannot_be_is_refused(visitor: Visitor, paused: str, pace: str) -> None:
    answer = visitor.post(f"/t/{paused}/rules", {"window_ms": pace})
    assert answer.status == 422
    assert "window_ms" in answer.text
    assert visitor.state(paused)["table"] == "paused"


def test_a_table_with_a_time_limit_keeps_its_timer(visitor: Visitor) -> None:
    table = visitor.deal(time_limit_s="300")
    visitor.post(f"/t/{table}/pause")
    answer = visitor.post(f"/t/{table}/rules", {"window_ms": "0"})
    assert answer.status == 422
    assert "time_limit_s" in answer.text
    offered = visitor.get(f"/t/{table}", **BROWSER).text
    assert 'value="1000"' in offered
    assert 'value="0"' not in offered.partition('name="window_ms"')[2].partition("</select>")[0]


def test_next_begins_a_window_that_waits(visitor: Visitor) -> None:
    table = visitor.deal(window_ms="0")
    visitor.turn(table)
    assert visitor.state(table)["stage"] == "1.0"
    assert visitor.post(f"/t/{table}/next").status == 204
    assert visitor.state(table)["stage"] == "1.1"
    assert visitor.state(table)["window_ms"] == 1800


def test_a_name_is_cleaned_and_shown_to_everybody(visitor: Visitor, playing: str) -> None:
    given = {"seat": "0", "name": "  A\u202eda   <x> "}
    assert visitor.post(f"/t/{playing}/name", given).status == 204
    assert visitor.state(playing)["seats"][0]["name"] == "Ada <x>"
    page = visitor.get(f"/t/{playing}", **BROWSER).text
    assert "<x>" not in page
    assert "Ada &lt;x&gt;" in page


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u202e", "x" * 17])
def test_a_name_that_cannot_be_is_refused(visitor: Visitor, playing: str, name: str) -> None:
    before = visitor.state(playing)["seats"]
    assert visitor.post(f"/t/{playing}/name", {"seat": "0", "name": name}).status == 422
    assert visitor.state(playing)["seats"] == before


def test_a_computer_keeps_its_name(visitor: Visitor, playing: str) -> None:
    assert visitor.post(f"/t/{playing}/name", {"seat": "1", "name": "Ada"}).status == 403


def test_the_match_sheet_lists_finished_games_and_counts_wins(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.deal(mode="pass", computers="0", reveal_limit="10", handover="never")
    assert "one a line" in visitor.get(f"/t/{table}/sheet").text
    visitor.finish(table)
    (game,) = games.finished_at(site.app.state.house.store.readers, table)
    sheet = visitor.get(f"/t/{table}/sheet").text
    assert sheet.count("<tr>") == 3  # head, one game, total
    assert all(f"<td>{cards}</td>" in sheet for cards in game.cards)
    winner = "a draw" if game.winner is None else f"Player {game.winner + 1}"
    assert winner in sheet.replace("\u2068", "").replace("\u2069", "")
    assert sheet.count("<form") == 2, "each of the two may change their name"
    assert Visitor(site).get(f"/t/{table}/sheet").text.count("<form") == 0
