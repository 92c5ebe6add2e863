"""Files that are written at the end of long work."""

from __future__ import annotations

from pathlib import Path


def try_writing(path: Path) -> None:
    """Open a file for writing and leave it as it was; raise `OSError` if that is not possible."""
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()
