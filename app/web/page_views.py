"""What the pages around the table draw: the table's frame, and errors."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.engine.rules import PRESETS, Preset
from app.table.setup import LEVELS
from app.web.catalogue import SMALL
from app.web.words import count, say

FIRST_SETUP: Mapping[str, str] = {
    "preset": "duel",
    "computers": "1",
    "level": "normal",
    "reveal_limit": "",
    "window_ms": "",
    "auto": "",
    "mode": "solo",
}
"""The form that the first visit plays: Standard. An empty field is the preset's own."""


@dataclass(frozen=True, slots=True)
class ErrorPage:
    """What happened, whether anything was lost, what to do. `reference` finds it in the log.

    `retry` is the address where trying again makes sense, `table` that of the table whose form it
    was; empty where there is none.
    """

    status: int
    heading: str
    sentence: str
    advice: str
    reference: str
    retry: str
    table: str


def summary(fields: Mapping[str, str]) -> str:
    """A set-up in one line: "You and one computer, Normal, 100 reveals"."""
    preset = PRESETS.get(fields["preset"], PRESETS["duel"])
    computers = int(fields["computers"]) if fields["computers"] else preset.rules.seats - 1
    word = SMALL[computers] if computers < len(SMALL) else str(computers)
    level = fields["level"] if fields["level"] in LEVELS else "normal"
    return say(
        "summary",
        players=say("you_and", others=count("opponents_computer", computers, word=word)),
        level=say(f"level_{level}"),
        length=_length(preset, fields["reveal_limit"]),
    )


def _length(preset: Preset, limit: str) -> str:
    if limit.isdigit():
        return count("reveals", int(limit))
    own = preset.rules.reveal_limit
    return say("length_all_cards") if limit or own is None else count("reveals", own)


_PASSING = (429, 500, 503)
_AT_A_TABLE = (403, 409, 422)
_ADVISED = (400, 403, 404, 405, 409, 410, 413, 415, 422, 429, 500, 503)


def error_page(
    status: int, sentence: str = "", reference: str = "", retry: str = "", table: str = ""
) -> ErrorPage:
    """An error as a page; `sentence` says more exactly what happened, `retry` where one was."""
    known = status if status in _ADVISED else 500 if status >= 500 else 404
    at_table = table if known in _AT_A_TABLE else ""
    return ErrorPage(
        status=status,
        heading=say(f"error_{known}"),
        sentence=sentence,
        advice=say(f"error_{known}_body"),
        reference=say("reference", reference=reference) if reference else "",
        retry=retry if known in _PASSING or (known == 422 and not at_table) else "",
        table=at_table,
    )
