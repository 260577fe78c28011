"""A download has all that the store keeps of a browser beside its finished games, and no more."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from app import days
from tests.web.dailies import DATE, begin, change, daily_site, play, practise, rows, table_of
from tests.web.site import Site, Visitor


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with daily_site(tmp_path) as made:
        yield made


def downloaded(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = visitor.get("/stats/data.json").json()
    return found


def named(site: Site, query: str, *values: object) -> dict[str, Any]:
    """The one row that a query finds, by its columns."""
    with closing(sqlite3.connect(site.database)) as file:
        file.row_factory = sqlite3.Row
        return dict(file.execute(query, values).fetchone())


def ms(moment: str) -> int:
    return round(datetime.fromisoformat(moment.replace("Z", "+00:00")).timestamp() * 1000)


def test_tries_are_told_with_their_scores(site: Site) -> None:
    """A finished one, one that was refused, and one that still runs: as the database has them."""
    visitor, other = Visitor(site), Visitor(site)
    play(other, begin(other))
    tables = []
    for day in range(3):
        date = days.shifted(DATE, day)
        site.wall_ms = days.begins_ms(date) + 12 * 60 * 60 * 1000
        tables.append(begin(visitor, date))
        play(visitor, tables[-1], reveals=5 if day == 2 else None)
    change(site, "UPDATE scores SET refused = 'timing' WHERE date = ?", days.shifted(DATE, 1))
    whole = downloaded(visitor)
    assert [each["table"] for each in whole["dailies"]] == tables[::-1]
    assert [each["date"] for each in whole["dailies"]] == [days.shifted(DATE, n) for n in (2, 1, 0)]
    assert [each["state"] for each in whole["dailies"]] == ["playing", "over", "over"]
    assert whole["dailies"][0]["score"] is None
    for told in whole["dailies"]:
        ((begun,),) = rows(site, 'SELECT begun FROM tries WHERE "table" = ?', told["table"])
        assert ms(told["begun"]) == begun
    for told in whole["dailies"][1:]:
        kept = named(
            site,
            'SELECT s.* FROM scores s JOIN games g ON g.id = s.game WHERE g."table" = ?',
            told["table"],
        )
        score = {**told["score"], "ended": ms(told["score"]["ended"]), "date": told["date"]}
        assert score == {name: kept[name] for name in kept if name not in ("browser", "best")}
    assert whole["dailies"][1]["score"]["refused"] == "timing"
    assert whole["streaks"]["daily"] == 2
    assert whole["streaks"]["daily_forgiven"] == []
    ((won, best),) = rows(
        site,
        "SELECT current, best FROM streaks WHERE browser = (SELECT browser FROM tries "
        'WHERE "table" = ?)',
        tables[0],
    )
    assert (whole["streaks"]["won"], whole["streaks"]["won_best"]) == (won, best)
    assert [each["table"] for each in whole["unfinished"]] == [tables[2]]


def test_games_that_wait_are_told_and_no_one_else_s(site: Site) -> None:
    visitor, other = Visitor(site), Visitor(site)
    other.deal(reveal_limit="10")
    table = visitor.deal(preset="classic", seats="3", window_ms="900")
    (told,) = downloaded(visitor)["unfinished"]
    ((setup, state, touched),) = rows(
        site, "SELECT setup, state, touched FROM tables WHERE id = ?", table
    )
    assert (told["table"], told["mode"], told["preset"]) == (table, "solo", "classic")
    assert (told["state"], ms(told["touched"])) == (state, touched)
    assert told["set_up"] == json.loads(setup)
    assert told["set_up"]["window_ms"] == 900
    visitor.finish(table)
    site.run(site.app.state.house.archive.wait)
    whole = downloaded(visitor)
    assert whole["unfinished"] == []
    assert len(whole["games"]) == 1


def test_a_game_has_its_rules_and_who_may_see_it(site: Site) -> None:
    visitor = Visitor(site)
    play(visitor, begin(visitor))
    table = table_of(practise(visitor, window_ms="1800"))
    assert visitor.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
    play(visitor, table)
    change(site, 'UPDATE games SET private = 1 WHERE "table" = ?', table)
    found = {game["mode"]: game for game in downloaded(visitor)["games"]}
    assert {mode: game["private"] for mode, game in found.items()} == {
        "daily": False,
        "practice": True,
    }
    for game in found.values():
        ((setup, preset),) = rows(
            site,
            'SELECT t.setup, t.preset FROM tables t JOIN games g ON g."table" = t.id '
            "WHERE g.id = ?",
            game["game"],
        )
        assert (game["preset"], game["set_up"]) == (preset, json.loads(setup))
        assert game["preset"] == "quartet"
        assert game["set_up"]["rules"]["reveal_limit"] == 200


def test_a_download_tells_no_secret(site: Site) -> None:
    """Neither a running game's seeds nor anybody's cookie or id."""
    visitor = Visitor(site)
    table = begin(visitor)
    play(visitor, table, reveals=5)
    text = visitor.get("/stats/data.json").text
    ((seed, deal_seed),) = rows(
        site, 'SELECT server_seed, deal_seed FROM games WHERE "table" = ?', table
    )
    browsers = [each for (each,) in rows(site, "SELECT id FROM browsers")]
    for secret in (seed, deal_seed, *browsers, visitor.cookie.partition("=")[2]):
        assert secret
        assert secret not in text


def test_a_new_browser_has_nothing(site: Site) -> None:
    whole = downloaded(Visitor(site))
    assert (whole["dailies"], whole["unfinished"], whole["games"]) == ([], [], [])
    assert whole["streaks"] == {"won": 0, "won_best": 0, "daily": 0, "daily_forgiven": []}
