"""The record of a game, as versioned JSON: the whole game, or what one viewer saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from quincunx.core.chance import Result
from quincunx.core.errors import CorruptRecord
from quincunx.core.events import Event
from quincunx.core.observation import Observation
from quincunx.core.options import recorded_values
from quincunx.core.outcome import Outcome
from quincunx.core.records.view_changes import ViewChange, diff_views
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT, Viewer, sees

if TYPE_CHECKING:
    from quincunx.core.match import Match

FORMAT = "quincunx-record/1"


class RecordStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log: the deal, a move, a deadline (no seat) or a take-back (`back`)."""

    at: int
    seat: int | None = None
    move: str | None = None
    chance: tuple[Result, ...] = ()
    events: tuple[Event, ...] = ()
    scene: list[ViewChange] = []
    """What changed in the viewer's view; the first step contains all of it."""
    digest: str | None = None
    back: int | None = None
    """For a take-back: the version whose position is restored."""


class Origin(msgspec.Struct, frozen=True):
    """The game and version that a game was branched off from; its own chance begins after it."""

    table: str
    version: int


class DraftStep(msgspec.Struct, frozen=True):
    """A seat's draft at a table time, made at that version."""

    at: int
    seat: int
    version: int
    draft: Any


class Record(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that can be shown without rules and, if it is whole, replayed with them."""

    format: str
    game: str
    rules: int
    """The version of the game's rules."""
    seats: int
    options: dict[str, Any]
    steps: tuple[RecordStep, ...]
    whole: bool
    """Whether it hides nothing."""
    viewer: int | None = None
    """The seat whose record it is, if it is not whole; `None` for a spectator."""
    table: str = ""
    names: tuple[str, ...] = ()
    commitment: str | None = None
    seed: Seed | None = None
    drafts: tuple[DraftStep, ...] = ()
    outcome: Outcome | None = None
    origin: Origin | None = None

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CorruptRecord("core.error.unreadable_record", why=str(error)) from None
        if record.format != FORMAT:
            raise CorruptRecord("core.error.unknown_format", format=record.format, known=FORMAT)
        if not record.steps:
            raise CorruptRecord("core.error.no_steps")
        return record


def make_record(match: Match, viewer: Viewer) -> Record:
    """Return the record of `match` with what `viewer` may see."""
    return msgspec.structs.replace(
        record_header(match, viewer),
        steps=tuple(record_steps(match, viewer)),
        drafts=tuple(record_drafts(match, viewer)),
    )


def replayable_steps(match: Match) -> Iterator[RecordStep]:
    """Yield only what a replay needs: moves and chance, without events and views."""
    for entry in tuple(match.log):
        yield RecordStep(
            at=entry.at,
            seat=entry.seat,
            move=None if entry.move is None else str(entry.move),
            chance=entry.chance,
            back=entry.back,
        )


def record_header(match: Match, viewer: Viewer) -> Record:
    """Return the record of `match` for `viewer`, without steps and drafts."""
    whole = viewer == OMNISCIENT
    return Record(
        format=FORMAT,
        game=match.game.name,
        rules=match.game.version,
        seats=match.seats,
        options=recorded_values(match.options),
        steps=(),
        whole=whole,
        viewer=None if whole else viewer,
        table=match.table,
        names=match.names,
        commitment=match.commitment,
        seed=match.seed if whole else None,
        outcome=match.outcome,
        origin=match.origin,
    )


def record_steps(match: Match, viewer: Viewer) -> Iterator[RecordStep]:
    """Return an iterator over the steps so far, each built when it is read."""
    return _build_steps(match, viewer, match.history(viewer))


def _build_steps(
    match: Match, viewer: Viewer, history: Sequence[Observation[Any]]
) -> Iterator[RecordStep]:
    scene: Any = None
    for version, observation in enumerate(history):
        before, scene = scene, _plain(match.view(viewer, version))
        entry = match.log[version]
        yield RecordStep(
            at=entry.at,
            seat=entry.seat,
            move=None if observation.move is None else str(observation.move),
            chance=tuple(result for result in entry.chance if _is_visible(viewer, result)),
            events=(
                entry.events
                if viewer == OMNISCIENT
                else tuple(Event(message) for message in observation.events)
            ),
            digest=match.digest(version) if viewer == OMNISCIENT else None,
            scene=diff_views(before, scene),
            back=entry.back,
        )


def _plain(value: Any) -> Any:
    """Return the value as JSON represents it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _is_visible(viewer: Viewer, result: Result) -> bool:
    return viewer == OMNISCIENT or result.to is None or result.to == viewer


def record_drafts(match: Match, viewer: Viewer) -> Iterator[DraftStep]:
    """Yield the drafts that the viewer may see, one by one."""
    for entry in tuple(match.draft_log):
        if sees(viewer, entry.seat):
            yield DraftStep(entry.at, entry.seat, entry.version, _plain(entry.draft))
