"""The catalogue's words around a link match before its deal: the invitation, the waiting room."""

from collections.abc import Mapping
from types import MappingProxyType

ROOM_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "seats_free": ("One seat is free.", "{number} seats are free."),
        "seats_free_host": (
            "One seat is free: whoever opens your link can take it.",
            "{number} seats are free: whoever opens your link can take one.",
        ),
        "not_ready": ("{names} is not ready yet.", "{names} are not ready yet."),
    }
)

ROOM_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "room": "Waiting room",
        "room_host": "Your table",
        "room_of": "{name}'s table",
        "room_open": "An open table",
        "invites": "{name} invites you",
        "room_ready": "You are ready. {name} starts the game.",
        "room_press": "You have a seat. Press Ready when you are.",
        "room_seals": "You have a seat. The next game is being dealt.",
        "room_complete": "Every seat is taken.",
        "at_the_table": "At the table",
        "seats_taken": "{taken} of {seats} seats taken",
        "free_seat": "Free seat",
        "host_mark": "host",
        "ready_mark": "ready",
        "not_ready_mark": "not ready yet",
        "you_mark": "you",
        "line_good": "good line",
        "line_fair": "fair line",
        "line_slow": "slow line",
        "computer_mark": "computer, {level}",
        "rules_changed": "The rules have changed. Press Ready again when you have read them.",
        "rename": "Save name",
        "rename_open": "Change my name",
        "unseated": "You have no seat here any more.",
        "to_room": "Back to the waiting room",
        "invite_what": "Egyptian War: turn cards in turn, and slap two alike before the others do.",
        # heard
        "came": "{name} is here.",
        "came_ready": "{name} is ready.",
        "came_host": "{name} hosts this table.",
        "went_away": "{name} is away.",
        "went": "{name} has left.",
        "you_host": "You are the host now.",
        "starts_in": "The cards are dealt in {number}.",
        "waits": "Waiting for the players.",
        # the invitation
        "your_name": "Your name",
        "sit_down": "Sit down",
        "sit_next": "Sit down for the next game",
        "watch_only": "Watch",
        "watching": "You are watching.",
        "full": "All seats are taken. You can watch.",
        "seat_next": "You have a seat in the next game.",
        "give_up": "Give it up",
        # what its people do
        "invite": "Invite friends",
        "invite_how": "Let them scan this, or send them the link. It opens the table; nobody is "
        "seated before they say so.",
        "invite_link": "Link to this table",
        "ready_up": "Ready",
        "is_ready": "You are ready",
        "start": "Start",
        "start_alone": "You are alone here. Send somebody the link.",
        "start_now": "Everybody is ready.",
        "rules_here": "What you play",
        "leave_room": "Leave the table",
        "close_room": "Close the table",
        "close_sure": "Everybody is sent away, and the link works no more.",
        "close_go": "Close it for everybody",
        "remove": "Remove {name}",
        "remove_sure": "Remove {name}?",
        "remove_what": "The seat is free then for whoever opens the link, {name} too.",
        "remove_go": "Remove",
        "keep_seat": "Keep",
        "same_rules": "Open a new one with the same rules",
        "closed_what": "Its link works no more. Nothing else was lost.",
    }
)
