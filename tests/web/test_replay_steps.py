"""What a replay shows at each step, as HTML and as blocks, against the engine's own account."""

import gzip
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest

from app.engine.conditions import CONDITIONS
from app.engine.game import Collected
from app.table.picture import Mark
from app.table.steps import Step, steps
from app.web.catalogue_replay import HELD
from app.web.pages.replay import _drawn
from app.web.replay_sentences import sentences, where
from app.web.replay_view import BLOCK, REGIONS, Course
from app.web.templating import Templates
from app.web.views import ChallengeView
from tests.table.whole_games import account, games, played
from tests.web.pictures import moments, table
from tests.web.replays import game, page_at

TEMPLATES = Templates(lambda name: f"/static/{name}")
HOUSE: Any = SimpleNamespace(templates=TEMPLATES)
GAMES = {name: (fields, seed) for name, fields, seed in games()}


class Shown(HTMLParser):
    """What a page without script shows: the cards in the places, the chips, the links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.places: list[list[str]] = []
        self.chips: list[list[str]] = []
        self.links: dict[str, str] = {}
        self.slider: dict[str, str] = {}
        self._in = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        classes = has.get("class", "").split()
        if "place" in classes:
            self.places.append(["", ""])
            self._in = "place"
        elif "chip" in classes:
            self.chips.append([])
            self._in = "chip"
        elif tag == "ol" and "places" not in classes:
            self._in = ""
        if tag == "use" and self._in == "place":
            for kind, at in (("#rank", 0), ("#suit", 1)):
                if has["href"].startswith(kind):
                    self.places[-1][at] = has["href"].removeprefix(kind)
        if tag == "b" and self._in == "chip":
            self._in = "count"
        if tag == "a" and "id" in has:
            self.links[has["id"]] = has["href"]
        if has.get("type") == "range":
            self.slider = has

    def handle_data(self, data: str) -> None:
        if self._in == "count":
            self.chips[-1].append(data)
            self._in = "chip"

    @property
    def cards(self) -> list[str]:
        """The cards that lie there, oldest first, jokers without their number."""
        return ["".join(place) for place in self.places if place[0]]

    @property
    def heights(self) -> list[int]:
        return [int(chip[0]) for chip in self.chips]


def bare(cards: Sequence[str]) -> list[str]:
    return ["X" if card[0] == "X" else card for card in cards]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_at_any_reveal_shows_the_engine_s_three_cards(name: str) -> None:
    fields, seed = GAMES[name]
    table = played(seed, **fields)
    course = Course(steps(table.log, table.core.ledger.public_id))
    told = list(account(table))
    blocks = [
        step
        for block in range(course.last // BLOCK + 1)
        for step in json.loads(_drawn(HOUSE, course, block))
    ]
    assert len(blocks) == len(told)
    for n, (lying, after, _) in enumerate(told):
        right = bare(lying["faceup"][-3:])
        # The last pile is shown as it lay, and the stacks as the game has ended.
        heights = list(map(len, (after if n == course.last else lying)["stacks"]))
        drawn = blocks[n]["regions"]
        assert blocks[n]["n"] == n
        assert set(drawn) == set(REGIONS)
        assert Shown(drawn["pile"]).cards == right, n
        assert Shown(drawn["seats"]).heights == heights
        if n % 7 == 0 or n == course.last:
            page = TEMPLATES.page_html("replay", page_at(n, course))
            shown = Shown(page)
            assert shown.cards == right, n
            assert shown.heights == heights
            assert shown.slider["value"] == str(n)
            assert all(html in page for html in drawn.values()), "block and page are the same"


def test_one_s_own_chip_says_you() -> None:
    """By the same attributes as the sentences, so that a block is one for all who look."""
    course = Course(game(3))
    turn = next(step.n for step in course.steps[1:] if step.picture.turn == 0)
    own, other = course.moment(turn).seats.chips
    assert own.own == f"You, {own.cards} cards, your turn"
    assert own.label == f"Player, {own.cards} cards, their turn"
    assert other.own == "", "a computer looks at no replay"
    html = TEMPLATES.fragment("chip", own)
    said = re.findall(r'<span class="(\w+)" data-for="(\w+)"[^>]*>([^<]*)<', html)
    assert [(kind, to) for kind, to, _ in said] == [
        ("vh", "0"), ("name", "0"), ("vh", "others"), ("name", "others"),
    ]  # fmt: skip
    assert [text for kind, _, text in said if kind == "name"] == ["You", "Player"]
    assert "data-for" not in TEMPLATES.fragment("chip", other)


def test_the_last_step_s_chips_are_the_result_s() -> None:
    for seed in range(3, 7):
        course = Course(game(seed))
        end = course.steps[-1].end
        assert end is not None
        chips = course.moment(course.last).seats.chips
        assert tuple(chip.cards for chip in chips) == end.heights
        assert not any(chip.turn for chip in chips)


def test_the_ways_on_are_links() -> None:
    course = Course(game())
    for n in (0, 1, 41, course.last - 1, course.last):
        shown = Shown(TEMPLATES.page_html("replay", page_at(n, course)))
        chances = [step.n for step in course.steps if step.holds and step.n > n]
        assert shown.links == {
            "to-first": "?at=0",
            "to-back": f"?at={max(0, n - 1)}",
            "to-on": f"?at={min(course.last, n + 1)}",
            "to-last": f"?at={course.last}",
            "to-chance": f"?at={chances[0] if chances else n}",
        }
        assert (shown.slider["min"], shown.slider["max"]) == ("0", str(course.last))
        assert shown.slider["aria-valuetext"] == where(course.steps[n], course.last)
    piles = [step.n for step in course.steps if step.pile]
    for n in range(course.last + 1):
        pace = course.pace(n)
        assert pace.pile_on == min([p for p in piles if p > n], default=course.last)
        assert pace.pile_back == max([p for p in piles if p < n], default=0)
        assert 400 <= pace.ms <= 3000


def test_a_game_of_four_thousand_reveals_is_a_light_page() -> None:
    course = Course(
        game(6, preset="doubles", seats=8, decks="2", level="easy", reveal_limit="none")
    )
    assert course.last > 4000
    page = TEMPLATES.page_html("replay", page_at(2345, course))
    assert len(gzip.compress(page.encode())) < 8 * 1024
    assert sum(len(mark.path) for mark in course.marks) < 8 * 1024
    block = _drawn(HOUSE, course, 46)
    assert len(gzip.compress(block.encode())) < 16 * 1024
    assert json.loads(block)[45]["where"] == where(course.steps[2345], course.last)


def test_marks_stand_where_their_steps_do() -> None:
    course = Course(game())
    marks = {mark.kind: mark for mark in course.marks}
    for kind, found in (
        ("chance", [step.n for step in course.steps if step.holds]),
        ("pile", [step.n for step in course.steps if step.pile]),
        ("right", [s.n for s in course.steps if any(m.how != "wrong" for m in s.marks)]),
        ("wrong", [s.n for s in course.steps if any(m.how == "wrong" for m in s.marks)]),
        ("honour", [s.n for s in course.steps[1:] if s.picture.cards[-1][0] in "JQKA"]),
    ):
        assert found, kind
        at = [int(x) for x in re.findall(r"M(\d+) ", marks[kind].path)]
        assert at == [1000 * n // course.last for n in found], kind
    slaps = sum(mark.how != "wrong" for step in course.steps for mark in step.marks)
    assert marks["right"].label == f"{slaps} right slaps"


# Sentences


def test_every_pattern_has_its_name() -> None:
    assert set(HELD) == set(CONDITIONS)


def step(**changes: Any) -> Step:
    picture = changes.pop("picture", moments(3)["ready"])
    values: dict[str, Any] = {
        "n": 37, "seat": 2, "picture": picture, "holds": (), "marks": (), "burned": 0,
        "tied": False, "pile": None, "fallen": None, "out": (), "ms": 900, "end": None,
    }  # fmt: skip
    return Step(**{**values, **changes})


def says(found: Step, you: int | None = None) -> str:
    """A step as a seat's holder reads it, or anybody else."""
    said = {each.to: each.text for each in sentences(found)}
    return said.get(str(you), said["others"]).replace("\N{NO-BREAK SPACE}", " ")


WON, BEATEN = Mark(0, 512, "won"), Mark(1, 548, "right")


@pytest.mark.parametrize(
    ("found", "own", "others"),
    [
        (step(), "3 ♦ by North.", "3 ♦ by North."),
        (step(seat=0), "3 ♦ by you.", "3 ♦ by Player."),
        (
            step(holds=("sandwich",), marks=(WON, BEATEN), pile=Collected(0, "slap", 9, ())),
            "3 ♦ by North. Sandwich: you 0.51 s, West 0.55 s. You take 9 cards.",
            "3 ♦ by North. Sandwich: Player 0.51 s, West 0.55 s. Player takes 9 cards.",
        ),
        (
            step(holds=("double", "sandwich")),
            "3 ♦ by North. Double and sandwich: nobody slapped.",
            "3 ♦ by North. Double and sandwich: nobody slapped.",
        ),
        (
            step(holds=("run",), marks=(Mark(0, 400, "right"), Mark(1, 400, "right")), tied=True),
            "3 ♦ by North. Run of three: you 0.40 s, West 0.40 s. A tie, so the pile stays.",
            "3 ♦ by North. Run of three: Player 0.40 s, West 0.40 s. A tie, so the pile stays.",
        ),
        (
            step(marks=(Mark(0, 333, "wrong"), Mark(1, 600, "wrong")), burned=3),
            "3 ♦ by North. Not a match: you 0.33 s, West 0.60 s. 3 cards go under the pile.",
            "3 ♦ by North. Not a match: Player 0.33 s, West 0.60 s. 3 cards go under the pile.",
        ),
        (
            step(marks=(Mark(0, 333, "wrong"),), out=(0,)),
            "3 ♦ by North. Not a match: you 0.33 s. No card to pay. You are out of this game.",
            "3 ♦ by North. Not a match: Player 0.33 s. No card to pay. Player is out of this game.",
        ),
        (
            step(picture=table(3, cards=("QH",), challenge=moments(3)["challenge"].challenge)),
            "Q ♥ by North. You have 1 chance to answer.",
            "Q ♥ by North. Player has 1 chance to answer.",
        ),
        (
            step(picture=table(3, honour="QH"), pile=Collected(0, "challenge", 7, ())),
            "3 ♦ by North. Your queen was not answered. You take 7.",
            "3 ♦ by North. Player's queen was not answered. Player takes 7.",
        ),
        (
            step(pile=Collected(1, "award", 1, ()), end=moments(3)["over"]),
            "3 ♦ by North. West takes 1 card. You won with 40 cards. The time of this game is up.",
            "3 ♦ by North. West takes 1 card. Player won with 40 cards. "
            "The time of this game is up.",
        ),
        (
            step(
                picture=table(3, cards=("QH",), challenge=moments(3)["challenge"].challenge),
                pile=Collected(1, "award", 1, ()),
                end=moments(3)["over"],
            ),
            "Q ♥ by North. West takes 1 card. You won with 40 cards. The time of this game is up.",
            "Q ♥ by North. West takes 1 card. Player won with 40 cards. "
            "The time of this game is up.",
        ),
        (step(picture=table(3, cards=("X2",))), "Joker by North.", "Joker by North."),
        (
            step(n=0, seat=None, picture=table(3, n=0, cards=())),
            "The cards are dealt. You turn first.",
            "The cards are dealt. Player turns first.",
        ),
    ],
)
def test_a_step_in_words(found: Step, own: str, others: str) -> None:
    assert says(found, 0) == own
    assert says(found, 1) == says(found) == others


def test_a_step_as_the_slider_says_it() -> None:
    assert where(step(), 100) == "Reveal 37 of 100: three of diamonds"
    assert where(step(n=0, seat=None), 100) == "The deal, before reveal 1 of 100"


def test_no_pile_is_said_to_go_to_whom_a_slap_took_it_from() -> None:
    """The claim is what the table showed before that slap; the sentence says who has the pile."""
    claimed = moments(3)["claim"]
    assert claimed.claim not in (None, 0)

    def line(pile: Collected | None) -> tuple[str, ...]:
        moment = Course([step(n=0), step(n=1, picture=claimed, pile=pile)]).moment(1)
        return tuple(said.text for said in moment.challenge.lines)

    assert line(Collected(0, "slap", 9, ())) == ()
    kept = line(Collected(claimed.claim or 0, "challenge", 9, ()))
    assert kept == line(Collected(claimed.claim or 0, "slap", 9, ())) == line(None) != ()


def test_nobody_is_asked_when_the_game_is_over() -> None:
    asked, over = moments(3)["challenge"], moments(3)["over"]
    given = step(n=1, picture=asked, pile=Collected(1, "award", 1, ()), end=over)
    slapped = step(n=1, picture=asked, pile=Collected(1, "slap", 1, ()), end=over)
    assert Course([step(n=0), given]).moment(1).challenge == ChallengeView((), ())
    for lies in (slapped, step(n=1, picture=asked)):
        assert Course([step(n=0), lies]).moment(1).challenge.lines


def test_the_heading_calls_who_looks_you() -> None:
    course = Course(game(5, preset="classic", reveal_limit=40))
    told = {you: page_at(3, course, you).about.partition(" · ")[0] for you in ((0,), (), (0, 1))}
    assert told[0,].startswith("You")
    assert told[()] == told[0, 1]
    assert "You" not in told[()]
