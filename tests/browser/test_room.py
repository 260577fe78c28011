"""A link match before its deal: the invitation, the waiting room, and what its people do there."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.seen import Watched, context
from tests.web.served import Served


class Company:
    """People with a browser each, at one table of the server."""

    def __init__(self, browser: Browser, url: str, stack: ExitStack) -> None:
        self._browser = browser
        self._url = url
        self._stack = stack

    def comes(self, path: str = "/", view: str = "desktop", **more: Any) -> Watched:
        """Somebody new opens an address."""
        person = context(self._browser, view, **more)
        self._stack.callback(person.close)
        page = Watched(person.new_page())
        page.page.goto(path if path.startswith("http") else self._url + path)
        return page

    def hosts(self, view: str = "desktop", **fields: str) -> Watched:
        """Somebody opens a link match."""
        setup = {"mode": "link", "preset": "classic", **fields}
        return self.comes(view=view).open(until="waiting", **setup)

    def sits(self, host: Watched, name: str, view: str = "desktop", **more: Any) -> Watched:
        """Somebody opens the host's link, and sits down."""
        guest = self.comes(host.address(), view, **more)
        guest.page.get_by_label("Your name").fill(name)
        guest.page.get_by_role("button", name="Sit down").click()
        guest.page.wait_for_selector("#table.seated")
        guest.streaming()
        return guest


@pytest.fixture
def company(browser: Browser, server: Served) -> Iterator[Company]:
    with ExitStack() as stack:
        yield Company(browser, f"http://127.0.0.1:{server.port}", stack)


def sitters(page: Watched) -> list[str]:
    """The names at the table, in order of seats."""
    return page.page.locator(".sitter b").all_inner_texts()


def heard(page: Watched) -> str:
    return page.page.locator("#live").text_content() or ""


def expect_names(page: Watched, *names: str) -> None:
    expect(page.page.locator(".sitter b")).to_have_text(list(names))


def expect_title(page: Watched, text: str) -> None:
    expect(page.page.locator("#room-title")).to_have_text(text, use_inner_text=True)


def test_from_the_link_to_a_seat_in_two_presses(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.comes(host.address(), "portrait")
    expect_title(guest, "Player invites you")
    assert sitters(guest) == ["Player", "Free seat", "Free seat"]
    assert guest.page.context.cookies() == [], "opening the link seats nobody"
    guest.page.get_by_label("Your name").fill("Bo")
    guest.page.get_by_role("button", name="Sit down").click()
    expect_names(guest, "Player", "Bo", "Free seat")
    expect_names(host, "Player", "Bo", "Free seat")
    assert guest.page.locator("#table").get_attribute("class") == "seated you-1"
    # The name is kept: another link is one press.
    other = company.hosts()
    guest.page.goto(other.address())
    assert guest.page.get_by_label("Your name").input_value() == "Bo"
    guest.page.get_by_role("button", name="Sit down").click()
    expect_names(other, "Player", "Bo")
    assert host.errors + guest.errors + other.errors == []


def test_who_only_watches_keeps_no_seat_and_may_still_sit_down(company: Company) -> None:
    host = company.hosts()
    watcher = company.comes(host.address())
    watcher.page.get_by_role("link", name="Watch").click()
    expect(watcher.page.locator("#invitation")).to_be_hidden()
    expect(watcher.page.locator("#watching")).to_be_focused()
    assert sitters(watcher) == ["Player", "Free seat"]
    watcher.page.reload()
    expect(watcher.page.locator("#invitation")).to_be_hidden()
    watcher.page.locator("#watching a").click()
    watcher.page.get_by_role("button", name="Sit down").click()
    expect_names(host, "Player", "Player 2")
    late = company.comes(host.address())
    assert "All seats are taken. You can watch." in late.page.locator("#invitation").inner_text()
    expect(late.page.get_by_role("button", name="Sit down")).to_be_hidden()
    assert host.errors + watcher.errors + late.errors == []


def test_ready_then_start_then_a_countdown(company: Company) -> None:
    host = company.hosts(seats="4")
    start = host.page.get_by_role("button", name="Start")
    expect(start).to_have_attribute("aria-disabled", "true")
    expect(host.page.locator("#start-why")).to_have_text(
        "You are alone here. Send somebody the link."
    )
    guest, watcher = company.sits(host, "Bo"), company.comes(host.address())
    expect(host.page.locator("#start-why")).to_have_text("Bo is not ready yet.")
    assert heard(host) == "Bo is here."
    start.dispatch_event("click")
    assert host.sent("start") == [], "it does nothing, and says why beside it"
    guest.page.get_by_role("button", name="Ready").click()
    ready = guest.page.locator("#ready-up")
    expect(ready).to_have_text("You are ready")
    expect(ready).to_be_focused()
    expect(host.page.locator("#start-why")).to_have_text("Everybody is ready.")
    assert heard(host) == "Bo is ready."
    start.click()
    for page in (host, guest, watcher):
        page.wait("s.starts")
        assert re.fullmatch(r"The cards are dealt in [321]\.", page.status())
    for page in (host, guest, watcher):
        page.wait("s.table === 'playing'")
        expect(page.page.locator("#pile")).to_be_visible()
        assert len(page.shown()["counts"].split(",")) == 2, "the open chairs have gone"
        assert page.errors == []
    assert [each["seed"] for each in host.sent("start")], "the host's own seed"
    expect(guest.page.locator("#table")).to_have_attribute("data-seats", "1 ")


def test_a_seat_whose_number_changes_by_the_start_is_followed_once(company: Company) -> None:
    host = company.hosts(seats="4")
    gone, guest = company.sits(host, "Bo"), company.sits(host, "Cy")
    loads: list[str] = []
    guest.page.on("load", lambda page: loads.append(page.url))
    gone.page.get_by_role("button", name="Leave the table").click()
    gone.page.wait_for_url("**/")
    expect_names(host, "Player", "Free seat", "Cy", "Free seat")
    assert heard(host) == "Bo has left."
    guest.page.get_by_role("button", name="Ready").click()
    expect(host.page.locator("#start-why")).to_have_text("Everybody is ready.")
    host.page.get_by_role("button", name="Start").click()
    guest.page.wait_for_selector("#table.you-1")
    guest.wait("s.table === 'playing'")
    assert len(loads) == 1
    assert host.errors + guest.errors + gone.errors == []


def test_a_removed_guest_sees_the_invitation(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.sits(host, "Bo")
    remove = host.page.get_by_role("button", name="Remove Bo")
    remove.click()
    asked = host.page.get_by_role("dialog", name="Remove Bo?")
    expect(asked).to_be_visible()
    asked.get_by_role("button", name="Keep").click()
    expect(remove).to_be_focused()
    assert host.sent("remove") == []
    remove.click()
    asked.get_by_role("button", name="Remove").click()
    guest.page.wait_for_selector("#table.watching")
    expect_title(guest, "Player invites you")
    expect_names(host, "Player", "Free seat", "Free seat")
    expect(guest.page.get_by_role("button", name="Remove")).to_have_count(0)
    assert host.errors + guest.errors == []


def test_a_question_about_somebody_who_goes_goes_too(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.sits(host, "Bo")
    host.page.get_by_role("button", name="Remove Bo").click()
    guest.page.get_by_role("button", name="Leave the table").click()
    expect(host.page.locator("#removing")).to_be_hidden()
    assert host.sent("remove") == []


def test_other_rules_are_shown_to_all_and_nobody_is_ready_any_more(company: Company) -> None:
    host = company.hosts(seats="3")
    guest, watcher = company.sits(host, "Bo"), company.comes(host.address())
    watcher.page.get_by_label("Your name").fill("Cy")
    guest.page.get_by_role("button", name="Ready").click()
    expect(host.page.locator("#start-why")).to_have_text("Everybody is ready.")
    for page in (host, guest, watcher):
        assert "Doubles only" not in page.page.locator("#terms").inner_text()
    asked = host.page.request.post(
        host.address("rules"),
        form={"preset": "doubles", "seats": "3"},
        headers={"HX-Request": "true", "Sec-Fetch-Site": "same-origin"},
    )
    assert asked.status == 204
    for page in (host, guest, watcher):
        expect(page.page.locator("#terms")).to_contain_text(
            "Different from Doubles only: 3 players."
        )
        expect(page.page.locator("#room .news")).to_be_visible()
    expect(guest.page.locator("#ready-up")).to_have_text("Ready")
    expect(host.page.locator("#start-why")).to_have_text("Bo is not ready yet.")
    expect(watcher.page.locator("#invitation .terms")).to_contain_text("doubles")
    assert watcher.page.get_by_label("Your name").input_value() == "Cy", "what was typed stays"
    guest.page.get_by_role("button", name="Ready").click()
    expect(guest.page.locator("#ready-up")).to_have_text("You are ready")
    assert host.errors + guest.errors + watcher.errors == []


def test_a_closed_table_says_so_and_offers_its_rules(company: Company) -> None:
    host = company.hosts(preset="doubles", seats="3")
    guest, watcher = company.sits(host, "Bo"), company.comes(host.address())
    host.page.get_by_text("Close the table").click()
    host.page.get_by_role("button", name="Close it for everybody").click()
    for page in (host, guest, watcher):
        expect_title(page, "This table has closed.")
        for gone in ("#invitation", "#begin", "#manage", "#terms", "#here"):
            expect(page.page.locator(gone)).not_to_be_visible()
        link = page.page.get_by_role("link", name="Open a new one with the same rules")
        assert "preset=doubles" in (link.get_attribute("href") or "")
        assert "seats=3" in (link.get_attribute("href") or "")
    late = company.comes(host.address())
    expect_title(late, "This table has closed.")
    assert host.errors + guest.errors + watcher.errors + late.errors == []


def test_the_link_is_copied_and_said_so(company: Company) -> None:
    host = company.hosts()
    host.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.locator(".hand-on .told")).to_have_text("Copied.")
    assert host.page.evaluate("() => navigator.clipboard.readText()") == host.address()
    code = host.page.locator("img.qr")
    assert code.get_attribute("alt") == "The link as a QR code"
    expect(code).to_be_visible()


def test_where_nothing_can_be_copied_the_link_is_selected(company: Company) -> None:
    host = company.hosts()
    host.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    host.page.get_by_role("button", name="Copy").click()
    expect(host.page.locator(".hand-on .told")).to_have_text("Copy the link that is selected.")
    selected = "() => getSelection().toString()"
    assert host.page.evaluate(selected) == host.address()


@pytest.mark.parametrize("can", [True, False])
def test_share_shows_where_the_system_has_it(company: Company, can: bool) -> None:
    host = company.hosts()
    sharing = "(given) => { window.shared = given; return Promise.resolve(); }"
    host.page.add_init_script(
        f"Object.defineProperty(navigator, 'share', {{value: {sharing if can else 'undefined'}}})"
    )
    host.page.reload()
    share = host.page.get_by_role("button", name="Share")
    if not can:
        expect(share).to_be_hidden()
        return
    share.click()
    assert host.page.evaluate("() => window.shared.url") == host.address()


def test_the_next_host_gets_the_controls(company: Company) -> None:
    host = company.hosts(seats="3")
    second, third = company.sits(host, "Bo"), company.sits(host, "Cy")
    for page in (second, third):
        expect(page.page.locator("#start")).to_be_hidden()
        expect(page.page.locator(".remove:visible")).to_have_count(0)
    host.page.get_by_role("button", name="Leave the table").click()
    expect_title(second, "Your table")
    expect(second.page.locator("#start")).to_be_visible()
    expect(second.page.locator("#ready-up")).to_be_hidden()
    expect(second.page.get_by_role("button", name="Remove Cy")).to_be_visible()
    assert heard(second) == "You are the host now. Player has left."
    expect_title(third, "Bo's table")
    expect(third.page.locator("#start")).to_be_hidden()
    assert host.errors + second.errors + third.errors == []


def test_what_is_typed_and_focused_stays_while_others_come(company: Company) -> None:
    host = company.hosts(seats="4")
    watcher = company.comes(host.address())
    field = watcher.page.get_by_label("Your name")
    field.type("Alex")
    guest = company.sits(host, "Bo")
    expect_names(watcher, "Player", "Bo", "Free seat", "Free seat")
    expect(field).to_be_focused()
    field.type("andra")
    assert field.input_value() == "Alexandra"
    remove = host.page.get_by_role("button", name="Remove Bo")
    remove.focus()
    company.sits(host, "Cy")
    expect_names(host, "Player", "Bo", "Cy", "Free seat")
    expect(remove).to_be_focused()
    assert host.errors + watcher.errors + guest.errors == []


def test_who_comes_late_has_a_seat_in_the_next_game_and_may_give_it_up(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.sits(host, "Bo")
    guest.page.get_by_role("button", name="Ready").click()
    expect(host.page.locator("#start-why")).to_have_text("Everybody is ready.")
    host.page.get_by_role("button", name="Start").click()
    late = company.comes(host.address(), "portrait")
    late.wait("s.table === 'playing'")
    late.page.get_by_role("button", name="Sit down for the next game").click()
    expect(late.page.locator("#coming")).to_contain_text("You have a seat in the next game.")
    expect(late.page.locator("#table")).to_contain_class("watching")
    late.page.get_by_role("button", name="Give it up").click()
    expect(late.page.get_by_role("button", name="Sit down for the next game")).to_be_visible()
    assert late.errors == []


def test_back_and_a_second_tab_lead_to_the_same_seat(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.sits(host, "Bo")
    guest.page.goto(host.address().rpartition("/t/")[0])
    guest.page.go_back()
    guest.page.wait_for_selector("#table.you-1")
    second = guest.page.context.new_page()
    second.goto(host.address())
    second.wait_for_selector("#table.you-1")
    expect_names(host, "Player", "Bo", "Free seat")
    assert guest.errors == []


def test_an_invitation_in_another_tab_follows_the_seat_that_was_taken(company: Company) -> None:
    host = company.hosts(seats="3")
    guest = company.comes(host.address())
    other = guest.page.context.new_page()
    other.goto(host.address())
    guest.page.get_by_role("button", name="Sit down").click()
    guest.page.wait_for_selector("#table.you-1")
    other.get_by_role("button", name="Sit down").click()
    other.wait_for_selector("#table.you-1")
    expect_names(host, "Player", "Player 2", "Free seat")


def test_sitting_down_needs_no_script(company: Company) -> None:
    host = company.hosts()
    guest = company.comes(host.address(), java_script_enabled=False)
    guest.page.get_by_label("Your name").fill("Bo")
    guest.page.get_by_role("button", name="Sit down").click()
    expect_names(host, "Player", "Bo")


def test_the_page_never_goes_round(company: Company) -> None:
    """Even where the picture and the page would never agree."""
    host = company.hosts()
    loads: list[str] = []
    host.page.on("load", lambda page: loads.append(page.url))
    host.page.route(
        host.address(),
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace('data-sitting="1"', 'data-sitting="99"'),
        ),
    )
    host.page.reload()
    guest = company.sits(host, "Bo")
    expect_names(host, "Player", "Bo")
    guest.page.get_by_role("button", name="Ready").click()
    host.page.wait_for_timeout(1000)
    host.page.unroute_all(behavior="wait")
    assert 2 <= len(loads) <= 4  # by the test, and once for each change of who sits where
