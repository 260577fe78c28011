"""Static files: read once at start, joined into one script and two style sheets, packed.

Vendored files come first in the script, byte for byte as they were published; ours share one
function's scope after them. One file, because htmx loses its stream element now and then when the
extension comes in a script of its own (deferred scripts may run after htmx has started).
"""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

# htmx before its extension; ours in the order in which one builds on the other.
SCRIPTS = (
    "net.js",
    "page.js",
    "settings.js",
    "paint.js",
    "stream.js",
    "bar.js",
    "say.js",
    "sound.js",
    "controls.js",
    "dialogs.js",
    "awake.js",
    "room.js",
    "tool.js",
    "press.js",
    "start.js",
    "new.js",
    "link.js",
)
# Modules that one page alone loads.
MODULES = ("check.js",)
# Scripts of pages that do without htmx and the table's own; each has one function's scope too.
ALONE = {"replay.js": ("link.js", "replay.js"), "daily.js": ("link.js", "daily.js")}
# By what the files' numbers begin with: 1-4 is every page's, 5 and 6 the table's, 7 the others', 8
# a link match's, which has no two people at one device (62); 90 is for results too, 91 to 93 are
# the others' again, 94 and 95 are a replay's.
STYLES = {
    "table.css": "[1-6]*.css 90-*.css",
    "link.css": "[1-58]*.css 6[!2]*.css 90-*.css",
    "site.css": "[1-47]*.css 9[0-3]*.css",
    "replay.css": "[1-3]*.css 40*.css 5[02]*.css 70-pages.css 9[45]*.css",
}
VENDORED = ("htmx-*.js", "hx-sse-*.js")
PACKED = {"application/javascript", "text/javascript", "text/css", "image/svg+xml", "text/plain"}
_COMMENT, _BREAK = re.compile(rb"/\*.*?\*/", re.DOTALL), re.compile(rb"\s*\n\s*")
FOREVER = "public, max-age=31536000, immutable"
SHORT = "public, max-age=300"


@dataclass(frozen=True, slots=True)
class Asset:
    """One file as it is served. `packed` is its gzip form, None where that saves nothing."""

    media_type: str
    body: bytes
    packed: bytes | None
    etag: str


class Assets:
    """The static files of one folder, by the names under which they are served."""

    def __init__(self, folder: Path) -> None:
        """Read every file below `folder`. Raises FileNotFoundError where a needed one is gone."""
        self._files: dict[str, Asset] = {}
        self._urls: dict[str, str] = {}
        self._add("app.js", script(folder))
        for name in MODULES:
            self._add(name, (folder / "js" / name).read_bytes())
        for name, parts in ALONE.items():
            self._add(name, alone(folder, parts))
        for name, files in STYLES.items():
            self._add(name, style(folder, files))
        for file in sorted(folder.rglob("*")):
            inside = file.relative_to(folder)
            if file.is_file() and inside.parts[0] not in ("js", "css", "vendor"):
                self._add(inside.as_posix(), file.read_bytes())

    def _add(self, name: str, body: bytes) -> None:
        digest = hashlib.sha256(body).hexdigest()[:16]
        media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        # No time in the packed form, so that the same file is the same bytes.
        packed = gzip.compress(body, 9, mtime=0) if media_type in PACKED else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        asset = Asset(media_type, body, packed, f'"{digest}"')
        stem, dot, ending = name.rpartition(".")
        hashed = f"{stem}.{digest}.{ending}" if dot else f"{name}.{digest}"
        self._files[name] = self._files[hashed] = asset
        self._urls[name] = f"/static/{hashed}"

    @property
    def urls(self) -> Mapping[str, str]:
        """Every file's address, which changes with its content."""
        return self._urls

    def url(self, name: str) -> str:
        """A file's address; templates call it as `asset('app.js')`. KeyError if there is none."""
        return self._urls[name]

    def find(self, name: str) -> tuple[Asset, bool] | None:
        """The file served as `name`, and whether that address may be kept for ever."""
        asset = self._files.get(name)
        return None if asset is None else (asset, name not in self._urls)


def script(folder: Path) -> bytes:
    """The one script: vendored files untouched, then ours in one strict function."""
    parts = [file.read_bytes() for file in vendored(folder)]
    return b"\n;\n".join([*parts, alone(folder, SCRIPTS)])


def alone(folder: Path, names: Iterable[str]) -> bytes:
    """Scripts of ours in one strict function, in this order."""
    ours = [(folder / "js" / name).read_bytes().rstrip() for name in names]
    # Once the page is parsed: htmx starts then too, and the stream's events come after it.
    begin = b'document.addEventListener("DOMContentLoaded", () => {\n"use strict";'
    return b"\n".join([begin, *ours, b"});"]) + b"\n"


def vendored(folder: Path) -> tuple[Path, ...]:
    """The vendored scripts, in the order in which they must run."""
    return tuple(_only(folder / "vendor", pattern) for pattern in VENDORED)


def style(folder: Path, files: str) -> bytes:
    """A style sheet: files of css/ by patterns, in order of names, without what is for us."""
    found = (file for pattern in files.split() for file in (folder / "css").glob(pattern))
    return b"\n".join(plain(sorted(found))) + b"\n"


def plain(files: Iterable[Path]) -> list[bytes]:
    """Style files without comments and indentation, a quarter of their packed size."""
    return [_BREAK.sub(b"\n", _COMMENT.sub(b"", file.read_bytes())).strip() for file in files]


def _only(folder: Path, pattern: str) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise FileNotFoundError(f"{folder}/{pattern}: expected one file, found {len(found)}")
    return found[0]
