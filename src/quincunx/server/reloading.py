"""Starts a server that restarts whenever its code changes: `make dev`."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import uvicorn
from litestar import Litestar

from quincunx.server.http.app import create_app
from quincunx.server.ops.settings import Settings

_DATA_VARIABLE = "QUINCUNX_DATA"


def app() -> Litestar:
    """Return the application; uvicorn calls this in each new process."""
    return create_app(Settings(data=Path(os.environ[_DATA_VARIABLE])).store)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", required=True)
    arguments = parser.parse_args()
    os.environ[_DATA_VARIABLE] = arguments.data
    Path(arguments.data).mkdir(parents=True, exist_ok=True)
    uvicorn.run(
        "quincunx.server.reloading:app",
        factory=True,
        port=arguments.port,
        reload=True,
        reload_dirs=[str(Path(__file__).parent.parent)],
        log_level="warning",
    )


if __name__ == "__main__":
    main()
