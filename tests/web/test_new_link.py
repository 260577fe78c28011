"""A link match as it is set up: one press on home, the form, and its host's change of the rules."""

from urllib.parse import parse_qsl, urlencode

import pytest

from app.engine.rules import PRESETS
from app.table.setup import setup_from
from app.web.catalogue import WORDS
from app.web.new_form import differing
from tests.web.site import BROWSER, Site, Visitor, plain
from tests.web.test_new import HTMX, form_of, link, set_up, summary
from tests.web.test_new_refused import beside
from tests.web.test_pages import Page, page


def friends(visitor: Visitor, **fields: str) -> str:
    """A link match that this browser hosts; its id."""
    return visitor.open(mode="link", **fields)


def seated(site: Site, table: str, people: int) -> list[Visitor]:
    """So many other browsers sit down there."""
    found = [Visitor(site) for _ in range(people)]
    for each in found:
        assert each.post(f"/t/{table}/join").status == 204
    return found


def tiles(at: Page) -> list[tuple[str, dict[str, str]]]:
    """The forms of home's tiles: Play a friend, then Pass and play."""
    _, *found = at.forms()
    return found


# Home


def test_one_press_opens_a_table_for_up_to_four(site: Site) -> None:
    visitor = Visitor(site)
    home = page(visitor, "/")
    action, fields = tiles(home)[0]
    assert fields == {"mode": "link", "preset": "classic", "seats": "4"}
    assert "By link. Classic, four seats" in home.words
    found = set_up(visitor, visitor.post(action, fields, BROWSER))
    assert (found.mode, found.rules.seats, found.computers) == ("link", 4, 0)
    assert found.rules.time_limit_s == 25 * 60


def test_the_tile_repeats_the_last_link_match_and_play_now_the_last_other(site: Site) -> None:
    visitor = Visitor(site)
    visitor.open(preset="party", computers="4")
    table = friends(visitor, preset="strict", seats="5", computers="1", burn="2")
    home = page(visitor, "/")
    assert home.sent()["preset"] == "party"
    assert "By link. Club rules, changed, five seats" in home.words
    wanted = setup_from(
        {"mode": "link", "preset": "strict", "seats": "5", "computers": "1", "burn": "2"}
    )
    assert setup_from(tiles(home)[0][1]) == wanted
    form = form_of(visitor, "?mode=link")
    assert set_up(visitor, visitor.post("/tables", form, BROWSER)) == wanted
    # What the host changes it to is used last; and one person's games forget nothing of it.
    assert visitor.post(f"/t/{table}/rules", {"seats": "6"}).status == 204
    visitor.open(preset="doubles")
    home = page(visitor, "/")
    assert setup_from(tiles(home)[0][1]).rules.seats == 6
    assert home.sent()["preset"] == "doubles"


def test_change_leads_to_the_form_of_that_mode(site: Site) -> None:
    visitor = Visitor(site)
    for address in ("/new?mode=link", "/new?mode=pass"):
        assert page(visitor, "/").all("a", href=address)
    at = page(visitor, "/new?mode=link")
    assert (at.chosen("preset"), at.chosen("mode")) == (["classic"], ["link"])
    assert at.sent()["seats"] == "4"


def test_home_says_who_waits_at_a_link_match(site: Site) -> None:
    host = Visitor(site)
    table = friends(host, preset="quartet")
    home = page(host, "/").words
    assert "Nobody else is here yet" in home
    assert "3 seats are free" in home
    assert "Four at the table · waiting for the deal" in home
    guest = Visitor(site)
    guest.post(f"/t/{table}/join", {"name": "Ada"})
    answer = host.get("/", **BROWSER)
    assert "With Ada" in Page(answer).words
    assert 'aria-label="Continue: your table with Ada"' in answer.text
    assert "With Player" in page(guest, "/").words
    seated(site, table, 2)
    assert "All seats are taken" in page(host, "/").words
    assert host.post(f"/t/{table}/close").status == 204
    assert not page(host, "/").all("a", href=f"/t/{table}#continue")


# The form


def test_the_form_asks_for_what_applies_to_a_link_match(site: Site) -> None:
    names = {each["name"] for each in page(Visitor(site), "/new?mode=link").all("input")}
    assert {"seats", "computers", "order", "cap", "ties", "time_limit_s", "reveal_limit"} <= names
    assert not names & {"auto", "turning", "handover", "listening"}
    for mode in ("solo", "pass"):
        names = {each["name"] for each in page(Visitor(site), f"/new?mode={mode}").all("input")}
        assert not names & {"seats", "order", "cap"}
        assert {"auto", "turning", "handover", "ties", "time_limit_s"} <= names


def test_the_form_shows_what_is_usual(site: Site) -> None:
    at = page(Visitor(site), "/new?mode=link&preset=classic")
    assert at.chosen("time_limit_s") == [""]
    assert "Usual here: 15 minutes of play." in at.words
    assert (at.chosen("order"), at.chosen("cap"), at.chosen("ties")) == (["fair"], [""], ["key"])
    assert page(Visitor(site), "/new?mode=link&preset=strict").chosen("ties") == ["void"]
    told = summary(Visitor(site), {**at.sent(), "seats": "3"}).words
    assert "Usual here: 25 minutes of play." in told
    told = summary(Visitor(site), {**at.sent(), "reveal_limit": "200"}).words
    assert "Usual here: none" in told
    assert "Open the table" in told


@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_as_it_stands_opens_the_preset_for_friends(site: Site, preset: str) -> None:
    visitor = Visitor(site)
    form = form_of(visitor, f"?mode=link&preset={preset}")
    found = set_up(visitor, visitor.post("/tables", form, BROWSER))
    assert found == setup_from({"preset": preset, "mode": "link"})
    assert found.rules.seats == max(2, PRESETS[preset].rules.seats)


WHOLE = {
    "preset": "party",
    "mode": "link",
    "seats": "7",
    "computers": "2",
    "level": "hard",
    "burn": "2",
    "window_ms": "3000",
    "time_limit_s": "none",
    "order": "arrival",
    "cap": "150",
    "ties": "void",
}


def test_every_choice_is_carried_by_the_form_its_link_and_my_set_up(site: Site) -> None:
    visitor, wanted = Visitor(site), setup_from(WHOLE)
    at = page(visitor, f"/new?{urlencode(WHOLE)}")
    assert dict(parse_qsl(link(at).partition("?")[2])) == WHOLE
    form = at.sent()
    assert {name: form[name] for name in WHOLE} == WHOLE
    assert set_up(visitor, visitor.post("/tables", form, BROWSER)) == wanted
    kept = page(visitor, visitor.post("/new/mine", form, BROWSER).headers["location"])
    assert kept.chosen("preset") == ["mine"]
    assert set_up(visitor, visitor.post("/tables", kept.sent(), BROWSER)) == wanted
    later = {**form_of(visitor, "?preset=duel"), "preset": "mine"}
    assert set_up(visitor, visitor.post("/tables", later, BROWSER)) == wanted


def test_another_mode_leaves_behind_what_does_not_apply_to_it(site: Site) -> None:
    visitor = Visitor(site)
    solo = {**form_of(visitor, "?preset=party"), "mode": "link", "auto": "yes", "burn": "2"}
    found = set_up(visitor, visitor.post("/tables", solo, BROWSER))
    assert (found.auto, found.computers, found.rules.seats, found.rules.burn) == (False, 0, 4, 2)
    back = {**form_of(visitor, f"?{urlencode(WHOLE)}"), "mode": "solo", "computers": "3"}
    found = set_up(visitor, visitor.post("/tables", back, BROWSER))
    assert (found.mode, found.rules.seats, found.order, found.cap) == ("solo", 4, "fair", 350)
    assert found.rules.burn == 2


def test_my_own_set_up_for_one_device_is_played_with_friends(site: Site) -> None:
    visitor = Visitor(site)
    own = {**form_of(visitor, "?preset=quartet"), "auto": "yes", "burn": "2", "computers": "5"}
    visitor.post("/new/mine", own, BROWSER)
    at = page(visitor, "/new?preset=mine&mode=link")
    assert at.chosen("mode") == ["link"]
    found = set_up(visitor, visitor.post("/tables", at.sent(), BROWSER))
    assert (found.computers, found.rules.burn, found.auto) == (5, 2, False)
    assert found.rules.time_limit_s == 25 * 60
    # What is its own value elsewhere is a choice here.
    untimed = {**at.sent(), "time_limit_s": "none"}
    found = set_up(visitor, visitor.post("/tables", untimed, BROWSER))
    assert found.rules.time_limit_s is None


@pytest.mark.parametrize(
    ("typed", "control", "sentence"),
    [
        ({"seats": "9"}, "seats", "A table has two to eight seats."),
        ({"seats": "x"}, "seats", "A table has two to eight seats."),
        ({"seats": "2", "computers": "1"}, "seats", "For two people and one computer there must"),
        ({"seats": "4", "computers": "3"}, "seats", "two people and three computers there must be"),
        ({"computers": "7"}, "computers", "There can be 0 to 6 computers here."),
        ({"cap": "200"}, "cap", "“200” cannot be chosen here."),
        ({"order": "luck"}, "order", "“luck” cannot be chosen here."),
        ({"time_limit_s": "600", "window_ms": "0"}, "time_limit_s", WORDS["refused_untimed"]),
    ],
)
def test_a_refused_link_match_is_shown_again_as_it_was_typed(
    site: Site, typed: dict[str, str], control: str, sentence: str
) -> None:
    fields = {**WHOLE, "order": "fair", "time_limit_s": "600", **typed}
    visitor = Visitor(site)
    answer = visitor.post("/tables", fields, BROWSER)
    assert (answer.status, visitor.cookie) == (422, "")
    again = Page(answer)
    assert sentence in beside(answer.text, control)
    assert len(again.all("p", role="alert")) == 1
    sent, offered = again.sent(), {"seats", "computers"}
    for name, value in fields.items():
        if name not in typed or name in offered:
            assert sent[name] == value, name
    plain(visitor.post("/tables", fields))


def test_presets_say_how_many_they_are_for_and_other_numbers_differ(site: Site) -> None:
    for preset in PRESETS.values():
        for seats in range(2, 9):
            fields = {"mode": "link", "preset": preset.name, "seats": str(seats)}
            told = page(Visitor(site), f"/new?{urlencode(fields)}").words
            usual = preset.seats_min <= seats <= preset.seats_max
            assert (f"Different from {preset.title}: {seats} players." not in told) is usual


# The host changes the rules


def test_the_host_changes_the_rules_with_the_same_form(site: Site) -> None:
    host = Visitor(site)
    table = friends(host, preset="strict", seats="5", computers="1", burn="2", cap="150")
    at = page(host, f"/new?table={table}")
    assert "Change the rules" in at.words
    assert at.all("a", href=f"/t/{table}")
    assert not at.all("input", name="mode", type="radio")
    ((action, form),) = at.forms()
    assert action == f"/t/{table}/rules"
    before = host.site.kept(table)[2]
    form = {**form, "seats": "6", "time_limit_s": "600", "slap_tens": "yes"}
    answer = host.post(action, form, BROWSER)
    assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
    assert host.site.kept(table)[2] != before
    wanted = {"mode": "link", "preset": "strict", "computers": "1", "burn": "2", "cap": "150"}
    wanted |= {"seats": "6", "time_limit_s": "600", "slaps": "double,sandwich,tens"}
    again = form_of(host, f"?table={table}")
    for name, value in differing(setup_from(wanted)).items():
        if name != "slaps":
            assert again[name] == value, name
    assert again["slap_tens"] == "yes"
    assert len(host.state(table)["seats"]) == 6


def test_the_host_chooses_another_preset_or_my_set_up(site: Site) -> None:
    host = Visitor(site)
    host.post("/new/mine", {"preset": "duel", "auto": "yes", "burn": "2", "computers": "2"})
    table = friends(host, preset="strict", seats="5")
    form = form_of(host, f"?table={table}")
    told = summary(host, {**form, "preset": "slapjack"})
    assert told.chosen("slap_jack") == ["yes"]
    assert told.all("input", name="table")[0]["value"] == table
    assert host.post(f"/t/{table}/rules", {**form, "preset": "mine"}, BROWSER).status == 303
    at = page(host, f"/new?table={table}")
    assert (at.chosen("preset"), at.chosen("burn")) == (["duel"], ["2"])
    assert at.sent()["computers"] == "2"


@pytest.mark.parametrize("seats", ["2", "3"])
def test_too_few_seats_for_who_is_there_is_said_beside_the_control(site: Site, seats: str) -> None:
    host = Visitor(site)
    table = friends(host, seats="5", computers="1", preset="party")
    seated(site, table, 2)
    at = page(host, f"/new?table={table}")
    assert "Three people are here." in at.words
    form = {**at.sent(), "seats": seats, "burn": "2"}
    why = (
        "For three people and one computer there must be four seats or more."
        if seats == "3"
        else "For two people and one computer there must be three seats or more."
    )
    answer = host.get(f"/new/summary?{urlencode(form)}", **HTMX)
    _, _, rest = answer.text.partition('<hx-partial id="error-seats"')
    assert why in rest.partition("</hx-partial>")[0]
    answer = host.post(f"/t/{table}/rules", form, BROWSER)
    assert answer.status == 422
    assert why in beside(answer.text, "seats")
    again = Page(answer).sent()
    assert (again["seats"], again["burn"], again["table"]) == (seats, "2", table)
    answer = host.post(f"/t/{table}/rules", {"seats": seats})
    assert answer.status == (409 if seats == "3" else 422)
    plain(answer)


def test_a_refused_change_is_a_form_for_a_page_and_a_sentence_for_the_script(site: Site) -> None:
    host = Visitor(site)
    table = friends(host, preset="party")
    form = {**form_of(host, f"?table={table}"), "slap_run_wrap": "yes", "burn": "2"}
    before = site.kept(table)
    answer = host.post(f"/t/{table}/rules", form, BROWSER)
    assert answer.status == 422
    assert "Runs that wrap need runs of three." in beside(answer.text, "slaps")
    ((action, again),) = Page(answer).forms()
    assert (action, again["burn"]) == (f"/t/{table}/rules", "2")
    answer = host.post(f"/t/{table}/rules", form)
    assert answer.status == 422
    plain(answer)
    assert site.kept(table) == before
    # Whoever may not change them is not shown a form that would.
    stranger = seated(site, table, 1)[0]
    assert "<form" not in stranger.post(f"/t/{table}/rules", {"burn": "7"}, BROWSER).text


def test_nobody_else_is_shown_the_form_of_a_table(site: Site) -> None:
    host = Visitor(site)
    table = friends(host, seats="3")
    (guest,) = seated(site, table, 1)
    for visitor in (guest, Visitor(site)):
        answer = visitor.get(f"/new?table={table}", **BROWSER)
        assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
    device = host.open(preset="duel")
    answer = host.get(f"/new?table={device}", **BROWSER)
    assert answer.headers["location"] == f"/t/{device}"
    for wrong in ("nowhere", "A" * 22, "..", "", "%F0%9F%92%A9"):
        answer = host.get(f"/new?table={wrong}", **BROWSER)
        assert (answer.status, answer.headers["location"]) == (303, "/new")
    assert host.post(f"/t/{table}/close").status == 204
    assert host.get(f"/new?table={table}", **BROWSER).status == 303


def test_a_part_of_the_form_changes_only_that_and_what_follows_it(site: Site) -> None:
    host = Visitor(site)
    table = friends(host, preset="classic", seats="4", burn="2")
    assert host.post(f"/t/{table}/rules", {"seats": "2"}).status == 204
    at = page(host, f"/new?table={table}")
    assert "After 15 minutes of play" in at.words
    assert at.chosen("burn") == ["2"]
    assert host.post(f"/t/{table}/rules", {"time_limit_s": "none"}).status == 204
    assert "There is no other limit." in page(host, f"/new?table={table}").words
