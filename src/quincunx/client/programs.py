"""Let a bot play at a live table, under a bot account.

`seat` connects, takes a seat and plays until the game is over; `seated_bot.py` decides what to
send. A lost connection is opened again, and a program that is started again returns to its seat.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable
from http.client import HTTPException
from typing import Final

from msgspec import DecodeError
from websockets.exceptions import WebSocketException

from quincunx.client.client import Client
from quincunx.client.errors import Disconnected, NoServer, Refusal
from quincunx.client.links import TableLink, parse_link
from quincunx.client.seated_bot import SeatedBot
from quincunx.client.turns import TurnReader
from quincunx.core.bots import BotSpec, load_bot, make_bot
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.wire import TableId

CONNECTION_LOST: Final = (Disconnected, WebSocketException, OSError)
"""Raised where a connection cannot be opened or breaks; `OSError` includes timeouts."""

TEMPORARY_REFUSALS: Final = ("StoreAway", "StoreFailed", "TooMany", "TooManySockets")
"""The errors after which the same request may succeed later."""

FIRST_RETRY_S: Final = 1.0
MAX_RETRY_S: Final = 30.0
"""The wait before another attempt doubles up to this."""

REMATCH_WAIT_S: Final = 300.0
"""How long a bot that stays for rematches waits for one."""

Report = Callable[[Message], None]
"""Gets what happens: connections lost, seats taken, games over."""


async def seat(
    url: str,
    bot: BotSpec,
    *,
    token: str,
    seat: int | None = None,
    rematches: bool = False,
    seed: str | None = None,
    report: Report = lambda message: None,
) -> Outcome | None:
    """Play with a bot at the table of that link until the game is over; return the outcome.

    `token` is that of a bot account, `seat` counts from 0 (`None`: any free one). With `rematches`
    the bot plays on while the other players ask for another game. `None` is returned for a game
    that ended without a result.
    """
    return await _play(
        url, bot, token=token, seat=seat, rematches=rematches, seed=seed, report=report
    )


def sit(
    url: str,
    bot: BotSpec,
    *,
    token: str,
    seat: int | None = None,
    rematches: bool = False,
    seed: str | None = None,
    report: Report = lambda message: None,
) -> Outcome | None:
    """Do what `seat` does, in a program without an event loop."""
    return asyncio.run(
        _play(url, bot, token=token, seat=seat, rematches=rematches, seed=seed, report=report)
    )


async def _play(
    url: str,
    bot: BotSpec,
    *,
    token: str,
    seat: int | None,
    rematches: bool,
    seed: str | None,
    report: Report,
) -> Outcome | None:
    link = parse_link(url)
    if isinstance(bot, str) and ":" in bot:
        # A misspelt name is reported before anybody waits for the bot.
        bot = load_bot(bot)
    client = await _log_in(link.server, token)
    visit = _Visit(client, bot, seed or secrets.token_hex(8), report)
    outcome, rematch = await visit.play(link, seat, rematches=rematches)
    while rematch is not None:
        link = TableLink(link.server, rematch, "")
        outcome, rematch = await visit.play(link, None, rematches=rematches)
    return outcome


async def _log_in(server: str, token: str) -> Client:
    try:
        return await Client.with_token(server, token)
    except OSError as error:
        raise NoServer("client.no_server", server=server, why=str(error)) from None
    except (DecodeError, HTTPException, ValueError):
        raise NoServer("client.other_server", server=server) from None


class _Visit:
    """One bot account that plays at tables of one server."""

    def __init__(self, client: Client, bot: BotSpec, seed: str, report: Report) -> None:
        self._client = client
        self._bot = bot
        self._seed = seed
        self._report = report

    async def play(
        self, link: TableLink, seat: int | None, *, rematches: bool
    ) -> tuple[Outcome | None, TableId | None]:
        """Play one game, over as many connections as it takes; return the table of a rematch."""
        wait_s = FIRST_RETRY_S
        while True:
            try:
                async with self._client.join(link.table, link.invite) as table:
                    wait_s = FIRST_RETRY_S
                    shown = table.table
                    reader = TurnReader(shown.game, shown.options, len(shown.seats))
                    bot = make_bot(reader.game, self._bot)
                    seated = SeatedBot(table, bot, reader, self._seed, self._report)
                    outcome = await seated.play(seat)
                    return outcome, await _rematch(seated) if rematches else None
            except Refusal as refusal:
                if refusal.refused.error not in TEMPORARY_REFUSALS:
                    raise
                asked_s = refusal.refused.message.args.get("seconds", 0)
                wait_s = max(wait_s, float(asked_s) if isinstance(asked_s, int) else 0)
            except CONNECTION_LOST:
                self._report(Message("client.reconnecting"))
            # Programs that lost their connection together must not come back together.
            await asyncio.sleep(wait_s * random.uniform(0.5, 1))
            wait_s = min(2 * wait_s, MAX_RETRY_S)


async def _rematch(seated: SeatedBot) -> TableId | None:
    """Return the table of the rematch, if the other players want one soon."""
    table = seated.table
    try:
        async with asyncio.timeout(REMATCH_WAIT_S):
            await table.until(lambda: table.table.rematch is not None)
    except (TimeoutError, Disconnected):
        return None
    return table.table.rematch
