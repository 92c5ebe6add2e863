"""The records of an experiment's games, one file each in a folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from quincunx.lab.errors import BadFile
from quincunx.lab.experiments.game import GameResult


class RecordFolder:
    """A folder of records, named after contest and game."""

    def __init__(self, path: Path) -> None:
        """Use this folder, or create it."""
        self._path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._error(path, error) from None

    def file_of(self, result: GameResult) -> Path:
        return self._path / f"contest-{result.contest:02}-game-{result.number:06}.json"

    def holds(self, result: GameResult) -> bool:
        """Whether the record of that game is there."""
        return self.file_of(result).is_file()

    def write(self, result: GameResult, record: str) -> None:
        """Write a record; a file with its final name is always complete."""
        file = self.file_of(result)
        unfinished = file.with_suffix(".part")
        try:
            unfinished.write_text(f"{record}\n", "utf-8")
            unfinished.replace(file)
        except OSError as error:
            raise self._error(file, error) from None

    def remove(self, results: Iterable[GameResult]) -> None:
        """Remove the records of games that do not count."""
        for result in results:
            self.file_of(result).unlink(missing_ok=True)

    @staticmethod
    def _error(path: Path, error: OSError) -> BadFile:
        return BadFile("lab.unusable_file", file=str(path), why=error.strerror or str(error))
