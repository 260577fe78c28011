"""A browser's settings: how a table looks, sounds and answers to hands.

One table of rows says everything about them: what may be chosen, what is usual, and in which
section of the settings page it stands. The form, its checking and the attributes of <html> follow.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from string import ascii_lowercase, digits

from app.web.forms import shown
from app.web.problems import Problem

SECTIONS = ("look", "table", "hands", "noise", "speech")
LOUDEST = 100  # of a volume, in steps of LOUDER
LOUDER = 10

_WHOLE = re.compile(r"0|[1-9][0-9]?|100")


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a browser has chosen; the values are those of `ROWS`, volumes from "0" to "100".

    The defaults are the usual settings.
    """

    theme: str = "system"
    deck: str = "clear"
    motion: str = "system"
    speed: str = "1"
    bar: str = "smooth"
    finish: str = "yes"
    hand: str = "right"
    zen: str = "no"
    sound: str = "yes"
    volume: str = "50"
    spoken: str = "0"
    vibration: str = "yes"
    slap: str = "press"
    tap: str = "yes"
    missed: str = "no"
    keys: str = "usual"
    letters: str = "yes"
    slap_key: str = "space"
    reveal_key: str = "f"
    left_key: str = "f"
    right_key: str = "j"
    verbosity: str = "ranks"
    listening: str = "no"

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """Names and values as <html> carries them, `data-<name>`."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))


USUAL = Preferences()

_ONOFF = ("yes", "no")
KEYS = ("space", *ascii_lowercase, *digits)
"""The keys that a hand may have; Enter always turns a card for one person."""


@dataclass(frozen=True, slots=True)
class Row:
    """A setting: its name, the section of its control, and its values; without any, a volume.

    Its words stand in the catalogue under `set_<name>`, `set_<name>_<value>` (on and off:
    `set_<value>`), and `set_<name>_hint` where `hinted`.
    """

    name: str
    section: str
    values: tuple[str, ...] = _ONOFF
    hinted: bool = False

    @property
    def legend(self) -> str:
        return f"set_{self.name}"

    @property
    def hint(self) -> str:
        return f"set_{self.name}_hint" if self.hinted else ""

    def label(self, value: str) -> str:
        """The catalogue's key for one of the values."""
        return f"set_{value}" if self.values == _ONOFF else f"set_{self.name}_{value}"

    @property
    def is_key(self) -> bool:
        """Whether its values are keys, whose names are their own words."""
        return self.values == KEYS

    def takes(self, value: object) -> bool:
        """Whether a setting may have this value."""
        if self.values:
            return value in self.values
        return isinstance(value, str) and _WHOLE.fullmatch(value) is not None

    @property
    def wanted(self) -> str:
        """The values that are taken, for a sentence."""
        if not self.values:
            return f"a whole number from 0 to {LOUDEST}"
        *rest, last = self.values
        return f"{', '.join(rest)} or {last}"


ROWS: Mapping[str, Row] = {
    row.name: row
    for row in (
        Row("theme", "look", ("system", "light", "dark")),
        Row("deck", "look", ("clear", "classic", "four", "large"), hinted=True),
        Row("motion", "look", ("system", "full", "reduced"), hinted=True),
        Row("speed", "look", ("1", "2", "off")),
        Row("bar", "table", ("smooth", "steps", "seconds")),
        Row("finish", "table", hinted=True),
        Row("missed", "table", hinted=True),
        Row("zen", "table", hinted=True),
        Row("hand", "hands", ("right", "left", "thumb", "one"), hinted=True),
        Row("slap", "hands", ("press", "release"), hinted=True),
        Row("tap", "hands", hinted=True),
        Row("keys", "hands", ("usual", "same", "off"), hinted=True),
        Row("letters", "hands", hinted=True),
        Row("slap_key", "hands", KEYS),
        Row("reveal_key", "hands", KEYS),
        Row("left_key", "hands", KEYS),
        Row("right_key", "hands", KEYS),
        Row("sound", "noise"),
        Row("volume", "noise", ()),
        Row("vibration", "noise", hinted=True),
        Row("spoken", "speech", (), hinted=True),
        Row("listening", "speech", hinted=True),
        Row("verbosity", "speech", ("ranks", "suits", "outcomes"), hinted=True),
    )
}


def read(kept: str | None) -> Preferences:
    """The settings as they were kept; what is unknown or no longer offered counts as not chosen."""
    try:
        found = json.loads(kept) if kept else {}
    except ValueError:
        found = {}
    if not isinstance(found, dict):
        return USUAL
    return replace(
        USUAL,
        **{name: row for name, row in found.items() if name in ROWS and ROWS[name].takes(row)},
    )


def written(preferences: Preferences) -> str | None:
    """The settings as they are kept: what differs from the usual, as JSON; None if nothing does."""
    usual = dict(USUAL.attributes)
    chosen = {name: value for name, value in preferences.attributes if value != usual[name]}
    return json.dumps(chosen, sort_keys=True) if chosen else None


def checked(form: Mapping[str, str]) -> Mapping[str, str]:
    """A form's settings, any subset of them. Raises Problem 422, which names the field."""
    for name, value in form.items():
        row = ROWS[name]
        if not row.takes(value):
            raise Problem(422, f"The field “{name}” is “{shown(value)}”: it must be {row.wanted}.")
    return form


def changed(kept: str | None, chosen: Mapping[str, str]) -> str | None:
    """What to keep after `chosen` was added to what was kept."""
    return written(replace(read(kept), **chosen))
