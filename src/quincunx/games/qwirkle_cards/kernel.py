"""The same reckoning as `division`, compiled: for whoever asks thousands of times.

Whoever imports this waits for numba. A multiset of cards is an array with a number for each kind.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from quincunx.core.support.jit import jit
from quincunx.games.qwirkle_cards.cards import COPIES, KINDS, SIX
from quincunx.games.qwirkle_cards.layouts.division import LINES
from quincunx.games.qwirkle_cards.sets import SMALLEST

Array = npt.NDArray[np.int64]

MOST_POSSIBLE = KINDS * COPIES // SIX
"""As many Qwirkles as all cards of the game make."""
WAYS = 16
"""The most ways to take the most Qwirkles with the same cards that are told apart."""
WAYS_BUDGET = 100
"""Steps after which a search looks only for more Qwirkles, not for other ways to take as many."""


@jit
def kind_at(line: int, place: int) -> int:
    """The kinds of a line: the colours come first, then the shapes."""
    return SIX * line + place if line < SIX else SIX * place + line - SIX


@jit
def crossing(line: int, place: int) -> int:
    """The other line of that kind."""
    return SIX + place if line < SIX else place


@jit
def _highest(most: Array, line: int) -> int:
    """The highest level that the line can fill if it gets every card."""
    for level in range(1, COPIES + 1):
        held = 0
        for place in range(SIX):
            held += min(most[kind_at(line, place)], level)
        if held < SMALLEST * level:
            return level - 1
    return COPIES


@jit
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


@jit
def _hand_on(line: int, start: int, held: Array, asked: Array) -> None:
    """Each line on the way gives the card that it was asked for to the line that asked."""
    while line != start:
        asking = asked[line]
        held[line, asking % SIX] -= 1
        held[asking, line % SIX] += 1
        line = asking


@jit
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


@jit
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


@jit
def _sum(cards: Array) -> int:
    """How many cards there are."""
    total = 0
    for kind in range(KINDS):
        total += cards[kind]
    return total


@jit
def _fewest_sets(must: Array) -> int:
    """How many sets at least these cards lie in.

    Cards of which no two are in one line share no set. So the copies of six such kinds are a
    bound; this is the best one, colour by colour, for each choice of the shapes used so far.
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
def can_lie(must: Array, most: Array, spent: Array) -> bool:
    """Whether all of `must` and any of what `most` has beyond it can lie in sets.

    Adds the number of levels that it had to fill to `spent[0]`, and one for the call.
    """
    spent[0] += 1
    if SMALLEST * _fewest_sets(must) > _sum(most):
        return False
    tops = np.empty(LINES, np.int64)
    for line in range(LINES):
        tops[line] = _highest(most, line)
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
            and _are_enough(most, levels)
        ):
            spent[0] += 1
            if _fills(most, levels):
                return True
        colour = 0
        while colour < SIX and levels[colour] == tops[colour]:
            levels[colour] = lows[colour]
            colour += 1
        if colour == SIX:
            return False
        levels[colour] += 1


@jit
def _can_be_lowered(must: Array, levels: Array) -> bool:
    """Whether a colour has a higher level than its cards need beside the shapes' levels.

    The lower level is tried as well, and it is filled whenever this one is.
    """
    for colour in range(SIX):
        need = 0
        for shape in range(SIX):
            need = max(need, must[SIX * colour + shape] - levels[SIX + shape])
        if need < levels[colour]:
            return True
    return False


@jit
def _are_enough(most: Array, levels: Array) -> bool:
    """Whether there are as many cards as the levels ask for, wherever they go."""
    cards = 0
    for line in range(LINES):
        cards -= SMALLEST * levels[line]
    for colour in range(SIX):
        for shape in range(SIX):
            room = levels[colour] + levels[SIX + shape]
            cards += min(most[SIX * colour + shape], room)
    return cards >= 0


# Qwirkles: a taking says how many are taken from each line, two bits a line


@jit
def full(most: Array, line: int) -> int:
    """How many Qwirkles the line could give if nothing else mattered."""
    fewest = COPIES
    for place in range(SIX):
        fewest = min(fewest, most[kind_at(line, place)])
    return fewest


@jit
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


@jit
def _can_be_left(must: Array, most: Array, played: bool, spent: Array) -> bool:
    """Whether the rest can lie in sets, with a card of the hand unless one is played already."""
    if played:
        return can_lie(must, most, spent)
    for kind in range(KINDS):
        if most[kind] > must[kind]:
            must[kind] += 1
            fine = can_lie(must, most, spent)
            must[kind] -= 1
            if fine:
                return True
    return False


@jit
def _copy(cards: Array, to: Array) -> None:
    """As `to[:] = cards` would, but that takes seconds to compile."""
    for kind in range(KINDS):
        to[kind] = cards[kind]


@jit
def _search(
    table: Array,
    all_cards: Array,
    played: bool,
    best: Array,
    found: Array,
    ceiling: int,
    budget: int,
) -> int:
    """Find the takings with the most Qwirkles; return the steps that it took.

    No taking has more than `ceiling` Qwirkles.

    `all_cards` are the table's and those that may be played. `best[0]` becomes the number of
    Qwirkles and `best[1]` the number of takings in `found`. `best[2]` becomes 1 if the search was
    cut off after `budget` steps: then there may be more. A step is a number of Qwirkles taken from
    a line, a question whether cards can lie in sets, or a choice of levels tried for its answer.

    The lines that could give Qwirkles give them one after the other, as many as they can first;
    row by row of `must` and `most` is what is then left. Six cards can always lie as three and
    three, so a taking is possible only if each part of it is: when one turns out impossible, its
    parts are looked at, from the longest to the shortest, until one is possible.
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
    possible = np.zeros(last + 1, np.bool_)
    """Whether what is taken before each line is known to be possible."""
    spent = np.zeros(1, np.int64)
    _copy(table, must[0])
    _copy(all_cards, most[0])
    step, taken, taking = 0, 0, 0
    untried[0] = full(all_cards, lines[0]) if last else 0
    impossible = False
    while step >= 0:
        enough = best[0] + (best[1] == len(found) or spent[0] >= WAYS_BUDGET)
        if enough > ceiling:
            break
        if step == last:
            impossible = False
            if taken >= enough:
                possible[step] = possible[step] or _can_be_left(
                    must[step], most[step], played or fresh[step] > 0, spent
                )
                impossible = not possible[step]
                if possible[step]:
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
        if impossible and not possible[step] and before > 0:
            possible[step] = _can_be_left(must[step], most[step], played or fresh[step] > 0, spent)
        impossible = impossible and not possible[step]
        if (
            impossible
            or many < 0
            or not _may_reach(enough - taken, must[step], most[step], lines, step, last, many)
        ):
            step -= 1
            continue
        if spent[0] >= budget:
            best[2] = 1
            break
        spent[0] += 1
        untried[step] -= 1
        taken += many
        taking += many << 2 * line
        _copy(must[step], must[step + 1])
        _copy(most[step], most[step + 1])
        fresh[step + 1] = fresh[step]
        possible[step + 1] = possible[step] and many == 0
        for _ in range(many):
            fresh[step + 1] += _lift(line, must[step + 1], most[step + 1])
        step += 1
        untried[step] = full(most[step], lines[step]) if step < last else 0
    if best[0] < 0 and best[2] and _can_be_left(must[0], most[0], played, spent):
        best[0], best[1], found[0] = 0, 1, 0
    return int(spent[0])


@jit
def _may_reach(
    enough: int, must: Array, most: Array, lines: Array, step: int, last: int, many: int
) -> bool:
    """Whether so many more Qwirkles could come, the next line giving no more than `many`.

    Three bounds, the quickest first; `docs/qwirkle_cards.md` says why they hold.
    """
    if enough <= 0:
        return True
    hope = many
    for later in range(step + 1, last):
        hope += full(most, lines[later])
    if hope < enough:
        return False
    if SMALLEST * (enough + _fewest_sets(must)) > _sum(most):
        return False
    if lines[step] >= SIX or lines[last - 1] < SIX:
        return True
    return _side_by_side(most, lines, step, last) >= enough


@jit
def _side_by_side(most: Array, lines: Array, step: int, last: int) -> int:
    """How many Qwirkles the lines from `step` on could give if nothing else had to lie there.

    A colour and a shape together give no more than the card where they cross has copies. So with
    a card for each of the lines the copies add up to a bound; this is the best one, colour by
    colour, for each set of shapes that have a card so far.
    """
    many = KINDS * COPIES
    copies = np.full(1 << SIX, many, np.int64)
    copies[0] = 0
    for later in range(step, last):
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
        for later in range(step, last):
            shape = lines[later] - SIX
            if shape >= 0 and not shapes >> shape & 1:
                total += full(most, SIX + shape)
        least = min(least, total)
    return least


@jit
def most_qwirkles(table: Array, hand: Array, budget: int) -> tuple[int, int, int, int]:
    """How many Qwirkles the hand can make at this table; −1: it cannot play at all.

    Also a taking, whether the search was cut off, and its steps.
    """
    best = np.array([-1, 0, 0])
    all_cards = table.copy()
    for kind in range(KINDS):
        all_cards[kind] += hand[kind]
    found = np.zeros(1, np.int64)
    spent = _search(table, all_cards, False, best, found, MOST_POSSIBLE, budget)
    return int(best[0]), int(found[0]), int(best[2]), spent


@jit
def best_takings(
    cards: Array, found: Array, ceiling: int, budget: int
) -> tuple[int, int, int, int]:
    """If just these cards are on the table: how many Qwirkles they give, and in how many ways.

    Also whether the search was cut off, and its steps. It is known that they give no more than
    `ceiling`.
    """
    best = np.array([-1, 0, 0])
    spent = _search(cards, cards, True, best, found, ceiling, budget)
    return int(best[0]), int(best[1]), int(best[2]), spent


# Plays: which cards of a hand, as bits, and which taking


@jit
def is_first_of_its_kind(hand: Array, bits: int) -> bool:
    """Whether of equal cards the earlier ones are chosen: each choice of cards counts once."""
    for place in range(1, len(hand)):
        if hand[place] == hand[place - 1] and bits >> place & 1 > bits >> (place - 1) & 1:
            return False
    return True


@jit
def one_by_one(hand: Array) -> Array:
    """The hand as a number for each kind."""
    cards = np.zeros(KINDS, np.int64)
    for place in range(len(hand)):
        cards[hand[place]] += 1
    return cards


@jit
def with_cards(table: Array, hand: Array, bits: int) -> Array:
    """The table with the chosen cards of the hand."""
    cards = table.copy()
    for place in range(len(hand)):
        cards[hand[place]] += bits >> place & 1
    return cards


@jit
def without_qwirkles(cards: Array, taking: int) -> Array:
    """What is left on the table."""
    left = cards.copy()
    for line in range(LINES):
        for place in range(SIX):
            left[kind_at(line, place)] -= taking >> 2 * line & 3
    return left


@jit
def all_plays(
    table: Array, hand: Array, most: int, each: int, together: int
) -> tuple[Array, int, int]:
    """Every choice of cards that can be played, with each taking of the most Qwirkles it gives.

    Rows of (bits, Qwirkles, taking), no more than `most`; `hand` is sorted. Also how many of the
    searches were cut off, and the steps of all. A search is cut off after `each` steps; once all
    have taken `together` steps, the others get a step for each line and answer less well.
    """
    plays = np.empty((most, 3), np.int64)
    number, cut = 0, 0
    ceiling, _, unsure, work = most_qwirkles(table, one_by_one(hand), each)
    if unsure:
        ceiling = MOST_POSSIBLE
    if ceiling < 0:
        return plays[:0], 0, work
    found = np.empty(WAYS, np.int64)
    for bits in range(1, 1 << len(hand)):
        if is_first_of_its_kind(hand, bits):
            cards = with_cards(table, hand, bits)
            budget = min(each, max(together - work, LINES))
            taken, ways, cut_off, spent = best_takings(cards, found, ceiling, budget)
            cut += cut_off
            work += spent
            for way in range(ways):
                if number < most:
                    plays[number, 0], plays[number, 1], plays[number, 2] = bits, taken, found[way]
                    number += 1
    return plays[:number], cut, work


@jit
def tables_after(table: Array, hand: Array, plays: Array) -> Array:
    """What each of the plays leaves on the table, row by row."""
    tables = np.empty((len(plays), KINDS), np.int64)
    for row in range(len(plays)):
        left = without_qwirkles(with_cards(table, hand, plays[row, 0]), plays[row, 2])
        _copy(left, tables[row])
    return tables


@jit
def replies(tables: Array, hands: Array, budget: int) -> Array:
    """How many Qwirkles could be made of each table, with each hand: as many as are found.

    A search is cut off after `budget` steps. `hands` has a row of hands for each table, or one for
    all.
    """
    found = np.empty((len(tables), hands.shape[1]), np.int64)
    for row in range(len(tables)):
        for column in range(hands.shape[1]):
            found[row, column] = most_qwirkles(
                tables[row], hands[row % len(hands), column], budget
            )[0]
    return found
