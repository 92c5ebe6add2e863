"""Whom an environment asks next and who may wait, as `quincunx.envs.table` decides it.

That module needs packages of the lab's environment. There a test compares the two.
"""

from __future__ import annotations

from typing import Any

from quincunx.core.rules import AnyRules


class Asking:
    """The seats that are still to be asked in this round, in order; the first is asked now."""

    def __init__(self, rules: AnyRules, state: Any) -> None:
        self._rules = rules
        self._begin(state)

    def _begin(self, state: Any) -> None:
        awaited = self._rules.awaited(state)
        optional = [seat for seat in self._rules.active(state) if seat not in awaited]
        self.seats, self.has_acted = [*optional, *awaited], False

    @property
    def seat(self) -> int:
        """The seat that is asked now."""
        return self.seats[0]

    def may_wait(self, state: Any) -> bool:
        """Whether the seat that is asked now may do nothing."""
        if self.has_acted:
            return True
        awaited = self._rules.awaited(state)
        others = self.seats[1:]
        return bool(others) and (
            self.seat not in awaited or any(each in awaited for each in others)
        )

    def answered(self, state: Any, *, has_acted: bool) -> None:
        """Go on to the next seat; `state` is the one after the answer."""
        self.has_acted |= has_acted
        active = self._rules.active(state)
        del self.seats[0]
        while self.seats and self.seats[0] not in active:
            del self.seats[0]
        if not self.seats:
            self._begin(state)
