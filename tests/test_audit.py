"""`make audit` lists known vulnerabilities, and fails if no database could be reached."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.helpers.paths import ROOT

GOOD = {"name": "uvicorn", "version": "0.54.0", "vulns": []}
BAD = {
    "name": "h11",
    "version": "0.14.0",
    "vulns": [{"id": "GHSA-vqfr-h8mv-ghfj", "fix_versions": ["0.16.0"], "aliases": []}],
}
UNKNOWN = {"name": "h11", "skip_reason": "Dependency not found on PyPI and could not be audited"}
NPM = {"auditReportVersion": 2, "metadata": {"dependencies": {"total": 214}}}
NPM_BAD = {"vite": {"name": "vite", "severity": "high", "range": "<8.3.9", "via": []}}

NOT_REACHED = "no vulnerability database could be reached"


@pytest.mark.parametrize(
    ("report", "code", "says"),
    [
        ({"dependencies": [GOOD, GOOD]}, 0, "PyPI: known vulnerabilities of 2 packages: 0."),
        ({"dependencies": [GOOD, BAD]}, 1, "h11 0.14.0: GHSA-vqfr-h8mv-ghfj, fixed in 0.16.0"),
        ({"dependencies": [UNKNOWN, UNKNOWN]}, 2, NOT_REACHED),
        ({**NPM, "vulnerabilities": {}}, 0, "PyPI: known vulnerabilities of 214 packages: 0."),
        ({**NPM, "vulnerabilities": NPM_BAD}, 1, "vite <8.3.9: high"),
        (
            {"message": "405 Method Not Allowed", "error": {}},
            2,
            NOT_REACHED,
        ),
        ("a crash", 2, NOT_REACHED),
    ],
)
def test_audit_reports_known_vulnerabilities(report: Any, code: int, says: str) -> None:
    said = subprocess.run(
        [sys.executable, ROOT / "scripts" / "audit.py", "PyPI"],
        input=report if isinstance(report, str) else json.dumps(report),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stderr) == (code, "")
    assert says in said.stdout
