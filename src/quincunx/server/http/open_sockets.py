"""The open sockets of this process: how many there are, and which to close with a session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import MAX_SOCKETS_PER_ADDRESS, MAX_SOCKETS_PER_PERSON
from quincunx.wire import (
    Person,
    PersonId,
)

CloseSocket = Callable[[], None]


class TooManySockets(TableError):
    """The person, or the address, has the maximum number of sockets open."""

    status = 429


class OpenSockets:
    """Counts sockets by address and by person, and closes those of a person."""

    def __init__(self) -> None:
        self._by_address: dict[str, set[CloseSocket]] = {}
        self._by_person: dict[str, set[CloseSocket]] = {}
        """By the id of the person."""

    @contextmanager
    def track(self, address: str, person: Person | None, close: CloseSocket) -> Iterator[None]:
        """Count a socket while the context is active; raise `TooManySockets` above the limit."""
        groups = [(self._by_address, address, MAX_SOCKETS_PER_ADDRESS)]
        if person is not None:
            groups.append((self._by_person, person.id, MAX_SOCKETS_PER_PERSON))
        if any(len(group.get(key, ())) >= limit for group, key, limit in groups):
            raise TooManySockets("table.refusal.too_many_sockets")
        for group, key, _ in groups:
            group.setdefault(key, set()).add(close)
        try:
            yield
        finally:
            for group, key, _ in groups:
                group[key].remove(close)
                if not group[key]:
                    del group[key]

    def close_all_of(self, person_id: PersonId) -> None:
        """Close the sockets of a person, whose client may reconnect if its session is valid."""
        for close in self._by_person.get(person_id, ()):
            close()
