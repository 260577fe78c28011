"""The catalogue's words of replays: what each step says, and the page around it."""

from collections.abc import Mapping
from types import MappingProxyType

# What held, as it begins a sentence: "Sandwich: you 0.51 s".
HELD: Mapping[str, str] = MappingProxyType(
    {
        "double": "double",
        "sandwich": "sandwich",
        "top_bottom": "top and bottom",
        "tens": "ten in two cards",
        "marriage": "king and queen",
        "split_marriage": "king and queen around a card",
        "run": "run of three",
        "run_wrap": "run of three",
        "joker": "joker",
        "jack": "jack",
    }
)
SIGNS: Mapping[str, str] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})

REPLAY_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # a step
        "replay_asks_you": (
            "You have {number} chance to answer.",
            "You have {number} chances to answer.",
        ),
        "replay_asks_other": (
            "{name} has {number} chance to answer.",
            "{name} has {number} chances to answer.",
        ),
        "replay_burned": (
            "{number} card goes under the pile.",
            "{number} cards go under the pile.",
        ),
        # the marks
        "mark_honour": ("{number} honour", "{number} honours"),
        "mark_chance": ("{number} chance", "{number} chances"),
        "mark_right": ("{number} right slap", "{number} right slaps"),
        "mark_wrong": ("{number} wrong slap", "{number} wrong slaps"),
        "mark_pile": ("{number} pile taken", "{number} piles taken"),
    }
)

REPLAY_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "replay": "Replay",
        "replay_of": "Replay of game {number}",
        "replay_gone": "This replay was deleted or never finished.",
        # a step
        "replay_deal": "The cards are dealt. {name} turns first.",
        "replay_deal_you": "The cards are dealt. You turn first.",
        "replay_card": "{card} by {by}.",
        "replay_face": "{rank}\N{NO-BREAK SPACE}{suit}",
        "replay_hand": "{name}\N{NO-BREAK SPACE}{time}\N{NO-BREAK SPACE}s",
        "replay_slapped": "{pattern}: {hands}.",
        "replay_missed": "{pattern}: nobody slapped.",
        "replay_tied": "A tie, so the pile stays.",
        "replay_wrong": "Not a match: {hands}.",
        "replay_unpaid": "No card to pay.",
        "replay_at": "Reveal {n} of {last}: {card}",
        "replay_at_deal": "The deal, before reveal 1 of {last}",
        # the chip of who looks
        "turn_mark_you": "your turn",
        # the page
        "replay_players": "{name} and {number} others",
        "replay_steps": "Steps",
        "replay_slider": "Reveal",
        "replay_go": "Show",
        "replay_first": "First",
        "replay_back": "Back",
        "replay_play": "Play",
        "replay_on": "On",
        "replay_last": "Last",
        "replay_chance": "Next chance",
        "replay_speed": "Speed",
        "replay_times": "{times}×",
        "replay_marks": "Marks",
        "replay_keys": (
            "Keys: ← and → for one card, with Shift for one pile, Space to play, "
            "Home and End for the first and the last."
        ),
        "replay_moment": "Link to this moment",
        "replay_copy": "Copy link to this moment",
        "replay_unloaded": "These cards could not be loaded. Please try again.",
        "replay_who": "Who can see this replay",
        "replay_unlisted": "Anybody who has its link. It is in no list.",
        "replay_private": "Only those who played.",
        "replay_private_too": "Only those who played. Somebody else keeps it private too.",
        "replay_private_other": "Only those who played: somebody else keeps it private.",
        "replay_hide": "Keep it private",
        "replay_hide_too": "Keep it private too",
        "replay_show": "Open it to the link",
        "replay_show_too": "Leave it to the others",
        "replay_private_link": "It opens for those who played, and for nobody else.",
        "plots_private": "This game is kept private: its replay opens for those who played alone.",
    }
)
