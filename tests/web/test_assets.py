"""Static files: vendored bytes untouched, ours all in, and addresses that change with content."""

import gzip
import shutil
from pathlib import Path

import pytest

from app.web.assets import (
    ALONE,
    MODULES,
    SCRIPTS,
    STYLES,
    Assets,
    alone,
    plain,
    script,
    style,
    vendored,
)
from app.web.house import STATIC
from tests.web.site import Site


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of static/ that a test may change."""
    return Path(shutil.copytree(STATIC, tmp_path / "static"))


def test_the_script_holds_every_vendored_byte_in_order() -> None:
    bundle = script(STATIC)
    places = [bundle.index(file.read_bytes()) for file in vendored(STATIC)]
    assert len(places) == 2
    assert places == sorted(places)
    assert places[0] == 0


def test_the_script_holds_every_file_of_ours() -> None:
    held = {*SCRIPTS, *MODULES, *(name for names in ALONE.values() for name in names)}
    assert held == {file.name for file in (STATIC / "js").iterdir()}
    bundle = script(STATIC)
    places = [bundle.index((STATIC / "js" / name).read_bytes().rstrip()) for name in SCRIPTS]
    assert places == sorted(places)


def test_the_other_scripts_hold_their_files_and_nothing_vendored() -> None:
    for name, parts in ALONE.items():
        script_of_it = alone(STATIC, parts)
        places = [script_of_it.index((STATIC / "js" / p).read_bytes().rstrip()) for p in parts]
        assert places == sorted(places), name
        assert b"htmx.org" not in script_of_it
        assert len(script_of_it) < 9000


def test_the_style_sheets_hold_every_file_by_name() -> None:
    files = sorted((STATIC / "css").iterdir())
    held = set()
    for pattern in STYLES.values():
        sheet = style(STATIC, pattern)
        places = {file: sheet.find(plain([file])[0]) for file in files}
        found = [file for file in files if places[file] >= 0]
        assert len(found) > 4
        assert [places[file] for file in found] == sorted(places[file] for file in found)
        held |= set(found)
    assert held == set(files)


def test_a_style_sheet_has_nothing_that_is_for_us_alone(tmp_path: Path) -> None:
    file = tmp_path / "1.css"
    file.write_text("/* why:\n   so */\na {\n  b: c; /* and */\n  d: e f;\n}\n")
    assert plain([file]) == [b"a {\nb: c;\nd: e f;\n}"]


@pytest.mark.parametrize("name", ["vendor/htmx-4.0.1.min.js", "js/start.js"])
def test_a_missing_script_is_said_at_start(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(FileNotFoundError):
        Assets(folder)


def test_an_address_changes_with_the_content_and_only_then(folder: Path) -> None:
    before = Assets(folder)
    with (folder / "js" / "start.js").open("a") as file:
        file.write("// more\n")
    after = Assets(folder)
    assert before.url("site.css") == after.url("site.css")
    assert before.url("app.js") != after.url("app.js")


def test_a_hashed_address_is_kept_for_ever_and_a_plain_one_is_not(site: Site) -> None:
    assets = site.app.state.house.assets
    assert {"app.js", "site.css"} < set(assets.urls)
    for name in assets.urls:
        hashed = site.ask("GET", assets.url(name))
        plain = site.ask("GET", f"/static/{name}")
        assert hashed.status == plain.status == 200
        assert hashed.body == plain.body
        assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert plain.headers["cache-control"] == "public, max-age=300"


@pytest.mark.parametrize("accepted", ["gzip", "gzip, deflate, br", "br, GZIP;q=0.5"])
def test_a_packed_file_is_the_same_file(site: Site, accepted: str) -> None:
    plain = site.ask("GET", "/static/app.js")
    packed = site.ask("GET", "/static/app.js", {"Accept-Encoding": accepted})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body) / 2
    assert gzip.decompress(packed.body) == plain.body == script(STATIC)
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("refused", ["", "br", "identity", "gzip;q=0", "gzip; q=0.0"])
def test_who_takes_no_gzip_gets_none(site: Site, refused: str) -> None:
    plain = site.ask("GET", "/static/app.js", {"Accept-Encoding": refused})
    assert "content-encoding" not in plain.headers
    assert plain.body == script(STATIC)


def test_a_file_that_a_browser_has_is_not_sent_again(site: Site) -> None:
    etag = site.ask("GET", "/static/site.css").headers["etag"]
    for known in (etag, f'"other", {etag}', f"W/{etag}", "*"):
        again = site.ask("GET", "/static/site.css", {"If-None-Match": known})
        assert again.status == 304
        assert again.body == b""
        assert again.headers["etag"] == etag
    other = site.ask("GET", "/static/site.css", {"If-None-Match": '"other"'})
    assert other.status == 200


def test_browsers_find_the_icon_by_its_old_name(site: Site) -> None:
    icon = site.ask("GET", "/favicon.ico")
    assert icon.status == 200
    assert icon.headers["content-type"].startswith("image/svg+xml")
