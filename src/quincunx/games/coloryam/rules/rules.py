"""ColorYam: six coloured dice, three rolls, ten lines, and second chances."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer
from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.dice import (
    ALL_DICE,
    DICE,
    DICE_IN,
    DIE_AND_VALUE,
    FACES,
    ROLLS_PER_ATTEMPT,
    after_roll,
    faces,
    faces_in,
    set_of_faces,
)
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    KeepMoves,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.notation import parse_sheet
from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.games.coloryam.rules.scoring import (
    line_entries,
    line_points,
    points_by_line,
    row_above,
)
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
    COLORYAM_LINES,
    FIELDS_OF_SECTION,
    LINES,
    SECTION_OF_LINE,
    SHEETS,
    Sheet,
    X,
    random_sheet,
)
from quincunx.games.coloryam.state import (
    ColorYamAttempt,
    ColorYamState,
    ColorYamView,
    Column,
)

MAX_MOVES_PER_SEAT: Final = 37
"""The most moves of one seat in a game.

An attempt takes at most three moves, and each of the six challenges and four ColorYam fields allows
one attempt: 30 moves. Deciding what to do with a failed challenge is a move as well. It occurs only
while a field of the section is empty: at most twice in red and in yellow, and three times in blue,
which has two fields.
"""


_FIRST_ROLL: Final[ListedMoves[ColorYamMove]] = ListedMoves((RollAll(),))
_AFTER_FAILURE: Final[ListedMoves[ColorYamMove]] = ListedMoves((CrossOut(), EnterTotal()))
_NO_MOVES: Final[ListedMoves[ColorYamMove]] = ListedMoves(())
_IN_COLORYAM_FIELDS: Final = itemgetter(*COLORYAM_LINES)


class ColorYamRules(Rules[ColorYamState, ColorYamMove, ColorYamView, None]):
    """For 2 to 5 seats that compare totals line by line, or one seat that adds them up."""

    state_type = ColorYamState
    view_type = ColorYamView

    def __init__(self, options: ColorYamOptions, seats: int) -> None:
        self.options = options
        self.seats = seats

    @property
    def max_log_entries(self) -> int:
        return 1 + MAX_MOVES_PER_SEAT * self.seats

    # The course of the game

    def setup(self, chance: Chance) -> tuple[ColorYamState, Events]:
        empty: Column = (None,) * LINES
        state = ColorYamState(
            sheet=self._sheet(chance),
            entries=(empty,) * self.seats,
            line=0,
            waiting=tuple(range(self.seats)),
        )
        return state, (public_event("coloryam.event.dealt", seat=0),)

    def _sheet(self, chance: Chance) -> Sheet:
        match self.options.sheet:
            case "random":
                return random_sheet(chance)
            case "own":
                return parse_sheet(self.options.own)
            case printed:
                return SHEETS[printed]

    def active(self, state: ColorYamState) -> tuple[int, ...]:
        return state.waiting[:1]

    def legal_moves(self, state: ColorYamState, seat: int) -> Moves[ColorYamMove]:
        if seat not in state.waiting[:1]:
            return _NO_MOVES
        if state.phase == "choose":
            return _AFTER_FAILURE
        return KeepMoves(state.dice) if state.rolls else _FIRST_ROLL

    def apply(
        self, state: ColorYamState, seat: int, move: ColorYamMove, at: int, chance: Chance
    ) -> tuple[ColorYamState, Events]:
        is_choosing = state.phase == "choose"
        match move:
            case KeepDice() | RollAll() if not is_choosing:
                return self._roll(state, seat, move, chance)
            case StopRolling() if not is_choosing:
                if not state.rolls:
                    raise IllegalMove("coloryam.refusal.roll_first", rule="coloryam:R17")
                return self._end_attempt(state, seat, [], chance)
            case CrossOut() if is_choosing:
                return self._enter(state, seat, X, [], chance)
            case EnterTotal() if is_choosing:
                return self._second_chance(state, seat)
            case CrossOut() | EnterTotal():
                raise IllegalMove("coloryam.refusal.nothing_failed", rule="coloryam:L130a")
            case _:
                raise IllegalMove("coloryam.refusal.choose_first", rule="coloryam:L46")

    def _roll(
        self, state: ColorYamState, seat: int, move: RollAll | KeepDice, chance: Chance
    ) -> tuple[ColorYamState, Events]:
        kept = 0 if isinstance(move, RollAll) else self._kept_dice(state, move)
        thrown = chance.roll("dice", FACES, DICE - len(DICE_IN[kept]))
        dice, rolls = after_roll(state.dice, kept, thrown), state.rolls + 1
        new = msgspec.structs.replace(state, dice=dice, rolls=rolls, kept=DICE_IN[kept], last=None)
        event = public_event(
            "coloryam.event.rolled", seat=seat, faces=faces(dice), rolls=rolls, total=sum(dice)
        )
        if rolls < ROLLS_PER_ATTEMPT:
            return new, (event,)
        return self._end_attempt(new, seat, [event], chance)

    def _kept_dice(self, state: ColorYamState, move: KeepDice) -> int:
        """Return the set of the kept dice."""
        if not state.rolls:
            raise IllegalMove("coloryam.refusal.roll_first", rule="coloryam:R17")
        shown = faces(state.dice)
        kept = set_of_faces(move.faces)
        # Dice are listed in order and once, so that every keep has one notation.
        if 0 < kept < ALL_DICE and move.faces == faces_in(kept, shown):
            return kept
        missing = tuple([face for face in move.faces if face not in shown])
        if missing:
            raise IllegalMove(
                "coloryam.refusal.not_on_the_table",
                rule="coloryam:L32b",
                offending=missing,
                faces=missing,
            )
        raise IllegalMove("coloryam.refusal.keep_some", rule="coloryam:R17")

    # The end of an attempt

    def _end_attempt(
        self, state: ColorYamState, seat: int, events: list[Event], chance: Chance
    ) -> tuple[ColorYamState, Events]:
        """End an attempt after a stop or the third roll."""
        total = sum(state.dice)
        challenge = _challenge(state)
        if challenge is None:
            fits = self._may_enter(state, seat, total)
            return self._enter(state, seat, total if fits else X, events, chance)
        if challenge.met(state.dice):
            return self._enter(state, seat, total, events, chance)
        if self._free_field(state, seat) is not None:
            events.append(
                public_event("coloryam.event.missed", seat=seat, total=total, line=state.line)
            )
            return msgspec.structs.replace(state, phase="choose"), tuple(events)
        return self._enter(state, seat, X, events, chance)

    def _may_enter(self, state: ColorYamState, seat: int, total: int) -> bool:
        """Return whether the total may be entered in the next ColorYam field."""
        if self.options.beginner:
            return True
        entered = _IN_COLORYAM_FIELDS(state.entries[seat])
        return total > max(filter(None, entered), default=X)

    def _free_field(self, state: ColorYamState, seat: int) -> int | None:
        """Return the ColorYam line for a failed challenge's total, or `None`."""
        if not self._may_enter(state, seat, sum(state.dice)):
            return None
        column = state.entries[seat]
        for line in FIELDS_OF_SECTION[SECTION_OF_LINE[state.line]]:
            if column[line] is None:
                return line
        return None

    def _second_chance(self, state: ColorYamState, seat: int) -> tuple[ColorYamState, Events]:
        """Enter the total in the ColorYam field, and start the same challenge again."""
        field, total = self._free_field(state, seat), sum(state.dice)
        assert field is not None, "the choice is offered only with an empty field"
        new = msgspec.structs.replace(
            state,
            entries=_with_entry(state.entries, seat, field, total),
            dice=(),
            rolls=0,
            chances=state.chances + 1,
            phase="roll",
            kept=(),
            last=_attempt(state, seat, field, total),
        )
        number = COLORYAM_LINES.index(field) + 1
        return new, (
            public_event(
                "coloryam.event.second_chance", seat=seat, total=total, line=field, field=number
            ),
        )

    def _enter(
        self, state: ColorYamState, seat: int, entry: int, events: list[Event], chance: Chance
    ) -> tuple[ColorYamState, Events]:
        """Write the entry of this line, and pass the turn."""
        if entry == X:
            events.append(public_event("coloryam.event.crossed", seat=seat, line=state.line))
        else:
            events.append(
                public_event("coloryam.event.entered", seat=seat, total=entry, line=state.line)
            )
        state = msgspec.structs.replace(
            state,
            entries=_with_entry(state.entries, seat, state.line, entry),
            waiting=state.waiting[1:],
            dice=(),
            rolls=0,
            chances=0,
            phase="roll",
            kept=(),
            last=_attempt(state, seat, state.line, entry),
        )
        while not state.waiting and state.phase != "over":
            state = self._next_line(state, events, chance)
        return state, tuple(events)

    def _next_line(
        self, state: ColorYamState, events: list[Event], chance: Chance
    ) -> ColorYamState:
        """Score the complete line, and let its best player begin the next one."""
        if self.seats > 1:
            points = line_points(line_entries(state.entries, state.line))
            events.append(public_event("coloryam.event.scored", line=state.line, points=points))
        line = state.line + 1
        if line == LINES:
            events.append(public_event("coloryam.event.over"))
            return msgspec.structs.replace(state, line=line, phase="over")
        waiting = [seat for seat in range(self.seats) if state.entries[seat][line] is None]
        if len(waiting) > 1:
            first = self._first_seat(state, events, chance)
            waiting.sort(key=lambda seat: (seat - first) % self.seats)
        if waiting and self.seats > 1:
            events.append(public_event("coloryam.event.begins", seat=waiting[0], line=line))
        return msgspec.structs.replace(state, line=line, waiting=tuple(waiting))

    def _first_seat(self, state: ColorYamState, events: list[Event], chance: Chance) -> int:
        """Return the seat with the most in the row directly above; dice decide ties."""
        above = row_above(state.entries, state.line + 1)
        most = max(above)
        best = [seat for seat in range(self.seats) if above[seat] == most]
        while len(best) > 1:
            thrown = chance.roll("tie", FACES, len(best))
            values = tuple(value + 1 for value in thrown)
            events.append(
                public_event("coloryam.event.tie_rolled", seats=tuple(best), values=values)
            )
            best = [seat for seat, value in zip(best, values, strict=True) if value == max(values)]
        return best[0]

    # The end of the game

    def outcome(self, state: ColorYamState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = self._scores(state)
        winners = self._winners(state, scores)
        if self.seats == 1:
            return Outcome(winners, scores, Message("coloryam.outcome.alone", {"total": scores[0]}))
        alone_ahead = scores.count(max(scores)) == 1
        kind = "shared" if len(winners) > 1 else "points" if alone_ahead else "tie_break"
        reason = Message(f"coloryam.outcome.{kind}", {"seats": winners, "points": max(scores)})
        return Outcome(winners, scores, reason)

    def _winners(self, state: ColorYamState, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats with the most points, and of those the highest ColorYam 4."""
        last = line_entries(state.entries, COLORYAM_LINES[-1])
        best = max(zip(scores, last, strict=True))
        return tuple(seat for seat in range(self.seats) if (scores[seat], last[seat]) == best)

    def _scores(self, state: ColorYamState) -> tuple[int, ...]:
        columns = points_by_line(state.entries, state.line)
        return tuple([sum([points or 0 for points in column]) for column in columns])

    # Views: nothing is hidden

    def view(self, state: ColorYamState, viewer: Viewer) -> ColorYamView:
        seat = state.waiting[0] if state.waiting else None
        challenge = _challenge(state)
        scores = self._scores(state)
        return ColorYamView(
            seat=viewer if viewer is not None and viewer >= 0 else None,
            sheet=state.sheet,
            beginner=self.options.beginner,
            entries=state.entries,
            points=points_by_line(state.entries, state.line),
            totals=scores,
            line=state.line,
            waiting=state.waiting,
            faces=faces(state.dice),
            rolls=state.rolls,
            chances=state.chances,
            phase=state.phase,
            met=challenge.met(state.dice) if challenge and state.dice else None,
            total=sum(state.dice) if state.dice else None,
            field=self._free_field(state, seat)
            if seat is not None and state.phase == "choose"
            else None,
            kept=state.kept,
            last=state.last,
            winners=self._winners(state, scores) if state.phase == "over" else (),
        )

    def determinise(
        self, view: ColorYamView, observations: Sequence[Observation[ColorYamMove]], rng: Random
    ) -> ColorYamState:
        return ColorYamState(
            sheet=view.sheet,
            entries=view.entries,
            line=view.line,
            waiting=view.waiting,
            dice=tuple(DIE_AND_VALUE[face][1] for face in view.faces),
            rolls=view.rolls,
            chances=view.chances,
            phase=view.phase,
            kept=view.kept,
            last=view.last,
        )

    def can_take_back(self, before: ColorYamState, seat: int, move: ColorYamMove) -> bool:
        """Choices reveal nothing; only dice do, and those are chance."""
        return True

    def audit(self, state: ColorYamState) -> None:
        for seat, column in enumerate(state.entries):
            for line, entry in enumerate(column):
                assert entry is None or entry == X or 6 <= entry <= 36, (
                    "an entry is a total of six dice"
                )
                done = line < state.line or (line == state.line and seat not in state.waiting)
                early = line in COLORYAM_LINES
                assert (entry is not None) == done or early, "lines are completed from the top"
            if not self.options.beginner:
                numbers = [entry for line in COLORYAM_LINES if (entry := column[line])]
                assert numbers == sorted(set(numbers)), "ColorYam numbers increase"
        assert len(state.dice) in (0, DICE)
        assert (state.rolls == 0) == (not state.dice)


def _challenge(state: ColorYamState) -> Challenge | None:
    """Return the challenge of this line, or `None` for a ColorYam line."""
    number = CHALLENGE_OF_LINE[state.line] if state.line < LINES else None
    return None if number is None else state.sheet[number]


def _attempt(state: ColorYamState, seat: int, line: int, entry: int) -> ColorYamAttempt:
    return ColorYamAttempt(seat, line, faces(state.dice), sum(state.dice), entry)


def _with_entry(
    entries: tuple[Column, ...], seat: int, line: int, entry: int
) -> tuple[Column, ...]:
    return replace_item(entries, seat, replace_item(entries[seat], line, entry))
