"""`python -m app check rebuild`: what follows from logs is found, told, and made again."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from app.__main__ import main
from app.check import rebuild as checked
from app.check.rebuild import Difference, Sums
from app.store import rebuilding
from app.table.derivations import VERSION
from tests.check.kept import Kept

ROOT = Path(__file__).parents[2]
Capture = pytest.CaptureFixture[str]


def test_nothing_differs_where_nothing_was_changed(kept: Kept, capsys: Capture) -> None:
    before = kept.dump()
    assert kept.rebuild() == 0
    assert capsys.readouterr().out == f"{len(kept.games)} games: 0 differences.\n"
    assert kept.dump() == before


DAMAGES: dict[str, tuple[str, str]] = {
    # what is done to the ranked daily, and where its lines say so
    "a name": ("UPDATE results SET name = 'X' WHERE game = ? AND seat = 1", "results[1].name"),
    "cards": ("UPDATE results SET cards = 9 WHERE game = ? AND seat = 2", "results[2].cards"),
    "a seat": ("DELETE FROM results WHERE game = ? AND seat = 3", "results[3].*"),
    "a browser": ("UPDATE results SET browser = 'ann' WHERE game = ?", "results[0].browser"),
    "a stray": ("INSERT INTO results (game, seat, cards) VALUES (?, 7, 1)", "results[7].*"),
    "points": ("UPDATE scores SET points = 9999 WHERE game = ?", "scores.points"),
    "a refusal": ("UPDATE scores SET refused = 'other' WHERE game = ?", "scores.refused"),
    "whose score": ("UPDATE scores SET browser = 'ann' WHERE game = ?", "scores.browser"),
    "a score": ("DELETE FROM scores WHERE game = ?", "scores.*"),
    "winner": ("UPDATE games SET winner = 7 WHERE id = ?", "games.winner"),
    "reason": ("UPDATE games SET reason = 'stalled' WHERE id = ?", "games.reason"),
    "play time": ("UPDATE games SET play_ms = 1 WHERE id = ?", "games.play_ms"),
    "deal's seed": ("UPDATE games SET deal_seed = 'de' WHERE id = ?", "games.deal_seed"),
    "dealer": ("UPDATE games SET dealer = 7 WHERE id = ?", "games.dealer"),
    "commitment": ("UPDATE games SET commitment = 'c0' WHERE id = ?", "games.commitment"),
    "server's seed": ("UPDATE games SET server_seed = '5e' WHERE id = ?", "games.server_seed"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_each_damage_is_told_and_mended(kept: Kept, capsys: Capture, damage: str) -> None:
    query, where = DAMAGES[damage]
    whole = kept.dump()
    kept.run(query, kept.ranked)
    damaged = kept.dump()
    assert damaged != whole
    assert kept.rebuild("--dry-run") == 1
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"{kept.ranked} {where}: was ") for line in told), told
    assert all(line.startswith(f"{kept.ranked} ") for line in told[:-1])
    assert told[-1].endswith(", none of it mended.")
    assert kept.dump() == damaged, "a dry run changes nothing"
    assert kept.rebuild() == 1
    again = capsys.readouterr().out.splitlines()
    assert again[:-1] == told[:-1]
    assert again[-1].endswith(", mended.")
    assert kept.dump() == whole
    assert kept.rebuild() == 0


def test_a_line_says_what_was_and_what_is(kept: Kept, capsys: Capture) -> None:
    (points,) = kept.run("SELECT points FROM scores")[0]
    kept.run("UPDATE scores SET points = 9999")
    kept.rebuild("--dry-run")
    assert capsys.readouterr().out.splitlines() == [
        f"{kept.ranked} scores.points: was 9999, is {points}",
        f"{len(kept.games)} games: 1 differences, none of it mended.",
    ]


def test_a_name_cannot_write_to_the_terminal(kept: Kept, capsys: Capture) -> None:
    kept.run("UPDATE results SET name = ? WHERE game = ? AND seat = 1", "\x1b[2J\n", kept.ranked)
    kept.rebuild("--dry-run")
    assert capsys.readouterr().out.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM tries",
        "UPDATE tries SET date = '2026-11-30'",
        "UPDATE tries SET browser = 'ann'",
        "INSERT INTO tries VALUES ('2026-12-01', 'ann', 'solo 3', 1)",
    ],
)
def test_tries_follow_from_logs_too(kept: Kept, capsys: Capture, query: str) -> None:
    before = kept.run("SELECT * FROM tries")
    kept.run(query)
    assert kept.rebuild() == 1
    assert " tries." in capsys.readouterr().out
    assert kept.run("SELECT * FROM tries") == before
    assert kept.rebuild() == 0


def test_a_log_that_does_not_replay_is_told_and_its_rows_stay(kept: Kept, capsys: Capture) -> None:
    kept.run("UPDATE scores SET points = 9999")
    kept.run("UPDATE log SET payload = '{' WHERE \"table\" = 'daily' AND kind = 'sealed'")
    kept.run("UPDATE results SET name = 'X' WHERE game = ? AND seat = 1", kept.games[0])
    assert kept.rebuild() == 1
    told = capsys.readouterr().out.splitlines()
    assert f"{kept.ranked} log: does not replay" in "\n".join(told)
    assert f"{kept.games[0]} results[1].name" in "\n".join(told), "the others are mended"
    assert kept.run("SELECT points FROM scores") == [(9999,)]
    assert kept.rebuild() == 1, "it is told as long as it is so"
    assert capsys.readouterr().out.splitlines()[-1] == (
        f"{len(kept.games)} games: 0 differences; 1 logs are at fault."
    )


def test_a_log_of_which_not_even_the_opening_can_be_read_is_told(
    kept: Kept, capsys: Capture
) -> None:
    kept.run("UPDATE scores SET points = 9999")
    kept.run("UPDATE log SET payload = '{' WHERE \"table\" = 'solo 4' AND kind = 'opened'")
    assert kept.rebuild() == 1
    told = capsys.readouterr().out.splitlines()
    assert told[-1].endswith(" games: 1 differences, mended; 1 logs are at fault.")
    assert any(line.startswith("solo 4 log: does not replay: ") for line in told)
    assert kept.run("SELECT points FROM scores") != [(9999,)]


def test_an_end_that_was_written_into_a_log_is_told(kept: Kept, capsys: Capture) -> None:
    (payload,) = kept.run("SELECT payload FROM log WHERE \"table\" = 'daily' AND kind = 'ended'")[0]
    forged = json.dumps({**json.loads(payload), "play_ms": 1})
    kept.run("UPDATE log SET payload = ? WHERE \"table\" = 'daily' AND kind = 'ended'", forged)
    assert kept.rebuild() == 1
    told = capsys.readouterr().out
    assert f"{kept.ranked} log: tells another end than it comes to" in told
    assert f"{kept.ranked} scores.refused: was " in told
    assert kept.run("SELECT refused FROM scores") == [("replay",)]


def test_rows_that_an_older_version_has_kept_are_made_again(kept: Kept, capsys: Capture) -> None:
    kept.run("UPDATE games SET archived = NULL WHERE ended IS NOT NULL")
    assert kept.rebuild() == 0, "no row of theirs was wrong"
    assert capsys.readouterr().out.endswith(": 0 differences.\n")
    assert kept.run("SELECT DISTINCT archived FROM games WHERE ended IS NOT NULL") == [(VERSION,)]


def test_what_the_database_refuses_leaves_the_others_mended(kept: Kept, capsys: Capture) -> None:
    """A log that speaks of a browser that was never stored."""
    kept.run(
        "UPDATE log SET payload = replace(payload, '\"me\"', '\"lost\"') WHERE seq = 0"
        " AND \"table\" = 'solo 3'"
    )
    kept.run("UPDATE scores SET points = 9999")
    assert kept.rebuild() == 1
    assert "solo 3 log: what follows from it cannot be kept" in capsys.readouterr().out
    assert kept.run("SELECT points FROM scores") != [(9999,)]
    held = kept.run("SELECT DISTINCT browser FROM results WHERE browser = 'lost'")
    assert held == []


def test_pages_of_any_length_tell_the_same(
    kept: Kept, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.run("UPDATE results SET cards = cards + 1")
    kept.rebuild("--dry-run")
    told = capsys.readouterr().out
    assert len(told.splitlines()) > len(kept.games)
    monkeypatch.setattr(rebuilding, "PAGE", 1)
    kept.rebuild("--dry-run")
    assert capsys.readouterr().out == told


def test_sums_are_compared_and_made_again(
    kept: Kept, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []

    def differences(connection: Connection, browser: str) -> Iterator[Difference]:
        right = connection.exec_driver_sql("SELECT count(*) FROM results").scalar_one()
        if browser != "ann":
            yield Difference(browser, "sums", "seats", 0, right)

    def make(connection: Connection, browser: str) -> None:
        made.append(browser)
        connection.exec_driver_sql("UPDATE browsers SET created = 2 WHERE id = ?", (browser,))

    monkeypatch.setattr(checked, "SUMS", (Sums(lambda _: ("me", "ann"), differences, make),))
    assert kept.rebuild("--dry-run") == 1
    assert made == []
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("me sums.seats: was 0, is ")
    assert kept.rebuild() == 1
    assert made == ["me"]
    assert kept.run("SELECT id FROM browsers WHERE created = 2") == [("me",)]


@pytest.mark.parametrize("what", ["missing", "no database", "not ours", "elsewhere"])
def test_what_cannot_be_used_is_one_sentence(tmp_path: Path, capsys: Capture, what: str) -> None:
    file = tmp_path / "made.db"
    urls = {
        "missing": f"sqlite:///{file}",
        "no database": f"sqlite:///{tmp_path / 'text'}",
        "not ours": f"sqlite:///{tmp_path / 'other.db'}",
        "elsewhere": "mysql://localhost/x",
    }
    (tmp_path / "text").write_text("This is no database at all. " * 99)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('9999')")
        other.commit()
    for more in ([], ["--dry-run"]):
        assert main(["check", "rebuild", "--database-url", urls[what], *more]) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert len(output.err.splitlines()) == 1, output.err
    assert not file.exists(), "nothing is made where nothing was"


def test_the_configured_database_is_the_one(kept: Kept) -> None:
    done = subprocess.run(
        (sys.executable, "-m", "app", "check", "rebuild", "--dry-run"),
        cwd=ROOT,
        env={**os.environ, "SLAPBACK_DATABASE_URL": kept.url},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(kept.games)} games: 0 differences.\n"


def test_a_database_of_an_older_version_is_brought_here(
    kept: Kept, capsys: Capture, tmp_path: Path
) -> None:
    saved = (ROOT / "tests/store/revisions/0003.sql").read_text()
    old = Kept(tmp_path / "old.db")
    with closing(sqlite3.connect(old.file)) as opened:
        opened.executescript(saved)
    assert old.rebuild("--dry-run") == 2, "nothing is changed, so it cannot be read"
    assert "no such table" in capsys.readouterr().err
    assert old.rebuild() == 1
    assert "game over log: does not replay" in capsys.readouterr().out


SUM_DAMAGES = {
    "a sum": ("UPDATE statistic_sums SET figures = '{}'", "statistic_sums.*"),
    "a day": ("DELETE FROM statistic_days WHERE browser = 'me'", "statistic_days.*"),
    "a streak": ("UPDATE streaks SET best = 99", "streaks.*"),
    "a stray sum": (
        "INSERT INTO streaks (browser, current, best, ended) VALUES ('NOBODY', 1, 1, 1)",
        "streaks.*",
    ),
    "the best": ("UPDATE scores SET best = 1 - best", "scores.best"),
}


@pytest.mark.parametrize("damage", SUM_DAMAGES)
def test_a_damaged_sum_is_told_and_made_again(kept: Kept, capsys: Capture, damage: str) -> None:
    query, where = SUM_DAMAGES[damage]
    whole = kept.dump()
    ((nobody,),) = kept.run(
        "SELECT id FROM browsers WHERE id NOT IN (SELECT browser FROM streaks) LIMIT 1"
    )
    kept.run(query.replace("NOBODY", nobody))
    assert kept.rebuild("--dry-run") == 1
    told = capsys.readouterr().out.splitlines()[:-1]
    assert told
    assert all(f" {where}: was " in line for line in told), told
    assert kept.rebuild() == 1
    assert sorted(kept.dump()) == sorted(whole)


def test_a_try_belongs_to_who_has_its_seat(kept: Kept) -> None:
    """It was moved to another browser: that is no difference."""
    ((table, seq, payload),) = kept.run(
        'SELECT t."table", max(l.seq), o.payload FROM tries t'
        ' JOIN log l ON l."table" = t."table"'
        ' JOIN log o ON o."table" = t."table" AND o.kind = \'opened\''
    )
    seats = json.loads(payload)["seats"]
    seats[0]["browser"] = "ann"
    moved = json.dumps({"why": "moved", "seats": seats, "host": 0, "latecomers": []})
    kept.run("INSERT INTO log VALUES (?, ?, 0, 'seated', NULL, ?)", table, seq + 1, moved)
    kept.run("UPDATE tries SET browser = 'ann' WHERE \"table\" = ?", table)
    assert kept.rebuild() == 0
