"""How the house is run: as it comes, as a file has it, the environment, the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from quincunx.core.errors import QuincunxError

FILE = Path("quincunx.toml")
"""Read where the house is started, if it is there and no other file is named."""

PREFIX = "QUINCUNX_"

Addresses = tuple[str, ...]
"""IP addresses and networks."""
HostNames = tuple[Annotated[str, Meta(pattern=r"^(\*|(\*\.)?[A-Za-z0-9._-]+)$")], ...]
"""Host names without a port; `*.example.org` stands for all below it, `*` for any."""
DatabaseUrl = Annotated[str, Meta(pattern=r"^postgresql(\+asyncpg)?://")]


class BadSetting(QuincunxError):
    """A setting that there is not, or a value that it cannot have."""


class Settings(msgspec.Struct, frozen=True):
    """What an operator may decide."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8000
    data: Path = Path("data")
    database: DatabaseUrl | None = None
    thinkers: Annotated[int, Meta(ge=0)] = 1
    trusted_proxies: Addresses = ("127.0.0.1", "::1")
    metrics_from: Addresses = ("127.0.0.1", "::1")
    allowed_hosts: HostNames = ()
    log: Literal["text", "json"] = "text"

    @property
    def store(self) -> str:
        """Where the store is, as SQLAlchemy wants it."""
        if self.database is None:
            return f"sqlite+aiosqlite:///{self.store_file.resolve()}"
        return self.database.replace("postgresql://", "postgresql+asyncpg://", 1)

    @property
    def store_file(self) -> Path:
        """SQLite's, where there is no other database."""
        return self.data / "quincunx.db"


class Given(NamedTuple):
    """A value, and where it was found."""

    where: str
    setting: str
    value: object


def gather(typed: Mapping[str, str], environment: Mapping[str, str], file: Path | None) -> Settings:
    """The settings of all sources; what was typed wins, then the environment, then the file."""
    given = [*_in_file(file), *_in_environment(environment), *_typed(typed)]
    return Settings(**{each.setting: _checked(each) for each in given})


def as_typed(name: str) -> str:
    """A setting's name on the command line."""
    return f"--{name.replace('_', '-')}"


def _in_file(file: Path | None) -> Iterator[Given]:
    if file is None and not FILE.exists():
        return
    file = file or FILE
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise _unreadable(file, error.strerror or str(error)) from None
    except ValueError as error:
        raise _unreadable(file, str(error)) from None
    for name, value in values.items():
        yield Given(str(file), name, value)


def _in_environment(environment: Mapping[str, str]) -> Iterator[Given]:
    for name, value in environment.items():
        if name.startswith(PREFIX):
            yield Given(name, name.removeprefix(PREFIX).lower(), value)


def _typed(typed: Mapping[str, str]) -> Iterator[Given]:
    for name, value in typed.items():
        yield Given(as_typed(name), name, value)


def _unreadable(file: Path, why: str) -> BadSetting:
    return BadSetting("server.unreadable_settings", file=str(file), why=why)


def _checked(given: Given) -> Any:
    where, setting, value = given
    types = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    if setting not in types:
        raise BadSetting("server.unknown_setting", where=where, setting=setting, known=tuple(types))
    try:
        if types[setting] == Addresses:
            return _as_addresses(value)
        if types[setting] == HostNames:
            return msgspec.convert(_listed(value), HostNames)
        # Not strict: what comes from a shell is always text.
        return msgspec.convert(value, types[setting], strict=False, dec_hook=_as_path)
    except (msgspec.ValidationError, ValueError):
        # The value stays unsaid: a database's address may hold a password.
        raise BadSetting("server.bad_setting", where=where, setting=setting) from None


def _as_addresses(value: object) -> Addresses:
    addresses = _listed(value)
    for address in addresses:
        ip_network(address, strict=False)
    return addresses


def _listed(value: object) -> tuple[str, ...]:
    """A list, or a text with commas in it."""
    listed = value.split(",") if isinstance(value, str) else value
    return tuple(each.strip() for each in msgspec.convert(listed, list[str]))


def _as_path(kind: type, value: Any) -> Path:
    return Path(value)
