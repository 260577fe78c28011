"""Forms: read with a limit, parsed strictly, and each field checked by name.

Every body that the server accepts is a small urlencoded form, so this is the only parser. It is
strict where browsers are: a form that no page of ours could have sent is refused as a whole.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import cast, get_args
from urllib.parse import unquote_to_bytes

from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope

from app.table.inputs import By
from app.web.problems import NOT_A_FORM, TOO_LARGE, Problem

LIMIT = 4096  # bytes of a body
RT_MAX = 60_000.0  # ms (FAIRNESS 1.3)

_FORM_TYPE = b"application/x-www-form-urlencoded"
_ESCAPES = re.compile(r"%(?![0-9A-Fa-f]{2})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_STAGE = re.compile(r"(?:0|[1-9][0-9]{0,5})\.(?:0|[1-9][0-9]{0,5})")
_PROBE = re.compile(r"p(?:0|[1-9][0-9]{0,8})")
_CMD = re.compile(r"[0-9a-fA-F]{32}")
_STREAM = re.compile(r"[A-Za-z0-9_-]{22}")
_STEP = re.compile(r"[1-9][0-9]{0,3}")
_NUMBER = re.compile(r"(?:[0-9]{1,20}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})(?:[eE][+-]?[0-9]{1,3})?")

Form = dict[str, str]


def header(scope: Scope, name: bytes) -> bytes | None:
    """The first value of a request's header, `name` in lower case; None where it is missing."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return None


async def read(scope: Scope, receive: Receive, allowed: Iterable[str] | None) -> Form:
    """The request's form, with no other fields than `allowed` (None: the caller checks them).

    Raises Problem 413 (as soon as the limit is passed, whatever Content-Length says), 415 or 422.
    """
    declared = header(scope, b"content-length")
    if declared is not None and declared.isdigit() and int(declared[:9]) > LIMIT:
        raise Problem(413, TOO_LARGE)
    content_type = header(scope, b"content-type")
    if content_type is not None:
        _check_type(content_type)
    body = await _body(receive)
    if body and content_type is None:
        raise Problem(415, NOT_A_FORM)
    return parse(body, allowed)


def _check_type(content_type: bytes) -> None:
    kind, _, parameters = content_type.lower().partition(b";")
    charset = parameters.strip().replace(b'"', b"")
    if kind.strip() != _FORM_TYPE or charset not in (b"", b"charset=utf-8"):
        raise Problem(415, NOT_A_FORM)


async def _body(receive: Receive) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > LIMIT:
            raise Problem(413, TOO_LARGE)
        if not message.get("more_body", False):
            return bytes(body)


def parse(body: bytes, allowed: Iterable[str] | None) -> Form:
    """The fields of an urlencoded form. Raises Problem 422, which names the field."""
    try:
        text = body.decode("ascii")
    except UnicodeDecodeError:
        raise Problem(422, "The form is not urlencoded.") from None
    form: Form = {}
    known = None if allowed is None else frozenset(allowed)
    for pair in text.split("&") if text else ():
        name, separator, value = pair.partition("=")
        if not separator:
            raise Problem(422, "The form has a part without a name and a value.")
        field = _decoded(name)
        if known is not None and field not in known:
            raise Problem(422, f"The form has a field “{shown(field)}” that is not known here.")
        if field in form:
            raise Problem(422, f"The form has the field “{shown(field)}” twice.")
        form[field] = _decoded(value)
    return form


def _decoded(part: str) -> str:
    if _ESCAPES.search(part):
        raise Problem(422, "The form is not urlencoded.")
    try:
        text = unquote_to_bytes(part.replace("+", " ")).decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(422, "The form is not in UTF-8.") from None
    if _CONTROL.search(text):
        raise Problem(422, "The form holds a character that no field may have.")
    return text


def shown(text: str) -> str:
    """Somebody's text, short enough for a sentence, on one line and in its own direction."""
    text = text if len(text) <= 40 else text[:39] + "…"
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def stage(form: Mapping[str, str]) -> str:
    """`seen` of a press: a stage `n.k`. Raises Problem 422."""
    return _matching(form, "seen", _STAGE.fullmatch, "a stage such as 12.0")


def stage_or_probe(form: Mapping[str, str]) -> str:
    """`seen` of an ack: a stage `n.k` or a probe `p<number>`. Raises Problem 422."""
    return _matching(
        form,
        "seen",
        lambda text: _STAGE.fullmatch(text) or _PROBE.fullmatch(text),
        "a stage such as 12.0, or a probe such as p3",
    )


def cmd(form: Mapping[str, str]) -> str:
    """`cmd` of a press, in lower case. Raises Problem 422."""
    return _matching(form, "cmd", _CMD.fullmatch, "32 hexadecimal digits").lower()


def seed(form: Mapping[str, str]) -> bytes | None:
    """A person's seed of 16 bytes, None where the form has none. Raises Problem 422."""
    if "seed" not in form:
        return None
    return bytes.fromhex(_matching(form, "seed", _CMD.fullmatch, "32 hexadecimal digits"))


def seat(form: Mapping[str, str]) -> int | None:
    """The seat that presses, where a browser holds several. Raises Problem 422."""
    if "seat" not in form:
        return None
    return int(_matching(form, "seat", re.compile("[0-7]").fullmatch, "a number from 0 to 7"))


def sitting(form: Mapping[str, str]) -> int | None:
    """The number of a sitting, where the form has one. Raises Problem 422."""
    if "sitting" not in form:
        return None
    return int(_matching(form, "sitting", re.compile("[1-9][0-9]{0,5}").fullmatch, "a number"))


def yes(form: Mapping[str, str], name: str) -> bool:
    """A field that is `yes` or `no`. Raises Problem 422."""
    return _matching(form, name, re.compile("yes|no").fullmatch, "yes or no") == "yes"


def rt(form: Mapping[str, str]) -> float | None:
    """Milliseconds from paint to press; None when missing or no number in 0..60000.

    That is no error: the press then counts by the server's own measurements (FAIRNESS 1.3).
    """
    text = form.get("rt", "")
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) and value <= RT_MAX else None


def by(form: Mapping[str, str]) -> By:
    """What was pressed with; empty where the form does not say, or says what we do not know."""
    told = form.get("by", "")
    return cast(By, told) if told in get_args(By) else ""


def step_ms(form: Mapping[str, str]) -> int:
    """How coarse the page's clock is, in ms; 0 for a fine one, or where the form does not say."""
    told = form.get("step", "")
    return int(told) if _STEP.fullmatch(told) else 0


def stream(form: Mapping[str, str]) -> str:
    """The name of the stream that showed the stage; empty where it cannot be one."""
    text = form.get("stream", "")
    return text if _STREAM.fullmatch(text) else ""


def _matching(
    form: Mapping[str, str], name: str, match: Callable[[str], object], wanted: str
) -> str:
    text = form.get(name)
    if text is None:
        raise Problem(422, f"The field “{name}” is missing: it is {wanted}.")
    if not match(text):
        raise Problem(422, f"The field “{name}” is “{shown(text)}”: it must be {wanted}.")
    return text
