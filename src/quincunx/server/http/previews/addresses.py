"""Decides what the preview of an address says. Nothing in it is private or hidden."""

from __future__ import annotations

import re
from typing import Final

from sqlalchemy import select

from quincunx.core.messages import Message, languages, pattern, render
from quincunx.registry import find, game_names
from quincunx.server.http.previews.tags import LinkPreview
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import DEFAULT_SITE_NAME

SITE_PICTURE: Final = "/preview/site.png"
_ADDRESS = re.compile(r"/(table|replay|deals|games|people|daily)(?:/([\w-]{1,64}))?/?", re.ASCII)
_HOST = re.compile(r"[\w.-]{1,253}(:\d{1,5})?|\[[0-9a-fA-F:.]{2,45}\](:\d{1,5})?", re.ASCII)
_NEEDS_STORE: Final = ("table", "replay", "deals", "people")
MAX_LANGUAGES_READ: Final = 20


def preferred_language(accept_language: str) -> str:
    """Return the language of an `Accept-Language` header that we have, or English."""
    wanted: list[tuple[float, str]] = []
    for item in accept_language.split(",")[:MAX_LANGUAGES_READ]:
        tag, _, parameter = item.partition(";")
        weight = parameter.strip().removeprefix("q=")
        try:
            wanted.append((float(weight) if weight else 1.0, tag.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    known = [(weight, tag) for weight, tag in wanted if tag in languages() and weight > 0]
    # `max` keeps the first of equals, as the header's order asks for.
    return max(known, key=lambda each: each[0])[1] if known else "en"


def origin_of(scheme: str, host: str) -> str:
    """Return the origin of absolute addresses; empty if the host's name could not be one."""
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else ""


def site_preview(language: str, site_name: str = DEFAULT_SITE_NAME) -> LinkPreview:
    """Return the preview of the site."""
    title = render(Message("server.preview.site.title", {"site": site_name}), language)
    return LinkPreview(title, pattern("server.preview.site.text", language), SITE_PICTURE)


def load_catalogues() -> None:
    """Read the texts of previews, which would block the event loop at the first request."""
    for language in languages():
        site_preview(language)


async def preview_of(
    path: str, store: Store, language: str, site_name: str = DEFAULT_SITE_NAME
) -> LinkPreview:
    """Return the preview of an address; that of the site if there is nothing to say about it."""
    found = _ADDRESS.fullmatch(path)
    if found is None:
        return site_preview(language, site_name)
    kind, name = found.groups()
    if kind == "daily":
        title = pattern("server.preview.daily.title", language)
        return LinkPreview(title, pattern("server.preview.daily.text", language), SITE_PICTURE)
    if kind == "games" and name in game_names() and find(name).listed:
        return _game_preview("guide", name, language)
    if kind in _NEEDS_STORE and name is not None:
        preview = (
            await _person_preview(name, store, language, site_name)
            if kind == "people"
            else await _table_preview(kind, name, store, language)
        )
        if preview is not None:
            return preview
    return site_preview(language, site_name)


async def _table_preview(
    kind: str, table_id: str, store: Store, language: str
) -> LinkPreview | None:
    """Return the preview of a table, which names the game and nothing else."""
    tables = schema.tables.c
    async with store.connect() as connection:
        query = select(tables.game, tables.phase, tables.open, tables.deal)
        row = (await connection.execute(query.where(tables.id == table_id))).mappings().first()
    if row is None or row["game"] not in game_names():
        return None
    about = {"deals": "deal", "replay": "replay"}.get(kind, "table")
    if about == "table" and row["phase"] != "gathering":
        about = "playing"
    preview = _game_preview(about, row["game"], language)
    if row["open"] and row["phase"] == "over" and row["deal"] == "fresh":
        return preview._replace(picture=f"/preview/tables/{table_id}.png")
    return preview


async def _person_preview(
    person_id: str, store: Store, language: str, site_name: str
) -> LinkPreview | None:
    people = schema.people.c
    async with store.connect() as connection:
        query = select(people.name).where(people.id == person_id, people.deleted.is_(None))
        name = (await connection.execute(query)).scalar()
    if name is None:
        return None
    words = {"name": name, "site": site_name}
    title = render(Message("server.preview.person.title", words), language)
    return LinkPreview(title, pattern("server.preview.person.text", language), SITE_PICTURE)


def _game_preview(kind: str, game: str, language: str) -> LinkPreview:
    name = pattern(f"{game}.name", language)
    title = render(Message(f"server.preview.{kind}.title", {"game": name}), language)
    return LinkPreview(title, pattern(f"{game}.tagline", language), f"/preview/games/{game}.png")
