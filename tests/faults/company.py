"""What people do beside their moves: they talk, pause, and take moves back if the others agree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from quincunx.wire import Answer, Propose, RequestId, Resume, Say, Table, TableRequest
from tests.faults.memory import Memory

# How often people do what people do, whenever there is something new.
SAYS = 0.03
PAUSES = 0.02
REGRETS = 0.8
"""A move, where it may be taken back."""
GRANTS = 0.8
"""The others' regrets; a pause is granted always."""
GOES_ON = 0.2
"""After a pause."""


def says(memory: Memory, names: Iterator[str], rng: Random) -> TableRequest | None:
    """Something that nobody else says."""
    if memory.table is None or memory.table.quiet or rng.random() >= SAYS:
        return None
    name = next(names)
    return Say(RequestId(name), f"I say {name}.")


def wishes(memory: Memory, table: Table, names: Iterator[str], rng: Random) -> TableRequest | None:
    """What somebody who plays wants of the others, or grants them."""
    proposal, position = table.proposal, memory.position
    if table.paused:
        return Resume(RequestId(next(names))) if rng.random() < GOES_ON else None
    if proposal is not None:
        if all(person.id != memory.person.id for person in proposal.waiting):
            return None
        agrees = proposal.wish == "pause" or rng.random() < GRANTS
        return Answer(RequestId(next(names)), proposal.wish, agrees)
    if position is not None and position.can_take_back and rng.random() < REGRETS:
        return Propose(RequestId(next(names)), "take_back")
    return Propose(RequestId(next(names)), "pause") if rng.random() < PAUSES else None
