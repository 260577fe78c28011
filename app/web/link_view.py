"""A link to hand on to somebody, or to another device: as text, and as a QR code."""

from dataclasses import dataclass

from markupsafe import Markup

from app.web.qr import qr_svg
from app.web.words import say


@dataclass(frozen=True, slots=True)
class LinkView:
    """What the partial draws. `label` names the link, `alt` its code.

    The code is drawn in the page, `qr`, or it is the picture at the address `src`.
    """

    address: str
    label: str
    alt: str
    qr: Markup | None
    src: str


def link_drawn(address: str, label: str) -> LinkView:
    """A link whose code is in the page: nobody else may ask for it."""
    drawn = Markup(qr_svg(address))  # noqa: S704  our own drawing
    return LinkView(address, label, say("link_qr"), drawn, "")


def link_pictured(address: str, label: str, src: str) -> LinkView:
    """A link whose code waits at an address of its own until it is looked at."""
    return LinkView(address, label, say("link_qr"), None, src)
