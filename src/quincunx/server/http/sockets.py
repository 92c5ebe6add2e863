"""Which sockets are open: so many at once, and closed together when a person's sessions end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from quincunx.server.common.errors import TableError
from quincunx.server.common.limits import SOCKETS_FROM_AN_ADDRESS, SOCKETS_OF_A_PERSON
from quincunx.wire import Person

HangUp = Callable[[], None]


class TooManySockets(TableError):
    """So many sockets are open already."""

    status = 429


class Sockets:
    """The sockets of this process, by address and by person."""

    def __init__(self) -> None:
        self._from: dict[str, set[HangUp]] = {}
        self._of: dict[str, set[HangUp]] = {}

    @contextmanager
    def opened(self, address: str, person: Person | None, hang_up: HangUp) -> Iterator[None]:
        """One more, as long as it is open; one too many is refused."""
        groups = [(self._from, address, SOCKETS_FROM_AN_ADDRESS)]
        if person is not None:
            groups.append((self._of, person.id, SOCKETS_OF_A_PERSON))
        if any(len(group.get(name, ())) >= most for group, name, most in groups):
            raise TooManySockets("table.refusal.too_many_sockets")
        for group, name, _ in groups:
            group.setdefault(name, set()).add(hang_up)
        try:
            yield
        finally:
            for group, name, _ in groups:
                group[name].remove(hang_up)
                if not group[name]:
                    del group[name]

    def dismiss(self, person_id: str) -> None:
        """Hangs up on a person; who may come back will."""
        for hang_up in self._of.get(person_id, ()):
            hang_up()
