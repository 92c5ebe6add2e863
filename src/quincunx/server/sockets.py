"""Which sockets are open: so many at once, and closed together when a person's sessions end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from quincunx.server.errors import TableError
from quincunx.server.limits import SOCKETS_FROM_AN_ADDRESS, SOCKETS_OF_A_PERSON
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
        with ExitStack() as groups:
            groups.enter_context(_among(self._from, address, SOCKETS_FROM_AN_ADDRESS, hang_up))
            if person is not None:
                groups.enter_context(_among(self._of, person.id, SOCKETS_OF_A_PERSON, hang_up))
            yield

    def dismiss(self, person_id: str) -> None:
        """Hangs up on a person; who may come back will."""
        for hang_up in self._of.get(person_id, ()):
            hang_up()


@contextmanager
def _among(groups: dict[str, set[HangUp]], name: str, most: int, hang_up: HangUp) -> Iterator[None]:
    group = groups.setdefault(name, set())
    if len(group) >= most:
        raise TooManySockets("table.refusal.too_many_sockets")
    group.add(hang_up)
    try:
        yield
    finally:
        group.remove(hang_up)
        if not group:
            del groups[name]
