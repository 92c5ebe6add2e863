"""One game being played: the rules, and the log of what has happened."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, Self, overload

import msgspec

from quincunx.core.chance import Chance, KeyedChance, Result
from quincunx.core.drafts import DraftEntry, DraftLog
from quincunx.core.errors import (
    BackwardTime,
    CannotTakeBack,
    FinishedGame,
    NoDraft,
    NothingToUndo,
    StaleMove,
    UnknownSeat,
    WrongSeat,
)
from quincunx.core.events import Events, public_event, visible_messages
from quincunx.core.observation import Observation
from quincunx.core.options import Options, as_values
from quincunx.core.seeds import Seed, commitment
from quincunx.core.viewers import OMNISCIENT, Viewer

if TYPE_CHECKING:
    from quincunx.core.analysis import Hint
    from quincunx.core.game import Game
    from quincunx.core.moves import Moves
    from quincunx.core.outcome import Outcome
    from quincunx.core.records.record import Origin, Record
    from quincunx.core.rules import Fault


class Entry(msgspec.Struct, frozen=True):
    """One line of the log: the deal, a move, a deadline, or a take-back."""

    at: int
    seat: int | None
    move: Any
    chance: tuple[Result, ...]
    events: Events
    back: int | None = None
    """For a take-back: the version whose position is there again."""


TAKE_BACKS_PER_SEAT: Final = 40
"""The most moves that a seat can take back in a game: each adds two entries to the log."""


class Match:
    """A game in play. Version 0 is the deal; each move, deadline or take-back adds one."""

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
    ) -> None:
        """Deals. `chance` replaces the seed's own, in labs, tests and replays."""
        game.check_seats(seats, options)
        self.game = game
        self.options = options
        self.seats = seats
        self.table = table
        self.names = names
        self.rules = game.rules(options, seats)
        self.seed = seed
        if chance is None:
            if seed is None:
                raise ValueError("a match needs a seed or a chance")
            chance = KeyedChance(seed.key)
        self.chance = chance
        self.now = 0
        state, events = self.rules.setup(chance)
        self._log = [Entry(0, None, None, self._results(), events)]
        self._states = [state]
        self._line = [0]
        """The versions that stand: the log without what was taken back."""
        self.origin: Origin | None = None
        self.outcome: Outcome | None = self.rules.outcome(state)
        self._take_backs = [0] * seats
        """How many moves each seat has taken back."""
        self.draft_log = DraftLog()
        self._drafts: dict[int, Any] = {}

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {self.seats} seats, version {self.version}>"

    def copy(self) -> Self:
        """Return an independent match at the same point; entries and states are shared."""
        match = object.__new__(type(self))
        match.__dict__.update(self.__dict__)
        match.chance = self.chance.copy()
        match._log = self._log.copy()
        match._states = self._states.copy()
        match._line = self._line.copy()
        match._take_backs = self._take_backs.copy()
        match.draft_log = self.draft_log.copy()
        match._drafts = self._drafts.copy()
        return match

    # Where it stands

    @property
    def version(self) -> int:
        return len(self._log) - 1

    @property
    def log(self) -> Sequence[Entry]:
        """All that has happened, hidden things included: for whoever runs the table."""
        return self._log

    @property
    def state(self) -> Any:
        """The whole state, hidden things included: for whoever runs the table, never for a seat."""
        return self._states[-1]

    def state_at(self, version: int) -> Any:
        """The whole state of an earlier version."""
        return self._states[version]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.rules.active(self._states[-1])

    @property
    def awaited(self) -> tuple[int, ...]:
        """Those of them whom the game is waiting for."""
        return self.rules.awaited(self._states[-1])

    @property
    def deadline(self) -> int | None:
        """The table time at which time alone will change something."""
        return None if self.outcome else self.rules.deadline(self._states[-1])

    @property
    def commitment(self) -> str | None:
        """The promise to show before the game; none where the chance is not verifiable."""
        if self.seed is None:
            return None
        return commitment(
            self.seed.secret,
            table=self.table,
            game=self.game.name,
            rules=self.game.version,
            options=as_values(self.options),
            seats=self.seats,
            origin=None if self.origin is None else (self.origin.table, self.origin.version),
        )

    def moves(self, seat: int) -> Moves[Any]:
        """The legal moves of that seat."""
        self._check_seat(seat)
        return self.rules.moves(self._states[-1], seat)

    def view(self, viewer: Viewer, version: int = -1) -> Any:
        """All that the viewer may know; `None` is a bystander. An earlier version on request."""
        if viewer is not None and viewer != OMNISCIENT:
            self._check_seat(viewer)
        return self.rules.view(self._states[version], viewer)

    def observations(self, viewer: Viewer) -> Sequence[Observation[Any]]:
        """All that the viewer has seen happen, without what was taken back."""
        return _Observations(self, viewer, self._line)

    def history(self, viewer: Viewer) -> Sequence[Observation[Any]]:
        """All that the viewer has seen happen, version by version."""
        return _Observations(self, viewer, range(len(self._log)))

    def observation(self, viewer: Viewer, version: int) -> Observation[Any]:
        """What the viewer saw happen when that version came about."""
        entry = self._log[version]
        move = entry.move
        if move is not None and entry.seat is not None and viewer not in (entry.seat, OMNISCIENT):
            move = self.rules.conceal(move, entry.seat, viewer)
        return Observation(
            version, entry.at, entry.seat, move, visible_messages(entry.events, viewer)
        )

    def is_in_effect(self, version: int) -> bool:
        """Whether what made this version was not taken back, and is no take-back itself."""
        place = bisect_left(self._line, version)
        return place < len(self._line) and self._line[place] == version

    @property
    def versions_in_effect(self) -> Sequence[int]:
        """The versions that stand, in order."""
        return self._line

    @property
    def latest_in_effect(self) -> int:
        """The newest version that stands: the one that made the position on the table."""
        return self._line[-1]

    def hints(self, seat: int) -> tuple[Hint, ...]:
        """Help for that seat, from the gentlest to the plainest."""
        return self.game.hints(self.rules, self.view(seat))

    # What happens

    def play(
        self, seat: int, move: Any, at: int | None = None, version: int | None = None
    ) -> Events:
        """Plays a move or its text. `version` is the one that the player had before the eyes."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        at = self._let_time_pass(at)
        state = self._states[-1]
        if self.outcome is not None:
            raise FinishedGame("core.error.finished_game")
        if seat not in self.rules.active(state):
            self._check_seat(seat)
            refusal = self.rules.refusal_out_of_turn(state, seat, move)
            raise refusal or WrongSeat("core.error.wrong_seat", seat=seat)
        if version is not None and self._is_stale(move, version):
            raise StaleMove("core.error.stale_move")
        chance = self.chance
        try:
            state, events = self.rules.apply(state, seat, move, at, chance)
        except BaseException:
            chance.forget(self._results())
            raise
        self._append(Entry(at, seat, move, self._results(), events), state)
        return events

    def tick(self, at: int) -> Events:
        """Time passes; the deadlines up to `at` fire."""
        before = len(self._log)
        self.now = self._let_time_pass(at)
        return tuple(event for entry in self._log[before:] for event in entry.events)

    def expire(self, at: int) -> bool:
        """The next deadline fires if it is due by then, and no other: two may be due at once."""
        deadline = self.deadline
        if deadline is None or deadline > at:
            return False
        state, events = self.rules.expire(self._states[-1], deadline, self.chance)
        self._append(Entry(deadline, None, None, self._results(), events), state)
        return True

    def take_backs_left(self, seat: int) -> int:
        """How many more moves that seat can take back in this game."""
        self._check_seat(seat)
        return max(0, TAKE_BACKS_PER_SEAT - self._take_backs[seat])

    def can_take_back(self, seat: int) -> bool:
        """Whether that seat may have its last move back.

        Not across chance, a deadline or another seat's action, not what told somebody more than
        the position before it did, and not more often than `TAKE_BACKS_PER_SEAT`.
        """
        return self._is_revocable(seat) and self.take_backs_left(seat) > 0

    def _is_revocable(self, seat: int) -> bool:
        """Whether the last move may be taken back by that seat, however often it has done so."""
        last = self._line[-1]
        entry = self._log[last]
        if entry.seat != seat or self.outcome is not None or entry.chance:
            return False
        # Also what another seat has taken back since was seen, and is not to be used.
        if any(since.seat != seat for since in self._log[last + 1 :]):
            return False
        before = self._states[self._line[-2]]
        deadline = self.rules.deadline(before)
        in_time = deadline is None or deadline > self.now
        return in_time and self.rules.can_take_back(before, seat, entry.move)

    def take_back(self, seat: int, at: int | None = None, *, limited: bool = True) -> Events:
        """The position before that seat's last move is there again; the log keeps both.

        `limited=False` replays a game that was played before take-backs were limited.
        """
        self._check_seat(seat)
        self.now = self._let_time_pass(at)
        if not self._is_revocable(seat):
            raise CannotTakeBack("core.error.cannot_take_back")
        if limited and not self.take_backs_left(seat):
            raise CannotTakeBack("core.error.no_take_backs_left", most=TAKE_BACKS_PER_SEAT)
        back = self._line[-2]
        events = (public_event("core.event.took_back", seat=seat),)
        self._append(Entry(self.now, seat, None, (), events, back), self._states[back])
        return events

    def undo(self) -> None:
        """Takes the last entry back as if it had never been: for programs, not for a table."""
        if len(self._log) == 1:
            raise NothingToUndo("core.error.nothing_to_undo")
        undone = self._log.pop()
        self.chance.forget(undone.chance)
        self._states.pop()
        if undone.back is None:
            self._line.pop()
        else:
            assert undone.seat is not None, "a seat takes back"
            self._take_backs[undone.seat] -= 1
            self._line = _standing(self._log)
        self.now = self._log[-1].at
        self.outcome = None
        self.draft_log.forget_after(self.version)
        self._look_at_the_desks()

    # Drafts

    def draft(self, seat: int, draft: Any, at: int | None = None) -> tuple[Fault, ...]:
        """Keep what the seat is building, and return what is wrong with it."""
        at = self._time_to_draft(seat, at)
        faults = self.rules.check(self.view(seat), draft)
        self._keep_draft(seat, draft, at)
        return faults

    def restore_draft(self, seat: int, draft: Any, at: int) -> None:
        """Keep a draft that was checked before: in a replay, or at another process's table."""
        self._keep_draft(seat, draft, self._time_to_draft(seat, at))

    def _time_to_draft(self, seat: int, at: int | None) -> int:
        """The table time of a draft, if that seat has something to build then."""
        self._check_seat(seat)
        at = self._let_time_pass(at)
        if self.outcome is not None or not self.rules.drafting(self._states[-1], seat):
            raise NoDraft("core.error.no_draft")
        return at

    def _keep_draft(self, seat: int, draft: Any, at: int) -> None:
        self.now = at
        self.draft_log.add(DraftEntry(at, seat, self.version, draft))
        self._drafts[seat] = draft

    def draft_of(self, seat: int) -> Any:
        """What that seat is building, or `None`: for that seat alone."""
        return self._drafts.get(seat)

    @property
    def progress(self) -> dict[int, int]:
        """How far each seat's draft has come: for everybody."""
        return {seat: self.rules.progress(draft) for seat, draft in self._drafts.items()}

    @property
    def public_drafts(self) -> dict[int, Any]:
        """The drafts that everybody may see."""
        return dict(self._drafts) if self.rules.drafts_are_public(self._states[-1]) else {}

    # Records

    def record(self, seat: int | None = None) -> Record:
        """The game as that seat knows it (`None`: a bystander); all of it once it is over."""
        from quincunx.core.records.record import make_record

        return make_record(self, OMNISCIENT if self.outcome else seat)

    def full_record(self) -> Record:
        """The whole record at any time, secrets included: for whoever runs the table."""
        from quincunx.core.records.record import make_record

        return make_record(self, OMNISCIENT)

    def digest(self, version: int = -1) -> str:
        """A short fingerprint of the whole state."""
        return digest(msgspec.msgpack.encode(self._states[version]))

    # Inside

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise UnknownSeat("core.error.unknown_seat", seat=seat, seats=self.seats)

    def _is_stale(self, move: Any, version: int) -> bool:
        """Whether the board that the move was meant for is no longer there."""
        # Each different move once: a client may claim to have seen nothing of a long game.
        happened = {entry.move for entry in self._log[max(0, version + 1) :]}
        return any(self.rules.makes_stale(other, move) for other in happened)

    def _look_at_the_desks(self) -> None:
        """Find out from the log which drafts still lie there."""
        self._drafts = {}
        for seat in range(self.seats):
            if self.draft_log.last_of(seat) is None:
                continue
            since = self._cleared_by(seat)
            for drafted in reversed(self.draft_log):
                if drafted.seat == seat and self._ground(drafted) >= since:
                    self._drafts[seat] = drafted.draft
                    break

    def _cleared_by(self, seat: int) -> int:
        """The newest standing version after which no earlier draft of that seat was wanted."""
        for version in reversed(self._line):
            if not self._wants_draft(self._states[version], seat):
                return version
            if not self._outlives(seat, self._log[version]):
                return version
        return 0

    def _ground(self, drafted: DraftEntry) -> int:
        """The standing version that a draft was made for; -1 if that was taken back."""
        ground = drafted.version
        while (back := self._log[ground].back) is not None:
            ground = back
        return ground if self.is_in_effect(ground) else -1

    def _wants_draft(self, state: Any, seat: int) -> bool:
        """Whether a draft is being built on, or looked at."""
        return self.rules.drafting(state, seat) or self.rules.drafts_are_public(state)

    def _outlives(self, seat: int, entry: Entry) -> bool:
        """Whether that seat's draft is still wanted after the entry."""
        return entry.seat != seat or self.rules.keeps_draft(entry.move)

    def _results(self) -> tuple[Result, ...]:
        results = self.chance.results
        if not results:
            return ()
        self.chance.results = []
        return tuple(results)

    def _append(self, entry: Entry, state: Any) -> None:
        self._log.append(entry)
        self._states.append(state)
        if entry.back is None:
            self._line.append(self.version)
            self._clear_desks(entry, state)
        else:
            assert entry.seat is not None, "a seat takes back"
            self._take_backs[entry.seat] += 1
            # A new list: observations that were given out keep the old one.
            self._line = self._line[:-1]
            self._look_at_the_desks()
        self.now = entry.at
        self.outcome = self.rules.outcome(state)

    def _clear_desks(self, entry: Entry, state: Any) -> None:
        if self._drafts:
            self._drafts = {
                seat: draft
                for seat, draft in self._drafts.items()
                if self._wants_draft(state, seat) and self._outlives(seat, entry)
            }

    def _let_time_pass(self, at: int | None) -> int:
        """Fires the deadlines up to `at`, each at its own time; `None`: no time has passed."""
        if at is None:
            at = self.now
        elif at < self.now:
            raise BackwardTime("core.error.backward_time", at=at, now=self.now)
        while self.expire(at):
            pass
        return at


def digest(packed: bytes) -> str:
    """A short fingerprint of a state that has been packed."""
    return blake2b(packed, digest_size=16).hexdigest()


def _standing(log: Sequence[Entry]) -> list[int]:
    """The versions that were not taken back."""
    line: list[int] = []
    for version, entry in enumerate(log):
        if entry.back is None:
            line.append(version)
        else:
            del line[line.index(entry.back) + 1 :]
    return line


class _Observations(Sequence[Observation[Any]]):
    """A viewer's side of the log, made as it is read; later moves do not change it."""

    def __init__(self, match: Match, viewer: Viewer, versions: Sequence[int]) -> None:
        self._match = match
        self._versions = versions
        self._length = len(versions)
        self._viewer = viewer

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Observation[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Observation[Any]]: ...
    def __getitem__(self, index: int | slice) -> Observation[Any] | Sequence[Observation[Any]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._length))]
        return self._match.observation(self._viewer, self._versions[range(self._length)[index]])
