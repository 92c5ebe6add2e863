"""Says what pip-audit or npm found out, read from their JSON: `… | python scripts/audit.py WHOSE`.

Where they reach nobody who knows, pip-audit still says that no vulnerabilities are known. Here
that is a failure of its own.
"""

from __future__ import annotations

import json
import sys
from typing import Any, NamedTuple

FOUND, NOBODY_KNOWS = 1, 2


class Audit(NamedTuple):
    asked: int
    """About so many packages there was an answer."""
    found: list[str]


def from_pip(report: dict[str, Any]) -> Audit:
    answered = [package for package in report["dependencies"] if "vulns" in package]
    found = [
        f"{package['name']} {package['version']}: {known['id']}, "
        f"mended in {', '.join(known['fix_versions']) or 'no version yet'}"
        for package in answered
        for known in package["vulns"]
    ]
    return Audit(len(answered), found)


def from_npm(report: dict[str, Any]) -> Audit:
    found = [
        f"{name} {known['range']}: {known['severity']}"
        for name, known in report["vulnerabilities"].items()
    ]
    return Audit(report["metadata"]["dependencies"]["total"], found)


def read(text: str) -> Audit:
    try:
        report = json.loads(text)
        return from_pip(report) if "dependencies" in report else from_npm(report)
    except (ValueError, LookupError):
        return Audit(0, [])


def main() -> int:
    (_, whose) = sys.argv
    audit = read(sys.stdin.read())
    for vulnerability in audit.found:
        print(vulnerability)
    if not audit.asked:
        print(f"{whose}: nobody who knows could be asked; docs/security.md says what to do then.")
        return NOBODY_KNOWS
    print(f"{whose}: known vulnerabilities of {audit.asked} packages: {len(audit.found)}.")
    return FOUND if audit.found else 0


if __name__ == "__main__":
    sys.exit(main())
