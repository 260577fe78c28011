"""To another device: two browsers, and what moves between them."""

from pathlib import Path

from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.drawn import SCREENSHOTS, shot


def link_of(page: Page) -> str:
    """The link that a device shows for another one."""
    address: str = page.get_by_label("Link for the other device").input_value()
    return address


def path_of(page: Page) -> str:
    """The link's path, for another browser to open."""
    return "/device/" + link_of(page).rpartition("/")[2]


def test_a_seat_moves_in_mid_game_and_is_played_on(visit: Visit) -> None:
    old = visit().play_now()
    old.streaming()
    for _ in range(3):
        old.looked()
        old.turn()
    table = old.page.url
    old.page.locator("#menu-button").click()
    old.page.locator("#menu summary", has_text="Another device").click()
    old.page.get_by_role("button", name="Move this seat to another device").click()
    old.page.wait_for_url("**/device/*")
    new = visit(path_of(old.page), "portrait")
    assert new.page.get_by_text("Against West").is_visible()
    # Meanwhile the old device is back at its table.
    old.page.get_by_role("link", name="Back to the table").click()
    old.page.wait_for_selector("#table.seated")
    old.streaming()
    before = old.shown()["n"]
    new.page.get_by_role("button", name="Move it here").click()
    new.page.wait_for_url("**/t/*")
    assert new.page.url.partition("#")[0] == table.partition("#")[0]
    new.wait("s.table === 'paused'")
    assert new.shown()["n"] == before
    said = old.page.locator("#banner")
    old.page.wait_for_function(
        "() => !document.querySelector('#banner').hidden"
        " || document.querySelector('#table').matches('.watching')"
    )
    assert old.page.locator("#table.watching").count() or "playing" in said.inner_text()
    old.page.reload()
    assert old.page.locator("#table.watching").count() == 1
    new.page.locator("#resume").click()
    new.wait("s.table === 'playing'")
    new.turn()
    assert int(new.shown()["n"]) > int(before)
    old.wait(f"s.n > {before}")
    assert old.table()["you"] == []
    assert new.table()["you"] == [0]


def test_all_games_move_with_settings_and_name(visit: Visit) -> None:
    old = visit("/settings")
    old.page.get_by_role("group", name="Deck").get_by_label("Four colours").check()
    old.page.wait_for_function("() => document.querySelector('#kept').textContent === 'Saved.'")
    old.page.get_by_label("Name at the table").fill("Zoe")
    old.page.get_by_role("button", name="Save name").click()
    old.page.goto(old.page.url.replace("/settings", "/"))
    old.play_now()
    table = old.page.url
    old.turn()
    tab = old.page.context.new_page()
    tab.goto(table.partition("/t/")[0] + "/settings")
    tab.get_by_role("button", name="Move my games to another device").click()
    tab.wait_for_url("**/device/*")
    new = visit(path_of(tab), "portrait")
    words = new.page.locator("main").inner_text()
    assert "1 game to go on with" in words
    assert "The name Zoe" in words
    old.streaming()
    new.page.get_by_role("button", name="Move it here").click()
    new.page.wait_for_url("**/")
    new.page.get_by_role("link", name="Continue against West").click()
    new.page.wait_for_selector("#table.seated")
    assert new.page.locator("html[data-deck=four]").count() == 1
    old.page.wait_for_selector("#banner:not([hidden])")
    old.page.reload()
    assert old.page.locator("#table.watching").count() == 1
    assert old.page.locator("html[data-deck=clear]").count() == 1
    new.page.goto(table.partition("/t/")[0] + "/settings")
    assert new.page.get_by_label("Name at the table").input_value() == "Zoe"


def test_the_link_is_copied_or_selected(visit: Visit) -> None:
    page = visit().play_now()
    page.page.goto(page.page.url.partition("/t/")[0] + "/settings")
    page.page.get_by_role("button", name="Move my games to another device").click()
    page.page.wait_for_url("**/device/*")
    copy = page.page.get_by_role("button", name="Copy link")
    page.page.evaluate(
        "() => { window.kept = [];"
        " navigator.clipboard.writeText = async (text) => window.kept.push(text); }"
    )
    copy.click()
    page.page.wait_for_selector(".told:has-text('Copied')")
    assert page.page.evaluate("() => window.kept") == [link_of(page.page)]
    page.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    copy.click()
    page.page.wait_for_selector(".told:has-text('selected')")
    selected = "() => getSelection().toString()"
    assert page.page.evaluate(selected) == link_of(page.page)
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        shot(page.page, SCREENSHOTS / "desktop" / scheme / "device-link.png")


def test_the_drawn_code_is_an_image_that_the_policy_lets_in(visit: Visit) -> None:
    page = visit().play_now()
    drawn = page.page.evaluate(
        """async (address) => {
          const image = Object.assign(new Image(), { src: address });
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }""",
        page.address("qr.svg"),
    )
    assert drawn[0] == drawn[1] > 0


def test_a_file_is_opened_from_the_other_device_s_disk(visit: Visit, tmp_path: Path) -> None:
    old = visit().play_now()
    old.turn()
    table, tab = old.page.url, old.page.context.new_page()
    tab.goto(table.partition("/t/")[0] + "/settings")
    tab.get_by_role("button", name="Move my games to another device").click()
    with tab.expect_download() as coming:
        tab.get_by_role("button", name="Download the file").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    new = visit("/", "portrait")
    new.page.goto(file.as_uri())
    new.page.get_by_role("link", name="Open Slapback").click()
    new.page.get_by_role("button", name="Move it here").click()
    new.page.wait_for_url(lambda url: url.endswith("/"))
    new.page.get_by_role("link", name="Continue").click()
    new.page.wait_for_url("**/t/*")
    assert new.page.url.partition("#")[0] == table.partition("#")[0]
    assert new.table()["you"] == [0]
