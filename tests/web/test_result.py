"""What the end of a game says: who won and why, and a person's own game in figures."""

from dataclasses import replace

from app.engine.game import Result
from app.table.picture import Picture
from app.table.reactions import Reactions
from app.web.views import regions
from tests.web.pictures import moments
from tests.web.test_views import read


def headline(picture: Picture, seat: int | None) -> str:
    return read(regions(picture, "e").result.headlines, seat)


def test_the_headline_says_who_won_and_how() -> None:
    over = moments()["over"]
    assert headline(over, 0) == "You won with 44 cards"
    assert headline(over, None) == "Player won with 44 cards"
    everything = replace(over, heights=(0, 52), buried=0, faceup=0, result=Result(1, "all_cards"))
    assert headline(everything, 0) == "West has all 52 cards"
    even = replace(over, heights=(26, 26), result=Result(None, "limit"))
    assert headline(even, 0) == "A draw, 26 each"
    three = replace(moments(4)["over"], heights=(20, 20, 8, 4), result=Result(None, "limit"))
    assert headline(three, 0) == "A draw between Player and West, 20 each"
    assert headline(moments()["a draw"], 0) == "A draw"


def test_the_result_gives_a_person_their_figures() -> None:
    (mine,) = regions(moments()["over"], "e").result.mine
    assert mine.to == "0"
    assert [(f.label, f.value, f.note) for f in mine.figures] == [
        ("Median reaction", "0.41 s", "from 3 right slaps"),
        ("Best", "0.39 s", ""),
        ("Right slaps", "3", "of 9 chances"),
        ("Wrong slaps", "1", ""),
    ]
    (none,) = regions(moments()["a draw"], "e").result.mine
    assert [(f.label, f.value, f.note) for f in none.figures] == [
        ("Reaction", "no right slaps", ""),
        ("Right slaps", "0", "of 0 chances"),
        ("Wrong slaps", "0", ""),
    ]
    over = moments()["over"]
    late = replace(over.tallies[0], reactions=Reactions(), right=2)
    (unmeasured,) = regions(replace(over, tallies=(late, late)), "e").result.mine
    assert unmeasured.figures[0].value == "not measured", "slapped, though in no measured window"


def test_the_result_tells_time_from_reveals() -> None:
    def reason(n: int, limit: int | None) -> str:
        over = replace(moments()["over"], n=n, reveals_limit=limit)
        return regions(over, "e").result.reason

    assert reason(100, 100) == "The last card of this game has been turned."
    assert reason(37, 100) == "The time of this game is up."
    assert reason(37, None) == "The time of this game is up."


def test_a_daily_s_result_has_its_score_and_its_text_for_everybody() -> None:
    over = replace(moments(4)["over"], mode="daily", date="2026-12-01", play_ms=241_900)
    result = regions(over, "e").result
    assert result.day == "/daily/2026-12-01"
    assert result.score is not None
    assert result.share is not None
    assert result.score.total == "1498"
    assert result.share.text == (
        "Egyptian War daily 27 – won, 1498 points\n2 of 9 slaps first, best 0.39 s, 1 wrong"
    )
    assert result.share.address == "/daily/2026-12-01"
    lost = regions(replace(over, result=Result(2, "limit")), "e").result.share
    drawn = regions(replace(over, result=Result(None, "limit")), "e").result.share
    assert lost is not None
    assert drawn is not None
    assert lost.text.startswith("Egyptian War daily 27 – lost, 50 points")
    assert drawn.text.startswith("Egyptian War daily 27 – a draw, 50 points")


def test_any_other_game_is_shared_with_its_replay() -> None:
    over = moments(4)["over"]
    alone = regions(over, "e").result.share
    assert alone is not None
    assert alone.text == (
        "Egyptian War – won with 36 cards\n2 of 9 slaps first, best 0.39 s, 1 wrong"
    )
    assert alone.address == f"/replay/{over.game}"
    lost = regions(replace(over, result=Result(2, "limit")), "e").result.share
    drawn = regions(replace(over, result=Result(None, "limit")), "e").result.share
    assert lost is not None
    assert drawn is not None
    assert lost.text.startswith("Egyptian War – North won with 4 cards\n")
    assert drawn.text.startswith("Egyptian War – a draw\n")


def test_among_several_the_text_says_who_won_and_nobody_s_slaps() -> None:
    shared = regions(replace(moments(4)["over"], mode="link"), "e").result.share
    assert shared is not None
    assert shared.text == "Egyptian War – Player won with 36 cards"


def test_practice_has_no_score_and_leads_back_to_its_day() -> None:
    result = regions(replace(moments(4)["over"], date="2026-12-01"), "e").result
    assert result.score is None
    assert result.day == "/daily/2026-12-01"
    assert regions(moments(4)["over"], "e").result.day == ""
