"""Check a proof that a hand cannot be laid, without sharing code with the proof search.

A certificate is a list of steps as text; `docs/explanation/solvers/pivit.md` says what they mean
and why they hold.
Lines belong to *families*, the six colours and the six designs, here by their letter or digit:

    lines r 2        two cases: red has two lines or more; red has fewer
    wild r1          a case for each kind: one of the wild tiles is r1, is r2, … is p6
    uncovered r1     ends a case: not every r1 can be in a line
    short r o 1      ends a case: those families cannot fill all the lines that they must have
    apart r o 1      ends a case: the lines of those families can cross no other line
    count ro1 ro r   ends a case: lines need more places and crossings than there are

The proofs of a step's cases follow it in their order. When all numbers of lines are known, further
steps are possible, which `arrangement_checker` explains and checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations_with_replacement
from typing import Final, NamedTuple

from quincunx.games.pivit.proofs.arrangement_checker import STEPS, LineCase, check_lines
from quincunx.games.pivit.proofs.work import UnprovedError, Work
from quincunx.games.pivit.tiles import (
    COLOURS,
    DESIGNS,
    FULL_MIDDLE,
    PLAIN_KINDS,
    TEXT,
    TILE,
    WILD,
    PivitTiles,
)

Certificate = tuple[str, ...]
Bounds = Mapping[str, int]
"""A number of lines for each family."""

FAMILIES: Final = COLOURS + DESIGNS
PLAIN_TILES: Final = TEXT[:PLAIN_KINDS]
NONE: Final = "-"
"""No families, in a step `count`."""


class Case(NamedTuple):
    """The tiles of a case, and between how many and how many lines each family has.

    The next wild tile is of kind `first` or a later one. All cases of a certificate share its work.
    """

    tiles: Counter[int]
    low: Bounds
    high: Bounds
    first: int
    shortest: int
    work: Work


def proves(certificate: Sequence[str], hand: PivitTiles, shortest: int = 3) -> bool:
    """Return whether the certificate proves that no correct grid holds all tiles of the hand.

    A certificate that takes too much work or is nested too deeply for Python is not accepted, nor
    is any certificate for more tiles than the game has.
    """
    tiles = Counter(hand)
    if len(hand) <= 1 or not tiles <= Counter(dict(enumerate(FULL_MIDDLE))):
        return False
    # What is not text becomes text that is no step.
    steps = iter([str(step) for step in certificate])
    try:
        check_case(steps, whole_case(tiles, 0, shortest, Work()))
    except (UnprovedError, RecursionError):
        return False
    return next(steps, None) is None


def whole_case(tiles: Counter[int], first: int, shortest: int, work: Work) -> Case:
    """Return the case in which only the tiles limit the numbers of lines."""
    # A tile has at most two places.
    bound = 2 * tiles.total() // shortest
    most = {family: most_lines(tiles, family, shortest, bound) for family in FAMILIES}
    return Case(tiles, dict.fromkeys(FAMILIES, 0), most, first, shortest, work)


def check_case(steps: Iterator[str], case: Case) -> None:
    """Raise `UnprovedError` unless the next steps prove that the case is impossible."""
    case = case._replace(low=raised(case))
    tiles, low, high, *_ = case
    step = next(steps, "")
    match step.split():
        case ["lines", family, number] if family in low and number in _splits(case, family):
            bound = int(number)
            check_case(steps, case._replace(low={**low, family: bound}))
            check_case(steps, case._replace(high={**high, family: bound - 1}))
        case ["wild", tile] if tiles[WILD] and TILE.get(tile) == case.first:
            for kind in range(case.first, PLAIN_KINDS):
                chosen = tiles + Counter((kind,)) - Counter((WILD,))
                check_case(steps, whole_case(chosen, kind, case.shortest, case.work))
        case ["uncovered", tile] if tile in PLAIN_TILES and _is_uncovered(case, tile):
            return
        case ["short", *families] if _lack(case, families) > 2 * tiles[WILD]:
            return
        case ["apart", *families] if not tiles[WILD] and _are_apart(case, families):
            return
        case ["count", *sets] if len(sets) == 3 and need_of_lines(case, *sets) > supply_of_tiles(
            case, *sets
        ):
            return
        case [name, *_] if name in STEPS and low == high and not tiles[WILD]:
            known = "".join(family * low[family] for family in FAMILIES)
            check_lines(chain((step,), steps), LineCase(tiles, known, case.shortest, {}, case.work))
        case _:
            raise UnprovedError


def _splits(case: Case, family: str) -> list[str]:
    """Return the numbers of lines that split the case in two."""
    return [str(number) for number in range(case.low[family] + 1, case.high[family] + 1)]


def _kind(family: str, other: str) -> int | None:
    """Return the kind that belongs to both families, or `None`."""
    return TILE.get(family + other, TILE.get(other + family))


def _kinds(family: str) -> list[int]:
    return [kind for other in FAMILIES if (kind := _kind(family, other)) is not None]


def most_lines(
    tiles: Counter[int], family: str, shortest: int, bound: int, kept: int | None = None
) -> int:
    """Return the most lines of one family, up to a bound: two lines share at most one tile.

    A tile that is `kept` for a line of another family has one place fewer.
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


def raised(case: Case) -> Bounds:
    """Raise the lower bounds: one family must cover the tiles that the other cannot."""
    return {
        family: max(
            case.low[family],
            *(
                case.tiles[kind] - case.high[other]
                for other in FAMILIES
                if (kind := _kind(family, other)) is not None and case.tiles[kind]
            ),
            0,
        )
        for family in FAMILIES
    }


def _is_uncovered(case: Case, tile: str) -> bool:
    """Return whether there are more copies of a tile than lines that can hold one."""
    return sum(case.high[family] for family in tile) < case.tiles[TILE[tile]]


def _lack(case: Case, families: Sequence[str]) -> int:
    """Return how many places these families lack for the lines that they must have.

    A tile is in at most two lines, and at most once in each line of a family.
    """
    if not set(families) <= set(FAMILIES):
        raise UnprovedError
    wanted = case.shortest * sum(case.low[family] for family in set(families))
    there = sum(
        min(2 * case.tiles[kind], sum(case.low[family] for family in text if family in families))
        for kind, text in enumerate(PLAIN_TILES)
    )
    return wanted - there


def _are_apart(case: Case, families: Sequence[str]) -> bool:
    """Return whether these and other families have lines that can never cross."""
    others = [family for family in FAMILIES if family not in families]
    if not any(map(case.low.get, families)) or not any(map(case.low.get, others)):
        return False
    spare = _lack(case, families) < 0
    return not any(
        _can_cross(case, family, other, spare=spare) for family in families for other in others
    )


def _can_cross(case: Case, family: str, other: str, *, spare: bool) -> bool:
    """Return whether lines of both families can cross in a copy of their common tile.

    That copy is in one line of each family, and every other copy is in a line too, so there is one
    line more than there are copies. If the first family and its group have no tile to spare, the
    crossing must not use a tile that their lines need twice.
    """
    tiles, low, high, _, shortest, _ = case
    kind = _kind(family, other)
    if kind is None or not tiles[kind]:
        return False
    if not spare and low[family] >= 2 * tiles[kind]:
        return False
    most = [most_lines(tiles, each, shortest, high[each], kind) for each in (family, other)]
    enough = most[0] >= max(1, low[family]) and most[1] >= max(1, low[other])
    return enough and sum(most) > tiles[kind]


def need_of_lines(case: Case, places: str, own: str, joined: str) -> int:
    """Return the least that the lines of a case must count.

    Places in lines of the families `places` count 1, crossings of two lines of one of the families
    `own` count −1, and crossings with lines of the families `joined` count 1. To join these lines
    with each other and with the rest of the grid, one crossing is needed for each.
    """
    low = case.low
    names = {*FAMILIES, NONE}
    if not names >= {*places, *own, *joined}:
        raise UnprovedError
    others = any(low[family] for family in FAMILIES if family not in joined)
    return (
        case.shortest * sum(low[family] for family in FAMILIES if family in places)
        - sum(case.high[family] ** 2 // 4 for family in FAMILIES if family in own)
        + max(0, sum(low[family] for family in FAMILIES if family in joined) - (not others))
    )


def supply_of_tiles(case: Case, places: str, own: str, joined: str) -> int:
    """Return the most that all tiles together can count."""
    tiles, high = case.tiles, case.high
    total = tiles[WILD] * (2 * bool(places != NONE) + bool(joined != NONE))
    for kind, text in enumerate(PLAIN_TILES):
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
            raise UnprovedError
        total += max(counts)
    return total
