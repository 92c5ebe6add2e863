"""The operator's name, contact, announcement and legal texts of the site."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from quincunx.server.ops.settings import BadSetting, Settings
from quincunx.wire import SiteInfo, SiteTextName

MAX_SITE_TEXT_CHARACTERS: Final = 50_000
"""About twenty printed pages."""


class Site(NamedTuple):
    """What every page shows, and the texts that have a page of their own."""

    info: SiteInfo = SiteInfo()
    texts: Mapping[SiteTextName, str] = {}


NO_SITE: Final = Site()
"""An operator who has said nothing."""


def load_site(settings: Settings) -> Site:
    """Read the texts that the settings name; they are kept in memory until the server stops."""
    files: dict[SiteTextName, Path | None] = {
        "imprint": settings.imprint,
        "privacy": settings.privacy,
    }
    texts = {name: _read(file) for name, file in files.items() if file is not None}
    info = SiteInfo(
        settings.site_name,
        settings.contact,
        settings.announcement,
        settings.registration,
        tuple(texts),
        settings.mail_server is not None,
    )
    return Site(info, texts)


def _read(file: Path) -> str:
    try:
        with file.open(encoding="utf-8") as opened:
            text = opened.read(MAX_SITE_TEXT_CHARACTERS + 1)
    except OSError as error:
        raise _unreadable(file, error.strerror or str(error)) from None
    except ValueError as error:
        raise _unreadable(file, str(error)) from None
    if len(text) > MAX_SITE_TEXT_CHARACTERS:
        raise BadSetting("server.long_site_text", file=str(file), most=MAX_SITE_TEXT_CHARACTERS)
    return text


def _unreadable(file: Path, why: str) -> BadSetting:
    return BadSetting("server.unreadable_settings", file=str(file), why=why)
