"""A table as one person sees it, kept up to date."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from quincunx.client.errors import Disconnected
from quincunx.client.steps import StepLog, UpdateQueue
from quincunx.client.table_socket import TableSocket
from quincunx.core.outcome import Outcome
from quincunx.wire import (
    AllowPrograms,
    Answer,
    AskHints,
    AskHistory,
    AskRematch,
    BotPace,
    Checked,
    Done,
    Echo,
    EndConsequence,
    FromClient,
    FromTable,
    Hints,
    History,
    InviteAgain,
    Leave,
    Person,
    PersonId,
    PlayMove,
    Probe,
    Progress,
    ProposalKind,
    Propose,
    React,
    Reaction,
    Ready,
    Refused,
    Remove,
    Report,
    RequestId,
    Resign,
    ResignConsequence,
    Resume,
    Return,
    Said,
    Say,
    SeatBot,
    SetBotPace,
    Sit,
    Step,
    Table,
    TableChanged,
    TableRequest,
    Update,
    UpdateDraft,
    ViewerPosition,
    Welcome,
    Wish,
)


class TableConnection:
    """The state of a table for one person, and one method for each request to it."""

    def __init__(self, socket: TableSocket, welcome: Welcome, since: int | None = None) -> None:
        """`since` is the last version that was seen before; `steps` begins after it."""
        self._socket = socket
        self._log = StepLog(welcome.steps, since, self.history)
        self._updates = UpdateQueue(self._log, self._show)
        self._changed = asyncio.Condition()
        self._closed = False
        self.you: Person = welcome.you
        self.seat: int | None = welcome.seat
        self.member = welcome.member
        self.table: Table = welcome.table
        self.latest: ViewerPosition | None = welcome.position
        """The position; `None` before the deal."""
        self.said: list[Said] = list(welcome.said)
        self.ending: EndConsequence | None = welcome.ending
        """The consequence of proposing to end the game; `None` if this person cannot propose it."""
        self.resigning: ResignConsequence | None = welcome.resigning
        """The consequence of resigning; `None` if this person cannot resign."""

    @property
    def steps(self) -> list[Step]:
        return self._log.steps

    @property
    def position(self) -> ViewerPosition:
        """The position; the game must have begun."""
        assert self.latest is not None, "the game has not begun"
        return self.latest

    @property
    def outcome(self) -> Outcome | None:
        return None if self.latest is None else self.latest.outcome

    # Requests

    async def sit(self, seat: int | None, member: int = 0) -> None:
        """Take a seat; `None` takes the first free one."""
        await self.request(lambda request_id: Sit(request_id, seat, member))

    async def leave(self) -> None:
        await self.request(Leave)

    async def return_to_seat(self) -> None:
        """Take the seat back from the bot that stood in."""
        await self.request(Return)

    async def seat_bot(self, seat: int, level: str | None, member: int = 0) -> None:
        await self.request(lambda request_id: SeatBot(request_id, seat, level, member))

    async def ready(self, nonce: str | None = None) -> None:
        """Declare to be ready, with a nonce for the deal; a random one by default."""
        await self.request(lambda request_id: Ready(request_id, nonce or secrets.token_hex(16)))

    async def play(self, move: str, version: int | None = None) -> int:
        """Play a move in the position shown, and return the version that it made."""
        seen = self.position.version if version is None else version
        done = await self.request(lambda request_id: PlayMove(request_id, seen, move))
        assert isinstance(done, Done)
        made = done.version
        assert made is not None
        await self.until(lambda: self.position.version >= made)
        return made

    async def draft(self, draft: Any) -> Checked:
        checked = await self.request(lambda request_id: UpdateDraft(request_id, draft))
        assert isinstance(checked, Checked)
        return checked

    async def hints(self, count: int = 1) -> Hints:
        hints = await self.request(lambda request_id: AskHints(request_id, count))
        assert isinstance(hints, Hints)
        return hints

    async def history(self, before: int, count: int) -> tuple[Step, ...]:
        """Fetch one page of the steps before that version: the last ones, at most `count`."""
        history = await self.request(lambda request_id: AskHistory(request_id, before, count))
        assert isinstance(history, History)
        return history.steps

    async def rematch(self) -> None:
        await self.request(AskRematch)

    async def propose(self, wish: Wish, seat: int | None = None) -> None:
        """Propose something to the other players; alone with bots it is done at once."""
        await self.request(lambda request_id: Propose(request_id, wish, seat))

    async def answer(self, wish: ProposalKind, *, agree: bool) -> None:
        """Agree to a proposal, or not."""
        await self.request(lambda request_id: Answer(request_id, wish, agree))

    async def resign(self) -> None:
        """Give up the game; in a team, ask the teammates to."""
        await self.request(Resign)

    async def resume(self) -> None:
        """End the pause."""
        await self.request(Resume)

    async def set_bot_pace(self, pace: BotPace) -> None:
        """Change the speed of bots."""
        await self.request(lambda request_id: SetBotPace(request_id, pace))

    async def allow_programs(self, *, allow: bool) -> None:
        """Let programs take seats at this host's table, or no longer."""
        await self.request(lambda request_id: AllowPrograms(request_id, allow))

    async def say(self, text: str) -> None:
        await self.request(lambda request_id: Say(request_id, text))

    async def react(self, reaction: Reaction) -> None:
        """Send a quick reaction to everybody at the table."""
        await self.request(lambda request_id: React(request_id, reaction))

    async def remove(self, person: PersonId) -> None:
        """Remove a person from this host's table, before the deal."""
        await self.request(lambda request_id: Remove(request_id, person))

    async def invite_again(self, person: PersonId) -> None:
        """Let a removed person come back."""
        await self.request(lambda request_id: InviteAgain(request_id, person))

    async def report(self, number: int, why: str = "") -> None:
        """Report a chat message to the operator."""
        await self.request(lambda request_id: Report(request_id, number, why))

    async def request(self, make: Callable[[RequestId], TableRequest]) -> FromTable:
        """Send a request under a new id and return its response."""
        return await self.resend(make(RequestId(secrets.token_hex(8))))

    async def resend(self, request: TableRequest) -> FromTable:
        """Send a request under its own id: the server carries out each id only once."""
        return await self._socket.request(request)

    async def send(self, message: FromClient) -> None:
        await self._socket.send(message)

    async def close(self) -> None:
        """Close the connection before the end of the `async with` block."""
        await self._socket.close()

    # Waiting

    async def my_turn(self) -> None:
        """Wait until the game waits for this player, or is over."""
        await self.until(self._is_my_turn_or_over)

    def _is_my_turn_or_over(self) -> bool:
        if self.latest is None:
            return False
        is_awaited = self.seat in self.latest.awaited and self.latest.member in (None, self.member)
        return self.latest.outcome is not None or is_awaited

    async def closed(self) -> None:
        """Wait until the connection is closed."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closed)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until messages have made the condition true."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closed or condition())
        if not condition():
            raise Disconnected

    # Messages from the table

    async def fetch_earlier(self) -> None:
        """Fetch the steps that did not fit into the welcome."""
        await self._log.fetch_earliest()

    async def stop_fetching(self) -> None:
        """Cancel what is still being fetched, because the connection is closed."""
        await self._updates.stop()

    async def read(self) -> None:
        """Handle the table's messages until the socket closes."""
        async for message in self._socket.messages():
            await self._handle(message)
        self._closed = True
        await self._notify()

    async def _handle(self, message: FromTable) -> None:
        match message:
            case TableChanged():
                self.table, self.seat = message.table, message.seat
                self.member, self.ending = message.member, message.ending
                self.resigning = message.resigning
            case Update():
                await self._updates.add(message)
            case Progress() if self.latest is not None:
                self.latest = msgspec.structs.replace(self.latest, progress=message.progress)
            case Said():
                self.said.append(message)
            case Probe(number):
                # If the socket has just closed, the loop over its messages ends next.
                with contextlib.suppress(Disconnected):
                    await self.send(Echo(number))
            case Done() | Checked() | History() | Hints() | Refused():
                self._socket.resolve(message.id, message)
            case _:
                pass
        await self._notify()

    async def _show(self, position: ViewerPosition) -> None:
        self.latest = position
        await self._notify()

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()
