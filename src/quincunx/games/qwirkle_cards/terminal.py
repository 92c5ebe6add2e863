"""The table and the hand as text, for the terminal."""

from __future__ import annotations

from quincunx.games.qwirkle_cards.rules import View

_STYLES = {
    "R": "bold red",
    "O": "bold dark_orange",
    "Y": "bold yellow",
    "G": "bold green",
    "B": "bold blue",
    "P": "bold magenta",
}


def board(view: View) -> str:
    """Shape sets and colour sets, then the hand."""
    shapes = [cards for cards in view.table if len({card[1] for card in cards}) == 1]
    colours = [cards for cards in view.table if cards not in shapes]
    lines = [*map(_set, shapes), *([""] if shapes and colours else []), *map(_set, colours)]
    lines += ["", f"{view.deck} cards in the deck   Qwirkles {_qwirkles(view)}"]
    if view.seat is not None:
        lines.append("hand   " + " ".join(map(_card, view.hands[view.seat] or ())))
    return "\n".join(lines)


def _qwirkles(view: View) -> str:
    return "  ".join(str(len(made)) for made in view.qwirkles)


def _set(cards: tuple[str, ...]) -> str:
    return rf"\[{' '.join(map(_card, cards))}]"


def _card(card: str) -> str:
    return f"[{_STYLES[card[0]]}]{card}[/]"
