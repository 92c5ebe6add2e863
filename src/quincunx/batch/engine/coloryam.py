"""How ColorYam on arrays corresponds to ColorYam in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from quincunx.core.chance import Result, ScriptedChance
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import ALL_DICE, COLOURS, DICE_IN, FACES
from quincunx.games.coloryam.notation import format_sheet, parse_sheet
from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.games.coloryam.rules.scoring import row_above
from quincunx.games.coloryam.sheet import LINES, SECTIONS, SHEETS, Sheet
from quincunx.games.coloryam.state import ColorYamPhase, ColorYamState, Column

from ..coloryam import CHALLENGES, ColorYamKernel, code_of
from .batch_game import BatchGame, PlainStep, PlainTable


def _kernel_of(options: ColorYamOptions, seats: int) -> ColorYamKernel:
    match options.sheet:
        case "random":
            challenges = None
        case "own":
            challenges = _codes(parse_sheet(options.own))
        case printed:
            challenges = _codes(SHEETS[printed])
    return ColorYamKernel(seats, challenges, options.beginner)


def _options_of(kernel: ColorYamKernel) -> ColorYamOptions:
    if kernel.challenges is None:
        return ColorYamOptions(sheet="random", beginner=kernel.beginner)
    own = format_sheet(_sheet(kernel.challenges))
    return ColorYamOptions(sheet="own", own=own, beginner=kernel.beginner)


def _codes(sheet: Sheet) -> tuple[int, ...]:
    return tuple(
        code_of(challenge.kind, tuple(map(COLOURS.index, challenge.colours))) for challenge in sheet
    )


def _sheet(codes: tuple[int, ...]) -> Sheet:
    challenges = (CHALLENGES[code] for code in codes)
    return tuple(
        Challenge(kind, tuple(COLOURS[colour] for colour in colours))
        for kind, colours in challenges
    )


def _state_of(kernel: ColorYamKernel, table: PlainTable) -> ColorYamState:
    entries = _entries(table)
    has_dice = table.rolls > 0
    return ColorYamState(
        sheet=_sheet(kernel.challenges or table.challenges),
        entries=entries,
        line=table.line,
        waiting=_waiting(table),
        dice=tuple(table.dice) if has_dice else (),
        rolls=table.rolls,
        chances=table.second_chances,
        phase=_phase(table),
    )


def _entries(table: PlainTable) -> tuple[Column, ...]:
    return tuple(
        tuple([None if entry < 0 else entry for entry in column]) for column in table.entries
    )


def _waiting(table: PlainTable) -> tuple[int, ...]:
    """Return the seats that still have to complete the line, from the one on turn."""
    if table.line == LINES:
        return ()
    seats = len(table.entries)
    in_order = [(table.seat + place) % seats for place in range(seats)]
    return tuple(seat for seat in in_order if table.entries[seat][table.line] < 0)


def _phase(table: PlainTable) -> ColorYamPhase:
    if table.line == LINES:
        return "over"
    return "choose" if table.is_choosing else "roll"


def _comparable(kernel: ColorYamKernel, state: ColorYamState) -> ColorYamState:
    """Return the state without what is only displayed: the last attempt and the kept dice."""
    return msgspec.structs.replace(state, last=None, kept=())


# Results of chance


def _dealt(kernel: ColorYamKernel, table: PlainTable) -> ScriptedChance:
    if kernel.challenges is not None:
        return ScriptedChance(())
    return ScriptedChance(_drawn_sheet(_sheet(table.challenges)))


def _drawn_sheet(sheet: Sheet) -> Iterator[Result]:
    """Yield the draws of a random sheet: for each section two kinds, then the colours of each."""
    for number, section in enumerate(SECTIONS):
        kinds = [kind for kind in KINDS if KINDS[kind].section == section]
        challenges = sheet[2 * number : 2 * number + 2]
        drawn = tuple(kinds.index(challenge.kind) for challenge in challenges)
        yield Result("sheet", None, drawn)
        for challenge in challenges:
            yield Result("sheet", None, tuple(map(COLOURS.index, challenge.colours)))


def _drawn(kernel: ColorYamKernel, step: PlainStep) -> ScriptedChance:
    return ScriptedChance((*_rolled(step), *_tie(step)))


def _rolled(step: PlainStep) -> Iterator[Result]:
    """Yield the roll of the dice that were not kept."""
    if not step.before.is_choosing and step.action < ALL_DICE:
        thrown = DICE_IN[ALL_DICE - step.action]
        yield Result("dice", None, tuple(step.after.dice[die] - 1 for die in thrown))


_BEST_FACE: Final = FACES - 1


def _tie(step: PlainStep) -> Iterator[Result]:
    """Yield the tie-break roll of the seats that tie for the right to begin a line.

    The seat that begins on the arrays rolls the best face, the others the worst. A seat that has
    already completed the line can win the roll; then the next seat that has not done so begins.
    """
    waiting = _waiting(step.after)
    if step.after.line == step.before.line or len(waiting) < 2:
        return
    above = row_above(_entries(step.after), step.after.line)
    tied = [seat for seat, value in enumerate(above) if value == max(above)]
    if len(tied) == 1:
        return
    seats = len(above)
    winner = next((seat for seat in tied if _next_of(waiting, seat, seats) == waiting[0]), tied[0])
    yield Result("tie", None, tuple(_BEST_FACE if seat == winner else 0 for seat in tied))


def _next_of(waiting: tuple[int, ...], first: int, seats: int) -> int:
    """Return the first of these seats, counted round the table from `first`."""
    return min(waiting, key=lambda seat: (seat - first) % seats)


COLORYAM: Final = BatchGame(
    kernel_of=_kernel_of,
    options_of=_options_of,
    state_of=_state_of,
    dealt=_dealt,
    drawn=_drawn,
    comparable=_comparable,
)
