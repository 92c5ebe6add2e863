"""Puts a page's description and its Open Graph tags into the HTML."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from quincunx.server.http.page_files import PageFile, prepare_file
from quincunx.server.http.previews.cards import HEIGHT, WIDTH
from quincunx.server.http.previews.site_tags import END_OF_HEAD, meta_tag, page_of_site
from quincunx.wire import SiteInfo

MAX_CACHED_PAGES: Final = 256
"""A few KiB each."""


class LinkPreview(NamedTuple):
    """What a preview says of an address."""

    title: str
    text: str
    picture: str
    """The path of its picture."""


@lru_cache(MAX_CACHED_PAGES)
def page_with_tags(
    html: bytes, preview: LinkPreview, origin: str, path: str, language: str, site: SiteInfo
) -> PageFile:
    """Return the page with the tags of one address, plain and compressed."""
    tags = _tags(preview, origin, path, language, site.name).encode()
    named = page_of_site(html, site)
    return prepare_file(".html", named.replace(END_OF_HEAD, tags + END_OF_HEAD, 1))


def _tags(preview: LinkPreview, origin: str, path: str, language: str, site_name: str) -> str:
    properties = {
        "og:type": "website",
        "og:site_name": site_name,
        "og:locale": language,
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": origin + path,
        "og:image": origin + preview.picture,
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    names = {"description": preview.text, "twitter:card": "summary_large_image"}
    return "".join(
        [
            *(meta_tag("name", name, content) for name, content in names.items()),
            *(meta_tag("property", name, content) for name, content in properties.items()),
        ]
    )
