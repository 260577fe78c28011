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
from app.web.new_form import differing
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


# What was refused


REFUSED = [
    ({"burn": "9"}, "burn", "“9” cannot be chosen here."),
    ({"level": "godlike"}, "level", "“godlike” cannot be chosen here."),
    ({"computers": "9"}, "computers", "There can be 1 to 7 computers here."),
    ({"computers": "0"}, "computers", "There can be 1 to 7 computers here."),
    ({"reveal_limit": "9"}, "reveal_limit", WORDS["refused_reveal_limit"]),
    ({"joker_chances": "0"}, "joker_chances", WORDS["refused_joker_chances"]),
    ({"slaps": "double,run_wrap"}, "slaps", "Runs that wrap need runs of three."),
    ({"slaps": "joker"}, "slaps", WORDS["refused_joker"]),
    ({"slaps": "", "challenges": "no"}, "slaps", WORDS["refused_nothing"]),
    ({"slaps": "<script>x</script>"}, "slaps", "“<script>x</script>” is nothing that can be"),
    ({"time_limit_s": "5"}, "time_limit_s", "“5” cannot be chosen here."),
    ({"time_limit_s": "300", "window_ms": "0"}, "time_limit_s", WORDS["refused_untimed"]),
    ({"mode": "link"}, "mode", "“link” cannot be chosen here."),
]


def beside(html: str, name: str) -> str:
    """What stands beside a control as wrong."""
    _, found, rest = html.partition(f'id="error-{name}"')
    assert found, name
    return rest.partition("</div>")[0]


@pytest.mark.parametrize(("typed", "control", "sentence"), REFUSED)
def test_a_refused_set_up_is_shown_again_as_it_was_typed(
    site: Site, typed: Mapping[str, str], control: str, sentence: str
) -> None:
    fields = {"preset": "party", "computers": "5", "window_ms": "3000", "auto": "yes", "burn": "2"}
    fields |= {"level": "hard", "reveal_limit": "240", **typed}
    visitor = Visitor(site)
    answer = visitor.post("/tables", fields, BROWSER)
    assert (answer.status, visitor.cookie) == (422, "")
    again, html = Page(answer), answer.text.replace("&lt;", "<").replace("&gt;", ">")
    assert sentence in beside(html, control)
    assert len(again.all("p", role="alert")) == 1
    sent = {**again.sent(), "reveal_limit": again.sent()["reveal_limit_number"]}
    offered = {each["name"]: each for each in again.all("input") if each.get("type") == "number"}
    for name, value in fields.items():
        if name not in typed or name in offered:
            assert sent[name] == value, name
    assert "<script>x" not in answer.text


@pytest.mark.parametrize(
    ("typed", "opened", "focused"),
    [
        ({"computers": "9"}, False, ("computers", "9")),
        ({"computers": "9", "burn": "2"}, True, ("computers", "9")),
        ({"burn": "2", "time_limit_s": "300", "window_ms": "0"}, True, ("time_limit_s", "300")),
        ({"slaps": "double,run_wrap"}, True, ("slap_double", "yes")),
        ({"burn": "7"}, True, ("burn", "1")),
        ({"reveal_limit": "9"}, False, ("reveal_limit_number", "9")),
        ({"joker_chances": "0"}, True, ("joker_chances", "0")),
        ({"preset": "nothing"}, False, ("preset", "duel")),
    ],
)
def test_a_refusal_opens_its_part_and_has_the_focus(
    site: Site, typed: dict[str, str], opened: bool, focused: tuple[str, str]
) -> None:
    visitor = Visitor(site)
    again = Page(visitor.post("/tables", {"preset": "duel", **typed}, BROWSER))
    assert ["open" in each for each in again.all("details", id="custom")] == [opened]
    (at,) = (each for _, each in again.elements if "autofocus" in each)
    assert (at["name"], at["value"]) == focused
    for path in ("/new", "/new/summary"):
        asked = visitor.get(f"{path}?{urlencode({'preset': 'duel', **typed})}", **BROWSER)
        assert "autofocus" not in asked.text, "nobody is taken away from where they are"


def test_everything_that_is_wrong_is_said_at_once(site: Site) -> None:
    query = "preset=party&computers=9&slaps=run_wrap&reveal_limit=5&colour=%3Cb%3Ered"
    answer = Visitor(site).get(f"/new?{query}", **BROWSER)
    assert answer.status == 200
    for control in ("computers", "slaps", "reveal_limit"):
        assert "problem" in beside(answer.text, control)
    assert "“&lt;b&gt;red” is not part of a set-up." in answer.text


@pytest.mark.parametrize(
    "query",
    (
        "% %ff=%fe preset=%00 a = && preset=duel&preset=duel preset=mine boxes=yes kept=yes "
        "preset=&mode=&base=&boxes= base=nothing&base_mode=x&preset=duel reveal_limit=other "
        "computers=%F0%9F%92%A9 window_ms=-1 seats=8 base=mine&preset=mine mode=pass&seats=9 "
        "preset=mine&boxes=yes&base=duel base=duel&base_mode=zzz preset=party&decks=99999999999 x="
        + "y"
        * 9000
    ).split(" "),
)
def test_a_hostile_link_is_a_page(site: Site, query: str) -> None:
    for path in ("/new", "/new/summary"):
        answer = Visitor(site).get(f"{path}?{query}", **BROWSER)
        assert answer.status == 200, answer.text
        assert "Traceback" not in answer.text


def test_a_script_gets_the_engines_sentence(site: Site) -> None:
    answer = Visitor(site).post("/tables", {"slaps": "run_wrap"})
    assert answer.status == 422
    assert answer.text == "slaps: run_wrap needs run; add run or leave run_wrap out."


# Links


@given(
    rules=houses(),
    preset=st.sampled_from(list(PRESETS)),
    mode=st.sampled_from(["solo", "pass"]),
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
    setup = setup_from({**texts, "preset": preset, "mode": mode, **more})
    fields = differing(setup)
    assert setup_from(fields) == setup
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


def test_a_change_that_cannot_be_dealt_is_told_beside_its_control(site: Site) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor, "?preset=party"), "slap_run_wrap": "yes"}
    answer = visitor.get(f"/new/summary?{urlencode(form)}", **HTMX)
    assert "Runs that wrap need runs of three." in answer.text
    _, _, rest = answer.text.partition('<hx-partial id="error-slaps"')
    assert "problem" in rest.partition("</hx-partial>")[0]
    _, _, rest = answer.text.partition('<hx-partial id="error-burn"')
    assert "problem" not in rest.partition("</hx-partial>")[0]


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


def test_a_set_up_that_cannot_be_dealt_is_not_kept(site: Site) -> None:
    visitor = Visitor(site)
    answer = visitor.post("/new/mine", {**form_of(visitor), "computers": "8"}, BROWSER)
    assert (answer.status, visitor.cookie) == (422, "")
    assert "There can be 1 to 7 computers here." in beside(answer.text, "computers")


def test_no_timer_holds_a_time_limit_back(site: Site) -> None:
    visitor = Visitor(site)

    def timed(**typed: str) -> tuple[bool, bool]:
        at = page(visitor, f"/new?{urlencode(typed)}")
        (limits,) = (each for tag, each in at.elements if "time_limit_s" in each.get("class", ""))
        assert limits["data-needs"] == "timed=yes"
        assert WORDS["why_time_limit_s"] in at.words
        told = visitor.get(f"/new/summary?{urlencode(typed)}", **HTMX).text
        held = '<hx-partial id="timed" hx-swap="innerHTML">no</hx-partial>' in told
        assert (
            'id="timed" hidden>no</output>' in visitor.get("/new?" + urlencode(typed)).text
        ) is held
        return WORDS["refused_untimed"] in told, held

    assert timed(window_ms="0") == (False, True)
    assert timed(window_ms="3000", time_limit_s="300") == (False, False)
    assert timed(window_ms="0", time_limit_s="300") == (True, False), "either can be taken back"


def test_looking_changes_nothing(site: Site) -> None:
    visitor = Visitor(site)
    visitor.post("/new/mine", form_of(visitor), BROWSER)
    before = site.kept()
    for path in ("/new", "/new?preset=mine&kept=yes", "/new/summary?preset=mine&burn=2"):
        visitor.get(path, **BROWSER)
        Visitor(site).get(path, **BROWSER)
    assert site.kept() == before
    assert Visitor(site).get("/new/mine", **BROWSER).status == 405
