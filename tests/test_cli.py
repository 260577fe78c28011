"""The command line, as it is called: what goes to which stream, and the exit status."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import main

RECORD = {
    "rules": {"preset": "classic", "seats": 3, "burn": 2},
    "stacks": [["6H", "KD"], ["6C", "2S"], ["9D"]],
    "turn": 0,
    "actions": ["reveal", "close", "reveal", "slap 2"],
}
SIMULATE = ["simulate", "--preset", "duel", "--seats", "2", "--games", "3", "--seed", "7"]
ROOT = Path(__file__).parents[1]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""The environment, with Python's output buffered as it is by default."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(RECORD))
    return path


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments], input=stdin, capture_output=True, cwd=ROOT
    )


def test_replay_prints_the_rules_example(record: Path) -> None:
    done = run("replay", str(record))
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr, len(lines)) == (0, b"", 4)
    assert lines[0] == (
        '{"n": 1, "action": "reveal", "ok": true, "why": null, '
        '"events": [["revealed", 0, "6H", 1]], '
        '"state": {"stacks": [["KD"], ["6C", "2S"], ["9D"]], "buried": [], "faceup": ["6H"], '
        '"turn": 1, "challenge": null, "claim": null, "phase": "window", "reveals": 1, '
        '"penalised": [], "strikes": [0, 0, 0], "out": [], "last_chance": null, "result": null}}'
    )


def test_replay_reads_standard_input(record: Path) -> None:
    done = run("replay", "-", stdin=record.read_bytes())
    assert done.stdout == run("replay", str(record)).stdout
    assert run("replay", "-").stderr == (
        b"standard input: the record: is empty; it must be one JSON object\n"
    )


def test_replay_names_each_of_several_files(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = record.with_name("two\n.json")
    other.write_bytes(record.read_bytes())
    assert main(["replay", str(record), str(other)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [lines[0], lines[5]] == [{"file": str(record)}, {"file": str(other)}]
    assert [line["n"] for line in lines[1:5]] == [line["n"] for line in lines[6:]] == [1, 2, 3, 4]


def test_replay_tells_a_bad_file_in_one_line_and_plays_the_others(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = record.with_name("bad\n.json")
    bad.write_text('{"rules": {}, "actions": ["flip"], "stacks": [["7S"], []], "turn": 0}')
    assert main(["replay", str(bad), str(record)]) == 2
    output = capsys.readouterr()
    assert json.loads(output.out.splitlines()[0]) == {"file": str(record)}
    assert len(output.out.splitlines()) == 5
    assert output.err.count("\n") == 1
    assert output.err.startswith(ascii(str(bad)))
    assert 'actions[0]: must be reveal, reveal S, slap S, close or timeup, not "flip"' in output.err


def test_replay_refuses_what_it_cannot_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, latin = tmp_path / "empty", tmp_path / "latin"
    empty.write_bytes(b"")
    latin.write_bytes(b'{"rules": "caf\xe9"}')
    for path, what in (
        (tmp_path / "none", "cannot be read: No such file or directory"),
        (tmp_path, "cannot be read: Is a directory"),
        (empty, "the record: is empty; it must be one JSON object"),
        (latin, "the record: is not UTF-8 at byte 14"),
    ):
        assert main(["replay", str(path)]) == 2
        output = capsys.readouterr()
        assert (output.out, output.err) == ("", f"{path}: {what}\n")


def test_replay_stops_quietly_when_its_reader_has_gone(record: Path) -> None:
    """Many copies of a game: more than a pipe holds."""
    with subprocess.Popen(
        [sys.executable, "-m", "app", "replay", *[str(record)] * 500],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=BUFFERED,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == 141


def test_replay_stops_quietly_when_there_never_was_a_reader(record: Path) -> None:
    """Few lines: they are still in Python's buffer when it ends."""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as nobody:
        done = subprocess.run(
            [sys.executable, "-m", "app", "replay", str(record)],
            stdout=nobody,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env=BUFFERED,
        )
    assert (done.returncode, done.stderr) == (141, b"")


def test_replay_loads_no_server_and_no_database(record: Path) -> None:
    script = (
        "import sys; from app.__main__ import main; main(['replay', sys.argv[1]]);"
        "print([name for name in sys.modules if name.split('.')[0] in"
        " ('fastapi', 'starlette', 'uvicorn', 'sqlalchemy', 'jinja2', 'asyncio')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(record)], capture_output=True, cwd=ROOT, check=True
    )
    assert done.stdout.splitlines()[-1] == b"[]"


def test_simulate_prints_the_same_bytes_and_its_speed_apart() -> None:
    first, second = run(*SIMULATE), run(*SIMULATE)
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert json.loads(first.stdout)["games"] == 3
    assert first.stderr.endswith(b" reveals per second\n")


@pytest.mark.parametrize(
    ("level", "name"),
    [("0", "easy"), ("1", "normal"), ("2", "hard"), ("easy", "easy"), ("mixed", "mixed")],
)
def test_simulate_takes_a_level_by_name_or_number(
    level: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SIMULATE, "--level", level]) == 0
    assert json.loads(capsys.readouterr().out)["settings"]["level"] == name


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--preset", "chess"),
        ("--seats", "1"),
        ("--seats", "9"),
        ("--seats", "two"),
        ("--games", "0"),
        ("--games", "-1"),
        ("--seed", "4294967296"),
        ("--seed", "1.5"),
        ("--level", "3"),
    ],
)
def test_simulate_refuses_what_is_out_of_range(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refusal:
        main([*SIMULATE, option, value])
    output = capsys.readouterr()
    assert refusal.value.code == 2
    assert output.out == ""
    assert option in output.err


def test_serve_hands_on_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[str | None, int | None]] = []
    from app.web import serve

    def served(host: str | None, port: int | None) -> int:
        called.append((host, port))
        return 3

    monkeypatch.setattr(serve, "main", served)
    assert main(["serve"]) == 3
    assert main(["serve", "--host", "::1", "--port", "0"]) == 3
    assert called == [(None, None), ("::1", 0)]


def test_without_a_command_the_commands_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refusal:
        main([])
    assert refusal.value.code == 2
    assert "COMMAND" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    for command in ("serve", "replay", "simulate"):
        assert command in told
