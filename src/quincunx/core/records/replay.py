"""Replay records: rebuild the match, verify it, branch off from it, or show what was recorded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance, KeyedChance, ScriptedChance
from quincunx.core.errors import CorruptRecord, NotVerified, QuincunxError
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.match.drafts import DraftEntry, DraftLog
from quincunx.core.options import make_options
from quincunx.core.outcome import Outcome
from quincunx.core.records.record import DraftStep, Origin, Record, RecordStep, make_record
from quincunx.core.records.view_changes import apply_changes
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT


class Recording:
    """A record that is shown without rules: a seat's own record, or one of an older version."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._scenes: list[Any] = []
        scene: Any = None
        for number, step in enumerate(record.steps):
            try:
                scene = apply_changes(scene, step.scene)
            except (AttributeError, LookupError, TypeError):
                raise CorruptRecord("core.error.misfit_scene", step=number) from None
            self._scenes.append(scene)

    def __repr__(self) -> str:
        return f"<Recording {self.record.game}, version {self.version}>"

    @property
    def version(self) -> int:
        """The last version."""
        return len(self._scenes) - 1

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; `None` if it had not ended."""
        return self.record.outcome

    def scene(self, version: int = -1) -> Any:
        """Return the view at that version, as plain data."""
        return self._scenes[version]


def replay(record: Record, game: Game) -> Match | Recording:
    """Rebuild the match of a whole record and check it step by step; else return a `Recording`."""
    if record.rules != game.version or not record.whole:
        return Recording(record)
    match = rerun(record, game)
    _compare(record, make_record(match, OMNISCIENT))
    return match


def rerun(record: Record, game: Game) -> Match:
    """Play the record's moves with the record's results of chance, without comparing the rest."""
    match, rest = start_rerun(record, game)
    for _ in rest:
        pass
    return match


def start_rerun(record: Record, game: Game) -> tuple[Match, Iterator[None]]:
    """Return the dealt match and an iterator that plays one step of the record at a time."""
    options = make_options(game.options, record.options, game=game.name)
    first, *others = record.steps
    with _at_step(0):
        script = ScriptedChance(first.chance)
        match = Match(
            game,
            options,
            record.seats,
            seed=record.seed,
            chance=script,
            table=record.table,
            names=record.names,
            position=record.position,
        )
    if not script.exhausted:
        raise CorruptRecord("core.error.not_as_written", step=0)
    match.origin = record.origin
    return match, iter_apply_steps(match, others, record.drafts)


def apply_steps(
    match: Match, steps: Iterable[RecordStep], drafts: Iterable[DraftStep] = ()
) -> None:
    """Apply steps that another process has made since the match's version, with their chance."""
    for _ in iter_apply_steps(match, steps, drafts):
        pass


def iter_apply_steps(
    match: Match, steps: Iterable[RecordStep], drafts: Iterable[DraftStep] = ()
) -> Iterator[None]:
    """Do the same as `apply_steps`, one step for each iteration."""
    chance, known = match.chance, match.version
    drafted = defaultdict(list)
    for draft in drafts:
        drafted[draft.version].append(draft)
    with _at_step(match.version):
        _restore_drafts(match, drafted[match.version])
    for number, step in enumerate(steps, match.version + 1):
        match.chance = script = ScriptedChance(step.chance)
        with _at_step(number):
            _apply_step(match, step)
            _restore_drafts(match, drafted[number])
        if match.version != number or not script.exhausted:
            raise CorruptRecord("core.error.not_as_written", step=number)
        yield
    if isinstance(chance, KeyedChance):
        for entry in match.log[known + 1 :]:
            chance.skip(entry.chance)
        match.chance = chance
    else:
        match.chance = _continuing_chance(match)


@contextmanager
def _at_step(number: int) -> Iterator[None]:
    """Turn an error of the rules into `CorruptRecord` with the number of the step."""
    try:
        yield
    except (QuincunxError, msgspec.ValidationError) as error:
        # The message that contains it ends with a full stop.
        why = str(error).removesuffix(".")
        raise CorruptRecord("core.error.corrupt_step", step=number, why=why) from error


def branch(
    record: Record, game: Game, version: int, *, seed: Seed, table: str, names: tuple[str, ...]
) -> Match:
    """Return the recorded game at that version, to be continued with a new seed."""
    begun = branch_record(record, game, version, seed=seed, table=table, names=names)
    return rerun(begun, game)


def branch_record(
    record: Record, game: Game, version: int, *, seed: Seed, table: str, names: tuple[str, ...]
) -> Record:
    """Return the record of a new game that begins with the first steps of `record`."""
    if not record.whole:
        raise CorruptRecord("core.error.not_whole")
    if record.rules != game.version:
        raise CorruptRecord("core.error.other_rules", rules=record.rules, known=game.version)
    if not 0 <= version < len(record.steps):
        raise CorruptRecord(
            "core.error.no_such_version", version=version, last=len(record.steps) - 1
        )
    return msgspec.structs.replace(
        record,
        steps=record.steps[: version + 1],
        drafts=(),
        origin=Origin(record.table, version),
        seed=seed,
        table=table,
        names=names,
    )


def _apply_step(match: Match, step: RecordStep) -> None:
    if step.seat is None:
        match.expire(step.at)
    elif step.back is not None:
        match.take_back(step.seat, at=step.at, limited=False)
    elif step.move is None:
        raise CorruptRecord("core.error.missing_move")
    else:
        match.play(step.move, step.seat, at=step.at)


def _restore_drafts(match: Match, drafts: Iterable[DraftStep]) -> None:
    for drafted in drafts:
        draft = msgspec.convert(drafted.draft, match.rules.draft_type)
        match.restore_draft(drafted.seat, draft, drafted.at)


def _continuing_chance(match: Match) -> KeyedChance | FastChance:
    """Return the chance with which an unfinished match continues."""
    if match.seed is None:
        return FastChance(Random())
    chance = KeyedChance(match.seed.key)
    own = 0 if match.origin is None else match.origin.version + 1
    for entry in match.log[own:]:
        chance.skip(entry.chance)
    return chance


def _compare(record: Record, again: Record) -> None:
    for number, (step, new) in enumerate(zip(record.steps, again.steps, strict=True)):
        for field in RecordStep.__struct_fields__:
            if getattr(step, field) != getattr(new, field):
                raise CorruptRecord("core.error.wrong_in_step", step=number, field=field)
    record = msgspec.structs.replace(record, drafts=_thinned(record.drafts))
    for field in ("outcome", "commitment", "drafts"):
        if getattr(record, field) != getattr(again, field):
            last = len(record.steps) - 1
            raise CorruptRecord("core.error.wrong_at_end", step=last, field=field)


def _thinned(drafts: Iterable[DraftStep]) -> tuple[DraftStep, ...]:
    """Thin the drafts of a record as a match does: older records hold all of them."""
    entries = (DraftEntry(step.at, step.seat, step.version, step.draft) for step in drafts)
    return tuple(
        DraftStep(kept.at, kept.seat, kept.version, kept.draft) for kept in DraftLog(entries)
    )


class Verified(msgspec.Struct, frozen=True):
    """The result of a verification."""

    commitment: str
    nonces: int
    results: int


def verify(record: Record, game: Game) -> Verified:
    """Check that the committed seed and the players' nonces give every result in the record."""
    match = replay(record, game)
    if isinstance(match, Recording):
        reason = "core.error.not_whole" if not record.whole else "core.error.other_rules"
        raise NotVerified(reason, rules=record.rules, known=game.version)
    if match.seed is None or record.commitment is None:
        raise NotVerified("core.error.no_seed")
    dealt = _dealt(record, game, match.seed)
    for number, step in enumerate(record.steps):
        if number > dealt.version:
            _apply_step(dealt, step)
        if dealt.log[number].chance != step.chance:
            raise NotVerified("core.error.wrong_chance", step=number)
    own = 0 if record.origin is None else record.origin.version + 1
    return Verified(
        commitment=record.commitment,
        nonces=len(match.seed.nonces),
        results=sum(len(step.chance) for step in record.steps[own:]),
    )


def _dealt(record: Record, game: Game, seed: Seed) -> Match:
    """Return the match where its own chance begins: dealt from the seed, or branched off."""
    if record.origin is not None:
        at = record.origin.version
        return branch(record, game, at, seed=seed, table=record.table, names=record.names)
    options = make_options(game.options, record.options, game=game.name)
    return Match(
        game, options, record.seats, seed=seed, table=record.table, position=record.position
    )
