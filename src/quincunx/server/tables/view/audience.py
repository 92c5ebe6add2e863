"""The clients of one table, and what each of them is sent.

What is sent follows from the states before and after a change, for changes of this process and of
others alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

import msgspec

from quincunx.core.match.drafts import DraftEntry
from quincunx.server.common.times import Now
from quincunx.server.tables.state.agreement import ending_for, resigning_for
from quincunx.server.tables.state.chat import latest_lines
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.vacations import has_same_vacations
from quincunx.server.tables.view.table_info import looks_the_same, table_info
from quincunx.server.tables.view.window import Window, is_covered, window_of
from quincunx.wire import (
    FromTable,
    Person,
    PersonId,
    Progress,
    TableChanged,
    Update,
    Welcome,
)

CROWD_SIZE: Final = 20
"""With more clients than this, who comes and goes is sent at intervals instead of at once."""

CROWD_INTERVAL_S: Final = 1.0
"""Seconds between two such messages: in a crowd each arrival would cost a message to everybody."""


class ConnectedClient(Protocol):
    """A connection to a table."""

    person: Person

    @property
    def delay(self) -> int:
        """Milliseconds that a message takes to the client and back, as measured here."""

    def send(self, message: FromTable) -> None: ...

    def send_text(self, *texts: bytes) -> None:
        """Send messages that have been encoded already, in one write."""

    def dismiss(self) -> None:
        """End the connection."""


class Reply(NamedTuple):
    """The answer to the request that caused a change."""

    client: ConnectedClient
    message: FromTable


class Audience:
    """The clients of one table that are connected to this process."""

    def __init__(self, shown_version: int, on_table_sent: Callable[[], None]) -> None:
        """`on_table_sent` is called when clients are sent how the table looks."""
        self._clients: set[ConnectedClient] = set()
        self._hidden: set[ConnectedClient] = set()
        """Those whose pages have said that they are hidden."""
        self._shown_version = shown_version
        """The last version that clients have been shown."""
        self._behind: dict[ConnectedClient, int | None] = {}
        """Clients that joined while the game was covered, with the last version they had seen."""
        self._on_table_sent = on_table_sent
        self._crowd_timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._clients)

    def has(self, person_id: PersonId) -> bool:
        """Return whether a person is connected."""
        return any(client.person.id == person_id for client in self._clients)

    def is_visible_to(self, person_id: PersonId) -> bool:
        """Return whether a person has a page here that is not hidden."""
        return any(
            client.person.id == person_id and client not in self._hidden for client in self._clients
        )

    def set_hidden(self, client: ConnectedClient, *, hidden: bool) -> None:
        """Note whether the page of a client is hidden."""
        if hidden and client in self._clients:
            self._hidden.add(client)
        else:
            self._hidden.discard(client)

    # Coming and going

    def welcome(
        self, client: ConnectedClient, state: TableState, since: int | None, now: Now
    ) -> None:
        """Add a client, and send it what it has missed since that version."""
        place = state.seating.place_of(client.person)
        seat, member = place or (None, 0)
        window = window_of(state, now)
        client.send(
            Welcome(
                you=client.person,
                seat=seat,
                member=member,
                table=table_info(state, now),
                invite=state.config.invite,
                steps=() if window is None else window.latest_steps(seat, since),
                position=None if window is None else window.position(seat),
                said=latest_lines(state.chat),
                ending=ending_for(state, place, now),
                resigning=resigning_for(state, place, now),
            )
        )
        self._clients.add(client)
        if window is not None and window.covered:
            self._behind[client] = since

    def remove(self, client: ConnectedClient) -> None:
        self._clients.discard(client)
        self._hidden.discard(client)
        self._behind.pop(client, None)

    def dismiss(self) -> None:
        """End all connections."""
        for client in tuple(self._clients):
            client.dismiss()

    def rename(self, person: Person) -> None:
        """Give the connections of a person the new name."""
        for client in self._clients:
            if client.person.id == person.id:
                client.person = person

    # Sending

    def broadcast(
        self, old: TableState, new: TableState, now: Now, reply: Reply | None = None
    ) -> None:
        """Send everybody what has changed.

        The reply to a move is sent with the update, in one write, before anything else is sent.
        """
        self._dismiss_removed(old, new)
        has_moved = new.version > self._shown_version and new.version > old.version
        # The end of the game comes after the move that ended it, but no move is shown in a pause,
        # which another process may have ended together with the game.
        has_ended = new.phase in ("over", "closed")
        end_comes_last = has_moved and has_ended and not old.clock.paused
        if not end_comes_last and not looks_the_same(old, new):
            self.send_table(new, now)
        first_new = old.chat.next_number
        for said in new.chat.lines:
            if said.number >= first_new:
                self._send_all(said)
        if new.match is not None and (
            new.version > self._shown_version
            or new.clock.paused != old.clock.paused
            or is_covered(new) != is_covered(old)
            or not has_same_vacations(old, new)
        ):
            self._send_updates(new, now, reply)
        elif reply is not None:
            reply.client.send(reply.message)
        if _last_draft(new) is not _last_draft(old):
            self._send_progress(new, now)
        if end_comes_last:
            self.send_table(new, now)

    def _dismiss_removed(self, old: TableState, new: TableState) -> None:
        """Disconnect the people whom the host has removed: they learn why when they reconnect."""
        if new.removed == old.removed:
            return
        removed = {person.id for person in new.removed} - {person.id for person in old.removed}
        for client in self._clients:
            if client.person.id in removed:
                client.dismiss()

    def send_presence(self, state: Callable[[], TableState], now: Callable[[], Now]) -> None:
        """Send who is connected: at once to a few clients, at intervals to a crowd."""
        if len(self._clients) <= CROWD_SIZE:
            self.send_table(state(), now())
            return

        def send() -> None:
            self._crowd_timer = None
            self.send_table(state(), now())

        if self._crowd_timer is None:
            loop = asyncio.get_running_loop()
            self._crowd_timer = loop.call_later(CROWD_INTERVAL_S, send)

    def send_table(self, state: TableState, now: Now) -> None:
        """Send everybody how the table looks."""
        if self._clients:
            table = table_info(state, now)
            texts: dict[tuple[int | None, int], bytes] = {}
            for client in self._clients:
                place = state.seating.place_of(client.person)
                key = place or (None, 0)
                if key not in texts:
                    seat, member = key
                    ending = ending_for(state, place, now)
                    resigning = resigning_for(state, place, now)
                    changed = TableChanged(table, seat, member, ending, resigning)
                    texts[key] = msgspec.json.encode(changed)
                client.send_text(texts[key])
        self._on_table_sent()

    def _send_updates(self, state: TableState, now: Now, reply: Reply | None) -> None:
        """Send everybody what has happened since they were last shown something."""
        window = window_of(state, now)
        assert window is not None, "there is a match"
        shown_version, behind = self._shown_version, self._behind
        if window.covered:
            # Steps that no client has seen because the game is covered are sent later.
            behind = {}
        else:
            self._shown_version, self._behind = state.version, {}
        texts: dict[tuple[int | None, int | None], bytes] = {}
        if reply is not None:
            client = reply.client
            update = self._update(client, state, window, behind.get(client, shown_version), texts)
            client.send_text(msgspec.json.encode(reply.message), update)
        for client in self._clients:
            if reply is None or client is not reply.client:
                since = behind.get(client, shown_version)
                client.send_text(self._update(client, state, window, since, texts))

    @staticmethod
    def _update(
        client: ConnectedClient,
        state: TableState,
        window: Window,
        since: int | None,
        texts: dict[tuple[int | None, int | None], bytes],
    ) -> bytes:
        """Return the encoded update of a client; clients with the same view share it."""
        place = state.seating.place_of(client.person)
        seat = None if place is None else place[0]
        if (seat, since) not in texts:
            # There may be more steps than fit into one message, if another process has made many
            # moves or the client came while the game was covered. It then requests the rest.
            steps = window.latest_steps(seat, since)
            texts[seat, since] = msgspec.json.encode(Update(steps, window.position(seat)))
        return texts[seat, since]

    def _send_progress(self, state: TableState, now: Now) -> None:
        window = window_of(state, now)
        progress = None if window is None else window.progress
        if progress is not None:
            self._send_all(Progress(progress))

    def _send_all(self, message: FromTable) -> None:
        text = msgspec.json.encode(message)
        for client in self._clients:
            client.send_text(text)


def _last_draft(state: TableState) -> DraftEntry | None:
    match = state.match
    return match.draft_log[-1] if match is not None and match.draft_log else None
