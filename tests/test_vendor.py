"""Vendored files are what their manifest says: nothing else lies there, and no byte was changed."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import TypedDict

import pytest

VENDOR = Path(__file__).parent.parent / "static" / "vendor"


class Vendored(TypedDict):
    """One entry of the manifest; `source` is the file's path in its package."""

    name: str
    version: str
    file: str
    sha384: str
    package: str
    source: str
    licence: str
    licence_file: str


MANIFEST: list[Vendored] = json.loads((VENDOR / "manifest.json").read_text())
each_file = pytest.mark.parametrize("entry", MANIFEST, ids=[entry["file"] for entry in MANIFEST])


def test_the_manifest_lists_every_file() -> None:
    named = {entry["file"] for entry in MANIFEST} | {entry["licence_file"] for entry in MANIFEST}
    assert {path.name for path in VENDOR.iterdir()} == named | {"manifest.json"}


@each_file
def test_every_byte_is_the_package_s(entry: Vendored) -> None:
    digest = hashlib.sha384((VENDOR / entry["file"]).read_bytes()).digest()
    assert entry["sha384"] == "sha384-" + base64.b64encode(digest).decode()


@each_file
def test_the_name_carries_the_package_s_version(entry: Vendored) -> None:
    assert entry["file"] == f"{entry['name']}-{entry['version']}.min.js"
    assert entry["package"].endswith(f" {entry['version']}")


def test_htmx_is_the_version_that_its_name_says() -> None:
    """hx-sse carries no version of its own: it comes from the same package."""
    (htmx,) = (entry for entry in MANIFEST if entry["name"] == "htmx")
    inside = re.findall(r'this\.version="([^"]+)"', (VENDOR / htmx["file"]).read_text())
    assert inside == [htmx["version"]]
    assert len({entry["package"] for entry in MANIFEST}) == 1


@each_file
def test_each_file_has_its_licence_and_asks_for_no_source_map(entry: Vendored) -> None:
    licence = (VENDOR / entry["licence_file"]).read_text()
    assert entry["licence"] == "0BSD"
    assert licence.startswith("Zero-Clause BSD")
    assert "sourceMappingURL" not in (VENDOR / entry["file"]).read_text()
