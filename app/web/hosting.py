"""May a browser change the rules of a table now?"""

from app.store.browsers import Browser
from app.table.live import Live
from app.web.new_view import AtTable


def hosted(live: Live | None, browser: Browser | None) -> AtTable | None:
    """The table as its host changes it before the deal; None for anybody else, or too late."""
    if live is None or browser is None:
        return None
    now = live.picture
    may = now.mode == "link" and now.table == "waiting" and not now.closed
    if not may or now.host is None or now.host not in live.seats_of(browser.id):
        return None
    people = [seat for seat in now.seats if seat.kind == "person" and not seat.left]
    return AtTable(live.id, len(people) + len(now.latecomers))
