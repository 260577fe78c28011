"""A game with everything that is told in it, played on a virtual clock, as its pages get it."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from app.table.computer import Plan
from app.table.ledger import Ledger
from tests.table.hand import settle
from tests.web.inside import SEED, Inside, Planned, Sent, Table, inside, run

MINE = ["5S", "7D", "QC", "8S", "TD", "9D", "6H", "KD", "2C", "AC", "8C"]
WEST = ["7H", "3H", "4S", "9C", "KS", "6C", "JH", "TS", "8H"]
REVEALS = 16
SLAPS = {3: 412, 8: 350}
"""When the person slaps, by reveal: a double, then two cards that are none. Missed: the ninth."""


class Played(NamedTuple):
    """A table's address, its page before the deal, and all that its stream brought then."""

    path: str
    html: str
    messages: list[str]


def west_slaps_the_sandwich(ledger: Ledger, seat: int) -> Plan:
    """West sees one pattern of the game."""
    return Plan(520, ledger.n == 13, bool(ledger.holds))


def never(ledger: Ledger, seat: int) -> Plan:
    """A computer that never slaps."""
    return Plan(0, False, bool(ledger.holds))


def scripted(seated: bool) -> Played:
    """The whole game, as the person's page sees it or a spectator's."""
    return _played(seated, (MINE, WEST), west_slaps_the_sandwich, REVEALS, SLAPS)


def until_settled(mine: Sequence[str], west: Sequence[str], reveals: int) -> Played:
    """A game in which nobody slaps, up to the close of the window of the last reveal."""
    return _played(True, (mine, west), never, reveals, {})


def _played(
    seated: bool,
    stacks: Sequence[Sequence[str]],
    planned: Planned,
    reveals: int,
    slaps: Mapping[int, float],
) -> Played:
    async def play() -> list[list[Sent]]:
        with inside(1, stacks, planned) as app:
            table = Table(app, await app.open(preset="duel", seats="2", turning="person"))
            await settle()
            page = await app.get("", table.cookie if seated else "")
            await app.post("ready", table.cookie, seed=SEED)
            for _ in range(reveals):
                await table.turn()
                await _window(app, table, slaps)
            await settle()
            sent = table.mine.sent if seated else table.watching.sent
            await table.leave()
        return [[page], list(sent), [Sent(0, 0, (), f"/t/{app.table}".encode())]]

    # In a thread of its own, because the browser's driver has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        [[page], sent, [path]] = thread.submit(lambda: run(play())).result()
    messages = "".join(each.body.decode() for each in sent).split("\n\n")
    return Played(path.body.decode(), page.body.decode(), [f"{m}\n\n" for m in messages if m])


async def _window(app: Inside, table: Table, slaps: Mapping[int, float]) -> None:
    """Let the window pass, with the person's slap in it where there is one."""
    n = app.live.picture.n
    if n in slaps:
        await app.until(lambda: (app.live.left_ms() or 0) <= 1800 - slaps[n] - 10)
        await table.press("slap", slaps[n])
    await app.until(lambda: app.live.picture.phase == "ready")
