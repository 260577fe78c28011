"""The address of a link match is its invitation: opening it seats nobody and writes nothing."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from typing import Any

import pytest

from tests.web.addresses import addresses
from tests.web.site import BROWSER, Site, Visitor

CRAWLERS = (
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "Twitterbot/1.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
)
VISITS: tuple[tuple[str, Mapping[str, str]], ...] = (
    *(("GET", {"User-Agent": agent}) for agent in CRAWLERS),
    ("GET", {**BROWSER, "Sec-Purpose": "prefetch", "Sec-Fetch-Site": "cross-site"}),
    ("GET", {**BROWSER, "Sec-Purpose": "prefetch;prerender"}),
    ("GET", {"Purpose": "prefetch", "X-Moz": "prefetch"}),
    ("HEAD", {}),
    ("HEAD", {"User-Agent": CRAWLERS[0]}),
)


_ALL = 'SELECT * FROM "{}"'


def everything(site: Site) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table in the database."""
    with closing(sqlite3.connect(site.database)) as file:
        named = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {name: file.execute(_ALL.format(name)).fetchall() for (name,) in named}


@pytest.fixture(params=["waiting", "full", "playing"])
def invitation(site: Site, request: pytest.FixtureRequest) -> str:
    """A link match with two seats for others; or with none; or one that is being played."""
    host = Visitor(site)
    fields = {
        "mode": "link",
        "preset": "classic",
        "seats": "3" if request.param == "waiting" else "2",
    }
    table = host.open(**fields)
    if request.param != "waiting":
        guest = Visitor(site)
        assert guest.post(f"/t/{table}/join", {"name": "Ben"}).status == 204
        if request.param == "playing":
            for who, command in ((guest, "ready"), (host, "start")):
                assert who.post(f"/t/{table}/{command}").status == 204
            site.clock.pass_ms(3000)
            assert host.post(f"/t/{table}/next").status == 204
            assert host.state(table)["table"] == "playing"
    return table


def test_trap_preview_bots_used_up_an_invitation(site: Site, invitation: str) -> None:
    live = site.app.state.house.lobby._tables[invitation]
    before, picture, entries = everything(site), live.picture, live._core.ledger.seq
    for method, headers in VISITS:
        answer = site.ask(method, f"/t/{invitation}", headers)
        assert answer.status == 200
        assert "set-cookie" not in dict(answer.pairs)
    for address in addresses(site.app):
        seen = address.method in ("GET", "HEAD") and "{id}" in address.template
        if seen and not address.endless:
            answer = site.ask(address.method, address.path(invitation), VISITS[0][1])
            assert "set-cookie" not in dict(answer.pairs), address
    assert everything(site) == before
    assert live.picture == picture
    assert live._core.ledger.seq == entries


def test_opening_the_stream_seats_nobody_either(site: Site, invitation: str) -> None:
    live = site.app.state.house.lobby._tables[invitation]
    before, seats = everything(site), live.picture.seats

    async def watch() -> None:
        for browser in (None, "unknown"):
            follower = live.follow(browser)
            assert follower.stream == ""
            live.unfollow(follower)

    site.run(watch)
    assert everything(site) == before
    assert live.picture.seats == seats


def test_one_press_seats_who_was_sent_it_and_keeps_the_given_name(site: Site) -> None:
    table = Visitor(site).open(mode="link", preset="classic")
    friend = Visitor(site)
    for method, headers in VISITS:
        site.ask(method, f"/t/{table}", headers)
    answer = friend.post(f"/t/{table}/join", {"name": "  Ben \u200b"}, BROWSER)
    assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
    assert friend.state(table)["you"] == [1]
    rows = everything(site)["seats"]
    assert [row[1:4] for row in rows if row[0] == table] == [
        (0, "person", "Player"),
        (1, "person", "Ben"),
    ]


def test_a_full_table_introduces_nobody(site: Site) -> None:
    table = Visitor(site).open(mode="link", preset="classic")
    assert Visitor(site).post(f"/t/{table}/join", {"name": "Ben"}).status == 204
    before = everything(site)
    late = Visitor(site)
    answer = late.post(f"/t/{table}/join", {"name": "Cleo"})
    assert (answer.status, answer.text) == (409, "All seats are taken. You can watch.")
    assert late.cookie == ""
    assert everything(site) == before
