"""What the result shows of its finished game: plots, and the closest finishes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from statistics import median

from app.engine.cards import Seat
from app.table.computer import EXTRA_MS, EXTRA_UNLISTED_MS
from app.table.history import Hand, History
from app.table.reactions import Reactions
from app.table.setup import LEVELS
from app.web.catalogue import PATTERNS
from app.web.plots.chances import chances_plot, right_hands
from app.web.plots.curve import Rivals
from app.web.plots.held import held_plot
from app.web.plots.players import Players, players
from app.web.plots.plot import Plot
from app.web.plots.reactions import Against, against, histogram
from app.web.stats_times import ENOUGH, Times
from app.web.words import count, joined, say

CLOSEST = 3


@dataclass(frozen=True, slots=True)
class Finish:
    """A window in which two right hands fell close together; `n` is its reveal."""

    n: int
    sentence: str
    apart: str


@dataclass(frozen=True, slots=True)
class GamePlots:
    """A finished game's plots, to whoever held some of its seats, or none.

    `private`: what was offered to be handed on leads those nowhere who did not play.
    """

    game: str
    plots: tuple[Plot, ...]
    finishes: tuple[Finish, ...]
    private: bool = False


def game_plots(game: History, you: Sequence[Seat]) -> GamePlots:
    """Cards held, chances and own reactions, with the closest finishes.

    `you` are the seats of whoever looks: one is addressed, two people at one device are named, a
    watcher has no reactions.
    """
    who = players(game, you)
    return GamePlots(
        game=game.id,
        plots=(
            held_plot(game, you),
            chances_plot(game, you),
            *(reactions_of(game, seat, who) for seat in you),
        ),
        finishes=closest(game, who),
    )


def reactions_of(game: History, seat: Seat, who: Players) -> Plot:
    """A seat's measured right slaps, with the curve of the computers it played against."""
    told = game.tallies[seat].reactions
    title = say("reactions_title")
    if not who.alone(seat):
        title = say("reactions_title_of", name=who.names[seat])
    return histogram(title, Times(Counter(told.times)).drawn(), _against(game, told), _note(told))


def _note(told: Reactions) -> str:
    """What the plot leaves out, and what it compares with nothing."""
    if not told.times:
        return count("reactions_guesses", told.guesses) if told.guesses else ""
    parts = (("reactions_without", told.guesses), ("reactions_coarse", len(told.coarse)))
    return " ".join(count(key, number) for key, number in parts if number)


def _against(game: History, told: Reactions) -> Against | None:
    """The computers of this game at the very chances that it had; None without either, and where
    a coarse clock told the times.
    """
    if told.coarse and len(told.fine) < ENOUGH:
        return None
    levels = Counter(player.level for player in game.players if player.level is not None)
    extras = Counter(
        min(EXTRA_MS.get(name, EXTRA_UNLISTED_MS) for name in turned.holds)
        for turned in game.turned
        if turned.holds
    )
    if not levels or not extras:
        return None
    weights = tuple(
        (level, extra, seats * often)
        for level, seats in sorted(levels.items())
        for extra, often in sorted(extras.items())
    )
    rivals = Rivals(weights, game.setup.window_ms)
    if len(levels) > 1:
        return Against(rivals, say("computers_here_key"), "")
    fine = int(median(told.fine)) if len(told.fine) >= ENOUGH else None
    return against(rivals, LEVELS[min(levels)], fine)


def closest(game: History, who: Players) -> tuple[Finish, ...]:
    """The windows whose two quickest right hands came closest together, the closest first."""
    contested = []
    for turned in game.turned:
        hands = right_hands(turned)
        if turned.holds and len(hands) > 1:
            contested.append((hands[1].ms - hands[0].ms, turned.n, turned.holds[0], hands[:2]))
    return tuple(
        Finish(
            n=n,
            sentence=say(
                "closest",
                reveal=say("closest_reveal", n=n),
                pattern=PATTERNS[pattern],
                hands=joined(tuple(_hand(hand, who) for hand in hands)),
            ),
            apart=say("closest_apart", ms=apart),
        )
        for apart, n, pattern, hands in islice(sorted(contested), CLOSEST)
    )


def _hand(hand: Hand, who: Players) -> str:
    key = "closest_you" if who.alone(hand.seat) else "closest_hand"
    return say(key, name=who.names[hand.seat], time=f"{hand.ms / 1000:.3f}")
