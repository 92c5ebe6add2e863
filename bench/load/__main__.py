"""`python -m bench.load` measures everything; with names of scenarios, only these."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bench.load import fan_out, machine, memory, moves, processes, tables
from bench.load.servers import PROGRAMS

SCENARIOS: dict[str, Callable[..., Sequence[msgspec.Struct]]] = {
    "moves": moves.measure,
    "tables": tables.measure,
    "memory": memory.measure,
    "fan_out": fan_out.measure,
    "processes": processes.measure,
}


def main() -> int:
    arguments = _arguments()
    if not (PROGRAMS.parent / "node_modules").exists():
        print("boardgame.io is missing: run `make load` once", file=sys.stderr)
        return 2
    machine.allow_many_sockets()
    measured: dict[str, Any] = {"machine": machine.describe()}
    print(measured["machine"])
    for name in arguments.scenarios or SCENARIOS:
        print(f"\n== {name}", flush=True)
        measured[name] = SCENARIOS[name](short=arguments.short)
    if arguments.json is not None:
        arguments.json.write_bytes(msgspec.json.format(msgspec.json.encode(measured), indent=2))
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("scenarios", nargs="*", metavar="scenario", help=", ".join(SCENARIOS))
    parser.add_argument("--short", action="store_true", help="smaller, and in less than 5 minutes")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    arguments = parser.parse_args()
    for name in arguments.scenarios:
        if name not in SCENARIOS:
            parser.error(f"no scenario {name}; there are: {', '.join(SCENARIOS)}")
    return arguments


if __name__ == "__main__":
    sys.exit(main())
