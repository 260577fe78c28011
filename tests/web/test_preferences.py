"""A browser's settings: chosen by a form, kept where they differ, drawn on every page."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import fields
from functools import partial

import pytest

from app.store import browsers
from app.web.preferences import (
    ROWS,
    SECTIONS,
    USUAL,
    Preferences,
    changed,
    read,
    written,
)
from tests.web.site import BROWSER, OURS, SCRIPT, Answer, Site, Visitor, plain
from tests.web.test_pages import Page, page

OTHER = {
    name: next((each for each in reversed(ROWS[name].values) if each != usual), "100")
    for name, usual in USUAL.attributes
}
"""Of every setting a value that is not the usual one."""


def look(answer: Answer) -> dict[str, str]:
    """What <html> of a page says of the settings."""
    (html,) = Page(answer).all("html")
    assert html.pop("lang") == "en"
    return {name.removeprefix("data-"): value for name, value in html.items()}


def kept(site: Site, visitor: Visitor) -> dict[str, str] | None:
    """What the store holds of a browser's settings."""
    hashed = site.app.state.house.identity.hashed(
        {"headers": [(b"cookie", visitor.cookie.encode())]}
    )
    found = browsers.find(site.store.readers, hashed)
    assert found is not None
    return None if found.preferences is None else json.loads(found.preferences)


# The value


def test_each_setting_has_one_row_and_its_usual_value_is_offered() -> None:
    assert set(ROWS) == {field.name for field in fields(Preferences)}
    for name, usual in USUAL.attributes:
        assert ROWS[name].takes(usual)
        assert ROWS[name].section in SECTIONS
    assert {name for name, row in ROWS.items() if not row.values} == {"volume", "spoken"}


@pytest.mark.parametrize(
    "text",
    [None, "", "not JSON", "[]", "7", "null", '"theme"', '{"theme": 1}', '{"theme": ["dark"]}',
     '{"deck": "tarot", "gone": "yes", "volume": "101"}', '{"volume": 20}', '{"volume": "020"}'],
)  # fmt: skip
def test_what_cannot_be_read_counts_as_not_chosen(text: str | None) -> None:
    assert read(text) == USUAL


def test_a_stale_value_takes_nothing_else_with_it() -> None:
    assert read('{"deck": "tarot", "theme": "dark"}') == Preferences(theme="dark")


def test_only_what_differs_is_kept() -> None:
    assert written(USUAL) is None
    assert written(Preferences(deck="four", volume="0")) == '{"deck": "four", "volume": "0"}'
    assert changed('{"deck": "four"}', {"deck": "clear"}) is None
    assert (
        changed('{"deck": "four", "gone": 1}', {"zen": "yes"}) == '{"deck": "four", "zen": "yes"}'
    )
    for name, value in OTHER.items():
        assert value != dict(USUAL.attributes)[name]
        assert read(changed(None, {name: value})) == read(json.dumps({name: value}))


# The form

KEYED = [name for name, row in ROWS.items() if row.is_key]


def test_the_page_offers_every_value_and_shows_the_usual_ones(site: Site) -> None:
    form = page(Visitor(site), "/settings")
    for name, row in ROWS.items():
        usual = dict(USUAL.attributes)[name]
        if row.is_key:
            assert form.forms()[0][1][name] == usual
        elif row.values:
            assert [each["value"] for each in form.all("input", name=name)] == list(row.values)
            assert form.chosen(name) == [usual]
        else:
            (volume,) = form.all("input", name=name)
            assert (volume["type"], volume["value"], volume["max"]) == ("range", usual, "100")
    assert form.forms()[0] == ("/settings", dict(USUAL.attributes))


def test_every_control_is_named_and_described(site: Site) -> None:
    form = page(Visitor(site), "/settings")
    ids = {each["id"] for _, each in form.elements if "id" in each}
    chosen = len(ROWS) - 2 - len(KEYED) + 1  # the last one is of the name
    assert len(form.all("fieldset")) == len(form.all("legend")) == chosen
    for label in form.all("label"):
        assert "for" not in label or label["for"] in ids
    labelled = {label["for"] for label in form.all("label") if "for" in label}
    assert labelled == {"volume", "spoken", "name", *KEYED}
    for _, each in form.elements:
        for name in ("aria-describedby", "aria-labelledby"):
            assert set(each.get(name, "").split()) <= ids


def test_the_page_s_own_form_keeps_everything(site: Site) -> None:
    visitor = Visitor(site)
    assert visitor.post("/settings", OTHER, BROWSER).headers["location"] == "/settings"
    assert kept(site, visitor) == OTHER
    form = page(visitor, "/settings")
    assert form.forms()[0][1] == OTHER
    # Sent back as it stands, nothing changes; and everything can be taken back.
    assert visitor.post("/settings", form.forms()[0][1], BROWSER).status == 303
    assert kept(site, visitor) == OTHER
    assert visitor.post("/settings", dict(USUAL.attributes), BROWSER).status == 303
    assert kept(site, visitor) is None


@pytest.mark.parametrize("name", ROWS)
def test_one_setting_changes_alone(site: Site, name: str) -> None:
    visitor = Visitor(site)
    assert visitor.post("/settings", {"theme": "dark"}).status == 204
    assert visitor.post("/settings", {name: OTHER[name]}).status == 204
    expected = {**dict(USUAL.attributes), "theme": "dark", name: OTHER[name]}
    assert look(visitor.get("/", **BROWSER)) == expected
    for value in ROWS[name].values or ("0", "7", "50", "100"):
        assert visitor.post("/settings", {name: value}).status == 204
        assert look(visitor.get("/settings", **BROWSER))[name] == value
    assert look(Visitor(site).get("/", **BROWSER)) == dict(USUAL.attributes)


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize(
    "value",
    ["", "DARK", " yes", "yes ", "1\u00a0", "<script>", "\u202eno", "101", "-1", "1e2", "050",
     "\u0663", "x" * 900, "None", "system,dark"],
)  # fmt: skip
def test_a_value_that_is_not_offered_changes_nothing(site: Site, name: str, value: str) -> None:
    visitor = Visitor(site)
    before = site.kept()
    for headers in (SCRIPT, {**OURS}):
        answer = visitor.post("/settings", {"motion": "full", name: value}, headers)
        assert answer.status == 422
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.text.startswith(f"The field “{name}” is “")
        assert len(answer.text) < 200
        assert "set-cookie" not in answer.headers
    refused = visitor.post("/settings", {name: value}, BROWSER)
    assert refused.status == 422
    assert "<script>" not in refused.text
    assert site.kept() == before


@pytest.mark.parametrize("body", [b"theme=dark&theme=light", b"colour=red", b"theme", b"%ff=1"])
def test_a_form_that_is_not_ours_changes_nothing(site: Site, body: bytes) -> None:
    before = site.kept()
    answer = site.ask("POST", "/settings", SCRIPT, body)
    assert answer.status == 422
    plain(answer)
    assert site.kept() == before


def test_the_first_choice_makes_the_cookie_and_the_second_keeps_it(site: Site) -> None:
    visitor = Visitor(site)
    assert "set-cookie" not in visitor.get("/settings", **BROWSER).headers
    first = visitor.post("/settings", {"deck": "four"}, BROWSER)
    assert "set-cookie" in first.headers
    for path, form in (("/settings", {"deck": "large"}), ("/me/name", {"name": "Ada"})):
        for headers in (SCRIPT, BROWSER):
            assert "set-cookie" not in visitor.post(path, form, headers).headers
    assert "set-cookie" not in visitor.post("/tables").headers


def test_of_two_changes_at_once_neither_undoes_the_other(site: Site) -> None:
    visitor = Visitor(site)
    visitor.post("/settings", {"zen": "yes"})
    house = site.app.state.house
    hashed = house.identity.hashed({"headers": [(b"cookie", visitor.cookie.encode())]})
    browser = browsers.find(site.store.readers, hashed)
    assert browser is not None
    one, other = (
        partial(
            browsers.alter,
            browser=browser.id,
            what="preferences",
            change=partial(changed, chosen={name: OTHER[name]}),
        )
        for name in ("deck", "hand")
    )

    async def both() -> None:
        first, second = site.store.writer.submit(one), site.store.writer.submit(other)
        await first
        await second

    site.run(both)
    assert kept(site, visitor) == {"zen": "yes", "deck": OTHER["deck"], "hand": OTHER["hand"]}


# Every page


def test_every_page_says_what_its_browser_chose(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.deal()
    visitor.post("/settings", OTHER)
    for path in ("/", "/new", "/settings", f"/t/{table}"):
        assert look(visitor.get(path, **BROWSER)) == OTHER, path
        assert look(Visitor(site).get(path, **BROWSER)) == dict(USUAL.attributes), path
    refused = visitor.post("/tables", {"burn": "9"}, BROWSER)
    assert refused.status == 422
    assert look(refused) == OTHER
    assert look(visitor.get("/nothing", **BROWSER)) == dict(USUAL.attributes)


def test_a_broken_row_in_the_store_breaks_no_page(site: Site) -> None:
    visitor = Visitor(site)
    visitor.post("/settings", {"deck": "four"})
    with closing(sqlite3.connect(site.database)) as file, file:
        file.execute("""UPDATE browsers SET preferences = '{"deck": 3, "hand": "left"}'
                        WHERE preferences = '{"deck": "four"}'""")
    assert look(visitor.get("/", **BROWSER)) == {**dict(USUAL.attributes), "hand": "left"}


# The name


def test_a_name_is_kept_and_stands_at_the_next_table(site: Site) -> None:
    visitor = Visitor(site)
    (field,) = page(visitor, "/settings").all("input", name="name")
    assert (field["value"], field["placeholder"]) == ("", "Player"), "Save makes nobody a Player"
    assert visitor.post("/me/name", {"name": "  Ada   Lovelace "}).status == 204
    (field,) = page(visitor, "/settings").all("input", name="name")
    assert field["value"] == "Ada Lovelace"
    table = visitor.open()
    assert visitor.state(table)["seats"][0]["name"] == "Ada Lovelace"
    assert visitor.post("/me/name", {"name": "Ada"}, BROWSER).headers["location"] == "/settings"
    actions = [action for action, _ in page(visitor, "/settings").forms()]
    assert "/me/name#name" in actions, "the answer begins where the name stands, not at the top"
    assert Visitor(site).open()


def test_an_empty_name_is_none(site: Site) -> None:
    for nothing in ("", "   "):
        visitor = Visitor(site)
        assert visitor.post("/me/name", {"name": "Ada"}).status == 204
        assert visitor.post("/me/name", {"name": nothing}).status == 204
        assert page(visitor, "/settings").all("input", name="name")[0]["value"] == ""
        assert visitor.state(visitor.open())["seats"][0]["name"] == "Player"


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://localhost/daily/2026-12-01?name=yes", "/daily/2026-12-01?name=yes"),
        ("http://localhost//evil.example/", "/evil.example/"),
        ("http://localhost/me/name", "/settings"),
        ("https://evil.example/daily", "/settings"),
        ("nonsense", "/settings"),
    ],
)
def test_a_name_leads_back_to_the_page_that_it_was_sent_from(
    site: Site, referer: str, back: str
) -> None:
    answer = Visitor(site).post("/me/name", {"name": "Ada"}, {**BROWSER, "Referer": referer})
    assert (answer.status, answer.headers["location"]) == (303, back)


def test_a_browser_that_listens_gets_listening_tables_for_as_long_as_it_does(site: Site) -> None:
    visitor = Visitor(site)
    assert visitor.post("/settings", {"listening": "yes"}).status == 204
    for mode in ("solo", "pass"):
        table = visitor.open(mode=mode, seats="2")
        assert 'data-listening="yes"' in visitor.get(f"/t/{table}", **BROWSER).text
    fields = {
        each["name"]: each["value"] for each in page(visitor, "/").all("input", type="hidden")
    }
    assert "listening" not in fields, "Play now repeats rules, not settings"
    assert visitor.post("/settings", {"listening": "no"}).status == 204
    table = visitor.open()
    assert 'data-listening="no"' in visitor.get(f"/t/{table}", **BROWSER).text


def test_the_table_names_the_keys_that_are_on(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.open()

    def named(**chosen: str) -> list[str]:
        for name in ("keys", "letters"):
            visitor.post("/settings", {name: chosen.get(name, getattr(USUAL, name))})
        found = visitor.get(f"/t/{table}", **BROWSER).text
        return re.findall(r"<kbd(?: class=\"key\")?>([^<]*)</kbd>", found)

    asks = ["M", "Z", "P", "T", "C", "L"]
    assert named() == ["Enter", "Space", "Space", "Enter", "F", "Esc", *asks, "?"]
    assert named(letters="no") == ["Enter", "Space", "Space", "Enter", "Esc", "?"]
    assert named(keys="same") == ["Space", "F J", "F", "J", "Space", "Esc", *asks, "?"]
    assert named(keys="same", letters="no") == ["Space", "", "Space", "Esc", "?"]
    assert named(keys="off") == ["", "", "Esc", "?"]


@pytest.mark.parametrize("name", ["\u200b", "\u202e", "x" * 17, "\u0301"])
def test_a_name_that_cannot_be_kept_is_shown_again_with_the_reason(site: Site, name: str) -> None:
    visitor, before = Visitor(site), site.kept()
    refused = visitor.post("/me/name", {"name": name})
    assert refused.status == 422
    assert refused.text.startswith("name: ")
    plain(refused)
    shown = visitor.post("/me/name", {"name": name}, BROWSER)
    assert shown.status == 422
    again = Page(shown)
    assert again.all("input", name="name")[0]["value"] == name
    assert len(again.all("p", role="alert")) == 1
    assert visitor.cookie == ""
    assert site.kept() == before


def test_a_name_is_shown_as_text(site: Site) -> None:
    visitor = Visitor(site)
    assert visitor.post("/me/name", {"name": "<b>&\"'"}).status == 204
    answer = visitor.get("/settings", **BROWSER)
    assert Page(answer).all("input", name="name")[0]["value"] == "<b>&\"'"
    assert "<b>&" not in answer.text
