"""Every vector: small games with the answer that the rules give, replayed as the command does."""

import filecmp
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main

VECTORS = Path(__file__).parents[1] / "vectors"
SHARED = Path(__file__).parents[3] / "shared" / "vectors"


@pytest.mark.parametrize("path", sorted(VECTORS.glob("*.json")), ids=lambda path: path.stem)
def test_vector(
    path: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    replayed: Callable[[str], None],
) -> None:
    vector = json.loads(path.read_text())
    record = tmp_path / "record.json"
    record.write_text(json.dumps(vector["record"]))

    status = main(["replay", str(record)])

    output = capsys.readouterr()
    assert status == vector.get("exit", 0), output.err
    if status:
        assert output.out == ""
        assert output.err.count("\n") == 1
        for word in vector["names"]:
            assert word in output.err
    else:
        lines = [json.loads(line) for line in output.out.splitlines()]
        assert [line["action"] for line in lines] == vector["record"]["actions"]
        for expected in vector["expect"]:
            assert said(lines[expected["n"] - 1], expected) == expected
    replayed(path.name)


def said(line: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The parts of a line that an expectation names, and no others."""
    found: dict[str, Any] = {}
    for key in expected:
        if key == "state":
            found[key] = {part: line["state"][part] for part in expected["state"]}
        elif key == "counts":
            found[key] = [len(stack) for stack in line["state"]["stacks"]]
        else:
            found[key] = line[key]
    return found


def test_an_expectation_that_a_line_does_not_meet_is_seen() -> None:
    line = {"n": 1, "ok": True, "state": {"stacks": [["7S"], []], "turn": 0}}
    assert said(line, {"n": 1, "state": {"turn": 1}}) != {"n": 1, "state": {"turn": 1}}
    assert said(line, {"counts": [1, 1]}) != {"counts": [1, 1]}


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared vectors are not beside this clone")
def test_the_copy_is_the_shared_folder() -> None:
    compared = filecmp.dircmp(SHARED, VECTORS)
    _, differing, unreadable = filecmp.cmpfiles(
        SHARED, VECTORS, compared.common_files, shallow=False
    )
    assert compared.left_only == [], "only in the shared folder"
    assert compared.right_only == [], "only in this clone"
    assert differing + unreadable == [], "not the same in both"
