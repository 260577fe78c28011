"""QR codes: another program reads in them what was written."""

import re

import pytest
import zxingcpp

from app.web.qr import qr_file, qr_svg
from app.web.security import CONTENT_SECURITY_POLICY

SCALE = 4
LONGEST = f"https://{'a' * 63}.{'b' * 63}.example:65535/device/{'A' * 22}"
ADDRESSES = (
    f"http://localhost/t/{'A' * 22}",
    f"https://play.example/device/{'-_aZ9'.ljust(22, 'x')}",
    f"http://[2001:db8::1]:8000/t/{'0' * 22}",
    LONGEST,
)


def drawn(svg: str) -> list[list[bool]]:
    """The modules that an SVG of ours paints black; all else it paints white."""
    size = int(re.findall(r'viewBox="0 0 (\d+) \1"', svg)[0])
    white, black = re.findall(r"<path [^>]*>", svg)
    assert f'fill="#fff" d="M0 0h{size}v{size}h-{size}z"' in white
    assert 'stroke="#000"' in black
    modules = [[False] * size for _ in range(size)]
    x = y = 0.0
    commands = re.findall(r"([Mmh])(-?[\d.]+)(?:[ ,]?(-?[\d.]+))?", black.partition(' d="')[2])
    for command, first, second in commands:
        if command == "h":
            for at in range(int(x), int(x) + int(first)):
                modules[int(y)][at] = True
            x += float(first)
        else:
            x, y = (0.0, 0.0) if command == "M" else (x, y)
            x, y = x + float(first), y + float(second)
    return modules


def read(modules: list[list[bool]]) -> list[str]:
    """What a reader of codes finds in a picture of them."""
    rows = [[0 if black else 255 for black in row for _ in range(SCALE)] for row in modules]
    pixels = bytes(pixel for row in rows for _ in range(SCALE) for pixel in row)
    side = len(modules) * SCALE
    picture = memoryview(pixels).cast("B", shape=[side, side])
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_reader_finds_the_address(address: str) -> None:
    assert read(drawn(qr_svg(address))) == [address]


def test_nothing_is_drawn_in_the_quiet_zone() -> None:
    modules = drawn(qr_svg(ADDRESSES[0]))
    inside = range(4, len(modules) - 4)
    for y, row in enumerate(modules):
        for x, black in enumerate(row):
            assert not black or (x in inside and y in inside)


def test_a_damaged_code_is_read_still() -> None:
    modules = drawn(qr_svg(ADDRESSES[0]))
    for y in range(20, 24):
        for x in range(20, 24):
            modules[y][x] = not modules[y][x]
    assert read(modules) == [ADDRESSES[0]]


def test_it_needs_no_style_that_the_policy_forbids() -> None:
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    for svg in (qr_svg(LONGEST), qr_file(LONGEST).decode()):
        assert "style" not in svg
        assert "class" not in svg
        assert "<script" not in svg
    assert qr_file(LONGEST).startswith(b'<svg xmlns="http://www.w3.org/2000/svg" ')
