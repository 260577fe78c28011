"""What a table's page draws around the pictures: what depends on who looks."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.cards import Seat
from app.table.picture import Picture
from app.table.setup import Mode, Setup
from app.web.preferences import USUAL, Preferences
from app.web.room_view import Around, LobbyPage, lobby_page
from app.web.settings_view import Select, controls, key_name
from app.web.views import CoverView, Regions, regions
from app.web.words import daily_title, isolated, pace_name, say

MENU_SETTINGS = ("sound", "vibration", "motion", "deck", "hand")
PACES = (1000, 1800, 3000, 6000, 18000)


@dataclass(frozen=True, slots=True)
class PaceChoice:
    """A length of the reaction window, as the pause panel offers it."""

    window_ms: int
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Keys that do the same, and what that is."""

    keys: tuple[str, ...]
    does: str


@dataclass(frozen=True, slots=True)
class MenuView:
    """The menu of the table `id`, which is its pause panel too.

    At a `link` match nothing is paused by it: the table plays on. A `ranked` daily is played as it
    is, once, and by one browser. `paces` are none for whoever may
    not choose one. `cover` is what the picture says of it.
    """

    id: str
    link: bool
    ranked: bool
    paces: tuple[PaceChoice, ...]
    settings: tuple[Select, ...]
    keys: tuple[KeyRow, ...]
    cover: CoverView


@dataclass(frozen=True, slots=True)
class TablePage:
    """A table's page: its regions, and what is outside them because it depends on who looks.

    `title` names it, a daily by its number. `looks` are the classes of whoever looks: `watching`,
    `seated you-0`, or `seated pair` for two people at one device, whom no sentence addresses alone.
    `you` are their seats, each with its name and number of cards. `sittings` is what the picture
    calls whoever holds them, or waits for one; `changes` how often the rules have changed. `lobby`
    is a link match's.
    """

    id: str
    title: str
    mode: Mode
    looks: str
    you: tuple[tuple[Seat, str, int], ...]
    pair: bool
    listening: bool
    may_reveal: bool
    slap_keys: tuple[str, ...]
    reveal_key: str
    menu: MenuView
    regions: Regions
    sittings: tuple[int, ...]
    changes: int
    lobby: LobbyPage | None


def table_page(
    id: str,
    picture: Picture,
    setup: Setup,
    epoch: str,
    you: Sequence[Seat],
    left_ms: int | None,
    chosen: Preferences = USUAL,
    around: Around | None = None,
) -> TablePage:
    """A table's page as a browser that holds the seats `you` sees it; nobody's is a spectator's.

    `chosen` are that browser's settings; `around` is a link match's.
    """
    pair = len(you) > 1
    looks = "watching" if not you else "seated pair" if pair else f"seated you-{you[0]}"
    if picture.host in you:
        looks += " hosting"
    drawn = regions(picture, epoch, left_ms)
    turning = picture.table == "playing" and (picture.turner in you or picture.held)
    return TablePage(
        id=id,
        title=daily_title(setup) or say("table_title"),
        mode=picture.mode,
        looks=looks,
        you=tuple((s, isolated(picture.seats[s].name), picture.heights[s]) for s in you),
        pair=pair,
        listening=setup.listening,
        may_reveal=bool(you) and turning,
        slap_keys=_slap_keys(pair, chosen),
        reveal_key=_reveal_key(pair, chosen),
        menu=MenuView(
            id=id,
            link=picture.mode == "link",
            ranked=setup.ranked,
            paces=_paces(setup) if you and setup.one_device and not setup.ranked else (),
            settings=_selects(chosen),
            keys=_keys(pair, chosen, picture.mode),
            cover=drawn.cover,
        ),
        regions=drawn,
        sittings=around.sittings if around else (),
        changes=picture.changes,
        lobby=lobby_page(id, picture, around, tuple(you), drawn.room, drawn.here)
        if around
        else None,
    )


def _selects(chosen: Preferences) -> tuple[Select, ...]:
    offered = controls(MENU_SETTINGS, chosen)
    return tuple(Select(each.name, each.legend, each.options) for each in offered)


def _shared(pair: bool, chosen: Preferences) -> bool:
    """Whether two people's keys count: theirs, or the same ones asked for everywhere."""
    return pair or chosen.keys == "same"


def _on(key: str, chosen: Preferences) -> bool:
    """Whether a key does anything where keys, or those of one letter, may be switched off."""
    if key in (say("escape"), "?"):
        return True
    return chosen.keys != "off" and (chosen.letters == "yes" or len(key) > 1)


def _reveal_key(pair: bool, chosen: Preferences) -> str:
    key = say("space") if _shared(pair, chosen) else say("enter")
    return key if _on(key, chosen) else ""


def _slap_keys(pair: bool, chosen: Preferences) -> tuple[str, ...]:
    """What stands on the keys that slap: one for each Slap of the page, empty where none does."""
    of_two = (key_name(chosen.left_key), key_name(chosen.right_key))
    left, right = (key if _on(key, chosen) else "" for key in of_two)
    if pair:
        return left, right
    if chosen.keys == "same":
        return (f"{left} {right}".strip(),)
    own = key_name(chosen.slap_key)
    return (own if _on(own, chosen) else "",)


def _keys(pair: bool, chosen: Preferences, mode: Mode) -> tuple[KeyRow, ...]:
    two = (key_name(chosen.left_key), key_name(chosen.right_key))
    hands: tuple[tuple[tuple[str, ...], str], ...]
    if _shared(pair, chosen):
        hands = ((two, "keys_slap_pair" if pair else "keys_slap"), ((say("space"),), "keys_reveal"))
    else:
        turning = (say("enter"), key_name(chosen.reveal_key))
        hands = (((key_name(chosen.slap_key),), "keys_slap"), (turning, "keys_reveal"))
    stops = {"link": "keys_menu", "daily": "keys_pause_daily"}.get(mode, "keys_pause")
    others = (
        ((say("escape"),), stops),
        (("M",), "keys_sound"),
        (("Z",), "keys_zen"),
        (("P",), "keys_pile"),
        (("T",), "keys_turn"),
        (("C",), "keys_counts"),
        (("L",), "keys_last"),
        (("?",), "keys_help"),
    )
    rows = (
        (tuple(key for key in keys if _on(key, chosen)), does) for keys, does in (*hands, *others)
    )
    return tuple(KeyRow(keys, say(does)) for keys, does in rows if keys)


def _paces(setup: Setup) -> tuple[PaceChoice, ...]:
    """The paces offered, the table's own among them; 0, no timer, where no limit needs one."""
    now = 0 if setup.untimed else setup.window_ms
    timed = sorted({*PACES, setup.window_ms})
    offered = timed if setup.rules.time_limit_s is not None else [*timed, 0]
    return tuple(PaceChoice(each, pace_name(each), each == now) for each in offered)
