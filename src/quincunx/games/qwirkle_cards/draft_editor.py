"""Rearrange the sets in the terminal: `lay Rc Rs Rd`, `add Rx to 2`, `move Bs from 1`, `done`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NoReturn

from quincunx.core.errors import MalformedMove
from quincunx.core.messages import Arg, pattern, render
from quincunx.core.rules import Fault
from quincunx.core.terminal import DraftEditor
from quincunx.games.qwirkle_cards.cards import CARD_TEXTS, CardTexts
from quincunx.games.qwirkle_cards.notation import parse_cards
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft, QwirkleCardsView

_STYLES: Final = {
    "R": "bold red",
    "O": "bold dark_orange",
    "Y": "bold yellow",
    "G": "bold green",
    "B": "bold blue",
    "P": "bold magenta",
}
_ADD: Final = re.compile(r"add\s+(?P<cards>.+?)\s+to\s+(?P<to>[0-9]{1,2})", re.IGNORECASE)
_MOVE: Final = re.compile(
    r"move\s+(?P<cards>.+?)\s+from\s+(?P<from>[0-9]{1,2})\s+to\s+(?P<to>[0-9]{1,2}|new)",
    re.IGNORECASE,
)
_MOST_FAULTS: Final = 4
"""The number of faults that are listed at once."""


def ordered_table(view: QwirkleCardsView) -> list[CardTexts]:
    """Return the sets as they are numbered: those of a shape, then those of a colour."""
    return sorted(view.table, key=lambda cards: len({card[1] for card in cards}) > 1)


def numbered_sets(sets: Sequence[CardTexts], changed: Sequence[int] = ()) -> list[str]:
    """Return a line for each set; * marks the sets with these indices."""
    if not sets:
        return [f"  {pattern('qwirkle_cards.board.table_empty')}"]
    return [
        f"{number:>3}{'*' if number - 1 in changed else ' '} {' '.join(map(card_text, cards))}"
        for number, cards in enumerate(sets, 1)
    ]


def card_text(card: str) -> str:
    return f"[{_STYLES[card[0]]}]{card}[/]"


class QwirkleCardsEditor(DraftEditor):
    """The sets as the player rearranges them in this turn."""

    commands = (
        ("lay Rc Rs Rd", "qwirkle_cards.terminal.help.lay"),
        ("add Rx to 2", "qwirkle_cards.terminal.help.add"),
        ("move Bs from 1 to 3", "qwirkle_cards.terminal.help.move"),
        ("move Bs from 1 to new", "qwirkle_cards.terminal.help.move_new"),
        ("reset", "qwirkle_cards.terminal.help.reset"),
        ("done", "qwirkle_cards.terminal.help.done"),
    )

    def __init__(
        self,
        standing: Callable[[QwirkleCardsView, Sequence[str]], list[str]],
        hand_line: Callable[[Sequence[str]], str],
    ) -> None:
        self._standing, self._hand_line = standing, hand_line
        self._position: object = None
        self._sets: list[CardTexts] = []

    def update(self, view: QwirkleCardsView) -> None:
        hand = None if view.seat is None else view.hands[view.seat]
        if (view.table, hand) != self._position:
            self._position = (view.table, hand)
            self._sets = ordered_table(view)

    def draft(self) -> QwirkleCardsDraft:
        return QwirkleCardsDraft(tuple(self._sets))

    def example(self, view: QwirkleCardsView) -> str:
        if self._changed(view):
            is_right = all(map(_is_set, self._sets))
            return "done" if is_right else "reset"
        hand = sorted(set(self._rest(view)))
        for part in (0, 1):
            for value in sorted({card[part] for card in hand}):
                alike = [card for card in hand if card[part] == value]
                if len(alike) >= MIN_SET_SIZE:
                    return f"lay {' '.join(alike[:MIN_SET_SIZE])}"
        return next(
            (
                f"add {card} to {number}"
                for card in hand
                for number, cards in enumerate(self._sets, 1)
                if _is_set((*cards, card))
            ),
            "",
        )

    # Commands

    def edit(self, typed: str, view: QwirkleCardsView) -> bool:
        word, _, rest = typed.strip().partition(" ")
        match word.lower():
            case "lay":
                self._sets.append(self._from_hand(rest, view))
            case "add":
                self._add(typed.strip(), view)
            case "move":
                self._move(typed.strip())
            case "reset":
                self._sets = ordered_table(view)
            case _:
                return False
        self._sets = [cards for cards in self._sets if cards]
        return True

    def move(self, typed: str, view: QwirkleCardsView) -> str | None:
        if typed.lower() != "done":
            return None
        before, after = (_countable(sets) for sets in (view.table, self._sets))
        if before == after:
            _refuse("nothing_laid")
        old, new = (before - after).elements(), (after - before).elements()
        return " > ".join(filter(None, (_notation(old), _notation(new))))

    def _add(self, typed: str, view: QwirkleCardsView) -> None:
        found = _ADD.fullmatch(typed)
        if found is None:
            _refuse("how_to_add")
        number = self._index(found["to"])
        self._sets[number] += self._from_hand(found["cards"], view)

    def _move(self, typed: str) -> None:
        found = _MOVE.fullmatch(typed)
        if found is None:
            _refuse("how_to_move")
        cards, source = _parse(found["cards"]), self._index(found["from"])
        left = list(self._sets[source])
        for card in cards:
            if card not in left:
                _refuse("not_in_set", card=card, number=source + 1)
            left.remove(card)
        if found["to"].lower() == "new":
            self._sets.append(cards)
        else:
            self._sets[self._index(found["to"])] += cards
            if source == self._index(found["to"]):
                return
        self._sets[source] = tuple(left)

    def _from_hand(self, text: str, view: QwirkleCardsView) -> CardTexts:
        cards, rest = _parse(text), Counter(self._rest(view))
        for card in cards:
            if not rest[card]:
                _refuse("not_in_hand", card=card)
            rest[card] -= 1
        return cards

    def _index(self, number: str) -> int:
        if not 1 <= int(number) <= len(self._sets):
            _refuse("no_such_set", number=int(number))
        return int(number) - 1

    def _rest(self, view: QwirkleCardsView) -> tuple[str, ...]:
        """Return the cards of the hand that are not laid yet."""
        held = Counter(() if view.seat is None else view.hands[view.seat] or ())
        held += Counter(card for cards in view.table for card in cards)
        return tuple((held - Counter(card for cards in self._sets for card in cards)).elements())

    # The drawing

    def draw(self, view: QwirkleCardsView, names: Sequence[str], faults: Sequence[Fault]) -> str:
        changed = self._changed(view)
        lines = [*numbered_sets(self._sets, changed), "", *self._standing(view, names), ""]
        lines.append(self._hand_line(self._rest(view)))
        if changed:
            wrong = dict.fromkeys(render(fault.message) for fault in faults)
            lines += ["", *(f"! {text}" for text in [*wrong][:_MOST_FAULTS])]
            if not wrong:
                lines.append(pattern("qwirkle_cards.terminal.all_right"))
        return "\n".join(lines)

    def _changed(self, view: QwirkleCardsView) -> list[int]:
        """Return the indices of the sets that were not on the table."""
        before = _countable(view.table)
        changed = []
        for index, cards in enumerate(self._sets):
            key = tuple(sorted(cards))
            if before[key]:
                before[key] -= 1
            else:
                changed.append(index)
        return changed


def _is_set(cards: CardTexts) -> bool:
    colours, shapes = {card[0] for card in cards}, {card[1] for card in cards}
    is_large_enough = len(set(cards)) == len(cards) >= MIN_SET_SIZE
    return is_large_enough and 1 in (len(colours), len(shapes))


def _countable(sets: Sequence[CardTexts]) -> Counter[CardTexts]:
    return Counter(tuple(sorted(cards)) for cards in sets)


def _notation(sets: Iterable[CardTexts]) -> str:
    return " ".join(f"[{' '.join(cards)}]" for cards in sets)


def _parse(text: str) -> CardTexts:
    cards = parse_cards(text)
    if not cards:
        _refuse("not_cards", text=text)
    return tuple(CARD_TEXTS[kind] for kind in cards)


def _refuse(reason: str, **args: Arg) -> NoReturn:
    raise MalformedMove(f"qwirkle_cards.terminal.refusal.{reason}", **args)
