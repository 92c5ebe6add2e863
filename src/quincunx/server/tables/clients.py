"""The clients of one live table: who is connected, and under which names people are shown."""

from __future__ import annotations

from quincunx.server.tables.interfaces import RunnableTable
from quincunx.server.tables.state.table_state import (
    known_people,
    renamed,
    with_arrival,
    with_departure,
    with_elsewhere,
    with_hidden,
)
from quincunx.server.tables.view.audience import Audience, ConnectedClient
from quincunx.server.tables.view.table_info import looks_the_same
from quincunx.wire import Person, PersonId


class TableClients:
    """Adds and removes clients, and tells the others who is connected."""

    def __init__(self, table: RunnableTable, audience: Audience) -> None:
        self._table = table
        self._audience = audience

    def add(self, client: ConnectedClient, since: int | None) -> None:
        """Welcome a client that has seen the game up to version `since`."""
        table, person_id = self._table, client.person.id
        self._audience.welcome(client, table.state, since, table.services.now())
        table.update_locally(lambda state: with_arrival(state, person_id))
        self._update_hidden(person_id)
        self._send_presence()

    def remove(self, client: ConnectedClient) -> None:
        """Remove a client whose connection has closed."""
        self._audience.remove(client)
        table, person_id = self._table, client.person.id
        if not self._audience.has(person_id):
            now = table.services.clock.now()
            table.services.presence.discard(table.state.id, person_id)
            table.update_locally(lambda state: with_departure(state, person_id, now))
            table.schedule_wake_up()
        else:
            self._update_hidden(person_id)
        self._send_presence()

    def set_hidden(self, client: ConnectedClient, *, hidden: bool) -> None:
        """Note whether the page of a client is hidden: alerts then have to reach the person."""
        self._audience.set_hidden(client, hidden=hidden)
        self._update_hidden(client.person.id)

    def _update_hidden(self, person_id: PersonId) -> None:
        hidden = not self._audience.is_visible_to(person_id)
        self._table.update_locally(lambda state: with_hidden(state, person_id, hidden=hidden))
        self._table.services.presence.add(self._table.state.id, person_id, hidden=hidden)

    async def refresh_presence(self) -> None:
        """Find out who is connected through other processes."""
        table = self._table
        people, hidden = await table.services.presence.connected_elsewhere(table.state.id)
        before = table.state.attendance
        if (people, hidden) != (before.elsewhere, before.hidden_elsewhere):
            now = table.services.clock.now()
            table.update_locally(lambda state: with_elsewhere(state, people, hidden, now))
        if people != before.elsewhere:
            self._send_presence()
            table.schedule_wake_up()

    def rename(self, person: Person) -> None:
        """Take over a person's new name; tell the others only if the table shows that name.

        While the game forbids talking, a name would be a message, and stays as it was.
        """
        self._audience.rename(person)
        old = self._table.state
        if not old.fixed_names:
            self._table.update_locally(lambda state: renamed(state, {person.id: person}))
            if not looks_the_same(old, self._table.state):
                self._audience.send_table(self._table.state, self._table.services.now())

    def know(self, person_id: PersonId) -> bool:
        """Return whether a person plays, is the host, is connected or has written something."""
        is_known = any(person.id == person_id for person in known_people(self._table.state))
        return is_known or self._audience.has(person_id)

    def _send_presence(self) -> None:
        self._audience.send_presence(lambda: self._table.state, self._table.services.now)
