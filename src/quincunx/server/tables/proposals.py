"""What people at a table decide together: one wish at a time, and the first “no” ends it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from quincunx.server.common.errors import NotAllowed
from quincunx.wire import Person, Proposal, Wish


class Proposals:
    """The wish that is on the table, if there is one."""

    def __init__(self) -> None:
        self.open: Proposal | None = None

    @property
    def stored(self) -> str | None:
        """As the store keeps it."""
        return None if self.open is None else msgspec.json.encode(self.open).decode()

    def make(self, wish: Wish, by: Person, seat: int, others: Iterable[Person]) -> bool:
        """Whether it is granted at once: nobody else has a say."""
        if self.open is not None:
            if (self.open.wish, self.open.by.id, self.open.seat) == (wish, by.id, seat):
                return False  # sent twice, proposed once
            raise NotAllowed("table.refusal.already_proposed")
        waiting = tuple(others)
        if waiting:
            self.open = Proposal(wish, by, seat, waiting)
        return not waiting

    def answer(self, person: Person, wish: Wish, *, agree: bool) -> Proposal | None:
        """The proposal, if this answer was the last that it needed."""
        proposal = self.open
        if (
            proposal is None
            or proposal.wish != wish
            or not _is_among(person, (proposal.by, *proposal.waiting))
        ):
            raise NotAllowed("table.refusal.nothing_proposed")
        if not agree:
            self.open = None
            return None
        waiting = tuple(other for other in proposal.waiting if other.id != person.id)
        self.open = (
            Proposal(proposal.wish, proposal.by, proposal.seat, waiting) if waiting else None
        )
        return None if waiting else proposal

    def drop(self, wish: Wish | None = None) -> None:
        """It has become pointless; with a wish, only if it is that one."""
        if self.open is not None and wish in (None, self.open.wish):
            self.open = None


def _is_among(person: Person, people: Iterable[Person]) -> bool:
    """By id: somebody may have taken another name meanwhile."""
    return any(person.id == other.id for other in people)
