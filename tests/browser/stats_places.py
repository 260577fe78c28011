"""The page of statistics with few games and with many, as places to look at."""

import json
from functools import cache
from itertools import groupby

from app.store.statistics import Found, Kind, Told
from app.store.sums import KIND, total
from app.web.stats_filter import asked
from app.web.stats_view import StatsPage, stats_page
from tests.web.played import rows, simulated

FEW, MANY = 1, 300


@cache
def stats(number: int, query: tuple[tuple[str, str], ...] = ()) -> StatsPage:
    """The page of somebody who has finished so many games."""
    kept = [rows(game, "me")["statistics"][0] for game in simulated(number)]
    kinds: dict[Kind, list[dict[str, object]]] = {}
    for row in kept:
        kinds.setdefault(Kind(*(row[name] for name in KIND)), []).append(json.loads(row["figures"]))
    found = Found(
        kinds=tuple(kinds),
        sums=tuple((kind, total(of)) for kind, of in kinds.items()),
        days=tuple(
            (day, total(json.loads(row["figures"]) for row in of))
            for day, of in groupby(kept, lambda row: row["day"])
        ),
        games=tuple(Told(row["right"], row["wrong"], row["median"]) for row in kept),
        streak=2,
        best_streak=7,
    )
    return stats_page(found, asked(dict(query)))
