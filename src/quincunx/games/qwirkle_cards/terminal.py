"""The table and the hand as text, for the terminal."""

from __future__ import annotations

from quincunx.core.messages import Message, pattern, render
from quincunx.games.qwirkle_cards.state import QwirkleCardsView

_STYLES = {
    "R": "bold red",
    "O": "bold dark_orange",
    "Y": "bold yellow",
    "G": "bold green",
    "B": "bold blue",
    "P": "bold magenta",
}


def board(view: QwirkleCardsView) -> str:
    """Return the sets by shape, the sets by colour and the hand as lines of text."""
    shapes = [cards for cards in view.table if len({card[1] for card in cards}) == 1]
    colours = [cards for cards in view.table if cards not in shapes]
    lines = [*map(_set, shapes), *([""] if shapes and colours else []), *map(_set, colours)]
    lines += ["", _standing(view)]
    if view.seat is not None:
        hand = " ".join(map(_card, view.hands[view.seat] or ()))
        lines.append(f"{pattern('qwirkle_cards.terminal.hand')}   {hand}")
    return "\n".join(lines)


def _standing(view: QwirkleCardsView) -> str:
    made = "  ".join(str(len(qwirkles)) for qwirkles in view.qwirkles)
    messages = (
        Message("qwirkle_cards.board.deck", {"count": view.deck}),
        Message("qwirkle_cards.terminal.qwirkles", {"made": made}),
    )
    return "   ".join(map(render, messages))


def _set(cards: tuple[str, ...]) -> str:
    return rf"\[{' '.join(map(_card, cards))}]"


def _card(card: str) -> str:
    return f"[{_STYLES[card[0]]}]{card}[/]"
