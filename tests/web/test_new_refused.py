"""Set-ups that cannot be dealt: each shown again as it was typed, with what was wrong beside it."""

from collections.abc import Mapping
from urllib.parse import urlencode

import pytest

from app.web.catalogue import WORDS
from tests.web.site import BROWSER, Site, Visitor
from tests.web.test_new import HTMX, form_of
from tests.web.test_pages import Page, page

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
    ({"mode": "war"}, "mode", "“war” cannot be chosen here."),
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


def test_a_change_that_cannot_be_dealt_is_told_beside_its_control(site: Site) -> None:
    visitor = Visitor(site)
    form = {**form_of(visitor, "?preset=party"), "slap_run_wrap": "yes"}
    answer = visitor.get(f"/new/summary?{urlencode(form)}", **HTMX)
    assert "Runs that wrap need runs of three." in answer.text
    _, _, rest = answer.text.partition('<hx-partial id="error-slaps"')
    assert "problem" in rest.partition("</hx-partial>")[0]
    _, _, rest = answer.text.partition('<hx-partial id="error-burn"')
    assert "problem" not in rest.partition("</hx-partial>")[0]


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


def test_a_set_up_that_cannot_be_dealt_is_not_kept(site: Site) -> None:
    visitor = Visitor(site)
    answer = visitor.post("/new/mine", {**form_of(visitor), "computers": "8"}, BROWSER)
    assert (answer.status, visitor.cookie) == (422, "")
    assert "There can be 1 to 7 computers here." in beside(answer.text, "computers")
