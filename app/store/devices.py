"""One-time codes that take a seat, or all that a browser has, to another browser.

A code is kept as its SHA-256 alone. It is claimed before anything moves, so that of two browsers
one gets it; and it stays that browser's until all has moved, so that after a failure the same
browser may try again. Moments are unix milliseconds.

Reading functions block and open a connection of their own: call them in a thread. Writing ones
take the writer's connection.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, and_, delete, insert, or_, select, update

from app.store import archive, persons
from app.store.schema import codes, cookies

VALID_MS = 10 * 60 * 1000
LASTING_MS = 30 * 24 * 3600 * 1000  # of one that is kept in a file
LIVE_AT_ONCE = 5  # of one browser
TOLD_MS = 24 * 3600 * 1000  # for so long we can say that a code was used, or ran out


@dataclass(frozen=True, slots=True)
class Code:
    """A code as it is kept: `browser` gives its seat at `table`, or all it has where that is None.

    `taker` is the hash of the cookie that has claimed it and has not got everything yet.
    `lasting`: it is kept in a file.
    """

    browser: str
    table: str | None
    until_ms: int
    used_ms: int | None
    taker: str | None
    lasting: bool


_COLUMNS = ("browser", "table", "until", "used", "taker", "lasting")


def find(readers: Engine, hashed: str) -> Code | None:
    """The code with this hash; None where there is none, or it is long over."""
    row = select(*(codes.c[name] for name in _COLUMNS)).where(codes.c["hash"] == hashed)
    with readers.connect() as connection:
        found = connection.execute(row).first()
    if found is None:
        return None
    browser, table, until_ms, used_ms, taker, lasting = found
    return Code(browser, table, until_ms, used_ms, taker, bool(lasting))


def make(
    connection: Connection,
    hashed: str,
    browser: str,
    table: str | None,
    now_ms: int,
    lasting: bool = False,
) -> int:
    """Keep a new code of `browser`; returns until when it is valid.

    An unused older one for the same goes, and so does the oldest where a browser has many. A link
    leaves a file alone, and a file a link.
    """
    unused = and_(codes.c["browser"] == browser, codes.c["used"].is_(None))
    same = and_(unused, codes.c["table"] == table, codes.c["lasting"] == int(lasting))
    for gone in (codes.c["until"] <= now_ms - TOLD_MS, same):
        connection.execute(delete(codes).where(gone))
    rows = select(codes.c["hash"]).where(unused).order_by(codes.c["until"].desc(), codes.c["hash"])
    for (oldest,) in connection.execute(rows.offset(LIVE_AT_ONCE - 1)).all():
        connection.execute(delete(codes).where(codes.c["hash"] == oldest))
    until_ms = now_ms + (LASTING_MS if lasting else VALID_MS)
    row = {"hash": hashed, "browser": browser, "table": table, "until": until_ms}
    connection.execute(insert(codes), {**row, "lasting": int(lasting)})
    return until_ms


def claim(connection: Connection, hashed: str, taker: str, now_ms: int) -> bool:
    """Whether the browser with the cookie hash `taker` may have what a code gives.

    It is the only one from now on.
    """
    free = or_(codes.c["used"].is_(None), codes.c["taker"] == taker)
    valid = and_(codes.c["hash"] == hashed, codes.c["until"] > now_ms, free)
    done = connection.execute(update(codes).where(valid).values(used=now_ms, taker=taker))
    return done.rowcount == 1


def finish(connection: Connection, hashed: str) -> None:
    """All that a code gives has moved: nobody can claim it any more."""
    connection.execute(update(codes).where(codes.c["hash"] == hashed).values(taker=None))


def hand_over(
    connection: Connection, hashed: str, browser: str, taker: str, now_ms: int
) -> tuple[str, ...]:
    """The cookie with the hash `taker` is `browser`'s from now on, and its only one.

    The browser that it stood for before becomes `browser`, with all that is kept of it. Returns
    the hashes of the cookies that stand for nobody any more.
    """
    before = select(cookies.c["browser"]).where(cookies.c["hash"] == taker)
    old: str | None = connection.execute(before).scalar_one_or_none()
    others = cookies.c["browser"].in_((browser, old)) & (cookies.c["hash"] != taker)
    gone = connection.execute(delete(cookies).where(others).returning(cookies.c["hash"]))
    hashes = tuple(gone.scalars())
    connection.execute(delete(cookies).where(cookies.c["hash"] == taker))
    connection.execute(insert(cookies), {"hash": taker, "browser": browser, "created": now_ms})
    if old not in (None, browser):
        connection.execute(delete(codes).where(codes.c["browser"] == old))
        persons.become(connection, old, browser)
        archive.join(connection, old, browser)
    finish(connection, hashed)
    return hashes
