"""Who a browser is: a random cookie, of which only the hash is kept.

No sign-up: a browser gets its cookie at its first action, never at a visit. Presses must not wait
for a database, so what a hash stands for is remembered here.
"""

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from starlette.types import Scope

from app.store.store import unix_ms

MAX_AGE_S = 400 * 24 * 3600  # the longest that browsers keep a cookie
RENEWED_AFTER_MS = 30 * 24 * 3600 * 1000
"""A cookie that is older is given again: so it ends after more than a year without a visit."""
REMEMBERED = 10_000

_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(slots=True)
class Known:
    """A browser, and when its cookie was last given to it, as far as is known (unix ms)."""

    id: str
    given_ms: int


class Browsers(Protocol):
    """The store's side: browsers by the hash of their cookie."""

    async def find(self, hashed: str) -> Known | None:
        """The browser with this hash, None if there is none."""
        ...

    async def add(self, hashed: str) -> Known:
        """Keep a new browser."""
        ...


class Identity:
    """Browsers by their cookie. An id is the store's; a cookie's value never leaves this class."""

    def __init__(
        self,
        browsers: Browsers,
        *,
        https: bool,
        remembered: int = REMEMBERED,
        now_ms: Callable[[], int] = unix_ms,
    ) -> None:
        self._browsers = browsers
        self._now_ms = now_ms
        self._https = https
        self._remembered = remembered
        # Unknown cookies have a place of their own, so that made-up ones push nobody out.
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._unknown: OrderedDict[str, None] = OrderedDict()
        self._changes = 0  # of cookies that came to stand for somebody else

    @property
    def cookie(self) -> str:
        """The cookie's name; on https one that no other host can have set."""
        return "__Host-slapback" if self._https else "slapback"

    async def browser(self, scope: Scope) -> str | None:
        """The id of the browser that sent a request; None where it is not known."""
        hashed = self.hashed(scope)
        if hashed is None or hashed in self._unknown:
            return None
        known = self._known.get(hashed)
        if known is not None:
            self._known.move_to_end(hashed)
            return known.id
        changes = self._changes
        found = await self._browsers.find(hashed)
        if changes != self._changes:
            return await self.browser(scope)  # it may have been this one, while we asked
        if found is None:
            self._unknown[hashed] = None
            if len(self._unknown) > self._remembered:
                self._unknown.popitem(last=False)
            return None
        self._remember(hashed, found)
        return found.id

    async def introduce(self, scope: Scope) -> tuple[str, str | None]:
        """The browser of a request, made where it is new.

        Returns its id, and the `Set-Cookie` that its answer must carry (None: it has one already).
        """
        known = await self.browser(scope)
        if known is not None:
            return known, None
        token = urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode("ascii")
        hashed = hash_of(token)
        made = await self._browsers.add(hashed)
        self._remember(hashed, made)
        return made.id, self._set_cookie(token, MAX_AGE_S)

    async def renewal(self, scope: Scope) -> str | None:
        """The `Set-Cookie` by which the browser of a request keeps its cookie; None where it needs
        none yet, or is not known.
        """
        token = self._token(scope)
        if token is None or await self.browser(scope) is None:
            return None
        known, now_ms = self._known.get(hash_of(token)), self._now_ms()
        if known is None or now_ms - known.given_ms < RENEWED_AFTER_MS:
            return None
        known.given_ms = now_ms
        return self._set_cookie(token, MAX_AGE_S)

    @property
    def farewell(self) -> str:
        """The `Set-Cookie` after which a browser has no cookie any more."""
        return self._set_cookie("", 0)

    def _set_cookie(self, token: str, age_s: int) -> str:
        secure = "; Secure" if self._https else ""
        return f"{self.cookie}={token}; Path=/; Max-Age={age_s}; HttpOnly; SameSite=Lax{secure}"

    def forget(self, hashes: Iterable[str]) -> None:
        """What these cookies stand for has changed in the store: it is asked again."""
        self._changes += 1
        for hashed in hashes:
            self._known.pop(hashed, None)
            self._unknown.pop(hashed, None)

    def hashed(self, scope: Scope) -> str | None:
        """The hash of the cookie that a request carries, hex; None where it has none."""
        token = self._token(scope)
        return None if token is None else hash_of(token)

    def _token(self, scope: Scope) -> str | None:
        token: str
        for name, value in scope["headers"]:
            if name == b"cookie":
                for part in value.decode("latin-1").split(";"):
                    key, _, token = part.strip().partition("=")
                    if key == self.cookie and _TOKEN.fullmatch(token):
                        return token
        return None

    def _remember(self, hashed: str, browser: Known) -> None:
        self._known[hashed] = browser
        if len(self._known) > self._remembered:
            self._known.popitem(last=False)


def hash_of(token: str) -> str:
    """What is kept of a cookie: its SHA-256, hex (unsalted, as the value has 256 random bits)."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()
