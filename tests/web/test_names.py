"""Names of people: how they are cleaned, and that none does harm wherever one is shown."""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from html.parser import HTMLParser
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from app.store.games import FinishedGame
from app.table.names import BadName, clean_name, initial
from app.table.picture import Picture
from app.table.setup import setup_from
from app.web.daily_view import daily_page
from app.web.device_view import Belongings, take_all
from app.web.home_view import home_page, saved_view, waiting_view
from app.web.plots.finished import game_plots
from app.web.replay_view import Course
from app.web.room_view import Around
from app.web.sheet_view import sheet_view
from app.web.spoken import NAME_WORDS
from app.web.table_view import table_page
from app.web.templating import Templates
from app.web.words import isolated
from tests.web.daily_facts import TODAY, WON, board, facts, mine, tried
from tests.web.histories import played
from tests.web.hostile_names import HOSTILE_NAMES
from tests.web.pictures import SETUP, moments
from tests.web.replays import game, page_at, renamed
from tests.web.rooms import rooms
from tests.web.site import Site, Visitor

PLAIN = "Player"

# Cleaning


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        *(
            (name, name)
            for name in ("Ada", "O'Brien", "José", "Tiếng Việt", "中文", "한국어", "😀")
        ),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Jose\u0301", "José"),
        ("Ａｄａ", "Ada"),
        ("A\u200bd\u202ea\u2069", "Ada"),
        ("Ada\x00\x1b[0m", "Ada[0m"),
        ("e\u200b\u0301", "é"),  # what stood between has gone, so they are one letter
        ("Z\u0301\u0301\u0301\u0302\u0300", "Ź"),
        ("x\u0336\u0336\u0323\u0300", "x\u0336\u0323"),
        ("e\u0302\u0301\u0300", "ế"),
        ("a \u0301 b", "a b"),
        ("\u0301Ada", "Ada"),
        ("กี่", "กี่"),
        ("ก" + "ี" * 9, "กี"),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "हिन्दी"),
        (
            "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd",
            "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd",
        ),
        ("נָתָן", "נָתָן"),
        ("❤\ufe0f", "❤"),
        ("a" * 16, "a" * 16),
        ("👍🏽" * 16, "👍🏽" * 16),
        ("🇩🇪" * 16, "🇩🇪" * 16),
        ("<b>", "<b>"),  # shown as it is typed: templates escape
    ],
)
def test_a_name_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert clean_name(typed) == unicodedata.normalize("NFKC", kept)


@pytest.mark.parametrize(
    "typed", ["", " ", "\u200b", "\u2800", "\u3164", "\u0301", "\x00", "\ue000", "\ufe0f", "\ud800"]
)
def test_a_name_can_be_seen(typed: str) -> None:
    with pytest.raises(BadName, match=r"^Please type a name that can be seen\.$"):
        clean_name(typed)


@pytest.mark.parametrize(
    "typed", ["a" * 17, "é" * 17, "😀" * 17, "\ufdfa", "\u1100" * 60, "x" * 10**5]
)
def test_a_name_is_short(typed: str) -> None:
    with pytest.raises(BadName, match=r"^That name is too long: 16 characters fit\.$"):
        clean_name(typed)


ANY = st.text(
    st.one_of(
        st.characters(),
        st.characters(categories=["Mn", "Mc", "Me"]),
        st.sampled_from("\u200b\u200d\u202e\u2069\ufe0f\u2800 \t\u0301\u034f\u05d0\u1100aZ😀"),
    ),
    max_size=24,
)


def fit_to_show(name: str) -> None:
    """What holds for every clean name, said in other words than the code that cleans."""
    assert 1 <= len(regex.findall(r"\X", name)) <= 16
    assert len(name) <= 48
    assert unicodedata.is_normalized("NFKC", name)
    assert name == name.strip()
    assert "  " not in name
    for before, each in zip(f" {name}", name, strict=False):
        assert unicodedata.category(each)[0] not in "C" or not each.isascii()
        assert not regex.match(r"\p{C}|\p{Bidi_Control}|\p{DI}", each), ascii(each)
        assert not each.isspace() or each == " "
        if before == " ":
            assert unicodedata.category(each)[0] != "M", ascii(name)
    assert not re.search("[\u0300-\u036f]{3}", name)


@given(ANY)
def test_a_clean_name_is_fit_to_show_and_stays_as_it_is(typed: str) -> None:
    try:
        name = clean_name(typed)
    except BadName:
        return
    fit_to_show(name)
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("name", "first"),
    [("Ada", "A"), ("", ""), ("🇩🇪x", "🇩🇪"), ("👍🏽", "👍🏽"), ("กี่x", "กี่"), ("אב", "א")],
)
def test_an_initial_is_what_is_seen_as_the_first_letter(name: str, first: str) -> None:
    assert initial(name) == first


def test_there_are_enough_of_them() -> None:
    assert len(HOSTILE_NAMES) >= 150
    cleaned = [kept for name in HOSTILE_NAMES if (kept := cleaned_or_none(name)) is not None]
    assert len(cleaned) >= 100
    for name in cleaned:
        fit_to_show(name)


def cleaned_or_none(name: str) -> str | None:
    try:
        return clean_name(name)
    except BadName:
        return None


# Where names are shown


TEMPLATES = Templates(lambda name: f"/static/{name}", keep=True)
ID = "A" * 22
MOMENTS = moments(3)
FINISHED = FinishedGame(
    id=ID, table=ID, deal=1, server_seed="", commitment="", deal_seed="", dealer=0,
    started_ms=0, ended_ms=0, winner=1, reason="limit", play_ms=9, keepers=(), cards=(20, 32, 0),
)  # fmt: skip


def named(picture: Picture, name: str) -> Picture:
    """The same picture, everybody in it having this name."""
    return replace(picture, seats=tuple(replace(seat, name=name) for seat in picture.seats))


def streamed(moment: str, name: str) -> str:
    return TEMPLATES.picture_html(named(MOMENTS[moment], name), "e")


def table(moment: str, you: tuple[int, ...], name: str) -> str:
    picture = named(MOMENTS[moment], name)
    return TEMPLATES.page_html("table", table_page(ID, picture, SETUP, "e", you, None))


def waiting(moment: str, name: str) -> str:
    return TEMPLATES.picture_html(named(rooms()[moment], name), "e")


def invitation(name: str) -> str:
    picture = named(rooms()["some"], PLAIN)
    around = Around(f"https://play.example/t/{ID}", setup_from({"mode": "link"}), (), name)
    return TEMPLATES.page_html(
        "table", table_page(ID, picture, SETUP, "e", (), None, around=around)
    )


def sheet(name: str) -> str:
    picture = named(MOMENTS["over"], name)
    return str(TEMPLATES.fragment("sheet", sheet_view(ID, picture, (0, 1), [FINISHED])))


def in_pictures(you: tuple[int, ...], name: str) -> str:
    game = played(3, 20, rate=0.5, people=len(you), names=(name, name, name))
    return str(TEMPLATES.fragment("game_plots", game_plots(game, you)))


def home(name: str) -> str:
    saved = saved_view(ID, [PLAIN, name, name, name], [9, 8, 7, 6], (0,), 5, None)
    return TEMPLATES.page_html("home", home_page([saved]))


def home_waits(name: str) -> str:
    return TEMPLATES.page_html("home", home_page([waiting_view(ID, [name, name], 1, "classic")]))


def another_device(name: str) -> str:
    game = saved_view(ID, [PLAIN, name, name], [9, 8, 7], (0,), 5, None)
    whole = take_all(ID, Belongings((), 0, name, False, frozenset()), None)
    return TEMPLATES.page_html("take", whole) + TEMPLATES.page_html(
        "take", replace(whole, game=game)
    )


def replayed(at: int, you: tuple[int, ...], name: str) -> str:
    course = Course(renamed(game(5, preset="classic", reveal_limit=40), name))
    return TEMPLATES.page_html("replay", page_at(at, course, you))


def daily_board(name: str) -> str:
    """A board on which everybody has this name, the reader among them."""
    shown = board(5, mine(3, name=name))
    top = tuple(replace(each, name=name) for each in shown.top)
    known = facts([tried(TODAY, WON)], board=replace(shown, top=top), name=name)
    return TEMPLATES.page_html("daily", daily_page(known))


Place = Callable[[str], str]
# A new place that shows names: one line here.
PLACES: dict[str, Place] = {
    **{f"the stream, {moment}": partial(streamed, moment) for moment in MOMENTS},
    **{f"the stream, {room}": partial(waiting, room) for room in ("not all ready", "away")},
    "an invitation, its name": invitation,
    "the page of a table": partial(table, "slapped", (0,)),
    "the page of a finished game": partial(table, "over", (0,)),
    "the page of two at one device": partial(table, "ready", (0, 1)),
    "the match sheet": sheet,
    "a finished game in pictures": partial(in_pictures, (0,)),
    "a finished game of two in pictures": partial(in_pictures, (0, 1)),
    **{f"a replay, step {at}": partial(replayed, at, (0,)) for at in (7, 40)},
    "home's saved games": home,
    "a daily's board": daily_board,
    "home's link matches": home_waits,
    "the pages of another device": another_device,
}


class Skeleton(HTMLParser):
    """A page as a browser takes it: its tags and names of attributes, and apart from them texts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.bones: list[tuple[str, ...]] = []
        self.texts: list[str] = [""]
        self.alone: set[int] = set()  # which of them have nothing around them
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.bones.append((tag, *(name for name, _ in attrs)))
        # What is typed in a field stands alone there.
        typed = {"value"} if tag == "input" else set()
        self.alone |= {len(self.texts) + n for n, (name, _) in enumerate(attrs) if name in typed}
        self.texts += [value or "" for _, value in attrs]
        self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.bones.append((f"/{tag}",))
        self.texts.append("")

    def handle_data(self, data: str) -> None:
        self.texts[-1] += data

    def handle_comment(self, data: str) -> None:
        self.bones.append(("!", data))


@cache
def usual(place: str) -> Skeleton:
    return Skeleton(PLACES[place](PLAIN))


def expected(text: str, name: str) -> set[str]:
    """What may stand where a plain name's text stands: that name, its first words, or letter."""
    short = " ".join(name.split()[:NAME_WORDS])
    letter = initial(name) if text == initial(PLAIN) else text
    return {text, text.replace(PLAIN, name), text.replace(PLAIN, short), letter}


def without_isolates(text: str) -> str:
    return re.sub("\u2068([^\u2068\u2069]*)\u2069", "", text)


def as_read(text: str) -> str:
    """Isolates are unseen; and a parser makes one kind of line's end of all."""
    return re.sub("\r\n?", "\n", re.sub("[\u2068\u2069]", "", text)).replace("\0", "\ufffd")


RIGHT_TO_LEFT = {"R", "AL", "AN", "RLE", "RLO", "RLI", "LRE", "LRO", "LRI", "PDF", "FSI", "PDI"}


def turning(text: str) -> list[str]:
    """What of a text would turn the words around it."""
    left = without_isolates(text)
    return [each for each in left if unicodedata.bidirectional(each) in RIGHT_TO_LEFT]


@pytest.mark.parametrize("place", PLACES)
def test_a_name_is_a_text_among_texts_wherever_it_is_shown(place: str) -> None:
    """Never markup, not even one that was not cleaned; and a clean one turns nothing around it."""
    for typed in HOSTILE_NAMES:
        for name in {typed, cleaned_or_none(typed) or PLAIN}:
            shown = Skeleton(PLACES[place](name))
            assert shown.bones == usual(place).bones, ascii(name)
            texts = zip(shown.texts, usual(place).texts, strict=True)
            for at, (found, text) in enumerate(texts):
                if found == text:
                    continue
                fits = {as_read(each) for each in expected(text, name)}
                assert as_read(found) in fits, (ascii(name), found, text)
                if name == cleaned_or_none(name) and at not in shown.alone:
                    assert not turning(found), (ascii(name), found)


def test_every_place_shows_names() -> None:
    """A place that shows none would prove nothing."""
    silent = [place for place in PLACES if PLACES[place]("Ñandú") == PLACES[place](PLAIN)]
    assert silent == []


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Ada", "Ada"),
        ("אב", "\u2068אב\u2069"),
        ("\u2068אב\u2069", "\u2068אב\u2069"),
        ("\u2068אב\u2069 and Ada", "\u2068אב\u2069 and Ada"),
        ("\u2068אב\u2069 and גד", "\u2068\u2068אב\u2069 and גד\u2069"),
        ("x ١٢", "\u2068x ١٢\u2069"),
        ("[Ada]", "\u2068[Ada]\u2069"),
    ],
)
def test_a_text_is_isolated_once(text: str, safe: str) -> None:
    assert isolated(text) == safe


# The same, as the server sends it


@pytest.fixture(scope="module")
def opened(site: Site, visitor: Visitor) -> dict[str, str]:
    """A table of each name that could come out of the cleaning, by its id."""
    visitor.open()
    house = site.app.state.house
    scope: dict[str, Any] = {"headers": [(b"cookie", visitor.cookie.encode())]}

    async def open_all() -> dict[str, str]:
        browser = await house.identity.browser(scope)
        setup = setup_from({"preset": "duel"})
        return {
            (await house.lobby.open(setup, browser, (name,))).id: name
            for name in filter(None, map(cleaned_or_none, HOSTILE_NAMES))
        }

    return site.run(open_all)


def test_the_state_says_the_name_as_it_is(visitor: Visitor, opened: dict[str, str]) -> None:
    for table, name in opened.items():
        answer = visitor.get(f"/t/{table}/state")
        assert answer.headers["content-type"] == "application/json"
        assert json.loads(answer.body)["seats"][0]["name"] == name


def test_no_name_ends_a_line_of_the_stream(site: Site) -> None:
    """Not even one that was not cleaned: what follows would be a field of the message."""
    for name in HOSTILE_NAMES:
        frame = site.app.state.house.frame(named(MOMENTS["ready"], name)).decode()
        first, *data, end, last = re.split("\r\n|\r|\n", frame)
        assert first.startswith("id: ")
        assert all(line.startswith("data: ") for line in data), ascii(name)
        assert end == last == ""


def test_a_page_holds_the_name_as_text(
    site: Site, visitor: Visitor, opened: dict[str, str]
) -> None:
    house = site.app.state.house
    for table, name in opened.items():
        picture = house.lobby._tables[table].picture
        assert picture.seats[0].name == name
        page = Skeleton(visitor.get(f"/t/{table}").text)
        assert any(as_read(text) == name for text in page.texts), ascii(name)
