"""The catalogue's words for what the daily refuses."""

from collections.abc import Mapping
from types import MappingProxyType

DAILY_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "daily_no_day": "There is no daily of that day.",
        "daily_unknown": (
            "This day's deal was made by another version of Slapback than the one that runs here, "
            "so it cannot be dealt. Nothing is lost."
        ),
        "daily_first_ranked": (
            "Today's deal can be practised once your ranked try is over. Nothing was changed."
        ),
        "daily_first_over": (
            "This deal can be practised once your ranked try at it is over. Nothing was changed."
        ),
        "daily_sealed": (
            "The cards of this daily are told to nobody before {moment}, when the day is over "
            "for everybody."
        ),
        "daily_stays": (
            "A try at the daily stays with the browser that began it. Move all your games, and it "
            "comes along."
        ),
    }
)
