"""Names that boards do not show: they pose as another player, or swear.

A board is everybody's, so a name that would do harm there gives way to its player's number. At the
tables of friends it stays as it is: what they call each other is their own affair.
"""

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal

from app.web.words import say

Why = Literal["posing", "swearing"]

FILE = Path(__file__).parent / "unshown_words.txt"

# Letters, figures and brackets that look alike, each as the one that stands for them.
_ALIKE = str.maketrans("аеорсухіӏαορυı1i|0[]{}", "aeopcyxllaopyllllo()()")
_LETTERS = str.maketrans("013457@$!", "oieastasi")  # as which figures and signs are read
_WORD = re.compile(r"[^\W\d_]+")
_SIGNS = re.compile(r"[\W_]+")


def unshown(name: str) -> Why | None:
    """Why a board does not show a clean name; None: it does."""
    if _poses(name):
        return "posing"
    return "swearing" if _swears(name) else None


def _poses(name: str) -> bool:
    """Whether it looks like another player's number, or like the line of whoever reads."""
    guest = re.escape(_SIGNS.sub("", _seen(say("board_guest", number=""))))
    numbered = re.fullmatch(rf"{guest}[\dlo]+", _SIGNS.sub("", _seen(name)))
    if numbered and re.search(r"\d", name):
        return True
    return "".join(_seen(say("board_you", name="")).split()) in "".join(_seen(name).split())


def _seen(text: str) -> str:
    """Folded, with one letter for all that look like it."""
    return _folded(text).translate(_ALIKE)


def _swears(name: str) -> bool:
    words = _WORD.findall(_folded(name).translate(_LETTERS))
    # Letters that stand apart are a word too.
    if len(words) > 1 and all(len(word) == 1 for word in words):
        words = ["".join(words)]
    return any(_words().fullmatch(word) for word in words)


def _folded(text: str) -> str:
    """As it is read: no capitals, no accents, and no other forms of the same letters."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(each for each in plain if not unicodedata.combining(each))


@cache
def _words() -> re.Pattern[str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    words = (_folded(line) for line in lines if line and not line.startswith("#"))
    return re.compile("|".join(re.escape(word).replace(r"\*", r"\w*") for word in words))
