"""Configuration: environment variables `SLAPBACK_*`, each with a value that works."""

import re
import secrets
import stat
from ipaddress import IPv4Network, ip_network
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, SettingsConfigDict

DEFAULT_SECRET_FILE = Path("var/secret")
SECRET_BYTES = 32

# Letters of other scripts are sent, and so compared, in their ASCII form (xn--...).
_ORIGIN = re.compile(r"(https?://(?:[a-z0-9._-]+|\[[0-9a-f:.]+])(?::[0-9]{1,5})?)/?")


class Misconfigured(Exception):
    """The configuration cannot be used. The message says what to set, and nothing was changed."""


def _origin(value: str) -> str:
    """A web origin without a path, as browsers send it: `https://play.example`."""
    if not value:
        return value
    match = _ORIGIN.fullmatch(value.lower())
    if match is None:
        raise ValueError(
            "it must be a scheme and a host, as browsers send them, such as https://play.example"
        )
    return match[1]


def _networks(value: str) -> str:
    """Addresses and networks, separated by commas, in their usual form."""
    try:
        return ",".join(
            str(ip_network(each.strip(), strict=False)) for each in value.split(",") if each.strip()
        )
    except ValueError:
        raise ValueError(
            "it must be addresses or networks, separated by commas, such as 127.0.0.1, 10.0.0.0/8"
        ) from None


class Settings(BaseSettings):
    """What a server is started with; `Settings()` reads the environment.

    `origin` is the public address, empty where the server is asked by the name that each request
    has in `Host`. `trusted_proxies` are addresses and networks, separated by commas, whose
    `X-Forwarded-For` and `-Proto` are believed; `metrics` those that may read `/metrics`. A table
    that never finished a game is kept for `keep_unfinished_days` after it was last touched.
    """

    model_config = SettingsConfigDict(env_prefix="SLAPBACK_", frozen=True)

    database_url: str = "sqlite:///var/slapback.db"
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    origin: Annotated[str, AfterValidator(_origin)] = ""
    secret_file: Path = DEFAULT_SECRET_FILE
    trusted_proxies: Annotated[str, AfterValidator(_networks)] = ""
    metrics: Annotated[str, AfterValidator(_networks)] = "127.0.0.0/8,::1/128"
    synchronous: Literal["full", "normal"] = "full"
    env: Literal["development", "production"] = "development"
    keep_unfinished_days: Annotated[int, Field(ge=1, le=36_500)] = 30

    @property
    def https(self) -> bool:
        """Whether people reach the server by https: then cookies are Secure and HSTS is sent."""
        return self.origin.startswith("https://")

    @property
    def proxies(self) -> list[str]:
        """The trusted proxies' networks; those of IPv4 also as a socket of IPv6 shows them."""
        networks = [ip_network(each) for each in self.trusted_proxies.split(",") if each]
        mapped = [
            f"::ffff:{each.network_address}/{96 + each.prefixlen}"
            for each in networks
            if isinstance(each, IPv4Network)
        ]
        return [*map(str, networks), *mapped]

    def check(self) -> None:
        """Refuse what must not reach production. Raises Misconfigured."""
        if self.env != "production":
            return
        if not self.origin:
            raise Misconfigured(
                "SLAPBACK_ORIGIN is not set: in production it must be the public address, "
                "such as https://play.example."
            )
        if self.secret_file == DEFAULT_SECRET_FILE:
            raise Misconfigured(
                "SLAPBACK_SECRET_FILE is not set: in production it must name a file that is kept "
                "across deployments; it is made at the first start."
            )


def secret(file: Path) -> bytes:
    """The server's secret, 32 bytes; made at the first start, readable by the owner only.

    Raises Misconfigured when the file cannot be read or made, or is not such a secret.
    """
    try:
        if not file.exists():
            _make_secret(file)
        mode = stat.S_IMODE(file.stat().st_mode)
        value = bytes.fromhex(file.read_text("ascii").strip())
    except OSError as error:
        raise Misconfigured(
            f"The secret file {file} cannot be used ({error.strerror}): "
            "set SLAPBACK_SECRET_FILE to a file that this user may read and make."
        ) from error
    except ValueError as error:
        raise Misconfigured(
            f"The secret file {file} does not hold 64 hexadecimal digits: restore it from a "
            "backup, or remove it and a new one is made."
        ) from error
    if mode & 0o077:
        raise Misconfigured(f"The secret file {file} may be read by others: chmod 600 {file}.")
    if len(value) != SECRET_BYTES:
        raise Misconfigured(
            f"The secret file {file} holds {len(value)} bytes, not {SECRET_BYTES}: restore it "
            "from a backup, or remove it and a new one is made."
        )
    return value


def _make_secret(file: Path) -> None:
    """Write a new secret beside `file` and link it into place, so that nobody reads half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    fresh.touch(mode=0o600, exist_ok=False)
    try:
        fresh.write_text(secrets.token_hex(SECRET_BYTES) + "\n", "ascii")
        # Another process may have been first: then its secret is the one.
        if not file.exists():
            file.hardlink_to(fresh)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
