"""Print the findings of pip-audit or npm from their JSON: `… | python scripts/audit.py LABEL`.

If pip-audit cannot reach its databases it still reports that no vulnerabilities are known. This
script reports it as an error.
"""

from __future__ import annotations

import json
import sys
from typing import Any, NamedTuple

EXIT_FOUND, EXIT_NOT_CHECKED = 1, 2


class Audit(NamedTuple):
    checked: int
    """The number of packages with an answer."""
    found: list[str]


def from_pip(report: dict[str, Any]) -> Audit:
    answered = [package for package in report["dependencies"] if "vulns" in package]
    found = [
        f"{package['name']} {package['version']}: {known['id']}, "
        f"fixed in {', '.join(known['fix_versions']) or 'no version yet'}"
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


def parse(text: str) -> Audit:
    try:
        report = json.loads(text)
        return from_pip(report) if "dependencies" in report else from_npm(report)
    except (ValueError, LookupError):
        return Audit(0, [])


def main() -> int:
    (_, label) = sys.argv
    audit = parse(sys.stdin.read())
    for vulnerability in audit.found:
        print(vulnerability)
    if not audit.checked:
        print(f"{label}: no vulnerability database could be reached.")
        print("docs/explanation/security.md says what to do then.")
        return EXIT_NOT_CHECKED
    print(f"{label}: known vulnerabilities of {audit.checked} packages: {len(audit.found)}.")
    return EXIT_FOUND if audit.found else 0


if __name__ == "__main__":
    sys.exit(main())
