"""What the routes work with: the store, the tables, and how pages are drawn. One a process."""

import asyncio
import re
import secrets
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from starlette.requests import HTTPConnection
from starlette.types import Scope

from app.engine.shuffle import daily_key
from app.store import browsers
from app.store.store import Store
from app.table.live import Live
from app.table.lobby import Lobby
from app.table.picture import Picture
from app.web.archive import Archive
from app.web.assets import Assets
from app.web.dailies import Dailies
from app.web.forms import header
from app.web.identity import Identity, Known
from app.web.limits import Limits
from app.web.metrics import Metrics, TimedJournal
from app.web.preferences import Preferences, read
from app.web.problems import no_table
from app.web.purge import Purge
from app.web.settings import Settings, secret
from app.web.templating import Templates
from app.web.walks import Walks

STATIC = Path(__file__).parents[2] / "static"

_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{22}")


class StoredBrowsers:
    """The store's browsers, as the event loop asks for them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, hashed: str) -> Known | None:
        found = await asyncio.to_thread(browsers.known, self._store.readers, hashed)
        return None if found is None else Known(*found)

    async def add(self, hashed: str) -> Known:
        now_ms = self._store.now_ms()
        ensured = partial(browsers.ensure, cookie_hash=hashed, now_ms=now_ms)
        return Known(await self._store.writer.submit(ensured), now_ms)


@dataclass(slots=True)
class House:
    """Everything that outlives a request. `closing` is set once the server stops, and `moving` is
    held by whoever changes who a browser is: those follow one another.

    `epoch` names this process in the ids of the stream's messages: versions count from its start.
    """

    settings: Settings
    store: Store
    assets: Assets
    templates: Templates
    identity: Identity
    dailies: Dailies
    epoch: str
    lobby: Lobby = field(init=False)
    archive: Archive = field(init=False)
    purge: Purge = field(init=False)
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    walks: Walks = field(default_factory=Walks)
    moving: asyncio.Lock = field(default_factory=asyncio.Lock)
    closing: bool = False

    def __post_init__(self) -> None:
        journal = TimedJournal(self.store.journal, self.metrics)
        self.archive = Archive(self.store)
        self.lobby = Lobby(journal, self.frame, watch=self.metrics, ended=self.archive.ended)
        self.purge = Purge(self.store, self.lobby, self.settings.keep_unfinished_days)
        self.metrics.ask(tables=lambda: self.lobby.live, streams=lambda: len(self.limits.streams))

    @classmethod
    def build(cls, settings: Settings, store: Store) -> "House":
        """The house of a process that serves `store`. Raises Misconfigured without its secret."""
        assets = Assets(STATIC)
        return cls(
            settings=settings,
            store=store,
            assets=assets,
            templates=Templates(assets.url),
            identity=Identity(StoredBrowsers(store), https=settings.https, now_ms=store.now_ms),
            dailies=Dailies(store, daily_key(secret(settings.secret_file))),
            epoch=secrets.token_hex(4),
        )

    def frame(self, picture: Picture) -> bytes:
        """A picture as a message of the stream; the same bytes go to everyone."""
        self.metrics.rendered()
        html = self.templates.picture_html(picture, self.epoch).replace("\r", " ")
        html = html.replace("\n", "\ndata: ")
        return f"id: {self.epoch}-{picture.version}\ndata: {html}\n\n".encode()

    async def table(self, id: str) -> Live:
        """The live table of this id. Raises Problem 404."""
        live = await self.find(id)
        if live is None:
            raise no_table()
        return live

    async def find(self, id: str) -> Live | None:
        """The live table of this id, or None."""
        return await self.lobby.find(id) if _TABLE_ID.fullmatch(id) else None

    async def browser(self, scope: Scope) -> browsers.Browser | None:
        """What is kept of the browser that sent a request; asks the database."""
        hashed = self.identity.hashed(scope)
        if hashed is None:
            return None
        return await asyncio.to_thread(browsers.find, self.store.readers, hashed)

    async def preferences(self, scope: Scope) -> Preferences:
        """How a page looks to the browser that asks for it; asks the database."""
        return preferences_of(await self.browser(scope))

    def address(self, scope: Scope, path: str) -> str:
        """A path as people elsewhere can ask for it: with our public origin before it."""
        if self.settings.origin:
            return self.settings.origin + path
        host = header(scope, b"host") or b""
        return f"{scope['scheme']}://{host.decode('latin-1')}{path}"

    async def leave(self) -> None:
        """The server stops: tell the pages, end their streams, and store what waits."""
        self.closing = True
        await self.dailies.stop()
        await self.purge.stop()
        await self.lobby.close()
        await self.archive.stop()


def preferences_of(browser: browsers.Browser | None) -> Preferences:
    """What a browser chose; a browser that is not known chose nothing."""
    return read(None if browser is None else browser.preferences)


def house_of(scope: Scope) -> House:
    """The house of the application that answers a request."""
    house: House = scope["app"].state.house
    return house


def house_for(request: HTTPConnection) -> House:
    """The same, as routes ask for it."""
    return house_of(request.scope)
