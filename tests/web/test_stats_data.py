"""What a person downloads of their games, and that nobody else gets it."""

import csv
from datetime import datetime
from html import unescape
from io import StringIO
from statistics import median

import pytest

from app.web.stats_data import as_csv
from tests.web.homes import Homes
from tests.web.played import reactions
from tests.web.site import Answer, Site, Visitor


def parsed(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.body.decode(), newline="")))


@pytest.mark.parametrize("number", [5, 500])
def test_what_is_downloaded_is_what_was_played(homes: Homes, number: int) -> None:
    home = homes[number]
    answer = home.visitor.get("/stats/data.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="slapback.json"'
    whole = answer.json()
    rows = parsed(home.visitor.get("/stats/data.csv"))
    assert whole["name"] == "=SUM(A1)"
    assert len(whole["games"]) == len(rows) == len(home.games)
    for game, told, row in zip(home.games, whole["games"], rows, strict=True):
        assert told["game"] == row["game"] == game.id
        ended = datetime.fromisoformat(told["ended"].replace("Z", "+00:00"))
        assert abs(ended.timestamp() * 1000 - game.ended) < 1
        kept = [card for card in game.cards if card.ms is not None]
        assert [(slap["ms"], slap["how"], slap["measured"]) for slap in told["slaps"]] == [
            (card.ms, card.how, card.measured) for card in kept
        ]
        assert all(
            game.cards[slap["reveal"] - 1].ms == slap["ms"]
            and game.cards[slap["reveal"] - 1].step == slap["step_ms"]
            and slap["by"] == game.by
            for slap in told["slaps"]
        )
        slaps = [each.split(":") for each in row["slaps"].split()]
        assert [(int(ms), how) for _, ms, how in slaps] == [(card.ms, card.how) for card in kept]
        for column in ("chances", "first", "right", "wrong", "missed", "guesses"):
            assert int(row[column]) == told[column]
        assert int(row["right"]) == sum(card.how in ("won", "right") for card in game.cards)
        times = reactions(game.cards)
        assert row["median_ms"] == (str(int(median(times))) if times else "")
        assert (row["mode"], int(row["seats"]), row["level"], row["device"], row["outcome"]) == (
            (game.mode, game.seats, game.level, game.device, game.outcome)
        )


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", '"=1', "a,b", "a\nb", "Ada"])
def test_no_name_is_a_formula(name: str) -> None:
    told = dict.fromkeys(("game", "mode", "level", "device", "outcome"), "x")
    counted = dict.fromkeys(("ended", "seats", "seat", "cards", "play_ms", "median"), 1)
    game = {**told, **counted, "name": name, "figures": {}, "slaps": []}
    text = as_csv([game])
    (row,) = csv.DictReader(StringIO(text, newline=""))
    assert row["name"].removeprefix("'") == name
    assert row["name"][0] not in "=+-@\t\r"


def test_a_new_browser_downloads_files_without_games(site: Site) -> None:
    visitor = Visitor(site)
    whole = visitor.get("/stats/data.json").json()
    assert whole["games"] == []
    assert whole["name"] is None
    text = visitor.get("/stats/data.csv").body.decode()
    assert text.count("\r\n") == 1
    assert text.startswith("game,ended,mode,")
    assert parsed(visitor.get("/stats/data.csv")) == []
    assert visitor.cookie == ""


def test_nobody_sees_anybody_else_s(homes: Homes) -> None:
    """Neither without a cookie nor with another browser's, whatever they ask for."""
    home = homes[5]
    other = Visitor(home.site)
    other.post("/me/name", {"name": "Other"})
    for who in (Visitor(home.site), other):
        for query in ("", f"?browser={home.browser}", f"?id={home.browser}"):
            assert "No slaps yet" in who.get(f"/stats{query}").text
            assert who.get(f"/stats/data.json{query}").json()["games"] == []
            assert parsed(who.get(f"/stats/data.csv{query}")) == []


def test_what_is_downloaded_is_kept_by_nobody_on_the_way(homes: Homes) -> None:
    for path in ("/stats", "/stats/data.json", "/stats/data.csv"):
        assert "no-store" in homes[5].visitor.get(path).headers["cache-control"], path


def test_a_game_that_was_really_played_is_in_it(site: Site) -> None:
    """From the table to the page: the archive keeps what the page reads."""
    visitor = Visitor(site)
    table = visitor.deal(reveal_limit="10")
    visitor.finish(table)
    site.run(site.app.state.house.archive.wait)
    (game,) = visitor.get("/stats/data.json").json()["games"]
    assert (game["mode"], game["seats"], game["level"]) == ("solo", 2, "normal")
    assert "1 game ·" in unescape(visitor.get("/stats").text)
