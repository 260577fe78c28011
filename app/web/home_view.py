"""What home draws: saved games, Play now, and what else can be played at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.engine.cards import Seat
from app.engine.rules import PRESETS
from app.web.page_views import FIRST_SETUP, summary
from app.web.words import count, dotted, joined, say

SAVED_SHOWN = 1

PASS_AND_PLAY: Mapping[str, str] = {"mode": "pass", "preset": "duel", "computers": "0"}
"""The form behind the tile: Standard for two people on one device."""


@dataclass(frozen=True, slots=True)
class SavedView:
    """A game to go on with: its address, and what it is, in words; `progress` names its rules."""

    id: str
    against: str
    counts: str
    progress: str
    label: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A table that one press opens: its title, what it is, and the fields of the form."""

    title: str
    about: str
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HomePage:
    """Home: the newest saved game, how many more there are, and the set-up that Play now posts."""

    saved: tuple[SavedView, ...]
    more: tuple[SavedView, ...]
    more_text: str
    fields: tuple[tuple[str, str], ...]
    summary: str
    tiles: tuple[Tile, ...]


def saved_view(
    id: str,
    names: Sequence[str],
    counts: Sequence[int],
    you: Seat,
    n: int,
    limit: int | None,
    preset: str = "duel",
) -> SavedView:
    """A saved game as home lists it; `names` and `counts` are those of all its seats."""
    others = [seat for seat in range(len(names)) if seat != you]
    held = ", ".join(say("count_of", name=names[s], number=counts[s]) for s in others)
    progress = say("reveal", n=n) if limit is None else say("reveal_of", n=n, limit=limit)
    opponents = joined(tuple(names[seat] for seat in others))
    return SavedView(
        id=id,
        against=say("against", names=opponents),
        counts=say("counts", you=counts[you], others=held),
        progress=dotted((PRESETS[preset].title, progress if n else say("not_dealt"))),
        label=say("continue_label", names=opponents),
    )


def home_page(saved: Sequence[SavedView], last: Mapping[str, str] | None = None) -> HomePage:
    """Home; `saved` newest first, `last` the fields of the set-up played last."""
    fields = {**FIRST_SETUP, **(last or {})}
    return HomePage(
        saved=tuple(saved[:SAVED_SHOWN]),
        more=tuple(saved[SAVED_SHOWN:]),
        more_text=count("saved_more", max(0, len(saved) - SAVED_SHOWN)),
        fields=tuple(fields.items()),
        summary=summary(fields),
        tiles=(Tile(say("pass_title"), say("pass_about"), tuple(PASS_AND_PLAY.items())),),
    )
