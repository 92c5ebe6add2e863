"""The lobby, put together from a snapshot and the changes after it."""

from __future__ import annotations

import msgspec

from quincunx.wire import LobbyChanged, LobbySnapshot


def apply_changes(lobby: LobbySnapshot, changed: LobbyChanged) -> LobbySnapshot:
    """Return the lobby after these changes."""
    tables = {card.id: card for card in (*lobby.open, *changed.open)}
    listed = [card for table_id, card in tables.items() if table_id not in changed.closed]
    # In the server's order: tables to join first, then the latest first.
    listed.sort(key=lambda card: (card.phase != "gathering", -card.since))
    return LobbySnapshot(
        open=tuple(listed),
        yours=lobby.yours if changed.yours is None else changed.yours,
        recent=lobby.recent if changed.recent is None else changed.recent,
        more=lobby.more if changed.more is None else changed.more,
    )


def with_own_cards(lobby: LobbySnapshot) -> LobbySnapshot:
    """Return the lobby with this person's own cards in place of the public ones."""
    own = {card.id: card for card in lobby.yours}
    listed = tuple(own.get(card.id, card) for card in lobby.open)
    return msgspec.structs.replace(lobby, open=listed)
