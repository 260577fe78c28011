"""Deleting everything: nothing is left of who asks for it, and nothing of anybody else goes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import event

from app.store import archive, forgetting
from app.store.daily import deals
from app.store.journal import JournalFailed
from app.table.setup import daily_setup
from app.web.archive import derived
from app.web.catalogue_deletion import DELETION_WORDS
from tests.web.deleting import (
    NAME,
    OTHER,
    Match,
    delete,
    forgotten,
    hash_of,
    id_of,
    in_the_end,
    mentions,
    named,
    rows,
)
from tests.web.devices import code_for
from tests.web.site import BROWSER, Site, Visitor, plain
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import page


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


@pytest.fixture
def me(site: Site) -> Visitor:
    return named(site, NAME)


@pytest.fixture
def other(site: Site) -> Visitor:
    return named(site, OTHER)


# Asking for it


@pytest.mark.parametrize("typed", ["", "yes", "DELETED", "D E L E T E"])
def test_it_must_be_confirmed(site: Site, me: Visitor, typed: str) -> None:
    me.deal()
    with nothing_written(site):
        answer = me.post("/me/delete", {"confirm": typed})
    assert answer.status == 422
    plain(answer)
    assert answer.text == DELETION_WORDS["delete_confirm"]
    assert "set-cookie" not in answer.headers
    assert me.post("/me/delete").status == 422
    assert delete(me, typed).status == 422


@pytest.mark.parametrize("typed", ["DELETE", "delete", " Delete "])
def test_it_is_done_and_said(site: Site, me: Visitor, typed: str) -> None:
    check, old = forgotten(me), me.cookie
    answer = delete(me, typed)
    assert (answer.status, answer.headers["location"]) == (303, "/?deleted")
    assert answer.headers["set-cookie"] == ("slapback=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    check()
    me.cookie = old
    assert DELETION_WORDS["deleted"] in page(me, "/?deleted").words
    assert DELETION_WORDS["deleted"] not in page(me, "/").words
    assert page(me, "/settings").all("input", id="name")[0]["value"] == ""


def test_over_https_the_secure_cookie_goes(tmp_path: Path) -> None:
    with Site(tmp_path, origin="https://localhost") as site:
        answer = Visitor(site).post("/me/delete", {"confirm": "DELETE"}, {**BROWSER})
        told = answer.headers["set-cookie"]
    assert told.startswith("__Host-slapback=; Path=/; Max-Age=0; ")
    assert told.endswith("; Secure")


def test_who_is_not_known_is_told_the_same(site: Site, me: Visitor) -> None:
    old = me.cookie
    delete(me)
    me.cookie = old
    stranger, stale = Visitor(site), Visitor(site)
    stale.cookie = "slapback=" + "x" * 43
    with nothing_written(site):
        for visitor in (me, stranger, stale):
            answer = delete(visitor)
            assert (answer.status, answer.headers["location"]) == (303, "/?deleted")


def test_the_old_cookie_begins_anew(site: Site, me: Visitor) -> None:
    old, id = me.cookie, id_of(me)
    delete(me)
    me.cookie = old
    me.post("/me/name", {"name": "Ann"})
    assert me.cookie != old
    assert id_of(me) != id


# What goes


def test_games_of_one_s_own_go_whole(site: Site, me: Visitor, other: Visitor) -> None:
    finished, saved, waiting = me.deal(reveal_limit="10"), me.deal(), me.open()
    me.finish(finished)
    together = me.deal(mode="pass", computers="0")
    alone = Match(me, preset="duel", seats="2").id
    code_for(me)
    code_for(me, saved)
    check = forgotten(me)
    delete(me)
    check()
    tables = (finished, saved, waiting, together, alone)
    assert mentions(site, *tables) == []
    for table in tables:
        assert other.get(f"/t/{table}").status == 404
    assert rows(site, "SELECT count(*) FROM browsers") == [(1,)]


def test_many_games_go_a_few_at_a_time(
    site: Site, me: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(23):
        me.open()
    asked = []
    remove = forgetting.remove_alone

    def counted(connection: Any, browser: str, ids: Any) -> None:
        asked.append(len(ids))
        remove(connection, browser, ids)

    monkeypatch.setattr(forgetting, "remove_alone", counted)
    check = forgotten(me)
    delete(me)
    check()
    assert asked == [10, 10, 3]


def test_a_ranked_try_its_score_and_its_place_go(site: Site, me: Visitor, other: Visitor) -> None:
    seed = deals(site.store.readers, ["2026-12-01"])["2026-12-01"].seed
    lobby = site.app.state.house.lobby
    for visitor in (me, other):
        opening = partial(lobby.open, daily_setup("2026-12-01"), id_of(visitor), ["Zed"], seed)
        table = site.run(opening).id
        assert visitor.post(f"/t/{table}/ready").status == 204
        visitor.finish(table)
    site.run(site.app.state.house.archive.wait)
    assert rows(site, "SELECT count(*) FROM scores") == [(2,)]
    check, left = forgotten(me), id_of(other)
    delete(me)
    check()
    assert rows(site, "SELECT browser FROM scores") == [(left,)]
    assert rows(site, "SELECT browser FROM tries") == [(left,)]


def test_nothing_is_left_in_the_file_itself(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        me, other = Visitor(site), Visitor(site)
        for visitor, name in ((me, NAME), (other, OTHER)):
            visitor.post("/me/name", {"name": name})
        me.finish(me.deal(reveal_limit="10"))
        Match(other, me).dealt().over()
        known = [NAME.encode(), id_of(me).encode(), hash_of(me).encode()]
        delete(me)
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert OTHER.encode() in left
    assert [each for each in known if each in left] == []


# What stays


def test_others_keep_everything(site: Site, me: Visitor, other: Visitor) -> None:
    theirs = other.deal(reveal_limit="10")
    other.finish(theirs)
    saved = other.deal()
    other.post(f"/t/{saved}/pause")
    other.post("/settings", {"deck": "four"})
    code_for(other)
    Match(other, me).dealt().over()
    me.finish(me.deal(reveal_limit="10"))
    site.run(site.app.state.house.archive.wait)
    id = id_of(other)
    whole = (
        "SELECT * FROM browsers WHERE id = ?",
        "SELECT * FROM cookies WHERE browser = ?",
        "SELECT * FROM codes WHERE browser = ?",
        "SELECT * FROM results WHERE browser = ? ORDER BY game",
        "SELECT * FROM seats WHERE browser = ? ORDER BY 1, 2",
    )
    before = [rows(site, query, id) for query in whole], site.kept(theirs, saved)[2:]
    delete(me)
    assert ([rows(site, query, id) for query in whole], site.kept(theirs, saved)[2:]) == before


def test_a_name_does_not_come_back_with_rows_that_were_worked_out_before(
    site: Site, me: Visitor, other: Visitor
) -> None:
    """A match that has just ended, and that this browser had left: its rows are on their way."""
    match = Match(other, me).dealt()
    match.done(me, "leave")
    match.over()
    (game,) = archive.ended(site.store.readers)
    kept = site.app.state.house.archive
    old: list[Any] = []

    async def keep() -> None:
        await kept.keep(game)

    def slowly(store: Any, ended: Any) -> Any:
        rows = derived(store, ended)
        if not old:
            old.append(rows)
            delete(me)
        return rows

    check = forgotten(me)
    with patch("app.web.archive.derived", slowly):
        site.run(keep)
    assert any(row["name"] == NAME for row in old[0]["results"])
    check()


def test_a_code_that_this_browser_had_claimed_is_free_of_it(
    site: Site, me: Visitor, other: Visitor
) -> None:
    code_for(other)
    with closing(sqlite3.connect(site.database)) as file:
        file.execute("UPDATE codes SET used = 1, taker = ?", (hash_of(me),))
        file.commit()
    check = forgotten(me)
    delete(me)
    check()
    assert rows(site, "SELECT browser, used, taker FROM codes") == [(id_of(other), 1, None)]


def test_where_it_fails_nothing_is_half_deleted(
    site: Site, me: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(other, me).dealt().over()
    id = id_of(me)
    rename = forgetting._rename

    def dies(*given: Any) -> None:
        rename(*given)
        raise JournalFailed("The disk is full.")

    monkeypatch.setattr(forgetting, "_rename", dies)
    answer = me.post("/me/delete", {"confirm": "DELETE"})
    assert answer.status == 503
    assert "set-cookie" not in answer.headers
    assert rows(site, "SELECT name FROM browsers WHERE id = ?", id) == [(NAME,)]
    assert rows(site, "SELECT browser FROM results WHERE seat = 1") == [(id,)]
    in_the_end(site)
    monkeypatch.undo()
    check = forgotten(me)
    delete(me)
    check()
    assert match.names == [OTHER, "Player"]


@pytest.mark.parametrize("kept", ["substr(payload, 2)", "'[' || payload || ']'", "'{}' || payload"])
def test_what_cannot_be_read_keeps_nothing_of_it_either(tmp_path: Path, kept: str) -> None:
    with Site(tmp_path) as site:
        me, other = named(site, NAME), named(site, OTHER)
        mine = me.deal(reveal_limit="10")
        me.finish(mine)
        ours = Match(other, me).dealt().over().id
        cookies = me.cookie, other.cookie
    with closing(sqlite3.connect(site.database)) as file:
        file.execute(f"UPDATE log SET payload = {kept} WHERE kind = 'opened'")  # noqa: S608
        file.commit()
    with Site(tmp_path) as site:
        me, other = Visitor(site), Visitor(site)
        me.cookie, other.cookie = cookies
        known = NAME, id_of(me), hash_of(me)
        assert {row[0] for name, row in mentions(site, *known) if name == "log"} == {mine, ours}
        assert delete(me).status == 303
        assert mentions(site, *known) == []
        assert mentions(site, OTHER, id_of(other))


def test_where_it_fails_on_the_way_the_sums_are_of_what_is_left(
    site: Site, me: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    Match(other, me).dealt().over()
    for _ in range(2):
        me.finish(me.deal(reveal_limit="10"))
    in_the_end(site)

    def fails(*_: Any, **__: Any) -> None:
        raise JournalFailed("The disk is full.")

    monkeypatch.setattr(forgetting, "forget", fails)
    answer = me.post("/me/delete", {"confirm": "DELETE"})
    assert answer.status == 503
    left = "SELECT count(*) FROM statistics WHERE browser = ?"
    assert rows(site, left, id_of(me)) == [(1,)]
    in_the_end(site)


def test_the_log_s_people_are_found_by_an_index(site: Site, me: Visitor) -> None:
    statements: list[str] = []

    def executed(_: Any, __: Any, statement: str, ___: Any, *____: Any) -> None:
        statements.append(statement)

    event.listen(site.store.readers, "before_cursor_execute", executed)
    me.open()
    forgetting.traces(site.store.readers, id_of(me))
    found = next(each for each in statements if "FROM log" in each)
    query = " ".join("'x'" if word.startswith(":") else word for word in found.split())
    plan = " ".join(str(row[3]) for row in rows(site, f"EXPLAIN QUERY PLAN {query}"))
    assert plan == "SCAN log USING INDEX ix_log_people"
