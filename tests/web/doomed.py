"""The server, which kills itself: `python -m tests.web.doomed POINT --port N`.

After SIGUSR1 (it then prints `armed`) it dies by SIGKILL the next time that it comes to POINT:

insert    entries are in a transaction that is not committed
commit    everything of the transaction has run, and it is about to be committed
told      it is committed, and the loop has not heard of it
answered  it is published, and the answer is about to be sent
"""

import os
import signal
import sys
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from app.store import writer
from app.web import actions, serve

POINTS = ("insert", "commit", "told", "answered")


class Doom:
    """Dies at a point, once it is armed."""

    def __init__(self) -> None:
        self._armed = False
        signal.signal(signal.SIGUSR1, self._arm)

    def _arm(self, *_: object) -> None:
        self._armed = True
        os.write(1, b"armed\n")

    def strike(self) -> None:
        """This is the point."""
        if self._armed:
            os.kill(os.getpid(), signal.SIGKILL)


def prepare(point: str, doom: Doom) -> None:
    """Put the point where it belongs."""
    settle, no_content = writer._settle, actions.no_content

    def executed(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if statement.startswith("INSERT INTO log"):
            doom.strike()

    def told(jobs: Any) -> None:
        doom.strike()
        settle(jobs)

    async def answered(send: Any) -> None:
        doom.strike()
        await no_content(send)

    match point:
        case "insert":
            event.listen(Engine, "after_cursor_execute", executed)
        case "commit":
            event.listen(Engine, "commit", lambda connection: doom.strike())
        case "told":
            writer._settle = told
        case "answered":
            actions.no_content = answered


if __name__ == "__main__":
    prepare(sys.argv[1], Doom())
    sys.exit(serve.main(port=int(sys.argv[3])))
