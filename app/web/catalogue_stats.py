"""The catalogue's words for the page of statistics and what is downloaded there."""

from collections.abc import Mapping
from types import MappingProxyType

_NB = "\N{NO-BREAK SPACE}"

STATS_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "stats_title": "Statistics",
        "stats_lead": "Every game that you have finished with this browser.",
        "stats_empty": "No slaps yet. Play a short game and your reactions show here.",
        "stats_no_slaps": "No slaps in these games yet. Your reactions show here once there are.",
        "stats_no_such": "No games like these yet. Choose others above.",
        # filters
        "stats_filters": "Which games",
        "stats_show": "Show",
        "stats_any": "All",
        "stats_any_but": "All but practice",
        "stats_mode": "Mode",
        "stats_mode_solo": "Against computers",
        "stats_mode_daily": "Daily",
        "stats_mode_practice": "Daily practice",
        "stats_mode_pass": "Pass and play",
        "stats_mode_link": "With a friend",
        "stats_seats": "Players",
        "stats_level": "Computers",
        "stats_level_none": "People only",
        "stats_device": "Slapped by",
        "stats_device_touch": "Touch",
        "stats_device_mouse": "Mouse",
        "stats_device_key": "Key",
        "stats_device_unknown": "Not known",
        "stats_span": "Games",
        "stats_span_last20": "Last 20",
        "stats_span_30days": "30 days",
        "stats_span_all": "All",
        "stats_curve": "Compare with",
        # figures
        "stats_figures": "In figures",
        "stats_first": "Slapped first",
        "stats_missed": "Missed",
        "stats_guesses": "Guesses",
        "stats_guesses_note": "under 0.15\N{NO-BREAK SPACE}s, in no median",
        "stats_best": "Best times",
        "stats_coarsely": "{of}, ±\N{NO-BREAK SPACE}100\N{NO-BREAK SPACE}ms",
        "from_without": "{of}, {guesses}",
        "only_guesses": "only guesses",
        "stats_timed_note": (
            "Slaps in a window that was interrupted, or at a table where the first to reach the "
            "server wins, are counted here, but not timed."
        ),
        "stats_pass_note": (
            "Of two people at one device, the first one's slaps are counted as yours."
        ),
        "stats_practice_note": (
            "Practice of a daily's deal is left out, because its cards may be known before. To see "
            "it, choose Daily practice as the mode."
        ),
        "stats_few": (
            "From {number} timed right slaps on, guesses left out, your reactions are drawn here."
        ),
        "stats_newest_note": (
            "The plots by day and by game show the newest {days} days and {games} games."
        ),
        # tables
        "stats_plots": "How quick, how sure",
        "stats_patterns": "By pattern",
        "stats_pattern": "Pattern",
        "stats_chances": "Chances",
        "stats_column_first": "First",
        "stats_column_median": "Median",
        "stats_near_miss": "two courts, or a six and a nine",
        "stats_no_match": "anything else",
        "stats_patterns_hint": (
            "A card that matches in two ways counts under both. A median stands where there are "
            "ten slaps or more."
        ),
        "stats_none": "–",
        "stats_wins": "Games won",
        "stats_wins_caption": "Won of played, by computers and players",
        "stats_won_of": "{won} of {games}",
        "stats_streaks": "In a row",
        "stats_streaks_hint": ("Of all your games but daily practice, whatever is chosen above."),
        "stats_streak": "Won in a row now",
        "stats_streak_best": "Most won in a row",
        # what is kept
        "stats_data": "Your data",
        "stats_data_hint": (
            "All that is kept of this browser: its name, its settings, its dailies, every game and "
            "every slap. JSON has it all, CSV the finished games for a spreadsheet."
        ),
        "stats_json": "Download as JSON",
        "stats_csv": "Download as CSV",
        "stats_move": "Move to another device",
        "stats_delete": "Delete everything",
        "stats_delete_hint": (
            "Your games, statistics, settings and name go for good. To go on, type {word}."
        ),
        "stats_delete_label": "Type {word}",
        "delete_word": "DELETE",
    }
)

STATS_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "stats_players": ("{number} player", "{number} players"),
        "stats_games": ("{number} game", "{number} games"),
        "stats_right": ("{number} right slap", "{number} right slaps"),
        "stats_wrong": ("{number} wrong slap", "{number} wrong slaps"),
        "guesses_out": ("{number} guess left out", "{number} guesses left out"),
        "stats_coarse_note": (
            "{number} of these times is from a coarse clock, ±" + _NB + "100" + _NB + "ms:"
            " it is left out of best times and comparisons.",
            "{number} of these times are from a coarse clock, ±" + _NB + "100" + _NB + "ms:"
            " they are left out of best times and comparisons.",
        ),
    }
)
