"""What the server tells nobody, byte for byte and millisecond for millisecond.

The whole application runs inside a virtual clock. tests/table/test_secrecy.py asks the same of the
table alone; here it is all that leaves the program: streams, states, pages, answers and headers.
"""

import asyncio
import hashlib
import json
import re
from collections.abc import Sequence

import pytest

from app.engine.cards import deck
from app.table.computer import Plan
from app.table.ledger import Ledger
from tests.table.hand import now_ms, settle
from tests.web.inside import SEED, Inside, Planned, Sent, Table, Told, Watcher, friend, inside, run

SHARED = 60
DEEP = ["AS", "KD", "7C", "7H", "2S", "9D", "JC", "4H", "QS", "TD", "3C", "8H"]


def idle(ledger: Ledger, seat: int) -> Plan:
    """A computer that never slaps."""
    return Plan(0, False, bool(ledger.holds))


# The same history, and nothing else the same


def stacks(deep: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two decks in two hands; `deep` lie at the bottom of both, half in each."""
    rest = list(deck(2, False))
    for card in deep:
        rest.remove(card)
    rest.sort(key=lambda card: hashlib.sha256(card.encode()).digest())
    half = len(deep) // 2
    return [*rest[0::2], *deep[:half]], [*rest[1::2], *deep[half:]]


def planned_by(salt: str) -> Planned:
    """Plans of a game's own. Only every ninth card is slapped in time, and by every salt alike."""

    def plan(ledger: Ledger, seat: int) -> Plan:
        if ledger.n % 9 == 0:
            return Plan(650, bool(ledger.holds), bool(ledger.holds))
        drawn = hashlib.sha256(f"{salt} {ledger.n} {seat}".encode()).digest()
        return Plan(1801 + drawn[0] * 20, drawn[1] % 2 == 0, bool(ledger.holds))

    return plan


async def chapters(seed: int, deep: Sequence[str], salt: str, until: int) -> Told:
    """A game's bytes, those of each reveal by themselves; what is done depends on what is seen."""
    written: Told = []
    with inside(seed, stacks(deep), planned_by(salt)) as app:
        table = await Table.dealt(app, preset="duel", decks="2", reveal_limit="none")
        answers = [await app.get("record", table.cookie)]
        written.append([*table.heard(), *answers])
        while app.live.picture.n < until:
            await table.turn()
            n = app.live.picture.n
            chapter = await table.looked()
            if n % 5 == 0:
                await asyncio.sleep(0.37)
                chapter.append(await table.press("slap", 400))
            if n % 13 == 0:
                chapter.append(await app.post("pause", table.cookie))
                await asyncio.sleep(0.5)
                chapter += await table.looked()
                chapter.append(await app.post("resume", table.cookie))
                await table.paint()
            await app.until(lambda: app.live.picture.phase == "ready")
            chapter += await table.looked()
            chapter.append(await app.ask("POST", f"/t/{app.table}/slap", "", {"seen": f"{n}.0"}))
            written.append([*table.heard(), *chapter])
        secrets = (app.live._core.ledger.deal_seed, app.live._core.ledger.server_seed)
        assert not any(secret.hex() in str(written) for secret in secrets)
        written = [[app.comparable(sent) for sent in chapter] for chapter in written]
        await table.leave()
    return written


def test_games_with_the_same_history_send_the_same_bytes_until_it_differs() -> None:
    other = [DEEP[(5 * i + 3) % 12] for i in range(12)]
    one = run(chapters(1, DEEP, "one", until=80))
    two = run(chapters(2, other, "two", until=80))
    alike = next(n for n in range(len(one)) if one[n] != two[n])
    assert alike > SHARED, f"chapter {alike} tells the two games apart"
    first, second = (newest(chapter) for chapter in (one[alike], two[alike]))
    assert first != second, "nothing but another card that lies face up tells them apart"
    shared = b"".join(sent.body for chapter in one[:alike] for sent in chapter).decode()
    for seen in (
        "You slapped first",
        "West slapped first",
        "Not a match",
        "was not answered",
        "Paused",
    ):
        assert seen in shared, "the history is a rich one"


def newest(chapter: Sequence[Sent]) -> str:
    """The newest card in a chapter's first state."""
    states = [json.loads(sent.body) for sent in chapter if sent.body.startswith(b'{"version"')]
    return str(states[0]["pile"]["cards"][-1])


# A card that can be slapped, and one that cannot


Cards = tuple[Sequence[str], Sequence[str]]
WINDOWS: dict[str, Cards] = {
    "double": (["5S", "2C", "8D"], ["?H", "3C", "7H"]),
    "sandwich in a claim": (["5S", "?H", "8D"], ["JH", "3C", "7H"]),
}


def with_card(cards: Cards, rank: str) -> Cards:
    """The stacks with this rank on the card that makes the difference."""
    first, second = ([card.replace("?", rank) for card in stack] for stack in cards)
    return first, second


async def window(preset: str, cards: Cards, reveals: int, planned: Planned) -> Told:
    """All that is sent from the reveal of the last of so many cards up to its window's close."""
    with inside(1, cards, planned) as app:
        table = await Table.dealt(app, preset=preset, seats="2", turning="person")
        for _ in range(reveals - 1):
            await table.turn()
            await app.until(lambda: app.live.picture.phase == "ready")
        table.heard()
        await table.turn()
        looked: list[Sent] = []
        while app.live.picture.phase == "window":
            looked += await table.looked()
            looked.append(await table.press("reveal", 100))
            await asyncio.sleep(0.05)
        holds = app.live._core.ledger.chairs[0].chances
        told = [app.comparable(sent) for sent in [*table.heard(), *looked]]
        await table.leave()
    return [told, [Sent(0, holds, (), b"")]]


def without_card(told: Sequence[Sent]) -> list[Sent]:
    """What was sent, but for the five or six of hearts."""
    card = re.compile(rb"#rank[56]\b|\b(?i:five|six)\b|[56]H\b")
    length = re.compile(rb"[0-9]+")
    return [
        sent._replace(
            body=card.sub(b"?", sent.body),
            headers=tuple(
                (name, length.sub(b"?", value) if name == b"content-length" else value)
                for name, value in sent.headers
            ),
        )
        for sent in told
    ]


def planned_late(ledger: Ledger, seat: int) -> Plan:
    """A computer that sees the pattern, and will slap after the window."""
    return Plan(ledger.window_ms + 700, bool(ledger.holds), bool(ledger.holds))


@pytest.mark.parametrize("planned", [idle, planned_late])
@pytest.mark.parametrize("kind", WINDOWS)
@pytest.mark.parametrize("preset", ["duel", "classic", "strict"])
def test_a_window_does_not_tell_whether_it_can_be_slapped(
    preset: str, kind: str, planned: Planned
) -> None:
    reveals = 2 if kind == "double" else 3
    told = [run(window(preset, with_card(WINDOWS[kind], rank), reveals, planned)) for rank in "56"]
    (slappable, [chances]), (plain, [no_chances]) = told
    assert (chances.status, no_chances.status) == (1, 0)
    assert slappable != plain
    assert without_card(slappable) == without_card(plain)
    states = [sent for sent in plain if b'"phase":"window"' in sent.body]
    claimed = b'"claim":null' not in states[0].body
    assert claimed is (kind != "double")
    assert len(states) > 20


# Two hands on one card


class Pair:
    """Two people at one table; `near` has slapped and it is not decided yet."""

    def __init__(self, app: Inside, near: Table, far: str) -> None:
        self.app, self.near, self.far = app, near, far
        self.far_sees = Watcher(app, far)

    @classmethod
    async def at_the_second_card(cls, app: Inside) -> "Pair":
        near = Table(app, await app.open(preset="classic", seats="2"))
        pair = cls(app, near, await friend(app))
        await settle()
        await app.post("ready", near.cookie, seed=SEED)
        await app.post("ready", pair.far, seed=SEED)
        await asyncio.sleep(1)
        await near.press("reveal", 900)
        await app.until(lambda: app.live.picture.phase == "ready" and app.live.picture.n == 1)
        await app.press("reveal", pair.far, pair.far_sees.stream, 1500)
        await app.until(lambda: app.live.picture.n == 2)
        await settle()
        return pair

    def heard(self) -> list[Sent]:
        found = [*self.far_sees.sent, *self.near.heard()]
        del self.far_sees.sent[:]
        return found

    async def looked(self) -> list[Sent]:
        return [*await self.near.looked(), await self.app.get("state", self.far)]


async def two_hands(rank: str) -> Told:
    """A slap at 300: its answer; what is sent at once, until its hold is over, and then."""
    with inside(1, with_card(WINDOWS["double"], rank), idle, people=2) as app:
        pair = await Pair.at_the_second_card(app)
        t = now_ms()
        app.journal.by_hand = True
        pair.heard()
        await asyncio.sleep(0.3 - (now_ms() - t) / 1000)
        answering = asyncio.create_task(pair.near.press("slap", 300))
        await asyncio.sleep(0.007)
        assert not answering.done()
        app.journal.commit()
        answer = await answering
        app.journal.by_hand = False
        at_once = pair.heard()
        looked = await pair.looked()
        hold_ms = 2 * 10 + 42  # of somebody without a baseline, whose quota has grown twice
        await app.until(lambda: now_ms() >= t + 299 + hold_ms)
        waiting = pair.heard()
        await asyncio.sleep(0.01)
        decided = pair.heard()
        told = [[answer], at_once, looked, waiting, decided]
        told = [[app.comparable(sent) for sent in part] for part in told]
        await pair.far_sees.close()
        await pair.near.leave()
    return told


def test_a_right_slap_and_a_false_one_get_the_same_answer() -> None:
    right, false = run(two_hands("5")), run(two_hands("6"))
    assert right[0] == false[0]
    assert right[0][0].status == 204
    assert right[0][0].body == b""


def test_a_false_slap_is_shown_when_it_is_paid() -> None:
    _, at_once, looked, waiting, decided = run(two_hands("6"))
    assert len(at_once) == 3, "one message to each stream"
    assert all("Not a match" in sent.body.decode() for sent in at_once)
    assert all(b'"buried":1' in sent.body for sent in looked if sent.body.startswith(b"{"))
    assert (waiting, decided) == ([], [])


async def no_hand(rank: str) -> Told:
    """What anybody can look at, at the same moment of a window in which nobody slaps."""
    with inside(1, with_card(WINDOWS["double"], rank), idle, people=2) as app:
        pair = await Pair.at_the_second_card(app)
        await asyncio.sleep(0.307)
        looked = [app.comparable(sent) for sent in await pair.looked()]
        await pair.far_sees.close()
        await pair.near.leave()
    return [looked]


def test_a_right_slap_is_shown_when_it_is_decided() -> None:
    _, at_once, looked, waiting, decided = run(two_hands("5"))
    untouched = run(no_hand("5"))
    assert at_once == []
    assert looked == untouched[0]
    assert waiting == []
    assert len(decided) == 3
    assert all("slapped first" in sent.body.decode() for sent in decided)
