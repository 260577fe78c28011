"""The set-up page, as a browser gets it: its form, its links, its summary, and My set-up."""

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.rules import PRESETS
from app.table.setup import Setup, setup_from, setup_of
from app.web.catalogue import WORDS
from app.web.new_form import differing, full
from tests.engine.houses import houses
from tests.web.site import BROWSER, Answer, Site, Visitor
from tests.web.test_pages import Page, page

HTMX = {"HX-Request": "true", "Accept": "text/html"}


def form_of(visitor: Visitor, query: str = "") -> dict[str, str]:
    """What the form of this address sends as it stands."""
    return page(visitor, f"/new{query}").sent()


def set_up(visitor: Visitor, answer: Answer) -> Setup:
    """The set-up of the table that was opened."""
    assert answer.status == 303, answer.text
    table = answer.headers["location"].removeprefix("/t/")
    with closing(sqlite3.connect(visitor.site.database)) as file:
        row = file.execute("SELECT setup FROM tables WHERE id = ?", (table,)).fetchone()
    return setup_of(json.loads(row[0]))


def summary(visitor: Visitor, form: Mapping[str, str]) -> Page:
    answer = visitor.get(f"/new/summary?{urlencode(form)}", **HTMX)
    assert answer.status == 200
    return Page(answer)


def link(at: Page) -> str:
    """The address of the link to these rules."""
    (found,) = at.all("a", id="rules-link")
    return found["href"]


# The form


def test_every_preset_and_every_rule_is_offered(site: Site) -> None:
    form = page(Visitor(site), "/new")
    presets = [each["value"] for each in form.all("input", name="preset")]
    assert presets[0] == "duel"
    assert sorted(presets) == sorted(PRESETS)
    (computers,) = form.all("input", name="computers")
    assert (computers["type"], computers["min"], computers["max"]) == ("number", "1", "7")
    names = {each.get("name") for each in form.all("input")}
    rules = set(setup_from({}).rules.__slots__) - {"seats", "slaps"}
    assert rules < names
    assert {f"slap_{name}" for name in ("double", "run_wrap", "jack")} < names


@pytest.mark.parametrize("preset", PRESETS)
def test_the_usual_pace_is_offered_once(site: Site, preset: str) -> None:
    at = page(Visitor(site), f"/new?preset={preset}")
    paces = [each["value"] for each in at.all("input", name="window_ms")]
    assert paces[0] == ""
    assert str(PRESETS[preset].window_ms) not in paces
    refused = f"/new?preset={preset}&window_ms={PRESETS[preset].window_ms}&burn=7"
    assert page(Visitor(site), refused).chosen("window_ms") == [""]


def test_the_form_says_what_is_usual_and_what_jokers_do(site: Site) -> None:
    duel, party = (page(Visitor(site), f"/new?preset={name}").words for name in ("duel", "party"))
    assert "Usual, one" in duel
    assert "two from six players" not in duel
    assert "Usual, one; two from six players" in party
    for hint in ("slap_joker_hint", "jokers_slap_hint", "jokers_challenge_hint"):
        assert WORDS[hint] in duel


@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_as_it_stands_opens_the_preset(site: Site, preset: str) -> None:
    visitor = Visitor(site)
    form = form_of(visitor, f"?preset={preset}")
    assert set_up(visitor, visitor.post("/tables", form, BROWSER)) == setup_from({"preset": preset})


@pytest.mark.parametrize("preset", PRESETS)
def test_without_script_another_preset_brings_its_own_rules(site: Site, preset: str) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor), "preset": preset, "burn": "2"}
    found = set_up(visitor, visitor.post("/tables", form, BROWSER))
    assert found == setup_from({"preset": preset, "burn": "2"})


def test_a_box_that_is_not_ticked_means_no(site: Site) -> None:
    visitor = Visitor(site)
    form = form_of(visitor, "?preset=party")
    del form["repetition_draw"], form["slap_until_covered"], form["slap_sandwich"]
    found = set_up(visitor, visitor.post("/tables", {**form, "slap_tens": "yes"}, BROWSER)).rules
    assert not found.repetition_draw
    assert not found.slap_until_covered
    assert found.slaps == {"double", "tens"}


def test_a_length_of_ones_own(site: Site) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor), "reveal_limit": "other", "reveal_limit_number": "37"}
    assert set_up(visitor, visitor.post("/tables", form, BROWSER)).rules.reveal_limit == 37
    again = form_of(visitor)
    assert (again["reveal_limit"], again["reveal_limit_number"]) == ("other", "37")


def test_two_on_one_device_need_no_computer(site: Site) -> None:
    visitor = Visitor(site)
    form = form_of(visitor, "?mode=pass")
    assert form["computers"] == "0"
    found = set_up(visitor, visitor.post("/tables", form, BROWSER))
    assert (found.mode, found.rules.seats, found.computers) == ("pass", 2, 0)


def test_a_change_of_mode_brings_its_usual_number_of_computers(site: Site) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor), "mode": "pass"}
    assert set_up(visitor, visitor.post("/tables", form, BROWSER)).computers == 0


def test_play_now_repeats_custom_rules(site: Site) -> None:
    visitor = Visitor(site)
    first = set_up(visitor, visitor.post("/tables", {"preset": "party", "burn": "2"}))
    home = page(visitor, "/").sent()
    assert set_up(visitor, visitor.post("/tables", home, BROWSER)) == first


# Links


@given(
    rules=houses(),
    preset=st.sampled_from(list(PRESETS)),
    mode=st.sampled_from(["solo", "pass", "link"]),
    more=st.fixed_dictionaries(
        {},
        optional={
            "window_ms": st.sampled_from(["0", "300", "700", "2500"]),
            "claim_window_ms": st.sampled_from(["1500", "9000"]),
            "turning": st.sampled_from(["self", "person"]),
            "auto": st.sampled_from(["yes", "no"]),
            "order": st.sampled_from(["fair", "arrival"]),
            "cap": st.sampled_from(["0", "150", "350"]),
            "ties": st.sampled_from(["key", "void"]),
            "level": st.sampled_from(["easy", "mixed"]),
            "handover": st.sampled_from(["every", "pile", "never"]),
            "listening": st.sampled_from(["yes", "no"]),
            "computers": st.sampled_from(["0", "1", "3"]),
        },
    ),
)
def test_a_link_makes_the_set_up_again(
    rules: object, preset: str, mode: str, more: dict[str, str]
) -> None:
    texts = {}
    for name in rules.__slots__:  # type: ignore[attr-defined]
        value = getattr(rules, name)
        texts[name] = (
            ",".join(value)
            if isinstance(value, frozenset)
            else {True: "yes", False: "no", None: "none"}.get(value, str(value))
            if not isinstance(value, int) or isinstance(value, bool)
            else str(value)
        )
    if more.get("window_ms") == "0":
        texts["time_limit_s"] = "none"
    if mode != "link" or int(more.get("computers", "0")) > int(texts["seats"]) - 2:
        more = {name: value for name, value in more.items() if name != "computers"}
    setup = setup_from({**texts, "preset": preset, "mode": mode, **more})
    fields = differing(setup)
    assert setup_from(fields) == setup
    assert setup_from({**full(setup), "mode": mode}) == setup
    assert set(differing(setup_from({"preset": preset}))) == {"preset"}


def test_a_link_holds_only_what_differs_and_fills_the_form(site: Site) -> None:
    visitor = Visitor(site)
    wanted = {"preset": "party", "burn": "2", "slaps": "double,run", "computers": "5"}
    address = link(page(visitor, f"/new?{urlencode(wanted)}"))
    assert dict(parse_qsl(address.partition("?")[2])) == wanted
    form = form_of(visitor, f"?{address.partition('?')[2]}")
    assert (form["burn"], form["computers"], form["preset"]) == ("2", "5", "party")
    assert {name for name in form if name.startswith("slap_")} == {
        "slap_double",
        "slap_run",
        "slap_until_covered",
    }
    found = set_up(visitor, visitor.post("/tables", form, BROWSER))
    assert found == setup_from(wanted)


# The live summary


def test_a_change_is_told_in_words(site: Site) -> None:
    visitor = Visitor(site)
    told = summary(visitor, {**form_of(visitor), "burn": "2", "window_ms": "1000"})
    assert (
        "Different from Standard: 2 cards for a wrong slap and 1\N{NO-BREAK SPACE}s" in told.words
    )
    assert link(told) == "/new?preset=duel&burn=2&window_ms=1000"
    assert not told.all("input"), "the controls stay as they are"


def test_another_preset_brings_its_values_and_keeps_what_stays_legal(site: Site) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor), "preset": "slapjack", "burn": "2", "computers": "3"}
    told = summary(visitor, form)
    assert told.chosen("burn") == ["2"]
    assert told.chosen("slap_jack") == ["yes"]
    assert not told.chosen("challenges")
    assert told.all("input", name="computers")[0]["value"] == "3"
    assert told.all("input", name="base")[0]["value"] == "slapjack"
    # Doubles and sandwiches, both unticked, are legal only while honours ask.
    del form["slap_double"], form["slap_sandwich"]
    told = summary(visitor, form)
    assert told.chosen("slap_jack") == ["yes"]
    assert "Different from Slapjack: 2 cards for a wrong slap." in told.words


# My set-up


def test_my_set_up_is_kept_offered_and_played(site: Site) -> None:
    visitor = Visitor(site)
    assert not page(visitor, "/new").all("input", value="mine")
    form = {**form_of(visitor, "?preset=party"), "burn": "2", "mode": "pass", "computers": "2"}
    answer = visitor.post("/new/mine", form, BROWSER)
    assert answer.status == 303
    kept = page(visitor, answer.headers["location"])
    assert kept.chosen("preset") == ["mine"]
    assert "Saved as My set-up." in kept.words
    assert "Different from Party: 2 cards for a wrong slap." in kept.words
    # It is offered later, brings its own values, and can be changed like any other.
    mine = setup_from({"preset": "party", "burn": "2", "mode": "pass", "computers": "2"})
    later = {**form_of(visitor, "?preset=duel"), "preset": "mine"}
    assert set_up(visitor, visitor.post("/tables", later, BROWSER)) == mine
    form = {**form_of(visitor, "?preset=mine"), "burn": "1", "decks": "2"}
    found = set_up(visitor, visitor.post("/tables", form, BROWSER))
    assert (found.rules.burn, found.rules.decks, found.mode) == (1, 2, "pass")
    assert not page(Visitor(site), "/new").all("input", value="mine"), "another browser's own"


def test_looking_changes_nothing(site: Site) -> None:
    visitor = Visitor(site)
    visitor.post("/new/mine", form_of(visitor), BROWSER)
    before = site.kept()
    for path in ("/new", "/new?preset=mine&kept=yes", "/new/summary?preset=mine&burn=2"):
        visitor.get(path, **BROWSER)
        Visitor(site).get(path, **BROWSER)
    assert site.kept() == before
    assert Visitor(site).get("/new/mine", **BROWSER).status == 405
