"""The record of a game, as versioned JSON: the whole game, or what one viewer saw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from quincunx.core.chance import Result
from quincunx.core.errors import CorruptRecord
from quincunx.core.events import Event
from quincunx.core.messages import render
from quincunx.core.observation import Observation
from quincunx.core.options import recorded_values
from quincunx.core.outcome import Outcome
from quincunx.core.records.view_changes import ViewChange, apply_changes, diff_views
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT, Viewer, sees

if TYPE_CHECKING:
    from quincunx.core.match import Match

FORMAT = "quincunx-record/1"
POINT_FIELDS: Final = ("totals", "scores", "points", "qwirkles")
"""What views call the points of each seat; the first one that a view has counts."""


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
    position: str | None = None
    """The position from which the game started, if it was not dealt and the record is whole."""

    def to_json(self) -> str:
        """Return the record as JSON text."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode()

    def turns(self) -> list[dict[str, Any]]:
        """Return one plain row for each step, ready for `polars.DataFrame(record.turns())`.

        Each row has the game, the version, the table time `at` in milliseconds, the seat that
        acted, the kind of step (`deal`, `move`, `deadline` or `take-back`), the move in notation,
        what happened as text, and the points of each seat after it (`None` in Quatrefoil).

        >>> import quincunx
        >>> match = quincunx.new("quivvit", seats=2, seed=7)
        >>> events = match.play("a1 left")
        >>> row = match.record().turns()[-1]
        >>> row["seat"], row["move"], row["points"]
        (1, 'a1 left', [0, 3])
        """
        return [*_rows(self)]

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read a record; raise `CorruptRecord` for any other text."""
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise CorruptRecord("core.error.unreadable_record", why=str(error)) from None
        if record.format != FORMAT:
            raise CorruptRecord("core.error.unknown_format", format=record.format, known=FORMAT)
        if not record.steps:
            raise CorruptRecord("core.error.no_steps")
        return record


def _rows(record: Record) -> Iterator[dict[str, Any]]:
    scene: Any = None
    for version, step in enumerate(record.steps):
        scene = apply_changes(scene, step.scene)
        yield {
            "game": record.game,
            "version": version,
            "at": step.at,
            "seat": step.seat,
            "kind": _kind(version, step),
            "move": step.move,
            "text": " ".join(_texts(record, step)),
            "points": _points(scene),
        }


def _points(scene: dict[str, Any]) -> list[int] | None:
    """Return the points of each seat in a view; `None` if the seats have no points of their own."""
    for name in POINT_FIELDS:
        if isinstance(scene.get(name), list):
            return [len(each) if isinstance(each, list) else each for each in scene[name]]
    return None


def _kind(version: int, step: RecordStep) -> str:
    if version == 0:
        return "deal"
    if step.back is not None:
        return "take-back"
    return "deadline" if step.seat is None else "move"


def _texts(record: Record, step: RecordStep) -> Iterator[str]:
    for event in step.events:
        for message in event.seen_by(OMNISCIENT if record.whole else record.viewer):
            yield render(message, names=record.names)


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
        position=match.start_position if whole else None,
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
