"""Figures for Prometheus, to whoever may ask."""

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import APIRouter, Request
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.responses import Response
from starlette.types import Scope

from app.web.forms import header
from app.web.house import house_for
from app.web.problems import NOT_MEASURED_BY_YOU, Problem
from app.web.security import peer
from app.web.settings import Settings

router = APIRouter(include_in_schema=False)


@router.api_route("/metrics", methods=["GET", "HEAD"])
async def metrics(request: Request) -> Response:
    """Prometheus text; 403 to strangers."""
    house = house_for(request)
    if not _may_ask(request.scope, house.settings):
        raise Problem(403, NOT_MEASURED_BY_YOU)
    return Response(house.metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_ask(scope: Scope, settings: Settings) -> bool:
    """Whether a request comes from where the settings say. What was handed on by a proxy that they
    do not name comes from anybody.
    """
    try:
        address = ip_address(peer(scope) or "")
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    handed_on = any(header(scope, name) for name in (b"x-forwarded-for", b"forwarded"))
    if handed_on and (address.is_loopback or not settings.proxies):
        return False
    return any(address in ip_network(each) for each in settings.metrics.split(",") if each)
