"""The page that checks a deal, in a real browser: what it works out, and what it finds."""

import hashlib
import json
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from playwright.sync_api import Browser, FilePayload, Page

from app.engine.events import Reason
from app.table.proof import proof
from app.web.assets import Assets
from app.web.check_view import STEPS, check_page
from app.web.templating import Templates
from tests.browser.conftest import Visit
from tests.browser.seen import context
from tests.deals import COUNTING, Deal, any_game, flipped, vectors
from tests.table.finished import DAY_SEED, again, finished, finished_daily
from tests.web.served import ROOT, Served

ANY = (6, 135, 377, 64)
"""Games of any rules in which every kind of event comes."""
RARE = (135, 146, 147, 175, 377, 410, 512)
"""Games with what seldom happens: a claim that lapses, a draw, the last one standing."""

WRONG_STEP = """async (deals) => {
  const { proof } = await import("/static/check.js");
  const found = [];
  for (const deal of deals) {
    const steps = await proof(deal);
    found.push(steps.findIndex((step) => !step.right) + 1);
  }
  return found;
}"""
WRONG_ACTION = """async (deals) => {
  const { flow } = await import("/static/check.js");
  return deals.map((deal) => flow(deal, deal.deck).at);
}"""
WORKED_OUT = """async (deal) => {
  const check = await import("/static/check.js");
  const daily = "date" in deal;
  const seed = check.bytes(daily ? deal.day_seed : deal.server_seed);
  const seeds = deal.seats.map((seat) => check.bytes(daily ? "" : seat.seed));
  const game = daily ? ["daily:" + deal.date, 1] : [deal.id, deal.deal];
  const made = await check.dealSeed(seed, ...game, seeds);
  const { decks, jokers } = deal.rules;
  const deck = await check.shuffled(made, decks, jokers !== "none");
  const dealer = await check.lot(made, seeds.length);
  return {
    commitment: check.hex(await check.commitment(seed, daily)),
    deal_seed: check.hex(made),
    deck,
    dealer,
    stacks: check.dealt(deck, seeds.length, dealer),
    ties: await Promise.all([0, 1, 2, 3].map(async (seat) => check.hex(
      await check.hmac(made, [...check.tag("ers:tie:1"), ...check.u32(9), seat])))),
  };
}"""
DAY_SEED_OF = """async ([key, date]) => {
  const { bytes, hex, hmac, tag } = await import("/static/check.js");
  return hex(await hmac(bytes(key), [...tag("ers:daily:1"), ...new TextEncoder().encode(date)]));
}"""


@pytest.fixture(scope="module")
def here(browser: Browser, server: Served) -> Iterator[Page]:
    """A page of ours, which may load the module."""
    person = context(browser)
    page = person.new_page()
    page.goto(f"http://127.0.0.1:{server.port}/")
    yield page
    person.close()


def worked_out(here: Page, deal: Deal) -> dict[str, Any]:
    found: dict[str, Any] = here.evaluate(WORKED_OUT, deal)
    return found


@pytest.mark.parametrize("name", ["V1", "V2", "V3"])
def test_the_browser_agrees_with_the_vectors(here: Page, name: str) -> None:
    deal = vectors()[name]
    found = worked_out(here, deal)
    assert {key: found[key] for key in ("commitment", "deal_seed", "deck")} == {
        key: deal[key] for key in ("commitment", "deal_seed", "deck")
    }
    assert found["dealer"] == deal["dealer"]["seat"]
    # The result alone does not agree: in a vector nothing has happened yet.
    assert here.evaluate(WRONG_STEP, [deal]) == [6]


def test_the_browser_knows_the_rest_of_the_vectors(here: Page) -> None:
    first = worked_out(here, vectors()["V1"])
    assert [stack[:3] for stack in first["stacks"]] == [["QC", "6S", "KD"], ["QH", "4S", "AS"]]
    joined = " ".join(worked_out(here, vectors()["V2"])["deck"]).encode()
    assert hashlib.sha256(joined).hexdigest() == (
        "24a1336d34afc9a0eff2308acef64e0ac3478f2a4be38338c85af0ef50259809"
    )
    ties = worked_out(here, vectors()["V3"])["ties"]
    assert [tie[:8] for tie in ties] == ["94e3dfc4", "5e0bf6b8", "ab3581c4", "cbeaa66c"]
    assert here.evaluate(DAY_SEED_OF, [COUNTING, "2026-12-01"]) == DAY_SEED.hex()


def test_every_game_that_the_engine_plays_agrees(here: Page) -> None:
    """By any house's rules, with slaps out of turn, strikes, last chances and draws."""
    deals = [any_game(number) for number in (*range(100), *RARE)]
    assert {deal["result"]["reason"] for deal in deals} == {*get_args(Reason)}
    events = {event[0] for deal in deals for events in deal["events"] for event in events}
    assert events >= {"struck", "out", "lapsed", "last_chance", "claimed", "burned"}
    assert here.evaluate(WRONG_STEP, deals) == [0] * len(deals)


def tables() -> dict[str, Deal]:
    party = finished(preset="party", computers=4, jokers="challenge", reveal_limit=80)
    daily, duel = finished_daily(), again(finished(seed=1), seed=1)
    found = {"party": party, "daily": daily, "duel by turn": duel}
    made = {name: proof(table.log, table.core.ledger.public_id) for name, table in found.items()}
    return {**made, **{f"any {number}": any_game(number) for number in ANY}}


def first_changed(deal: Deal, changed: Deal) -> int:
    """The number of the first action that differs."""
    pairs = [zip(each["actions"], each["events"], strict=True) for each in (deal, changed)]
    return next(
        i for i, (one, other) in enumerate(zip(*pairs, strict=True), start=1) if one != other
    )


TABLES = ("party", "daily", "duel by turn", *(f"any {number}" for number in ANY))


@pytest.mark.parametrize("name", TABLES)
def test_a_flipped_bit_is_found_where_it_is(here: Page, name: str) -> None:
    deal = tables()[name]
    made = flipped(deal)
    found = here.evaluate(WRONG_STEP, [deal, *(changed for _, changed in made.values())])
    assert found[0] == 0
    for (what, (step, _)), wrong in zip(made.items(), found[1:], strict=True):
        assert wrong == step, what
    log = {what: changed for what, (step, changed) in made.items() if step == 5}
    found = here.evaluate(WRONG_ACTION, list(log.values()))
    for (what, changed), at in zip(log.items(), found, strict=True):
        assert at == first_changed(deal, changed), what


def test_a_log_that_is_too_long_or_too_short_is_found(here: Page) -> None:
    deal = tables()["duel by turn"]
    longer = {**deal, "actions": [*deal["actions"], "close"], "events": [*deal["events"], []]}
    shorter = {**deal, "actions": deal["actions"][:-1], "events": deal["events"][:-1]}
    beyond = {**deal, "events": [[["revealed", 9, "7S", 1]], *deal["events"][1:]]}
    assert here.evaluate(WRONG_STEP, [longer, shorter, beyond]) == [5, 6, 5]


def test_an_action_that_causes_what_it_cannot_is_found(here: Page) -> None:
    deal = tables()["duel by turn"]
    told = list(zip(deal["actions"], deal["events"], strict=True))
    close = told.index(("close", []))
    taken = next(i for i, (what, events) in enumerate(told) if what == "close" and events)
    burn = next(i for i, (_, events) in enumerate(told) if events and events[0][0] == "burned")
    changes = {close: ("close", [["constructor", 0]]), taken: ("reveal", told[taken][1])}
    for at, one in {**changes, burn: (told[burn][0], [])}.items():
        made = [*told[:at], one, *told[at + 1 :]]
        actions, events = zip(*made, strict=True)
        changed = {**deal, "actions": actions, "events": events}
        assert here.evaluate(WRONG_ACTION, [changed]) == [at + 1]


# The page


def verdict(page: Page, text: str) -> None:
    page.locator("#verdict", has_text=text).wait_for()


def marks(page: Page) -> dict[str, str | None]:
    """What is shown of each step."""
    lines = page.locator("[data-step]").all()
    return {
        str(line.get_attribute("data-step")): line.get_attribute("data-found") for line in lines
    }


def give(page: Page, content: str) -> None:
    """Choose a file of this content."""
    file = FilePayload(name="game.json", mimeType="application/json", buffer=content.encode())
    page.locator("input[type=file]").set_input_files(file)


def test_from_the_result_to_a_checked_deal_and_to_broken_ones(visit: Visit) -> None:
    quick = {"reveal_limit": "10", "auto": "yes", "window_ms": "300"}
    table = visit().open(preset="duel", computers="1", **quick)
    table.wait("s.table === 'over'", timeout_s=50)
    page = table.page
    page.locator("#result .seal summary").click()
    page.get_by_role("link", name="Check this deal").click()
    page.wait_for_url("**/replay/*/check")
    verdict(page, "Everything agrees.")
    assert marks(page) == dict.fromkeys(STEPS, "right")
    # The file that the page offers, and what somebody may have made of it.
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the deal file").click()
    text = coming.value.path().read_text()
    deal = json.loads(text)
    assert coming.value.suggested_filename == f"slapback-{deal['id']}.json"
    for what in (
        "server_seed, bit 100",
        "commitment, bit 0",
        "deck, card 30, 0",
        "log, revealed, 2",
    ):
        step, changed = flipped(deal)[what]
        give(page, json.dumps(changed))
        means = page.locator(f"[data-step={STEPS[step - 1]}]").get_attribute("data-means")
        verdict(page, str(means))
        assert marks(page)[STEPS[step - 1]] == "wrong", what
        assert list(marks(page).values())[: step - 1] == ["right"] * (step - 1)
    says = page.locator("[data-step=cards] .found").inner_text()
    assert says.startswith("The cards cannot follow action 1: reveal")
    endless = ({"decks": 5}, {"seats": 300}, {"decks": 1.5})
    for malformed in (
        *("", "{}", "[", json.dumps({**deal, "seats": None})),
        *(json.dumps({**deal, "rules": {**deal["rules"], **wrong}}) for wrong in endless),
    ):
        give(page, malformed)
        verdict(page, "This is no deal file of ours, or not a whole one.")
        assert set(marks(page).values()) == {None}
    give(page, text)
    verdict(page, "Everything agrees.")
    assert marks(page) == dict.fromkeys(STEPS, "right")


def test_without_web_crypto_the_page_says_so(browser: Browser) -> None:
    """At an address without https no browser has it."""
    assets = Assets(ROOT / "static")
    html = Templates(assets.url).page_html("check", check_page(tables()["party"]))
    person = context(browser)
    page = person.new_page()

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix("http://play.example")
        found = assets.find(path.removeprefix("/static/"))
        if found is None:
            route.fulfill(body=html, content_type="text/html")
        else:
            route.fulfill(body=found[0].body, content_type=found[0].media_type)

    page.route("http://play.example/**", answer)
    page.goto("http://play.example/replay/x/check")
    assert page.evaluate("() => crypto.subtle === undefined")
    verdict(page, "only at an address with https")
    assert set(marks(page).values()) == {None}
    assert not page.locator("input[type=file]").is_visible()
    person.close()
