"""The catalogue: every word that people see, and nothing else.

Short, warm, exact; no blame and no exclamation marks (UX 3.5). A text with a number stands in
PLURALS, in two forms: for one, and for every other number.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.web.catalogue_new import NEW_WORDS
from app.web.catalogue_rules import EXPLAINED, RULE_PLURALS, RULE_WORDS
from app.web.catalogue_settings import SETTINGS

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
        "chip": ("{name}, {number} card", "{name}, {number} cards"),
        "answer": (
            "Your turn to answer: {number} chance left.",
            "Your turn to answer: {number} chances left.",
        ),
        "challenge_you": (
            "{rank} by {by} · you have {left} of {number}[ chance left]",
            "{rank} by {by} · you have {left} of {number}[ chances left]",
        ),
        "challenge_other": (
            "{rank} by {by} · {name} has {left} of {number}[ chance left]",
            "{rank} by {by} · {name} has {left} of {number}[ chances left]",
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
        "all_you": ("You have the only card", "You have all {number} cards"),
        "all_other": ("{name} has the only card", "{name} has all {number} cards"),
        "opponents_computer": ("one computer", "{word} computers"),
        "saved_more": ("{number} more saved game", "{number} more saved games"),
        "reveals": ("{number} reveal", "{number} reveals"),
        "from_slaps": ("from {number} right slap", "from {number} right slaps"),
        "of_chances": ("of {number} chance", "of {number} chances"),
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
        "home_lead": (
            "Egyptian War in the browser, against up to seven computers or a friend beside you."
        ),
        "continue": "Continue",
        "continue_label": "Continue against {names}",
        "against": "Against {names}",
        "counts": "Cards: you {you}, {others}",
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
        # table
        "table_title": "Table",
        "table_heading": "Table",
        "progress_of": "[Reveal ]{n} of {limit}",
        "progress": "Reveal {n}",
        "pause": "Pause",
        "seats": "Seats",
        "turn_mark": "their turn",
        "honour_mark": "last honour",
        "empty_mark": "can slap",
        "out_mark": "out",
        "away_mark": "away",
        "pile_meta": "Pile {height}",
        "pile_first": "First card: {rank}",
        "sealed": "Deal sealed: {start}…",
        "sealed_full": "This deal was sealed before the shuffle. Its seal:",
        "sealed_drawn": "The server drew your seed.",
        "by_you": "you",
        "claim": "{rank}[ not answered] · {name} takes the pile",
        "claim_you": "{rank}[ not answered] · the pile goes to you",
        "honour": "Honour",
        "turn_card": "Turn a card",
        "turn_for": "Turn {name}'s card",
        "next": "Next",
        "left": "left",
        "slap": "Slap",
        "comma": ", ",
        "banner": "Reconnecting… your seat is kept.",
        "banner_replaced": "You are playing in another tab.",
        "banner_closed": "This table has closed.",
        "space": "Space",
        "enter": "Enter",
        "escape": "Esc",
        "keys_slap": "Slap",
        "keys_slap_pair": "Slap: the left one, the right one",
        "keys_reveal": "Turn a card",
        "keys_pause": "Pause, and go on",
        "keys_sound": "Sound on or off",
        "keys_zen": "Zen: only the pile and the controls",
        "keys_pile": "Say the pile",
        "keys_turn": "Say whose turn it is, and what is asked",
        "keys_counts": "Say everybody's cards",
        "keys_last": "Say what happened last",
        "keys_help": "These keys",
        "table_script": (
            "The table needs JavaScript. Every other page works without it, and your game is kept."
        ),
        # the status line
        "ready": "Turn a card when you're ready.",
        "ready_for": "Turn {name}'s card when you're ready.",
        "ready_auto": "Your next card turns by itself.",
        "others_turn": "{name} turns the next card.",
        "watch": "Watch the pile.",
        "dealing": "Dealing the cards.",
        "slapped_other": "{name} slapped first: {pattern}.",
        "unanswered": "{name}'s {rank} was not answered. {name} takes {number}.",
        "unanswered_you": "Your {rank} was not answered. You take {number}.",
        "an_honour": "honour",
        "no_cards": "You have no cards. Slap a match to get back in.",
        "you_out": "You are out of this game. You can watch the rest.",
        "paused_status": "Paused.",
        "over_status": "The game is over.",
        "handover_status": "{name} turns the next card. Both ready?",
        # hand-over
        "handover": "{name} turns the next card",
        "both_ready": "Both ready?",
        "ready_button": "Ready",
        "ask_no_more": "Don't ask again this game",
        # the menu
        "menu": "Menu",
        "pace": "Pace",
        "restart": "Restart",
        "restart_sure": "This game ends here and is lost. New cards are dealt by the same rules.",
        "restart_go": "Deal new cards",
        "leave_sure": (
            "Your game is kept and waits for you on the home page. "
            "Only an open window begins afresh."
        ),
        "leave_go": "Leave the table",
        "name_of": "Name of {name}",
        "keep_name": "Keep",
        "help_title": "Keys",
        "close": "Close",
        "missed": "Nobody slapped the last one: {pattern}.",
        # heard: at most eight words a reveal
        "says": "{text}.",
        "says_two": "{first} {rest}",
        "says_unanswered": "Not answered.",
        "says_turn_you": "Your turn.",
        "says_turn_other": "{name}'s turn.",
        "says_turn_for": "Turn {name}'s card.",
        "says_counts": "{held}, pile {height}.",
        "sound_on": "Sound on.",
        "sound_off": "Sound off.",
        # the log
        "log": "What happened",
        "log_you": "you",
        "log_card": "{card} by {by}.",
        "log_slapped_you": "You slapped first: {pattern}, {time} s.",
        "log_slapped_other": "{name} slapped first: {pattern}, {time} s.",
        "log_struck_you": "You slapped: not a match, and no card to pay.",
        "log_struck_other": "{name} slapped: not a match, and no card to pay.",
        "log_out_you": "You are out of this game.",
        "log_out_other": "{name} is out of this game.",
        # pause
        "paused": "Paused",
        "paused_lead": "The cards are covered and no time runs.",
        "resume": "Resume",
        "auto": "Automatic turning",
        "save_leave": "Save and leave",
        # result
        "draw": "A draw, {number} each",
        "draw_between": "A draw between {names}, {number} each",
        "draw_plain": "A draw",
        "reason_all_cards": "No card is left anywhere else.",
        "reason_last_chance": "Three more cards, and nobody slapped in.",
        "reason_last_standing": "Everybody else is out.",
        "reason_limit": "The last card of this game has been turned.",
        "reason_stalled": "Nobody had a card left to turn.",
        "reason_repetition": "The same position stood three times.",
        "figures": "Your game",
        "figure_median": "Median reaction",
        "figure_best": "Best",
        "figure_right": "Right slaps",
        "figure_wrong": "Wrong slaps",
        "seconds": "{time} s",
        "none_yet": "none",
        "you": "You",
        "seat_table": "Everybody's game",
        "column_seat": "Player",
        "column_cards": "Cards",
        "column_slap": "By slap",
        "column_challenge": "By challenge",
        "column_wrong": "Wrong",
        "again": "Play again",
        "change_rules": "Change rules",
        # match sheet
        "sheet": "Match sheet",
        "sheet_game": "Game",
        "sheet_winner": "Won by",
        "sheet_day": "Day",
        "sheet_draw": "a draw",
        "sheet_total": "Games won",
        "sheet_empty": "Your finished games at this table stand here, one a line.",
        "date": "{day} {month} {year}",
        # errors: what happened, whether anything was lost, what to do
        "error_400": "That is not our address",
        "error_400_body": "Nothing was changed. Check the link, or start from home.",
        "error_403": "That is not yours to do",
        "error_403_body": (
            "This browser holds no seat there, or the request came from another site. "
            "Nothing was changed."
        ),
        "error_404": "There is nothing at this address",
        "error_404_body": "Nothing was lost. Check the link, or start from home.",
        "error_405": "That is not possible here",
        "error_405_body": "Nothing was changed. Start again from home.",
        "error_409": "That did not fit the game",
        "error_409_body": "Nothing was changed. Go back to the table to see where it stands.",
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
