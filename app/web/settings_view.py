"""What the settings page draws."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.web.preferences import LOUDER, LOUDEST, ROWS, SECTIONS, Preferences, Row
from app.web.words import players, say


@dataclass(frozen=True, slots=True)
class Option:
    """One of the choices that a control offers."""

    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Select:
    """A choice of several, under its legend."""

    name: str
    legend: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Control:
    """A setting's control: radio buttons, or without options a volume.

    `listed`: they are too many to stand beside each other. `hint` may be empty.
    `value` is the setting's, `most` and `step` a volume's.
    """

    name: str
    legend: str
    hint: str
    options: tuple[Option, ...]
    listed: bool
    value: str
    most: int
    step: int


@dataclass(frozen=True, slots=True)
class Section:
    """Controls under one heading."""

    name: str
    title: str
    controls: tuple[Control, ...]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings of a browser, and its name; `name_error` is empty where that is fine.

    `usual` is what it is called without a name. `on_boards`: whether boards show its name;
    `board` says how it stands there, empty for a new browser.
    """

    sections: tuple[Section, ...]
    player: str
    usual: str
    on_boards: bool
    board: str
    name_error: str


def settings_page(
    preferences: Preferences,
    player: str,
    on_boards: bool = False,
    board: str = "",
    name_error: str = "",
) -> SettingsPage:
    """The settings page of a browser that chose `preferences` and typed the name `player`."""
    return SettingsPage(
        sections=tuple(
            Section(
                name=section,
                title=say(f"section_{section}"),
                controls=controls(
                    [row.name for row in ROWS.values() if row.section == section], preferences
                ),
            )
            for section in SECTIONS
        ),
        player=player,
        usual=players(1)[0],
        on_boards=on_boards,
        board=board,
        name_error=name_error,
    )


def controls(names: Iterable[str], preferences: Preferences) -> tuple[Control, ...]:
    """The controls of these settings, in this order, as a browser has chosen them."""
    chosen = dict(preferences.attributes)
    return tuple(_control(ROWS[name], chosen[name]) for name in names)


def key_name(key: str) -> str:
    """What stands on a key."""
    return say("space") if key == "space" else key.upper()


def _name(row: Row, value: str) -> str:
    return key_name(value) if row.is_key else say(row.label(value))


def _control(row: Row, chosen: str) -> Control:
    return Control(
        name=row.name,
        legend=say(row.legend),
        hint=say(row.hint) if row.hint else "",
        options=tuple(Option(value, _name(row, value), value == chosen) for value in row.values),
        listed=row.is_key,
        value=chosen,
        most=LOUDEST,
        step=LOUDER,
    )
