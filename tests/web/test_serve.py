"""`python -m app serve` says where it is once it answers, or in one sentence why it does not."""

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from app.web import serve
from tests.web.served import ROOT, Served


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for the database and the secret of a server that is about to be refused."""
    monkeypatch.setenv("SLAPBACK_DATABASE_URL", f"sqlite:///{tmp_path}/slapback.db")
    monkeypatch.setenv("SLAPBACK_SECRET_FILE", str(tmp_path / "secret"))

    def serves(*_: object) -> None:
        raise AssertionError("it was not refused")

    monkeypatch.setattr(serve.Server, "run", serves)
    return tmp_path


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """What a server says that does not start: one sentence on standard error."""
    assert serve.main(port=0) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.endswith(".\n")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    return said.err


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SLAPBACK_ENV", "test", "SLAPBACK_ENV is 'test'"),
        ("SLAPBACK_SYNCHRONOUS", "off", "SLAPBACK_SYNCHRONOUS is 'off'"),
        *(("SLAPBACK_ORIGIN", origin, f"SLAPBACK_ORIGIN is {origin!r}: it must be a scheme and a")
          for origin in ("play.example", "ftp://play.example", "https://", "https://a b", "null",
                         "https://bücher.example", "http://[", "https://play.example/here",
                         "https://me@play.example", "https://play.example?x", "https://a\n")),
        *(("SLAPBACK_HOST", host, f"The host {host!r} is not known here")
          for host in ("nowhere.invalid", "a..b", "a" * 70)),
        ("SLAPBACK_HOST", "192.0.2.1", "Port 0 on 192.0.2.1 cannot be had"),
        ("SLAPBACK_TRUSTED_PROXIES", "*", "SLAPBACK_TRUSTED_PROXIES is '*': it must be addresses"),
        ("SLAPBACK_DATABASE_URL", "", "SLAPBACK_DATABASE_URL is not"),
        ("SLAPBACK_DATABASE_URL", "games", "SLAPBACK_DATABASE_URL is not"),
        ("SLAPBACK_DATABASE_URL", "sqlite://", "SLAPBACK_DATABASE_URL names a database in memory"),
        ("SLAPBACK_DATABASE_URL", "mysql://x/y", "SLAPBACK_DATABASE_URL names 'mysql'"),
        ("SLAPBACK_DATABASE_URL", "sqlite:////", "The database cannot be opened"),
        ("SLAPBACK_SECRET_FILE", "/", "The secret file / cannot be used"),
        ("WEB_CONCURRENCY", "4", "WEB_CONCURRENCY is '4'"),
        ("WEB_CONCURRENCY", "many", "WEB_CONCURRENCY is 'many'"),
    ],
)  # fmt: skip
def test_what_cannot_be_served_is_said_in_one_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    name: str, value: str, says: str,
) -> None:  # fmt: skip
    monkeypatch.setenv(name, value)
    assert complaint(capsys).startswith(says)


@pytest.mark.parametrize("port", ["65536", "-1", "many", "8000.5"])
def test_a_port_that_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: str
) -> None:
    monkeypatch.setenv("SLAPBACK_PORT", port)
    assert serve.main() == 2
    said = capsys.readouterr().err
    assert said.startswith(f"SLAPBACK_PORT is {port!r}: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, "SLAPBACK_ORIGIN is not set"),
        ({"SLAPBACK_ORIGIN": ""}, "SLAPBACK_ORIGIN is not set"),
        (
            {"SLAPBACK_ORIGIN": "https://play.example", "SLAPBACK_SECRET_FILE": "var/secret"},
            "SLAPBACK_SECRET_FILE is not set",
        ),
    ],
)
def test_production_starts_with_nothing_that_is_only_a_default(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    changed: dict[str, str], says: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("SLAPBACK_ENV", "production")
    for name, value in changed.items():
        monkeypatch.setenv(name, value)
    assert complaint(capsys).startswith(says)
    assert list(folder.iterdir()) == []


def test_a_refused_secret_is_left_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = folder / "secret"
    secret.write_text("00" * 32)
    secret.chmod(0o644)
    assert complaint(capsys) == (
        f"The secret file {secret} may be read by others: chmod 600 {secret}.\n"
    )
    assert secret.read_text() == "00" * 32


def test_the_address_is_one_line_and_answers_at_once(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        address = f"http://127.0.0.1:{served.port}"
        assert served.port > 0
        with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:  # noqa: S310
            assert answer.status == 200
        assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
        assert (tmp_path / "slapback.db").exists()


def test_production_serves_once_it_is_told_where_and_with_what(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start(SLAPBACK_ENV="production", SLAPBACK_ORIGIN="https://play.example")
    served.kill()
    assert served.errors == ""


@pytest.mark.parametrize("port", ["65536", "-1", "x"])
def test_the_command_line_refuses_a_port_that_is_none(port: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "app", "serve", "--port", port],
        cwd=ROOT, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stdout == ""
    assert "--port" in ran.stderr.splitlines()[-1]
