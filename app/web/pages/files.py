"""Static files, and whether the server is well."""

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from app.web.assets import FOREVER, SHORT
from app.web.house import house_for
from app.web.packing import takes_gzip
from app.web.problems import NO_PAGE, Problem

FAVICON = "icons/favicon.svg"

router = APIRouter(include_in_schema=False)


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def static(request: Request, name: str) -> Response:
    """A static file; an address with the content's hash in it may be kept for ever."""
    return file(request, name)


@router.api_route("/favicon.ico", methods=["GET", "HEAD"])
async def favicon(request: Request) -> Response:
    """Browsers ask for it by this name whatever a page says."""
    return file(request, FAVICON)


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def healthz(request: Request) -> Response:
    """200 when the journal can write."""
    if await house_for(request).store.can_write():
        return PlainTextResponse("The journal can write.")
    return PlainTextResponse("The journal cannot write.", 503)


def file(request: Request, name: str) -> Response:
    """A static file by the name it is served under. Raises Problem 404."""
    found = house_for(request).assets.find(name)
    if found is None:
        raise Problem(404, NO_PAGE)
    asset, for_ever = found
    headers = {"cache-control": FOREVER if for_ever else SHORT, "etag": asset.etag}
    if asset.packed is not None:
        headers["vary"] = "accept-encoding"
    if _known(request.headers.get("if-none-match", ""), asset.etag):
        return Response(status_code=304, headers=headers)
    body = asset.body
    if asset.packed is not None and takes_gzip(request.scope):
        body = asset.packed
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=asset.media_type)


def _known(if_none_match: str, etag: str) -> bool:
    """Whether a browser has the file with this tag already."""
    tags = [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]
    return etag in tags or "*" in tags
