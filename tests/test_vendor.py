"""Vendored files are what their manifests say: nothing else lies there, and no byte was changed."""

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

ROOT = Path(__file__).parent.parent
SERVED = ROOT / "static" / "vendor"
FOR_TESTS = ROOT / "tests" / "browser" / "vendor"
LICENCES = {"0BSD": "Zero-Clause BSD", "MPL-2.0": "Mozilla Public License, version 2.0"}


class Vendored(TypedDict):
    """One entry of a manifest; `source` is the file's path in its package, `notices_file` the
    licences of what is bundled in it.
    """

    name: str
    version: str
    file: str
    sha384: str
    package: str
    source: str
    licence: str
    licence_file: str
    notices_file: NotRequired[str]


def manifest(folder: Path) -> list[Vendored]:
    entries: list[Vendored] = json.loads((folder / "manifest.json").read_text())
    return entries


ENTRIES = [(folder, entry) for folder in (SERVED, FOR_TESTS) for entry in manifest(folder)]
each_file = pytest.mark.parametrize(
    ("folder", "entry"), ENTRIES, ids=[entry["file"] for _, entry in ENTRIES]
)


@pytest.mark.parametrize("folder", [SERVED, FOR_TESTS])
def test_the_manifest_lists_every_file(folder: Path) -> None:
    named = {"manifest.json"}
    for entry in manifest(folder):
        named |= {entry["file"], entry["licence_file"], entry.get("notices_file", entry["file"])}
    assert {path.name for path in folder.iterdir()} == named


@each_file
def test_every_byte_is_the_package_s(folder: Path, entry: Vendored) -> None:
    digest = hashlib.sha384((folder / entry["file"]).read_bytes()).digest()
    assert entry["sha384"] == "sha384-" + base64.b64encode(digest).decode()


@each_file
def test_the_name_carries_the_package_s_version(folder: Path, entry: Vendored) -> None:
    assert entry["file"] == f"{entry['name']}-{entry['version']}.min.js"
    assert entry["package"].endswith(f" {entry['version']}")


def test_htmx_is_the_version_that_its_name_says() -> None:
    """hx-sse carries no version of its own: it comes from the same package."""
    (htmx,) = (entry for entry in manifest(SERVED) if entry["name"] == "htmx")
    inside = re.findall(r'this\.version="([^"]+)"', (SERVED / htmx["file"]).read_text())
    assert inside == [htmx["version"]]
    assert len({entry["package"] for entry in manifest(SERVED)}) == 1


def test_axe_is_the_version_that_its_name_says() -> None:
    [axe] = manifest(FOR_TESTS)
    text = (FOR_TESTS / axe["file"]).read_text()
    assert text.startswith(f"/*! axe v{axe['version']}\n")
    assert f'.version="{axe["version"]}"' in text


@each_file
def test_each_file_has_its_licence_and_asks_for_no_source_map(
    folder: Path, entry: Vendored
) -> None:
    licence = (folder / entry["licence_file"]).read_text()
    assert licence.startswith(LICENCES[entry["licence"]])
    assert "sourceMappingURL" not in (folder / entry["file"]).read_text()
