"""ColorYam: six coloured dice, three rolls, ten lines, a second chance that costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from quincunx.games.coloryam.challenges import KINDS, Challenge
from quincunx.games.coloryam.dice import COLOURS, DICE, DIE_AND_VALUE, FACES, Values, faces
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.notation import parse_sheet
from quincunx.games.coloryam.options import ColorYamOptions
from quincunx.games.coloryam.scoring import line_points
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
    COLORYAM_LINES,
    FIELDS_OF_SECTION,
    LINES,
    SECTION_OF_LINE,
    SECTIONS,
    SHEETS,
    Sheet,
    X,
)
from quincunx.games.coloryam.state import (
    ColorYamAttempt,
    ColorYamState,
    ColorYamView,
    Column,
)

ROLLS_PER_ATTEMPT: Final = 3
MAX_MOVES_PER_SEAT: Final = 37
"""The most moves of one seat in a game.

An attempt is three moves at most, and each challenge and each ColorYam field brings one attempt:
30 moves. Deciding what to do with a failed challenge is a move as well, and happens only while a
field of the section is empty: at most twice in the red and in the yellow section, and three times
in the blue one, which has two fields.
"""


class KeepMoves(Moves[ColorYamMove]):
    """Every way to keep some dice and roll the others, and to stop."""

    complete = True

    def __init__(self, dice: Values) -> None:
        self._faces = faces(dice)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, KeepDice):
            return 0 < len(move.faces) < DICE and move == KeepDice(self._those(move.faces))
        return isinstance(move, RollAll | StopRolling)

    def _those(self, kept: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(face for face in self._faces if face in kept)

    def __iter__(self) -> Iterator[ColorYamMove]:
        yield RollAll()
        for mask in range(1, 2**DICE - 1):
            yield self._keep(mask)
        yield StopRolling()

    def _keep(self, mask: int) -> KeepDice:
        return KeepDice(tuple(face for die, face in enumerate(self._faces) if mask >> die & 1))

    def sample(self, rng: Random) -> ColorYamMove:
        mask = int(rng.random() * 2**DICE)
        if mask == 0:
            return RollAll()
        return StopRolling() if mask == 2**DICE - 1 else self._keep(mask)


_FIRST: Final[ListedMoves[ColorYamMove]] = ListedMoves((RollAll(),))
_CHOICES: Final[ListedMoves[ColorYamMove]] = ListedMoves((CrossOut(), EnterTotal()))
_NOTHING: Final[ListedMoves[ColorYamMove]] = ListedMoves(())


class ColorYamRules(Rules[ColorYamState, ColorYamMove, ColorYamView, None]):
    """For 2 to 5 who compare totals line by line, or one who adds them up."""

    state_type = ColorYamState
    view_type = ColorYamView

    def __init__(self, options: ColorYamOptions, seats: int) -> None:
        self.options = options
        self.seats = seats

    @property
    def max_log_entries(self) -> int:
        return 1 + MAX_MOVES_PER_SEAT * self.seats

    # How the game goes

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
                return _random_sheet(chance)
            case "own":
                return parse_sheet(self.options.own)
            case printed:
                return SHEETS[printed]

    def active(self, state: ColorYamState) -> tuple[int, ...]:
        return state.waiting[:1]

    def moves(self, state: ColorYamState, seat: int) -> Moves[ColorYamMove]:
        if seat not in state.waiting[:1]:
            return _NOTHING
        if state.phase == "choose":
            return _CHOICES
        return KeepMoves(state.dice) if state.rolls else _FIRST

    def apply(
        self, state: ColorYamState, seat: int, move: ColorYamMove, at: int, chance: Chance
    ) -> tuple[ColorYamState, Events]:
        choosing = isinstance(move, CrossOut | EnterTotal)
        if choosing and state.phase != "choose":
            raise IllegalMove("coloryam.refusal.nothing_failed", rule="coloryam:L130a")
        if not choosing and state.phase == "choose":
            raise IllegalMove("coloryam.refusal.choose_first", rule="coloryam:L46")
        match move:
            case CrossOut():
                return self._entered(state, seat, X, [], chance)
            case EnterTotal():
                return self._second_chance(state, seat)
            case StopRolling():
                if not state.rolls:
                    raise IllegalMove("coloryam.refusal.roll_first", rule="coloryam:R17")
                return self._resolve(state, seat, [], chance)
            case _:
                return self._roll(state, seat, move, chance)

    def _roll(
        self, state: ColorYamState, seat: int, move: RollAll | KeepDice, chance: Chance
    ) -> tuple[ColorYamState, Events]:
        kept = self._kept(state, move)
        rolled = iter(chance.roll("dice", FACES, DICE - len(kept)))
        dice = tuple(kept[die] if die in kept else next(rolled) + 1 for die in range(DICE))
        rolls = state.rolls + 1
        new = msgspec.structs.replace(state, dice=dice, rolls=rolls, kept=tuple(kept), last=None)
        event = public_event(
            "coloryam.event.rolled", seat=seat, faces=faces(dice), rolls=rolls, total=sum(dice)
        )
        if rolls < ROLLS_PER_ATTEMPT:
            return new, (event,)
        return self._resolve(new, seat, [event], chance)

    def _kept(self, state: ColorYamState, move: RollAll | KeepDice) -> dict[int, int]:
        """The dice that stay, with their values."""
        if isinstance(move, RollAll):
            return {}
        if not state.rolls:
            raise IllegalMove("coloryam.refusal.roll_first", rule="coloryam:R17")
        shown = faces(state.dice)
        missing = tuple([face for face in move.faces if face not in shown])
        if missing:
            raise IllegalMove(
                "coloryam.refusal.not_on_the_table",
                rule="coloryam:L32b",
                offending=missing,
                faces=missing,
            )
        kept = dict([DIE_AND_VALUE[face] for face in move.faces])
        # In the order of the dice, each once: every keep has one name.
        if not 0 < len(kept) < DICE or [*kept] != sorted(kept) or len(kept) != len(move.faces):
            raise IllegalMove("coloryam.refusal.keep_some", rule="coloryam:R17")
        return kept

    # What comes of an attempt

    def _resolve(
        self, state: ColorYamState, seat: int, events: list[Event], chance: Chance
    ) -> tuple[ColorYamState, Events]:
        """The player has stopped, or rolled for the third time."""
        total = sum(state.dice)
        challenge = _challenge(state)
        if challenge is None:
            fits = self._may_enter(state, seat, total)
            return self._entered(state, seat, total if fits else X, events, chance)
        if challenge.met(state.dice):
            return self._entered(state, seat, total, events, chance)
        if self._field(state, seat) is not None:
            events.append(
                public_event("coloryam.event.missed", seat=seat, total=total, line=state.line)
            )
            return msgspec.structs.replace(state, phase="choose"), tuple(events)
        return self._entered(state, seat, X, events, chance)

    def _may_enter(self, state: ColorYamState, seat: int, total: int) -> bool:
        """Whether the total may stand in a ColorYam field below the ones that are filled."""
        earlier = (state.entries[seat][line] for line in COLORYAM_LINES)
        return self.options.beginner or total > max((entry or X for entry in earlier), default=X)

    def _field(self, state: ColorYamState, seat: int) -> int | None:
        """The ColorYam line that the total of a failed challenge may go into."""
        if not self._may_enter(state, seat, sum(state.dice)):
            return None
        fields = FIELDS_OF_SECTION[SECTION_OF_LINE[state.line]]
        return next((line for line in fields if state.entries[seat][line] is None), None)

    def _second_chance(self, state: ColorYamState, seat: int) -> tuple[ColorYamState, Events]:
        """The total goes into the ColorYam field, and the same challenge begins anew."""
        field, total = self._field(state, seat), sum(state.dice)
        assert field is not None, "only who has a field is asked"
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

    def _entered(
        self, state: ColorYamState, seat: int, entry: int, events: list[Event], chance: Chance
    ) -> tuple[ColorYamState, Events]:
        """Writes the entry of this line, and goes on to whoever is next."""
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
        """The line is complete: it is scored, and the best of it begins the next one."""
        if self.seats > 1:
            points = line_points(_totals(state, state.line))
            events.append(public_event("coloryam.event.scored", line=state.line, points=points))
        line = state.line + 1
        if line == LINES:
            events.append(public_event("coloryam.event.over"))
            return msgspec.structs.replace(state, line=line, phase="over")
        waiting = [seat for seat in range(self.seats) if state.entries[seat][line] is None]
        if len(waiting) > 1:
            first = self._who_begins(state, events, chance)
            waiting.sort(key=lambda seat: (seat - first) % self.seats)
        if waiting and self.seats > 1:
            events.append(public_event("coloryam.event.begins", seat=waiting[0], line=line))
        return msgspec.structs.replace(state, line=line, waiting=tuple(waiting))

    def _who_begins(self, state: ColorYamState, events: list[Event], chance: Chance) -> int:
        """Whoever has most in the row directly above; a die decides between equals."""
        above = _row_above(state, state.line + 1)
        best = [seat for seat in range(self.seats) if above[seat] == max(above)]
        while len(best) > 1:
            thrown = chance.roll("tie", FACES, len(best))
            values = tuple(value + 1 for value in thrown)
            events.append(
                public_event("coloryam.event.tie_rolled", seats=tuple(best), values=values)
            )
            best = [seat for seat, value in zip(best, values, strict=True) if value == max(values)]
        return best[0]

    # How it ends

    def outcome(self, state: ColorYamState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = self._scores(state)
        winners = self._winners(state)
        if self.seats == 1:
            return Outcome(winners, scores, Message("coloryam.outcome.alone", {"total": scores[0]}))
        alone_ahead = scores.count(max(scores)) == 1
        kind = "shared" if len(winners) > 1 else "points" if alone_ahead else "tie_break"
        reason = Message(f"coloryam.outcome.{kind}", {"seats": winners, "points": max(scores)})
        return Outcome(winners, scores, reason)

    def _winners(self, state: ColorYamState) -> tuple[int, ...]:
        """Most points, then the higher ColorYam 4."""
        scores, last = self._scores(state), _totals(state, COLORYAM_LINES[-1])
        best = max(zip(scores, last, strict=True))
        return tuple(seat for seat in range(self.seats) if (scores[seat], last[seat]) == best)

    def _scores(self, state: ColorYamState) -> tuple[int, ...]:
        columns = _points(state, self.seats)
        return tuple(sum(points or 0 for points in column) for column in columns)

    # Who knows what: everybody everything

    def view(self, state: ColorYamState, viewer: Viewer) -> ColorYamView:
        seat = state.waiting[0] if state.waiting else None
        challenge = _challenge(state)
        return ColorYamView(
            seat=viewer if viewer is not None and viewer >= 0 else None,
            sheet=state.sheet,
            beginner=self.options.beginner,
            entries=state.entries,
            points=_points(state, self.seats),
            totals=self._scores(state),
            line=state.line,
            waiting=state.waiting,
            faces=faces(state.dice),
            rolls=state.rolls,
            chances=state.chances,
            phase=state.phase,
            met=challenge.met(state.dice) if challenge and state.dice else None,
            total=sum(state.dice) if state.dice else None,
            field=self._field(state, seat)
            if seat is not None and state.phase == "choose"
            else None,
            kept=state.kept,
            last=state.last,
            winners=self._winners(state) if state.phase == "over" else (),
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
        """Only dice tell anything, and those are chance."""
        return True

    def audit(self, state: ColorYamState) -> None:
        for seat, column in enumerate(state.entries):
            for line, entry in enumerate(column):
                assert entry is None or entry == X or 6 <= entry <= 36, "a total of six dice"
                done = line < state.line or (line == state.line and seat not in state.waiting)
                early = line in COLORYAM_LINES
                assert (entry is not None) == done or early, "lines are completed from the top"
            if not self.options.beginner:
                numbers = [entry for line in COLORYAM_LINES if (entry := column[line])]
                assert numbers == sorted(set(numbers)), "ColorYam numbers increase"
        assert len(state.dice) in (0, DICE)
        assert (state.rolls == 0) == (not state.dice)


def _random_sheet(chance: Chance) -> Sheet:
    """Two different kinds for each section, their colours drawn as well."""
    sheet = []
    for section in SECTIONS:
        kinds = [kind for kind in KINDS if KINDS[kind].section == section]
        for number in chance.draw("sheet", (1,) * len(kinds), 2):
            kind = kinds[number]
            colours = chance.draw("sheet", (1,) * len(COLOURS), KINDS[kind].colours)
            sheet.append(Challenge(kind, tuple(COLOURS[colour] for colour in colours)))
    return tuple(sheet)


def _challenge(state: ColorYamState) -> Challenge | None:
    """The challenge of this line, unless it is a ColorYam line."""
    number = CHALLENGE_OF_LINE[state.line] if state.line < LINES else None
    return None if number is None else state.sheet[number]


def _attempt(state: ColorYamState, seat: int, line: int, entry: int) -> ColorYamAttempt:
    return ColorYamAttempt(seat, line, faces(state.dice), sum(state.dice), entry)


def _with_entry(
    entries: tuple[Column, ...], seat: int, line: int, entry: int
) -> tuple[Column, ...]:
    return replace_item(entries, seat, replace_item(entries[seat], line, entry))


def _totals(state: ColorYamState, line: int) -> tuple[int, ...]:
    """The entries of a complete line, seat by seat."""
    return tuple(column[line] or X for column in state.entries)


def _points(state: ColorYamState, seats: int) -> tuple[Column, ...]:
    """By seat and line, what the complete lines were worth."""
    by_line = [
        (_totals(state, line) if seats == 1 else line_points(_totals(state, line)))
        if line < state.line
        else (None,) * seats
        for line in range(LINES)
    ]
    return tuple(tuple(line[seat] for line in by_line) for seat in range(seats))


def _row_above(state: ColorYamState, line: int) -> tuple[int, ...]:
    """What stands directly above a line: the line before, or the score row of a section."""
    if SECTION_OF_LINE[line] == SECTION_OF_LINE[line - 1]:
        return _totals(state, line - 1)
    section = [
        above for above in range(line) if SECTION_OF_LINE[above] == SECTION_OF_LINE[line - 1]
    ]
    points = [line_points(_totals(state, above)) for above in section]
    return tuple(map(sum, zip(*points, strict=True)))
