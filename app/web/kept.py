"""The set-ups that a browser keeps: its own, and those with which it last opened tables."""

import json
from collections.abc import Callable, Mapping

from app.engine.rules import InvalidRules
from app.table.setup import Setup, setup_from
from app.web.new_form import Fields, differing, full

LINK = "link"
"""Under this key the last set-up has that of the last link match; all else is of one device."""


def fields_of(text: str | None) -> Fields | None:
    """A kept set-up's fields; None where there is none, or it cannot be dealt any more."""
    return None if text is None else _fit(json.loads(text))


def last_link(text: str | None) -> Fields | None:
    """The same of the last link match, from what is kept as the last set-up."""
    return None if text is None else _fit(json.loads(text).get(LINK))


def told(text: str | None) -> Mapping[str, str] | None:
    """What Play now repeats, with what home says of it in one line; as it was kept."""
    kept = None if text is None else _without_link(json.loads(text))
    return kept or None


def text_of(setup: Setup) -> str:
    """A set-up to be kept: what differs, and what home says of it in one line."""
    return json.dumps(_said(setup), sort_keys=True)


def lasting(setup: Setup) -> Callable[[str | None], str]:
    """How the text of the last set-ups changes, now that a table was opened with this one."""

    def change(text: str | None) -> str:
        before = json.loads(text or "{}")
        if setup.mode == "link":
            return json.dumps({**before, LINK: differing(setup)}, sort_keys=True)
        link = {LINK: before[LINK]} if LINK in before else {}
        return json.dumps({**_said(setup), **link}, sort_keys=True)

    return change


def _said(setup: Setup) -> Fields:
    whole = full(setup)
    return {**{name: whole[name] for name in ("mode", "computers", "level")}, **differing(setup)}


def _without_link(kept: Mapping[str, str]) -> Fields:
    return {name: value for name, value in kept.items() if name != LINK}


def _fit(kept: Mapping[str, str] | None) -> Fields | None:
    fields = _without_link(kept or {})
    try:
        return differing(setup_from(fields)) if fields else None
    except InvalidRules:
        return None
