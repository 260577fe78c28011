"""Log entries as a live table writes them, for tests of the store."""

import json
from collections.abc import Mapping

from app.store.journal import Entry

SETUP = {"mode": "solo", "preset": "duel", "window_ms": 1500}
GAME = "game-1-of-this-table--"
SEALED = {"deal": 1, "id": GAME, "server_seed": "5e" * 32, "commitment": "c0" * 32}
DEALT = {"deal": 1, "dealer": 1, "deal_seed": "de" * 32}
ENDED = {"deal": 1, "winner": 0, "reason": "all_cards", "counts": [52, 0], "play_ms": 61_250}


def entry(seq: int, kind: str, payload: Mapping[str, object] | None = None) -> Entry:
    """An entry of no seat, 3 ms into its stage."""
    compact = json.dumps(payload or {}, sort_keys=True, separators=(",", ":"))
    return Entry(seq, 3, kind, None, compact)


def opened(browser: str | None = None) -> Entry:
    """A table of one person and one Normal computer."""
    person = {"kind": "person", "name": "Ada", "level": None, "browser": browser}
    computer = {"kind": "computer", "name": "North", "level": 1, "browser": None}
    return entry(0, "opened", {"setup": SETUP, "seats": [person, computer]})


def reveal(seq: int) -> Entry:
    """Seat 1 turns a card."""
    return Entry(seq, 412, "reveal", 1, f'{{"card":"QS","n":{seq}}}')


def sealed(game: str = GAME) -> Entry:
    """The server's seed, fixed."""
    return entry(1, "sealed", SEALED | {"id": game})


def whole_game(browser: str | None = None, game: str = GAME) -> tuple[Entry, ...]:
    """A short log from the first entry to the last."""
    return (
        opened(browser),
        sealed(game),
        entry(2, "dealt", DEALT),
        reveal(3),
        entry(4, "paused"),
        entry(5, "resumed"),
        entry(6, "ended", ENDED),
    )
