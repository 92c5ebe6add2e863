"""Starts a server: `quincunx serve`."""

from __future__ import annotations

import asyncio
import fcntl
import gc
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import uvicorn

from quincunx.core.errors import QuincunxError
from quincunx.server.http.app import create_app
from quincunx.server.http.transport import uvicorn_config
from quincunx.server.notifications.push_sender import push_options
from quincunx.server.ops.logs import configure_logging
from quincunx.server.ops.settings import Settings
from quincunx.server.ops.site import load_site
from quincunx.server.ops.start_message import print_start_message
from quincunx.server.storage.maintenance.upgrade import upgrade


class CannotServe(QuincunxError):
    """The server cannot be started with these settings."""


def serve(settings: Settings) -> None:
    """Serve until the process is stopped."""
    # Only the operator may read the files that the server writes.
    os.umask(0o077)
    site = load_site(settings)
    listening = _listen(settings.host, settings.port)
    with listening, _lock(settings.data) if settings.database is None else nullcontext():
        configure_logging(settings.log)
        # The application would upgrade as well, but its errors are tracebacks.
        asyncio.run(upgrade(settings.store))
        config = uvicorn_config(
            create_app(
                settings.store,
                eager=True,
                thinkers=settings.thinkers,
                metrics_from=settings.metrics_from,
                site=site,
                mail_server=settings.mail_server,
                push_options=push_options(settings),
            ),
            allowed_hosts=settings.allowed_hosts,
            log_config=None,
            access_log=False,
            # These proxies say what the client's address is, and whether it uses TLS.
            forwarded_allow_ips=list(settings.trusted_proxies),
            timeout_graceful_shutdown=3,
        )
        print_start_message(settings.host, listening)
        _configure_garbage_collector()
        uvicorn.Server(config).run(sockets=[listening])


def _configure_garbage_collector() -> None:
    """Collect less often: moves create many objects, but almost no reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol given, the event loop sets TCP_NODELAY; small packets would wait 40 ms.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise CannotServe("server.port_in_use", port=port, why=str(error.strerror)) from None
    return listening


@contextmanager
def _lock(data: Path) -> Iterator[None]:
    """Lock the data folder: SQLite is for one server process, and a second one must not start."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = (data / "quincunx.lock").open("w")
    except OSError as error:
        raise CannotServe(
            "server.no_data_folder", folder=str(data), why=str(error.strerror)
        ) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotServe("server.already_served", folder=str(data)) from None
        yield
