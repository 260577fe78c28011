"""What a control of the set-up form is, whatever it asks."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["radio", "boxes", "number"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A radio button or a box: what it sends, its words, and whether it is chosen.

    `needs` names controls of which one must be ticked, or `name=value`; `why` says so.
    """

    name: str
    value: str
    label: str
    hint: str
    chosen: bool
    needs: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One field of the form, or several boxes. `error` is one sentence, empty where all is fine.

    Of a number: its text as typed, and from `least` to `most`.
    """

    kind: Kind
    name: str
    legend: str
    hint: str
    error: str
    choices: tuple[Choice, ...] = ()
    value: str = ""
    least: int = 0
    most: int = 0
    needs: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Controls under one heading of the custom rules."""

    heading: str
    controls: tuple[Control, ...]
