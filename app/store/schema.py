"""The tables of the store.

`log` is the truth: what each table accepted, in order. From it follow, for the lists and pages that
must not replay a game to be drawn, `tables`, `seats`, `games` and `tries` in the same transaction,
and `results`, `scores`, `statistics` and their sums once a game has ended (app/store/archive.py).
`browsers`, `cookies`, `codes`, `daily_deals` and `games.private` follow from nothing else. Columns
that hold a moment (`created`, `touched`, `started`, `ended`, `until`, `used`) are unix
milliseconds.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

# Without names, a later migration could not drop a constraint.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# A browser that has acted, and what it chose.
browsers = Table(
    "browsers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),
    Column("setup", Text),  # JSON: the set-up it last opened a table with
    Column("created", BigInteger, nullable=False),
    Column("preferences", Text),  # JSON: its settings, where they differ from the usual ones
    Column("my_setup", Text),  # JSON: the set-up that it keeps as its own
    Column("board_name", Text),  # by which it chose to stand on boards; NULL: by a number
    Column("became", Text, ForeignKey("browsers.id")),  # whose all its games are now; null: its own
    Index(None, "became"),
)

# What a browser is known by: the SHA-256 of its cookie, never the cookie.
cookies = Table(
    "cookies",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("browser", Text, ForeignKey("browsers.id"), nullable=False),
    Column("created", BigInteger, nullable=False),
    Index(None, "browser"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("mode", Text, nullable=False),
    Column("preset", Text, nullable=False),
    Column("setup", Text, nullable=False),  # JSON
    Column("state", Text, nullable=False),  # waiting, playing, paused, over, closed
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),  # last opened, dealt, paused, resumed or ended
    Index(None, "state", "touched"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),  # person, computer, open
    Column("name", Text, nullable=False),
    Column("level", Integer),  # of a computer: 0 easy, 1 normal, 2 hard
    Column("browser", Text, ForeignKey("browsers.id")),
    Index(None, "browser"),
)

# One a deal. The server's seed is fixed before any person's is known; the deal's follows from both.
games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), nullable=False),
    Column("deal", Integer, nullable=False),  # from 1
    Column("server_seed", Text, nullable=False),  # hex
    Column("commitment", Text, nullable=False),  # hex
    Column("deal_seed", Text),  # hex; this and the next two: once dealt
    Column("dealer", Integer),
    Column("started", BigInteger),
    Column("ended", BigInteger),  # this and the next three: once ended
    Column("winner", Integer),  # a seat; null in an ended game is a draw
    Column("reason", Text),
    Column("play_ms", BigInteger),
    Column("archived", Integer),  # with which version of the derivations; null: not yet
    # Which seats keep it to its players, a bit each: 1 is seat 0, 2 is seat 1, 4 is seat 2.
    Column("private", Integer, nullable=False, server_default="0"),
    UniqueConstraint("table", "deal"),
    Index(None, "ended", "archived"),
)

# The entries that name people: a browser's are found without reading the games around them.
_PEOPLE = text("kind IN ('opened', 'seated', 'named', 'ended')")

log = Table(
    "log",
    metadata,
    Column("table", Text, ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("ms", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("payload", Text, nullable=False),  # JSON
    Index("ix_log_people", "table", "seq", sqlite_where=_PEOPLE, postgresql_where=_PEOPLE),
    sqlite_with_rowid=False,  # a table's entries lie together, in order
)

# How each seat of an ended game came out, and who held it then.
results = Table(
    "results",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("cards", Integer, nullable=False),
    Column("kind", Text),  # this and the next three: as in seats
    Column("name", Text),
    Column("level", Integer),
    Column("browser", Text, ForeignKey("browsers.id")),
    Index(None, "browser"),
)

# What a day's daily is dealt from, and by which versions of the algorithms (FAIRNESS 2, 3).
daily_deals = Table(
    "daily_deals",
    metadata,
    Column("date", Text, primary_key=True),  # UTC, YYYY-MM-DD
    Column("seed", Text, nullable=False),  # hex
    Column("commitment", Text, nullable=False),  # hex
    Column("shuffle", Integer, nullable=False),
    Column("computers", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Whose one ranked try at a day's daily is played at which table.
tries = Table(
    "tries",
    metadata,
    Column("date", Text, primary_key=True),
    Column("browser", Text, ForeignKey("browsers.id"), primary_key=True),
    Column("table", Text, ForeignKey("tables.id"), nullable=False, unique=True),
    Column("begun", BigInteger, nullable=False),
    Index(None, "browser", "date"),
)

# A finished ranked try. `refused` says why it is not on the board; null: it is. `best` follows from
# the others: of each browser one score stands on the board of all days.
scores = Table(
    "scores",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("date", Text, nullable=False),
    Column("browser", Text, ForeignKey("browsers.id"), nullable=False),
    Column("points", Integer, nullable=False),
    Column("won", Integer, nullable=False),  # 1 or 0
    Column("play_ms", BigInteger, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("chances", Integer, nullable=False),
    Column("piles", Integer, nullable=False),  # collected by slap
    Column("best_ms", Integer),
    Column("refused", Text),
    Column("ended", BigInteger, nullable=False),
    Column("best", Integer, nullable=False, server_default="0"),  # 1: the browser's on all days
    Index(None, "browser", "date"),
)
# In the order of a board, those of one day and of all days: each reads what it lists, and no more.
_ORDER = (scores.c["points"].desc(), scores.c["ended"], scores.c["game"])
_ON_IT, _BEST = scores.c["refused"].is_(None), scores.c["best"] == text("1")
Index("ix_scores_day", scores.c["date"], *_ORDER, sqlite_where=_ON_IT, postgresql_where=_ON_IT)
Index("ix_scores_best", *_ORDER, sqlite_where=_BEST, postgresql_where=_BEST)

# What a finished game adds to a person's statistics, a row for each browser at it. `figures` and
# `slaps` are JSON (app/table/statistics.py); what stands in a column too is looked for by it.
statistics = Table(
    "statistics",
    metadata,
    Column("game", Text, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("browser", Text, ForeignKey("browsers.id"), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),  # UTC days since 1970
    Column("mode", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("level", Text, nullable=False),  # of the computers: easy, normal, hard, mixed, none
    Column("device", Text, nullable=False),  # touch, mouse, key, unknown
    Column("outcome", Text, nullable=False),  # won, lost, drawn
    Column("right", Integer, nullable=False),
    Column("wrong", Integer, nullable=False),
    Column("median", Integer),  # ms
    Column("figures", Text, nullable=False),
    Column("slaps", Text, nullable=False),
    # All that a filter asks, so that what it leaves out is never read.
    Index(None, "browser", "ended", "mode", "seats", "level", "device"),
)

# Sums of those figures, for each kind of game that a browser has played: of all its games, and of
# each day's. They are changed with the rows, in one transaction, and can be made again from them.
statistic_sums = Table(
    "statistic_sums",
    metadata,
    Column("browser", Text, ForeignKey("browsers.id"), primary_key=True),
    Column("mode", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    Column("device", Text, primary_key=True),
    Column("figures", Text, nullable=False),
)
statistic_days = Table(
    "statistic_days",
    metadata,
    Column("browser", Text, ForeignKey("browsers.id"), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("mode", Text, primary_key=True),
    Column("seats", Integer, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    Column("device", Text, primary_key=True),
    Column("figures", Text, nullable=False),
)

# How many games a browser has won in a row: now, and at best. `ended` is the newest game's.
streaks = Table(
    "streaks",
    metadata,
    Column("browser", Text, ForeignKey("browsers.id"), primary_key=True),
    Column("current", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
)

# One-time codes for another device, each by its SHA-256.
codes = Table(
    "codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("browser", Text, ForeignKey("browsers.id"), nullable=False),  # who gives
    Column("table", Text, ForeignKey("tables.id")),  # its seat there; null is all that it has
    Column("until", BigInteger, nullable=False),
    Column("used", BigInteger),
    Column("taker", Text),  # the hash of the cookie that it moves to, while it moves
    Column("lasting", Integer, nullable=False, server_default="0"),  # 1: it is kept in a file
    Index(None, "browser"),
)
