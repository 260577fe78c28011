"""The catalogue's words of provable deals: the seal of a result, and the page that checks it."""

from collections.abc import Mapping
from types import MappingProxyType

CHECK_WORDS: Mapping[str, str] = MappingProxyType(
    {
        # the result's seal
        "check_deal": "Check this deal",
        "check_after": "Everybody plays this day's cards, so its seed is shown from {moment} on.",
        "moment_utc": "{date}, {time}\N{NO-BREAK SPACE}UTC",
    }
)
