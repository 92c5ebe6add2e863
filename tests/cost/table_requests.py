"""One long game, and every request that a client can make at its table."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any, Final

import msgspec

from quincunx.client import Client
from quincunx.core.match import Match
from quincunx.registry import find
from quincunx.server.common.limits import MAX_MESSAGE_CHARACTERS
from quincunx.wire import (
    AllowPrograms,
    Answer,
    AskHints,
    AskHistory,
    AskRematch,
    Echo,
    FromClient,
    InviteAgain,
    Leave,
    NewTable,
    PageHidden,
    Ping,
    PlayMove,
    Pong,
    Propose,
    React,
    Ready,
    Refused,
    Remove,
    Report,
    RequestId,
    Resign,
    Resume,
    Return,
    Say,
    SeatBot,
    SetBotPace,
    Sit,
    UpdateDraft,
)
from tests.cost.largest import (
    LONGEST_GAME,
    OPTIONS,
    junk_move,
    largest_draft,
    longest_legal_move,
)
from tests.cost.long_games import finished, long_match, new_table_id, put_game
from tests.cost.meter import Cost, Line, MeteredServer, at_table

LONGEST_NAME: Final = "\U0001d538" * 20
LONGEST_TEXT: Final = "\U0001d538" * 300
HUGE: Final = 2**53

STEPS_LEFT: Final = 12
"""Log entries that are left in a game that would end by itself."""


class TableRequests:
    """Makes every request at three tables of one game: in a long game, after it, and before it."""

    def __init__(self, server: MeteredServer, game: str) -> None:
        self._server = server
        self.game = find(game)
        self._options = OPTIONS[game]
        self.costs: dict[str, Cost] = {}
        """Costs by request class, with a word if there are several inputs."""
        self.refused: dict[str, str] = {}
        """Refusals by the same names."""
        self._numbers = iter(range(1_000_000))

    async def prepare(self) -> None:
        rules = self.game.rules(*self._table_of())
        entries = min(rules.max_log_entries, LONGEST_GAME)
        self.long = long_match(self.game, entries - 2, new_table_id(), self._options)
        if self.long.outcome is not None:
            # As long as it can be, with a few moves left.
            entries = max(1, self.long.version - STEPS_LEFT)
            self.long = long_match(self.game, entries, self.long.table, self._options)
        self.over = finished(
            long_match(self.game, entries - 20, new_table_id(), self._options), entries + 100
        )
        url = self._server.url
        self.people = [
            await Client.guest(url, f"{LONGEST_NAME}{seat:4}") for seat in range(self.long.seats)
        ]
        self.spectator = await Client.guest(url, LONGEST_NAME)
        store = self._server.app.state.store
        sitting = [client.person for client in self.people]
        await self._server.on_loop(put_game(store, self.long, sitting))
        await self._server.on_loop(put_game(store, self.over, sitting, "closed"))
        opened = await self.people[0].create_table(
            NewTable(self.game.name, options=self._options, seats=self.long.seats, open=True)
        )
        self.gathering = opened.id

    def _table_of(self) -> tuple[Any, int]:
        match = long_match(self.game, 1, "t", self._options)
        return match.options, match.seats

    def name(self) -> RequestId:
        return RequestId(f"{next(self._numbers):064}")

    async def measure(
        self,
        name: str,
        table: str,
        asker: Line,
        other: Line,
        ask: Callable[[], Awaitable[None]],
    ) -> Cost:
        """Carry out a request and keep what it cost."""
        server = self._server
        for line in (asker, other):
            await line.settle()
            line.bytes = 0
        stored, kept = server.stored(), await server.kept(table)
        async with server.metered() as meter:
            await ask()
        for line in (asker, other):
            await line.settle()
        self.costs[name] = cost = Cost(
            slice=meter.slice,
            work=meter.work,
            sent=asker.bytes,
            others=other.bytes,
            stored=max(0, round(server.stored() - stored)),
            kept=max(0, await server.kept(table) - kept),
        )
        return cost

    async def request(
        self, name: str, table: str, asker: Line, other: Line, request: FromClient
    ) -> None:
        async def ask() -> None:
            await asker.send(request)
            answer = await asker.answer(getattr(request, "id", None))
            if isinstance(answer, Refused):
                self.refused[name] = answer.error

        await self.measure(name, table, asker, other, ask)


async def every_request(requests: TableRequests) -> dict[str, Cost]:
    """Make every request with the largest input that is accepted, and the dearest refusals."""
    await requests.prepare()
    async with AsyncExitStack() as lines:
        await _at_the_long_game(requests, lines)
    async with AsyncExitStack() as lines:
        await _before_the_deal(requests, lines)
    async with AsyncExitStack() as lines:
        await _after_the_end(requests, lines)
    return requests.costs


@asynccontextmanager
async def _everybody(requests: TableRequests, table: str) -> AsyncIterator[tuple[list[Line], Line]]:
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(at_table(client, table)) for client in requests.people
        ]
        yield lines, lines[-1]


async def _at_the_long_game(requests: TableRequests, lines: AsyncExitStack) -> None:
    match, table, name = requests.long, requests.long.table, requests.name
    seats, _ = await lines.enter_async_context(_everybody(requests, table))
    acting = match.active[0]
    mine = seats[acting]
    theirs = seats[(acting + 1) % len(seats)]
    ask = requests.request

    async def hello() -> None:
        async with at_table(requests.people[acting], table) as line:
            await line.settle()
            mine.bytes += line.bytes

    await requests.measure("Hello", table, mine, theirs, hello)

    async def ping() -> None:
        await mine.send(Ping())
        while not isinstance(await mine.read(), Pong):
            pass

    await requests.measure("Ping", table, mine, theirs, ping)
    # A probe is not answered; the ping behind it shows that it was heard.
    await requests.measure("Echo", table, mine, theirs, lambda: _heard(mine, Echo(HUGE)))
    hidden = partial(_heard, mine, PageHidden(True))
    await requests.measure("PageHidden", table, mine, theirs, hidden)
    await ask("AskHistory", table, mine, theirs, AskHistory(name(), HUGE, HUGE))
    await ask("AskHints", table, mine, theirs, AskHints(name(), HUGE))
    junk = junk_move(requests.game)
    await ask("PlayMove, nonsense", table, mine, theirs, PlayMove(name(), match.version, junk))
    await ask("PlayMove, too long", table, mine, theirs, PlayMove(name(), -HUGE, "x" * 15_000))
    await ask("Say", table, mine, theirs, Say(name(), LONGEST_TEXT))
    await ask("Say, too long", table, mine, theirs, Say(name(), "a\u0301" * 7000))
    await ask("React", table, mine, theirs, React(name(), "well_played"))
    await ask("Report", table, mine, theirs, Report(name(), 0, LONGEST_TEXT))
    await _draft(requests, match, seats)
    await requests.measure(
        "Unreadable",
        table,
        mine,
        theirs,
        lambda: _unreadable(mine, '{"type":"draft","id":"x","draft":' + "[" * 4000),
    )
    move = longest_legal_move(match, acting)
    await ask("PlayMove", table, mine, theirs, PlayMove(name(), match.version, move))
    await ask("Propose", table, mine, theirs, Propose(name(), "pause"))
    for line in seats:
        if line is not mine:
            await ask("Answer", table, line, mine, Answer(name(), "pause", agree=True))
    await ask("Resume", table, mine, theirs, Resume(name()))
    await ask("SetBotPace", table, mine, theirs, SetBotPace(name(), "fast"))
    await ask("Propose, undo", table, mine, theirs, Propose(name(), "take_back"))
    await ask("Leave", table, mine, theirs, Leave(name()))
    await ask("Return", table, mine, theirs, Return(name()))
    await ask("Resign", table, mine, theirs, Resign(name()))


async def _heard(line: Line, message: FromClient) -> None:
    await line.send(message)
    await line.settle()


async def _unreadable(line: Line, text: str) -> None:
    await line.send_text(text[: MAX_MESSAGE_CHARACTERS - 1])
    await line.answer(None)


async def _draft(requests: TableRequests, match: Match, seats: list[Line]) -> None:
    """The largest draft of a game that has drafts; otherwise the refusal of one."""
    rules, name = match.rules, requests.name
    drafting = [seat for seat in range(match.seats) if rules.drafting(match.state, seat)]
    seat = drafting[0] if drafting else 0
    draft: Any = [["x"] * 1000]
    if drafting:
        draft = largest_draft(match, seat)
        msgspec.convert(draft, rules.draft_type)
    other = seats[(seat + 1) % len(seats)]
    request = UpdateDraft(name(), draft)
    await requests.request("UpdateDraft", match.table, seats[seat], other, request)
    await requests.request(
        "UpdateDraft, nonsense",
        match.table,
        seats[seat],
        other,
        UpdateDraft(name(), [[0] * 10] * 500),
    )


async def _before_the_deal(requests: TableRequests, lines: AsyncExitStack) -> None:
    table, name, ask = requests.gathering, requests.name, requests.request
    host = await lines.enter_async_context(at_table(requests.people[0], table))
    others = [
        await lines.enter_async_context(at_table(client, table)) for client in requests.people[1:]
    ]
    spectator = await lines.enter_async_context(at_table(requests.spectator, table))
    await ask("SeatBot", table, host, spectator, SeatBot(name(), len(others), "expert"))
    await ask("SeatBot, off", table, host, spectator, SeatBot(name(), len(others), None))
    await ask("AllowPrograms", table, host, spectator, AllowPrograms(name(), allow=True))
    await spectator.send(Say(name(), LONGEST_TEXT))
    await spectator.settle()
    removed = requests.spectator.person.id
    await ask("Remove", table, host, others[0], Remove(name(), removed))
    await ask("InviteAgain", table, host, others[0], InviteAgain(name(), removed))
    spectator = await lines.enter_async_context(at_table(requests.spectator, table))
    for seat, line in enumerate(others, 1):
        await ask("Sit", table, line, spectator, Sit(name(), seat))
    for line in others:
        await ask("Ready", table, line, spectator, Ready(name(), "n" * 64))
    # The last one deals.
    await ask("Ready, deal", table, host, spectator, Ready(name(), "n" * 64))


async def _after_the_end(requests: TableRequests, lines: AsyncExitStack) -> None:
    table = requests.over.table
    seats, last = await lines.enter_async_context(_everybody(requests, table))
    await requests.request("AskRematch", table, seats[0], last, AskRematch(requests.name()))
