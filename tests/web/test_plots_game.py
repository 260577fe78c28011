"""The plots of a finished game tell what its history tells."""

import re
from dataclasses import replace

import pytest

from app.web.plots.chances import chances_plot
from app.web.plots.finished import game_plots
from app.web.plots.held import held_plot
from tests.web.histories import played
from tests.web.test_plots import SPACE, TEMPLATES, drawn


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_cards_held_are_those_of_the_game(seats: int) -> None:
    game = played(seats, 130)
    rows = held_plot(game, (0,)).numbers.rows
    assert [int(row[0]) for row in rows] == [0, 20, 40, 60, 80, 100, 120, 130]
    piles = 0
    for row in rows:
        n, *held, taken = map(int, row)
        assert tuple(held) == (game.turned[n - 1].heights if n else game.began)
        piles += taken
    assert piles == sum(turned.pile is not None for turned in game.turned)
    most = max(game.began[0], *(turned.heights[0] for turned in game.turned))
    assert held_plot(game, (0,)).sentence == (
        f"You began with {game.began[0]} cards and ended with {game.counts[0]};"
        f" the most was {most}."
    )


def test_a_line_of_a_short_game_is_drawn_reveal_by_reveal() -> None:
    game = played(2, 4, rate=0)
    (own,) = (shape.d for shape in held_plot(game, (0,)).shapes if shape.look == "own")
    heights = [game.began[0], *(turned.heights[0] for turned in game.turned)]
    first, *steps = re.findall(r"-?\d+", own.replace("-", " -"))[1:]
    y = [int(first)]
    for dy in map(int, steps[1::2]):
        y.append(y[-1] + dy)
    assert {round((300 - at) * 30 / 300) for at in y} <= set(heights)


def test_among_many_lines_one_s_own_is_found() -> None:
    """It has half of the points and lies on top, the others are thin, and dots are its piles."""
    game = played(8, 4000, rate=0.15)
    shapes = held_plot(game, (2,)).shapes
    lines = {shape.look: shape.d.count(" ") for shape in shapes if "pile" not in shape.look}
    *_, last = [look for look in lines if look == "own" or look.startswith("seat")]
    assert last == "own"
    others = [look for look in lines if look.startswith("seat")]
    assert len(others) == 7
    assert all(look.endswith(" thin") for look in others)
    assert lines["own"] > 3 * max(lines[look] for look in others)
    short = played(8, 150, rate=0.15)
    piles = [t.pile for t in short.turned if t.pile is not None and t.pile.seat == 2]
    plot = held_plot(short, (2,))
    dots = sum(shape.d.count("M") for shape in plot.shapes if shape.look.startswith("pile"))
    assert dots == len(piles) > 0
    assert {key.text for key in plot.keys if key.look.startswith("pile")} <= {
        "A pile you took by slap",
        "A pile you took by challenge",
    }


@pytest.mark.parametrize("you", [(), (0, 1)])
def test_where_nobody_alone_looks_all_piles_are_marked(you: tuple[int, ...]) -> None:
    game = played(8, 150, rate=0.15, people=2)
    plot = held_plot(game, you)
    dots = sum(shape.d.count("M") for shape in plot.shapes if shape.look.startswith("pile"))
    assert dots == sum(turned.pile is not None for turned in game.turned)
    assert not any("you" in key.text for key in plot.keys)
    assert any(shape.look.endswith("thin") for shape in plot.shapes) == bool(you)


@pytest.mark.parametrize("people", [0, 1, 2])
@pytest.mark.parametrize(("reveals", "rate"), [(100, 0.1), (1200, 0.15)])
def test_chances_are_those_of_the_game(people: int, reveals: int, rate: float) -> None:
    game, you = played(4, reveals, people=max(people, 1), rate=rate), tuple(range(people))
    plot = chances_plot(game, you)
    chances = [turned for turned in game.turned if turned.holds]
    rows = plot.numbers.rows
    if len(chances) <= 20:
        assert [int(row[0]) for row in rows] == [turned.n for turned in chances]
        for row, turned in zip(rows, chances, strict=True):
            by = {hand.seat: str(hand.ms) for hand in turned.hands}
            assert row[2 : 2 + people] == tuple(by.get(seat, "none") for seat in you)
            quickest = min(turned.hands, key=lambda hand: hand.ms, default=None)
            assert row[-1].endswith("none" if quickest is None else str(quickest.ms))
    else:
        assert sum(int(row[1]) for row in rows) == len(chances)
        for seat in you:
            right = [h for t in chances for h in t.hands if h.seat == seat]
            cells = [re.match(r"\d+", row[2 + seat]) for row in rows]
            assert sum(int(cell[0]) for cell in cells if cell) == len(right)
    for seat in you:
        right = [h for t in chances for h in t.hands if h.seat == seat]
        first = sum(hand.how == "won" for hand in right)
        name = "You" if people == 1 else ("Player", "West")[seat]
        told = f"{name} slapped {len(right)} of {len(chances)} chances, {first} of them first."
        assert told in plot.sentence


@pytest.mark.parametrize(("reveals", "rate"), [(100, 0.15), (1200, 0.15)])
def test_who_is_out_has_no_more_chances(reveals: int, rate: float) -> None:
    whole, left = played(4, reveals, rate=rate), reveals // 2
    game = replace(
        whole,
        turned=tuple(
            turned
            if turned.n <= left
            else replace(turned, out=(0,), hands=tuple(h for h in turned.hands if h.seat))
            for turned in whole.turned
        ),
    )
    had = [turned for turned in game.turned if turned.holds and turned.n <= left]
    right = [hand for turned in had for hand in turned.hands if hand.seat == 0]
    plot = chances_plot(game, (0,))
    assert f"You slapped {len(right)} of {len(had)} chances" in plot.sentence
    if reveals == 100:
        shapes = {shape.look: shape.d for shape in plot.shapes}
        assert shapes.get("own missed", "").count("M") == len(had) - len(right)
    gone = [row for row in plot.numbers.rows if int(row[0].split("–")[0]) > left]
    assert {row[2] for row in gone if row[1] != "0"} == {"out"}
    (other,) = (row for row in chances_plot(game, (1,)).numbers.rows[-1:])
    assert other[2] != "out"


def test_a_chance_is_a_dot_of_whoever_slapped_it() -> None:
    game = played(2, 12, rate=1)
    shapes = {shape.look: shape.d for shape in chances_plot(game, (0,)).shapes}
    own = [hand for turned in game.turned for hand in turned.hands if hand.seat == 0]
    others = [hand for turned in game.turned for hand in turned.hands if hand.seat == 1]
    assert shapes["own dot"].count("M") == len(own)
    assert shapes["other"].count("M") == len(others)
    assert shapes["own missed"].count("M") == len(game.turned) - len(own)


def test_the_closest_finishes_are_told_and_lead_into_the_replay() -> None:
    game = played(3, 200, rate=0.3)
    found = game_plots(game, (0,))
    apart = sorted(
        (b - a, turned.n)
        for turned in game.turned
        if len(turned.hands) > 1
        for a, b in [sorted(hand.ms for hand in turned.hands)[:2]]
    )
    assert [finish.n for finish in found.finishes] == [n for _, n in apart[:3]]
    assert [finish.apart for finish in found.finishes] == [
        f"{ms}{SPACE}ms apart" for ms, _ in apart[:3]
    ]
    turned = game.turned[apart[0][1] - 1]
    names = ("you", "West", "North")
    hands = " and ".join(
        f"{names[hand.seat]} {hand.ms / 1000:.3f}{SPACE}s" for hand in turned.hands[:2]
    )
    pattern = {"double": "a double", "sandwich": "a sandwich"}[turned.holds[0]]
    assert found.finishes[0].sentence == f"Reveal {turned.n}, {pattern}: {hands}."
    html = TEMPLATES.fragment("game_plots", found)
    assert f'href="/replay/{game.id}?at={turned.n}"' in html
    alone = game_plots(played(2, 50, rate=0), (0,))
    assert "No two right slaps met in this game." in TEMPLATES.fragment("game_plots", alone)


def test_two_people_at_one_device_are_both_named() -> None:
    plots = game_plots(played(people=2), (0, 1)).plots
    assert [plot.title for plot in plots[2:]] == ["Reactions of Player", "Reactions of West"]
    assert not any("You" in drawn(plot) or "you " in drawn(plot) for plot in plots)
    assert len(game_plots(played(), ()).plots) == 2, "a watcher has no reactions"
