"""The house: what is installed is pinned and hashed, and what README and CI say is so."""

import os
import re
import tomllib
from pathlib import Path

import pytest

from app.web.settings import Settings

ROOT = Path(__file__).parent.parent
LISTS = ["requirements.txt", "requirements-dev.txt", "requirements-browser.txt"]
PINNED = re.compile(r"([a-z0-9-]+)==(\S+)")


def pins(name: str) -> dict[str, str]:
    """The version of each package that a list installs."""
    lines = (ROOT / name).read_text().splitlines()
    found = (PINNED.match(line) for line in lines if line and not line.startswith((" ", "#")))
    return {pin[1]: pin[2] for pin in found if pin is not None}


def wanted(requirements: list[str]) -> set[str]:
    """The packages' names in a list of requirements of pyproject.toml."""
    return {re.split(r"[\[<>=;~ ]", each)[0] for each in requirements}


@pytest.mark.parametrize("name", LISTS)
def test_every_requirement_is_one_version_with_hashes(name: str) -> None:
    text = (ROOT / name).read_text()
    requirements = re.split(r"\n(?=[a-z])", text)
    assert len(requirements) == len(pins(name))
    for requirement in requirements:
        hashes = re.findall(r"--hash=(\S+)", requirement)
        assert hashes, requirement
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in hashes), requirement


@pytest.mark.parametrize("name", LISTS)
def test_no_list_says_where_packages_come_from(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"://|^\s*(-i|-f|--index|--extra-index|--find-links)", text, re.MULTILINE)


def test_the_lists_agree_on_versions() -> None:
    versions: dict[str, str] = {}
    for name in LISTS:
        for package, version in pins(name).items():
            assert versions.setdefault(package, version) == version, package


def test_the_lists_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    for name, requirements in zip(LISTS, asked, strict=True):
        assert wanted(requirements) <= set(pins(name))


def test_the_readme_lists_every_setting_with_its_default() -> None:
    row = re.compile(r"^\| `(SLAPBACK_\w+)` \| (?:`(.*?)`)? *\|", re.MULTILINE)
    told = dict(row.findall((ROOT / "README.md").read_text()))
    defaults = {name: str(field.default) for name, field in Settings.model_fields.items()}
    assert told == {f"SLAPBACK_{name.upper()}": value for name, value in defaults.items()}


def test_every_path_that_the_readme_names_is_there() -> None:
    named = re.findall(r"`((?:app|templates|static|migrations|tests)/[\w./]*)`", _readme())
    assert len(named) > 5
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_readme_names_only_commands_that_make_knows() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"\bmake\s+([a-z]+)\b", re.sub(r"\s+", " ", _readme())))
    assert {"run", "test", "check", "setup", "lock"} <= named & made
    assert named <= made


def test_ci_runs_the_readme_s_tests() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text().splitlines()[-1]


def _readme() -> str:
    return (ROOT / "README.md").read_text()
