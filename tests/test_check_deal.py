"""`python -m app check deal`: what it finds, and that it says so whatever it is given."""

import contextlib
import io
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.__main__ import main
from app.check.deal import check, steps
from app.check.deal_file import read
from app.engine.record import InvalidRecord
from app.table.proof import proof
from tests.deals import Deal, flipped, vectors
from tests.table.finished import again, finished, finished_daily
from tests.table.virtual import Virtual

ROOT = Path(__file__).parents[1]
GAMES: dict[str, dict[str, Any]] = {
    "duel": {"preset": "duel"},
    "quartet": {"preset": "quartet", "computers": 3, "reveal_limit": 60},
    "classic": {"preset": "classic", "seed": 3},
    "strict": {"preset": "strict", "computers": 2, "reveal_limit": 80},
    "slapjack": {"preset": "slapjack", "computers": 2, "burn": 2},
    "party": {
        "preset": "party",
        "computers": 5,
        "jokers": "challenge",
        "slaps": "double,sandwich,joker,top_bottom,tens,marriage,split_marriage,run,run_wrap",
        "reveal_limit": 120,
    },
}


def proof_of(table: Virtual) -> Deal:
    return proof(table.log, table.core.ledger.public_id)


@cache
def _file(name: str) -> str:
    """A true deal file, as the server writes it."""
    table = finished_daily() if name == "daily" else finished(**GAMES[name])
    return json.dumps(proof_of(table))


def true_file(name: str) -> Deal:
    deal: Deal = json.loads(_file(name))
    return deal


def checked(deal: object) -> tuple[int, list[str], str]:
    """A deal file given to the command: its status, what it printed, and complained of."""
    return told(json.dumps(deal).encode())


def told(content: bytes) -> tuple[int, list[str], str]:
    out, err = io.StringIO(), io.StringIO()
    given = io.TextIOWrapper(io.BytesIO(content))
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("sys.stdin", given)
        status = main(["check", "deal", "-"])
    return status, out.getvalue().splitlines(), err.getvalue()


@pytest.mark.parametrize("name", [*GAMES, "daily"])
def test_a_true_file_agrees_step_by_step(name: str) -> None:
    status, lines, complained = checked(true_file(name))
    assert (status, complained) == (0, "")
    assert [line[:2] for line in lines] == ["1.", "2.", "3.", "4.", "5.", "6.", "Ev"]
    assert lines[-1] == "Everything agrees."
    assert "WRONG" not in "".join(lines)


@pytest.mark.parametrize("name", ["V1", "V2", "V3"])
def test_it_agrees_with_the_vectors(name: str) -> None:
    found = list(steps(read(json.dumps(vectors()[name]))))
    assert [step.right for step in found] == [True, True, True, True, True, False]
    assert found[5].found == "So far the game is not over."


@pytest.mark.parametrize("name", ["duel", "party", "slapjack", "daily"])
def test_a_flipped_bit_is_found_where_it_is(name: str) -> None:
    deal = true_file(name)
    kinds = {what.split(",")[0] for what in flipped(deal)}
    assert kinds >= {"commitment", "deal_seed", "deck", "dealer", "log", "result"}
    for what, (number, changed) in flipped(deal).items():
        status, lines, complained = checked(changed)
        assert (status, complained) == (1, ""), what
        assert lines[-1].startswith(f"Step {number} is the first that does not agree. "), what
        wrong = next(line for line in lines if "[WRONG]" in line)
        assert wrong.startswith(f"{number}. "), what


@given(st.data())
@settings(max_examples=400)
def test_no_bit_of_the_file_can_be_flipped_unseen(data: st.DataObject) -> None:
    """But in the rules, of which some are never asked for in a game."""
    text = _file("duel")
    start, end = text.index('"rules"'), text.index('"deck"')
    at = data.draw(st.integers(0, len(text) - 1).filter(lambda n: not start <= n < end))
    changed = bytearray(text.encode())
    changed[at] ^= 1 << data.draw(st.integers(0, 7))
    status, lines, complained = told(bytes(changed))
    assert status in (1, 2)
    assert complained.count("\n") == (status == 2)
    assert (lines == []) == (status == 2)


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("reveal")
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4)
)


def says_one_line(content: bytes) -> None:
    status, lines, complained = told(content)
    assert status in (0, 1, 2)
    if status == 2:
        assert lines == []
        assert complained.startswith("standard input: ")
        assert complained.count("\n") == 1
        assert complained[:-1].isprintable()
        assert complained.isascii()
    else:
        assert complained == ""


@given(st.binary())
def test_anything_at_all_gets_one_line(content: bytes) -> None:
    says_one_line(content)


@given(JSON)
def test_any_json_gets_one_line(value: object) -> None:
    says_one_line(json.dumps(value).encode())


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a deal file; of long lists the first items."""
    found = [path] if path else []
    if isinstance(value, dict):
        inside: list[tuple[str | int, Any]] = list(value.items())
    else:
        inside = list(enumerate(value[:3])) if isinstance(value, list) else []
    for key, each in inside:
        found += paths(each, (*path, key))
    return found


PLACES = [*paths(true_file("party")), ("date",), ("day_seed",), ("more",)]


@given(st.sampled_from(PLACES), JSON)
@settings(max_examples=500)
def test_a_file_with_anything_in_one_place_gets_one_line(
    path: tuple[str | int, ...], value: object
) -> None:
    deal: Any = true_file("party")
    inside = deal
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    says_one_line(json.dumps(deal).encode())


NEEDED = [
    path
    for path in paths(true_file("party"))
    if isinstance(path[-1], str) and (len(path) == 1 or path[0] != "rules")
]


@pytest.mark.parametrize("path", NEEDED)
def test_a_file_without_something_is_malformed(path: tuple[str | int, ...]) -> None:
    deal: Any = true_file("party")
    inside = deal
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    status, _, complained = checked(deal)
    assert status == 2
    assert str(path[-1]) in complained


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, 'format: must be "slapback-deal", which begins every deal file'),
        ({"version": 2}, "version: must be 1, the only one there is, not 2"),
        ({"commitment": "EA" * 32}, "commitment: must be 64 hex digits, not"),
        ({"deal": 0}, "deal: must be a whole number from 1 to 4294967295, not 0"),
        ({"deck": ["7S", 3]}, "deck[1]: must be a text, not 3"),
        ({"actions": ["reveal", "slap 2"], "events": [[], []]}, "actions[1]: is no action of 2"),
        ({"events": []}, "events: must be one list an action"),
        ({"rules": {"preset": "duel", "seats": 3}}, "seats: must be 3, as the rules say, not 2"),
        ({"rules": {"preset": "chess"}}, "rules: preset: must be one of"),
        ({"more": 1}, 'the deal file: has no field "more"'),
    ],
)  # fmt: skip
def test_a_malformed_file_says_what_and_where(change: Deal, said: str) -> None:
    status, lines, complained = checked({**true_file("duel"), **change})
    assert (status, lines) == (2, [])
    assert complained.startswith(f"standard input: {said}")


def test_what_cannot_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    latin = tmp_path / "latin"
    latin.write_bytes(b"caf\xe9")
    for path, what in (
        (tmp_path / "none", "cannot be read: No such file or directory"),
        (latin, "the deal file: is not UTF-8 at byte 3"),
    ):
        assert main(["check", "deal", str(path)]) == 2
        assert capsys.readouterr().err == f"{path}: {what}\n"


def test_the_command_as_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "slapback.json"
    path.write_text(_file("duel"))
    script = (
        "import sys; from app.__main__ import main; status = main(['check', 'deal', sys.argv[1]]);"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('fastapi', 'starlette', 'uvicorn', 'sqlalchemy', 'jinja2')]); sys.exit(status)"
    )
    for encoding, mark in (("utf-8", "✓"), ("ascii", "[right]")):
        done = subprocess.run(
            [sys.executable, "-c", script, str(path)],
            capture_output=True,
            cwd=ROOT,
            env={"PATH": "", "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        )
        assert done.returncode == 0, done.stderr
        lines = done.stdout.decode().splitlines()
        assert all(mark in line for line in lines[:6])
        assert lines[-1] == "[]", "nobody needs a server for it"


def test_the_dealer_by_turn_is_the_first_who_is_there() -> None:
    table = again(finished(), seed=4)
    deal = proof_of(table)
    assert deal["deal"] == 2
    assert deal["dealer"]["by"] == "turn"
    before, now = deal["dealer"]["turns"][-1], deal["dealer"]["seat"]
    assert now == (before + 1) % 2
    assert checked(deal)[0] == 0
    turns = {**deal["dealer"], "turns": [None, before]}
    status, lines, _ = checked({**deal, "dealer": turns})
    assert status == 1
    assert lines[3].endswith(f"It is seat {before}, the file says seat {now}.")


@pytest.mark.parametrize("action", ["close", "reveal"])
def test_a_game_that_goes_on_too_long_or_not_to_its_end_is_found(action: str) -> None:
    deal = true_file("duel")
    longer = {**deal, "actions": [*deal["actions"], action], "events": [*deal["events"], []]}
    assert "is not possible: game over." in checked(longer)[1][4]
    shorter = {**deal, "actions": deal["actions"][:-1], "events": deal["events"][:-1]}
    status, lines, _ = checked(shorter)
    assert status == 1
    assert lines[5].endswith("So far the game is not over.")


def test_check_says_its_status_of_a_read_file() -> None:
    said: list[str] = []
    assert check(read(_file("duel")), lambda line: said.append(str(line))) == 0
    assert len(said) == 7
    with pytest.raises(InvalidRecord):
        read("{}")
