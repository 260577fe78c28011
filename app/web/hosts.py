"""The names that this server goes by: a request for any other is refused.

Else a page of another site could, by pointing its own name at this machine, read what is here.
"""

import re
from ipaddress import ip_address

from starlette.types import Scope

from app.web.settings import Settings

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
BY_ADDRESS = ("/metrics",)  # asked by machines, which know addresses and cannot choose a name
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  compared, not bound

_HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+])(?::[0-9]{1,5})?")


class Hosts:
    """Which values of `Host` are ours. Ports do not matter: a proxy may be on another."""

    def __init__(self, names: frozenset[str], *, addresses: bool = False) -> None:
        self._names = names
        self._addresses = addresses

    @classmethod
    def of(cls, settings: Settings) -> "Hosts":
        """The public name; in development this machine's too.

        Where development listens on every address (a phone on the same network), any address will
        do: only a name can be pointed somewhere else.
        """
        public = _without_port(settings.origin.partition("://")[2])
        names = {public} if public else set()
        if settings.env == "production":
            return cls(frozenset(names))
        listening = settings.host.lower()
        if listening in EVERYWHERE:
            return cls(frozenset({*names, *LOOPBACK}), addresses=True)
        own = f"[{listening}]" if ":" in listening else listening
        return cls(frozenset({*names, *LOOPBACK, own}))

    def name(self, scope: Scope) -> bool:
        """Whether a request names us: it has exactly one `Host`, and that is ours."""
        named = [value for key, value in scope["headers"] if key == b"host"]
        if len(named) != 1:
            return False
        host = _without_port(named[0].decode("latin-1").lower())
        if host in self._names:
            return True
        if scope["path"] in BY_ADDRESS:
            return host == "localhost" or _is_address(host)
        return self._addresses and _is_address(host)


def _without_port(host: str) -> str:
    """A host without its port; empty where it cannot be one."""
    match = _HOST.fullmatch(host)
    return match[1] if match else ""


def _is_address(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
