"""Templates: every view drawn whole, fragments kept without a difference, nothing hidden told."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, nodes
from jinja2.exceptions import UndefinedError

from app.table.picture import Picture, SeatPicture
from app.web import (
    board_view,
    calendar_view,
    check_view,
    clock_view,
    controls,
    daily_score,
    daily_view,
    device_view,
    finish_view,
    home_view,
    link_view,
    new_view,
    page_views,
    progress_view,
    replay_view,
    result_view,
    room_view,
    rules_text,
    sentences,
    settings_view,
    sheet_view,
    spoken,
    standing_view,
    table_view,
    views,
)
from app.web.assets import STYLES, style
from app.web.home_view import home_page, saved_view
from app.web.new_view import new_page
from app.web.page_views import error_page
from app.web.pages.plots import PlotsPage
from app.web.plots.finished import Finish, GamePlots
from app.web.plots.plot import Key, Label, Plot, Shape
from app.web.preferences import USUAL
from app.web.settings_view import settings_page
from app.web.stats_view import NumbersView, StatsPage
from app.web.table_view import table_page
from app.web.templating import LINK_ONLY, SWAPS, Templates, shortenable
from app.web.views import regions
from tests.web.pictures import SETUP, moments, table

ROOT = Path(__file__).parents[2]

# The variable of a template, its view, and the names under which its parts are drawn.
VIEWS: dict[str, dict[str, type]] = {
    "pages/home": {
        "home": home_view.HomePage,
        "game": home_view.SavedView,
        "tile": home_view.Tile,
    },
    "pages/settings": {
        "settings": settings_view.SettingsPage,
        "section": settings_view.Section,
        "control": settings_view.Control,
        "option": settings_view.Option,
    },
    "pages/new": {
        "new": new_view.NewPage,
        "preset": new_view.PresetChoice,
        "control": controls.Control,
        "each": controls.Choice,
        "section": controls.Section,
    },
    "partials/rules": {"rules": rules_text.RulesText, "part": rules_text.Part},
    "pages/table": {"table": table_view.TablePage},
    "partials/menu": {
        "menu": table_view.MenuView,
        "pace": table_view.PaceChoice,
        "control": settings_view.Select,
        "option": settings_view.Option,
        "row": table_view.KeyRow,
    },
    "pages/check": {
        "check": check_view.CheckPage,
        "step": check_view.StepView,
        "each": check_view.ValueView,
    },
    "pages/daily": {
        "daily": daily_view.DailyPage,
        "pace": table_view.PaceChoice,
        "cell": calendar_view.DayCell,
        "row": daily_view.SealRow,
    },
    "partials/board": {"board": board_view.BoardView, "line": board_view.BoardLine},
    "partials/clock": {"clock": clock_view.ClockView},
    "partials/standing": {"standing": standing_view.StandingView},
    "partials/score": {"score": daily_score.ScoreView, "line": daily_score.ScoreLine},
    "partials/share": {"share": daily_score.ShareView},
    "pages/give": {"give": device_view.GivePage},
    "pages/carried": {"carried": device_view.CarriedPage},
    "pages/take": {"take": device_view.TakePage},
    "pages/replay": {
        "replay": replay_view.ReplayPage,
        "now": replay_view.Moment,
        "mark": replay_view.MarkView,
        "speed": replay_view.SpeedView,
    },
    "partials/link": {"link": link_view.LinkView},
    "pages/error": {"error": page_views.ErrorPage},
    "partials/log": {"log": views.LogView},
    "partials/log_line": {"said": sentences.Said},
    "partials/spoken": {"spoken": spoken.SpokenView, "line": spoken.SpokenLine},
    "partials/state": {"state": views.StateView, "room": room_view.RoomState},
    "partials/lobby": {"lobby": room_view.LobbyPage},
    "partials/room": {"room": room_view.RoomView, "line": sentences.Said},
    "partials/here": {"here": room_view.HereView, "sitter": room_view.Sitter},
    "partials/progress": {"progress": progress_view.ProgressView, "bar": progress_view.Bar},
    "partials/seats": {"seats": views.SeatsView},
    "partials/chip": {"chip": views.ChipView},
    "partials/challenge": {"challenge": views.ChallengeView, "line": sentences.Said},
    "partials/pile": {"pile": views.PileView, "slot": views.SlotView, "burn": views.BurnView},
    "partials/card": {},
    "partials/bar": {"bar": finish_view.BarView, "tick": finish_view.TickView},
    "partials/meta": {"meta": views.MetaView},
    "partials/status": {"status": views.StatusView, "line": sentences.Said},
    "partials/cover": {"cover": views.CoverView, "switch": views.SwitchView},
    "partials/handover": {"handover": views.HandoverView},
    "partials/sheet": {
        "sheet": sheet_view.SheetView,
        "player": sheet_view.SheetPlayer,
        "row": sheet_view.SheetRow,
    },
    "partials/result": {
        "result": result_view.ResultView,
        "row": result_view.RowView,
        "mine": result_view.FiguresView,
        "figure": result_view.FigureView,
    },
    "partials/seal": {"seal": result_view.SealView},
    "partials/plot": {"plot": Plot, "shape": Shape, "label": Label, "key": Key},
    "partials/game_plots": {"game_plots": GamePlots, "finish": Finish},
    "pages/plots": {"plots": PlotsPage},
    "pages/stats": {
        "stats": StatsPage,
        "table": NumbersView,
        "filter": settings_view.Select,
        "option": settings_view.Option,
        "figure": result_view.FigureView,
    },
}
DRAWN_BY = {"pages/new": ("controls", "partials/changes")}
"""Templates that draw parts of another one's view."""
MOMENTS = [(seats, name) for seats in (2, 4, 8) for name in moments(seats)]


def asset(name: str) -> str:
    return f"/static/{name}"


@pytest.fixture(scope="module")
def kept() -> Templates:
    return Templates(asset)


@pytest.fixture(scope="module")
def plain() -> Templates:
    return Templates(asset, keep=False)


def _read(template: str) -> Iterator[tuple[str, str]]:
    """(variable, attribute) for every attribute that a template reads."""
    tree = Environment(autoescape=True).parse((ROOT / "templates" / f"{template}.html").read_text())
    for found in tree.find_all(nodes.Getattr):
        if isinstance(found.node, nodes.Name):
            yield found.node.name, found.attr


def test_every_page_and_partial_has_its_view() -> None:
    folder = ROOT / "templates"
    drawn = {
        path.relative_to(folder).with_suffix("").as_posix()
        for part in ("pages", "partials")
        for path in (folder / part).glob("*.html")
    }
    parts = {part for others in DRAWN_BY.values() for part in others}
    assert drawn - parts == set(VIEWS)


@pytest.mark.parametrize("template", VIEWS)
def test_a_template_reads_exactly_what_its_view_declares(template: str) -> None:
    read: dict[str, set[str]] = {}
    found = [each for part in (template, *DRAWN_BY.get(template, ())) for each in _read(part)]
    for variable, attribute in found:
        if variable not in ("loop", "controls"):
            read.setdefault(variable, set()).add(attribute)
    for variable, view in VIEWS[template].items():
        assert is_dataclass(view)
        assert read.pop(variable, set()) == {field.name for field in fields(view)}, variable
    # What else is read are parts of a view that another template draws.
    assert all(names <= {"to", "text"} for names in read.values()), read


def test_a_name_that_was_not_given_is_an_error(kept: Templates) -> None:
    with pytest.raises(UndefinedError):
        kept.fragment("meta", object())


@pytest.mark.parametrize(("seats", "name"), MOMENTS)
def test_a_kept_fragment_is_the_plain_one_byte_for_byte(
    kept: Templates, plain: Templates, seats: int, name: str
) -> None:
    picture = moments(seats)[name]
    first, again = kept.picture_html(picture, "e"), kept.picture_html(picture, "e")
    assert first == again == plain.picture_html(picture, "e")


@pytest.mark.parametrize(("seats", "name"), MOMENTS)
def test_page_and_stream_draw_a_region_alike(kept: Templates, seats: int, name: str) -> None:
    picture = moments(seats)[name]
    page = kept.page_html("table", table_page("A" * 22, picture, SETUP, "e", (0,), None))
    message = kept.picture_html(picture, "e")
    for region, swap in SWAPS.items():
        if region in LINK_ONLY:
            continue
        start = f'<hx-partial id="{region}" hx-swap="{swap}">'
        inside = message.split(start)[1].split("</hx-partial>")[0]
        assert re.search(rf'id="{region}"[^>]*>{re.escape(inside)}</div>', page), region


@pytest.mark.parametrize(("seats", "name"), MOMENTS)
def test_a_picture_is_one_line_without_style_or_script(
    kept: Templates, seats: int, name: str
) -> None:
    html = kept.picture_html(moments(seats)[name], "e")
    assert "\n" not in html
    assert not re.search(r"<script|<style|\sstyle=|\son[a-z]+=", html)
    assert html.count("<hx-partial") == html.count("</hx-partial>") == len(SWAPS) - len(LINK_ONLY)


def test_a_name_is_escaped_once(kept: Templates) -> None:
    bad = SeatPicture("<b>&'[x]", "computer", 1, True, False)
    picture = moments()["ready, others"]
    html = kept.picture_html(replace(picture, seats=(picture.seats[0], bad)), "e")
    assert "<b>&" not in html
    assert "&lt;b&gt;&amp;&#39;" in html
    assert "&amp;lt;" not in html


def test_bracketed_parts_may_be_left_out() -> None:
    assert shortenable("1 of 2 [chances ]left") == (
        '1 of 2 <span class="roomy">chances </span>left'
    )
    assert shortenable("<[a]") == '&lt;<span class="roomy">a</span>'


def test_the_result_ties_its_column_to_the_honours(kept: Templates) -> None:
    html = kept.picture_html(moments()["over"], "e")
    caption = html.partition("<caption>")[2].partition("</caption>")[0]
    assert "A challenge is won where an honour was not answered." in caption
    assert '<th scope="col">By challenge</th>' in html


def test_the_cache_is_bounded(kept: Templates) -> None:
    info: Any = kept.kept
    assert 0 < info.cache_info().maxsize < 100_000


def test_only_pictures_are_kept(kept: Templates) -> None:
    """A page would push out what the tables need again."""
    info: Any = kept.kept
    picture = moments()["window"]
    kept.picture_html(picture, "e")
    before = info.cache_info()
    page = kept.page_html("table", table_page("A" * 22, picture, SETUP, "e", (0,), None))
    assert kept.fragment("meta", regions(picture, "e").meta) in page
    assert info.cache_info() == before


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_slappable_window_differs_in_its_card_alone(kept: Templates, seats: int) -> None:
    window: dict[str, Any] = {"phase": "window", "turner": None}
    plain = kept.picture_html(table(seats, **window, cards=("7S", "QH", "6D")), "e")
    double = kept.picture_html(table(seats, **window, cards=("7S", "QH", "7D")), "e")
    assert plain != double
    named = re.compile(r"#rank[67]|(?<=Newest: )(?:six|seven)|(?<=\")(?:Six|Seven)\b")
    assert named.sub("", double) == named.sub("", plain)


def hidden_apart(picture: Picture) -> Picture:
    """The same moment for everybody's eyes, in a game whose figures differ so far."""
    return replace(picture, play_ms=picture.play_ms + 5, tallies=(), fallen=1)


@pytest.mark.parametrize("name", ["ready", "window", "challenge", "claim", "burned", "paused"])
def test_what_is_hidden_does_not_reach_the_bytes(kept: Templates, name: str) -> None:
    picture = moments()[name]
    assert kept.picture_html(hidden_apart(picture), "e") == kept.picture_html(picture, "e")


def test_marks_of_an_open_window_do_not_reach_the_bytes(kept: Templates) -> None:
    window = moments()["window"]
    marked = replace(window, marks=moments()["slapped"].marks)
    assert kept.picture_html(marked, "e") == kept.picture_html(window, "e")


def test_a_covered_pile_shows_no_card(kept: Templates) -> None:
    html = kept.picture_html(moments()["paused"], "e")
    assert "#rank" not in html
    assert html.count("#back") == 3


def test_the_page_has_one_heading_and_the_reading_order(kept: Templates) -> None:
    html = kept.page_html("table", table_page("A" * 22, table(4), SETUP, "e", (0,), 500))
    assert html.count("<h1") == 1
    order = ("progress", "pause", "seats", "challenge", "pile", "bar", "meta", "status")
    places = [html.index(f'id="{name}"') for name in (*order, "reveal", "slap")]
    assert places == sorted(places)
    assert 'data-left="500"' in html
    assert "data-left" not in kept.picture_html(table(4), "e")


def test_both_hands_and_the_bar_lie_outside_what_is_swapped(kept: Templates) -> None:
    message = kept.picture_html(table(), "e")
    for name in ("reveal", "slap", "bar-fill", "pause", "notice", "banner", "live", "alert"):
        assert f'id="{name}"' not in message


def test_a_sentence_to_a_seat_comes_before_the_one_to_others(kept: Templates) -> None:
    for seats, name in MOMENTS:
        for said in (
            regions(moments(seats)[name], "e").status.lines,
            regions(moments(seats)[name], "e").challenge.lines,
        ):
            assert [each.to for each in said][-1:] in ([], ["others"])
            assert len({each.to for each in said}) == len(said)


def test_pages_are_drawn_whole(kept: Templates) -> None:
    saved = saved_view("B" * 22, ("Player", "West"), (9, 43), (0,), 7, None)
    home = kept.page_html("home", home_page((saved, saved)))
    assert home.count("<h1") == 1
    assert f'href="/t/{"B" * 22}#continue"' in home
    new = kept.page_html("new", new_page({"level": "godlike"}))
    assert new.count("<h1") == 1
    assert new.count('name="preset"') == 8
    assert new.count('class="problem" role="alert"') == 1
    error = kept.error_html(error_page(404, "<gone>"))
    assert "&lt;gone&gt;" in error


@pytest.mark.parametrize("page", ["home", "new", "settings", "error"])
def test_no_link_leads_to_a_page_that_is_not_there(kept: Templates, page: str) -> None:
    html = {
        "home": kept.page_html("home", home_page(())),
        "new": kept.page_html("new", new_page({})),
        "settings": kept.page_html("settings", settings_page(USUAL, "Player")),
        "error": kept.error_html(error_page(404)),
    }[page]
    links = set(re.findall(r'<a [^>]*href="([^"]*)"', html))
    assert {link.partition("?")[0] for link in links} <= {
        "#page",
        "/",
        "/daily",
        "/new",
        "/settings",
        "/stats",
    }


def test_a_first_visit_stays_small(kept: Templates) -> None:
    """UX 6.3: the style sheet at most 14 kB packed, the sprite of the cards at most 1 kB."""
    import gzip

    for pattern in STYLES.values():
        assert len(gzip.compress(style(ROOT / "static", pattern), 9)) <= 14 * 1024
    sprite = (ROOT / "templates" / "sprite.html").read_text()
    cards = re.sub(r"\{#.*?#\}", "", sprite, flags=re.DOTALL).split("<symbol")[0]
    assert len(gzip.compress(cards.encode(), 9)) <= 1024
