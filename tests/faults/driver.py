"""Lets people play: parties that open one table after another, until they are told to stop."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random

from quincunx.client import Client
from quincunx.wire import TableId, ViewerPosition
from tests.faults.games import GAMES, PEOPLE, Game
from tests.faults.memory import Memory
from tests.faults.person import Bell, Person

A_WHILE = 5.0
"""Seconds for some moves, whatever goes wrong."""


class Driver:
    """All the people, and what they remember."""

    def __init__(self, url: str, seed: int) -> None:
        """`url`: where all of them find the house."""
        self.memories: list[Memory] = []
        self.bell = Bell()
        self._url = url
        self._seed = seed
        self._people: dict[str, Person] = {}
        self._invites: dict[str, str] = {}
        """By table."""
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self, parties: int) -> None:
        """So many parties for each game sit down and play; at each table somebody looks on."""
        for number in range(parties):
            for game in GAMES:
                name = f"{game.name} {number}"
                people = [await self._person(f"{name} {each}") for each in range(PEOPLE + 1)]
                self._playing.append(asyncio.create_task(self._keep_playing(game, people)))

    async def _person(self, name: str) -> Person:
        client = await Client.guest(self._url, name)
        person = Person(client, Random(f"{self._seed} {name}"), self.bell)
        self._people[client.person.id] = person
        return person

    async def _keep_playing(self, game: Game, people: list[Person]) -> None:
        while not self.bell.stop.is_set():
            opened = await people[0].create_table(game.table)
            self._invites[opened.id] = opened.invite
            visits = []
            for person, seat in zip(people, (*range(PEOPLE), None), strict=True):
                memory = Memory(opened.id, person.client.person, seat)
                self.memories.append(memory)
                visits.append(person.come_to(opened, game, memory))
            await asyncio.gather(*visits)

    @property
    def moves(self) -> int:
        """As many as were acknowledged."""
        return sum(memory.moves for memory in self.memories)

    async def makes_moves(self, count: int, within: float = A_WHILE) -> None:
        """Returns when so many more have been made, or too few can be made for now."""
        enough = self.moves + count
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self.moves < enough:
                    await asyncio.sleep(0.01)

    async def leave(self) -> None:
        self.bell.leave.set()
        await asyncio.gather(*self._playing)

    async def look(self, memory: Memory) -> ViewerPosition | None:
        """How that game stands just now, seen over a connection of its own."""
        client, table_id = self._people[memory.person.id].client, memory.table_id
        async with client.join(TableId(table_id), self._invites[table_id]) as table:
            return table.latest

    async def record(self, memory: Memory) -> str:
        return await self._people[memory.person.id].client.record(TableId(memory.table_id))
