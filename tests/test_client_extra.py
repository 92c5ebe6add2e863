"""`quincunx[client]` needs no server: neither its modules nor its packages."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from tests.helpers.paths import ROOT

IMPORT_WITHOUT = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name in {blocked!r} or name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Blocked())
import {module}
"""


def import_without(module: str, blocked: set[str]) -> None:
    """Import a module in a new process in which those modules cannot be imported."""
    code = IMPORT_WITHOUT.format(module=module, blocked=blocked)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_the_client_imports_only_what_its_extra_installs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert [name.partition(">")[0] for name in extras["client"]] == ["websockets"]
    names = {re.split(r"[\[>;]", name)[0].replace("-", "_") for name in extras["table"]}
    packages = names - {"quincunx"} | {"argon2", "rich", "httpx"}
    import_without("quincunx.client", packages | {"quincunx.server"})
    import_without("quincunx.cli.commands.sit", packages)
