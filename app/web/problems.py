"""What goes wrong with a request: a status and one plain sentence, nothing changed."""


class Problem(Exception):
    """A request that is answered with `status` and one plain sentence; nothing was changed.

    `retry_after_s` is in how many seconds the same may be tried again; None: it would not help.
    """

    def __init__(self, status: int, sentence: str, *, retry_after_s: int | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.retry_after_s = retry_after_s


NOT_OUR_NAME = "This server does not go by that name. Its own is set by SLAPBACK_ORIGIN."
NO_TABLE = "There is no table at this address. Ask for the link again."
NO_PAGE = "There is no page at this address."
NOT_SAME_ORIGIN = "This request came from another site, so nothing was done."
NOT_MEASURED_BY_YOU = "These figures are for this machine; SLAPBACK_METRICS says who else may ask."
WRONG_METHOD = "This address does not answer that kind of request."
NOT_A_FORM = "Send this as a form (application/x-www-form-urlencoded)."
ONE_MOMENT = "One moment…"
OUR_FAULT = "Something went wrong on our side. Your game is kept; please try again."
TOO_LARGE = "That is more than 4 KiB, so it was not read."
NOT_OPEN = "The server is about to restart. Your game is kept; the page comes back by itself."
NOT_STORED = "That could not be saved, so nothing was done. Please try again."


def no_table() -> Problem:
    """404: nobody ever opened a table with this id."""
    return Problem(404, NO_TABLE)
