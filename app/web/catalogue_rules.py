"""The catalogue's words about rules; app/web/catalogue.py joins them to the rest."""

from collections.abc import Mapping
from types import MappingProxyType

# What a condition is, beside its name: where people choose it, and in the rules in force.
EXPLAINED: Mapping[str, str] = MappingProxyType(
    {
        "double": "two cards of one rank, one on the other",
        "sandwich": "two cards of one rank with another between",
        "top_bottom": "the rank of the pile's first card comes again",
        "tens": "two cards that add up to ten, ace to nine",
        "marriage": "a king next to a queen",
        "split_marriage": "a king and a queen with a card between",
        "run": "three ranks in a row, in any order",
        "run_wrap": "king, ace and two count as a run too",
        "joker": "any joker",
        "jack": "any jack",
    }
)

RULE_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "rule_burned": (
            "A wrong slap costs one card; it goes under the pile.",
            "A wrong slap costs {number} cards; they go under the pile.",
        ),
        "differs_burn": ("one card for a wrong slap", "{number} cards for a wrong slap"),
        "differs_decks": ("one deck", "two decks"),
        "differs_seats": ("{number} player", "{number} players"),
        "minutes": ("{number} minute", "{number} minutes"),
        "seconds_long": ("{number} second", "{number} seconds"),
    }
)

RULE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # the rules in force: headings
        "part_slap": "Slap",
        "part_honours": "Honours",
        "part_wrong": "Wrong slaps",
        "part_end": "The end",
        "part_table": "The table",
        # the rules in force: sentences
        "condition_line": "{name}: {explained}.",
        "rule_nothing": "There is nothing to slap: honours alone decide.",
        "rule_until_covered": "A match can be slapped until the next card covers it.",
        "rule_in_window": "A match can be slapped only while its time runs.",
        "rule_honour": (
            "An honour asks the next player for another honour within so many cards: {asked}. "
            "If none comes, the pile goes to whoever played it."
        ),
        "asks": "{rank} {number}",
        "rule_honour_beaten": "A right slap beats an honour.",
        "rule_quiet": "Honours ask for nothing; every card passes quietly.",
        "rule_collect": "Whoever runs out while answering has lost the pile.",
        "rule_carry": "Whoever runs out while answering leaves the rest to the next player.",
        "rule_free": "With no cards left, a wrong slap costs nothing.",
        "rule_out": "With no cards left, a wrong slap puts you out of the game.",
        "rule_strikes": "With no cards left, the third wrong slap puts you out of the game.",
        "rule_full": "Whoever holds all the cards wins.",
        "rule_last_chance": (
            "Whoever holds all the cards turns three more; "
            "a right slap by another player breaks in."
        ),
        "rule_last_window": (
            "Whoever is the only one with cards wins when the time to slap has passed."
        ),
        "rule_reveal_limit": "After {number} reveals the most cards win.",
        "rule_time_limit": "After {time} of play the most cards win.",
        "rule_no_limit": "There is no other limit.",
        "rule_repetition": "When the same position stands a third time, it is a draw.",
        "rule_no_repetition": "Positions may repeat; that ends nothing.",
        "rule_jokers_none": "No jokers.",
        "rule_jokers_slap": "Two jokers a deck; slap them on sight.",
        "rule_jokers_challenge": "Two jokers a deck; a joker is an honour.",
        "rule_jokers_quiet": "Two jokers a deck; they ask for nothing.",
        "rule_one_deck": "{seats} players, one deck of {cards} cards.",
        "rule_two_decks": "{seats} players, two decks: {cards} cards.",
        "rule_window": "{time} to slap after each card.",
        "rule_window_claim": "{time} to slap after each card, {claim} when a pile is lost.",
        "rule_untimed": "No timer: a card waits until somebody slaps or goes on.",
        "rule_listening": "The time to slap begins when the card has been spoken.",
        "rule_turning_self": "Computers turn their own cards.",
        "rule_turning_person": "You turn the computers' cards too.",
        "rule_auto": "Your cards turn by themselves.",
        "rule_ties_key": "Slaps at the very same moment go to one by lot.",
        "rule_ties_void": "Slaps at the very same moment take nothing.",
        "rule_ties_people": (
            "Of slaps at the very same moment a person's goes before a computer's; "
            "between equals the lot decides."
        ),
        "rule_order_arrival": "The first slap to reach the server counts.",
        # a link match: who was first, and what follows from fewer players
        "part_timing": "Who was first",
        "rule_order_fair": (
            "Fair timing: slaps on one card are compared by reaction time, from the moment when "
            "each player's own screen showed it to the press. Arriving sooner wins nothing."
        ),
        "rule_cap": (
            "The way between the server and a device costs nothing, as long as it adds no more "
            "than {time} to one slap; what is beyond counts."
        ),
        "rule_no_cap": (
            "The way between the server and a device is not made good: "
            "a slow line counts as a slow hand."
        ),
        "rule_far": (
            "No delay is made good, so whoever is far from the server, or on a slow line, "
            "loses most races against an equal player who is near."
        ),
        "rule_early": "The host may deal before all seats are taken, to {seats} players or more.",
        "rule_early_decks": "With fewer than {seats} players there is one deck.",
        "rule_early_time": "With two players the limit is {time}.",
        "rule_handover_every": "Every change of turn is confirmed before the next card.",
        "rule_handover_pile": "After a pile the change of turn is confirmed.",
        "rule_handover_never": "The turn changes without a word.",
        # the same where there is nothing to slap
        "rule_last_chance_quiet": "Whoever holds all the cards turns three more.",
        "rule_last_window_quiet": (
            "Whoever is the only one with cards wins when the last card's time has passed."
        ),
        "rule_window_quiet": "{time} after each card, then the next one.",
        "rule_window_claim_quiet": "{time} after each card, {claim} when a pile is lost.",
        "rule_untimed_quiet": "No timer: a card waits until somebody goes on.",
        "rule_listening_quiet": "A card's time begins when it has been spoken.",
        # what differs from the preset, after "Different from Standard:"
        "differs": "Different from {preset}: {what}.",
        "differs_not": "Just as in {preset}.",
        "differs_also": "also {conditions}",
        "differs_without": "no {conditions}",
        "differs_challenges_yes": "honours ask",
        "differs_challenges_no": "honours ask for nothing",
        "differs_jokers_none": "no jokers",
        "differs_jokers_slap": "jokers to slap",
        "differs_jokers_challenge": "jokers as honours",
        "differs_joker_chances": "a joker worth {number}",
        "differs_free": "wrong slaps without cards are free",
        "differs_out": "out for a wrong slap without cards",
        "differs_strikes": "out at the third wrong slap without cards",
        "differs_collect": "running out loses the pile",
        "differs_carry": "the next player takes over the chances",
        "differs_full": "all the cards win at once",
        "differs_last_chance": "three more cards at the end",
        "differs_last_window": "the last pile stays open",
        "differs_reveal_limit": "{number} reveals",
        "differs_reveal_limit_none": "all cards",
        "differs_time_limit_s": "at most {time}",
        "differs_time_limit_s_none": "no time limit",
        "differs_repetition_draw_yes": "a draw at the third repetition",
        "differs_repetition_draw_no": "no draw by repetition",
        "differs_slap_until_covered_yes": "slaps until the next card",
        "differs_slap_until_covered_no": "slaps only while time runs",
        "differs_window": "{time} to slap",
        "differs_window_quiet": "{time} a card",
        "differs_untimed": "no timer",
        "differs_ties_key": "ties by lot",
        "differs_ties_void": "ties take nothing",
        "differs_arrival": "the first to reach the server",
        "differs_cap": "up to {time} of delay made good",
        "differs_no_cap": "no delay made good",
        "differs_turning_self": "computers turn their own cards",
        "differs_turning_person": "you turn the computers' cards",
        # how often, how long, how quick
        "chance": "Something to slap about once in {number} cards.",
        "no_chance": "Nothing to slap.",
        "about_long": "About {minutes}.",
        "about_long_tenth": "About {minutes}; one game in ten takes over {tenth}.",
        "over_an_hour": "Usually over an hour. A length of 200 reveals takes about {minutes}.",
        "long_game": (
            "With {seats} players usually about {reveals} reveals, some {minutes}. "
            "200 reveals take about {short}."
        ),
        "about_most": "About {minutes}, and {limit} at most.",
        "about_limit": "Mostly the whole {limit}.",
        "long_few": "{seats} players: {about}",
        "headline_timed": "{length} or {time}",
        "your_time": "No timer, so it takes as long as you like.",
        "quickest": "The quickest computer here usually slaps in {time}\N{NO-BREAK SPACE}s.",
        "headline": "{length} · {slapped}",
        "window_length": "{time}\N{NO-BREAK SPACE}s",
        "headline_nothing": "no slaps",
    }
)
