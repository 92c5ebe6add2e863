"""The file of an experiment's results: one line for each finished game, so that none is lost.

The first line says which experiment it is. Later lines are results, in the order in which the games
ended. A line that was cut off by a crash is dropped, and its game is played again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from inspect import getsourcefile
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from quincunx.core.bots import load_bot
from quincunx.lab.errors import BadFile, OtherExperiment
from quincunx.lab.experiments.experiment import Experiment
from quincunx.lab.experiments.game import GameResult
from quincunx.registry import find

FORMAT: Final = "quincunx-experiment/1"
MAX_LINE_BYTES: Final = 1_000_000
"""Longer lines are not results."""


class ResultsHeader(msgspec.Struct, frozen=True):
    """The first line: all that has to stay the same for results to belong together."""

    format: str
    experiment: Experiment
    rules: int
    """The version of the game's rules."""
    sources: dict[str, str]
    """For the user's own bots, a hash of the file that defines them."""


class ResultsFile:
    """An open file of results; a context manager that closes it."""

    def __init__(self, path: Path, experiment: Experiment) -> None:
        """Open the file, or create it; raise an error if it belongs to another experiment."""
        self.path = path
        header = header_of(experiment)
        try:
            self._file: BinaryIO = path.open("r+b" if path.exists() else "x+b")
        except OSError as error:
            raise _file_error("lab.unusable_file", path, error) from None
        try:
            self.found = tuple(self._read(header))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def add(self, result: GameResult) -> None:
        """Append a result, so that it survives the end of this process."""
        self._write(result)

    def _write(self, line: msgspec.Struct) -> None:
        try:
            self._file.write(msgspec.json.encode(line) + b"\n")
            self._file.flush()
        except OSError as error:
            raise _file_error("lab.unusable_file", self.path, error) from None

    def _read(self, header: ResultsHeader) -> Iterator[GameResult]:
        """Yield the results in the file, and leave it ready for more."""
        end = 0
        for number, line in enumerate(iter(lambda: self._file.readline(MAX_LINE_BYTES), b"")):
            if not line.endswith(b"\n"):
                if number == 0 or len(line) == MAX_LINE_BYTES:
                    raise BadFile("lab.not_results", file=str(self.path), line=number + 1)
                break
            if number == 0:
                _compare(self.path, _decode(self.path, 1, line, ResultsHeader), header)
            else:
                yield _decode(self.path, number + 1, line, GameResult)
            end += len(line)
        self._file.seek(end)
        self._file.truncate()
        if end == 0:
            self._write(header)


def header_of(experiment: Experiment) -> ResultsHeader:
    """Return the header of an experiment's file."""
    bots = sorted({bot for contest in experiment.contests for bot in contest.bots})
    return ResultsHeader(
        format=FORMAT,
        experiment=experiment,
        rules=find(experiment.game).version,
        sources={bot: _source_hash(bot) for bot in bots if ":" in bot},
    )


def _source_hash(bot: str) -> str:
    """Return the hash of the file that defines a bot; empty if there is none."""
    kind = load_bot(bot)
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None) or getsourcefile(kind)
    return sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _decode(path: Path, number: int, line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise BadFile("lab.not_results", file=str(path), line=number) from None


def _compare(path: Path, found: ResultsHeader, wanted: ResultsHeader) -> None:
    """Raise an error that names what differs; more or fewer games belong to the same experiment."""
    if found.format != wanted.format:
        raise OtherExperiment("lab.other_experiment", file=str(path), what="format")
    for what in Experiment.__struct_fields__:
        if what != "games" and getattr(found.experiment, what) != getattr(wanted.experiment, what):
            raise OtherExperiment("lab.other_experiment", file=str(path), what=what)
    for what in ("rules", "sources"):
        if getattr(found, what) != getattr(wanted, what):
            raise OtherExperiment("lab.other_experiment", file=str(path), what=what)


def _file_error(message_id: str, path: Path, error: OSError) -> BadFile:
    return BadFile(message_id, file=str(path), why=error.strerror or str(error))
