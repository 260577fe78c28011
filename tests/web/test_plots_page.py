"""A finished game in pictures, as the server sends it to those who played it and to others."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from sqlite3 import connect

import pytest

from app.store.log import read_log
from app.table.history import History, history
from tests.web.site import BROWSER, SCRIPT, Site, Visitor


def game_of(site: Site, table: str) -> str:
    """The public id of the game that has ended at a table."""
    game: str = site.app.state.house.lobby._tables[table].picture.game
    return game


def played(site: Site, table: str) -> History:
    return history(read_log(site.app.state.house.store.readers, table), game_of(site, table))


def address(site: Site, table: str) -> str:
    return f"/replay/{game_of(site, table)}/plots"


@contextmanager
def private(site: Site, game: str) -> Iterator[None]:
    """The game is its players' alone meanwhile."""

    def write(value: int) -> None:
        with closing(connect(site.database)) as file:
            file.execute("update games set private = ? where id = ?", (value, game))
            file.commit()

    write(1)
    yield
    write(0)


def test_who_played_sees_their_own_game(site: Site, visitor: Visitor, over: str) -> None:
    answer = visitor.get(address(site, over), **SCRIPT)
    assert answer.status == 200
    assert answer.text.startswith('<section class="panel plots"')
    assert answer.text.count('<figure class="plot">') == 3
    game = played(site, over)
    told = f"You began with 26 cards and ended with {game.counts[0]};"
    assert told in answer.text
    chances = sum(bool(turned.holds) for turned in game.turned)
    assert chances == game.tallies[0].chances
    assert answer.headers["cache-control"] == "no-store"
    assert len(answer.body) < 30_000


def test_anybody_else_is_a_watcher(site: Site, stranger: Visitor, over: str) -> None:
    for answer in (
        stranger.get(address(site, over), **SCRIPT),
        site.ask("GET", address(site, over), SCRIPT),
    ):
        assert answer.status == 200
        assert answer.text.count('<figure class="plot">') == 2
        assert not re.search(r"\b[Yy]ou\b", answer.text)


def test_without_a_script_it_is_a_page(site: Site, visitor: Visitor, over: str) -> None:
    answer = visitor.get(address(site, over), **BROWSER)
    assert answer.status == 200
    assert "<!doctype html>" in answer.text
    assert answer.text.count("<h1") == 1
    assert f'href="/t/{over}"' in answer.text
    page = visitor.get(f"/t/{over}").text
    assert f'<a id="plots-link" data-into="#plots" href="{address(site, over)}">' in page


def test_two_at_one_device_see_both(site: Site, visitor: Visitor) -> None:
    table = visitor.deal(mode="pass", reveal_limit="10", handover="never")
    visitor.finish(table)
    text = visitor.get(address(site, table), **SCRIPT).text
    assert text.count('<figure class="plot">') == 4
    assert "Reactions of Player 1" in text
    assert "Reactions of Player 2" in text


def test_a_running_game_has_no_pictures(site: Site, visitor: Visitor, playing: str) -> None:
    assert game_of(site, playing) == ""
    running = site.app.state.house.lobby._tables[playing]._core.ledger.public_id
    for game in (running, "A" * 22, "x"):
        assert visitor.get(f"/replay/{game}/plots", **SCRIPT).status == 404
    assert "plots-link" not in visitor.get(f"/t/{playing}").text


def test_a_private_game_is_for_who_played_it(
    site: Site, visitor: Visitor, stranger: Visitor, over: str
) -> None:
    with private(site, game_of(site, over)):
        assert visitor.get(address(site, over), **SCRIPT).status == 200
        assert stranger.get(address(site, over), **SCRIPT).status == 404
        assert site.ask("GET", address(site, over), SCRIPT).status == 404


def test_nothing_is_written_by_looking(site: Site, visitor: Visitor, over: str) -> None:
    before = site.kept(over)
    visitor.get(address(site, over), **BROWSER)
    assert site.kept(over) == before


@pytest.mark.parametrize(
    ("fields", "by", "step_ms"),
    [
        ({"by": "touch"}, "touch", 0),
        ({"by": "mouse", "step": "16"}, "mouse", 16),
        ({"by": "key", "step": "100"}, "key", 100),
        ({"by": "pen", "step": "0"}, "", 0),
        ({"by": "", "step": "-5"}, "", 0),
        ({"step": "16.7"}, "", 0),
        ({"step": "99999"}, "", 0),
        ({}, "", 0),
    ],
)
def test_what_a_hand_pressed_with_is_kept(
    site: Site, visitor: Visitor, fields: dict[str, str], by: str, step_ms: int
) -> None:
    """A statement that cannot be is none, and costs no slap."""
    table = visitor.deal(reveal_limit="10")
    visitor.turn(table)
    assert visitor.post(f"/t/{table}/slap", visitor.press(table, **fields)).status == 204
    site.clock.pass_ms(5000)
    visitor.finish(table)
    hands = [hand for turned in played(site, table).turned for hand in turned.hands]
    told = [(hand.by, hand.step_ms) for hand in hands if hand.seat == 0]
    assert (by, step_ms) in told
