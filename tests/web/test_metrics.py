"""`/metrics`: what is counted, in which form, and who may read it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.store.journal import JournalFailed
from app.web.problems import NOT_MEASURED_BY_YOU
from app.web.settings import Settings
from tests.web.player import Player
from tests.web.served import Served
from tests.web.site import Answer, Site, Visitor, plain

FRIEND, PROXY = "192.0.2.7", "10.1.2.3"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as made:
        yield made


def read(answer: Answer) -> dict[str, float]:
    """The samples of an answer, by name and labels as they stand in it."""
    assert answer.status == 200
    return {
        sample.name + "".join(f" {value}" for _, value in sorted(sample.labels.items())): (
            sample.value
        )
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def figures(site: Site) -> dict[str, float]:
    return read(site.ask("GET", "/metrics"))


def asked(site: Site, client: str, headers: Mapping[str, str] | None = None) -> int:
    answer = site.ask("GET", "/metrics", headers, client=client)
    if answer.status != 200:
        plain(answer)
        assert answer.text == NOT_MEASURED_BY_YOU
        assert "slapback_" not in answer.text
    return answer.status


def test_the_text_is_prometheus(fresh: Site) -> None:
    answer = fresh.ask("GET", "/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    names = {family.name for family in text_string_to_metric_families(answer.text)}
    assert names >= {
        "slapback_tables",
        "slapback_streams",
        "slapback_presses",
        "slapback_commit_seconds",
        "slapback_commits_failed",
        "slapback_loop_late_seconds",
        "slapback_pictures_rendered",
        "slapback_pictures_published",
        "slapback_pictures_shown",
        "process_cpu_seconds",
        "process_resident_memory_bytes",
    }
    head = fresh.ask("HEAD", "/metrics")
    assert (head.status, head.headers["content-type"]) == (200, answer.headers["content-type"])


def test_tables_commits_and_presses_are_counted(fresh: Site) -> None:
    before = figures(fresh)
    assert before["slapback_tables"] == 0
    assert before["slapback_presses_total taken reveal"] == 0
    visitor = Visitor(fresh)
    table = visitor.deal(window_ms="60000")
    fresh.clock.pass_ms(1000)
    assert visitor.reveal(table).status == 204
    after = figures(fresh)
    assert after["slapback_tables"] == 1
    assert after["slapback_commit_seconds_count"] == 3, "opened, dealt, turned"
    assert after["slapback_pictures_published_total"] == 2
    assert after["slapback_pictures_rendered_total"] == 0, "nobody looks"
    assert after["slapback_presses_total taken reveal"] == 1


def test_every_end_of_a_press_has_its_name(fresh: Site) -> None:
    visitor, stranger = Visitor(fresh), Visitor(fresh)
    table = visitor.deal(window_ms="60000")
    fresh.clock.pass_ms(1000)
    assert visitor.reveal(table).status == 204
    assert visitor.reveal(table).status == 409
    assert visitor.post(f"/t/{table}/slap", visitor.press(table, seen="0.0")).status == 409
    assert stranger.post(f"/t/{table}/slap", visitor.press(table)).status == 403
    assert visitor.post(f"/t/{table}/slap", {"seen": "x"}).status == 422
    with patch("app.table.core.Core.handle", side_effect=JournalFailed):
        assert visitor.post(f"/t/{table}/slap", visitor.press(table)).status == 503
    with patch("app.table.core.Core.handle", side_effect=RuntimeError):
        assert visitor.post(f"/t/{table}/slap", visitor.press(table)).status == 500
    for _ in range(60):  # the clock stands still, so no token comes back
        last = visitor.post(f"/t/{table}/slap", {**visitor.press(table), "seen": "9.9"})
    assert last.status == 429
    found = figures(fresh)
    ends = {
        name.removeprefix("slapback_presses_total "): value
        for name, value in found.items()
        if name.startswith("slapback_presses_total") and value
    }
    assert ends.pop("too_many slap") + ends.pop("refused slap") == 60
    assert ends == {
        "taken reveal": 1,
        "refused reveal": 1,
        "late slap": 1,
        "not_your_seat slap": 1,
        "invalid slap": 1,
        "not_stored slap": 1,
        "failed slap": 1,
    }


def test_two_houses_in_one_process_do_not_add_up(fresh: Site, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    with Site(other) as second:
        Visitor(second).deal()
        assert figures(second)["slapback_tables"] == 1
        assert figures(second)["slapback_commit_seconds_count"] == 2
        assert figures(fresh)["slapback_tables"] == 0
        assert figures(fresh)["slapback_commit_seconds_count"] == 0


def test_streams_pictures_and_the_loop_of_a_real_server(tmp_path: Path) -> None:
    with Served(tmp_path) as server, Player(server.port) as player:
        player.open(preset="duel", window_ms="60000")
        player.turn()
        found = {
            line.partition(" ")[0]: float(line.rpartition(" ")[2])
            for line in player.get("/metrics").splitlines()
            if not line.startswith("#")
        }
        assert found["slapback_streams"] == 1
        rendered = found["slapback_pictures_rendered_total"]
        assert 3 <= rendered <= found["slapback_pictures_published_total"] + 1
        assert found["slapback_pictures_shown_total"] >= 2
        assert found["slapback_loop_late_seconds_count"] > 0
        assert found["slapback_commit_seconds_sum"] > 0


# Who may ask


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_may_ask(site: Site, client: str) -> None:
    assert asked(site, client) == 200


@pytest.mark.parametrize(
    "client", [FRIEND, PROXY, "2001:db8::1", "::ffff:192.0.2.7", "unknown", ""]
)
def test_nobody_else_may(site: Site, client: str) -> None:
    assert asked(site, client) == 403


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded"])
def test_what_an_unnamed_proxy_hands_on_may_come_from_anybody(site: Site, name: str) -> None:
    assert asked(site, "127.0.0.1", {name: "127.0.0.1"}) == 403
    assert asked(site, "127.0.0.1", {name: "for=192.0.2.7"}) == 403


def test_behind_a_trusted_proxy_the_person_s_own_address_counts(tmp_path: Path) -> None:
    with Site(tmp_path, trusted_proxies=f"127.0.0.1,{PROXY}", metrics="192.0.2.0/24") as site:
        for proxy in ("127.0.0.1", PROXY):
            assert asked(site, proxy, {"X-Forwarded-For": FRIEND}) == 200
            assert asked(site, proxy, {"X-Forwarded-For": "198.51.100.1"}) == 403
            assert asked(site, proxy, {"X-Forwarded-For": f"{FRIEND}, 198.51.100.1"}) == 403
        assert asked(site, "198.51.100.1", {"X-Forwarded-For": FRIEND}) == 403
        assert asked(site, FRIEND) == 200
        assert asked(site, "127.0.0.1") == 403, "not among those that are named"


def test_a_trusted_proxy_that_claims_this_machine_is_not_believed(tmp_path: Path) -> None:
    with Site(tmp_path, trusted_proxies=PROXY) as site:
        assert asked(site, PROXY, {"X-Forwarded-For": "127.0.0.1"}) == 403
        assert asked(site, "127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}) == 403
        assert asked(site, "127.0.0.1") == 200


def test_it_can_be_closed_and_opened(tmp_path: Path) -> None:
    for metrics, statuses in (("", (403, 403)), ("0.0.0.0/0,::/0", (200, 200))):
        folder = tmp_path / str(len(metrics))
        folder.mkdir()
        with Site(folder, metrics=metrics) as site:
            assert (asked(site, "127.0.0.1"), asked(site, FRIEND)) == statuses


def test_a_machine_asks_by_address_in_production_too(tmp_path: Path) -> None:
    with Site(tmp_path, origin="https://play.example", env="production") as site:
        for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.0.2.1", "play.example"):
            assert site.ask("GET", "/metrics", hosts=(host,)).status == 200
        for path, host in (("/metrics", "evil.example"), ("/healthz", "localhost"), ("/", "[::1]")):
            assert site.ask("GET", path, hosts=(host,)).status == 400


def test_the_setting_is_addresses_and_networks() -> None:
    assert Settings(metrics=" 10.1.2.3/8, ::1 ").metrics == "10.0.0.0/8,::1/128"
    with pytest.raises(ValueError, match="addresses or networks"):
        Settings(metrics="everybody")
