"""The hot path: what a page says while a game runs. Plain ASGI endpoints.

Arrival was stamped before anything else (security.py). Then: find the table, read a tiny form, know
the browser, and let the table act; its answer is 204. No dependency injection, no ORM, no template.
The result comes to everybody by the stream. Refusals are exceptions, answered in answers.py.
"""

from collections.abc import Callable

from starlette.types import Receive, Scope, Send

from app.table.inputs import Ack, Reveal, Slap
from app.web import forms
from app.web.forms import Form
from app.web.house import House, house_of
from app.web.metrics import Kind
from app.web.security import ARRIVAL

# A press is one packet: more than this between its head and its end is no line's doing.
WHOLE_MS = 50
PRESS_FIELDS = frozenset({"seen", "stream", "rt", "cmd"})


def reveal(form: Form) -> Reveal:
    """A reveal from its form. Raises Problem 422."""
    return Reveal(forms.stage(form), forms.stream(form), forms.rt(form), forms.cmd(form))


def slap(form: Form) -> Slap:
    """A slap from its form. Raises Problem 422."""
    return Slap(
        forms.stage(form),
        forms.stream(form),
        forms.rt(form),
        forms.cmd(form),
        forms.seat(form),
        forms.by(form),
        forms.step_ms(form),
    )


class PressEndpoint:
    """`POST /t/{id}/reveal` and `/slap`: 204 when it counted, 409 with one sentence when not."""

    def __init__(
        self, name: Kind, fields: frozenset[str], press: Callable[[Form], Reveal | Slap]
    ) -> None:
        self._name = name
        self._fields = fields
        self._press = press

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = house_of(scope)
        with house.metrics.press(self._name):
            await self._pressed(house, scope, receive)
        await no_content(send)

    async def _pressed(self, house: House, scope: Scope, receive: Receive) -> None:
        live = await house.table(scope["path_params"]["id"])
        began = house.lobby.clock()
        press = self._press(await forms.read(scope, receive, self._fields))
        ended = house.lobby.clock()
        # A press has arrived when all of it has: whoever holds the rest back gains nothing by it.
        arrival = ended if ended - began > WHOLE_MS else scope[ARRIVAL]
        browser = await house.identity.browser(scope)
        seats = live.seats_of(browser)
        if seats:
            named = press.seat if isinstance(press, Slap) else None
            seat = named if named in seats else seats[0]
            house.limits.presses.spend((live.id, seat, type(press)), scope[ARRIVAL])
        await live.act(browser, press, arrival)


class AckEndpoint:
    """`POST /t/{id}/ack`: a stage was painted, or a probe arrived; 204 whatever it was good for."""

    _fields = frozenset({"seen", "stream"})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = house_of(scope)
        live = await house.table(scope["path_params"]["id"])
        form = await forms.read(scope, receive, self._fields)
        ack = Ack(forms.stage_or_probe(form), forms.stream(form))
        live.ack(await house.identity.browser(scope), ack, scope[ARRIVAL])
        await no_content(send)


async def no_content(send: Send) -> None:
    """Answer 204."""
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


REVEAL = PressEndpoint("reveal", PRESS_FIELDS, reveal)
SLAP = PressEndpoint("slap", PRESS_FIELDS | {"seat", "by", "step"}, slap)
ACK = AckEndpoint()
