"""Configuration: what works by itself, and what production refuses."""

import stat
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.web.settings import Misconfigured, Settings, secret


def test_every_setting_has_a_value_that_works() -> None:
    settings = Settings()
    settings.check()
    assert settings.database_url == "sqlite:///var/slapback.db"
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.synchronous == "full"
    assert not settings.https


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLAPBACK_PORT", "8123")
    monkeypatch.setenv("SLAPBACK_ORIGIN", "https://Play.example/")
    settings = Settings()
    assert settings.port == 8123
    assert settings.origin == "https://play.example"
    assert settings.https


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "65536"),
        ("PORT", "many"),
        ("ENV", "test"),
        ("SYNCHRONOUS", "off"),
        ("ORIGIN", "play.example"),
        ("ORIGIN", "https://play.example/here"),
        ("ORIGIN", "https://somebody@play.example"),
        ("ORIGIN", "ftp://play.example"),
        # Everybody would be believed, or nobody: each is a mistake that nothing else would show.
        *(
            ("TRUSTED_PROXIES", value)
            for value in ("*", "proxy.example", "10.0.0.0/33", "10.0.0.1:80", "10.0.0.1 10.0.0.2")
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"SLAPBACK_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_trusted_proxies_are_addresses_and_networks() -> None:
    assert Settings().proxies == []
    settings = Settings(trusted_proxies=" 127.0.0.1, ::1,10.1.2.3/8,, ")
    assert settings.trusted_proxies == "127.0.0.1/32,::1/128,10.0.0.0/8"
    mapped = ["::ffff:127.0.0.1/128", "::ffff:10.0.0.0/104"]
    assert settings.proxies == ["127.0.0.1/32", "::1/128", "10.0.0.0/8", *mapped]


def test_production_refuses_a_default_origin() -> None:
    with pytest.raises(Misconfigured, match=r"SLAPBACK_ORIGIN is not set: in production it must"):
        Settings(env="production", secret_file=Path("kept/secret")).check()


def test_production_refuses_the_default_secret() -> None:
    with pytest.raises(Misconfigured, match=r"SLAPBACK_SECRET_FILE is not set: in production it"):
        Settings(env="production", origin="https://play.example").check()


def test_production_takes_both_once_they_are_set() -> None:
    Settings(
        env="production", origin="https://play.example", secret_file=Path("kept/secret")
    ).check()


def test_the_secret_is_made_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret"
    made = secret(file)
    assert len(made) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert secret(file) == made
    assert [found.name for found in file.parent.iterdir()] == ["secret"]


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    secret(file)
    file.chmod(0o640)
    with pytest.raises(Misconfigured, match="chmod 600"):
        secret(file)


@pytest.mark.parametrize("text", ["", "not hexadecimal", "00ff"])
def test_a_file_that_holds_no_secret_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "secret"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(Misconfigured, match="restore it from a backup"):
        secret(file)
    assert file.read_text() == text


def test_a_secret_that_cannot_be_made_says_what_to_set(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Misconfigured, match="set SLAPBACK_SECRET_FILE"):
        secret(tmp_path / "file" / "secret")
