"""The lobby's lists: public tables, a person's own tables, and recent results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import Select, func, select, tuple_
from sqlalchemy.engine import RowMapping

from quincunx.core.errors import QuincunxError
from quincunx.core.options import Options, as_values, describe_options, make_options
from quincunx.registry import find, game_names
from quincunx.server.common.errors import Frozen
from quincunx.server.common.seating import Occupant
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.ratings import results
from quincunx.server.ratings.rating_rules import has_unrated_bots, is_rated
from quincunx.server.ratings.ratings import shown_rating, skill_in
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import fixed_names, is_bot, is_quiet_now
from quincunx.server.storage.table_data.rows import INACTIVE_AFTER_MS, total_time_in
from quincunx.wire import Person, PersonId, ResultCard, ShownRating, TableCard, TableId

MAX_LISTED: Final = 50
"""How many public tables are listed."""

MAX_OWN: Final = 50
MAX_RECENT_RESULTS: Final = 20

SINCE_PRECISION_MS: Final = 60_000
"""Precision of the time of the last move that people who do not sit at the table are shown."""


async def open_tables(connection: StoreConnection) -> tuple[tuple[TableCard, ...], int]:
    """Return public tables, those to join first, then the latest; and how many are not listed."""
    tables = schema.tables.c
    # Tables with other versions of the rules cannot be played and would only fill the list.
    playable = [(name, find(name).version) for name in game_names()]
    found = _unfinished_tables().where(
        tables.open,
        tables.moved > wall_clock() - INACTIVE_AFTER_MS,
        tuple_(tables.game, tables.rules).in_(playable),
    )
    cards = await _cards(
        connection,
        found.order_by((tables.phase == "gathering").desc(), tables.moved.desc()).limit(MAX_LISTED),
    )
    if len(cards) < MAX_LISTED:
        return cards, 0
    count = await connection.scalar(select(func.count()).select_from(found.subquery()))
    return cards, max(0, (count or 0) - len(cards))


async def tables_of(connection: StoreConnection, person: Person) -> tuple[TableCard, ...]:
    """Return the person's unfinished games: those that wait for a move first, then the latest."""
    tables, sitters = schema.tables.c, schema.sitters.c
    cards = await _cards(
        connection,
        _unfinished_tables()
        .join(schema.sitters, sitters.table == tables.id)
        .where(sitters.person == person.id)
        .order_by(tables.moved.desc())
        .limit(MAX_OWN),
        person,
    )
    return tuple(sorted(cards, key=lambda card: not card.your_turn))


async def recent_results(connection: StoreConnection) -> tuple[ResultCard, ...]:
    """Return the latest results at public tables."""
    tables = schema.tables.c
    rows = await connection.execute(
        select(*results.RESULT_CARD_COLUMNS)
        .where(tables.open, tables.outcome.is_not(None))
        .order_by(tables.ended.desc())
        .limit(MAX_RECENT_RESULTS)
    )
    return tuple(await results.result_cards(connection, rows.mappings().all()))


def _unfinished_tables() -> Select[Any]:
    columns = (
        *("id", "game", "rules", "options", "seats", "host", "phase", "pace", "deal"),
        *("total_time", "increment"),
        *("rated", "names", "programs"),
    )
    tables = schema.tables.c
    return (
        select(*(tables[name] for name in (*columns, "awaited", "moved")), schema.people.c.name)
        .join(schema.people, schema.people.c.id == tables.host)
        .where(tables.phase.in_(("gathering", "playing")))
    )


async def _cards(
    connection: StoreConnection, query: Select[Any], person: Person | None = None
) -> tuple[TableCard, ...]:
    """Return the tables as that person sees them, without those that the rules cannot read."""
    rows = (await connection.execute(query)).mappings().all()
    sitters = await _sitters(connection, [row["id"] for row in rows])
    found = []
    for row in rows:
        with suppress(QuincunxError):
            found.append(_card(row, sitters[row["id"]], person))
    return tuple(found)


async def _sitters(
    connection: StoreConnection, tables: Sequence[TableId]
) -> defaultdict[TableId, list[RowMapping]]:
    """Return the sitters of each table with their ratings, in the order of seats."""
    sitters, ratings = schema.sitters.c, schema.ratings.c
    rows = await connection.execute(
        select(
            *(sitters.table, sitters.seat, sitters.person, sitters.bot),
            *(schema.people.c.name, schema.people.c.owner),
            *(ratings.mu, ratings.sigma, ratings.games),
        )
        .join(schema.tables, schema.tables.c.id == sitters.table)
        .outerjoin(schema.people, schema.people.c.id == sitters.person)
        .outerjoin(
            schema.ratings,
            (ratings.player == sitters.person) & (ratings.game == schema.tables.c.game),
        )
        .where(sitters.table.in_(tables))
        .order_by(sitters.seat, sitters.member)
    )
    found: defaultdict[TableId, list[RowMapping]] = defaultdict(list)
    for row in rows.mappings():
        found[row["table"]].append(row)
    return found


def _card(row: RowMapping, sitters: Sequence[RowMapping], person: Person | None) -> TableCard:
    game = find(row["game"])
    options = make_options(game.options, msgspec.json.decode(row["options"]), game=game.name)
    awaited = msgspec.json.decode(row["awaited"], type=tuple[int, ...])
    fixed = fixed_names(dict(row))
    own = {sitter["seat"] for sitter in sitters if person and sitter["person"] == person.id}
    is_frozen = row["rules"] != game.version
    if is_frozen and not own:
        raise Frozen("table.refusal.frozen")
    return TableCard(
        id=row["id"],
        game=game.name,
        phase=row["phase"],
        host=Person(row["host"], fixed.get(row["host"], row["name"])),
        names=tuple(_name(sitters, seat, fixed) for seat in range(row["seats"])),
        free=sum(game.teams(options, row["seats"])) - len(sitters),
        pace=row["pace"],
        total=total_time_in(dict(row)),
        deal=row["deal"],
        options=_changed_options(options),
        since=row["moved"] if own or row["phase"] == "gathering" else _rounded(row["moved"]),
        awaited=awaited if own else (),
        your_turn=not own.isdisjoint(awaited) and not is_frozen,
        seated=bool(own),
        rated=is_rated(
            row["rated"],
            game,
            row["seats"],
            row["deal"],
            bots=has_unrated_bots(map(_occupant, sitters)),
        ),
        programs=row["programs"],
        bot_seats=tuple(sorted({sitter["seat"] for sitter in sitters if is_bot(sitter)})),
        ratings=()
        if is_quiet_now(row)
        else tuple(_rating(sitters, seat) for seat in range(row["seats"])),
    )


def _rating(sitters: Sequence[RowMapping], seat: int) -> ShownRating | None:
    """Return the rating of the person at a seat; `None` for bots, bot accounts and teams."""
    team = [sitter for sitter in sitters if sitter["seat"] == seat]
    if len(team) != 1 or team[0]["mu"] is None or is_bot(team[0]):
        return None
    return shown_rating(skill_in(team[0]))


def _occupant(sitter: RowMapping) -> Occupant:
    if sitter["person"] is None:
        return Occupant(bot=sitter["bot"])
    return Occupant(Person(sitter["person"], sitter["name"], is_bot(sitter)), sitter["bot"])


def _rounded(moved: WallTime) -> WallTime:
    """Round a time down, so that not every move at a table changes its card."""
    return WallTime(moved - moved % SINCE_PRECISION_MS)


def _name(sitters: Sequence[RowMapping], seat: int, fixed: Mapping[PersonId, str]) -> str:
    return " & ".join(
        fixed.get(sitter["person"], sitter["name"] or sitter["bot"])
        for sitter in sitters
        if sitter["seat"] == seat
    )


def _changed_options(options: Options) -> dict[str, Any]:
    """Return the options that differ from the defaults and are marked as listed."""
    usual, values = as_values(type(options)()), as_values(options)
    return {
        option.name: values[option.name]
        for option in describe_options(type(options))
        if option.listed and values[option.name] != usual[option.name]
    }
