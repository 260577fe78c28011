"""The picture of a table: what its ledger may show to everyone."""

from typing import Any

from app.engine.cards import Seat
from app.engine.conditions import CONDITIONS
from app.engine.events import Revealed
from app.table.chair import Chair
from app.table.ledger import Ledger
from app.table.line import Lines
from app.table.picture import Picture, SeatPicture
from app.table.waiting import computers_turn_their_own

SHOWN = 3


def portrait(ledger: Ledger, version: int, lines: Lines, starts: int | None = None) -> Picture:
    """The table as anybody may see it; `starts` are the seconds until its deal."""
    return Picture(
        version=version,
        deal=ledger.deal,
        commitment=ledger.commitment,
        drawn=tuple(seat for seat, chair in enumerate(ledger.chairs) if chair.drawn),
        table=ledger.state,
        n=ledger.n,
        stage=ledger.stage,
        auto=any(chair.auto for chair in ledger.chairs),
        seats=tuple(_seat(ledger, chair, lines) for chair in ledger.chairs),
        mode=ledger.setup.mode,
        slaps=tuple(name for name in CONDITIONS if name in ledger.setup.rules.slaps),
        reveals_limit=ledger.setup.rules.reveal_limit,
        time_left_s=_time_left_s(ledger),
        game=ledger.public_id if ledger.state == "over" else "",
        date=ledger.setup.date,
        **(_company(ledger) if ledger.setup.mode == "link" else {}),
        starts=starts,
        **(_cards(ledger) if ledger.dealt else _no_cards(ledger)),
    )


def _seat(ledger: Ledger, chair: Chair, lines: Lines) -> SeatPicture:
    line = lines.get(chair.browser or "")
    waits = ledger.setup.mode == "link" and not ledger.dealt
    return SeatPicture(
        chair.name,
        chair.kind,
        chair.level,
        chair.kind == "computer" or (line is not None and line.active is not None),
        chair.auto,
        chair.away,
        chair.left,
        chair.seed is not None and not ledger.dealt,
        line.quality if line is not None and waits else None,
        chair.sitting,
    )


def _company(ledger: Ledger) -> dict[str, Any]:
    """Who sits at a link match, and what they wait for."""
    sittings = [chair.sitting for chair in ledger.chairs]
    return {
        "host": sittings.index(ledger.host) if ledger.host else None,
        "closed": ledger.closed,
        "changes": ledger.changes,
        "latecomers": tuple(each.name for each in ledger.latecomers),
        "coming": tuple(each.sitting for each in ledger.latecomers),
        "free": ledger.free,
        "offers": tuple(
            seat
            for seat, chair in enumerate(ledger.chairs)
            if chair.sitting in ledger.offers and not chair.left
        ),
        "presses_ready": not ledger.agreed,
    }


def _time_left_s(ledger: Ledger) -> int | None:
    """What a game's time limit leaves, without the stage that runs."""
    limit = ledger.setup.rules.time_limit_s
    return limit and max(0, -(-(limit * 1000 - ledger.played_ms) // 1000))


def _cards(ledger: Ledger) -> dict[str, Any]:
    game, over = ledger.game, ledger.state == "over"
    covered = ledger.state == "paused"
    undecided = game.phase == "window" or bool(ledger.candidates)
    settled = over or ledger.collected is not None or not undecided
    return {
        "phase": game.phase,
        "turn": game.turn,
        "turner": _turner(ledger),
        "heights": tuple(len(stack) for stack in game.stacks),
        "buried": len(game.buried),
        "faceup": len(game.faceup),
        "cards": () if covered else game.faceup[-SHOWN:],
        "first": game.faceup[0] if game.faceup and not covered else None,
        "challenge": game.challenge,
        "claim": game.claim,
        "last_chance": game.last_chance,
        "out": game.out,
        "result": game.result,
        "window_ms": ledger.window_ms if game.phase == "window" and not ledger.held else 0,
        "held": ledger.held,
        "burned": tuple(ledger.burned),
        "collected": ledger.collected,
        "taken": () if covered else ledger.taken[-SHOWN:],
        "fallen": ledger.fallen,
        "honour": None if covered else ledger.honour,
        # An undecided right slap waits unseen: marks show when they cannot tell it any more.
        "marks": tuple(sorted(ledger.marks, key=lambda mark: mark.ms)) if settled else (),
        "settled_ms": ledger.reveal_window_ms if settled and ledger.marks else 0,
        "tallies": tuple(chair.tally() for chair in ledger.chairs) if over else (),
        "play_ms": ledger.played_ms if over else 0,
        "story": tuple(
            told
            for told in ledger.story.told
            if not covered or not isinstance(told.event, Revealed)
        ),
        "missed": ledger.story.missed,
    }


def _no_cards(ledger: Ledger) -> dict[str, Any]:
    return {
        "phase": "ready",
        "turn": None,
        "turner": None,
        "heights": (0,) * len(ledger.chairs),
        "buried": 0,
        "faceup": 0,
        "cards": (),
        "first": None,
        "challenge": None,
        "claim": None,
        "last_chance": None,
        "out": (),
        "result": None,
        "window_ms": 0,
        "held": False,
        "burned": (),
        "collected": None,
        "taken": (),
        "fallen": None,
        "honour": None,
        "marks": (),
        "settled_ms": 0,
        "tallies": (),
    }


def _turner(ledger: Ledger) -> Seat | None:
    """The seat whose Reveal turns the due card now."""
    game = ledger.game
    if ledger.state != "playing" or game.phase != "ready" or game.turn is None:
        return None
    if ledger.chairs[game.turn].person:
        return game.turn
    if computers_turn_their_own(ledger):
        return None
    return next(seat for seat, chair in enumerate(ledger.chairs) if chair.person)
