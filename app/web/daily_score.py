"""What a daily game was worth, line by line, and the texts that tell others of a game."""

from dataclasses import dataclass
from typing import Literal

from app.engine.score import A_FALSE_SLAP, A_PILE, A_SECOND, WIN, WIN_MIN, daily_score
from app.web.words import count, listed, say, seconds

Outcome = Literal["won", "draw", "lost"]


@dataclass(frozen=True, slots=True)
class Played:
    """A person's daily game in figures. `play_ms` and `best_ms` are ms, `piles` those collected by
    slap, of the `chances` that there were; `best_ms` is None without a measured right slap.
    """

    outcome: Outcome
    play_ms: int
    wrong: int
    piles: int
    chances: int
    best_ms: int | None

    @property
    def points(self) -> int:
        return daily_score(self.outcome == "won", self.play_ms, self.wrong, self.piles)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """What a part of the game added to the score, or took from it; `amount` may be empty."""

    label: str
    amount: str


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A score worked out, and its sum."""

    lines: tuple[ScoreLine, ...]
    total: str


@dataclass(frozen=True, slots=True)
class ShareView:
    """A text to hand on. The address is its last line; without an origin, its path."""

    text: str
    address: str


def score_view(played: Played) -> ScoreView:
    """The score line by line (RULES, "Score of a daily game")."""
    lines = _won(played) if played.outcome == "won" else _not_won(played)
    return ScoreView(lines, str(played.points))


def _won(played: Played) -> tuple[ScoreLine, ...]:
    time = A_SECOND * (played.play_ms // 1000)
    lines = [
        ScoreLine(say("score_win"), str(WIN)),
        ScoreLine(say("score_time", time=clock(played.play_ms)), _less(time)),
        ScoreLine(count("score_wrong", played.wrong), _less(A_FALSE_SLAP * played.wrong)),
    ]
    if WIN - time - A_FALSE_SLAP * played.wrong < WIN_MIN:
        lines.append(ScoreLine(say("score_floor", number=WIN_MIN), ""))
    return tuple(lines)


def _not_won(played: Played) -> tuple[ScoreLine, ...]:
    piles = count("score_piles", played.piles)
    return (
        ScoreLine(say(f"outcome_{played.outcome}"), "0"),
        ScoreLine(piles, str(A_PILE * played.piles)),
    )


def _less(number: int) -> str:
    return say("minus", number=number) if number else "0"


def clock(ms: int) -> str:
    """A length of play: minutes and whole seconds, "5:02"."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02d}"


def share_view(number: int, played: Played, address: str) -> ShareView:
    """The text of UX 2.8: which daily, how it came out, the slaps, the address of its page."""
    outcome = say(f"share_{played.outcome}", points=count("points", played.points))
    return _shared(say("share_headline", number=number, outcome=outcome), _slaps(played), address)


def share_game(outcome: str, played: Played | None, address: str) -> ShareView:
    """The text of any other game: how it came out, one person's slaps, the address of its replay.

    `played` is None where nobody's slaps are told: two or more have played.
    """
    headline = say("share_game", outcome=outcome)
    return _shared(headline, "" if played is None else _slaps(played), address)


def _shared(headline: str, slaps: str, address: str) -> ShareView:
    return ShareView("\n".join(filter(None, (headline, slaps))), address)


def _slaps(played: Played) -> str:
    first = say("share_slaps", piles=played.piles, chances=played.chances)
    parts = [first if played.chances else say("share_no_slaps")]
    if played.best_ms is not None:
        parts.append(say("share_best", time=seconds(played.best_ms)))
    wrong = say("share_wrong", number=played.wrong)
    parts.append(wrong if played.wrong else say("share_no_wrong"))
    line = listed(tuple(parts))
    return line[:1].upper() + line[1:]
