"""The match sheet: what two people at one device have played, and who has won how often."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from app.days import day_of
from app.engine.cards import Seat
from app.store.games import FinishedGame
from app.table.picture import Picture
from app.web.words import day_words, isolated, say


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A finished game: its number, its replay, who won, the cards of each seat, and its day
    (UTC). `replay` is empty where whoever reads may not see it.
    """

    number: int
    replay: str
    winner: str
    cards: tuple[int, ...]
    date: str
    moment: str  # ISO 8601, for machines


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A seat's column: its name, whether it is the reader's to change, and how often it won."""

    seat: Seat
    name: str
    mine: bool
    total: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """The match sheet of one table; without rows, the hint that stands in the first one."""

    id: str
    players: tuple[SheetPlayer, ...]
    rows: tuple[SheetRow, ...]


def sheet_view(
    id: str, picture: Picture, you: Sequence[Seat], finished: Sequence[FinishedGame]
) -> SheetView:
    """The sheet of a table: `finished` are its ended games, `you` the seats of whoever reads."""
    names = tuple(seat.name for seat in picture.seats)
    return SheetView(
        id=id,
        players=tuple(
            SheetPlayer(
                seat=seat,
                name=name,
                mine=seat in you,
                total=sum(game.winner == seat for game in finished),
            )
            for seat, name in enumerate(names)
        ),
        rows=tuple(
            _row(number, names, game, bool(you) or not game.private)
            for number, game in enumerate(finished, start=1)
        ),
    )


def _row(number: int, names: Sequence[str], game: FinishedGame, shown: bool) -> SheetRow:
    ended = datetime.fromtimestamp(game.ended_ms / 1000, UTC)
    return SheetRow(
        number=number,
        replay=f"/replay/{game.id}" if shown else "",
        winner=say("sheet_draw") if game.winner is None else isolated(names[game.winner]),
        cards=game.cards,
        date=day_words(day_of(game.ended_ms)),
        moment=ended.isoformat(timespec="seconds"),
    )
