"""The settings of a server: defaults, a file, the environment and the command line."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from quincunx.core.errors import QuincunxError
from quincunx.wire import DEFAULT_SITE_NAME, Registration

DEFAULT_FILE: Final = Path("quincunx.toml")
"""Read from the current folder if it exists and no other file is named."""

PREFIX: Final = "QUINCUNX_"
"""Of environment variables."""

Addresses = tuple[str, ...]
"""IP addresses and networks."""
HostNames = tuple[Annotated[str, Meta(pattern=r"^(\*|(\*\.)?[A-Za-z0-9._-]+)$")], ...]
"""Host names without a port; `*.example.org` means all subdomains, `*` any name."""
SiteName = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
OneLine = Annotated[str, Meta(max_length=300, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
"""A text without control characters, such as line breaks."""
DatabaseUrl = Annotated[str, Meta(pattern=r"^postgresql(\+asyncpg)?://")]
ServerName = Annotated[str, Meta(max_length=253, pattern=r"\A[A-Za-z0-9._:-]+\Z")]
"""A host name or an IP address."""
MailAddress = Annotated[
    str,
    Meta(
        max_length=254,
        pattern=r"\A[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\Z",
    ),
]
"""An address as browsers accept it in `<input type="email">`."""
MailSecurity = Literal["starttls", "tls", "none"]


class BadSetting(QuincunxError):
    """An unknown setting, or an invalid value."""


ANY_ADDRESS: Final = ("0.0.0.0", "::")
"""A server that listens on one of these is reachable from the network."""


def local_name(host: str) -> str:
    """Return the name by which a browser on this machine reaches a server that listens there."""
    return "localhost" if host in ("127.0.0.1", *ANY_ADDRESS) else host


def url_of(host: str, port: int) -> str:
    """Return the address of the page."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class MailServer(NamedTuple):
    """How e-mail is sent, and what is said about the sender."""

    host: str
    port: int
    security: MailSecurity
    user: str
    password: str
    sender: str
    """The address that mails come from."""
    site_name: str
    public_address: str
    """Where links in mails lead: from the settings, because a request can name any host."""

    @property
    def domain(self) -> str:
        """The domain of the sender."""
        return self.sender.rpartition("@")[2]


class Settings(msgspec.Struct, frozen=True):
    """What an operator can configure; `docs/how-to/host.md` explains each setting."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8000
    data: Path = Path("data")
    database: DatabaseUrl | None = None
    thinkers: Annotated[int, Meta(ge=0)] = 1
    trusted_proxies: Addresses = ("127.0.0.1", "::1")
    metrics_from: Addresses = ("127.0.0.1", "::1")
    allowed_hosts: HostNames = ()
    log: Literal["text", "json"] = "text"
    site_name: SiteName = DEFAULT_SITE_NAME
    contact: OneLine = ""
    announcement: OneLine = ""
    registration: Registration = "open"
    imprint: Path | None = None
    privacy: Path | None = None
    smtp_host: ServerName | None = None
    smtp_port: Annotated[int, Meta(ge=1, le=65535)] = 587
    smtp_security: MailSecurity = "starttls"
    smtp_user: OneLine = ""
    smtp_password: OneLine = ""
    mail_from: MailAddress | None = None
    push_to_private_addresses: bool = False

    @property
    def local_address(self) -> str:
        """Where a browser on this machine finds the page."""
        return url_of(local_name(self.host), self.port)

    @property
    def public_address(self) -> str:
        """Where people find the page: at the first allowed host name, with TLS, if there is one."""
        names = [name for name in self.allowed_hosts if "*" not in name]
        return f"https://{names[0]}" if names else self.local_address

    @property
    def mail_server(self) -> MailServer | None:
        """The SMTP server; `None` if no e-mail is sent."""
        if self.smtp_host is None or self.mail_from is None:
            return None
        return MailServer(
            self.smtp_host,
            self.smtp_port,
            self.smtp_security,
            self.smtp_user,
            self.smtp_password,
            self.mail_from,
            self.site_name,
            self.public_address,
        )

    @property
    def store(self) -> str:
        """The address of the database, as SQLAlchemy wants it."""
        if self.database is None:
            return f"sqlite:///{self.store_file.resolve()}"
        return self.database.replace("postgresql://", "postgresql+asyncpg://", 1)

    @property
    def store_file(self) -> Path:
        """The file of SQLite, if there is no other database."""
        return self.data / "quincunx.db"


SettingSource = Literal["default", "file", "environment", "command_line"]


class FoundSetting(NamedTuple):
    """A value that has been checked, and where it was found."""

    value: Any
    source: SettingSource
    where: str
    """The file, the environment variable or the option; empty for a default."""


class _GivenSetting(NamedTuple):
    """A value that has not been checked yet, and where it was found."""

    source: SettingSource
    where: str
    setting: str
    value: object


def load_settings(
    command_line: Mapping[str, str], environment: Mapping[str, str], file: Path | None
) -> Settings:
    """Combine all sources: the command line wins over the environment, and that over the file."""
    found = find_settings(command_line, environment, file)
    settings = Settings(**{setting: each.value for setting, each in found.items()})
    _check_mail(settings)
    return settings


def find_settings(
    command_line: Mapping[str, str], environment: Mapping[str, str], file: Path | None
) -> dict[str, FoundSetting]:
    """Return every setting with its value and the source that decided it."""
    found = {
        field.name: FoundSetting(field.default, "default", "")
        for field in msgspec.structs.fields(Settings)
    }
    given = [*_in_file(file), *_in_environment(environment), *_on_command_line(command_line)]
    for each in given:
        found[each.setting] = FoundSetting(_checked(each), each.source, each.where)
    return found


def _check_mail(settings: Settings) -> None:
    if (settings.smtp_host is None) != (settings.mail_from is None):
        raise BadSetting("server.mail_needs_both")
    if settings.smtp_user and settings.smtp_security == "none":
        raise BadSetting("server.smtp_password_needs_tls")


def command_line_option(name: str) -> str:
    """Return the name of a setting on the command line."""
    return f"--{name.replace('_', '-')}"


def _in_file(file: Path | None) -> Iterator[_GivenSetting]:
    if file is None and not DEFAULT_FILE.exists():
        return
    file = file or DEFAULT_FILE
    try:
        values = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise _unreadable(file, error.strerror or str(error)) from None
    except ValueError as error:
        raise _unreadable(file, str(error)) from None
    for name, value in values.items():
        yield _GivenSetting("file", str(file), name, value)


def _in_environment(environment: Mapping[str, str]) -> Iterator[_GivenSetting]:
    for name, value in environment.items():
        if name.startswith(PREFIX):
            yield _GivenSetting("environment", name, name.removeprefix(PREFIX).lower(), value)


def _on_command_line(options: Mapping[str, str]) -> Iterator[_GivenSetting]:
    for name, value in options.items():
        yield _GivenSetting("command_line", command_line_option(name), name, value)


def _unreadable(file: Path, why: str) -> BadSetting:
    return BadSetting("server.unreadable_settings", file=str(file), why=why)


def _checked(given: _GivenSetting) -> Any:
    _, where, setting, value = given
    types = {field.name: field.type for field in msgspec.structs.fields(Settings)}
    if setting not in types:
        raise BadSetting("server.unknown_setting", where=where, setting=setting, known=tuple(types))
    try:
        if types[setting] == Addresses:
            return _to_addresses(value)
        if types[setting] == HostNames:
            return msgspec.convert(_to_list(value), HostNames)
        # Not strict: values from a shell are always text.
        return msgspec.convert(value, types[setting], strict=False, dec_hook=_to_path)
    except (msgspec.ValidationError, ValueError):
        # The message leaves out the value: a database address may contain a password.
        raise BadSetting("server.bad_setting", where=where, setting=setting) from None


def _to_addresses(value: object) -> Addresses:
    addresses = _to_list(value)
    for address in addresses:
        ip_network(address, strict=False)
    return addresses


def _to_list(value: object) -> tuple[str, ...]:
    """Accept a list, or a text with commas."""
    items = value.split(",") if isinstance(value, str) else value
    return tuple(item.strip() for item in msgspec.convert(items, list[str]))


def _to_path(kind: type, value: Any) -> Path:
    return Path(value)
