"""Lists the settings of a server: values and where they come from, without passwords."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import msgspec

from quincunx.server.ops.settings import FoundSetting, SettingSource

MASK: Final = "***"
SECRETS: Final = ("smtp_password",)
"""Settings that are never shown."""
_PASSWORD_BEFORE_HOST: Final = re.compile(r"(?<=://)([^:@/]*):.*@")
"""Up to the last @: a password that is not escaped may contain others."""
_PASSWORD_IN_QUERY: Final = re.compile(r"(?<=[?&])((?:ssl)?password)=[^&]*", re.IGNORECASE)

ListedValue = str | int | tuple[str, ...] | None


class ListedSetting(msgspec.Struct, frozen=True):
    """A setting as the operator may see it."""

    setting: str
    value: ListedValue
    source: SettingSource
    where: str


def list_settings(found: Mapping[str, FoundSetting]) -> list[ListedSetting]:
    """Return the settings in their order, with passwords masked."""
    return [
        ListedSetting(setting, _listed(setting, each.value), each.source, each.where)
        for setting, each in found.items()
    ]


def _listed(setting: str, value: object) -> ListedValue:
    if value is None or isinstance(value, (int, tuple)):
        return value
    if setting in SECRETS:
        return MASK if value else ""
    return mask_password(str(value)) if setting == "database" else str(value)


def mask_password(address: str) -> str:
    """Return the address of a database without its password.

    >>> mask_password("postgresql://ada:secret@host/games?sslpassword=hush&ssl=require")
    'postgresql://ada:***@host/games?sslpassword=***&ssl=require'
    """
    masked = _PASSWORD_BEFORE_HOST.sub(rf"\1:{MASK}@", address)
    return _PASSWORD_IN_QUERY.sub(rf"\1={MASK}", masked)
