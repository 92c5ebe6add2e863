"""The sets and the hand as text, and help for players, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from quincunx.core.messages import Message, render
from quincunx.core.terminal import TerminalHelp, seat_name, standing
from quincunx.games.qwirkle_cards.draft_editor import (
    QwirkleCardsEditor,
    card_text,
    numbered_sets,
    ordered_table,
)
from quincunx.games.qwirkle_cards.state import QwirkleCardsView


def board(view: QwirkleCardsView, names: Sequence[str] = ()) -> str:
    """Return the sets by shape, the sets by colour and the visible hands as lines of text."""
    lines = [*numbered_sets(ordered_table(view)), "", *standing_lines(view, names)]
    if view.seat is not None:
        lines += ["", hand_line(view.hands[view.seat] or ())]
    elif any(view.hands):
        lines += ["", *_all_hands(view, names)]
    return "\n".join(lines)


def standing_lines(view: QwirkleCardsView, names: Sequence[str]) -> list[str]:
    """Return the size of the deck, and each player's Qwirkles."""
    made = [
        render(Message("qwirkle_cards.board.seat_qwirkles", {"count": len(qwirkles)}))
        for qwirkles in view.qwirkles
    ]
    deck = render(Message("qwirkle_cards.board.deck", {"count": view.deck}))
    return [deck, standing(names, made, view.turn)]


def _all_hands(view: QwirkleCardsView, names: Sequence[str]) -> list[str]:
    """Return the hands that a viewer without a seat may see, with the players' names."""
    return [
        f"{seat_name(names, seat)}   {' '.join(map(card_text, hand))}"
        for seat, hand in enumerate(view.hands)
        if hand is not None
    ]


def hand_line(cards: Sequence[str]) -> str:
    shown = " ".join(map(card_text, cards))
    return render(Message("qwirkle_cards.terminal.hand", {"cards": shown}))


def _goal(view: QwirkleCardsView) -> Message | None:
    """Say what to do now, as the page does."""
    if view.phase == "over":
        return None
    if len(view.sizes) == 1:
        return Message("qwirkle_cards.goal.puzzle")
    if view.phase == "redraw" and view.turn == view.seat:
        return Message("qwirkle_cards.goal.redraw")
    if view.turns_left is not None:
        return Message("qwirkle_cards.goal.last_turns")
    return Message("qwirkle_cards.goal.play" if view.table else "qwirkle_cards.goal.first")


def _examples(view: QwirkleCardsView) -> tuple[str, ...]:
    return ("[Rc Rs Rd]", "[Rc Rs Rd] > [Rc Rs Rd Rx]", "redraw")


HELP = TerminalHelp(
    goal=_goal,
    examples=_examples,
    legend=Message("qwirkle_cards.terminal.legend"),
    editor=lambda: QwirkleCardsEditor(standing_lines, hand_line),
)
