"""What home draws: saved games, Play now, and what else can be played at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.engine.cards import Seat
from app.engine.rules import PRESETS, InvalidRules
from app.store.daily import Try
from app.table.setup import Setup, setup_from, usual_time_limit_s
from app.web.catalogue import SMALL
from app.web.clock_view import ClockView, tile_clock
from app.web.new_view import LINK_SETUP
from app.web.page_views import FIRST_SETUP, summary
from app.web.rules_differences import differences
from app.web.rules_text import RulesText, rules_text
from app.web.words import count, dotted, joined, listed, say

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
    """A table that one press opens: its title, what it is, and the fields of the form.

    `change` is the address of its set-up.
    """

    title: str
    about: str
    fields: tuple[tuple[str, str], ...]
    change: str


@dataclass(frozen=True, slots=True)
class DailyTile:
    """Today's daily: how this browser stands with it, and how long there is for it."""

    about: str
    clock: ClockView


@dataclass(frozen=True, slots=True)
class HomePage:
    """Home: the newest saved game, how many more there are, and the set-up that Play now posts.

    `kept` says for how long a saved game is kept, and may be empty.

    `how` tells in a few sentences how that one is played, `rules` all of it. `notice` is what has
    just been done, where home is the answer to that.
    """

    saved: tuple[SavedView, ...]
    kept: str
    more: tuple[SavedView, ...]
    more_text: str
    fields: tuple[tuple[str, str], ...]
    summary: str
    how: tuple[str, ...]
    rules: RulesText
    daily: DailyTile
    tiles: tuple[Tile, ...]
    notice: str = ""


def saved_view(
    id: str,
    names: Sequence[str],
    counts: Sequence[int],
    you: Sequence[Seat],
    n: int,
    limit: int | None,
    preset: str = "duel",
    changed: bool = False,
    title: str = "",
) -> SavedView:
    """A saved game as home lists it; `names` and `counts` are those of all its seats.

    `you` are the browser's own seats: where there are several, nobody is addressed alone. A `title`
    stands in the place of the preset's.
    """
    shared = len(you) > 1
    listed_seats = [seat for seat in range(len(names)) if shared or seat not in you]
    # Two people's usual names end in a number, which another one would run into.
    of = "count_in" if shared else "count_of"
    held = listed(tuple(say(of, name=names[s], number=counts[s]) for s in listed_seats))
    progress = say("reveal", n=n) if limit is None else say("reveal_of", n=n, limit=limit)
    who = joined(tuple(names[seat] for seat in listed_seats))
    rules = PRESETS[preset].title
    return SavedView(
        id=id,
        against=who if shared else say("against", names=who),
        counts=say("counts_all", held=held)
        if shared
        else say("counts", you=counts[you[0]], others=held),
        progress=dotted(
            (
                title or (say("preset_changed", preset=rules) if changed else rules),
                progress if n else say("not_dealt"),
            )
        ),
        label=say("continue_shared" if shared else "continue_label", names=who),
    )


def waiting_view(
    id: str, others: Sequence[str], free: int, preset: str, changed: bool = False
) -> SavedView:
    """A link match before its deal, as home lists it; `others` are the names of who is there."""
    who, rules = joined(tuple(others)), PRESETS[preset].title
    return SavedView(
        id=id,
        against=say("link_with", names=who) if others else say("link_alone"),
        counts=count("link_free", free) if free else say("link_full"),
        progress=dotted(
            (say("preset_changed", preset=rules) if changed else rules, say("link_waits"))
        ),
        label=say("link_continue", names=who) if others else say("link_continue_alone"),
    )


def rules_changed(setup: Setup) -> bool:
    """Whether more than the length, which home says anyhow, is not as in the preset."""
    length = PRESETS[setup.preset].rules.reveal_limit
    rules = replace(setup.rules, reveal_limit=length)
    if setup.mode == "link" and rules.time_limit_s == usual_time_limit_s(setup.rules):
        rules = replace(rules, time_limit_s=usual_time_limit_s(rules))
    return bool(differences(replace(setup, rules=rules)))


def _played(last: Mapping[str, str] | None) -> tuple[dict[str, str], Setup]:
    """The set-up played last, as fields too; the first one where it cannot be dealt any more."""
    fields = {**FIRST_SETUP, **(last or {})}
    try:
        return fields, setup_from(fields)
    except InvalidRules:
        return dict(FIRST_SETUP), setup_from(FIRST_SETUP)


def play_fields(last: Mapping[str, str] | None) -> tuple[tuple[str, str], ...]:
    """The form of Play now, which begins the set-up that was played last."""
    fields, _ = _played(last)
    return tuple(fields.items())


def _how(setup: Setup) -> tuple[str, ...]:
    told = [say("how_aim"), say("how_turn")]
    if setup.rules.challenges:
        told.append(say("how_honour"))
    if setup.rules.slaps:
        told.append(count("how_slap", setup.rules.burn))
    return tuple(told)


def _tiles(link: Mapping[str, str]) -> tuple[Tile, ...]:
    setup = setup_from(link)
    rules = PRESETS[setup.preset].title
    if rules_changed(setup):
        rules = say("preset_changed", preset=rules)
    about = say("friend_about", rules=rules, seats=SMALL[setup.rules.seats])
    if setup.computers:
        others = count("opponents_computer", setup.computers, word=SMALL[setup.computers])
        about = say("friend_computers", about=about, computers=others)
    return (
        Tile(say("friend_title"), about, tuple(link.items()), "/new?mode=link"),
        Tile(say("pass_title"), say("pass_about"), tuple(PASS_AND_PLAY.items()), "/new?mode=pass"),
    )


def daily_tile(now_ms: int, tried: Try | None = None, rank: int | None = None) -> DailyTile:
    """Today's daily; `rank` is that of a try that is over, None where it is on no board."""
    if tried is None:
        about = say("daily_tile_before")
    elif tried.state != "over":
        about = say("daily_tile_playing")
    else:
        about = say("daily_tile_done") if rank is None else say("daily_tile_rank", rank=rank)
    return DailyTile(about, tile_clock(now_ms, begun=tried is not None))


def home_page(
    saved: Sequence[SavedView],
    last: Mapping[str, str] | None = None,
    link: Mapping[str, str] | None = None,
    daily: DailyTile | None = None,
    notice: str = "",
    kept_days: int = 0,
) -> HomePage:
    """Home; `saved` newest first, `last` the fields of the set-up played last, `link` those of
    the last link match. `daily` is None for a new day that nobody has played. Saved games are kept
    for `kept_days`, which is not told where it is 0.
    """
    fields, setup = _played(last)
    line = summary(fields)
    if rules_changed(setup):
        line = dotted((line, say("preset_changed", preset=PRESETS[setup.preset].title)))
    return HomePage(
        saved=tuple(saved[:SAVED_SHOWN]),
        kept=count("saved_kept", kept_days) if kept_days else "",
        more=tuple(saved[SAVED_SHOWN:]),
        more_text=count("saved_more", max(0, len(saved) - SAVED_SHOWN)),
        fields=play_fields(last),
        summary=line,
        how=_how(setup),
        rules=rules_text(setup),
        daily=daily or daily_tile(0),
        tiles=_tiles(link or LINK_SETUP),
        notice=notice,
    )
