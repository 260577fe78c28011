"""The catalogue's words of a running link match: who is here, who watches, who plays again."""

from collections.abc import Mapping
from types import MappingProxyType

COMPANY_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "left_mark": "gone",
        # the status line
        "turned_away": "{name} is away. Their card turns by itself.",
        "turned_left": "{name} has left. Their card turns by itself.",
        "paused_watching": "Paused. Whoever sits here can go on.",
        # the log
        "log_away_you": "You were away. Your cards were turned for you.",
        "log_away_other": "{name} is away. Their cards are turned for them.",
        "log_back_you": "You are back.",
        "log_back_other": "{name} is back.",
        "log_left_you": "You have left. Your cards are turned for you.",
        "log_left_other": "{name} has left. Their cards are turned for them.",
        # time
        "minutes_left": "{n} min",
        "seconds_left": "{n} s",
        "after_time": "[ left]",
        "progress_timed": "[Reveal ]{n}[ ·] ",
        "progress_of_timed": "[Reveal ]{n}[ of {limit}][ ·] ",
        # the menu
        "away_title": "Away",
        "away_lead": "The table plays on without you.",
        "away_how": "After 10 seconds without this page your cards are turned for you.",
        "paused_company": (
            "The cards are covered and no time runs. The game goes on for everybody as soon as one "
            "of you resumes."
        ),
        "leave_table": "Leave the table",
        "leave_table_sure": (
            "Your cards stay in the game and are turned for you to the end. "
            "Your seat is free for somebody else in the next game."
        ),
        "leave_table_go": "Leave for good",
        "keys_menu": "Menu",
        "looking_on": "You are watching",
        "play_here": "Play here",
        # the photo finish
        "finish_you": "You",
        # result
        "offer_none": "Another game? It begins once everybody here has asked for it.",
        "offer_other": "{names} wants to play again.",
        "offer_others": "{names} want to play again.",
        "offer_you": "You want to play again. Waiting for {names}.",
        "joins_next": "{names} joins the next game.",
        "join_next": "{names} join the next game.",
        "leave_result": "Leave",
    }
)
