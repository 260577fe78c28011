"""The catalogue's words of the daily: its pages, its score, its board, its calendar."""

from collections.abc import Mapping
from types import MappingProxyType

DAYS_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # wherever it is named
        "daily": "Daily",
        "daily_number": "Daily {number}",
        "daily_practice": "Daily {number}, practice",
        "stats": "Stats",
        # home
        "daily_tile_before": "Not played yet",
        "daily_tile_playing": "In play",
        "daily_tile_done": "Done",
        "daily_tile_rank": "Done, rank {rank}",
        "daily_tile_left": "{left} left",
        "daily_tile_next": "New in {left}",
        "daily_tile_over": "A new deal",
        # the page
        "daily_day": "{date}, UTC",
        "daily_once": (
            "One ranked try. Everyone gets the same deal and the same computer reactions."
        ),
        "daily_past": (
            "This day is over. Its deal can be played at any time; it counts for no board."
        ),
        "daily_start": "Start",
        "daily_rules": "The rules",
        "daily_begun": "Your try is in play: {progress}.",
        "daily_kept": "It waits for you, and it is the only one.",
        "daily_counts": "It counts for the board if it is over before {moment}.",
        "daily_counts_no_more": (
            "This day's cards are public since {moment}, so it comes on no board any more. "
            "Once finished, it counts for your streak."
        ),
        "daily_checked": (
            "Your game is being played again from its log, to check its score. "
            "Look again in a moment."
        ),
        "daily_look_again": "Look again",
        "daily_to_today": "Today's daily",
        "daily_to_board": "See the board",
        "daily_back": "To its daily",
        # the change of the day
        "daily_next": "The next deal comes in {left}.",
        "daily_next_at": "Next deal at {time}, in {left}.",
        "daily_next_over": "The next deal is here.",
        "daily_changed": (
            "The day changed while the page was open, and this is the new deal. "
            "The one before waits under Past deals, unranked."
        ),
        # score
        "score": "Your score",
        "score_win": "A win",
        "score_time": "{time} of play",
        "score_floor": "A win is never worth less than {number}",
        "score_total": "Points",
        "daily_won": "You won: {points}",
        "daily_draw": "A draw: {points}",
        "daily_lost": "Not won: {points}",
        "outcome_draw": "A draw",
        "outcome_lost": "Not won",
        "refused_timing": (
            "This score is not on the board: your browser reported a slap as quicker than it can "
            "have been. The game itself counts, for your streak too."
        ),
        "refused_replay": (
            "This score is not on the board: the stored game, played again, did not come to the "
            "same end. The game itself counts, for your streak too."
        ),
        "refused_late": (
            "This score is not on the board: that day's cards were public before the game ended. "
            "The game itself counts, for your streak too."
        ),
        "minus": "\N{MINUS SIGN}{number}",
        "standing_link": "Your rank",
        "standing_checked": "Your score is being checked: your rank comes in a moment.",
        "standing_later": "Your score is still being checked.",
        # sharing
        "share_headline": "Egyptian War daily {number} – {outcome}",
        "share_game": "Egyptian War – {outcome}",
        "share_game_draw": "a draw",
        "share_won": "won, {points}",
        "share_draw": "a draw, {points}",
        "share_lost": "lost, {points}",
        "share_slaps": "{piles} of {chances} slaps first",
        "share_no_slaps": "nothing to slap",
        "share_best": "best {time} s",
        "share_wrong": "{number} wrong",
        "share_no_wrong": "none wrong",
        "share_text": "What you share",
        "copy_text_by_hand": "Copy the text that is selected.",
        # board
        "board_today": "Today's board",
        "board_day": "Board of {date}",
        "board_all": "Best of all days",
        "board_views": "Boards",
        "board_tab_day": "This day",
        "board_tab_all": "All days",
        "board_rank": "Rank",
        "board_player": "Player",
        "board_points": "Points",
        "board_time": "Time",
        "board_date": "Day",
        "board_you": "{name} (you)",
        "board_guest": "Player {number}",
        "board_empty_today": "Nobody has finished today's deal yet. Be the first.",
        "board_empty_past": "Nobody finished this day's deal.",
        "board_empty_all": "Nobody has finished a daily yet. Be the first.",
        "board_percentile": "More points than {number}\N{NO-BREAK SPACE}% of the others.",
        "board_name": "Your name on the board",
        "board_name_label": "Name for everybody to see",
        "board_name_hint": (
            "Up to 16 characters. Without a name you are a number. Tables that you open from now "
            "on have it too."
        ),
        "board_name_posing": (
            "That is shown instead of the name you chose, which looks like another player's line."
        ),
        "board_name_swearing": (
            "That is shown instead of the name you chose, which has a word that we leave out there."
        ),
        "board_name_is": "You stand there as {name}.",
        # practice
        "practise": "Practise this deal",
        "practise_lead": "The same cards and computers, at the pace you choose. It is not ranked.",
        "practise_go": "Practise",
        # streak and calendar
        "streak_none": "No streak yet: finish a daily, won or lost, to begin one.",
        "calendar": "Past deals",
        "calendar_month": "{month} {year}",
        "calendar_before": "Earlier",
        "calendar_after": "Later",
        "calendar_points": "{date}: {points}",
        "calendar_playing": "{date}: in play",
        "calendar_playing_forgiven": "{date}: in play, and forgiven as long as it is not finished",
        "calendar_missed": "{date}: missed",
        "calendar_forgiven": "{date}: missed, forgiven",
        "calendar_coming": "{date}: not yet",
        "calendar_legend": (
            "A number: your points. –\N{NO-BREAK SPACE}missed. "
            "○\N{NO-BREAK SPACE}missed, and forgiven. ▸\N{NO-BREAK SPACE}in\N{NO-BREAK SPACE}play."
        ),
        "calendar_lead": "Any of them can be played, unranked.",
        # seals
        "seals": "How we prove that nobody chose the cards",
        "seals_how": (
            "Each seal is the SHA-256 of the text ers:daily-commit:1, a zero byte and that day's "
            "seed, so once the seed is shown, anybody can make the seal again and compare."
        ),
        "seals_sealed": "Sealed until three hours after their day",
        "seals_shown": "Seeds of days that are over",
        "seals_seed": "Seed",
        "seals_seal": "Seal",
        "seals_none": "No day's seed has been shown yet.",
        # at the table
        "rule_ranked": "One ranked try, at one pace, and the same for everybody.",
        "rule_ranked_until": (
            "It counts for the board if it is over before {moment}: then that day's cards become "
            "public."
        ),
        "rule_ranked_pause": "A pause begins once the window has settled.",
        "paused_daily": (
            "The cards are covered and no time runs. A pause begins once the window has settled."
        ),
        "keys_pause_daily": "Pause once the window has settled, and go on",
    }
)

DAYS_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "points": ("{number} point", "{number} points"),
        "hours": ("{number} hour", "{number} hours"),
        "score_wrong": ("{number} wrong slap", "{number} wrong slaps"),
        "score_piles": ("{number} pile slapped first", "{number} piles slapped first"),
        "board_first": (
            "More points than the other player.",
            "More points than all the others.",
        ),
        "board_rank_of": (
            "Rank {rank}: the first on the board.",
            "Rank {rank} of {number}.",
        ),
        "streak": ("Streak: {number} day.", "Streak: {number} days."),
        "streak_forgiven": (
            "One missed day in it is forgiven.",
            "{number} missed days in it are forgiven.",
        ),
    }
)

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
