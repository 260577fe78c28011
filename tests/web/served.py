"""`python -m app serve` as a process of its own, on a free port, with a lasting database."""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Line(NamedTuple):
    """One line of a table's log, as the file has it."""

    seq: int
    ms: int
    kind: str
    seat: int | None
    payload: str


class Served:
    """A server of this program. What it writes to standard error is kept in `errors`.

    `module` is what python runs, for a server that a test has prepared.
    """

    def __init__(self, folder: Path, module: tuple[str, ...] = ("app", "serve")) -> None:
        self._folder = folder
        self._module = module
        self._process: subprocess.Popen[str] | None = None
        self.port = 0
        self.errors = ""

    def __enter__(self) -> "Served":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._ended()

    def start(self, port: int = 0, **environment: str) -> "Served":
        """Start it, and wait until it says where it is."""
        process = self._run(port, **environment)
        assert process.stdout is not None
        said = process.stdout.readline()
        if not said.startswith("Slapback is on http://127.0.0.1:"):
            self.kill()
            raise AssertionError(f"no server: {said!r}\n{self.errors}")
        self.port = int(said.rpartition(":")[2])
        return self

    def refuses(self, port: int = 0, **environment: str) -> tuple[int, str, str]:
        """Start it where it must not serve: its status, and what it printed and complained of."""
        process = self._run(port, **environment)
        said, complained = process.communicate(timeout=20)
        self._process = None
        return process.returncode, said, complained

    def _run(self, port: int, **environment: str) -> "subprocess.Popen[str]":
        assert self._process is None
        settings = {
            "SLAPBACK_DATABASE_URL": f"sqlite:///{self.database}",
            "SLAPBACK_SECRET_FILE": str(self._folder / "secret"),
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", *self._module, "--port", str(port)],
            cwd=ROOT,
            env=os.environ | settings | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self._process

    @property
    def database(self) -> Path:
        return self._folder / "slapback.db"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._ended()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, and wait for nothing."""
        assert self._process is not None
        self._process.send_signal(number)

    def line(self) -> str:
        """The next line that it prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def ended(self, within_s: float) -> int:
        """Wait for its end; its status. Raises TimeoutExpired."""
        assert self._process is not None
        status = self._process.wait(within_s)
        self._ended()
        return status

    def log(self, table: str) -> list[Line]:
        """What the file holds of a table, in order, read as a file and not by this program."""
        query = 'SELECT seq, ms, kind, seat, payload FROM log WHERE "table" = ? ORDER BY seq'
        with closing(sqlite3.connect(self.database)) as file:
            return [Line(*row) for row in file.execute(query, (table,))]

    def _ended(self) -> None:
        assert self._process is not None
        _, self.errors = self._process.communicate()
        self._process = None
