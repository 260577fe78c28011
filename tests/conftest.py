"""What holds for every test: the same chance each time, and a clean environment."""

import os

import pytest
from hypothesis import settings

settings.register_profile("slapback", derandomize=True, deadline=None)
settings.load_profile("slapback")


@pytest.fixture(autouse=True)
def only_default_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop the caller's configuration: tests set what they need themselves."""
    for name in os.environ:
        if name.startswith("SLAPBACK_") and name != "SLAPBACK_CHROMIUM":
            monkeypatch.delenv(name)


@pytest.fixture
def anyio_backend() -> object:
    """Async tests run on asyncio; a test module may put its own loop here."""
    return "asyncio"
