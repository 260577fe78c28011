"""To another device, over HTTP: one-time links, and a seat that moves by one."""

import hashlib
from pathlib import Path

import pytest

from app.web.catalogue_device import DEVICE_WORDS
from tests.web.devices import code_for, everything, link_match, name_of, take
from tests.web.site import BROWSER, Site, Visitor, plain
from tests.web.test_matrix import nothing_written
from tests.web.test_pages import Page, page

# The link


def test_the_page_of_a_new_link_shows_it_to_whoever_made_it(site: Site, giver: Visitor) -> None:
    giver.open()
    code = code_for(giver)
    assert len(code) == 22
    shown = page(giver, f"/device/{code}")
    (field,) = shown.all("input", type="url")
    assert field["value"] == f"http://localhost/device/{code}"
    assert "for 10 more minutes (until 12:10 UTC)" in shown.words
    assert shown.all("svg")
    assert not shown.all("input", name="code"), "it is not taken here"


def test_the_link_bears_our_public_address(tmp_path: Path) -> None:
    with Site(tmp_path, origin="https://play.example") as site:
        giver = Visitor(site)
        giver.open()
        code = code_for(giver)
        (field,) = page(giver, f"/device/{code}").all("input", type="url")
        assert field["value"] == f"https://play.example/device/{code}"


def test_only_its_hash_is_kept(site: Site, giver: Visitor) -> None:
    giver.open()
    code = code_for(giver)
    kept = str(everything(site))
    assert code not in kept
    assert hashlib.sha256(code.encode()).hexdigest() in kept


@pytest.mark.parametrize("what", ["seat", "all"])
def test_looking_at_a_link_changes_nothing(site: Site, giver: Visitor, what: str) -> None:
    table = giver.deal()
    code = code_for(giver, table if what == "seat" else "")
    known = Visitor(site)
    known.open()
    before = everything(site)
    crawler = {"Sec-Purpose": "prefetch", "User-Agent": "preview"}
    with nothing_written(site):
        for _ in range(10):
            for visitor in (Visitor(site), known, giver):
                for headers in ({}, crawler, BROWSER):
                    answer = visitor.get(f"/device/{code}", **headers)
                    assert answer.status == 200
                    assert "set-cookie" not in answer.headers
    assert everything(site) == before
    assert take(Visitor(site), code).status == 303, "and it is as good as before"


def test_the_other_device_is_told_what_comes_and_asked_once(site: Site, giver: Visitor) -> None:
    table = giver.deal()
    shown = page(Visitor(site), f"/device/{code_for(giver, table)}")
    assert [action for action, _ in shown.forms()] == ["/device"]
    assert len(shown.all("button", **{"class": "button primary big"})) == 1
    assert len(shown.forms()) == 1
    assert "Against West" in shown.words
    assert "Cards: you 26, West 26" in shown.words


# A seat


def test_a_seat_moves_in_mid_game(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = giver.deal()
    giver.turn(table)
    before = giver.state(table)
    answer = take(taker, code_for(giver, table))
    assert (answer.status, answer.headers["location"]) == (303, f"/t/{table}")
    now = taker.state(table)
    assert now["you"] == [0]
    assert now["table"] == "paused", "nobody else plays: the clock stops"
    assert (now["n"], now["stacks"]) == (before["n"], before["stacks"])
    assert now["pile"]["height"] == 1
    assert giver.state(table)["you"] == []
    assert giver.post(f"/t/{table}/resume").status == 403
    assert taker.post(f"/t/{table}/resume").status == 204
    taker.finish(table)
    assert taker.state(table)["table"] == "over"


def test_what_moved_is_the_other_s_after_a_restart(tmp_path: Path) -> None:
    with Site(tmp_path) as site:
        giver, taker, other = Visitor(site), Visitor(site), Visitor(site)
        table, all_of_it = giver.deal(), other.deal()
        take(taker, code_for(giver, table))
        take(taker, code_for(other))
    with Site(tmp_path) as site:
        again, old = Visitor(site), Visitor(site)
        again.cookie, old.cookie = taker.cookie, giver.cookie
        assert again.state(table)["you"] == [0]
        assert again.state(all_of_it)["you"] == [0]
        assert old.state(table)["you"] == []


def test_everything_else_stays_where_it_was(site: Site, giver: Visitor, taker: Visitor) -> None:
    moved, kept = giver.deal(), giver.deal()
    giver.post("/settings", {"deck": "four"})
    giver.post("/me/name", {"name": "Ada"})
    take(taker, code_for(giver, moved))
    assert giver.state(kept)["you"] == [0]
    assert taker.state(kept)["you"] == []
    assert (name_of(giver), name_of(taker)) == ("Ada", "")
    assert page(taker, "/").all("html")[0]["data-deck"] == "clear"


def test_two_people_at_one_device_move_together(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = giver.deal(mode="pass", computers="0")
    assert giver.state(table)["you"] == [0, 1]
    assert take(taker, code_for(giver, table)).status == 303
    assert taker.state(table)["you"] == [0, 1]
    assert giver.state(table)["you"] == []
    assert taker.post(f"/t/{table}/resume").status == 204


@pytest.mark.parametrize("state", ["waiting", "paused", "over"])
def test_a_seat_moves_whatever_the_game_is_at(
    site: Site, giver: Visitor, taker: Visitor, state: str
) -> None:
    table = giver.open(reveal_limit="10") if state == "waiting" else giver.deal(reveal_limit="10")
    if state == "paused":
        giver.post(f"/t/{table}/pause")
    elif state == "over":
        giver.finish(table)
    assert giver.state(table)["table"] == state
    assert take(taker, code_for(giver, table)).status == 303
    assert taker.state(table)["you"] == [0]
    assert taker.state(table)["table"] == state


def test_only_a_seat_of_one_s_own_can_be_moved(site: Site, giver: Visitor) -> None:
    table = giver.deal()
    nobody, known = Visitor(site), Visitor(site)
    known.open()
    with nothing_written(site):
        for visitor in (nobody, known):
            answer = visitor.post("/device", {"table": table})
            assert answer.status == 403
            plain(answer)
        assert nobody.post("/device").text == DEVICE_WORDS["device_nothing"]
        assert known.post("/device", {"table": "A" * 22}).status == 404
    assert "set-cookie" not in nobody.post("/device").headers


def test_nobody_holds_two_seats_at_a_table(site: Site, giver: Visitor, taker: Visitor) -> None:
    table = link_match(giver, taker, seats=2)
    code = code_for(giver, table)
    shown = page(taker, f"/device/{code}")
    assert DEVICE_WORDS["device_sits"] in shown.words
    assert not shown.all("form")
    with nothing_written(site):
        answer = taker.post("/device", {"code": code})
    assert (answer.status, answer.text) == (409, DEVICE_WORDS["device_sits"])
    assert take(Visitor(site), code).status == 303, "it is good for another browser still"


def test_a_seat_of_a_link_match_moves_and_its_host_with_it(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    guest = Visitor(site)
    table = link_match(giver, guest, seats=2)
    take(taker, code_for(giver, table))
    assert [each.state(table)["you"] for each in (giver, guest, taker)] == [[], [1], [0]]
    assert taker.post(f"/t/{table}/remove", {"seat": "1"}).status == 204
    assert giver.post(f"/t/{table}/remove", {"seat": "1"}).status == 403


def test_who_waits_for_the_next_game_has_no_seat_to_move(site: Site, giver: Visitor) -> None:
    second, late = Visitor(site), Visitor(site)
    table = link_match(giver, second, seats=3)
    assert second.post(f"/t/{table}/ready").status == 204
    assert giver.post(f"/t/{table}/start").status == 204
    site.clock.pass_ms(3_001)
    site.run(lambda: tick(site, table))
    assert giver.state(table)["table"] == "playing"
    assert late.post(f"/t/{table}/join", {"name": "Late"}).status == 204
    with nothing_written(site):
        answer = late.post("/device", {"table": table})
    assert (answer.status, answer.text) == (409, DEVICE_WORDS["device_late"])


async def tick(site: Site, table: str) -> None:
    """What is due by the clock, and stored."""
    live = site.app.state.house.lobby._tables[table]
    live._wake()
    if live._pending is not None:
        await live._pending


def test_a_seat_that_was_left_meanwhile_cannot_come(
    site: Site, giver: Visitor, taker: Visitor
) -> None:
    table = link_match(giver, Visitor(site), seats=2)
    code = code_for(giver, table)
    giver.post(f"/t/{table}/leave")
    with nothing_written(site):
        for answer in (taker.get(f"/device/{code}"), taker.post("/device", {"code": code})):
            assert (answer.status, answer.text) == (410, DEVICE_WORDS["device_left"])


# The table's own address as a QR code


def test_a_table_s_address_is_a_code_that_can_be_kept(site: Site, giver: Visitor) -> None:
    table = giver.open()
    answer = Visitor(site).get(f"/t/{table}/qr.svg")
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "max-age=86400" in answer.headers["cache-control"]
    assert giver.get(f"/t/{'A' * 22}/qr.svg").status == 404


def test_it_is_offered_on_the_settings_and_at_the_table(site: Site, giver: Visitor) -> None:
    table = giver.deal()
    assert ("/device", {}) in page(giver, "/settings").forms()
    assert ("/device", {"table": table}) in Page(giver.get(f"/t/{table}", **BROWSER)).forms()
