"""What holds for every test: the same chance each time, and a clean environment."""

import os

import pytest
from hypothesis import settings

settings.register_profile("slapback", derandomize=True, deadline=None)
settings.load_profile("slapback")

# The caller's configuration is none of the tests' business: they set what they need themselves.
for name in [name for name in os.environ if name.startswith("SLAPBACK_")]:
    if name != "SLAPBACK_CHROMIUM":
        del os.environ[name]


@pytest.fixture
def anyio_backend() -> object:
    """Async tests run on asyncio; a test module may put its own loop here."""
    return "asyncio"
