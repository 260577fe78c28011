"""Addresses as QR codes: an SVG that a phone reads from paper and from a screen in any theme."""

from functools import lru_cache

import segno

QUIET = 4  # modules around the code, as its standard asks


@lru_cache(256)
def qr_svg(address: str) -> str:
    """An address as an SVG element: black on white whatever is around it, no size of its own.

    It has no style, so no policy forbids it.
    """
    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(
        border=QUIET, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    # Modules beside each other are one area: no screen may show a seam between their rows.
    return drawn.replace("<svg ", '<svg shape-rendering="crispEdges" ', 1)


def qr_file(address: str) -> bytes:
    """The same as a file of its own."""
    named = '<svg xmlns="http://www.w3.org/2000/svg" '
    return qr_svg(address).replace("<svg ", named, 1).encode("ascii")
