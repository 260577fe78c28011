"""The first answer to each press, so that a repeated one gets the same and does nothing."""

from collections import OrderedDict

from app.table.inputs import Refused

_KEPT = 256


class Answers:
    """Answers by browser and `cmd`: None, or the refusal. The newest are kept."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], Refused | None] = OrderedDict()

    def repeated(self, browser: str, cmd: str) -> bool:
        """Whether this press was answered before. Raises its Refused where it was refused."""
        if (browser, cmd) not in self._answers:
            return False
        first = self._answers[browser, cmd]
        if first is not None:
            raise first
        return True

    def keep(self, browser: str, cmd: str, answer: Refused | None) -> None:
        """Remember an answer."""
        self._answers[browser, cmd] = answer and answer.with_traceback(None)
        if len(self._answers) > _KEPT:
            self._answers.popitem(last=False)
