"""The log: one line for each event, on the standard error output.

It contains no private data: requests are not logged, and of an exception's message only the first
line is, because databases put the values of a row on the others.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain
from typing import Final, Literal

import msgspec

LogFormat = Literal["text", "json"]

FIELDS: Final = ("table", "game", "order")
"""The extra fields of a log record that are written; all others are dropped."""

CLIENT_ERRORS: Final = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
)
"""uvicorn's log messages about malformed requests. The clients get an answer; they must not be able
to fill the log."""


def configure_logging(style: LogFormat) -> None:
    """Send all log records of this process to the standard error output, and nowhere else."""
    logging.getLogger("uvicorn.error").addFilter(is_about_server)
    handler = logging.StreamHandler()
    handler.setFormatter(_JsonFormatter() if style == "json" else _TextFormatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


def is_about_server(record: logging.LogRecord) -> bool:
    """Return whether a record is about the server, and not about what a client sent."""
    return record.msg not in CLIENT_ERRORS


class _JsonFormatter(logging.Formatter):
    """For programs: a JSON object on each line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": _time(record).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            "where": record.name,
            **_fields(record),
        }
        exception = _exception(record)
        if exception:
            line["exception"] = exception
        return msgspec.json.encode(line).decode()


class _TextFormatter(logging.Formatter):
    """For people."""

    def format(self, record: logging.LogRecord) -> str:
        fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        head = f"{_time(record):%Y-%m-%d %H:%M:%S} {record.levelname.lower()}:"
        return "\n".join(filter(None, (f"{head} {_event(record)}{fields}", _exception(record))))


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _event(record: logging.LogRecord) -> str:
    return _first_line(record.getMessage())


def _fields(record: logging.LogRecord) -> dict[str, str]:
    return {name: str(getattr(record, name)) for name in FIELDS if name in record.__dict__}


def _exception(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return "" if error is None else "\n".join(chain.from_iterable(map(_lines, _causes(error))))


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield the exceptions that led to this one, then this one."""
    if error is not None:
        suppressed = error.__suppress_context__
        yield from _causes(error.__cause__ or (None if suppressed else error.__context__))
        yield error


def _lines(error: BaseException) -> Iterator[str]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{type(error).__name__}: {_first_line(str(error))}"


def _first_line(text: str) -> str:
    return text.partition("\n")[0]
