"""The catalogue's words for settings: sections, and each setting by its name (preferences.py)."""

from collections.abc import Mapping
from types import MappingProxyType

SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        "settings": "Settings",
        "settings_lead": "They are kept for this browser, and follow your system at first.",
        "settings_save": "Save",
        "settings_saved": "Saved.",
        "settings_unsaved": "That could not be saved. Please try again.",
        "name_section": "Your name",
        "name_label": "Name at the table",
        "name_hint": (
            "Up to 16 characters, or none. It stands at the tables that you open from now on."
        ),
        "name_board": "Show it on the daily's boards too",
        "name_board_is": "There you are {name}.",
        "name_save": "Save name",
        "section_look": "Look",
        "section_table": "Table",
        "section_hands": "Hands and keys",
        "section_noise": "Sound and touch",
        "section_speech": "Speech",
        "set_yes": "On",
        "set_no": "Off",
        # look
        "set_theme": "Theme",
        "set_theme_system": "System",
        "set_theme_light": "Light",
        "set_theme_dark": "Dark",
        "set_deck": "Deck",
        "set_deck_hint": "The ranks stay large in all of them; large leaves the suits out.",
        "set_deck_clear": "Clear",
        "set_deck_classic": "Classic",
        "set_deck_four": "Four colours",
        "set_deck_large": "Large",
        "set_motion": "Motion",
        "set_motion_hint": "Reduced: nothing moves, and the bar empties in steps.",
        "set_motion_system": "System",
        "set_motion_full": "Full",
        "set_motion_reduced": "Reduced",
        "set_speed": "Animation speed",
        "set_speed_1": "×1",
        "set_speed_2": "×2",
        "set_speed_off": "Off",
        # table
        "set_bar": "Reaction bar",
        "set_bar_smooth": "Smooth",
        "set_bar_steps": "Ten steps",
        "set_bar_seconds": "Seconds left",
        "set_finish": "Photo finish",
        "set_finish_hint": "Who slapped when, shown for a moment after each slap.",
        "set_missed": "Tell me about missed slaps",
        "set_missed_hint": "After the next card, the status line says what nobody slapped.",
        "set_zen": "Zen",
        "set_zen_hint": "Only pile, bar, status line and controls.",
        # hands and keys
        "set_hand": "Hand",
        "set_hand_hint": (
            "One thumb: Turn and Slap on one side. One button: your cards turn by themselves, and "
            "all that is left to press is Slap."
        ),
        "set_hand_right": "Right",
        "set_hand_left": "Left",
        "set_hand_thumb": "One thumb",
        "set_hand_one": "One button",
        "set_slap": "Slap counts",
        "set_slap_hint": "A press is quicker; a release can be taken back.",
        "set_slap_press": "On press",
        "set_slap_release": "On release",
        "set_tap": "Slap by tapping the pile",
        "set_tap_hint": "Not where two people share a screen.",
        "set_keys": "Keys",
        "set_keys_hint": (
            "Usual: Space slaps, Enter or F turns a card. Same everywhere: F or J slaps and Space "
            "turns, as where two people share a keyboard."
        ),
        "set_keys_usual": "Usual",
        "set_keys_same": "Same everywhere",
        "set_keys_off": "Off",
        "set_slap_key": "Key to slap",
        "set_reveal_key": "Key to turn a card, beside Enter",
        "set_left_key": "Two people: left slap",
        "set_right_key": "Two people: right slap",
        "set_letters": "Letter keys",
        "set_letters_hint": "F, J, M, Z, P, T, C and L. Off, no letter does anything.",
        # sound and touch
        "set_sound": "Sound",
        "set_volume": "Volume",
        "set_vibration": "Vibration",
        "set_vibration_hint": "Where the device can.",
        # speech
        "set_spoken": "Spoken ranks, volume",
        "set_spoken_hint": "The browser's voice names each card. At 0 it is silent.",
        "set_listening": "Listening table",
        "set_listening_hint": (
            "A window opens when the card has been named, at a relaxed pace or slower. For new "
            "tables of your own."
        ),
        "set_verbosity": "What a screen reader hears",
        "set_verbosity_hint": "Outcomes: slaps and piles, but no card.",
        "set_verbosity_ranks": "Ranks",
        "set_verbosity_suits": "Ranks and suits",
        "set_verbosity_outcomes": "Outcomes",
    }
)
