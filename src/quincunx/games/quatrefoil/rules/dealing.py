"""Deal the tokens and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quincunx.core.chance import EVERYONE, NOBODY, Chance, Owner
from quincunx.games.quatrefoil.rules.cards import OpenCards
from quincunx.games.quatrefoil.state import SEATS
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS, Arrangement


class DealtCards(NamedTuple):
    """A new deal: the tokens, their target, and the position card of each seat."""

    tokens: Arrangement
    target: Arrangement
    positions: tuple[str, ...]


def deal_cards(chance: Chance, open_cards: OpenCards, *, is_race: bool) -> DealtCards:
    """Deal all tokens and cards; in a race nobody has looked at the cards yet."""
    tokens = _arrangement(chance.draw("tokens", (1,) * len(COLOURS), len(COLOURS)))
    positions = deal_positions(chance, open_cards, is_race=is_race)
    if open_cards.dual:
        target = _arrangement(chance.draw("colours", (1,) * len(COLOURS), len(COLOURS)))
    else:
        colours = _one_each(chance, "colours", COLOURS, face_up=open_cards.colours, is_race=is_race)
        target = _target(positions, colours)
    return DealtCards(tokens, target, positions)


def deal_positions(chance: Chance, open_cards: OpenCards, *, is_race: bool) -> tuple[str, ...]:
    """Deal a position card to each seat."""
    return _one_each(chance, "positions", POSITIONS, face_up=open_cards.positions, is_race=is_race)


def _one_each(
    chance: Chance, stream: str, cards: Sequence[str], *, face_up: bool, is_race: bool
) -> tuple[str, ...]:
    """Deal one card to each seat: face up, to its owner, or (in a race) to nobody yet."""
    left = (1,) * len(cards)
    dealt = []
    for seat in range(SEATS):
        to: Owner = EVERYONE if face_up else NOBODY if is_race else seat
        (card,), left = chance.deal(stream, left, 1, to=to)
        dealt.append(cards[card])
    return tuple(dealt)


def _target(positions: Sequence[str], colours: Sequence[str]) -> Arrangement:
    """Return the arrangement that the cards of all seats describe."""
    (free,) = set(COLOURS) - set(colours)
    northwest, northeast, southeast, southwest = (
        colours[positions.index(position)] for position in POSITIONS
    )
    return northwest, northeast, southeast, southwest, free


def _arrangement(kinds: tuple[int, ...]) -> Arrangement:
    a, b, c, d, e = kinds
    return COLOURS[a], COLOURS[b], COLOURS[c], COLOURS[d], COLOURS[e]
