"""Which names the server goes by: a request for any other is refused before anything is done."""

from pathlib import Path

import pytest

from app.web.hosts import Hosts
from app.web.settings import Settings
from tests.web.site import BROWSER, OURS, Site, plain

DEVELOPMENT = Settings()
PRODUCTION = Settings(
    env="production", origin="https://play.example:8443", secret_file=Path("kept/secret")
)
ELSEWHERE = Settings(origin="http://play.example")
ON_ALL = Settings(host="0.0.0.0")  # noqa: S104  nothing listens here
ON_ALL_6 = Settings(host="::")
ON_ONE = Settings(host="192.0.2.7")
ON_ONE_6 = Settings(host="2001:DB8::7")


def knows(settings: Settings, *hosts: str, path: str = "/") -> bool:
    headers = [(b"host", host.encode("latin-1")) for host in hosts]
    return Hosts.of(settings).name({"path": path, "headers": headers})


@pytest.mark.parametrize(
    ("settings", "host"),
    [
        *((DEVELOPMENT, host) for host in ("localhost", "localhost:8000", "LocalHost", "127.0.0.1",
                                           "127.0.0.1:1", "[::1]", "[::1]:8000")),
        *((PRODUCTION, host) for host in ("play.example", "play.example:8443", "PLAY.example",
                                          "play.example:443")),
        *((ELSEWHERE, host) for host in ("play.example", "localhost:8000", "[::1]")),
        *((ON_ALL, host) for host in ("192.168.1.5:8000", "10.0.0.1", "[fe80::1]", "localhost")),
        *((ON_ALL_6, host) for host in ("192.168.1.5:8000", "[2001:db8::1]:8000", "127.0.0.1")),
        *((ON_ONE, host) for host in ("192.0.2.7:8000", "127.0.0.1")),
        *((ON_ONE_6, host) for host in ("[2001:db8::7]:8000", "localhost")),
    ],
)  # fmt: skip
def test_our_own_names(settings: Settings, host: str) -> None:
    assert knows(settings, host)


NEVER = ("", ":8000", "evil.example", "localhost.evil.example", "evil.example:8000",
         "localhost@evil", "localhost, evil.example", "localhost evil", "localhost:",
         "localhost:x", "localhost:999999", "http://localhost", "localhost/", "localhost\xff",
         "::1", "[::1", "[]", "[::1].evil", "*", "localhost.", ".localhost", "localhost#",
         "a" * 5000)  # fmt: skip


@pytest.mark.parametrize("settings", [DEVELOPMENT, PRODUCTION, ELSEWHERE, ON_ALL, ON_ALL_6, ON_ONE])
@pytest.mark.parametrize("host", NEVER)
def test_never_our_name(settings: Settings, host: str) -> None:
    assert not knows(settings, host)


@pytest.mark.parametrize(
    ("settings", "host"),
    [
        *((PRODUCTION, host) for host in ("localhost", "127.0.0.1", "[::1]", "192.0.2.7")),
        *((DEVELOPMENT, host) for host in ("192.168.1.5", "[fe80::1]", "play.example", "0.0.0.0")),  # noqa: S104
        *((ON_ONE, host) for host in ("192.0.2.8", "[::ffff:192.0.2.7]")),
        *((ON_ALL, host) for host in ("mybox", "300.1.1.1", "1.2.3", "0x7f.1")),
    ],
)
def test_the_names_of_others(settings: Settings, host: str) -> None:
    assert not knows(settings, host)


@pytest.mark.parametrize("settings", [DEVELOPMENT, PRODUCTION, ELSEWHERE, ON_ALL, ON_ALL_6, ON_ONE])
def test_machines_ask_for_figures_by_address(settings: Settings) -> None:
    for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "192.0.2.8", "[fe80::1]"):
        assert knows(settings, host, path="/metrics")
    for host in NEVER:
        assert not knows(settings, host, path="/metrics")


def test_a_request_names_one_host() -> None:
    assert not knows(DEVELOPMENT)
    assert not knows(DEVELOPMENT, "localhost", "localhost")
    assert not knows(DEVELOPMENT, "localhost", "evil.example")


@pytest.mark.parametrize("hosts", [(), ("evil.example",), ("localhost", "evil.example")])
def test_a_request_for_another_host_does_nothing(site: Site, hosts: tuple[str, ...]) -> None:
    before = site.kept()
    for method, path in (("GET", "/"), ("HEAD", "/healthz"), ("POST", "/tables"), ("X", "/none")):
        answer = site.ask(method, path, OURS, hosts=hosts)
        assert answer.status == 400
        assert answer.headers["cache-control"] == "no-store"
        if method != "HEAD":
            plain(answer)
            assert "SLAPBACK_ORIGIN" in answer.text
    page = site.ask("GET", "/", BROWSER, hosts=hosts)
    assert page.status == 400
    assert "That is not our address" in page.text
    assert site.kept() == before


def test_what_a_proxy_says_of_the_host_is_not_believed(tmp_path: Path) -> None:
    with Site(tmp_path, trusted_proxies="127.0.0.1") as site:
        named = {"X-Forwarded-Host": "localhost", "Forwarded": "host=localhost"}
        assert site.ask("GET", "/", named, hosts=("evil.example",)).status == 400
        named = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
        assert site.ask("GET", "/", named).status == 200
