"""What comes of an input or of a moment at a table, for whoever stores and shows it."""

from dataclasses import dataclass, field

from app.store.journal import Entry
from app.table.picture import Picture


@dataclass(slots=True)
class Outcome:
    """What an input or a moment did.

    `entries` are to be stored in this order. `picture` is the new picture, None where nothing
    public changed. `stage` is the number of a stage that has begun and whose T is to be stamped
    (`published`) once the entries are durable. `probes` are to be sent at once: stream and number.
    """

    entries: list[Entry] = field(default_factory=list)
    picture: Picture | None = None
    stage: int | None = None
    probes: list[tuple[str, int]] = field(default_factory=list)
