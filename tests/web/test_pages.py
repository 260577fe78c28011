"""Home, new game and table, as a browser gets them: asked for, read as HTML, and sent back."""

import gzip
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.web.site import BROWSER, Answer, Site, Visitor

KB = 1024
VOID = {"input", "meta", "link", "use", "path", "rect", "circle", "img", "br", "hr"}


class Page(HTMLParser):
    """A page's elements in order, each a tag and its attributes, and its words."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words = ""
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        self.feed(answer.text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.words += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every such element."""
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]

    def sent(self) -> dict[str, str]:
        """What the page's first form sends as it stands."""
        return self.forms()[0][1]

    def forms(self) -> list[tuple[str, dict[str, str]]]:
        """Every form's address, and what it sends as it stands."""
        found: list[tuple[str, list[dict[str, str]]]] = []
        for tag, attributes in self.elements:
            if tag == "form":
                found.append((attributes["action"], []))
            elif tag == "input" and found:
                found[-1][1].append(attributes)
            elif tag == "select":
                list_name = attributes["name"]
            elif tag == "option" and "selected" in attributes and found:
                found[-1][1].append({"name": list_name, **attributes})
        return [(action, self._filled(inputs)) for action, inputs in found]

    @staticmethod
    def _filled(inputs: list[dict[str, str]]) -> dict[str, str]:
        return {
            each["name"]: each.get("value", "on")
            for each in inputs
            if "name" in each
            and (each.get("type") not in ("radio", "checkbox") or "checked" in each)
        }

    def chosen(self, name: str) -> list[str]:
        """The values of the radio buttons or boxes of this name that are chosen."""
        return [each["value"] for each in self.all("input", name=name) if "checked" in each]


def page(visitor: Visitor, path: str) -> Page:
    answer = visitor.get(path, **BROWSER)
    assert answer.status == 200
    return Page(answer)


# From home to a table


def test_play_now_is_one_form_that_opens_a_table(site: Site) -> None:
    visitor = Visitor(site)
    home = page(visitor, "/")
    form, *_ = home.all("form")
    assert (form["method"], form["action"]) == ("post", "/tables")
    answer = visitor.post("/tables", home.sent(), BROWSER)
    assert answer.status == 303
    table = page(visitor, answer.headers["location"])
    assert table.all("main", id="table")
    state = visitor.state(answer.headers["location"].removeprefix("/t/"))
    assert (state["table"], state["you"], len(state["seats"])) == ("waiting", [0], 2)


def test_play_now_repeats_the_set_up_played_last(site: Site) -> None:
    visitor = Visitor(site)
    assert page(visitor, "/").sent()["preset"] == "duel"
    visitor.open(preset="party", computers="4", level="hard", auto="yes", window_ms="3000")
    again = page(visitor, "/").sent()
    assert again["preset"] == "party"
    assert (again["computers"], again["level"], again["auto"]) == ("4", "hard", "yes")
    assert again["window_ms"] == "3000"
    form = page(visitor, "/new")
    assert form.chosen("preset") == ["party"]
    assert (form.sent()["computers"], form.chosen("level")) == ("4", ["hard"])
    assert (form.chosen("auto"), form.chosen("window_ms")) == (["yes"], ["3000"])
    assert visitor.post("/tables", again).status == 303
    assert page(Visitor(site), "/").sent()["preset"] == "duel", "another browser's own"


def test_a_refused_set_up_is_not_the_one_played_last(site: Site) -> None:
    visitor = Visitor(site)
    visitor.open(level="easy")
    assert visitor.post("/tables", {"level": "hard", "burn": "9"}).status == 422
    assert page(visitor, "/").sent()["level"] == "easy"


def test_home_lists_games_to_go_on_with_the_last_touched_first(site: Site) -> None:
    visitor = Visitor(site)
    assert not page(visitor, "/").all("section")
    first, second = visitor.deal(), visitor.deal(preset="quartet")
    links = [a["href"] for a in page(visitor, "/").all("a") if a["href"].startswith("/t/")]
    assert sorted(links) == sorted([f"/t/{first}#continue", f"/t/{second}#continue"])
    done = visitor.deal(reveal_limit="10")
    visitor.finish(done)
    links = [a["href"] for a in page(visitor, "/").all("a") if a["href"].startswith("/t/")]
    assert f"/t/{done}#continue" not in links
    assert len(links) == 2
    stranger = Visitor(site)
    assert not [a for a in page(stranger, "/").all("a") if a["href"].startswith("/t/")]


def test_every_saved_game_can_be_reached_from_home(site: Site) -> None:
    visitor = Visitor(site)
    tables = {visitor.open() for _ in range(7)}
    home = page(visitor, "/")
    links = {each["href"] for each in home.all("a") if "#continue" in each.get("href", "")}
    assert links == {f"/t/{table}#continue" for table in tables}
    assert "6 more saved games" in home.words


# The table


def test_a_table_shows_its_seal_before_the_deal(site: Site) -> None:
    visitor = Visitor(site)
    table = visitor.open()
    (game,) = site.kept(table)[4]
    server_seed, commitment = game[3:5]
    text = visitor.get(f"/t/{table}", **BROWSER).text
    assert server_seed not in text
    # Whole before the page's seed is sent: a few digits could be met by many a server's seed.
    assert f'data-seal="{commitment}"' in text
    assert f"Deal sealed: {commitment[:8]}…" in Page(visitor.get(f"/t/{table}", **BROWSER)).words
    assert visitor.post(f"/t/{table}/ready").status == 204
    assert "data-seal" not in visitor.get(f"/t/{table}", **BROWSER).text


def test_a_page_says_whose_it_is_and_shows_the_same_table(site: Site, playing: str) -> None:
    visitor = Visitor(site)
    mine = visitor.deal()
    for who, classes in ((visitor, {"seated", "you-0"}), (Visitor(site), {"watching"})):
        (main,) = page(who, f"/t/{mine}").all("main", id="table")
        assert set(main["class"].split()) == classes
        assert main["hx-sse:connect"] == f"/t/{mine}/events"


def test_forms_of_a_table_go_to_its_own_addresses(site: Site, visitor: Visitor, over: str) -> None:
    for form in page(visitor, f"/t/{over}").all("form"):
        assert form["method"] == "post"
        assert form["action"].startswith((f"/t/{over}/", "/tables", "/settings", "/device"))
        answer = visitor.post(form["action"], headers=BROWSER)
        assert answer.status in (303, 409, 422), form


def test_a_paused_page_names_no_card(visitor: Visitor, playing: str) -> None:
    cards = visitor.state(playing)["pile"]["cards"]
    assert visitor.post(f"/t/{playing}/pause").status == 204
    text = visitor.get(f"/t/{playing}", **BROWSER).text
    assert cards
    for card in cards:
        assert f"c-{card}" not in text
        assert f'"{card}"' not in text


# Every page


@pytest.fixture(params=["/", "/daily", "/new", "/settings", "table", "over", "/nothing"])
def answer(request: pytest.FixtureRequest, visitor: Visitor, playing: str, over: str) -> Answer:
    """A page of each kind."""
    path = {"table": f"/t/{playing}", "over": f"/t/{over}"}.get(request.param, request.param)
    return visitor.get(path, **BROWSER)


def test_everything_that_a_page_asks_for_is_there(site: Site, answer: Answer) -> None:
    found = Page(answer)
    asked = [each["src"] for tag, each in found.elements if "src" in each]
    asked += [each["href"] for each in found.all("link")]
    assert asked
    for path in asked:
        assert path.startswith("/static/"), "nothing comes from anybody else"
        got = site.ask("GET", path)
        assert got.status == 200, path
        assert "immutable" in got.headers["cache-control"]
    ids = [each["id"] for _, each in found.elements if "id" in each]
    assert len(ids) == len(set(ids))
    for use in found.all("use"):
        assert use["href"].removeprefix("#") in ids


def test_every_link_leads_somewhere(site: Site, answer: Answer) -> None:
    found = Page(answer)
    ids = {each["id"] for _, each in found.elements if "id" in each}
    for link in found.all("a"):
        path, _, fragment = link["href"].partition("#")
        if path:
            assert site.ask("GET", path).status == 200, link
        elif fragment:
            assert fragment in ids, link


def test_nothing_on_a_page_is_inline(answer: Answer) -> None:
    for tag, attributes in Page(answer).elements:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert not attributes.get("href", "").startswith("javascript:")


def packed(content: bytes) -> int:
    return len(gzip.compress(content, 9))


def weigh(site: Site, path: str, visitor: Visitor) -> dict[str, list[int]]:
    """Bytes of a first visit, packed, by kind: one number a request."""
    answer = visitor.get(path, **BROWSER)
    weights: dict[str, list[int]] = {"html": [packed(answer.body)]}
    found = Page(answer)
    asked = {each["src"] for _, each in found.elements if "src" in each}
    asked |= {each["href"] for each in found.all("link")}
    for file in asked:
        got = site.ask("GET", file, {"Accept-Encoding": "gzip"})
        weights.setdefault(Path(file).suffix, []).append(len(got.body))
    return weights


def test_a_first_visit_is_light(site: Site, visitor: Visitor, playing: str, over: str) -> None:
    """UX 6, bar 3; the table asks for its stream too."""
    eight = visitor.deal(preset="party", computers="7")
    for path, most in (
        ("/", 45), ("/daily", 70), ("/new", 70), ("/settings", 70),
        (f"/t/{playing}", 75), (f"/t/{over}", 75), (f"/t/{eight}", 75),
    ):  # fmt: skip
        weights = weigh(site, path, visitor)
        assert sum(sum(each) for each in weights.values()) <= most * KB
        assert sum(weights.get(".js", [])) <= 32 * KB
        assert sum(weights[".css"]) <= 14 * KB
        assert sum(weights["html"]) <= 14 * KB
        assert sum(len(each) for each in weights.values()) + 1 <= 8
        assert set(weights) <= {"html", ".js", ".css", ".svg"}


def test_a_refused_form_of_a_table_leads_back_to_it(site: Site, visitor: Visitor) -> None:
    table = visitor.open(mode="link", preset="classic")
    answer = Visitor(site).post(f"/t/{table}/start", {}, BROWSER)
    assert answer.status == 403
    assert f'href="/t/{table}"' in answer.text
    nowhere = Visitor(site).get("/t/nowhere", **BROWSER)
    assert 'href="/t/' not in nowhere.text


def test_a_name_given_at_a_link_match_is_kept_for_the_next_table(site: Site) -> None:
    host = Visitor(site)
    table = host.open(mode="link", preset="classic")
    assert host.post(f"/t/{table}/name", {"seat": "0", "name": "Zoë"}).status == 204
    other = host.open(mode="link", preset="classic")
    assert host.state(other)["seats"][0]["name"] == "Zoë"


def test_the_host_s_form_of_a_link_match_removes_whom_it_names(site: Site) -> None:
    host, guest = Visitor(site), Visitor(site)
    table = host.open(mode="link", preset="classic")
    assert guest.post(f"/t/{table}/join", {"name": "Bo"}).status == 204
    for sitting, status in (("7", 409), ("x", 422), ("2", 204)):
        answer = host.post(f"/t/{table}/remove", {"seat": "1", "sitting": sitting})
        assert answer.status == status
    assert host.state(table)["seats"][1]["kind"] == "open"
