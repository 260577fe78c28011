"""What a process costs, as Linux counts it: CPU time and memory."""

import os
from pathlib import Path


class NotCounted(Exception):
    """This system does not say what a process costs, or there is no such process."""


class Process:
    """A process by its id. Raises NotCounted wherever it cannot be looked at."""

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc") / str(pid)

    @classmethod
    def of(cls, pid: int | None) -> "Process | None":
        """A process, None where it is not known or this system does not tell. Raises NotCounted
        where there is none of this id.
        """
        if pid is None or not Path("/proc/self/statm").exists():
            return None
        process = cls(pid)
        process.memory_bytes()
        return process

    def cpu_s(self) -> float:
        """CPU seconds of all its threads; those that have ended are left out."""
        try:
            tasks = list((self._folder / "task").iterdir())
            # In ns; `stat` counts in hundredths of a second, a whole floor's worth.
            return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
        except (OSError, ValueError, IndexError):
            return self._ticks_s()

    def memory_bytes(self) -> int:
        """Resident memory."""
        try:
            pages = int((self._folder / "statm").read_text().split()[1])
        except (OSError, ValueError, IndexError) as error:
            raise NotCounted(f"{self._folder} cannot be read: {error}") from error
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _ticks_s(self) -> float:
        try:
            # The name in brackets may hold anything; user and system time follow it.
            fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError) as error:
            raise NotCounted(f"{self._folder} cannot be read: {error}") from error
