"""Check proofs that a hand cannot be laid, without sharing code with the solver that finds them.

`proof_checker` checks the steps that count lines and tiles, `arrangement_checker` those about which
lines contain which tiles, and `work` limits the time that a certificate can take. The package is
plain Python and imports only the names of the tiles.
"""

from __future__ import annotations

from quincunx.games.pivit.proofs.proof_checker import FAMILIES, NONE, Certificate, proves

__all__ = ["FAMILIES", "NONE", "Certificate", "proves"]
