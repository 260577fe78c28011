"""What home offers, the header that stands on every page, and the way back from an error."""

import pytest

from app.web.answers import again
from tests.web.site import BROWSER, Site, Visitor
from tests.web.test_pages import Page, page


def test_pass_and_play_is_one_form_that_opens_a_table_for_two(site: Site) -> None:
    visitor = Visitor(site)
    visitor.open(preset="party", computers="4")
    home = page(visitor, "/")
    (_, repeated), _, (action, fields) = home.forms()
    answer = visitor.post(action, fields, BROWSER)
    assert answer.status == 303
    table = answer.headers["location"].removeprefix("/t/")
    assert len(visitor.state(table)["seats"]) == 2
    (row,) = site.kept(table)[2]
    assert row[1] == "pass"
    # Play now stays what it was: one person's last set-up.
    assert page(visitor, "/").sent() == repeated


def test_a_saved_game_names_its_rules(site: Site) -> None:
    visitor = Visitor(site)
    visitor.deal(preset="quartet")
    assert "Four at the table · not dealt yet" in page(visitor, "/").words


def test_a_saved_game_says_that_its_rules_are_changed(site: Site) -> None:
    visitor = Visitor(site)
    visitor.deal(burn="2")
    home = page(visitor, "/").words
    assert "Standard, changed · not dealt yet" in home
    assert "You and one computer, Normal, 100 reveals · Standard, changed" in home
    visitor.deal(reveal_limit="200")
    home = page(visitor, "/").words
    assert "Standard · not dealt yet" in home
    assert "You and one computer, Normal, 200 reveals Change" in home


def test_a_saved_game_of_two_people_is_neither_ones(site: Site) -> None:
    visitor = Visitor(site)
    visitor.deal(mode="pass", computers="0")
    answer = visitor.get("/", **BROWSER)
    home = Page(answer)
    assert "Player 1 and Player 2" in home.words
    assert "Against" not in home.words
    assert "Cards: Player 1 (26), Player 2 (26)" in home.words
    assert 'aria-label="Continue: Player 1 and Player 2"' in answer.text


@pytest.mark.parametrize(
    ("fields", "told", "untold"),
    [
        ({}, ("jack, queen, king, ace", "slap first"), "no slaps"),
        ({"preset": "slapjack"}, ("slap first", "Jacks: any jack."), "queen"),
        ({"slaps": ""}, ("jack, queen, king, ace", "nothing to slap"), "slap first"),
    ],
)
def test_home_tells_how_to_play_what_play_now_deals(
    site: Site, fields: dict[str, str], told: tuple[str, ...], untold: str
) -> None:
    visitor = Visitor(site)
    if fields:
        visitor.open(**fields)
    answer = visitor.get("/", **BROWSER)
    (how,) = Page(answer).all("details", **{"class": "more how"})
    assert "open" not in how
    inside = answer.text.partition('<details class="more how"')[2].partition("</details>")[0]
    assert "How to play" in inside
    for words in (*told, "Turn", "100 reveals" if "preset" not in fields else "all cards"):
        assert words.lower() in inside.lower(), words
    assert untold not in inside


@pytest.mark.parametrize("path", ["/", "/daily", "/new", "/settings", "/nothing"])
def test_the_header_is_the_same_in_one_order_on_every_page(site: Site, path: str) -> None:
    found = Page(Visitor(site).get(path, **BROWSER))
    links = [each["href"] for each in found.all("a")]
    assert links[:6] == ["#page", "/", "/", "/daily", "/stats", "/settings"]
    current = [each["href"] for each in found.all("a")[1:6] if "aria-current" in each]
    assert current == [path] * (path in links[1:6])


# Trying again


@pytest.mark.parametrize(
    ("method", "path", "query", "referer", "expected"),
    [
        ("GET", "/t/x", "", "", "/t/x"),
        ("GET", "/new", "preset=duel", "http://elsewhere.test/", "/new?preset=duel"),
        ("GET", "//evil.test/x", "", "", "/evil.test/x"),
        ("GET", '/a b"<', "", "", "/a%20b%22%3C"),
        ("POST", "/tables", "", "", ""),
        ("POST", "/tables", "", "http://slapback.test/new?a=1", "/new?a=1"),
        ("POST", "/tables", "", "http://slapback.test//evil.test", "/evil.test"),
        ("POST", "/tables", "", "http://slapback.test/\\evil.test", "/%5Cevil.test"),
        ("POST", "/tables", "", "http://evil.test/new", ""),
        ("POST", "/tables", "", "javascript://slapback.test/%0aalert(1)", ""),
        ("POST", "/tables", "", "http://[", ""),
    ],
)
def test_where_a_page_can_be_tried_again(
    method: str, path: str, query: str, referer: str, expected: str
) -> None:
    headers = [(b"host", b"slapback.test")] + [(b"referer", referer.encode())] * bool(referer)
    scope = {"method": method, "path": path, "query_string": query.encode(), "headers": headers}
    assert again(scope) == expected


def test_only_what_passes_is_tried_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor(site)
    gone = Page(visitor.get("/t/nowhere", **BROWSER))
    assert "Try again" not in gone.words
    with monkeypatch.context() as patched:
        patched.setattr("app.web.pages.home.home_page", None)
        failed = visitor.get("/?from=here", **BROWSER)
    assert failed.status == 500
    found = Page(failed)
    links = [each["href"] for each in found.all("a")][6:]
    assert links == ["/?from=here", "/"]
    assert "Try again" in found.words


def test_a_form_that_was_refused_is_where_to_try_again(site: Site) -> None:
    headers = {**BROWSER, "Referer": "http://localhost/stats?mode=solo"}
    refused = Visitor(site).post("/me/delete", {"confirm": "delte"}, headers)
    assert refused.status == 422
    found = Page(refused)
    assert [each["href"] for each in found.all("a")][6:] == ["/stats?mode=solo", "/"]
    assert "Try again" in found.words
