"""The count of vectors: every one that a test really replayed, told at the end of the run."""

from collections.abc import Callable
from pathlib import Path

import pytest

VECTORS = Path(__file__).parents[1] / "vectors"

REPLAYED = pytest.StashKey[set[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[REPLAYED] = set()


@pytest.fixture
def replayed(pytestconfig: pytest.Config) -> Callable[[str], None]:
    """Call it with a vector's name once it has been replayed and compared."""
    return pytestconfig.stash[REPLAYED].add


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    there = len(list(VECTORS.glob("*.json")))
    ran = len(config.stash[REPLAYED])
    terminalreporter.write_line(f"vectors: {ran} of {there} .json files ran")
