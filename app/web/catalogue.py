"""The catalogue: every word that people see, and nothing else.

Short, warm, exact; no blame and no exclamation marks (UX 3.5). A text with a number stands in
PLURALS, in two forms: for one, and for every other number.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.web.catalogue_check import CHECK_WORDS
from app.web.catalogue_company import COMPANY_WORDS
from app.web.catalogue_daily import DAILY_WORDS
from app.web.catalogue_days import DAYS_PLURALS, DAYS_WORDS
from app.web.catalogue_deletion import DELETION_WORDS
from app.web.catalogue_device import DEVICE_PLURALS, DEVICE_WORDS
from app.web.catalogue_new import NEW_PLURALS, NEW_WORDS
from app.web.catalogue_plots import PLOT_PLURALS, PLOT_WORDS
from app.web.catalogue_replay import REPLAY_PLURALS, REPLAY_WORDS
from app.web.catalogue_room import ROOM_PLURALS, ROOM_WORDS
from app.web.catalogue_rules import EXPLAINED, RULE_PLURALS, RULE_WORDS
from app.web.catalogue_settings import SETTINGS
from app.web.catalogue_stats import STATS_PLURALS, STATS_WORDS
from app.web.catalogue_table import TABLE_WORDS

__all__ = ["EXPLAINED", "PATTERNS", "PLURALS", "RANKS", "SLAPPED", "SMALL", "SUITS", "WORDS"]

RANKS: Mapping[str, str] = MappingProxyType(
    {
        "A": "ace",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
        "T": "ten",
        "J": "jack",
        "Q": "queen",
        "K": "king",
        "X": "joker",
    }
)
SUITS: Mapping[str, str] = MappingProxyType(
    {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
)

# What was slapped, as it stands after "slapped first:".
PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "double": "a double",
        "sandwich": "a sandwich",
        "top_bottom": "top and bottom",
        "tens": "a ten in two cards",
        "marriage": "a king and a queen",
        "split_marriage": "a king and a queen around a card",
        "run": "a run of three",
        "run_wrap": "a run of three",
        "joker": "a joker",
        "jack": "a jack",
    }
)

# The same, as a rule: "Slap doubles and sandwiches".
SLAPPED: Mapping[str, str] = MappingProxyType(
    {
        "double": "doubles",
        "sandwich": "sandwiches",
        "top_bottom": "top and bottom",
        "tens": "tens",
        "marriage": "king and queen",
        "split_marriage": "king and queen around a card",
        "run": "runs of three",
        "run_wrap": "runs that wrap",
        "joker": "jokers",
        "jack": "jacks",
    }
)

MONTHS = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun"),
    *("Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
)

SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **RULE_PLURALS,
        **NEW_PLURALS,
        **DAYS_PLURALS,
        **DEVICE_PLURALS,
        **ROOM_PLURALS,
        **PLOT_PLURALS,
        **REPLAY_PLURALS,
        **STATS_PLURALS,
        "chip": ("{name}, {number} card", "{name}, {number} cards"),
        "answer": (
            "Your turn to answer: {number} chance left.",
            "Your turn to answer: {number} chances left.",
        ),
        "challenge_you": (
            "{rank} by {by} · you[ have] {left} of {number}[ chance] left",
            "{rank} by {by} · you[ have] {left} of {number}[ chances] left",
        ),
        "challenge_other": (
            "{rank} by {by} · {name}[ has] {left} of {number}[ chance] left",
            "{rank} by {by} · {name}[ has] {left} of {number}[ chances] left",
        ),
        "last_chance": (
            "Last chance · {name} turns {number} more[ card]",
            "Last chance · {name} turns {number} more[ cards]",
        ),
        "last_chance_you": (
            "Last chance · you turn {number} more[ card]",
            "Last chance · you turn {number} more[ cards]",
        ),
        "slapped_you": (
            "You slapped first: {pattern}. {number} card is yours.",
            "You slapped first: {pattern}. {number} cards are yours.",
        ),
        "burned_you": (
            "Not a match. One of your cards goes under the pile.",
            "Not a match. {number} of your cards go under the pile.",
        ),
        "burned_other": (
            "{name} slapped: not a match. One card goes under the pile.",
            "{name} slapped: not a match. {number} cards go under the pile.",
        ),
        "pile": ("Pile, {number} card", "Pile, {number} cards"),
        "won_you": ("You won with {number} card", "You won with {number} cards"),
        "won_other": ("{name} won with {number} card", "{name} won with {number} cards"),
        "share_game_won": ("won with {number} card", "won with {number} cards"),
        "all_you": ("You have the only card", "You have all {number} cards"),
        "all_other": ("{name} has the only card", "{name} has all {number} cards"),
        "opponents_computer": ("one computer", "{word} computers"),
        "saved_kept": (
            "Kept for {number} day after it was last played.",
            "Kept for {number} days after it was last played.",
        ),
        "saved_more": ("{number} more saved game", "{number} more saved games"),
        "reveals": ("{number} reveal", "{number} reveals"),
        "from_slaps": ("from {number} right slap", "from {number} right slaps"),
        "of_chances": ("of {number} chance", "of {number} chances"),
        "how_slap": (
            "When the cards on the pile match, slap first and take it all. "
            "A wrong slap costs a card.",
            "When the cards on the pile match, slap first and take it all. "
            "A wrong slap costs {number} cards.",
        ),
        "pile_buried": ("{number} buried", "{number} buried"),
        # heard, and in the log
        "says_chances": ("One chance, {who}.", "{word} chances, {who}."),
        "log_took_you": ("You take {number} card.", "You take {number} cards."),
        "log_took_other": ("{name} takes {number} card.", "{name} takes {number} cards."),
        "log_burned_you": (
            "You slapped: not a match, {number} card.",
            "You slapped: not a match, {number} cards.",
        ),
        "log_burned_other": (
            "{name} slapped: not a match, {number} card.",
            "{name} slapped: not a match, {number} cards.",
        ),
    }
)

WORDS: Mapping[str, str] = MappingProxyType(
    {
        **SETTINGS,
        **NEW_WORDS,
        **RULE_WORDS,
        **DELETION_WORDS,
        **DEVICE_WORDS,
        **ROOM_WORDS,
        **STATS_WORDS,
        # every page
        "product": "Slapback",
        "player": "Player",
        "player_of": "Player {number}",
        "title": "{page} · Slapback",
        "skip": "Skip to the page",
        "skip_table": "Skip to the table",
        "navigation": "Site",
        "home": "Home",
        "new": "New game",
        "footer": "No sign-up. Nothing to install.",
        "and": "{first} and {last}",
        "list": "{first}, {rest}",
        "dot": "{first} · {rest}",
        # cards
        "card": "{rank} of {suit}",
        "slot": "{place}: {card}",
        "no_card": "no card",
        "covered_card": "covered",
        "newest": "Newest",
        "previous": "Previous",
        "before": "Two before",
        # home
        "home_title": "Slapback: Egyptian War in the browser",
        "home_heading": "Two alike? Slap first.",
        "home_lead": "Egyptian War in the browser, against computers or friends.",
        "continue": "Continue",
        "continue_label": "Continue against {names}",
        "against": "Against {names}",
        "counts": "Cards: you {you}, {others}",
        "continue_shared": "Continue: {names}",
        "counts_all": "Cards: {held}",
        "count_in": "{name} ({number})",
        "preset_changed": "{preset}, changed",
        "how_title": "How to play",
        "how_aim": "Win all the cards, or hold the most when the game ends.",
        "how_turn": "One player after the other turns the top card of their stack onto the pile.",
        "how_honour": (
            "An honour (jack, queen, king, ace) asks the next player for another one. "
            "If none comes, the pile goes to whoever played it."
        ),
        "count_of": "{name} {number}",
        "reveal_of": "reveal {n} of {limit}",
        "reveal": "reveal {n}",
        "not_dealt": "not dealt yet",
        "play_now": "Play now",
        "change": "Change",
        "change_label": "Change this set-up",
        "you_and": "You and {others}",
        "summary": "{players}, {level}, {length}",
        "pass_title": "Pass and play",
        "pass_about": "Two people, one screen",
        # new game
        "new_title": "New game",
        "new_heading": "New game",
        "rules_legend": "Rules",
        "level_legend": "How quick they are",
        "auto_label": "Turn my cards for me",
        "auto_hint": "A card turns 0.6 s after the last one has settled. You only slap.",
        "deal": "Deal the cards",
        "level_easy": "Easy",
        "level_easy_hint": "Slower than most people",
        "level_normal": "Normal",
        "level_normal_hint": "About as quick as most people",
        "level_hard": "Hard",
        "level_hard_hint": "As quick as the quickest one in ten",
        "level_mixed": "Mixed",
        "level_mixed_hint": "Easy, normal and hard in turn",
        "pace_1000": "Brisk, 1.0\N{NO-BREAK SPACE}s",
        "pace_1800": "1.8\N{NO-BREAK SPACE}s",
        "pace_3000": "Gentle, 3\N{NO-BREAK SPACE}s",
        "pace_6000": "Relaxed, 6\N{NO-BREAK SPACE}s",
        "pace_18000": "Unhurried, 18\N{NO-BREAK SPACE}s",
        "pace_0": "No timer",
        "players_exact": "{seats} players",
        "players_range": "{least} to {most} players",
        "more_slaps": "{number} more",
        "slap_rule": "Slap {conditions}",
        "length_all_cards": "all cards",
        "preset_duel": "A short game for two. Honours (jack, queen, king, ace) ask for an answer.",
        "preset_classic": "The game most people know. A wrong slap without cards puts you out.",
        "preset_quartet": "Four seats. When a player runs out, the next one carries on answering.",
        "preset_strict": "Slaps at the same moment take nothing. The last pile stays open to all.",
        "preset_party": "A full table; from six players with two decks.",
        "preset_doubles": "One thing to look for, so a good first game.",
        "preset_slaps_only": "No honours to answer, only slaps. Made for younger players.",
        "preset_slapjack": "Only jacks count. First to slap one takes the pile.",
        **TABLE_WORDS,
        **COMPANY_WORDS,
        **DAILY_WORDS,
        **REPLAY_WORDS,
        **CHECK_WORDS,
        **PLOT_WORDS,
        **DAYS_WORDS,
        # errors: what happened, whether anything was lost, what to do
        "error_400": "That is not our address",
        "error_400_body": "Nothing was changed. Check the link, or start from home.",
        "error_403": "That is not yours to do",
        "error_403_body": "Nothing was changed.",
        "error_404": "There is nothing at this address",
        "error_404_body": "Nothing was lost. Check the link, or start from home.",
        "error_405": "That is not possible here",
        "error_405_body": "Nothing was changed. Start again from home.",
        "error_409": "That did not fit the game",
        "error_409_body": "Nothing was changed. Go back to the table to see where it stands.",
        "error_410": "This link is over",
        "error_410_body": "Nothing was lost, and nothing was changed.",
        "error_413": "That was too much",
        "error_413_body": "The form was larger than any of ours. Nothing was changed.",
        "error_415": "That was not a form",
        "error_415_body": "The server reads plain forms only. Nothing was changed.",
        "error_422": "Something in the form cannot be used",
        "error_422_body": "Nothing was changed. Go back and correct it.",
        "error_429": "One moment",
        "error_429_body": "That was a lot at once. Nothing was lost; try again in a few seconds.",
        "error_500": "That should not have happened",
        "error_500_body": "We are sorry. What you have played so far is kept.",
        "error_503": "One moment",
        "error_503_body": "The server is busy or restarting. Nothing was lost; try again shortly.",
        "reference": "Reference: {reference}",
        "to_home": "Go home",
        "try_again": "Try again",
    }
)
