"""Write the par of every deal, which follows from the experts' conventions, for the kernel.

Run `python -m quincunx.batch.engine.quatrefoil_par` after changing the conventions.
"""

from __future__ import annotations

import json

from quincunx.games.quatrefoil.conventions import load_convention
from quincunx.games.quatrefoil.conventions.situations import MODES, SITUATIONS

from ..quatrefoil.par import FILE


def pars() -> dict[str, str]:
    """Return for each mode the par of every deal as one digit, in the order of `SITUATIONS`."""
    return {
        mode: "".join(str(load_convention(mode).length(deal)) for deal in range(len(SITUATIONS)))
        for mode in MODES
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(pars(), indent=2) + "\n", "utf-8")
