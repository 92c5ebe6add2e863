"""The same reckoning as `division`, compiled: for whoever asks thousands of times.

Whoever imports this waits for numba. A multiset of cards is an array with a number for each kind.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quincunx.core.compiled import compiled
from quincunx.games.qwirkle_cards.cards import COPIES, KINDS, SIX
from quincunx.games.qwirkle_cards.division import LINES
from quincunx.games.qwirkle_cards.sets import SMALLEST

Array = npt.NDArray[np.int64]

WAYS = 16
"""So many ways to take the most Qwirkles with the same cards are told apart; more hardly occur."""


@compiled
def kind_at(line: int, place: int) -> int:
    """The kinds of a line: the colours come first, then the shapes."""
    return SIX * line + place if line < SIX else SIX * place + line - SIX


@compiled
def crossing(line: int, place: int) -> int:
    """The other line of that kind."""
    return SIX + place if line < SIX else place


@compiled
def _highest(most: Array, line: int) -> int:
    """The highest level that the line can fill if it gets every card."""
    for level in range(1, COPIES + 1):
        held = 0
        for place in range(SIX):
            held += min(most[kind_at(line, place)], level)
        if held < SMALLEST * level:
            return level - 1
    return COPIES


@compiled
def _take(start: int, levels: Array, free: Array, held: Array, asked: Array) -> bool:
    """Gets one card more for a line, from a crossing line if that finds another, and so on."""
    queue = np.empty(LINES, np.int64)
    queue[0], first, last = start, 0, 1
    for line in range(LINES):
        asked[line] = -1
    asked[start] = start
    while first < last:
        line = queue[first]
        first += 1
        for place in range(SIX):
            if held[line, place] == levels[line]:
                continue
            kind = kind_at(line, place)
            if free[kind] > 0:
                free[kind] -= 1
                held[line, place] += 1
                _hand_on(line, start, held, asked)
                return True
            other = crossing(line, place)
            if asked[other] < 0 and held[other, line % SIX] > 0:
                asked[other] = line
                queue[last] = other
                last += 1
    return False


@compiled
def _hand_on(line: int, start: int, held: Array, asked: Array) -> None:
    """Each line on the way gives the card that it was asked for to the line that asked."""
    while line != start:
        asking = asked[line]
        held[line, asking % SIX] -= 1
        held[asking, line % SIX] += 1
        line = asking


@compiled
def _fills(most: Array, levels: Array) -> bool:
    """Whether the cards can be divided so that each line has what its level asks for."""
    free = most.copy()
    held = np.zeros((LINES, SIX), np.int64)
    short = np.zeros(LINES, np.int64)
    for line in range(LINES):
        level = levels[line]
        short[line] = SMALLEST * level
        if level == 0:
            continue
        # What no other line can use comes first.
        for place in range(SIX):
            kind = kind_at(line, place)
            if levels[crossing(line, place)] == 0:
                taken = min(free[kind], level, short[line])
                held[line, place] = taken
                free[kind] -= taken
                short[line] -= taken
    asked = np.zeros(LINES, np.int64)
    for line in range(LINES):
        for _ in range(short[line]):
            if not _take(line, levels, free, held, asked):
                return False
    return True


@compiled
def _raise_shapes(must: Array, levels: Array, tops: Array) -> bool:
    """Gives the shapes the levels that the colours' leave them; whether they can have them."""
    for shape in range(SIX):
        need = 0
        for colour in range(SIX):
            need = max(need, must[SIX * colour + shape] - levels[colour])
        if need > tops[SIX + shape]:
            return False
        levels[SIX + shape] = need
    return True


@compiled
def can_lie(must: Array, most: Array) -> bool:
    """Whether all of `must` and any of what `most` has beyond it can lie in sets."""
    tops = np.empty(LINES, np.int64)
    for line in range(LINES):
        tops[line] = _highest(most, line)
    for colour in range(SIX):
        needed = 0
        for place in range(SIX):
            kind = SIX * colour + place
            if must[kind] > tops[colour] + tops[SIX + place]:
                return False
            needed = max(needed, must[kind])
        tops[colour] = min(tops[colour], needed)
    levels = np.zeros(LINES, np.int64)
    while True:
        if _raise_shapes(must, levels, tops) and _fills(most, levels):
            return True
        colour = 0
        while colour < SIX and levels[colour] == tops[colour]:
            levels[colour] = 0
            colour += 1
        if colour == SIX:
            return False
        levels[colour] += 1


# Qwirkles: a taking says how many are taken from each line, two bits a line


@compiled
def full(most: Array, line: int) -> int:
    """How many Qwirkles the line could give if nothing else mattered."""
    fewest = COPIES
    for place in range(SIX):
        fewest = min(fewest, most[kind_at(line, place)])
    return fewest


@compiled
def _lift(line: int, must: Array, most: Array) -> int:
    """Takes a Qwirkle of the line away, from the table where it can; how many came from a hand."""
    from_hand = 0
    for place in range(SIX):
        kind = kind_at(line, place)
        most[kind] -= 1
        if must[kind] > 0:
            must[kind] -= 1
        else:
            from_hand += 1
    return from_hand


@compiled
def _can_be_left(must: Array, most: Array, played: bool) -> bool:
    """Whether the rest can lie in sets, with a card of the hand unless one is played already."""
    if played:
        return can_lie(must, most)
    for kind in range(KINDS):
        if most[kind] > must[kind]:
            must[kind] += 1
            fine = can_lie(must, most)
            must[kind] -= 1
            if fine:
                return True
    return False


@compiled
def _copy(cards: Array, to: Array) -> None:
    """As `to[:] = cards` would, but that takes seconds to compile."""
    for kind in range(KINDS):
        to[kind] = cards[kind]


@compiled
def _search(table: Array, all_cards: Array, played: bool, best: Array, found: Array) -> None:
    """The takings with the most Qwirkles: `best` gets how many, and how many takings it `found`.

    `all_cards` are the table's and those that may be played. The lines that could give Qwirkles
    give them one after the other, as many as they can first; row by row of `must` and `most` is
    what is then left.
    """
    lines = np.empty(LINES + 1, np.int64)
    last = 0
    for line in range(LINES):
        if full(all_cards, line) > 0:
            lines[last] = line
            last += 1
    must = np.empty((last + 1, KINDS), np.int64)
    most = np.empty((last + 1, KINDS), np.int64)
    fresh = np.zeros(last + 1, np.int64)
    untried = np.zeros(last + 1, np.int64)
    _copy(table, must[0])
    _copy(all_cards, most[0])
    step, taken, taking = 0, 0, 0
    untried[0] = full(all_cards, lines[0]) if last else 0
    while step >= 0:
        if step == last:
            if taken >= best[0] + (best[1] == len(found)) and _can_be_left(
                must[step], most[step], played or fresh[step] > 0
            ):
                if taken > best[0]:
                    best[0], best[1] = taken, 0
                found[best[1]] = taking
                best[1] += 1
            step -= 1
            continue
        line = lines[step]
        before = taking >> 2 * line & 3
        taken -= before
        taking -= before << 2 * line
        many = untried[step]
        enough = best[0] + (best[1] == len(found))
        if many < 0 or _hope(most[step], lines, step, last, taken) < enough:
            step -= 1
            continue
        untried[step] -= 1
        taken += many
        taking += many << 2 * line
        _copy(must[step], must[step + 1])
        _copy(most[step], most[step + 1])
        fresh[step + 1] = fresh[step]
        for _ in range(many):
            fresh[step + 1] += _lift(line, must[step + 1], most[step + 1])
        step += 1
        untried[step] = full(most[step], lines[step]) if step < last else 0


@compiled
def _hope(most: Array, lines: Array, step: int, last: int, taken: int) -> int:
    """No more Qwirkles than this can come, if the lines did not get into each other's way."""
    for later in range(step, last):
        taken += full(most, lines[later])
    return taken


@compiled
def most_qwirkles(table: Array, hand: Array) -> int:
    """How many Qwirkles the hand can make at this table; −1: it cannot play at all."""
    best = np.array([-1, 0])
    all_cards = table.copy()
    for kind in range(KINDS):
        all_cards[kind] += hand[kind]
    _search(table, all_cards, False, best, np.empty(1, np.int64))
    return int(best[0])


@compiled
def best_takings(cards: Array, found: Array) -> tuple[int, int]:
    """If just these cards are on the table: how many Qwirkles they give, and in how many ways."""
    best = np.array([-1, 0])
    _search(cards, cards, True, best, found)
    return int(best[0]), int(best[1])


# Plays: which cards of a hand, as bits, and which taking


@compiled
def is_first_of_its_kind(hand: Array, bits: int) -> bool:
    """Whether of equal cards the earlier ones are chosen: each choice of cards counts once."""
    for place in range(1, len(hand)):
        if hand[place] == hand[place - 1] and bits >> place & 1 > bits >> (place - 1) & 1:
            return False
    return True


@compiled
def with_cards(table: Array, hand: Array, bits: int) -> Array:
    """The table with the chosen cards of the hand."""
    cards = table.copy()
    for place in range(len(hand)):
        cards[hand[place]] += bits >> place & 1
    return cards


@compiled
def without_qwirkles(cards: Array, taking: int) -> Array:
    """What is left on the table."""
    left = cards.copy()
    for line in range(LINES):
        for place in range(SIX):
            left[kind_at(line, place)] -= taking >> 2 * line & 3
    return left


@compiled
def all_plays(table: Array, hand: Array, most: int) -> Array:
    """Every choice of cards that can be played, with each taking of the most Qwirkles it gives.

    Rows of (bits, Qwirkles, taking), no more than `most`; `hand` is sorted.
    """
    plays = np.empty((most, 3), np.int64)
    number = 0
    found = np.empty(WAYS, np.int64)
    for bits in range(1, 1 << len(hand)):
        if is_first_of_its_kind(hand, bits):
            taken, ways = best_takings(with_cards(table, hand, bits), found)
            for way in range(ways):
                if number < most:
                    plays[number, 0], plays[number, 1], plays[number, 2] = bits, taken, found[way]
                    number += 1
    return plays[:number]


@compiled
def tables_after(table: Array, hand: Array, plays: Array) -> Array:
    """What each of the plays leaves on the table, row by row."""
    tables = np.empty((len(plays), KINDS), np.int64)
    for row in range(len(plays)):
        left = without_qwirkles(with_cards(table, hand, plays[row, 0]), plays[row, 2])
        _copy(left, tables[row])
    return tables


@compiled
def replies(tables: Array, hands: Array) -> Array:
    """How many Qwirkles could be made of each table, with each hand.

    `hands` has a row of hands for each table, or one for all.
    """
    found = np.empty((len(tables), hands.shape[1]), np.int64)
    for row in range(len(tables)):
        for column in range(hands.shape[1]):
            found[row, column] = most_qwirkles(tables[row], hands[row % len(hands), column])
    return found
