"""How a refusal looks: a page where a person navigates, one plain sentence everywhere else."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Scope

from app.store.journal import JournalFailed
from app.table.inputs import NotYourSeat, Refused
from app.web.forms import header
from app.web.house import house_of
from app.web.page_views import error_page
from app.web.problems import NO_PAGE, NOT_STORED, OUR_FAULT, WRONG_METHOD, Problem

_SENTENCES = {404: NO_PAGE, 405: WRONG_METHOD}


def wants_page(scope: Scope) -> bool:
    """Whether a person's browser is going to this address, rather than a script asking it."""
    accept = header(scope, b"accept") or b""
    return b"text/html" in accept and header(scope, b"hx-request") is None


def refusal(
    scope: Scope,
    status: int,
    sentence: str,
    *,
    reference: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer to a request that changed nothing."""
    if wants_page(scope):
        page = error_page(status, sentence, reference, again(scope), table_of(scope))
        return HTMLResponse(house_of(scope).templates.error_html(page), status, headers)
    if reference:
        sentence = f"{sentence} Reference: {reference}."
    return PlainTextResponse(sentence, status, headers)


def again(scope: Scope) -> str:
    """Where a page can be tried again: its own address, or that of the page whose form it was."""
    if scope["method"] in ("GET", "HEAD"):
        return _inside(scope["path"], scope["query_string"].decode("latin-1"))
    host, referer = header(scope, b"host"), header(scope, b"referer")
    if host is None or referer is None:
        return ""
    try:
        asked = urlsplit(referer.decode("latin-1"))
    except ValueError:
        return ""
    ours = asked.scheme in ("http", "https") and asked.netloc == host.decode("latin-1")
    return _inside(unquote(asked.path), asked.query) if ours else ""


def table_of(scope: Scope) -> str:
    """The address of the table whose form was refused; empty for any other."""
    parts = str(scope["path"]).split("/")
    return f"/t/{quote(parts[2])}" if len(parts) > 3 and parts[1] == "t" else ""


def _inside(path: str, query: str) -> str:
    """An address of ours: two slashes at its start would name another host."""
    return "/" + quote(path.lstrip("/")) + (f"?{query}" if query else "")


async def answer(scope: Scope, problem: Problem) -> ASGIApp:
    """A Problem's answer."""
    return _answer(scope, problem)


def _answer(scope: Scope, problem: Problem) -> Response:
    headers = {}
    if problem.retry_after_s is not None:
        headers["retry-after"] = str(problem.retry_after_s)
        if scope["method"] == "GET" and wants_page(scope):
            # Browsers do not act on the other one, and a page may be without our script.
            headers["refresh"] = str(problem.retry_after_s)
    return refusal(scope, problem.status, problem.sentence, headers=headers)


async def apology(scope: Scope, reference: str) -> ASGIApp:
    """The answer where our own code failed; `reference` stands in the log."""
    return refusal(scope, 500, OUR_FAULT, reference=reference)


def acted(request: Request) -> Response:
    """The answer to an action: 204 to htmx and our script, the table's page to a plain form."""
    if header(request.scope, b"hx-request") is not None:
        return Response(status_code=204)
    return RedirectResponse(f"/t/{request.path_params['id']}", 303)


Handler = Callable[[Request, Any], Coroutine[Any, Any, Response]]


async def _problem(request: Request, error: Problem) -> Response:
    return _answer(request.scope, error)


async def _refused(request: Request, error: Refused) -> Response:
    return refusal(request.scope, 409, str(error))


async def _not_yours(request: Request, error: NotYourSeat) -> Response:
    return refusal(request.scope, 403, str(error))


async def _not_stored(request: Request, error: JournalFailed) -> Response:
    return refusal(request.scope, 503, NOT_STORED, headers={"retry-after": "1"})


async def _http(request: Request, error: HTTPException) -> Response:
    sentence = _SENTENCES.get(error.status_code, error.detail)
    return refusal(request.scope, error.status_code, sentence, headers=error.headers)


HANDLERS: dict[int | type[Exception], Handler] = {
    Problem: _problem,
    Refused: _refused,
    NotYourSeat: _not_yours,
    JournalFailed: _not_stored,
    HTTPException: _http,
}
