"""Compiled search: what `layouts.division` decides, the most Qwirkles, and all plays of a hand.

Importing this module loads numba. A multiset of cards is an array with the number of cards of each
kind; lines and levels are explained in `layouts.division`.

All compiled functions are in this one file because numba's cache notices changes only of the file
that a function is defined in, not of the files of the functions that it calls.
"""

from __future__ import annotations

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit
from quincunx.games.qwirkle_cards.cards import COPIES, KINDS, SIX
from quincunx.games.qwirkle_cards.layouts.division import LINES
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE

MAX_QWIRKLES = KINDS * COPIES // SIX
"""The number of Qwirkles that all cards of the game make."""
MAX_TAKINGS = 16
"""The most takings with the most Qwirkles that are kept for the same cards."""
OTHER_TAKINGS_STEPS = 100
"""Steps after which a search looks only for more Qwirkles, not for other takings of as many."""


@jit
def kind_at(line: int, place: int) -> int:
    """Return a kind of a line; the colours are lines 0 to 5, the shapes 6 to 11."""
    return SIX * line + place if line < SIX else SIX * place + line - SIX


@jit
def crossing(line: int, place: int) -> int:
    """Return the other line of that kind."""
    return SIX + place if line < SIX else place


@jit
def _highest_level(most: IntArray, line: int) -> int:
    """Return the highest level that the line could fill if it got every card."""
    for level in range(1, COPIES + 1):
        held = 0
        for place in range(SIX):
            held += min(most[kind_at(line, place)], level)
        if held < MIN_SET_SIZE * level:
            return level - 1
    return COPIES


@jit
def _add_card(
    start: int, levels: IntArray, free: IntArray, held: IntArray, asked_by: IntArray
) -> bool:
    """Give a line one more card; crossing lines may give up a card that they can replace.

    This is a breadth-first search for an augmenting path; `asked_by` holds its parents.
    """
    queue = np.empty(LINES, np.int64)
    queue[0], first, last = start, 0, 1
    for line in range(LINES):
        asked_by[line] = -1
    asked_by[start] = start
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
                _shift_cards(line, start, held, asked_by)
                return True
            other = crossing(line, place)
            if asked_by[other] < 0 and held[other, line % SIX] > 0:
                asked_by[other] = line
                queue[last] = other
                last += 1
    return False


@jit
def _shift_cards(line: int, start: int, held: IntArray, asked_by: IntArray) -> None:
    """Move a card along the augmenting path: each line gives one to the line that asked."""
    while line != start:
        asking = asked_by[line]
        held[line, asking % SIX] -= 1
        held[asking, line % SIX] += 1
        line = asking


@jit
def _can_fill(most: IntArray, levels: IntArray) -> bool:
    """Return whether the cards can be divided so that each line fills its level."""
    free = most.copy()
    held = np.zeros((LINES, SIX), np.int64)
    short = np.zeros(LINES, np.int64)
    for line in range(LINES):
        level = levels[line]
        short[line] = MIN_SET_SIZE * level
        if level == 0:
            continue
        # First take the cards that the crossing line cannot use.
        for place in range(SIX):
            kind = kind_at(line, place)
            if levels[crossing(line, place)] == 0:
                taken = min(free[kind], level, short[line])
                held[line, place] = taken
                free[kind] -= taken
                short[line] -= taken
    asked_by = np.zeros(LINES, np.int64)
    for line in range(LINES):
        for _ in range(short[line]):
            if not _add_card(line, levels, free, held, asked_by):
                return False
    return True


@jit
def _raise_shapes(must: IntArray, levels: IntArray, tops: IntArray) -> bool:
    """Set the levels that the shapes need; return whether they are possible."""
    for shape in range(SIX):
        need = 0
        for colour in range(SIX):
            need = max(need, must[SIX * colour + shape] - levels[colour])
        if need > tops[SIX + shape]:
            return False
        levels[SIX + shape] = need
    return True


@jit
def _count_cards(cards: IntArray) -> int:
    """Return the number of cards."""
    total = 0
    for kind in range(KINDS):
        total += cards[kind]
    return total


@jit
def _fewest_sets(must: IntArray) -> int:
    """Return a lower bound on the number of sets that these cards need.

    Cards of which no two share a line cannot share a set, so the copies of six such kinds are a
    lower bound. This is the best one, found colour by colour for each set of shapes used so far.
    """
    copies = np.zeros(1 << SIX, np.int64)
    for shapes in range(1, 1 << SIX):
        colour = -1
        for shape in range(SIX):
            colour += shapes >> shape & 1
        for shape in range(SIX):
            if shapes >> shape & 1:
                before = copies[shapes & ~(1 << shape)]
                copies[shapes] = max(copies[shapes], before + must[SIX * colour + shape])
    return int(copies[-1])


@jit
def can_divide(must: IntArray, most: IntArray, steps: IntArray) -> bool:
    """Return whether all of `must` and any of the further cards in `most` fit in sets.

    Adds one to `steps[0]`, and one for each choice of levels that it tries to fill.
    """
    steps[0] += 1
    if MIN_SET_SIZE * _fewest_sets(must) > _count_cards(most):
        return False
    tops = np.empty(LINES, np.int64)
    for line in range(LINES):
        tops[line] = _highest_level(most, line)
    lows = np.zeros(SIX, np.int64)
    for colour in range(SIX):
        needed = 0
        for place in range(SIX):
            kind = SIX * colour + place
            lows[colour] = max(lows[colour], must[kind] - tops[SIX + place])
            needed = max(needed, must[kind])
        if lows[colour] > tops[colour]:
            return False
        tops[colour] = min(tops[colour], needed)
    levels = np.zeros(LINES, np.int64)
    for colour in range(SIX):
        levels[colour] = lows[colour]
    while True:
        if (
            _raise_shapes(must, levels, tops)
            and not _can_be_lowered(must, levels)
            and _has_enough_cards(most, levels)
        ):
            steps[0] += 1
            if _can_fill(most, levels):
                return True
        colour = 0
        while colour < SIX and levels[colour] == tops[colour]:
            levels[colour] = lows[colour]
            colour += 1
        if colour == SIX:
            return False
        levels[colour] += 1


@jit
def _can_be_lowered(must: IntArray, levels: IntArray) -> bool:
    """Return whether a colour has a higher level than its cards need.

    The lower level is tried as well, and can be filled whenever this one can.
    """
    for colour in range(SIX):
        need = 0
        for shape in range(SIX):
            need = max(need, must[SIX * colour + shape] - levels[SIX + shape])
        if need < levels[colour]:
            return True
    return False


@jit
def _has_enough_cards(most: IntArray, levels: IntArray) -> bool:
    """Return whether there are as many cards as the levels need, however they are divided."""
    cards = 0
    for line in range(LINES):
        cards -= MIN_SET_SIZE * levels[line]
    for colour in range(SIX):
        for shape in range(SIX):
            room = levels[colour] + levels[SIX + shape]
            cards += min(most[SIX * colour + shape], room)
    return cards >= 0


# Qwirkles. A taking is a number that says, in two bits a line, how many each line gives.


@jit
def qwirkles_in_line(most: IntArray, line: int) -> int:
    """Return how many Qwirkles the line could give if nothing else mattered."""
    fewest = COPIES
    for place in range(SIX):
        fewest = min(fewest, most[kind_at(line, place)])
    return fewest


@jit
def _take_qwirkle(line: int, must: IntArray, most: IntArray) -> int:
    """Remove a Qwirkle of the line, from `must` first; return how many cards were not in `must`."""
    from_hand = 0
    for place in range(SIX):
        kind = kind_at(line, place)
        most[kind] -= 1
        if must[kind] > 0:
            must[kind] -= 1
        else:
            from_hand += 1
    return from_hand


@jit
def _rest_can_divide(must: IntArray, most: IntArray, played: bool, steps: IntArray) -> bool:
    """Return whether the rest fits in sets, with a card of the hand unless one is already used."""
    if played:
        return can_divide(must, most, steps)
    for kind in range(KINDS):
        if most[kind] > must[kind]:
            must[kind] += 1
            fits = can_divide(must, most, steps)
            must[kind] -= 1
            if fits:
                return True
    return False


@jit
def _copy(cards: IntArray, to: IntArray) -> None:
    """Copy the cards; unlike `to[:] = cards`, this does not take seconds to compile."""
    for kind in range(KINDS):
        to[kind] = cards[kind]


@jit
def _list_qwirkle_lines(cards: IntArray, lines: IntArray) -> int:
    """Write the lines that could give a Qwirkle to `lines`; return how many there are."""
    number = 0
    for line in range(LINES):
        if qwirkles_in_line(cards, line) > 0:
            lines[number] = line
            number += 1
    return number


@jit
def _keep_taking(taken: int, taking: int, best: IntArray, found: IntArray) -> None:
    """Add a taking to `found`; one with more Qwirkles than before replaces all others."""
    if taken > best[0]:
        best[0], best[1] = taken, 0
    found[best[1]] = taking
    best[1] += 1


@jit
def _search(
    table: IntArray,
    all_cards: IntArray,
    played: bool,
    best: IntArray,
    found: IntArray,
    ceiling: int,
    budget: int,
) -> int:
    """Find the takings with the most Qwirkles; return the steps that it took.

    `all_cards` are the cards on the table and those that may be played. No taking has more than
    `ceiling` Qwirkles. `best[0]` becomes the number of Qwirkles and `best[1]` the number of takings
    in `found`. `best[2]` becomes 1 if the search was cut off after `budget` steps, so that there
    may be more. A step is a number of Qwirkles taken from a line, a question whether cards fit in
    sets, or a choice of levels tried to answer it.

    This is a depth-first search over the lines that could give Qwirkles, the largest numbers first.
    Row `depth` of `must` and `most` is what is left before that line. Six cards can always be laid
    out as three and three, so a taking is possible only if each part of it is: if one turns out to
    be impossible, its parts are checked, from the longest to the shortest, until one is possible.
    """
    lines = np.empty(LINES + 1, np.int64)
    end = _list_qwirkle_lines(all_cards, lines)
    # By depth: the cards that must fit in sets, all cards that are left, the cards of the hand used
    # so far, the next number of Qwirkles to try, and whether what is taken is known to be possible.
    must = np.empty((end + 1, KINDS), np.int64)
    most = np.empty((end + 1, KINDS), np.int64)
    from_hand = np.zeros(end + 1, np.int64)
    untried = np.zeros(end + 1, np.int64)
    possible = np.zeros(end + 1, np.bool_)
    steps = np.zeros(1, np.int64)
    _copy(table, must[0])
    _copy(all_cards, most[0])
    depth, taken, taking = 0, 0, 0
    untried[0] = qwirkles_in_line(all_cards, lines[0]) if end else 0
    impossible = False
    while depth >= 0:
        enough = best[0] + (best[1] == len(found) or steps[0] >= OTHER_TAKINGS_STEPS)
        if enough > ceiling:
            break
        if depth == end:
            impossible = False
            if taken >= enough:
                possible[depth] = possible[depth] or _rest_can_divide(
                    must[depth], most[depth], played or from_hand[depth] > 0, steps
                )
                impossible = not possible[depth]
                if possible[depth]:
                    _keep_taking(taken, taking, best, found)
            depth -= 1
            continue
        line = lines[depth]
        before = taking >> 2 * line & 3
        taken -= before
        taking -= before << 2 * line
        many = untried[depth]
        if impossible and not possible[depth] and before > 0:
            possible[depth] = _rest_can_divide(
                must[depth], most[depth], played or from_hand[depth] > 0, steps
            )
        impossible = impossible and not possible[depth]
        if (
            impossible
            or many < 0
            or not _may_reach(enough - taken, must[depth], most[depth], lines, depth, end, many)
        ):
            depth -= 1
            continue
        if steps[0] >= budget:
            best[2] = 1
            break
        steps[0] += 1
        untried[depth] -= 1
        taken += many
        taking += many << 2 * line
        _copy(must[depth], must[depth + 1])
        _copy(most[depth], most[depth + 1])
        from_hand[depth + 1] = from_hand[depth]
        possible[depth + 1] = possible[depth] and many == 0
        for _ in range(many):
            from_hand[depth + 1] += _take_qwirkle(line, must[depth + 1], most[depth + 1])
        depth += 1
        untried[depth] = qwirkles_in_line(most[depth], lines[depth]) if depth < end else 0
    if best[0] < 0 and best[2] and _rest_can_divide(must[0], most[0], played, steps):
        best[0], best[1], found[0] = 0, 1, 0
    return int(steps[0])


@jit
def _may_reach(
    enough: int, must: IntArray, most: IntArray, lines: IntArray, depth: int, end: int, many: int
) -> bool:
    """Return whether `enough` more Qwirkles are possible if the next line gives at most `many`.

    There are three bounds, the fastest first; `docs/explanation/solvers/qwirkle_cards.md` explains
    why they hold.
    """
    if enough <= 0:
        return True
    possible = many
    for later in range(depth + 1, end):
        possible += qwirkles_in_line(most, lines[later])
    if possible < enough:
        return False
    if MIN_SET_SIZE * (enough + _fewest_sets(must)) > _count_cards(most):
        return False
    if lines[depth] >= SIX or lines[end - 1] < SIX:
        return True
    return _most_from_lines(most, lines, depth, end) >= enough


@jit
def _most_from_lines(most: IntArray, lines: IntArray, depth: int, end: int) -> int:
    """Return an upper bound on the Qwirkles of the lines from `depth` on, nothing else considered.

    A colour and a shape together give at most as many as the card that they share has copies. So a
    choice of one card for each line gives an upper bound, the sum of their copies. This is the best
    one, found colour by colour for each set of shapes that have a card so far.
    """
    many = KINDS * COPIES
    copies = np.full(1 << SIX, many, np.int64)
    copies[0] = 0
    for later in range(depth, end):
        colour = lines[later]
        if colour >= SIX:
            break
        after = np.full(1 << SIX, many, np.int64)
        for shapes in range(1 << SIX):
            if copies[shapes] < many:
                for shape in range(SIX):
                    both = shapes | 1 << shape
                    after[both] = min(after[both], copies[shapes] + most[SIX * colour + shape])
        copies = after
    least = many
    for shapes in range(1 << SIX):
        total = copies[shapes]
        for later in range(depth, end):
            shape = lines[later] - SIX
            if shape >= 0 and not shapes >> shape & 1:
                total += qwirkles_in_line(most, SIX + shape)
        least = min(least, total)
    return least


@jit
def most_qwirkles(table: IntArray, hand: IntArray, budget: int) -> tuple[int, int, int, int]:
    """Return the most Qwirkles that the hand can make, or −1 if it cannot play at all.

    Also returns a taking, whether the search was cut off, and its steps.
    """
    best = np.array([-1, 0, 0])
    all_cards = table.copy()
    for kind in range(KINDS):
        all_cards[kind] += hand[kind]
    found = np.zeros(1, np.int64)
    # Numba compiles `_search` once more for literals, but not for these values.
    played, ceiling = bool(np.bool_(False)), int(np.int64(MAX_QWIRKLES))
    steps = _search(table, all_cards, played, best, found, ceiling, budget)
    return int(best[0]), int(found[0]), int(best[2]), steps


@jit
def best_takings(
    cards: IntArray, found: IntArray, ceiling: int, budget: int
) -> tuple[int, int, int, int]:
    """Return the most Qwirkles of exactly these cards, and the number of takings in `found`.

    Also returns whether the search was cut off, and its steps. The caller knows that there are at
    most `ceiling` Qwirkles.
    """
    best = np.array([-1, 0, 0])
    steps = _search(cards, cards, bool(np.bool_(True)), best, found, ceiling, budget)
    return int(best[0]), int(best[1]), int(best[2]), steps


# Plays: the bits say which cards of a hand are played.


@jit
def is_canonical_choice(hand: IntArray, bits: int) -> bool:
    """Return whether the earlier ones of equal cards are chosen: each choice counts once."""
    for place in range(1, len(hand)):
        if hand[place] == hand[place - 1] and bits >> place & 1 > bits >> (place - 1) & 1:
            return False
    return True


@jit
def count_hand(hand: IntArray) -> IntArray:
    """Return the number of cards of each kind in the hand."""
    cards = np.zeros(KINDS, np.int64)
    for place in range(len(hand)):
        cards[hand[place]] += 1
    return cards


@jit
def with_cards(table: IntArray, hand: IntArray, bits: int) -> IntArray:
    """Return the table with the chosen cards of the hand."""
    cards = table.copy()
    for place in range(len(hand)):
        cards[hand[place]] += bits >> place & 1
    return cards


@jit
def without_qwirkles(cards: IntArray, taking: int) -> IntArray:
    """Return the cards that are left on the table."""
    left = cards.copy()
    for line in range(LINES):
        for place in range(SIX):
            left[kind_at(line, place)] -= taking >> 2 * line & 3
    return left


@jit
def all_plays(
    table: IntArray, hand: IntArray, max_plays: int, max_search_steps: int, max_total_steps: int
) -> tuple[IntArray, int, int]:
    """Return every choice of cards that can be played, with each taking of the most Qwirkles.

    The plays are rows of (bits, Qwirkles, taking), at most `max_plays`; `hand` must be sorted. Also
    returns how many of the searches were cut off, and the steps of all. A search is cut off after
    `max_search_steps`; once all of them have taken `max_total_steps`, the others get only one step
    for each line and may find fewer Qwirkles.
    """
    plays = np.empty((max_plays, 3), np.int64)
    number, cut = 0, 0
    ceiling, _, is_cut_off, work = most_qwirkles(table, count_hand(hand), max_search_steps)
    if is_cut_off:
        ceiling = MAX_QWIRKLES
    if ceiling < 0:
        return plays[:0], 0, work
    found = np.empty(MAX_TAKINGS, np.int64)
    for bits in range(1, 1 << len(hand)):
        if is_canonical_choice(hand, bits):
            cards = with_cards(table, hand, bits)
            budget = min(max_search_steps, max(max_total_steps - work, LINES))
            taken, ways, cut_off, steps = best_takings(cards, found, ceiling, budget)
            cut += cut_off
            work += steps
            for way in range(ways):
                if number < max_plays:
                    plays[number, 0], plays[number, 1], plays[number, 2] = bits, taken, found[way]
                    number += 1
    return plays[:number], cut, work


@jit
def tables_after(table: IntArray, hand: IntArray, plays: IntArray) -> IntArray:
    """Return what each of the plays leaves on the table, row by row."""
    tables = np.empty((len(plays), KINDS), np.int64)
    for row in range(len(plays)):
        left = without_qwirkles(with_cards(table, hand, plays[row, 0]), plays[row, 2])
        _copy(left, tables[row])
    return tables


@jit
def best_replies(tables: IntArray, hands: IntArray, budget: int) -> IntArray:
    """Return the most Qwirkles found for each table and each hand.

    A search is cut off after `budget` steps. `hands` has a row of hands for each table, or one row
    for all tables.
    """
    found = np.empty((len(tables), hands.shape[1]), np.int64)
    for row in range(len(tables)):
        for column in range(hands.shape[1]):
            found[row, column] = most_qwirkles(
                tables[row], hands[row % len(hands), column], budget
            )[0]
    return found
