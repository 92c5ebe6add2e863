"""The log: one line for each thing that happened, on the standard error output.

It never holds what only its owner may know: requests are not logged at all, and of what an
exception says only the first line is, because databases tell the values of a row on the others.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from typing import Final, Literal

import msgspec

Style = Literal["text", "json"]

FIELDS: Final = ("table", "game", "order")
"""What an event may be about; anything else that is handed over is not written down."""


FAULTS_OF_CLIENTS: Final = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""What uvicorn has to say about them: they get an answer, and nobody may fill the log."""


def configure_logging(style: Style) -> None:
    """Sends all that this process logs to the standard error output, and nowhere else."""
    logging.getLogger("uvicorn.error").addFilter(is_ours)
    handler = logging.StreamHandler()
    handler.setFormatter(_Json() if style == "json" else _Text())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def is_ours(record: logging.LogRecord) -> bool:
    """Whether it is about the server, and not about what some client sent."""
    return record.msg not in FAULTS_OF_CLIENTS


class _Json(logging.Formatter):
    """For programs: an object on each line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            "where": record.name,
            **_about(record),
        }
        exception = _exception(record)
        if exception:
            line["exception"] = exception
        return msgspec.json.encode(line).decode()


class _Text(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        about = "".join(f" {name}={value}" for name, value in _about(record).items())
        head = f"{_time(record):%Y-%m-%d %H:%M:%S} {record.levelname.lower()}:"
        return "\n".join(filter(None, (f"{head} {_event(record)}{about}", _exception(record))))


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _event(record: logging.LogRecord) -> str:
    return _first_line(record.getMessage())


def _about(record: logging.LogRecord) -> dict[str, str]:
    return {name: str(getattr(record, name)) for name in FIELDS if name in record.__dict__}


def _exception(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return "" if error is None else "\n".join(chain.from_iterable(map(_told, _causes(error))))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The exception after what led to it."""
    if error is not None:
        suppressed = error.__suppress_context__
        yield from _causes(error.__cause__ or (None if suppressed else error.__context__))
        yield error


def _told(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__name__}: {_first_line(str(error))}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
