"""Practice of a daily's deal in statistics: a mode of its own, in nothing that measures anybody."""

import re
from html import unescape
from pathlib import Path

from app import days
from tests.web.dailies import DATE, begin, daily_site, play, practise, rows, table_of
from tests.web.site import BROWSER, Visitor


def shown(visitor: Visitor, query: str = "") -> str:
    text = unescape(re.sub("<[^>]+>", " ", visitor.get(f"/stats{query}", **BROWSER).text))
    return " ".join(text.replace("\xa0", " ").split())


def practised(visitor: Visitor, date: str = DATE) -> None:
    table = table_of(practise(visitor, date, window_ms="1800"))
    assert visitor.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
    play(visitor, table, keen=1)


def test_what_is_known_already_measures_nobody(tmp_path: Path) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        play(visitor, begin(visitor), keen=1)
        alone = shown(visitor)
        assert "All but practice" not in alone
        practised(visitor)
        practised(visitor)
        found = rows(site, "SELECT mode, outcome FROM statistics ORDER BY ended, mode")
        assert sorted(mode for mode, _ in found) == ["daily", "practice", "practice"]
        assert rows(site, "SELECT current, best FROM streaks")[0] == (
            (1, 1) if ("daily", "won") in found else (0, 0)
        )
        text = shown(visitor)
        told = re.compile(r"1 game · \d+ right slaps · \d+ wrong slaps?")
        assert told.findall(text) == told.findall(alone) != []
        assert "Practice of a daily's deal is left out" in text
        assert "Mode All but practice Daily Daily practice Players" in text
        assert "2 games ·" in shown(visitor, "?mode=practice")
        games = visitor.get("/stats/data.json").json()["games"]
        assert sorted(game["mode"] for game in games) == ["daily", "practice", "practice"]


def test_who_has_only_practised_is_shown_the_way_to_it(tmp_path: Path) -> None:
    with daily_site(tmp_path) as site:
        visitor = Visitor(site)
        practised(visitor, days.shifted(DATE, -1))
        text = shown(visitor)
        assert "No games like these yet. Choose others above." in text
        assert "Practice of a daily's deal is left out" in text
        assert "1 game ·" in shown(visitor, "?mode=practice")
        assert rows(site, "SELECT * FROM streaks") == []
