"""Check a proof that a hand cannot be laid, without sharing code with the proof search.

A certificate is a list of steps as text; `docs/explanation/solvers/pivit.md` says what they mean
and why they hold.
Lines belong to *families*, the six colours and the six designs, here by their letter or digit:

    lines r 2        two cases: red has two lines or more; red has fewer
    wild r1          one of the wild tiles is r1; is r2; and so on to p6: a case each
    uncovered r1     ends a case: not every r1 can be in a line
    short r o 1      ends a case: those families cannot fill all the lines that they must have
    apart r o 1      ends a case: the lines of those families touch no other line
    count ro1 ro r   ends a case: lines need more places and crossings than there are

The proofs of a step's cases follow it in their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Final

from quincunx.games.pivit.tiles import COLOURS, DESIGNS, PLAIN_KINDS, TEXT, TILE, WILD, PivitTiles

Certificate = tuple[str, ...]
Bounds = Mapping[str, int]
"""A number of lines for each family."""

FAMILIES: Final = COLOURS + DESIGNS
NONE: Final = "-"
"""No families, in a step `count`."""


def proves(certificate: Sequence[str], hand: PivitTiles, shortest: int = 3) -> bool:
    """Return whether the certificate proves that no correct grid holds all tiles of the hand."""
    steps = iter(certificate)
    try:
        _check_hand(steps, Counter(hand), 0, shortest)
    except _Unproved:
        return False
    return len(hand) > 1 and next(steps, None) is None


class _Unproved(Exception):
    """A step of a certificate does not hold."""


def _check_hand(steps: Iterator[str], tiles: Counter[int], first: int, shortest: int) -> None:
    most = {family: _most_lines(tiles, family, shortest) for family in FAMILIES}
    _check_case(steps, tiles, dict.fromkeys(FAMILIES, 0), most, first, shortest)


def _check_case(
    steps: Iterator[str], tiles: Counter[int], low: Bounds, high: Bounds, first: int, shortest: int
) -> None:
    """Check a case in which each family has between `low` and `high` lines."""
    low = _raised(tiles, low, high)
    match next(steps, "").split():
        case ["lines", family, number] if family in low and number.isdecimal():
            bound = int(number)
            raised = {**low, family: max(low[family], bound)}
            _check_case(steps, tiles, raised, high, first, shortest)
            lowered = {**high, family: min(high[family], bound - 1)}
            _check_case(steps, tiles, low, lowered, first, shortest)
        case ["wild", tile] if tiles[WILD] and TILE.get(tile) == first:
            for kind in range(first, PLAIN_KINDS):
                _check_hand(steps, tiles + Counter((kind,)) - Counter((WILD,)), kind, shortest)
        case ["uncovered", tile] if _lines_of(tile, high) < tiles[TILE.get(tile, WILD)]:
            return
        case ["short", *families] if _lack(tiles, low, families, shortest) > 2 * tiles[WILD]:
            return
        case ["apart", *families] if not tiles[WILD] and _apart(
            tiles, low, high, families, shortest
        ):
            return
        case ["count", places, own, joined] if need_of_lines(
            low, high, places, own, joined, shortest
        ) > supply_of_tiles(tiles, high, places, own, joined):
            return
        case _:
            raise _Unproved


def _kind(family: str, other: str) -> int | None:
    """Return the kind that belongs to both families, or `None`."""
    return TILE.get(family + other, TILE.get(other + family))


def _kinds(family: str) -> list[int]:
    return [kind for other in FAMILIES if (kind := _kind(family, other)) is not None]


def _most_lines(
    tiles: Counter[int],
    family: str,
    shortest: int,
    bound: int = PLAIN_KINDS,
    kept: int | None = None,
) -> int:
    """Return the most lines of one family, up to a bound: two lines share at most one tile.

    A tile that is `kept` for a line of another family has one place less.
    """
    counts = {kind: tiles[kind] for kind in _kinds(family)}
    wilds = 2 * tiles[WILD]
    possible = [0]
    for lines in range(1, bound + 1):
        # Rows cross only columns, which bounds the number of crossings.
        once = sum(min(count, lines) for count in counts.values()) + lines * lines // 4
        twice = sum(min(2 * count - (kind == kept), lines) for kind, count in counts.items())
        if min(once, twice) + wilds >= shortest * lines:
            possible.append(lines)
    return max(possible)


def _raised(tiles: Counter[int], low: Bounds, high: Bounds) -> Bounds:
    """Raise the lower bounds: one family must cover the tiles that the other cannot."""
    return {
        family: max(
            low[family],
            *(
                tiles[kind] - high[other]
                for other in FAMILIES
                if (kind := _kind(family, other)) is not None and tiles[kind]
            ),
            0,
        )
        for family in FAMILIES
    }


def _lines_of(tile: str, high: Bounds) -> int:
    """Return the most lines that can hold a copy of the tile."""
    return high[tile[0]] + high[tile[1]] if tile in TEXT[:PLAIN_KINDS] else PLAIN_KINDS


def _lack(tiles: Counter[int], low: Bounds, families: Sequence[str], shortest: int) -> int:
    """Return how many tiles these families lack for the lines that they must have.

    A tile is in at most two lines, and at most once in each line of a family.
    """
    if not set(families) <= set(FAMILIES):
        raise _Unproved
    wanted = shortest * sum(low[family] for family in set(families))
    there = sum(
        min(2 * tiles[kind], sum(low[family] for family in text if family in families))
        for kind, text in enumerate(TEXT[:PLAIN_KINDS])
    )
    return wanted - there


def _apart(
    tiles: Counter[int], low: Bounds, high: Bounds, families: Sequence[str], shortest: int
) -> bool:
    """Return whether these and other families have lines that can never cross."""
    others = [family for family in FAMILIES if family not in families]
    if not any(map(low.get, families)) or not any(map(low.get, others)):
        return False
    spare = _lack(tiles, low, families, shortest) < 0
    return not any(
        _can_cross(tiles, low, high, family, other, shortest, spare=spare)
        for family in families
        for other in others
    )


def _can_cross(
    tiles: Counter[int],
    low: Bounds,
    high: Bounds,
    family: str,
    other: str,
    shortest: int,
    *,
    spare: bool,
) -> bool:
    """Return whether lines of both families can cross in a copy of their common tile.

    That copy is in one line of each family, and every other copy is in a line too, so there is one
    line more than there are copies. If the first family and its group have no tile to spare, the
    crossing must not use a tile that their lines need twice.
    """
    kind = _kind(family, other)
    if kind is None or not tiles[kind]:
        return False
    if not spare and low[family] >= 2 * tiles[kind]:
        return False
    most = [_most_lines(tiles, each, shortest, high[each], kind) for each in (family, other)]
    enough = most[0] >= max(1, low[family]) and most[1] >= max(1, low[other])
    return enough and sum(most) > tiles[kind]


def need_of_lines(
    low: Bounds, high: Bounds, places: str, own: str, joined: str, shortest: int
) -> int:
    """Return how much the lines of a case must count at least.

    Places in lines of the families `places` count 1, crossings of two lines of one of the families
    `own` count −1, and crossings with lines of the families `joined` count 1. To join these lines
    with each other and with the rest of the grid, one crossing is needed for each.
    """
    names = {*FAMILIES, NONE}
    if not names >= {*places, *own, *joined}:
        raise _Unproved
    others = any(low[family] for family in FAMILIES if family not in joined)
    return (
        shortest * sum(low[family] for family in FAMILIES if family in places)
        - sum(high[family] ** 2 // 4 for family in FAMILIES if family in own)
        + max(0, sum(low[family] for family in FAMILIES if family in joined) - (not others))
    )


def supply_of_tiles(tiles: Counter[int], high: Bounds, places: str, own: str, joined: str) -> int:
    """Return how much all tiles together can count at most."""
    total = tiles[WILD] * (2 * bool(places != NONE) + bool(joined != NONE))
    for kind, text in enumerate(TEXT[:PLAIN_KINDS]):
        colour, design = text[0], text[1]
        # The ways to use a copy: places in lines of its colour and of its design, and its count.
        ways = [
            (
                across,
                down,
                across * (colour in places)
                + down * (design in places)
                - (across == 2) * (colour in own)
                - (down == 2) * (design in own)
                + (across + down == 2)
                * ((across > 0 and colour in joined) or (down > 0 and design in joined)),
            )
            for across, down in ((1, 0), (0, 1), (1, 1), (2, 0), (0, 2))
        ]
        counts = [
            sum(count for _, _, count in chosen)
            for chosen in combinations_with_replacement(ways, tiles[kind])
            if sum(across for across, _, _ in chosen) <= high[colour]
            and sum(down for _, down, _ in chosen) <= high[design]
        ]
        if not counts:
            raise _Unproved
        total += max(counts)
    return total
