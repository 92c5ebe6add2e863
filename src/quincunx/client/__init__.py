"""A program's connection to a server: let a bot play, or sign in, join tables and play yourself.

    await seat("https://example.org/table/1a2b#invitation", MyBot, token="quincunx_bot_…")

`sit` does the same without an event loop. What they are made of, for programs that decide when and
what to send:

    client = await Client.with_token("https://example.org", "quincunx_bot_…")
    async with client.join(table_id, invite) as table:
        await table.sit(1)
        await table.ready()
        while table.outcome is None:
            await table.my_turn()
            await table.play(choose(table.position.view, table.position.moves))

`client.py` makes HTTP requests and opens sockets; `table.py` is a table as this person sees it,
with one method for each request; `table_socket.py` matches responses to requests; `steps.py` keeps
the steps of the game complete. `programs.py`, `seated_bot.py` and `turns.py` let a bot play;
`links.py` reads the link of a table.
"""

from __future__ import annotations

from quincunx.client.client import Client
from quincunx.client.errors import BadLink, Disconnected, LostSeat, NoServer, Refusal
from quincunx.client.links import TableLink, parse_link
from quincunx.client.programs import seat, sit
from quincunx.client.table import TableConnection

__all__ = [
    "BadLink",
    "Client",
    "Disconnected",
    "LostSeat",
    "NoServer",
    "Refusal",
    "TableConnection",
    "TableLink",
    "parse_link",
    "seat",
    "sit",
]
