"""Play one game: apply the rules and add each step to the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, Generic, Self

import msgspec

from quincunx.core.bots.lookup import BotSpec
from quincunx.core.bots.playing import Partners, play_out, step, turn_of
from quincunx.core.bots.turn import Turn
from quincunx.core.chance import Chance, KeyedChance, Result
from quincunx.core.errors import (
    AmbiguousSeat,
    BackwardTime,
    CannotTakeBack,
    FinishedGame,
    NoDraft,
    NoPosition,
    NothingToUndo,
    QuincunxError,
    StaleMove,
    UnfinishedGame,
    UnknownSeat,
    WrongSeat,
)
from quincunx.core.events import Events, public_event, visible_messages
from quincunx.core.match.drafts import DraftEntry, DraftLog, current_drafts, drafts_after
from quincunx.core.match.log import LogEntry, MatchLog
from quincunx.core.match.text import match_text
from quincunx.core.moves import NO_MOVES, Moves
from quincunx.core.observation import Observation, Observations
from quincunx.core.options import Options, recorded_values
from quincunx.core.records.record import Origin, make_record
from quincunx.core.seeds import Seed, commitment
from quincunx.core.viewers import OMNISCIENT, Viewer

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from quincunx.core.analysis import Hint, Review
    from quincunx.core.game import Game
    from quincunx.core.outcome import Outcome
    from quincunx.core.records.record import Record
    from quincunx.core.rules import Fault, Rules

    # With defaults, so that `Match` alone is a match of any game.
    S = TypeVar("S", default=Any)
    M = TypeVar("M", default=Any)
    V = TypeVar("V", default=Any)
else:
    from typing import TypeVar

    S, M, V = TypeVar("S"), TypeVar("M"), TypeVar("V")


TAKE_BACKS_PER_SEAT: Final = 40
"""The maximum number of take-backs of a seat in a game: each adds two entries to the log."""


class Match(Generic[S, M, V]):
    """A game in play, generic in its types of state, move and view.

    Version 0 is the deal; each move, deadline or take-back adds one. `quincunx.new` deals a match.

    >>> import quincunx
    >>> match = quincunx.new("coloryam", seats=2, seed=1)
    >>> match.awaited  # the seats that the game waits for
    (0,)
    >>> events = match.play("roll")
    >>> match.version
    1
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: int,
        *,
        seed: Seed | None = None,
        chance: Chance | None = None,
        table: str = "",
        names: tuple[str, ...] = (),
        position: str | None = None,
    ) -> None:
        """Deal the game, or set it up at a position.

        `chance` replaces the chance of the seed in labs, tests and replays.
        """
        game.check_seats(seats, options)
        self.game = game
        self.options = options
        self.seats = seats
        self.table = table
        self.names = names
        self.rules: Rules[S, M, V, Any] = game.rules(options, seats)
        self._move_types = game.move_types
        self._has_deadlines = self.rules.is_real_time
        self.seed = seed
        if chance is None:
            if seed is None:
                raise ValueError("a match needs a seed or a chance")
            chance = KeyedChance(seed.key)
        self.chance = chance
        self.now = 0
        self.start_position = position
        """The position from which the game started; `None` if it was dealt."""
        if position is None:
            state, events = self.rules.setup(chance)
        else:
            state, events = game.setup_position(self.rules, position, chance)
            events = (public_event("core.event.started_at_position"), *events)
        self._log = MatchLog(LogEntry(0, None, None, self._results(), events), state, seats)
        self.origin: Origin | None = None
        self.outcome: Outcome | None = self.rules.outcome(state)
        self.draft_log = DraftLog()
        self._drafts: dict[int, Any] = {}

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {self.seats} seats, version {self.version}>"

    def __str__(self) -> str:
        """Return the board as text with all secrets, and whose turn it is or how the game ended."""
        return match_text(self)

    def _repr_svg_(self) -> str:
        """Return the board as a picture with all secrets: what notebooks show of a match."""
        return self.game.picture(self.view(OMNISCIENT)).svg()

    # Copies

    def copy(self) -> Self:
        """Return an independent match at the same point, which continues with the same chance."""
        match = object.__new__(type(self))
        match.__dict__.update(self.__dict__)
        match.chance = self.chance.copy()
        match._log = self._log.copy()
        match.draft_log = self.draft_log.copy()
        match._drafts = self._drafts.copy()
        return match

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        # Entries and states are frozen, so a copy may share them.
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        # Rules are functions of the options, and keep caches that are not worth copying.
        return {name: value for name, value in self.__dict__.items() if name != "rules"}

    def __setstate__(self, contents: dict[str, Any]) -> None:
        self.__dict__.update(contents)
        self.rules = self.game.rules(self.options, self.seats)

    def fork(self, seed: int | Seed | None = None, *, chance: Chance | None = None) -> Self:
        """Return an independent match at the same point, which continues with new chance.

        What has been dealt stays as it is. Its record names the version at which it was forked
        (`Record.origin`), and `quincunx.verify` checks the results after it against the new seed.
        A fork cannot be undone past its beginning.

        >>> import quincunx
        >>> match = quincunx.new("coloryam", seats=1, seed=1)
        >>> rolls = {str(match.fork(seed).play("roll")) for seed in range(20)}
        >>> len(rolls)
        20
        """
        match = self.copy()
        match.seed = None
        if chance is None:
            match.seed = Seed.of(seed)
            chance = KeyedChance(match.seed.key)
        match.chance = chance
        match.origin = Origin(self.table, self.version)
        return match

    # Position

    @property
    def version(self) -> int:
        """The number of entries in the log after the deal."""
        return self._log.version

    @property
    def log(self) -> Sequence[LogEntry]:
        """The whole log with all secrets: for the server, never for a player."""
        return self._log.entries

    @property
    def state(self) -> S:
        """The whole state with all secrets: for the server, never for a player."""
        state: S = self._log.states[-1]
        return state

    def state_at(self, version: int) -> S:
        """Return the whole state of an earlier version."""
        state: S = self._log.states[version]
        return state

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.rules.active(self._log.states[-1])

    @property
    def awaited(self) -> tuple[int, ...]:
        """The active seats that the game waits for."""
        return self.rules.awaited(self._log.states[-1])

    @property
    def deadline(self) -> int | None:
        """The table time at which time alone will change something."""
        return None if self.outcome else self.rules.deadline(self._log.states[-1])

    @property
    def position(self) -> str:
        """The position as text, in the notation that `quincunx.solve` reads.

        It contains what the best move of the seat on turn depends on, not the whole state.
        `quincunx.from_position` makes a match from it. Raise `NoPosition` if there is no such text,
        as for the several hands of a race in Pivit.

        >>> import quincunx
        >>> match = quincunx.new("quatrefoil", seed=7)
        >>> match.position
        'YP/BG R > RP/YG B'
        >>> quincunx.solve("quatrefoil", match.position).data["distance"]
        1
        """
        text = self.game.position(self.view(OMNISCIENT))
        if text is None:
            raise NoPosition("core.error.no_position", game=self.game.name)
        return text

    @property
    def commitment(self) -> str | None:
        """The commitment to show before the game; `None` if the chance is not verifiable."""
        if self.seed is None:
            return None
        return commitment(
            self.seed.secret,
            table=self.table,
            game=self.game.name,
            rules=self.game.version,
            options=recorded_values(self.options),
            seats=self.seats,
            origin=None if self.origin is None else (self.origin.table, self.origin.version),
            position=self.start_position,
        )

    def legal_moves(self, seat: int | None = None) -> Moves[M]:
        """Return the legal moves of a seat, by default of the one that the game waits for.

        A seat that may not act has none, nor has any seat once the game is over.
        """
        if seat is not None:
            self._check_seat(seat)
        elif self.outcome is not None:
            return NO_MOVES
        else:
            seat = self._only_awaited()
        return self.rules.legal_moves(self._log.states[-1], seat)

    def view(self, viewer: Viewer, version: int = -1) -> V:
        """Return all that the viewer may know, by default now; `None` is a spectator."""
        if viewer is not None and viewer != OMNISCIENT:
            self._check_seat(viewer)
        return self.rules.view(self._log.states[version], viewer)

    def observations(self, viewer: Viewer) -> Sequence[Observation[M]]:
        """Return all that the viewer has seen happen, without what was taken back."""
        return Observations(self, viewer, self._log.in_effect)

    def history(self, viewer: Viewer) -> Sequence[Observation[M]]:
        """Return all that the viewer has seen happen, version by version."""
        return Observations(self, viewer, range(self.version + 1))

    def observation(self, viewer: Viewer, version: int) -> Observation[M]:
        """Return what the viewer saw happen in the step that made that version."""
        entry = self._log.entries[version]
        move = entry.move
        if move is not None and entry.seat is not None and viewer not in (entry.seat, OMNISCIENT):
            move = self.rules.conceal(move, entry.seat, viewer)
        return Observation(
            version, entry.at, entry.seat, move, visible_messages(entry.events, viewer)
        )

    def is_in_effect(self, version: int) -> bool:
        """Whether the step that made this version was not taken back and is not a take-back."""
        return self._log.is_in_effect(version)

    @property
    def versions_in_effect(self) -> Sequence[int]:
        """The versions that were not taken back, in order."""
        return self._log.in_effect

    @property
    def latest_in_effect(self) -> int:
        """The newest version in effect: the one that made the current position."""
        return self._log.in_effect[-1]

    def hints(self, seat: int) -> tuple[Hint, ...]:
        """Return hints for that seat, from the vaguest to the most explicit."""
        return self.game.hints(self.rules, self.view(seat))

    # Actions

    def play(
        self,
        move: M | str,
        seat: int | None = None,
        *,
        at: int | None = None,
        version: int | None = None,
    ) -> Events:
        """Play a move or its text, by default for the one seat that the game waits for.

        `at` is the table time of the move, `version` the version that the player saw. A move that
        is refused raises a `MoveError` and changes nothing.

        >>> import quincunx
        >>> match = quincunx.new("quatrefoil", seed=7)
        >>> events = match.play("push west from north")
        >>> match.play("juggle")
        Traceback (most recent call last):
            ...
        quincunx.core.errors.MalformedMove: “juggle” is not a move. Moves are ...
        """
        made: Any = move if type(move) in self._move_types else self._parse_move(move)
        # Usually no time passes and no deadline can fire.
        at = self.now if at is None and not self._has_deadlines else self._advance_time(at)
        state = self._log.states[-1]
        if self.outcome is not None:
            raise FinishedGame("core.error.finished_game")
        if seat is None:
            seat = self._only_awaited()
        if seat not in self.rules.active(state):
            self._check_seat(seat)
            refusal = self.rules.refusal_out_of_turn(state, seat, made)
            raise refusal or WrongSeat("core.error.wrong_seat", seat=seat)
        if version is not None and self._is_stale(made, version):
            raise StaleMove("core.error.stale_move")
        chance = self.chance
        try:
            state, events = self.rules.apply(state, seat, made, at, chance)
        except BaseException as error:
            chance.forget(self._results())
            if isinstance(error, Exception) and not isinstance(error, QuincunxError):
                self.game.check_move(made)
            raise
        self._append(at, seat, made, events, state)
        return events

    def tick(self, at: int | None = None) -> Events:
        """Let time pass until `at`, by default until the next deadline; deadlines up to then fire.

        Without `at` and without a deadline, nothing changes.
        """
        if at is None:
            at = self.deadline
        before = len(self._log.entries)
        self.now = self._advance_time(at)
        return tuple(event for entry in self._log.entries[before:] for event in entry.events)

    def expire(self, at: int) -> bool:
        """Fire the next deadline if it is due by `at`, and no other; return whether it was."""
        deadline = self.deadline
        if deadline is None or deadline > at:
            return False
        state, events = self.rules.expire(self._log.states[-1], deadline, self.chance)
        self._append(deadline, None, None, events, state)
        return True

    def take_backs_left(self, seat: int) -> int:
        """Return how many more moves that seat can take back in this game."""
        self._check_seat(seat)
        return max(0, TAKE_BACKS_PER_SEAT - self._log.take_backs[seat])

    def can_take_back(self, seat: int) -> bool:
        """Whether that seat can take back its last move.

        A move stays if chance, a deadline or another seat's action came with it or after it, if it
        revealed something, or if the seat has used up `TAKE_BACKS_PER_SEAT`.
        """
        return self._is_revocable(seat) and self.take_backs_left(seat) > 0

    def _is_revocable(self, seat: int) -> bool:
        """Whether that seat can take back the last move, apart from the number of take-backs."""
        last = self._log.in_effect[-1]
        entry = self._log.entries[last]
        if entry.seat != seat or self.outcome is not None or entry.chance:
            return False
        # Other seats' moves count even if they were taken back since: this seat has seen them.
        if any(since.seat != seat for since in self._log.entries[last + 1 :]):
            return False
        before = self._log.states[self._log.in_effect[-2]]
        deadline = self.rules.deadline(before)
        in_time = deadline is None or deadline > self.now
        return in_time and self.rules.can_take_back(before, seat, entry.move)

    def take_back(self, seat: int, at: int | None = None, *, limited: bool = True) -> Events:
        """Restore the position before that seat's last move; the log keeps both.

        `limited=False` replays a game that was played before take-backs were limited.
        """
        self._check_seat(seat)
        self.now = self._advance_time(at)
        if not self._is_revocable(seat):
            raise CannotTakeBack("core.error.cannot_take_back")
        if limited and not self.take_backs_left(seat):
            raise CannotTakeBack("core.error.no_take_backs_left", most=TAKE_BACKS_PER_SEAT)
        back = self._log.in_effect[-2]
        events = (public_event("core.event.took_back", seat=seat),)
        self._log.take_back(LogEntry(self.now, seat, None, (), events, back))
        self._drafts = current_drafts(self)
        return events

    def undo(self) -> None:
        """Remove the last entry from the log: for programs, not for a table."""
        if self.version == (0 if self.origin is None else self.origin.version):
            raise NothingToUndo("core.error.nothing_to_undo")
        self.chance.forget(self._log.pop().chance)
        self.now = self._log.entries[-1].at
        self.outcome = None
        self.draft_log.forget_after(self.version)
        self._drafts = current_drafts(self)

    # Bots

    def turn(self, seat: int | None = None, *, seed: int | str | None = None) -> Turn[M, V]:
        """Return what a bot at that seat would be given now, to try it out: `bot.choose(turn)`."""
        seat = self._only_awaited() if seat is None else seat
        return turn_of(self, seat, seed=self._bots_seed(seed))

    def step(
        self,
        bots: BotSpec | Mapping[int, BotSpec],
        *,
        seed: int | str | None = None,
        partners: Partners | None = None,
        work: int = 0,
    ) -> int | None:
        """Let the bots act once, or let time pass until the next deadline.

        Return the seat that acted, or `None` for a deadline. `bots` is one bot for all seats, or
        a bot for each of some seats: a bot, its class, its name or `module:Class`. The same `seed`
        gives bots the same random numbers; by default it depends on the deal. Bots of the same
        class are partners unless `partners` says otherwise, and each does as much work as it likes.
        """
        return step(self, bots, seed=self._bots_seed(seed), partners=partners, work=work)

    def play_out(
        self,
        bots: BotSpec | Mapping[int, BotSpec],
        *,
        seed: int | str | None = None,
        partners: Partners | None = None,
        work: int = 0,
    ) -> Outcome:
        """Let the bots play until the game is over, and return the outcome; see `step`."""
        return play_out(self, bots, seed=self._bots_seed(seed), partners=partners, work=work)

    def _bots_seed(self, seed: int | str | None) -> int | str:
        """Return the seed of the bots' random numbers: by default one that differs by deal."""
        if seed is not None:
            return seed
        return self.digest(0) if self.seed is None else digest(self.seed.key)

    # Drafts

    def draft(self, seat: int, draft: Any, at: int | None = None) -> tuple[Fault, ...]:
        """Store the seat's draft and return its faults."""
        at = self._draft_time(seat, at)
        faults = self.rules.check(self.view(seat), draft)
        self._store_draft(seat, draft, at)
        return faults

    def restore_draft(self, seat: int, draft: Any, at: int) -> None:
        """Store a draft that was checked before, in a replay or by another process."""
        self._store_draft(seat, draft, self._draft_time(seat, at))

    def _draft_time(self, seat: int, at: int | None) -> int:
        """Return the table time of a draft; raise `NoDraft` if the seat has nothing to build."""
        self._check_seat(seat)
        at = self._advance_time(at)
        if self.outcome is not None or not self.rules.drafting(self._log.states[-1], seat):
            raise NoDraft("core.error.no_draft")
        return at

    def _store_draft(self, seat: int, draft: Any, at: int) -> None:
        self.now = at
        self.draft_log.add(DraftEntry(at, seat, self.version, draft))
        self._drafts[seat] = draft

    def draft_of(self, seat: int) -> Any:
        """Return the seat's draft, or `None`: for that seat alone."""
        return self._drafts.get(seat)

    @property
    def progress(self) -> dict[int, int]:
        """The progress of each seat's draft: for everybody."""
        return {seat: self.rules.progress(draft) for seat, draft in self._drafts.items()}

    @property
    def public_drafts(self) -> dict[int, Any]:
        """The drafts that everybody may see now."""
        return dict(self._drafts) if self.rules.drafts_are_public(self._log.states[-1]) else {}

    # Records and reviews

    def review(self) -> Review:
        """Analyse the finished game: how it developed, which moves were mistakes, what decided it.

        Raise `UnfinishedGame` if it is not over.
        """
        if self.outcome is None:
            raise UnfinishedGame("core.error.unfinished_game")
        return self.game.review(self)

    def record(self, seat: int | None = None) -> Record:
        """Return the record for a seat (`None`: a spectator); the whole one after the game."""
        return make_record(self, OMNISCIENT if self.outcome else seat)

    def full_record(self) -> Record:
        """Return the whole record with all secrets, at any time: for the server."""
        return make_record(self, OMNISCIENT)

    def digest(self, version: int = -1) -> str:
        """Return a short hash of the whole state."""
        return digest(msgspec.msgpack.encode(self._log.states[version]))

    # Internals

    def _check_seat(self, seat: object) -> None:
        if not (isinstance(seat, int) and 0 <= seat < self.seats):
            raise UnknownSeat("core.error.unknown_seat", seat=str(seat), seats=self.seats)

    def _parse_move(self, move: M | str) -> M:
        """Return the move that a text stands for; raise `MoveError` for anything else."""
        made: M = self.game.parse_move(move) if isinstance(move, str) else move
        if type(made) not in self._move_types:
            raise self.game.not_a_move(made)
        return made

    def _only_awaited(self) -> int:
        """Return the one seat that the game waits for."""
        awaited = self.rules.awaited(self._log.states[-1])
        if len(awaited) != 1:
            reason = "ambiguous_seat" if awaited else "nobody_awaited"
            raise AmbiguousSeat(f"core.error.{reason}")
        return awaited[0]

    def _is_stale(self, move: Any, version: int) -> bool:
        """Whether something since that version makes the move stale."""
        # A set, because a client may claim to have seen nothing of a long game.
        happened = {entry.move for entry in self._log.entries[max(0, version + 1) :]}
        return any(self.rules.makes_stale(other, move) for other in happened)

    def _results(self) -> tuple[Result, ...]:
        """Take the results of chance since the last call."""
        results = tuple(self.chance.results)
        self.chance.results = []
        return results

    def _append(self, at: int, seat: int | None, move: Any, events: Events, state: Any) -> None:
        results = self._results() if self.chance.results else ()
        entry = LogEntry(at, seat, move, results, events)
        self._log.append(entry, state)
        if self._drafts:
            self._drafts = drafts_after(self.rules, self._drafts, entry, state)
        self.now = at
        self.outcome = self.rules.outcome(state)

    def _advance_time(self, at: int | None) -> int:
        """Fire the deadlines up to `at`, each at its own time; `None` means that no time passed."""
        if at is None:
            at = self.now
        elif at < self.now:
            raise BackwardTime("core.error.backward_time", at=at, now=self.now)
        if self._has_deadlines:
            while self.expire(at):
                pass
        return at


def digest(packed: bytes) -> str:
    """Return a short hash of an encoded state."""
    return blake2b(packed, digest_size=16).hexdigest()
