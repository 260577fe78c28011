"""A server to be measured: its own process, a free port, a fresh database."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple


class NotServed(Exception):
    """The server did not start; the message says what it said."""


class Served(NamedTuple):
    """A running server: its address, and its process where that is known."""

    url: str
    pid: int | None


@contextmanager
def own_server(prepare: Callable[[str], None] = lambda url: None) -> Iterator[Served]:
    """A server that lives as long as this, on a database that `prepare` may have filled.

    Raises NotServed.
    """
    with TemporaryDirectory(prefix="slapback-bench-") as folder:
        url = f"sqlite:///{folder}/slapback.db"
        prepare(url)
        settings = {
            "SLAPBACK_DATABASE_URL": url,
            "SLAPBACK_SECRET_FILE": str(Path(folder) / "secret"),
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve", "--host", "127.0.0.1", "--port", "0"],
            env=os.environ | settings,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            assert process.stdout is not None
            said = process.stdout.readline()
            try:
                _, is_there, address = said.strip().partition(" is on ")
                if not is_there:
                    raise NotServed(
                        f"The server did not start: {said.strip() or 'no word from it'}"
                    )
                yield Served(address, process.pid)
            finally:
                process.terminate()
