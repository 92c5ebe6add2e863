"""List the packages that we distribute with their licences: `python scripts/licences.py [--check]`.

It fails on a licence that is not in `ALLOWED`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "licences.md"
LOCK = ROOT / "requirements" / "play.txt"
BUNDLED = ROOT / "src" / "quincunx" / "page" / "dist" / "assets" / "licences.md"
"""The list of packages that the page's build writes."""
TYPEFACE = ROOT / "node_modules" / "@fontsource-variable" / "source-sans-3" / "package.json"
"""Part of the page as well, but not a script."""

ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "BSD",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "LLVM-exception",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "OFL-1.1",
    "PSF-2.0",
    "Zlib",
}
"""Licences that are compatible with ours."""

SHORT = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}

FROM_LICENCE_FILE = {"resvg-py": "MIT"}
"""Packages whose metadata names no licence: what the licence file in the package says."""

HEAD = """\
# Licences

<!-- Made by scripts/licences.py from what the packages say of themselves: run that again. -->

Quincunx is under the [Apache License 2.0](../LICENSE), and stands on the work of others.
"""


class Package(NamedTuple):
    name: str
    version: str
    licence: str


def python_packages() -> Iterator[Package]:
    """Yield what `make play` installs, with the versions in the lock file."""
    versions: dict[str, list[str]] = {}
    for line in LOCK.read_text("utf-8").splitlines():
        locked = re.match(r"([\w.-]+)==(\S+)(.*)", line)
        # Packages that are only for Windows are not installed here, so their metadata is missing.
        if locked and "sys_platform == 'win32'" not in locked[3]:
            versions.setdefault(locked[1], []).append(locked[2])
    for name, locked_versions in versions.items():
        licence = FROM_LICENCE_FILE.get(name) or declared_licence(metadata(name).json)
        yield Package(name, ", ".join(locked_versions), licence)


def declared_licence(about: dict[str, Any]) -> str:
    """Return the SPDX expression if there is one; older packages have texts or classifiers."""
    classifiers = (entry.rpartition(" :: ") for entry in about.get("classifier", []))
    said: str = (
        about.get("license_expression")
        or about.get("license")
        or next((name for kind, _, name in classifiers if kind.startswith("License")), "none")
    )
    first_line = said.splitlines()[0].strip()
    return SHORT.get(first_line, first_line)


def page_packages() -> Iterator[Package]:
    """Yield the packages that are part of the built page."""
    if not BUNDLED.is_file():
        sys.exit("the page is not built: `make page`")
    heading = r"^## (\S+) - (\S+) \((.+)\)$"
    for found in re.finditer(heading, BUNDLED.read_text("utf-8"), re.MULTILINE):
        yield Package(*found.groups())
    typeface = json.loads(TYPEFACE.read_text("utf-8"))
    yield Package(typeface["name"], typeface["version"], typeface["license"])


def table(packages: list[Package]) -> Iterator[str]:
    yield "| package | version | licence |"
    yield "| --- | --- | --- |"
    for package in sorted(packages):
        yield f"| {' | '.join(package)} |"


def is_not_allowed(package: Package) -> bool:
    parts = re.split(r" AND | OR | WITH ", re.sub("[()]", "", package.licence))
    return not ALLOWED.issuperset(parts)


def main() -> int:
    python, page = list(python_packages()), list(page_packages())
    for package in filter(is_not_allowed, (*python, *page)):
        print(f"{package.name}: is the licence “{package.licence}” allowed?", file=sys.stderr)
    if any(map(is_not_allowed, (*python, *page))):
        return 1
    text = "\n".join(
        [HEAD, "## With the table", "", *table(python), "", "## In the page", "", *table(page), ""]
    )
    if "--check" not in sys.argv[1:]:
        TARGET.write_text(text, "utf-8")
    elif not TARGET.is_file() or TARGET.read_text("utf-8") != text:
        print(f"{TARGET.name} is stale: run `python scripts/licences.py`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
