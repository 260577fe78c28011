"""Which honour on the pile asks for an answer."""

from app.engine.cards import HONOURS, Card, rank
from app.engine.game import Game


def asking(game: Game) -> Card | None:
    """The honour of the challenge or claim that stands, if one does."""
    if game.challenge is None and game.claim is None:
        return None
    asks = HONOURS.keys() | ({"X"} if game.rules.jokers == "challenge" else set())
    return next((card for card in reversed(game.faceup) if rank(card) in asks), None)
