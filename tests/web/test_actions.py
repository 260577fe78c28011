"""What people send to a table, and what it answers."""

import json
import secrets
from typing import Any

import pytest

from tests.web.site import BROWSER, FORM, SCRIPT, Answer, Site, Visitor, plain


def lines(site: Site, table: str, kind: str) -> list[dict[str, Any]]:
    """The payloads of a table's log lines of one kind, in order."""
    return [json.loads(row[-1]) for row in site.kept(table)[-1] if row[3] == kind]


def empty(answer: Answer) -> bool:
    """204, and nothing else in it than what every answer has."""
    assert answer.status == 204, answer
    assert "content-type" not in answer.headers
    return answer.body == b""


def test_play_now_opens_a_table_and_seats_the_caller(site: Site) -> None:
    visitor = Visitor(site)
    answer = visitor.post("/tables", {"preset": "party", "computers": "4"}, BROWSER)
    assert answer.status == 303
    table = answer.headers["location"].removeprefix("/t/")
    state = visitor.state(table)
    assert state["you"] == [0]
    assert [seat["kind"] for seat in state["seats"]] == ["person", *["computer"] * 4]
    assert visitor.get(answer.headers["location"], **BROWSER).status == 200


@pytest.mark.parametrize(
    ("fields", "seats"),
    [
        ({}, 2), ({"preset": "classic"}, 2), ({"preset": "quartet"}, 4), ({"preset": "strict"}, 3),
        ({"preset": "party"}, 4), ({"preset": "party", "computers": "7"}, 8),
        ({"preset": "party", "seats": "6"}, 6), ({"computers": "1", "seats": "2"}, 2),
        ({"preset": "duel", "computers": "", "level": "", "window_ms": "", "auto": ""}, 2),
    ],
)  # fmt: skip
def test_seats_are_one_person_and_the_computers(
    site: Site, fields: dict[str, str], seats: int
) -> None:
    visitor = Visitor(site)
    answer = visitor.post("/tables", fields)
    assert answer.status == 303, answer
    state = visitor.state(answer.headers["location"].removeprefix("/t/"))
    assert len(state["seats"]) == seats


def test_an_opened_table_is_played_by_what_was_asked(site: Site, visitor: Visitor) -> None:
    table = visitor.open(
        slaps="double,tens sandwich", burn="2", reveal_limit="none", window_ms="900",
        claim_window_ms="1200", turning="self", auto="yes", order="arrival", cap="150", ties="void",
        level="2",
    )  # fmt: skip
    setup = lines(site, table, "opened")[0]["setup"]
    assert set(setup["rules"]["slaps"]) == {"double", "tens", "sandwich"}
    assert (setup["rules"]["burn"], setup["rules"]["reveal_limit"]) == (2, None)
    assert (setup["window_ms"], setup["claim_window_ms"]) == (900, 1200)
    assert (setup["turning"], setup["auto"], setup["order"]) == ("self", True, "arrival")
    assert (setup["cap"], setup["ties"], setup["level"]) == (150, "void", "hard")


# The seed of the deal


def test_the_deal_follows_the_persons_seed(site: Site, visitor: Visitor) -> None:
    table = visitor.open()
    assert empty(visitor.post(f"/t/{table}/ready", {"seed": "AB" * 16}))
    assert visitor.state(table)["table"] == "playing"
    assert lines(site, table, "ready") == [{"drawn": False, "seed": "ab" * 16}]


def test_without_a_seed_the_server_draws_one_and_says_so(site: Site, visitor: Visitor) -> None:
    table = visitor.open()
    assert empty(visitor.post(f"/t/{table}/ready"))
    (ready,) = lines(site, table, "ready")
    assert ready["drawn"] is True
    assert len(bytes.fromhex(ready["seed"])) == 16


def test_a_second_seed_changes_nothing(site: Site, visitor: Visitor) -> None:
    table = visitor.deal()
    before = site.kept(table)
    assert empty(visitor.post(f"/t/{table}/ready", {"seed": "22" * 16}))
    assert site.kept(table) == before


# Presses


def test_a_reveal_turns_the_next_card(visitor: Visitor) -> None:
    table = visitor.deal()
    visitor.site.clock.pass_ms(200)
    assert empty(visitor.reveal(table))
    state = visitor.state(table)
    assert (state["n"], state["stage"], state["left_ms"]) == (1, "1.0", 1800)


def test_a_right_slap_collects(visitor: Visitor) -> None:
    table = visitor.deal(challenges="no", slaps="jack", reveal_limit="none")
    before = visitor.state(table)
    while not any(card[0] == "J" for card in before["pile"]["cards"][-1:]):
        visitor.turn(table)
        before = visitor.state(table)
        assert before["table"] == "playing", "every deck has jacks"
    visitor.site.clock.pass_ms(150)  # before any computer moves
    assert empty(visitor.post(f"/t/{table}/slap", visitor.press(table, rt="120")))
    after = visitor.state(table)
    assert after["stage"] == f"{before['n']}.1"
    assert after["pile"]["height"] == 0
    assert after["stacks"][0] == before["stacks"][0] + before["pile"]["height"]


def test_a_false_slap_is_paid_once_however_often_it_is_sent(site: Site, visitor: Visitor) -> None:
    table = visitor.deal(challenges="no", slaps="double", level="easy")
    visitor.turn(table)
    before = visitor.state(table)
    site.clock.pass_ms(150)
    first = visitor.press(table, rt="120")
    assert empty(visitor.post(f"/t/{table}/slap", first))
    burned = visitor.state(table)
    assert burned["stacks"][0] == before["stacks"][0] - 1
    assert burned["pile"]["buried"] == 1
    log = site.kept(table)
    for again in (first, {**first, "cmd": secrets.token_hex(16)}, visitor.press(table)):
        assert empty(visitor.post(f"/t/{table}/slap", again))
        assert site.kept(table) == log
        assert visitor.state(table) == burned


def test_a_repeated_cmd_gets_its_first_answer(site: Site, visitor: Visitor, playing: str) -> None:
    early = visitor.press(playing, cmd="a1b2c3d4" * 4)
    refused = visitor.post(f"/t/{playing}/reveal", early)
    assert refused.status == 409
    assert refused.text == "Wait until the window has closed."
    site.clock.pass_ms(4000)
    again = visitor.post(f"/t/{playing}/reveal", early)
    assert (again.status, again.text) == (409, refused.text)
    in_capitals = {**early, "cmd": early["cmd"].upper()}
    assert visitor.post(f"/t/{playing}/reveal", in_capitals).text == refused.text
    now = visitor.press(playing)
    if now["seen"] != "2.0":  # the computer has collected
        site.clock.pass_ms(4000)
    assert empty(visitor.post(f"/t/{playing}/reveal", now))
    after, log = visitor.state(playing), site.kept(playing)
    assert after["n"] == 3
    assert empty(visitor.post(f"/t/{playing}/reveal", now))
    assert visitor.state(playing) == after
    assert site.kept(playing) == log


def test_a_cmd_is_its_browsers_own(site: Site, stranger: Visitor, visitor: Visitor) -> None:
    mine, theirs = visitor.deal(), stranger.deal()
    site.clock.pass_ms(200)
    same = visitor.press(mine)
    assert empty(visitor.post(f"/t/{mine}/reveal", same))
    assert empty(stranger.post(f"/t/{theirs}/reveal", {**same, "seen": "0.0"}))
    assert stranger.state(theirs)["n"] == 1


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        ("0.0", "That came after the pile was taken."),
        ("1.0", "That came after the pile was taken."),
        ("1.999999", "That came after the pile was taken."),
        ("2.1", "That card has not been turned yet."),
        ("3.0", "That card has not been turned yet."),
        ("999999.0", "That card has not been turned yet."),
    ],
)
@pytest.mark.parametrize("action", ["reveal", "slap"])
def test_a_press_counts_for_the_stage_it_names_only(
    site: Site, visitor: Visitor, playing: str, action: str, seen: str, sentence: str
) -> None:
    before = site.kept(playing), visitor.state(playing)
    answer = visitor.post(f"/t/{playing}/{action}", visitor.press(playing, seen=seen))
    assert (answer.status, answer.text) == (409, sentence)
    plain(answer)
    assert (site.kept(playing), visitor.state(playing)) == before


NO_TIME = ["", "-1", "-0.001", "NaN", "nan", "inf", "-inf", "Infinity", "1e308", "1e999", "60000.5",
           "60001", "soon", "0x10", "1_000", "٣٠٠", " 300", "300 ", "+300", "1e", "9" * 400,
           "--1", "1,5", "None"]  # fmt: skip


@pytest.mark.parametrize("rt", [None, *NO_TIME])
def test_a_time_that_is_none_counts_as_missing(
    site: Site, visitor: Visitor, rt: str | None
) -> None:
    """FAIRNESS 1.3: the press is placed by the server's own measurement, rt = max(0, E - B)."""
    table = visitor.deal()
    site.clock.pass_ms(777)
    press = visitor.press(table)
    del press["rt"]
    if rt is not None:
        press["rt"] = rt
    assert empty(visitor.post(f"/t/{table}/reveal", press))
    (stored,) = lines(site, table, "press")
    assert (stored["e"], stored["rt"], stored["credit"], stored["adj"]) == (777, 777, 0, 777)


@pytest.mark.parametrize(
    ("rt", "claimed", "adj"),
    [("740", 740, 740), ("740.9", 740, 740), ("7.4e2", 740, 740), (".5", 0, None),
     ("0", 0, None), ("60000", 60000, 777), ("1e4", 10000, 777)],
)  # fmt: skip
def test_a_time_is_believed_as_far_as_fairness_says(
    site: Site, visitor: Visitor, rt: str, claimed: int, adj: int | None
) -> None:
    table = visitor.deal()
    site.clock.pass_ms(777)
    assert empty(visitor.post(f"/t/{table}/reveal", visitor.press(table, rt=rt)))
    (stored,) = lines(site, table, "press")
    assert stored["rt"] == claimed
    # Without a baseline: what the process itself stood still (Z), S and the quota are all.
    granted = stored["s"] + stored["z"] + stored["q"]
    assert stored["adj"] == (777 - granted if adj is None else adj)


@pytest.mark.parametrize("stream", [None, "", "x", "s" * 23, "s" * 22, "<script>", "é"])
def test_a_press_from_no_active_stream_has_no_baseline(
    site: Site, visitor: Visitor, stream: str | None
) -> None:
    table = visitor.deal()
    press = visitor.press(table)
    del press["stream"]
    if stream is not None:
        press["stream"] = stream
    assert empty(visitor.post(f"/t/{table}/reveal", press))
    (stored,) = lines(site, table, "press")
    assert (stored["b"], stored["s"], stored["a"]) == (0, 10, None)


def test_an_ack_is_204_whatever_it_is_good_for(
    site: Site, visitor: Visitor, stranger: Visitor, playing: str
) -> None:
    before = site.kept(playing), visitor.state(playing)
    for who in (visitor, stranger, Visitor(site)):
        for seen in ("2.0", "1.0", "99.0", "p0", "p999999999"):
            assert empty(who.post(f"/t/{playing}/ack", {"seen": seen, "stream": "s" * 22}))
    assert (site.kept(playing), visitor.state(playing)) == before


# The forms of the page


def acted(site: Site, visitor: Visitor, table: str, action: str, **fields: str) -> None:
    """Send an action as the script does and as a plain form does; each is answered its way."""
    assert empty(visitor.post(f"/t/{table}/{action}", fields, SCRIPT))
    page = visitor.post(f"/t/{table}/{action}", fields, BROWSER)
    assert page.status == 303
    assert page.headers["location"] == f"/t/{table}"
    assert page.body == b""


def test_actions_answer_a_page_and_a_script(site: Site, visitor: Visitor) -> None:
    table = visitor.open(reveal_limit="10")
    acted(site, visitor, table, "ready", seed="33" * 16)
    assert visitor.state(table)["table"] == "playing"
    acted(site, visitor, table, "pause")
    assert visitor.state(table)["table"] == "paused"
    acted(site, visitor, table, "resume")
    assert visitor.state(table)["table"] == "playing"
    acted(site, visitor, table, "auto", on="yes")
    assert visitor.state(table)["auto"] is True
    acted(site, visitor, table, "auto", on="no")
    assert visitor.state(table)["auto"] is False
    visitor.finish(table)
    acted(site, visitor, table, "rematch")
    state = visitor.state(table)
    assert (state["table"], state["deal"], state["n"]) == ("waiting", 2, 0)


def test_actions_without_fields_need_no_body_and_no_type(visitor: Visitor, playing: str) -> None:
    headers = {"Sec-Fetch-Site": "same-origin"}
    for action in ("pause", "resume"):
        answer = visitor.post(f"/t/{playing}/{action}", headers=headers)
        assert answer.status == 303


@pytest.mark.parametrize("kind", [FORM, FORM.upper(), f"{FORM}; charset=UTF-8"])
def test_the_type_of_a_form_may_be_written_as_browsers_do(
    visitor: Visitor, playing: str, kind: str
) -> None:
    headers = {**SCRIPT, "Content-Type": kind}
    assert visitor.post(f"/t/{playing}/auto", {"on": "no"}, headers).status == 204


@pytest.mark.parametrize("action", ["pause", "resume", "rematch"])
def test_what_does_not_fit_the_moment_is_refused(
    site: Site, visitor: Visitor, waiting: str, over: str, action: str
) -> None:
    table = {"pause": waiting, "resume": over, "rematch": visitor.deal()}[action]
    before = site.kept(table), visitor.state(table)
    answer = visitor.post(f"/t/{table}/{action}")
    assert answer.status == 409
    plain(answer)
    assert (site.kept(table), visitor.state(table)) == before
