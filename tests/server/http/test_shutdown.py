"""A server that is stopped sends people elsewhere, and says so in the way that the page knows."""

from __future__ import annotations

import asyncio
import re

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.helpers.paths import ROOT
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run


def test_clients_are_told_that_the_server_restarts(own_server: ServerProcess) -> None:
    async def work() -> int | None:
        address = own_server.url.replace("http:", "ws:") + "/api/lobby/socket"
        async with connect(address) as lobby:
            await lobby.recv()
            await asyncio.to_thread(own_server.stop)
            with pytest.raises(ConnectionClosed) as closed:
                await lobby.recv()
        return closed.value.rcvd.code if closed.value.rcvd else None

    line = (ROOT / "web" / "src" / "net" / "reconnect.ts").read_text("utf-8")
    (known,) = re.findall(r"RESTARTING_CODE = (\d+);", line)
    assert run(work()) == int(known)
