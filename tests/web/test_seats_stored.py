"""What the store keeps of a link match: rows that say who sits there, after every seating."""

import json
from typing import Any

from tests.web.site import Site, Visitor

Rows = list[tuple[Any, ...]]


def rows(site: Site, table: str) -> tuple[Rows, dict[str, Any]]:
    """The seats as stored (number, kind, name, level, whether it has a browser), and the table."""
    _, _, tables, seats, _, _ = site.kept(table)
    shown = [(seat[1], seat[2], seat[3], seat[4], seat[5] is not None) for seat in seats]
    names = ("id", "mode", "preset", "setup", "state", "created", "touched")
    return shown, dict(zip(names, tables[0], strict=True))


def agree(site: Site, table: str) -> None:
    """The rows are those of the log's newest seating."""
    *_, log = site.kept(table)
    told = [json.loads(line[5]) for line in log if line[3] in ("opened", "seated")][-1]["seats"]
    stored, _ = rows(site, table)
    assert stored == [
        (number, seat["kind"], seat["name"], seat["level"], seat["browser"] is not None)
        for number, seat in enumerate(told)
    ]


def test_the_rows_follow_every_seating(site: Site) -> None:
    host, guest, third = Visitor(site), Visitor(site), Visitor(site)
    table = host.open(mode="link", preset="classic", seats="4", computers="1")
    mine = (0, "person", "Player", None, True)
    west, opened = (3, "computer", "West", 1, False), "open"
    assert rows(site, table)[0] == [
        mine,
        (1, opened, "", None, False),
        (2, opened, "", None, False),
        west,
    ]

    def says(who: Visitor, command: str, **fields: str) -> Rows:
        answer = who.post(f"/t/{table}/{command}", fields)
        assert answer.status in (204, 303), answer
        agree(site, table)
        return rows(site, table)[0]

    ben, cleo = ("person", "Ben", None, True), ("person", "Cleo", None, True)
    assert says(guest, "join", name="Ben")[1] == (1, *ben)
    assert says(third, "join", name="Cleo")[2] == (2, *cleo)
    assert says(guest, "leave")[1] == (1, opened, "", None, False)
    assert says(host, "remove", seat="2")[2] == (2, opened, "", None, False)
    assert says(third, "join", name="Cleo")[1] == (1, *cleo)
    changed = says(host, "rules", seats="5", computers="2", burn="2")
    assert [row[1] for row in changed] == ["person", "person", opened, "computer", "computer"]
    kept = json.loads(rows(site, table)[1]["setup"])
    assert (kept["rules"]["burn"], kept["rules"]["seats"], kept["computers"]) == (2, 5, 2)
    says(third, "ready")
    started = says(host, "start")
    assert [row[2] for row in started] == ["Player", "Cleo", "West", "North"]
    assert says(guest, "join", name="Ben") == started, "a latecomer has no seat yet"
    halted = says(third, "leave")
    assert [row[2] for row in halted] == ["Player", "Ben", "", "West", "North"]
    says(guest, "ready")
    says(host, "start")
    site.clock.pass_ms(3000)
    says(host, "next")
    assert rows(site, table)[1]["state"] == "playing"
    gone = says(guest, "leave")
    assert gone[1] == (1, "person", "Ben", None, False), "the name stays with the cards"


def test_a_closed_table_is_kept_as_closed(site: Site) -> None:
    host = Visitor(site)
    table = host.open(mode="link", preset="classic")
    assert host.post(f"/t/{table}/close").status == 204
    assert rows(site, table)[1]["state"] == "closed"
    site.clock.pass_ms(60_000)
    assert host.post(f"/t/{table}/start").status == 409
    assert rows(site, table)[1]["state"] == "closed"
