"""All simulated players: groups that create one table after another until they are stopped."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from quincunx.client import Client
from quincunx.wire import TableId, ViewerPosition
from tests.faults.players.client_log import ClientLog
from tests.faults.players.games import GAMES, PLAYERS_PER_TABLE, PlayedGame
from tests.faults.players.player import SimulatedPlayer, StopSignals

WAIT_FOR_MOVES_S = 5.0
"""Seconds after which faults go on although few moves were made."""


class SimulatedPlayers:
    """The players, and the logs of their clients."""

    def __init__(self, url: str, seed: int) -> None:
        """`url`: the address of the proxy."""
        self.client_logs: list[ClientLog] = []
        self.signals = StopSignals()
        self._url = url
        self._seed = seed
        self._players: dict[str, SimulatedPlayer] = {}
        self._invites: dict[str, str] = {}
        """The invitation of each table."""
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self, groups: int) -> None:
        """Let that many groups play each game, each group with one spectator."""
        for number in range(groups):
            for index, game in enumerate(GAMES):
                name = f"{game.name} {index} {number}"
                group = [
                    await self._create_player(f"{name} {each}")
                    for each in range(PLAYERS_PER_TABLE + 1)
                ]
                if game.has_vacations:
                    for player in group[:PLAYERS_PER_TABLE]:
                        await player.register()
                self._playing.append(asyncio.create_task(self._keep_playing(game, group)))

    async def _create_player(self, name: str) -> SimulatedPlayer:
        client = await Client.guest(self._url, name)
        player = SimulatedPlayer(client, Random(f"{self._seed} {name}"), self.signals)
        self._players[client.person.id] = player
        return player

    async def _keep_playing(self, game: PlayedGame, group: list[SimulatedPlayer]) -> None:
        while not self.signals.stop.is_set():
            opened = await group[0].create_table(game.table)
            self._invites[opened.id] = opened.invite
            visits = []
            places = (*game.places, (None, 0))
            for player, (seat, member) in zip(group, places, strict=True):
                client_log = ClientLog(opened.id, player.client.person, seat, member)
                client_log.follows = player.follows
                self.client_logs.append(client_log)
                visits.append(player.play_at(opened, game, client_log))
            await asyncio.gather(*visits)

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return sum(client_log.moves for client_log in self.client_logs)

    async def wait_for_moves(self, count: int, timeout_s: float = WAIT_FOR_MOVES_S) -> None:
        """Return when that many more moves have been made, or after the time limit."""
        enough = self.moves + count
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while self.moves < enough:
                    await asyncio.sleep(0.01)

    async def leave(self) -> None:
        """Disconnect all players."""
        self.signals.leave.set()
        await asyncio.gather(*self._playing)

    async def look(self, client_log: ClientLog) -> ViewerPosition | None:
        """Return the current position of a player's game, over another connection."""
        client, table_id = self._players[client_log.person.id].client, client_log.table_id
        async with client.join(TableId(table_id), self._invites[table_id]) as table:
            return table.latest

    async def record(self, client_log: ClientLog) -> str:
        """Return the record of a player's game."""
        return await self._players[client_log.person.id].client.record(TableId(client_log.table_id))
