"""Cards as text: a rank and a suit, `7S` or `TH`; jokers are `X1` and `X2` (RULES, Cards)."""

Card = str
Seat = int

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKERS: tuple[Card, ...] = ("X1", "X2")
HONOURS = {"J": 1, "Q": 2, "K": 3, "A": 4}
"""Chances that an honour leaves its responder; a joker's number is a rule (`joker_chances`)."""


def rank(card: Card) -> str:
    """The card's rank: a character of RANKS, or `X` for a joker. Two jokers are of equal rank."""
    return card[0]


def suit(card: Card) -> str:
    """The card's suit: a character of SUITS, or the joker's number. Suits never matter in play."""
    return card[1]


def deck(decks: int, jokers: bool) -> tuple[Card, ...]:
    """The unshuffled pack, in the order in which FAIRNESS 2 begins to shuffle it."""
    one = tuple(r + s for s in SUITS for r in RANKS) + (JOKERS if jokers else ())
    return one * decks
