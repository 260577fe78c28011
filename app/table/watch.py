"""What the tables of a process tell whoever measures them."""


class Watch:
    """Hears it and does nothing; who measures overrides what it wants. Called on the hot path."""

    def late(self, ms: float) -> None:
        """The process's heartbeat came so late."""

    def published(self, followers: int) -> None:
        """A picture became a table's present one, and goes to so many streams."""


NOBODY = Watch()
