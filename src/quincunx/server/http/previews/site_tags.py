"""Puts the site's name and the operator's words into the page and its manifest."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Final

import msgspec

from quincunx.server.http.page_files import PageFile, prepare_file
from quincunx.wire import DEFAULT_SITE_NAME, SiteInfo

END_OF_HEAD: Final = b"</head>"
_TITLE: Final = f"<title>{DEFAULT_SITE_NAME}</title>".encode()


@lru_cache(1)
def page_of_site(html: bytes, site: SiteInfo) -> bytes:
    """Return the page with the site's title, and the tag that the page reads."""
    title = f"<title>{escape(site.name)}</title>".encode()
    tag = meta_tag("name", "site", msgspec.json.encode(site).decode()).encode()
    return html.replace(_TITLE, title, 1).replace(END_OF_HEAD, tag + END_OF_HEAD, 1)


def meta_tag(kind: str, name: str, content: str) -> str:
    """Return a tag of the page's head, escaped."""
    return f'<meta {kind}="{name}" content="{escape(content, quote=True)}">\n'


@lru_cache(1)
def manifest_of_site(file: PageFile, name: str) -> PageFile:
    """Return the manifest of the installed app with the site's name."""
    if name == DEFAULT_SITE_NAME:
        return file
    manifest = {**msgspec.json.decode(file.plain), "name": name}
    return prepare_file(".webmanifest", msgspec.json.encode(manifest))
