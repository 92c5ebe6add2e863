"""Read and write records and other files."""

from __future__ import annotations

from pathlib import Path

from quincunx.cli.errors import BadUsage
from quincunx.core.records.record import Record
from quincunx.core.support.files import try_writing


def read_record(path: Path) -> Record:
    try:
        return Record.from_json(path.read_bytes())
    except OSError as error:
        raise _file_error("cli.unreadable_file", path, error) from None


def check_writable(path: Path) -> None:
    """Raise an error before the work instead of after it."""
    try:
        try_writing(path)
    except OSError as error:
        raise _file_error("cli.unwritable_file", path, error) from None


def write_record(path: Path, record: Record) -> None:
    write_text(path, f"{record.to_json()}\n")


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise _file_error("cli.unwritable_file", path, error) from None


def _file_error(message_id: str, path: Path, error: OSError) -> BadUsage:
    return BadUsage(message_id, file=str(path), why=error.strerror or str(error))
