"""A site for a module's tests, and a table in each of its states."""

from collections.abc import Iterator

import pytest

from tests.web.homes import Homes
from tests.web.site import Site, Visitor


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The application on an empty database, shared by a module."""
    with Site(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture
def giver(site: Site) -> Visitor:
    """A browser from which something moves to another device."""
    return Visitor(site)


@pytest.fixture
def taker(site: Site) -> Visitor:
    """That other device, which has never been here."""
    return Visitor(site)


@pytest.fixture(scope="module")
def visitor(site: Site) -> Visitor:
    """Who opened the tables below."""
    return Visitor(site)


@pytest.fixture
def stranger(site: Site) -> Visitor:
    """A browser that holds a seat at another table."""
    made = Visitor(site)
    made.open()
    return made


@pytest.fixture(scope="module")
def waiting(visitor: Visitor) -> str:
    """A table that waits for its person's seed."""
    return visitor.open()


@pytest.fixture
def playing(visitor: Visitor) -> str:
    """A table of Standard at its second card, whose window is open."""
    table = visitor.deal()
    visitor.turn(table)
    visitor.turn(table)
    return table


@pytest.fixture
def paused(visitor: Visitor, playing: str) -> str:
    """That table, paused."""
    assert visitor.post(f"/t/{playing}/pause").status == 204
    return playing


@pytest.fixture(scope="module")
def over(visitor: Visitor) -> str:
    """A table whose game is over."""
    table = visitor.deal(reveal_limit="10")
    visitor.finish(table)
    assert visitor.state(table)["table"] == "over"
    return table


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Homes]:
    """Somebody's finished games, by their number; nobody plays at these sites."""
    made = Homes(tmp_path_factory.mktemp("homes"))
    yield made
    made.close()
