"""No stream, state or page has ever a card, a seed or a word that is not on the table.

What is allowed is written out here: whoever sends something new says so, and thinks about it.
"""

import json
import re

import pytest

from app.engine.events import Revealed
from app.web.preferences import ROWS
from tests.web.inside import SEED, Sent, Table, Told, inside, run

ATTRIBUTES = {
    *("auto", "closed", "counts", "deal", "due-name", "epoch", "for", "held", "label", "left"),
    *("limit", "n", "phase", "replaced", "seal", "stage", "table", "table-id", "turn", "turner"),
    *("version", "window", "menu", "paused", "seats", "name-0", "name-1", "of", "seat"),
    *("mode", "sitting"),  # which table it is, and whose page
    *("alert", "asks", "card", "heard", "rank", "sound-no", "sound-yes", "unsent", "yours"),
    "into",  # where what a link of the result leads to is drawn
    *("copied", "by-hand"),  # what a result says once its text is handed on
    *("autos", "away", "minutes", "offers", "rest-s", "seconds"),
    *ROWS,  # the settings of the browser that asks, on its pages
}
STATE = {
    *("version", "deal", "n", "stage", "table", "phase", "turn", "stacks", "pile", "challenge"),
    *("claim", "last_chance", "out", "result", "window_ms", "left_ms", "auto", "seats", "you"),
}
RANKS = {
    "ace": "A",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}


def cards_in(body: bytes) -> set[str]:
    """Every card that can be read from what was sent."""
    text = body.decode()
    drawn = re.findall(r'href="#rank(\w)"/><use href="#suit(\w)"', text)
    assert len(drawn) == len(re.findall("href=.#rank", text))
    named = re.findall(r"\b([a-z]+) of (spades|hearts|diamonds|clubs)\b", text, re.IGNORECASE)
    coded = re.findall(r"\b[2-9TJQKA][SHDC]\b", text)
    return {
        *(rank + suit for rank, suit in drawn),
        *(RANKS[rank.lower()] + suit[0].upper() for rank, suit in named),
        *coded,
    }


async def scanned(preset: str, computers: str) -> Told:
    """Look at everything that a game sends; how many pictures there were."""
    with inside(7) as app:
        table = await Table.dealt(
            app, preset=preset, computers=computers, auto="yes", reveal_limit="120"
        )
        ledger = app.live._core.ledger
        hidden = [ledger.deal_seed.hex(), ledger.server_seed.hex(), SEED, table.cookie[9:]]
        pictures, before, ever = 0, set[str](), set[str]()
        while not app.live.over and ledger.n < 70:
            await app.news()
            picture, faceup = app.live.picture, set(ledger.game.faceup)
            assert set(picture.taken) <= before, "what was taken lay there for everybody"
            ever |= faceup | before
            logged = {told.event.card for told in picture.story if isinstance(told.event, Revealed)}
            assert logged <= ever, "what the log names lay there for everybody"
            shown = {*picture.cards, *picture.taken, *filter(None, [picture.first])}
            assert shown <= faceup | set(picture.taken)
            shown |= logged
            if ledger.n % 10 == 0 and picture.phase == "window":
                await app.post("pause", table.cookie)
                paused = [*table.heard(), *await table.looked()]
                assert not cards_in(b"".join(sent.body for sent in paused[-4:]))
                await app.post("resume", table.cookie)
            sent = [*table.heard(), *await table.looked()]
            for each in sent:
                assert cards_in(each.body) <= shown
                assert not [secret for secret in hidden if secret.encode() in each.body]
                names = set(re.findall(r"\bdata-([a-z-]+)=", each.body.decode()))
                assert names <= ATTRIBUTES
                if each.body.startswith(b"{"):
                    assert set(json.loads(each.body)) == STATE
            pictures += 1
            before = faceup
        assert len({state.body for state in sent}) > 1
        await table.leave()
    assert pictures
    return [[Sent(0, pictures, (), b"")]]


@pytest.mark.parametrize(("preset", "computers"), [("quartet", "3"), ("classic", "1")])
def test_only_cards_that_lie_face_up_are_sent(preset: str, computers: str) -> None:
    [[count]] = run(scanned(preset, computers))
    assert count.status > 100
