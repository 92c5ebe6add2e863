"""The public part of the lobby at one moment, and its messages, each encoded once."""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

import msgspec

from quincunx.wire import LobbyChanged, LobbySnapshot, ResultCard, TableCard, TableId

TableCards = tuple[TableCard, ...]

encode = msgspec.json.Encoder().encode


class PublicLobby:
    """The public tables and recent results, which look the same to everybody."""

    def __init__(
        self,
        listed: Sequence[TableCard] = (),
        recent: Sequence[ResultCard] = (),
        more: int = 0,
    ) -> None:
        """`more` is the number of public tables that are not listed."""
        self.open = tuple(listed)
        self.recent = tuple(recent)
        self.more = more
        self._snapshot: bytes | None = None
        """The message for a connection without tables of its own."""
        self._changes_since: WeakKeyDictionary[PublicLobby, bytes] = WeakKeyDictionary()
        """By earlier lobby, the encoded difference from it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicLobby) and self._parts == other._parts

    __hash__ = object.__hash__

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.open, self.recent, self.more

    def snapshot_for(self, own: TableCards) -> LobbySnapshot:
        """Return the whole lobby of one person, with their own tables marked among the public."""
        own_cards = {card.id: card for card in own}
        listed = tuple(own_cards.get(card.id, card) for card in self.open)
        return LobbySnapshot(listed, own, self.recent, self.more)

    def encode_first(self, own: TableCards) -> bytes:
        """Return the first message to a connection that is then sent only changes."""
        if own:
            return encode(LobbySnapshot(self.open, own, self.recent, self.more))
        if self._snapshot is None:
            self._snapshot = encode(LobbySnapshot(self.open, (), self.recent, self.more))
        return self._snapshot

    def encode_changes(self, before: PublicLobby) -> bytes:
        """Return the message with the changes since an earlier lobby."""
        if before not in self._changes_since:
            changes = LobbyChanged(
                open=_changed(before.open, self.open),
                closed=_removed(before.open, self.open),
                recent=self.recent if self.recent != before.recent else None,
                more=self.more if self.more != before.more else None,
            )
            self._changes_since[before] = encode(changes)
        return self._changes_since[before]


def _changed(before: TableCards, now: TableCards) -> TableCards:
    known = {card.id: card for card in before}
    return tuple(card for card in now if known.get(card.id) != card)


def _removed(before: TableCards, now: TableCards) -> tuple[TableId, ...]:
    left = {card.id for card in now}
    return tuple(card.id for card in before if card.id not in left)
