"""Names of people, cleaned: what is kept can be shown anywhere on one line.

Any script is welcome. What goes is what a reader cannot see or what would spoil the line: controls,
direction and zero-width characters (so no two names look the same by them), and marks stacked on
marks.
"""

import unicodedata
from collections.abc import Container

import regex

LONGEST = 16  # graphemes: what a reader counts as characters
# One grapheme may hold any number of code points, and be as wide.
LONGEST_CODE_POINTS = 3 * LONGEST
MARKS = 2  # on one letter: a vowel and a tone, a point and a stress

_GRAPHEME = regex.compile(r"\X")
# The blank of Braille is no space by its category, but looks like one.
_SPACE = regex.compile(r"[\s\u2800]+")
_UNSEEN = regex.compile(r"[\p{C}\p{Default_Ignorable_Code_Point}]+")


class BadName(ValueError):
    """A text that cannot be a name. The message is a sentence for the player."""


def clean_name(text: str) -> str:
    """A person's name as it is kept: NFKC, 1 to 16 graphemes, one space between words.

    Raises BadName where nothing is left that can be seen, or more than fits. A clean name stays
    as it is.
    """
    text = _SPACE.sub(" ", unicodedata.normalize("NFKC", text))
    # What was taken out may have stood between a letter and its accent.
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    text = unicodedata.normalize("NFKC", _without_stacks(text))
    name = _SPACE.sub(" ", text).strip()
    if not name:
        raise BadName("Please type a name that can be seen.")
    if len(_GRAPHEME.findall(name)) > LONGEST or len(name) > LONGEST_CODE_POINTS:
        raise BadName(f"That name is too long: {LONGEST} characters fit.")
    return name


def numbered(name: str, taken: Container[str]) -> str:
    """The name as nobody else has it: `Alex 2` beside an Alex. It is clean if `name` was."""
    called, number = name, 1
    while called in taken:
        number += 1
        suffix = f" {number}"
        called = "".join(_GRAPHEME.findall(name)[: LONGEST - len(suffix)]).rstrip() + suffix
    return called


def initial(name: str) -> str:
    """What stands for a name where there is room for one character; empty for an empty name."""
    found = _GRAPHEME.match(name)
    return found[0] if found else ""


def _without_stacks(text: str) -> str:
    """Each letter with at most two marks of either kind, and no two at one place.

    A mark's combining class is its place: above, below, ... Marks without one (vowels of Thai, for
    example) may not come twice. Marks without a letter go.
    """
    kept: list[str] = []
    on_letter: list[str] = []
    places: set[int | str] = set()
    lettered = False
    for each in text:
        kind = unicodedata.category(each)
        if kind[0] != "M":
            kept.append(each)
            lettered = each != " "
            on_letter = []
            # An accent that is part of the letter takes a place too.
            places = {_place(part) for part in unicodedata.normalize("NFD", each)[1:]}
            continue
        sort = "spacing" if kind == "Mc" else "nonspacing"
        if lettered and on_letter.count(sort) < MARKS and _place(each) not in places:
            kept.append(each)
            on_letter.append(sort)
            places.add(_place(each))
    return "".join(kept)


def _place(mark: str) -> int | str:
    return unicodedata.combining(mark) or mark
