"""The replay's addresses: who may look at what, and what nobody is told."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest
from sqlalchemy import Engine

from app.engine.shuffle import day_seed
from app.store.journal import Entry
from app.store.log import read_log
from app.table.inputs import Auto
from app.table.setup import daily_setup
from app.table.steps import steps
from app.web.catalogue import WORDS
from app.web.identity import hash_of
from app.web.replay_view import BLOCK
from app.web.result_view import result_view
from app.web.walks import Walks
from tests.table.virtual import Virtual
from tests.table.whole_games import played
from tests.web.company import company
from tests.web.replays import stored
from tests.web.site import BROWSER, Site, Visitor
from tests.web.test_face_up import cards_in
from tests.web.test_matrix import nothing_written
from tests.web.test_replay_steps import TEMPLATES, Shown, bare

GONE = WORDS["replay_gone"]
DATE = "2026-12-01"
DAY_SEED = day_seed(bytes(range(32)), DATE)
DAY_MS = 1_796_083_200_000  # when that day begins
HOUR_MS = 3_600_000


@pytest.fixture(scope="module")
def whole() -> Virtual:
    """A game of Standard, played to its end."""
    return played(3, preset="duel", seats=2, auto="yes")


@pytest.fixture(scope="module")
def replayed(site: Site, visitor: Visitor, whole: Virtual) -> str:
    """Its replay's address; `visitor` has played it."""
    return f"/replay/{keep(site, whole, visitor)}"


def keep(site: Site, table: Virtual, player: Visitor | None) -> str:
    """A finished game in the site's store, all of whose people are one browser; its public id."""
    browser = None
    if player is not None:
        player.cookie = player.cookie or made(player)
        site.run(site.app.state.house.archive.wait)
        with closing(sqlite3.connect(site.database)) as file:
            query = "SELECT browser FROM cookies WHERE hash = ?"
            hashed = hash_of(player.cookie.partition("=")[2])
            [browser] = file.execute(query, (hashed,)).fetchone()

    async def put() -> str:
        return await stored(site.store, table, browser)

    return site.run(put)


def made(player: Visitor) -> str:
    assert player.post("/me/name", {"name": "Ann"}).status < 400
    return player.cookie


def test_the_page_shows_the_step_of_its_address(
    site: Site, visitor: Visitor, stranger: Visitor, replayed: str, whole: Virtual
) -> None:
    found = steps(whole.log, whole.core.ledger.public_id)
    last = len(found) - 1
    asked: list[tuple[str, int]] = [
        *((f"?at={n}", n) for n in (0, 1, 42, last)),
        *((query, 0) for query in ("", "?at=", "?at=x", "?at=4.2", "?at=%E2%91%A7", "?at=-3")),
        *((query, last) for query in (f"?at={last + 1}", "?at=999999999")),
        ("?at=" + 5000 * "9", 0),
    ]
    with nothing_written(site):
        for query, n in asked:
            for who in (visitor, stranger, Visitor(site)):
                answer = who.get(replayed + query, **BROWSER)
                assert answer.status == 200, query
                shown = Shown(answer.text)
                assert shown.slider["value"] == str(n), query
                assert shown.cards == bare(found[n].picture.cards), query
                assert f"{replayed}?at={n}" in answer.text, "the moment's own address"


def test_nobody_finds_it_without_its_link(site: Site, visitor: Visitor, replayed: str) -> None:
    for path in ("", "/steps/0", "/plots", "/check", "/deal"):
        answer = visitor.get(replayed + path)
        assert answer.status == 200
        assert answer.headers["x-robots-tag"] == "noindex"
        head = site.ask("HEAD", replayed + path, {"Cookie": visitor.cookie})
        assert head.status == 200
        assert head.headers["x-robots-tag"] == "noindex"
    for path in ("", "/check", "/plots"):
        assert '<meta name="robots" content="noindex">' in visitor.get(replayed + path).text, path
    for path in (f"{replayed}/nothing", f"{replayed}/private", "/replay/nothing", "/replay/"):
        assert visitor.get(path).headers["x-robots-tag"] == "noindex", path
    for path in ("/", "/daily", "/nothing"):
        assert "x-robots-tag" not in visitor.get(path).headers, path


def test_you_are_who_has_played(site: Site, visitor: Visitor, replayed: str) -> None:
    mine, theirs = visitor.get(replayed).text, Visitor(site).get(replayed).text
    assert 'class="page replay seated you-0"' in mine
    assert 'class="page replay watching"' in theirs
    assert f'action="{replayed}/private#who-title"' in mine, "what was chosen stays in sight"
    assert "/private" not in theirs


def test_blocks_hold_every_step_once(site: Site, replayed: str, whole: Virtual) -> None:
    last = whole.core.ledger.n
    blocks = last // BLOCK + 1
    found = []
    for block in range(blocks):
        answer = site.ask("GET", f"{replayed}/steps/{block}")
        assert answer.headers["content-type"] == "application/json"
        found += [step["n"] for step in answer.json()]
    assert found == list(range(last + 1))
    for beyond in (blocks, -1, "x", "1.0", 10**9, "9" * 5000):
        assert site.ask("GET", f"{replayed}/steps/{beyond}").status == 404, beyond


def test_what_is_not_there_has_gone(site: Site, visitor: Visitor, playing: str) -> None:
    live = site.app.state.house.lobby._tables[playing]
    running = live._core.ledger.public_id
    for gone in ("A" * 22, running, "x", playing):
        answer = visitor.get(f"/replay/{gone}?at=3", **BROWSER)
        assert answer.status == 404
        assert GONE in answer.text
        assert 'href="/"' in answer.text
        block = visitor.get(f"/replay/{gone}/steps/0")
        assert (block.status, block.text) == (404, GONE)
        hidden = visitor.post(f"/replay/{gone}/private", {"private": "yes"})
        assert (hidden.status, hidden.text) == (404, GONE)


# Private


SEEDS = count(100)


@pytest.fixture
def own(site: Site) -> tuple[Visitor, str]:
    """A player, and the address of a replay of theirs."""
    player = Visitor(site)
    table = played(next(SEEDS), preset="duel", seats=2, auto="yes", reveal_limit=12)
    return player, f"/replay/{keep(site, table, player)}"


def test_a_private_replay_is_gone_for_all_others(site: Site, own: tuple[Visitor, str]) -> None:
    player, replay = own
    other = Visitor(site)
    other.cookie = made(other)
    assert other.get(replay).status == 200
    answer = player.post(f"{replay}/private", {"private": "yes"}, BROWSER)
    assert (answer.status, answer.headers["location"]) == (303, replay)
    for who in (other, Visitor(site)):
        unknown = who.get("/replay/" + "A" * 22)
        for path in (replay, f"{replay}?at=4"):
            gone = who.get(path)
            assert (gone.status, gone.body) == (404, unknown.body), "nobody learns that it is there"
        assert who.get(f"{replay}/steps/0").status == 404
        opened = who.post(f"{replay}/private", {"private": "no"})
        assert (opened.status, opened.text) == (404, GONE)
    mine = player.get(replay)
    assert mine.status == 200
    assert WORDS["replay_private"] in mine.text
    assert 'name="private" value="no"' in mine.text
    assert player.get(f"{replay}/steps/0").status == 200
    shown = {**BROWSER, "Referer": f"http://localhost{replay}?at=4"}
    answer = player.post(f"{replay}/private", {"private": "no"}, shown)
    assert (answer.status, answer.headers["location"]) == (303, f"{replay}?at=4")
    assert other.get(replay).status == 200


def test_only_who_played_may_make_it_private(site: Site, own: tuple[Visitor, str]) -> None:
    player, replay = own
    other = Visitor(site)
    other.cookie = made(other)
    for who in (other, Visitor(site)):
        with nothing_written(site):
            assert who.post(f"{replay}/private", {"private": "yes"}).status == 403
        assert Visitor(site).get(replay).status == 200
    for fields in ({}, {"private": "maybe"}, {"private": "yes", "more": "x"}):
        with nothing_written(site):
            assert player.post(f"{replay}/private", fields).status == 422


# A daily


@pytest.fixture(scope="module")
def daily() -> Virtual:
    """A ranked try, played to its end."""
    table = Virtual(daily_setup(DATE), day_seed=DAY_SEED).deal()
    table.act(Auto(True))
    while table.state == "playing":
        due = table.core.deadline()
        assert due is not None
        table.run_until(due)
    return table


def test_a_daily_shows_what_was_turned_and_nothing_else(
    site: Site, visitor: Visitor, daily: Virtual
) -> None:
    """Before its day's seed is public, and after."""
    ledger = daily.core.ledger
    hidden = [DAY_SEED, ledger.server_seed, ledger.deal_seed]
    texts = [*(secret.hex() for secret in hidden), ledger.commitment, ledger.commitment[:8]]
    found = steps(daily.log, ledger.public_id)
    turned = [step.picture.cards[-1] for step in found[1:]]
    assert len(set(turned)) < 52 or len(turned) > 52
    replay, today = f"/replay/{keep(site, daily, visitor)}", site.wall_ms
    for now in (DAY_MS + HOUR_MS, DAY_MS + 100 * HOUR_MS):
        site.wall_ms = now
        for n in (0, 1, 20, len(found) - 1):
            page = visitor.get(f"{replay}?at={n}")
            assert page.status == 200
            assert cards_in(page.body) <= {*found[n].picture.cards, *turned[max(0, n - 1) : n]}
            assert not [text for text in texts if text in page.text]
        for block in range(len(found) // BLOCK + 1):
            answer = site.ask("GET", f"{replay}/steps/{block}")
            assert not [text for text in texts if text in answer.text]
            shown = {
                card
                for step in answer.json()
                for html in (*step["regions"].values(), step["where"])
                for card in cards_in(html.encode())
            }
            assert shown <= set(turned[: (block + 1) * BLOCK])
    site.wall_ms = today


# What is kept


def test_a_game_is_walked_once_for_all_that_ask_the_same(
    site: Site, visitor: Visitor, replayed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plots, the check page, the deal file, a block: whoever has played it, and whoever has not."""
    read: list[str] = []

    def counted(readers: Engine, table: str) -> tuple[Entry, ...]:
        read.append(table)
        return read_log(readers, table)

    monkeypatch.setattr("app.web.replays.read_log", counted)
    monkeypatch.setattr(site.app.state.house, "walks", Walks())
    others = [Visitor(site) for _ in range(3)]
    for what, walks in (("plots", 2), ("check", 1), ("deal", 1), ("steps/0", 1), ("", 0)):
        read.clear()
        for who in (visitor, visitor, *others):
            assert who.get(f"{replayed}/{what}".rstrip("/"), **BROWSER).status == 200
        assert len(read) == walks, what


# The ways to it


def test_the_result_and_the_match_sheet_lead_to_it(site: Site, visitor: Visitor, over: str) -> None:
    game = site.app.state.house.lobby._tables[over].picture.game
    assert f'<a class="button" href="/replay/{game}">' in visitor.get(f"/t/{over}").text
    result = result_view(replace(company("over", 4), game="G" * 22))
    assert f'href="/replay/{"G" * 22}"' in TEMPLATES.fragment("result", result), "of a link match"
    shared = visitor.deal(mode="pass", reveal_limit="10", computers="0", handover="never")
    visitor.finish(shared)
    live = site.app.state.house.lobby._tables[shared]
    sheet = visitor.get(f"/t/{shared}/sheet").text
    assert re.findall(r'href="(/replay/[^"]+)"', sheet) == [f"/replay/{live.picture.game}"]
    page = visitor.get(f"/replay/{live.picture.game}?at=3")
    assert 'class="page replay seated pair"' in page.text
    visitor.post(f"/replay/{live.picture.game}/private", {"private": "yes"})
    assert visitor.get(f"/t/{shared}/sheet").text == sheet
    other = Visitor(site).get(f"/t/{shared}/sheet").text
    assert "<td>1</td>" in other
    assert "/replay/" not in other, "what leads nowhere is no link"
    assert Shown(page.text).cards
