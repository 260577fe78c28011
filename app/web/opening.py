"""Opening a table for a browser: who sits down, and what follows from its settings."""

from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from app.store.browsers import Browser
from app.table.setup import Setup, setup_from
from app.web.house import preferences_of
from app.web.new_form import full
from app.web.words import players


def seated(browser: Browser | None, people: int) -> tuple[str, ...]:
    """Who sits down: this browser's person by the name that they chose, then who is with them."""
    first, *others = players(people)
    return (browser.name if browser and browser.name else first, *others)


def heard(setup: Setup, browser: Browser | None) -> Setup:
    """The set-up for a browser whose tables listen: its windows begin with the spoken card.

    Not a ranked daily's, which is the same for everybody.
    """
    if preferences_of(browser).listening == "no" or not setup.one_device or setup.ranked:
        return setup
    return replace(setup_from({**full(setup), "listening": "yes"}), date=setup.date)


def sent_to(address: str, cookie: str | None) -> Response:
    """303, with the cookie of a browser that is new."""
    answer = RedirectResponse(address, 303)
    if cookie is not None:
        answer.headers["set-cookie"] = cookie
    return answer
