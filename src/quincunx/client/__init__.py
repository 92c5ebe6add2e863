"""A program's connection to a server: sign in, create and join tables, play.

    client = await Client.guest("http://localhost:8000", "My bot")
    async with client.join(table_id, invite) as table:
        await table.sit(1)
        await table.ready()
        while table.outcome is None:
            await table.my_turn()
            await table.play(choose(table.position.view, table.position.moves))

`client.py` makes HTTP requests and opens sockets; `table.py` is a table as this person sees it,
with one method for each request; `table_socket.py` matches responses to requests; `steps.py` keeps
the steps of the game complete.
"""

from __future__ import annotations

from quincunx.client.client import Client
from quincunx.client.errors import Disconnected, Refusal
from quincunx.client.table import TableConnection

__all__ = ["Client", "Disconnected", "Refusal", "TableConnection"]
