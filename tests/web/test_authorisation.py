"""Who may do what: every command of a table, as the router knows them, by everybody there is."""

import re
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

import pytest

from app.table.live import Live
from app.web.catalogue import WORDS
from tests.web.addresses import addresses
from tests.web.site import BROWSER, Site, Visitor

OF_A_BROWSER = {
    "/tables",
    "/new/mine",
    "/settings",
    "/me/name",
    "/me/delete",
    "/daily/{date}",
    "/daily/{date}/practise",
}
"""What needs no seat anywhere: it is about the sender's own browser, or opens a table."""
OF_A_GAME = {"/replay/{game}/private"}
"""What is for those who played a finished game."""
STALE = "slapback=" + "x" * 43

WHO = ("host", "guest", "spectator", "elsewhere", "nobody", "stale")
"""Seats 0 and 1; a known browser without a seat; one with a seat at another table; no cookie; an
old one."""


@dataclass(frozen=True)
class Row:
    """A command, the state that it is for, its `fields`, and what each gets for it (else 403)."""

    state: str
    fields: Mapping[str, str] = field(default_factory=dict)
    gets: Mapping[str, int] = field(default_factory=dict)
    press: bool = False


SEATED = {"host": 204, "guest": 204}
REFUSED = {"host": 409, "guest": 409}
HOST = {"host": 204}
EVERYBODY = dict.fromkeys(WHO, 204)

ROWS: Mapping[str, tuple[Row, ...]] = {
    # An ack of somebody without a seat is none, and is told so by nothing.
    "ack": (Row("playing", {"seen": "0.0", "stream": "s" * 22}, EVERYBODY),),
    "slap": (
        Row("playing", {}, REFUSED, press=True),  # nothing lies there yet
        Row("slappable", {}, SEATED, press=True),
        Row("slappable", {"seat": "0"}, HOST, press=True),
        Row("slappable", {"seat": "1"}, {"guest": 204}, press=True),
        Row("slappable", {"seat": "7"}, {}, press=True),
    ),
    "reveal": (Row("playing", {}, {"host": 204, "guest": 409}, press=True),),
    "ready": (Row("waiting", {"seed": "11" * 16}, SEATED),),
    "pause": (Row("playing", {}, REFUSED), Row("solo", {}, HOST)),
    "resume": (Row("paused", {}, SEATED), Row("solo paused", {}, HOST)),
    "leave": (
        Row("waiting", {}, {"host": 303, "guest": 303}),
        Row("playing", {}, {"host": 303, "guest": 303}),
        Row("solo", {}, {"host": 303}),
    ),
    "next": (Row("playing", {}, SEATED), Row("solo", {}, HOST)),
    "rematch": (Row("over", {}, SEATED),),
    "restart": (Row("playing", {}, REFUSED), Row("solo", {}, HOST)),
    "auto": (Row("playing", {"on": "yes"}, SEATED), Row("solo", {"on": "yes"}, HOST)),
    "name": (
        Row("waiting", {"seat": "0", "name": "Zoe"}, HOST),
        Row("waiting", {"seat": "1", "name": "Zoe"}, {"guest": 204}),
        Row("playing", {"seat": "2", "name": "Zoe"}, {}),
    ),
    "join": (
        Row("waiting", {"name": "Zoe"}, EVERYBODY),  # who sits here already stays there
        Row("playing", {"name": "Zoe"}, EVERYBODY),
        Row("solo", {"name": "Zoe"}, {"host": 409, "nobody": 409, "stale": 409}),
    ),
    "start": (
        Row("ready", {}, HOST),
        Row("waiting", {}, {"host": 409}),
        Row("solo", {}, {"host": 409}),
    ),
    "remove": (
        Row("waiting", {"seat": "1"}, HOST),
        Row("waiting", {"seat": "0"}, {"host": 409}),
        Row("playing", {"seat": "1"}, {"host": 409}),
    ),
    "close": (Row("waiting", {}, HOST), Row("over", {}, HOST), Row("playing", {}, {"host": 409})),
    "rules": (
        Row("waiting", {"burn": "2"}, HOST),
        Row("playing", {"burn": "2"}, {"host": 409}),
        Row("solo paused", {"window_ms": "3000"}, HOST),
        Row("solo", {"window_ms": "3000"}, {"host": 409}),
    ),
}
CASES = [(command, row) for command, rows in ROWS.items() for row in rows]


class People:
    """Everybody there is, and a table of the first two in any state."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.elsewhere = Visitor(site)
        self.elsewhere.open()
        self.spectator = Visitor(site)
        assert self.spectator.post("/me/name", {"name": "Walt"}).status < 400
        self.stale = Visitor(site)
        self.stale.cookie = STALE
        self.nobody = Visitor(site)
        self.host = self.guest = Visitor(site)

    def table(self, state: str) -> str:
        """A fresh table; seat 0, the host's, is due where one is."""
        self.host, self.guest = Visitor(self.site), Visitor(self.site)
        self.nobody.cookie, self.stale.cookie = "", STALE
        if state.startswith("solo"):
            table = self.host.deal()
            if state == "solo paused":
                assert self.host.post(f"/t/{table}/pause").status == 204
            return table
        table = self.host.open(mode="link", preset="classic", seats="3", reveal_limit="10")
        assert self.guest.post(f"/t/{table}/join", {"name": "Ben"}).status == 204
        if state == "ready":
            self._post(self.guest, table, "ready")
        elif state != "waiting":
            self._deal(table, state)
        return table

    def _deal(self, table: str, state: str) -> None:
        for who in (self.host, self.guest):
            self._post(who, table, "ready")
            if state != "paused":
                self._follow(table, who)
        self._post(self.host, table, "start")
        self._later(table, 3000)
        live = self._live(table)
        if state != "over":  # a game that has ended can be played again from its log
            game = live._core.ledger.game
            live._core.ledger.game = game._replace(turn=0)
        if state == "paused":
            self._later(table, 10_000)
        elif state == "slappable":
            assert self.host.reveal(table).status == 204
            self._later(table, 500)
        elif state == "over":
            for who in (self.host, self.guest):
                self._post(who, table, "auto", on="yes")
            while live.picture.table == "playing":
                self._later(table, 700)
            self.site.run(self.site.app.state.house.archive.wait)
        expected = "playing" if state == "slappable" else state
        assert self.host.state(table)["table"] == expected

    def _later(self, table: str, ms: int) -> None:
        """Time passes at the table: it acts on it at somebody's next request."""
        self.site.clock.pass_ms(ms)
        self._post(self.guest, table, "next")

    def _post(self, who: Visitor, table: str, command: str, **fields: str) -> None:
        answer = who.post(f"/t/{table}/{command}", fields)
        assert answer.status == 204, answer

    def _live(self, table: str) -> Live:
        found: Live = self.site.app.state.house.lobby._tables[table]
        return found

    def _follow(self, table: str, who: Visitor) -> None:
        seat = who.state(table)["you"][0]
        browser = self._live(table)._core.ledger.chairs[seat].browser

        async def follow() -> None:
            self._live(table).follow(browser)

        self.site.run(follow)

    def by_name(self, who: str) -> Visitor:
        found: Visitor = getattr(self, who)
        return found


@pytest.fixture(scope="module")
def people(site: Site) -> People:
    return People(site)


def standing(site: Site, table: str) -> tuple[list[Any], dict[str, Any]]:
    """All that a refused command leaves as it is: every row of the store, and what is seen."""
    return site.kept(table), Visitor(site).state(table)


def test_every_command_has_its_row(site: Site) -> None:
    known = {f"/t/{{id}}/{command}" for command in ROWS} | OF_A_BROWSER | OF_A_GAME | {"/device"}
    assert {address.template for address in addresses(site.app, "POST")} == known


@pytest.mark.parametrize(
    ("command", "row"),
    CASES,
    ids=[f"{command} {row.state} {i}" for i, (command, row) in enumerate(CASES)],
)
def test_exactly_those_may_who_may(site: Site, people: People, command: str, row: Row) -> None:
    table = ""
    for who in WHO:
        if who == "guest" and row.state.startswith("solo"):
            continue  # there is nobody else
        table = table or people.table(row.state)
        sender = people.by_name(who)
        fields = sender.press(table, **row.fields) if row.press else row.fields
        before = standing(site, table)
        answer = sender.post(f"/t/{table}/{command}", fields)
        assert answer.status == row.gets.get(who, 403), (who, answer)
        if answer.status >= 400:
            assert standing(site, table) == before, f"refused to {who}, and something changed"
            assert "set-cookie" not in dict(answer.pairs)
        else:
            table = ""  # the next one finds it as this one did


@pytest.mark.parametrize("who", WHO)
def test_only_who_played_says_who_may_look(site: Site, people: People, who: str) -> None:
    table = people.table("over")
    game = site.app.state.house.lobby._tables[table].picture.game
    sender, before = people.by_name(who), standing(site, table)
    answer = sender.post(f"/replay/{game}/private", {"private": "yes"})
    assert answer.status == (303 if who in SEATED else 403), answer
    if who not in SEATED:
        assert standing(site, table) == before
        assert people.host.post(f"/replay/{game}/private", {"private": "yes"}).status == 303
    if who not in SEATED:
        for path in ("", "?at=3", "/steps/0"):
            assert sender.get(f"/replay/{game}{path}").status == 404, path
    answer = sender.post(f"/replay/{game}/private", {"private": "no"})
    assert answer.status == (303 if who in SEATED else 404)


def test_nobody_opens_what_somebody_else_keeps_private(site: Site, people: People) -> None:
    """It is private while one of its players wishes it, and each is told how it stands."""
    table = people.table("over")
    game = site.app.state.house.lobby._tables[table].picture.game
    host, guest = people.by_name("host"), people.by_name("guest")
    page = f"/replay/{game}"

    def stands(who: Visitor) -> tuple[str, str]:
        """What somebody reads, and what their button sends."""
        text = who.get(page, **BROWSER).text
        [said] = [key for key in SAID if f"<p>{WORDS[key]}</p>" in text]
        [sends] = re.findall(r'name="private" value="(yes|no)"', text)
        assert (WORDS["replay_private_link"] in text) == (said != "replay_unlisted")
        assert (WORDS["plots_private"] in who.get(f"{page}/plots").text) == (
            said != "replay_unlisted"
        )
        return said, sends

    def wishes(who: Visitor, private: str) -> int:
        assert who.post(f"{page}/private", {"private": private}).status == 303
        return people.by_name("spectator").get(page).status

    assert wishes(guest, "yes") == 404
    assert stands(guest) == ("replay_private", "no")
    assert stands(host) == ("replay_private_other", "yes")
    assert wishes(host, "no") == 404, "it was another who hid it"
    assert wishes(host, "yes") == 404
    assert stands(host) == stands(guest) == ("replay_private_too", "no")
    assert wishes(guest, "no") == 404
    assert stands(guest) == ("replay_private_other", "yes")
    # What follows from a log may be made again at any time; a wish does not.
    with closing(sqlite3.connect(site.database)) as file, file:
        file.execute("UPDATE games SET archived = NULL WHERE id = ?", (game,))
    site.run(swept(site))
    assert stands(host) == ("replay_private", "no")
    assert wishes(host, "no") == 200
    assert stands(host) == stands(guest) == ("replay_unlisted", "yes")


SAID = ("replay_unlisted", "replay_private", "replay_private_too", "replay_private_other")


def swept(site: Site) -> Callable[[], Awaitable[None]]:
    async def sweep() -> None:
        archive = site.app.state.house.archive
        archive.sweep()
        await archive.wait()

    return sweep


@pytest.mark.parametrize("who", WHO)
def test_only_who_holds_a_seat_gives_it_to_another_device(
    site: Site, people: People, who: str
) -> None:
    table = people.table("waiting")
    before = standing(site, table)
    answer = people.by_name(who).post("/device", {"table": table})
    assert answer.status == (303 if who in SEATED else 403), answer
    assert standing(site, table) == before, "a code alone moves nothing"


def test_an_ack_of_somebody_without_a_seat_measures_nobody(site: Site, people: People) -> None:
    table = people.table("playing")
    lines = site.app.state.house.lobby._tables[table]._core.lines
    before = {browser: (line.ack, line.ring) for browser, line in lines.items()}
    for who in ("spectator", "elsewhere", "nobody", "stale"):
        for stream in ("s" * 22, *(line.active or "" for line in lines.values())):
            fields = {"seen": people.host.state(table)["stage"], "stream": stream}
            assert people.by_name(who).post(f"/t/{table}/ack", fields).status == 204
    assert {browser: (line.ack, line.ring) for browser, line in lines.items()} == before


def test_a_moved_seat_is_no_longer_the_old_browser_s(site: Site, people: People) -> None:
    """Seats are looked up at every request: nothing that was true at the last one is kept."""
    table = people.table("waiting")
    people.host.post(f"/t/{table}/remove", {"seat": "1"})
    for command in ("ready", "auto", "rematch", "leave"):
        answer = people.guest.post(
            f"/t/{table}/{command}", {"on": "yes"} if command == "auto" else {}
        )
        assert answer.status == 403, command
