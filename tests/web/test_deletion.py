"""Deleting everything: nothing is left of who asks for it, and nothing of anybody else goes."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import event

from app.check.rebuild import rebuild
from app.engine.shuffle import day_seed
from app.store import archive, browsers, forgetting
from app.store.journal import JournalFailed
from app.store.schema import metadata
from app.table.history import history
from app.table.setup import daily_setup
from app.web.archive import derived
from app.web.catalogue_deletion import DELETION_WORDS
from tests.web.devices import code_for, take
from tests.web.site import BROWSER, Answer, Site, Visitor, plain
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import page

NAME = "Zebedee"
OTHER = "Quillon"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


@pytest.fixture
def me(site: Site) -> Visitor:
    made = Visitor(site)
    assert made.post("/me/name", {"name": NAME}).status == 204
    return made


@pytest.fixture
def other(site: Site) -> Visitor:
    made = Visitor(site)
    assert made.post("/me/name", {"name": OTHER}).status == 204
    return made


def delete(visitor: Visitor, confirm: str = "DELETE") -> Answer:
    return visitor.post("/me/delete", {"confirm": confirm}, BROWSER)


def hash_of(visitor: Visitor) -> str:
    scope = {"headers": [(b"cookie", visitor.cookie.encode())]}
    found = visitor.site.app.state.house.identity.hashed(scope)
    assert isinstance(found, str)
    return found


def id_of(visitor: Visitor) -> str:
    known = browsers.find(visitor.site.store.readers, hash_of(visitor))
    assert known is not None
    return known.id


def rows(site: Site, query: str, *given: Any) -> list[Any]:
    with closing(sqlite3.connect(site.database)) as file:
        return file.execute(query, given).fetchall()


def mentions(site: Site, *texts: str) -> list[tuple[str, Any]]:
    """Every row of every table that has one of these texts anywhere."""
    return [
        (name, row)
        for name in metadata.tables
        for row in rows(site, f"SELECT * FROM {name}")  # noqa: S608
        if any(text in str(value) for value in row for text in texts)
    ]


def in_the_end(site: Site) -> None:
    """What holds whoever has deleted what: the logs that are left come to the rows that are."""
    site.run(site.app.state.house.archive.wait)
    assert rows(site, "PRAGMA foreign_key_check") == []
    assert rebuild(f"sqlite:///{site.database}", dry_run=True) == 0


def forgotten(visitor: Visitor) -> Callable[[], None]:
    """To be called once more after the deletion: nothing is known of the visitor."""
    site, known = visitor.site, (NAME, id_of(visitor), hash_of(visitor))
    assert mentions(site, *known)

    def check() -> None:
        assert mentions(site, *known) == []
        in_the_end(site)

    return check


class Match:
    """A link match of these people, who are quick to turn their cards."""

    def __init__(self, *people: Visitor, **fields: str) -> None:
        self.host, *self.guests = people
        self.people = people
        self.site = self.host.site
        usual = {"mode": "link", "preset": "classic", "seats": "4", "reveal_limit": "10"}
        self.id = self.host.open(**{**usual, **fields})
        for guest in self.guests:
            assert guest.post(f"/t/{self.id}/join").status == 204

    def dealt(self) -> "Match":
        for who in self.people:
            self.done(who, "ready")
            self.follow(who)
        self.done(self.host, "start")
        self.later(3000)
        assert self.state == "playing"
        for who in self.people:
            self.done(who, "auto", on="yes")
        return self

    def over(self) -> "Match":
        while self.state == "playing":
            self.later(700)
        assert self.state == "over"
        self.site.run(self.site.app.state.house.archive.wait)
        return self

    def done(self, who: Visitor, what: str, **fields: str) -> None:
        answer = who.post(f"/t/{self.id}/{what}", fields)
        assert answer.status in (204, 303), answer

    def follow(self, who: Visitor) -> None:
        """Open the table's page, so that nobody is away."""

        async def follow() -> None:
            live = await self.site.app.state.house.table(self.id)
            live.follow(id_of(who))

        self.site.run(follow)

    def later(self, ms: int) -> None:
        """Time passes at the table."""
        self.site.clock.pass_ms(ms)
        self.site.run(partial(_tick, self.site, self.id))

    @property
    def state(self) -> str:
        return str(Visitor(self.site).state(self.id)["table"])

    @property
    def names(self) -> list[str]:
        """Who sits there, as anybody is told."""
        picture = self.site.run(partial(self.site.app.state.house.table, self.id)).picture
        return [seat.name for seat in picture.seats]


async def _tick(site: Site, table: str) -> None:
    live = await site.app.state.house.lobby.find(table)
    live._wake()
    if live._pending is not None:
        await live._pending


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
    assert page(me, "/settings").all("input", id="name")[0]["value"] == "Player"


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
    seed = day_seed(bytes(32), "2026-12-01")
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


# At others' tables


def test_a_finished_match_of_others_stays_with_their_results(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt().over()
    (game,) = archive.ended(site.store.readers)
    before = history(site.run(partial(site.store.journal.load, match.id)), game.game)
    check = forgotten(me)
    delete(me)
    check()
    after = history(site.run(partial(site.store.journal.load, match.id)), game.game)
    same = ("turned", "winner", "reason", "counts", "tallies", "play_ms", "began", "agrees")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert [(player.name, player.browser) for player in after.players] == [
        (OTHER, id_of(other)),
        ("Player", None),
    ]
    told = rows(site, "SELECT kind, name, browser FROM results ORDER BY seat")
    assert told == [("person", OTHER, id_of(other)), ("person", "Player", None)]
    assert other.state(match.id)["you"] == [0]
    assert OTHER in match.names


def test_a_running_match_goes_on_as_if_one_had_left(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me, reveal_limit="25").dealt()
    for _ in range(4):
        match.later(700)
    n = other.state(match.id)["n"]
    check = forgotten(me)
    delete(me)
    assert match.state == "playing", "nobody else is made to wait"
    assert match.names == [OTHER, "Player"]
    check()
    for _ in range(3):
        match.later(700)
    assert other.state(match.id)["n"] > n
    match.over()
    check()
    assert match.names == [OTHER, "Player"]


def test_a_host_in_the_waiting_room_hands_the_table_on(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(me, other)
    check = forgotten(me)
    delete(me)
    check()
    assert NAME not in match.names
    assert match.names[1] == OTHER
    assert other.post(f"/t/{match.id}/rules", {"burn": "2"}).status == 204, "it is theirs now"


def test_a_latecomer_is_not_waited_for(site: Site, me: Visitor, other: Visitor) -> None:
    third = Visitor(site)
    match = Match(other, third, reveal_limit="25").dealt()
    assert me.post(f"/t/{match.id}/join").status == 204
    check = forgotten(me)
    delete(me)
    check()
    assert match.state == "playing"
    match.over()
    check()


def test_who_had_left_the_running_game_before_has_no_name_there(
    site: Site, me: Visitor, other: Visitor
) -> None:
    third = Visitor(site)
    match = Match(other, me, third, reveal_limit="25").dealt()
    match.done(me, "leave")
    match.later(700)
    assert NAME in match.names
    check = forgotten(me)
    delete(me)
    check()
    assert NAME not in match.names
    assert match.state == "paused", "it comes back from its log"
    for who in (other, third):
        match.follow(who)
    match.done(other, "resume")
    match.over()
    check()


def test_who_only_looked_into_the_waiting_room_has_no_name_there(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me)
    match.done(me, "name", seat="1", name=f"{NAME} again")
    match.done(me, "leave")
    assert rows(site, "SELECT count(*) FROM seats WHERE browser = ?", id_of(me)) == [(0,)]
    check = forgotten(me)
    delete(me)
    check()
    assert match.names[0] == OTHER


def test_a_name_that_was_changed_at_the_table_goes_too(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt()
    match.done(me, "name", seat="1", name=f"{NAME} two")
    match.over()
    match.done(me, "name", seat="1", name=f"{NAME} three")
    check = forgotten(me)
    delete(me)
    check()


def test_a_table_that_was_closed_since(site: Site, me: Visitor, other: Visitor) -> None:
    match = Match(other, me).dealt().over()
    match.done(other, "close")
    check = forgotten(me)
    delete(me)
    check()
    assert match.names == [OTHER, "Player"]


def test_several_games_of_one_table_are_all_without_the_name(
    site: Site, me: Visitor, other: Visitor
) -> None:
    match = Match(other, me).dealt().over()
    for what in ("rematch", "ready"):
        for who in (other, me):
            match.done(who, what)
    match.later(1)
    match.later(3000)
    match.over()
    assert len(archive.ended(site.store.readers)) == 2
    check = forgotten(me)
    delete(me)
    check()
    assert rows(site, "SELECT count(*) FROM results WHERE name = 'Player'") == [(2,)]


def test_somebody_called_player_already(site: Site, me: Visitor, other: Visitor) -> None:
    third = Visitor(site)
    match = Match(other, third, me).dealt().over()
    assert match.names == [OTHER, "Player", NAME]
    check = forgotten(me)
    delete(me)
    check()
    told = rows(site, "SELECT name FROM results ORDER BY seat")
    assert told == [(OTHER,), ("Player",), ("Player 2",)]


def test_a_seat_that_came_from_another_browser(site: Site, me: Visitor, other: Visitor) -> None:
    """The game is the other browser's now; what it was called before is the giver's."""
    table = me.deal(reveal_limit="10")
    take(other, code_for(me, table))
    other.post(f"/t/{table}/resume")
    other.finish(table)
    site.run(site.app.state.house.archive.wait)
    id = id_of(me)
    delete(me)
    assert mentions(site, id) == []
    in_the_end(site)
    assert other.state(table)["you"] == [0]
    assert len(archive.ended(site.store.readers)) == 1


def test_a_game_that_another_browser_has_played_stays(
    site: Site, me: Visitor, other: Visitor
) -> None:
    table = other.deal(reveal_limit="10")
    other.finish(table)
    take(me, code_for(other, table))
    site.run(site.app.state.house.archive.wait)
    me.post(f"/t/{table}/name", {"seat": "0", "name": NAME})
    me.post(f"/t/{table}/rematch")
    me.post(f"/t/{table}/ready")
    check = forgotten(me)
    delete(me)
    check()
    assert rows(site, "SELECT name FROM results WHERE browser = ?", id_of(other)) == [(OTHER,)]


def test_two_who_delete_one_after_the_other(site: Site, me: Visitor, other: Visitor) -> None:
    match = Match(me, other).dealt().over()
    check = forgotten(me)
    delete(me)
    check()
    known = (OTHER, id_of(other))
    delete(other)
    assert mentions(site, *known) == []
    in_the_end(site)
    assert rows(site, "SELECT DISTINCT browser FROM results") == [(None,)]
    assert match.state == "over"


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
