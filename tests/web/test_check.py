"""A finished game's deal file and check page: who gets them, when, and what they show."""

import json
import sqlite3
from contextlib import closing
from html import unescape

import pytest

from app.check.deal import steps
from app.check.deal_file import read
from app.days import DAY_MS, begins_ms
from app.table.setup import daily_setup
from app.web.check_view import STEPS, check_page, sealed_page
from tests.deals import vectors
from tests.table.finished import DATE, DAY_SEED
from tests.web.site import BROWSER, Answer, Site, Visitor, plain

SHOWN_MS = begins_ms(DATE) + DAY_MS + 3 * 60 * 60 * 1000
SHOWN = "2 Dec 2026, 03:00\N{NO-BREAK SPACE}UTC"


def game_at(site: Site, table: str) -> str:
    """The public id of the newest game at a table."""
    return str(site.kept(table)[4][-1][0])


@pytest.fixture(scope="module")
def game(site: Site, over: str) -> str:
    """A finished game of `visitor`."""
    return game_at(site, over)


@pytest.fixture(scope="module")
def daily(site: Site, visitor: Visitor, over: str) -> str:
    """A finished try at a daily, on its day; by `over` its `visitor` is known."""
    site.wall_ms = begins_ms(DATE) + 1000
    house, scope = site.app.state.house, {"headers": [(b"cookie", visitor.cookie.encode())]}

    async def opened() -> str:
        browser = await house.identity.browser(scope)
        live = await house.lobby.open(daily_setup(DATE), browser, ("Ada",), DAY_SEED)
        return str(live.id)

    table = site.run(opened)
    assert visitor.post(f"/t/{table}/ready", {"seed": "11" * 16}).status == 204
    assert visitor.post(f"/t/{table}/auto", {"on": "yes"}).status == 204
    visitor.finish(table)
    return game_at(site, table)


def get(who: Visitor, game: str, what: str) -> Answer:
    return who.get(f"/replay/{game}/{what}", **BROWSER)


def test_the_deal_file_comes_as_a_file_and_agrees(site: Site, over: str, game: str) -> None:
    answer = Visitor(site).get(f"/replay/{game}/deal")
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == f'attachment; filename="slapback-{game}.json"'
    file = read(answer.text)
    assert all(step.right for step in steps(file))
    row = dict(zip(("id", "table", "deal", "server_seed"), site.kept(over)[4][-1], strict=False))
    assert (file.id, file.deal) == (game, row["deal"])
    assert file.seed.hex() == row["server_seed"]
    assert Visitor(site).get(f"/t/{over}/record").json()["actions"] == list(file.actions)


@pytest.mark.parametrize("what", ["deal", "check"])
@pytest.mark.parametrize("unknown", ["A" * 22, "x", "a" * 23, "%00", "-" * 22])
def test_what_is_no_finished_game_is_not_found(site: Site, unknown: str, what: str) -> None:
    answer = Visitor(site).get(f"/replay/{unknown}/{what}")
    assert answer.status == 404
    plain(answer)


@pytest.mark.parametrize("what", ["deal", "check"])
def test_a_game_that_runs_is_not_found(site: Site, visitor: Visitor, what: str) -> None:
    table = visitor.deal()
    assert visitor.get(f"/replay/{game_at(site, table)}/{what}").status == 404
    visitor.turn(table)
    assert visitor.get(f"/replay/{game_at(site, table)}/{what}").status == 404


@pytest.mark.parametrize("what", ["deal", "check"])
def test_a_private_game_is_for_who_played_it(
    site: Site, visitor: Visitor, stranger: Visitor, game: str, what: str
) -> None:
    def private(value: int) -> None:
        with closing(sqlite3.connect(site.database)) as file, file:
            file.execute("UPDATE games SET private = ? WHERE id = ?", (value, game))

    nobody = Visitor(site)
    for who in (visitor, stranger, nobody):
        assert get(who, game, what).status == 200
    private(1)
    try:
        assert get(visitor, game, what).status == 200
        for who in (stranger, nobody):
            answer = get(who, game, what)
            assert answer.status == 404
            assert answer.text == get(who, "A" * 22, what).text, "nor is it said that it is there"
    finally:
        private(0)


def test_a_daily_is_shown_once_its_day_is_long_over(
    site: Site, visitor: Visitor, daily: str
) -> None:
    for now in (begins_ms(DATE), SHOWN_MS - 1):
        site.wall_ms = now
        file = visitor.get(f"/replay/{daily}/deal")
        assert file.status == 409
        assert SHOWN in file.text
        page = visitor.get(f"/replay/{daily}/check")
        assert page.status == 200
        assert SHOWN in page.text
        assert vectors()["V3"]["commitment"] in page.text
        for answer in (file, page, get(visitor, daily, "deal")):
            assert DAY_SEED.hex() not in answer.text
            assert vectors()["V3"]["deal_seed"] not in answer.text
            assert "7C QH" not in answer.text
    site.wall_ms = SHOWN_MS
    found = read(visitor.get(f"/replay/{daily}/deal").text)
    assert all(step.right for step in steps(found))
    assert (found.date, list(found.deck)) == (DATE, vectors()["V3"]["deck"])
    page = visitor.get(f"/replay/{daily}/check")
    assert DAY_SEED.hex() in page.text
    assert "nobody's own" in unescape(page.text)


def test_the_page_shows_every_value_without_a_script(site: Site, game: str) -> None:
    file = json.loads(Visitor(site).get(f"/replay/{game}/deal").text)
    text = unescape(get(Visitor(site), game, "check").text)
    shown = [file[name] for name in ("id", "commitment", "server_seed", "deal_seed")]
    shown += [seat["seed"] or "none" for seat in file["seats"]]
    shown += [" ".join(file["deck"]), f"Seat {file['dealer']['seat']}"]
    shown += [f"seat {seat} {count}" for seat, count in enumerate(file["result"]["counts"])]
    shown += [f"python -m app check deal slapback-{game}.json", f'href="/replay/{game}/deal"']
    for value in shown:
        assert value in text, value
    assert "JavaScript" in text.partition("<noscript>")[2].partition("</noscript>")[0]


def test_the_page_says_how_the_dealer_came_and_who_won() -> None:
    deal = vectors()["V1"]
    deal["actions"], deal["events"] = ["timeup"], [[]]
    lot = check_page(deal)
    assert [step.name for step in lot.steps] == list(STEPS)
    values = {value.name: value.value for value in lot.values}
    assert values["Result"].startswith("A draw. The time of this game is up. Cards: seat 0 0")
    assert "by lot" in lot.steps[3].says
    drawn = {**deal, "dealer": {"seat": 1, "by": "turn", "turns": [1, 0]}, "actions": ["close"]}
    drawn["result"] = {"winner": 1, "reason": "all_cards", "counts": [0, 52]}
    drawn["seats"] = [{"kind": "person", "seed": "ab", "drawn": True}, *deal["seats"][1:]]
    page = check_page(drawn)
    values = {value.name: value.value for value in page.values}
    assert values["Result"] == (
        "Seat 1 won. No card is left anywhere else. Cards: seat 0 0, seat 1 52."
    )
    assert values["Seat 0, a person"] == "ab (drawn by the server)"
    assert "moves on from the game before" in page.steps[3].says
    assert sealed_page("g", "cc", "then").steps == ()


@pytest.mark.parametrize(
    ("kept_ms", "says"),
    [
        (begins_ms("2026-11-24"), "A week before its day"),
        (begins_ms("2026-11-24") + 1, "From 24 Nov 2026, 00:00 UTC on, before its day began"),
        (begins_ms(DATE) - 1, "From 30 Nov 2026, 23:59 UTC on, before its day began"),
        (begins_ms(DATE), "nothing was promised"),
    ],
)
def test_a_promise_is_as_old_as_it_is(
    site: Site, visitor: Visitor, daily: str, kept_ms: int, says: str
) -> None:
    """A server that was down a week before a day, or not there yet, says no more than it did."""
    site.wall_ms = SHOWN_MS
    with closing(sqlite3.connect(site.database)) as file, file:
        file.execute("UPDATE daily_deals SET created = ? WHERE date = ?", (kept_ms, DATE))
    site.app.state.house.walks.forget()
    text = unescape(visitor.get(f"/replay/{daily}/check", **BROWSER).text)
    assert says in " ".join(text.split())
    assert ("A week before" in text) == (says == "A week before its day")


def test_looking_writes_nothing(site: Site, over: str, game: str) -> None:
    before = site.kept(over)
    for what in ("deal", "check"):
        get(Visitor(site), game, what)
    assert site.kept(over) == before


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"mode": "pass", "computers": "0"},
        {"mode": "link", "preset": "classic", "seats": "2"},
        {"preset": "quartet", "computers": "3"},
    ],
    ids=["solo", "pass", "link", "quartet"],
)
def test_the_commitment_is_in_the_page_before_a_person_s_seed_is_taken(
    site: Site, fields: dict[str, str]
) -> None:
    visitor, guest = Visitor(site), Visitor(site)
    table = visitor.open(**fields)
    looks = [visitor, Visitor(site)]
    if fields.get("mode") == "link":
        assert guest.post(f"/t/{table}/join", {"name": "Ben"}).status == 204
        looks.append(guest)
    sealed_first(site, table, looks)


def sealed_first(site: Site, table: str, looks: list[Visitor]) -> None:
    """Whether everybody's page has the whole commitment while the log has nobody's seed."""
    commitment = site.kept(table)[4][-1][4]
    for who in looks:
        assert f'data-seal="{commitment}"' in who.get(f"/t/{table}", **BROWSER).text
    sealed = False
    for _, _, _, kind, _, _ in site.kept(table)[5]:
        sealed = sealed or kind == "sealed"
        assert kind != "ready"
    assert sealed


def test_so_it_is_in_the_next_game_and_in_a_daily(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.deal(reveal_limit="10")
    visitor.finish(table)
    assert visitor.post(f"/t/{table}/rematch").status == 204
    commitment = site.kept(table)[4][-1][4]
    assert site.kept(table)[4][-1][2] == 2
    assert f'data-seal="{commitment}"' in visitor.get(f"/t/{table}", **BROWSER).text
    kinds = [entry[3] for entry in site.kept(table)[5]]
    assert "ready" not in kinds[kinds.index("ended") :]

    house, scope = site.app.state.house, {"headers": [(b"cookie", visitor.cookie.encode())]}

    async def opened() -> str:
        browser = await house.identity.browser(scope)
        setup = daily_setup("2026-12-03")
        return str((await house.lobby.open(setup, browser, ("Ada",), DAY_SEED)).id)

    sealed_first(site, site.run(opened), [visitor, Visitor(site)])
