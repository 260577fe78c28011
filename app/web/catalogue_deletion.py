"""The catalogue's words for deleting everything that is kept of a browser."""

from collections.abc import Mapping
from types import MappingProxyType

DELETION_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "delete_confirm": "Type DELETE to confirm. Nothing has been deleted.",
        "deleted": "Everything is deleted. Nothing is kept of this browser any more.",
    }
)
