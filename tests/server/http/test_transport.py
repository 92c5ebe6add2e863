"""The parts of uvicorn that `transport.py` relies on, which are not a public interface.

If one of these tests fails after an upgrade of uvicorn, compare the protocols in
`server/http/transport.py` with uvicorn's before the range in `pyproject.toml` is changed.
"""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from quincunx.server.http.transport import HttpProtocol, WebSocketProtocol
from tests.helpers.waiting import run

METHODS = [
    (H11Protocol, "connection_made", ("transport",)),
    (H11Protocol, "connection_lost", ("exc",)),
    (H11Protocol, "data_received", ("data",)),
    (H11Protocol, "pause_writing", ()),
    (H11Protocol, "resume_writing", ()),
    (WebSocketsSansIOProtocol, "connection_lost", ("exc",)),
    (WebSocketsSansIOProtocol, "data_received", ("data",)),
    (WebSocketsSansIOProtocol, "pause_writing", ()),
    (WebSocketsSansIOProtocol, "resume_writing", ()),
    (WebSocketsSansIOProtocol, "handle_connect", ("event",)),
    (WebSocketsSansIOProtocol, "handle_ping", ()),
    (WebSocketsSansIOProtocol, "run_asgi", ()),
    (WebSocketsSansIOProtocol, "receive", ()),
    (WebSocketsSansIOProtocol, "send", ("message",)),
]
"""What is overridden or called, with the parameters after `self`."""

ATTRIBUTES = [
    (HttpProtocol, "conn", ("their_state",)),
    (HttpProtocol, "transport", ()),
    (WebSocketProtocol, "app", ()),
    (WebSocketProtocol, "close_sent", ()),
    (WebSocketProtocol, "conn", ("data_to_send", "handshake_exc")),
    (WebSocketProtocol, "queue", ("empty", "get", "put_nowait")),
    (WebSocketProtocol, "transport", ()),
    (WebSocketProtocol, "writable", ("is_set", "wait")),
]
"""What is read of a protocol, and of that."""

HANDSHAKE = ("request", "response", "scope")
"""What `handle_connect` sets and `_serve` deletes."""


def incompatible(what: str) -> str:
    return (
        f"uvicorn {uvicorn.__version__} is incompatible with server/http/transport.py: {what}. "
        "Adapt the protocols there before you change uvicorn's range in pyproject.toml."
    )


async def application(scope: Any, receive: Any, send: Any) -> None:
    """An application that nothing calls."""


async def protocol_of(kind: type[Any]) -> Any:
    config = uvicorn.Config(application, http=HttpProtocol, ws=WebSocketProtocol)
    config.load()
    return kind(config=config, server_state=ServerState(), app_state={})


@pytest.mark.parametrize(
    ("kind", "name", "parameters"),
    METHODS,
    ids=[f"{kind.__name__}.{name}" for kind, name, _ in METHODS],
)
def test_uvicorn_has_the_method(kind: type, name: str, parameters: tuple[str, ...]) -> None:
    method = getattr(kind, name, None)
    assert callable(method), incompatible(f"{kind.__name__}.{name} is missing")
    found = tuple(inspect.signature(method).parameters)[1:]
    assert found == parameters, incompatible(f"{kind.__name__}.{name} has the parameters {found}")


@pytest.mark.parametrize(
    ("kind", "name", "members"),
    ATTRIBUTES,
    ids=[f"{kind.__name__}.{name}" for kind, name, _ in ATTRIBUTES],
)
def test_uvicorn_has_the_attribute(kind: type[Any], name: str, members: tuple[str, ...]) -> None:
    protocol = run(protocol_of(kind))
    assert hasattr(protocol, name), incompatible(f"{kind.__name__} has no attribute {name}")
    for member in members:
        is_there = hasattr(getattr(protocol, name), member)
        assert is_there, incompatible(f"{kind.__name__}.{name} has no attribute {member}")


def test_uvicorn_uses_only_the_queue_methods_that_we_replace() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol)
    used = {piece.split("(")[0] for piece in source.split("self.queue.")[1:]}
    assert used == {"empty", "get", "put_nowait"}, incompatible(f"it calls {used} of its queue")


@pytest.mark.parametrize("name", HANDSHAKE)
def test_uvicorn_keeps_the_handshake_where_we_free_it(name: str) -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol.handle_connect)
    assert f"self.{name}" in source, incompatible(f"handle_connect does not set {name}")
    after = inspect.getsource(WebSocketsSansIOProtocol.send).partition("elif not self.close_sent")[
        2
    ]
    used = f"self.{name}" in after
    assert not used, incompatible(f"it reads {name} after the handshake, where we have freed it")


@pytest.mark.parametrize("kind", [HttpProtocol, WebSocketProtocol])
def test_uvicorns_protocols_are_asyncios(kind: type) -> None:
    assert issubclass(kind, asyncio.Protocol), incompatible(f"{kind.__name__} is no protocol")


def test_uvicorn_runs_the_application_that_we_put_in_its_place() -> None:
    source = inspect.getsource(WebSocketsSansIOProtocol.run_asgi)
    assert "await self.app(" in source, incompatible("run_asgi does not call self.app")
