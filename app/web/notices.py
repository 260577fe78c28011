"""What a page says once, of a press that led to it: its address carries the notice as its query."""

from starlette.types import Scope

from app.web.words import say

DELETED, CHANGED = "deleted", "changed"

_SENTENCES = {DELETED: "deleted", CHANGED: "daily_changed"}


def noticed(path: str, notice: str) -> str:
    """The address of the page `path` that says this notice."""
    return f"{path}?{notice}"


def notice_of(scope: Scope, notice: str) -> str:
    """The notice's sentence, where a request's address asks for that one; else empty."""
    asked = scope["query_string"] == notice.encode("ascii")
    return say(_SENTENCES[notice]) if asked else ""
