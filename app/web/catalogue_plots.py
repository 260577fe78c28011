"""The catalogue's part for plots, in results and in statistics."""

from collections.abc import Mapping
from types import MappingProxyType

_NB = "\N{NO-BREAK SPACE}"
_TO = "\N{EN DASH}"

PLOT_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "show_numbers": "Show numbers",
        "axis_ms": "ms",
        "axis_share": "{number}" + _NB + "%",
        "plot_you": "You",
        "plot_numbered": "{number} {name}",
        "column_reveal": "Reveal",
        "column_reveals": "Reveals",
        "plot_range": "{first}" + _TO + "{last}",
        "plot_none": "none",
        "plot_out": "out",
        # reactions
        "reactions_title": "Reactions",
        "reactions_title_of": "Reactions of {name}",
        "reactions_none": "No right slap was measured, so there is nothing to draw yet.",
        "reactions_median": "The median reaction is {time}" + _NB + "s, from {slaps}.",
        "reactions_compared": (
            "Faster than about {share}" + _NB + "% of right slaps by {level} computers."
        ),
        "reactions_caption": "Right slaps by reaction time",
        "reactions_key": "Right slaps",
        "reactions_share_key": "Share so far (right scale)",
        "computers_key": "{level} computers, as many slaps",
        "computers_here_key": "The computers here, as many slaps",
        "column_ms": "Reaction, ms",
        "column_slaps": "Slaps",
        "column_share": "Share so far",
        "column_computers": "Computers",
        "mark_median": "median {ms}" + _NB + "ms",
        "mark_tenth": "10" + _NB + "%",
        "mark_ninetieth": "90" + _NB + "%",
        "bin_slower": "{ms} or more",
        # days
        "days_title": "Reactions by day",
        "days_none": "No day with measured slaps yet.",
        "days_one": "On {day} your median reaction was {time}" + _NB + "s.",
        "days_change": (
            "Your median reaction went from {before}" + _NB + "s on {first} to {after}" + _NB + "s"
            " on {last}."
        ),
        "days_key": "Median of a day",
        "days_half_key": "Middle half of its slaps",
        "column_day": "Day",
        "column_median": "Median, ms",
        "column_half": "Middle half, ms",
        "plot_day": "{day} {month}",
        # accuracy
        "accuracy_title": "Speed against accuracy",
        "accuracy_none": "No game with a measured slap yet.",
        "accuracy_one": "In your game {share}" + _NB + "% of slaps were right.",
        "accuracy_halves": (
            "In your quicker games {quick}" + _NB + "% of slaps were right, in your slower ones"
            " {slow}" + _NB + "%."
        ),
        "accuracy_axis": "Right slaps of all, over the game's median reaction",
        "accuracy_caption": "Games by their median reaction",
        "column_games": "Games",
        "column_right_share": "Right",
        # a finished game
        "plots_title": "This game in pictures",
        "plots_link": "This game in pictures",
        "plots_back": "Back to the table",
        "held_title": "Cards held",
        "held_none": "No card was turned, so there is nothing to draw.",
        "held_you": "You began with {began} cards and ended with {ended}; the most was {most}.",
        "held_other": (
            "{name} began with {began} cards and ended with {ended}; the most was {most}."
        ),
        "held_caption": "Cards held after a reveal, and piles taken until then",
        "held_slap_key": "A pile taken by slap",
        "held_challenge_key": "A pile taken by challenge",
        "own_slap_key": "A pile you took by slap",
        "own_challenge_key": "A pile you took by challenge",
        "column_piles": "Piles",
        "chances_title": "Chances to slap",
        "chances_none": "There was nothing to slap in this game.",
        "chances_own_key": "Your right slap",
        "chances_of_key": "Right slap of {name}",
        "chances_missed_key": "Not slapped by you",
        "chances_missed_of_key": "Not slapped by {name}",
        "chances_others_key": "Right slaps of others",
        "chances_caption": "Chances and right slaps, times in ms",
        "column_chance": "Chance",
        "column_chances": "Chances",
        "column_quickest": "Quickest",
        "chances_quickest": "{name}, {ms}",
        "plot_slapped": "{right}, median {median}",
        "closest_title": "Closest finishes",
        "closest_none": "No two right slaps met in this game.",
        "closest": "{reveal}, {pattern}: {hands}.",
        "closest_reveal": "Reveal {n}",
        "closest_hand": "{name} {time}" + _NB + "s",
        "closest_you": "you {time}" + _NB + "s",
        "closest_apart": "{ms}" + _NB + "ms apart",
    }
)

PLOT_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "right_slaps": ("{number} right slap", "{number} right slaps"),
        "reactions_few": (
            "{number} right slap so far; from 10 on there is a median.",
            "{number} right slaps so far; from 10 on there is a median.",
        ),
        "reactions_without": (
            "{number} guess, under 0.15" + _NB + "s, is left out.",
            "{number} guesses, under 0.15" + _NB + "s, are left out.",
        ),
        "reactions_guesses": (
            "The only right slap that was measured was a guess, under 0.15" + _NB + "s, so there is"
            " nothing to draw yet.",
            "All {number} right slaps that were measured were guesses, under 0.15" + _NB + "s, so"
            " there is nothing to draw yet.",
        ),
        "reactions_coarse": (
            "{number} of these times is from a coarse clock, ±" + _NB + "100" + _NB + "ms:"
            " it is left out of comparisons.",
            "{number} of these times are from a coarse clock, ±" + _NB + "100" + _NB + "ms:"
            " they are left out of comparisons.",
        ),
        "days_caption": ("Reactions by day", "Reactions by day, the newest {number} of them"),
        "chances_you": (
            "You slapped {right} of {number} chance, {first} of them first.",
            "You slapped {right} of {number} chances, {first} of them first.",
        ),
        "chances_other": (
            "{name} slapped {right} of {number} chance, {first} of them first.",
            "{name} slapped {right} of {number} chances, {first} of them first.",
        ),
        "chances_all": (
            "There was {number} chance to slap.",
            "There were {number} chances to slap.",
        ),
    }
)
