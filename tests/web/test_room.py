"""The waiting room in words: what each who looks is told, and what the page around it holds."""

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.table.picture import Picture
from app.table.setup import setup_from
from app.web.new_form import asked
from app.web.room_view import (
    Around,
    LobbyPage,
    here_view,
    lobby_page,
    room_state,
    room_view,
    start_waits_for,
)
from app.web.sentences import Said, status
from app.web.table_view import table_page
from app.web.templating import LINK_ONLY, SWAPS, Templates
from tests.web.pictures import moments
from tests.web.rooms import ADA, ALEXANDRA, BO, OPEN, WEST, room, rooms, sitter
from tests.web.site import HOST, Site, Visitor

ID = "A" * 22
SETUP = setup_from({"mode": "link", "preset": "doubles", "seats": "3"})


def told(said: tuple[Said, ...], seat: int | None) -> str:
    """The one sentence that a page shows to the holder of a seat, or to a spectator."""
    own = [each.text for each in said if each.to == str(seat)]
    assert said[-1].to == "others"
    return own[0] if own else said[-1].text


@pytest.mark.parametrize(
    ("moment", "seat", "headline", "lead"),
    [
        ("alone", 0, "Your table", "One seat is free: whoever opens your link can take it."),
        ("some", 0, "Your table", "2 seats are free: whoever opens your link can take one."),
        ("all ready", 0, "Your table", "Every seat is taken."),
        ("some", 1, "Ada's table", "You are ready. Ada starts the game."),
        ("not all ready", 2, "Ada's table", "You have a seat. Press Ready when you are."),
        ("next deal", 1, "Ada's table", "You have a seat. The next game is being dealt."),
        ("some", None, "Ada invites you", "2 seats are free."),
        ("not all ready", None, "Ada invites you", "All seats are taken. You can watch."),
        ("without a host", None, "An open table", "2 seats are free."),
        ("closed", 1, "This table has closed.", "Its link works no more. Nothing else was lost."),
    ],
)
def test_each_is_told_what_there_is_for_them(
    moment: str, seat: int | None, headline: str, lead: str
) -> None:
    view = room_view(rooms()[moment])
    assert (told(view.headlines, seat), told(view.leads, seat)) == (headline, lead)


@pytest.mark.parametrize("moment", ["countdown", "running, free", "latecomer", "over, free"])
def test_from_the_countdown_on_there_is_no_waiting_room(moment: str) -> None:
    assert room_view(rooms()[moment]).headlines == ()
    assert here_view(rooms()[moment]).sitters == ()


@pytest.mark.parametrize(
    ("picture", "why"),
    [
        (room(ADA, OPEN), "You are alone here. Send somebody the link."),
        (room(ADA, OPEN, WEST), ""),
        (room(ADA, BO, OPEN), ""),
        (room(ADA, BO, ALEXANDRA), "Alexandra the 2nd is not ready yet."),
        (
            room(ADA, sitter("Cy", 4), ALEXANDRA, OPEN),
            "Cy and Alexandra the 2nd are not ready yet.",
        ),
    ],
)
def test_what_the_start_waits_for(picture: Picture, why: str) -> None:
    assert start_waits_for(picture) == why == room_view(picture).why


def test_a_seat_says_who_sits_there_and_how_they_are() -> None:
    view = here_view(rooms()["eight"])
    ada, bo, alexandra, *_, free, west, _ = view.sitters
    assert view.taken == "6 of 8 seats taken"
    assert (ada.marks, ada.line_says, ada.remove) == ("host", "good line", "")
    assert (bo.marks, bo.line_says, bo.remove) == ("ready", "fair line", "Remove Bo")
    assert (alexandra.marks, alexandra.line_says) == ("not ready yet", "slow line")
    assert (free.name, free.told, free.remove, free.sitting) == ("Free seat", "", "", 0)
    assert (west.marks, west.told, west.remove) == ("computer, normal", "", "")
    away = here_view(rooms()["away"]).sitters[1]
    assert (away.marks, away.line, away.told) == ("away", None, "Bo is away.")


def test_what_is_heard_of_somebody() -> None:
    def of(**changes: bool) -> str:
        return here_view(room(ADA, sitter("Bo", 2, **changes))).sitters[1].told

    assert of() == "Bo is here."
    assert of(ready=True) == "Bo is ready."
    assert of(away=True) == "Bo is away."
    assert here_view(room(ADA, BO)).sitters[0].told == "Ada hosts this table."


def test_changed_rules_are_told_until_the_deal_and_not_in_the_next() -> None:
    changed = rooms()["changed"]
    assert room_view(changed).news
    assert room_view(replace(changed, presses_ready=False, deal=2)).news == ""
    assert room_view(rooms()["some"]).news == ""


@pytest.mark.parametrize(
    ("moment", "sentence"),
    [
        ("some", "Waiting for the players."),
        ("countdown", "The cards are dealt in 3."),
        ("closed", "This table has closed."),
    ],
)
def test_the_status_line_before_a_deal(moment: str, sentence: str) -> None:
    assert [said.text for said in status(rooms()[moment])] == [sentence]


def test_the_attributes_of_a_link_match() -> None:
    state = room_state(rooms()["latecomer"])
    assert state is not None
    assert (state.holders, state.coming, state.free, state.host) == ("1 2 0 0", "9", 1, 0)
    assert room_state(moments()["waiting"]) is None


# The page


def lobby(moment: str, you: tuple[int, ...] = (), sittings: tuple[int, ...] = ()) -> LobbyPage:
    picture = rooms()[moment]
    around = Around(f"https://play.example/t/{ID}", SETUP, sittings, "Cy")
    return lobby_page(ID, picture, around, you, room_view(picture), here_view(picture))


def test_the_same_rules_make_the_same_set_up() -> None:
    query = dict(parse_qsl(urlsplit(lobby("closed").again).query))
    assert setup_from(asked(query, None)) == SETUP


def test_the_page_is_a_seats_a_latecomers_or_nobodys() -> None:
    assert lobby("some", (0,), (1,)).place == "seated"
    assert lobby("latecomer", (), (9,)).place == "coming"
    assert lobby("some").place == "none"
    assert (lobby("some", (0,), (1,)).hosting, lobby("some", (1,), (2,)).hosting) == (True, False)
    assert (lobby("some", (0,), (1,)).ready, lobby("some", (1,), (2,)).ready) == (False, True)


@pytest.mark.parametrize("moment", rooms())
@pytest.mark.parametrize("keep", [True, False])
def test_page_and_stream_draw_every_region_alike(moment: str, keep: bool) -> None:
    templates = Templates(lambda name: f"/static/{name}", keep=keep)
    picture = rooms()[moment]
    around = Around(f"https://play.example/t/{ID}", SETUP, (1,), "")
    page = templates.page_html(
        "table", table_page(ID, picture, SETUP, "e", (0,), None, around=around)
    )
    message = templates.picture_html(picture, "e")
    assert "\n" not in message
    for region, swap in SWAPS.items():
        start = f'<hx-partial id="{region}" hx-swap="{swap}">'
        inside = message.split(start)[1].split("</hx-partial>")[0]
        assert re.search(rf'id="{region}"[^>]*>{re.escape(inside)}</div>', page), region


def test_a_table_for_one_device_has_nothing_of_it() -> None:
    templates = Templates(lambda name: f"/static/{name}")
    picture = moments()["waiting"]
    page = templates.page_html("table", table_page(ID, picture, SETUP, "e", (0,), None))
    message = templates.picture_html(picture, "e")
    for region in LINK_ONLY:
        assert f'id="{region}"' not in page + message
    assert "table.css" in page
    assert "holders=" not in message


# As the server answers


def test_an_invitation_seats_nobody_and_writes_nothing(site: Site, visitor: Visitor) -> None:
    table = visitor.open(mode="link", preset="classic", seats="3")
    before = site.database.stat().st_mtime_ns
    for _ in range(10):
        answer = site.ask("GET", f"/t/{table}", {"Accept": "text/html", "Purpose": "prefetch"})
        assert answer.status == 200
        assert 'action="/t/' + table + '/join"' in answer.text
        assert 'data-sitting=""' in answer.text
        assert "set-cookie" not in answer.headers
    assert site.database.stat().st_mtime_ns == before


def test_who_sits_down_gets_the_waiting_room(site: Site, visitor: Visitor) -> None:
    table = visitor.open(mode="link", preset="classic", seats="3")
    assert 'class="seated you-0 hosting"' in visitor.get(f"/t/{table}").text
    guest = Visitor(site)
    guest.post(f"/t/{table}/join", {"name": "Bo"})
    page = guest.get(f"/t/{table}").text
    assert 'class="seated you-1"' in page
    assert 'data-sitting="2"' in page
    assert 'data-mode="link"' in page
    assert f"/t/{table}/join" not in page
    assert f'value="http://{HOST}/t/{table}"' in page
