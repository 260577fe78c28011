"""Forms: what the one parser takes, and with what it refuses the rest."""

from collections.abc import Callable, Iterable

import pytest
from starlette.types import Message, Receive, Scope

from app.web import forms
from app.web.problems import Problem

URLENCODED = "application/x-www-form-urlencoded"


def scope(**headers: str) -> Scope:
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "headers": pairs}


def body(*parts: bytes) -> Receive:
    """A body that comes in parts; asking for one more than it has is an error."""
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": i + 1 < len(parts)}
        for i, part in enumerate(parts)
    ]

    async def receive() -> Message:
        return messages.pop(0)

    return receive


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"", {}),
        (b"a=1&b=2", {"a": "1", "b": "2"}),
        (b"a=", {"a": ""}),
        (b"a=x+y%2Bz", {"a": "x y+z"}),
        (b"a=1=2", {"a": "1=2"}),
        (b"%61=%C3%BC", {"a": "ü"}),
    ],
)
def test_a_form_is_read(sent: bytes, read: forms.Form) -> None:
    assert forms.parse(sent, ("a", "b")) == read


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"a", "without a name and a value"),
        (b"a=1&", "without a name and a value"),
        (b"a=%zz", "not urlencoded"),
        (b"a=%C3", "not in UTF-8"),
        (b"a=%ff%fe", "not in UTF-8"),
        (b"a=\xc3\xbc", "not urlencoded"),
        (b"a=%00", "a character that no field may have"),
        (b"a=1%0D%0Aset-cookie:x", "a character that no field may have"),
        (b"a=1&a=2", "the field “a” twice"),
        (b"c=1", "a field “c” that is not known here"),
        (b"=1", "a field “” that is not known here"),
        (b"c" * 99 + b"=1", "ccccc…” that is not known here"),
    ],
)
def test_a_form_that_no_page_sends_is_refused(sent: bytes, sentence: str) -> None:
    with pytest.raises(Problem, match=sentence) as refused:
        forms.parse(sent, ("a", "b"))
    assert refused.value.status == 422


async def test_a_body_at_the_limit_is_read_in_parts() -> None:
    parts = (b"a=", b"x" * 4000, b"y" * 94)
    form = await forms.read(scope(content_type=URLENCODED), body(*parts), ("a",))
    assert len(form["a"]) == 4094


@pytest.mark.parametrize("declared", [{}, {"content_length": "10"}, {"content_length": "lies"}])
async def test_a_body_over_the_limit_is_refused_while_it_is_read(declared: dict[str, str]) -> None:
    endless = body(*[b"a" * 1000] * 5, b"")
    with pytest.raises(Problem) as refused:
        await forms.read(scope(content_type=URLENCODED, **declared), endless, ("a",))
    assert refused.value.status == 413
    assert (await endless())["body"] == b"", "it was read on after the limit"


@pytest.mark.parametrize("declared", ["4097", "5000000", "9" * 5000])
async def test_a_body_that_says_it_is_too_large_is_not_read(declared: str) -> None:
    with pytest.raises(Problem) as refused:
        await forms.read(scope(content_type=URLENCODED, content_length=declared), body(), ("a",))
    assert refused.value.status == 413


@pytest.mark.parametrize(
    "kind",
    [
        URLENCODED,
        URLENCODED.upper(),
        URLENCODED + "; charset=utf-8",
        URLENCODED + ';charset="UTF-8"',
    ],
)
async def test_a_form_comes_under_its_type(kind: str) -> None:
    assert await forms.read(scope(content_type=kind), body(b"a=1"), ("a",)) == {"a": "1"}


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "multipart/form-data; boundary=x",
        "text/plain",
        "",
        URLENCODED + "; charset=utf-16",
    ],
)
async def test_another_type_is_refused(kind: str) -> None:
    with pytest.raises(Problem) as refused:
        await forms.read(scope(content_type=kind), body(b"a=1"), ("a",))
    assert refused.value.status == 415


async def test_no_type_is_only_good_for_an_empty_body() -> None:
    assert await forms.read(scope(), body(b""), ()) == {}
    with pytest.raises(Problem) as refused:
        await forms.read(scope(), body(b"a=1"), ("a",))
    assert refused.value.status == 415


def refusals(field: str, values: Iterable[str]) -> list[tuple[str, str]]:
    return [(field, value) for value in values]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *refusals("seen", ["", "1", "1.", ".1", "01.0", "-1.0", "1.0.0", "a.b", "1234567.0", "p1"]),
        *refusals("cmd", ["", "xyz", "0" * 31, "0" * 33, "g" * 32, "٣" * 32]),
        *refusals("seed", ["", "0" * 30, "g" * 32]),
        *refusals("seat", ["", "8", "-1", "1.0", "x"]),
        *refusals("on", ["", "true", "YES"]),
    ],
)
def test_a_field_that_is_none_of_its_values_is_named(field: str, value: str) -> None:
    readers: dict[str, Callable[[forms.Form], object]] = {
        "seen": forms.stage,
        "cmd": forms.cmd,
        "seed": forms.seed,
        "seat": forms.seat,
        "on": lambda form: forms.yes(form, "on"),
    }
    with pytest.raises(Problem, match=f"The field “{field}”") as refused:
        readers[field]({field: value})
    assert refused.value.status == 422


@pytest.mark.parametrize("reader", [forms.stage, forms.stage_or_probe, forms.cmd])
def test_a_press_without_its_stage_or_its_id_is_refused(
    reader: Callable[[forms.Form], str],
) -> None:
    with pytest.raises(Problem, match="is missing"):
        reader({})


def test_an_ack_names_a_stage_or_a_probe() -> None:
    assert forms.stage_or_probe({"seen": "12.3"}) == "12.3"
    assert forms.stage_or_probe({"seen": "p17"}) == "p17"
    with pytest.raises(Problem):
        forms.stage_or_probe({"seen": "p"})


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0", 0.0),
        ("412.25", 412.25),
        ("60000", 60000.0),
        ("1e-7", 1e-7),
        ("5.", 5.0),
        ("60000.01", None),
        ("-0.1", None),
        ("nan", None),
        ("inf", None),
        ("1e400", None),
        ("1e999999999", None),
        ("9" * 4000, None),
        ("1_000", None),
        ("٣", None),
        (" 5", None),
        ("", None),
    ],
)
def test_a_reaction_time_that_is_no_number_counts_as_missing(text: str, ms: float | None) -> None:
    assert forms.rt({"rt": text}) == ms
    assert forms.rt({}) is None


@pytest.mark.parametrize("text", ["", "x", "A" * 21, "A" * 3000, "A" * 21 + "/"])
def test_what_cannot_name_a_stream_is_no_stream(text: str) -> None:
    assert forms.stream({"stream": text}) == ""
    assert forms.stream({"stream": "A" * 22}) == "A" * 22
