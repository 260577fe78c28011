"""What browsers do to move to another device, as their pages do it."""

import sqlite3
from contextlib import closing

from tests.web.site import BROWSER, Answer, Site, Visitor
from tests.web.test_pages import page

AGAIN = "/device?again=yes"
WHOLE = ("browsers", "cookies", "codes", "tables", "seats", "games", "log", "results")


def code_for(visitor: Visitor, table: str = "") -> str:
    """A new code: for the seat at this table, or for everything."""
    answer = visitor.post("/device", {"table": table} if table else {}, BROWSER)
    assert answer.status == 303, answer
    return answer.headers["location"].removeprefix("/device/")


def take(visitor: Visitor, code: str) -> Answer:
    """What the one button does, as a browser follows it."""
    answer = visitor.post("/device", {"code": code}, BROWSER)
    if answer.status == 307:
        assert answer.headers["location"] == AGAIN
        answer = visitor.post(AGAIN, {"code": code}, BROWSER)
    return answer


def everything(site: Site) -> list[list[object]]:
    """All rows of all tables."""
    with closing(sqlite3.connect(site.database)) as file:
        return [file.execute(f"SELECT * FROM {each}").fetchall() for each in WHOLE]  # noqa: S608


def name_of(visitor: Visitor) -> str:
    return page(visitor, "/settings").all("input", id="name")[0]["value"]


def link_match(host: Visitor, *guests: Visitor, seats: int) -> str:
    """A link match of these people, waiting."""
    table = host.open(mode="link", computers="0", seats=str(seats), preset="classic")
    for guest in guests:
        assert guest.post(f"/t/{table}/join", {"name": "Guest"}).status == 204
    return table
