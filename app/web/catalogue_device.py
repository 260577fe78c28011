"""The catalogue's words for moving to another device, on both of them."""

from collections.abc import Mapping
from types import MappingProxyType

DEVICE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # where it is offered
        "device_section": "Another device",
        "device_section_hint": (
            "Take your games, your settings and your name to another phone, tablet or computer."
        ),
        "device_make": "Move my games to another device",
        "device_make_seat": "Move this seat to another device",
        # the device that gives
        "device_give_all": "Move to another device",
        "device_give_seat": "Move this seat to another device",
        "device_how": "Scan this with the other device, or open the link there.",
        "device_gives_all": (
            "Your games, your settings and your name go there together. Then they are there alone: "
            "this browser starts afresh."
        ),
        "device_gives_seat": (
            "You play on there, and this browser watches. Everything else stays here."
        ),
        "link_qr": "The link as a QR code",
        "device_link": "Link for the other device",
        "device_keep": "Show it to nobody else: it is for whoever uses it first.",
        "share": "Share",
        "device_file": "Or take a file",
        "device_file_hint": (
            "Carry it to the other device and open it there. Or keep it, in case this browser "
            "forgets you."
        ),
        "device_once_file": (
            "It works once, until {date}. It is for whoever opens it first: keep it to yourself."
        ),
        "device_file_newer": "A newer file takes the place of an older one.",
        "device_file_get": "Download the file",
        "device_back_all": "Back to the settings",
        "device_back_seat": "Back to the table",
        # the device that takes
        "device_take_all": "Move everything here?",
        "device_take_seat": "Move your seat here?",
        "device_take": "Move it here",
        "device_not_now": "Not now",
        "device_brings": "What comes here",
        "device_settings": "The settings",
        "device_name": "The name {name}",
        "device_after_all": "The other device then starts afresh.",
        "device_after_seat": "The other device then watches.",
        "device_own_results": (
            "Your results, replays and statistics of this browser come along: all of them are one "
            "history then."
        ),
        "device_own_settings": "The settings and the name of this browser give way to those.",
        # the file that goes from the one to the other
        "device_carried": "Your games of Slapback",
        "device_carried_how": (
            "Open this file on the device to which your games, your settings and your name are to "
            "go. Nothing moves before you say so there."
        ),
        "device_carried_go": "Open Slapback",
        # what cannot be
        "device_nothing": (
            "This browser has nothing to move yet. Once you have played a game or chosen a setting "
            "here, it has."
        ),
        "device_no_seat": "You have no seat at this table, so there is none to move.",
        "device_late": ("You get a seat in the next game. Once you sit there, you can move it."),
        "device_unknown": ("There is no such link. On the device you come from, make a new one."),
        "device_used": (
            "This has been used, and it works only once. On the device you come from, make a new "
            "one if you need it."
        ),
        "device_over": (
            "This link was for ten minutes, and they are over. On the device you come from, make a "
            "new one."
        ),
        "device_file_over": (
            "This file was for thirty days, and they are over. On the device you come from, make a "
            "new one."
        ),
        "device_left": (
            "The seat that was to move here has been left meanwhile, so there is none to move."
        ),
        "device_same": ("This is the browser that made the link. Open it on the other device."),
        "device_sits": (
            "You sit at this table with this browser already, and nobody holds two seats. "
            "Leave that one first, or stay as you are."
        ),
        "device_no_cookie": (
            "This browser keeps no cookies, so it could not hold a seat. Nothing was moved."
        ),
    }
)

DEVICE_PLURALS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "device_once": (
            "It works once, for one more minute (until {time} UTC).",
            "It works once, for {number} more minutes (until {time} UTC).",
        ),
        "device_games": ("{number} game to go on with", "{number} games to go on with"),
        "device_finished": ("{number} finished game", "{number} finished games"),
        "device_own": (
            "The game of this browser joins them.",
            "The {number} games of this browser join them.",
        ),
        "device_shared": (
            "At one table you sit with both devices. There you keep the seat that comes here, and "
            "leave the other.",
            "At {number} tables you sit with both devices. There you keep the seats that come "
            "here, and leave the others.",
        ),
        "device_same_day": (
            "At one daily you have had your try on both devices. The one that comes here counts.",
            "At {number} dailies you have had your try on both devices. The ones that come here "
            "count.",
        ),
    }
)
