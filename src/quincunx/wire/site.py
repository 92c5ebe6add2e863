"""What the operator says about the site."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

DEFAULT_SITE_NAME: Final = "Quincunx"

SiteTextName = Literal["imprint", "privacy"]

Registration = Literal["open", "closed", "invitation"]
"""Who can create an account: everybody, nobody, or people whom the operator has invited."""


class SiteInfo(msgspec.Struct, frozen=True):
    """The site, as JSON in the tag `<meta name="site">` of every page."""

    name: str = DEFAULT_SITE_NAME
    contact: str = ""
    """An e-mail address, a link or other words; empty if there is none."""
    announcement: str = ""
    """The banner's text; empty if there is none."""
    registration: Registration = "open"
    texts: tuple[SiteTextName, ...] = ()
    """The texts that `GET /api/site/NAME` returns."""
    mail: bool = False
    """Whether the server sends e-mail."""
