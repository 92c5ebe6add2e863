"""Keys that identify a client's request, so that one that is sent twice is carried out once."""

from __future__ import annotations

from typing import NewType

from quincunx.wire import Person, RequestId

RequestKey = NewType("RequestKey", str)
"""The id of a person and the id that the person's client has chosen for the request."""


def request_key(person: Person, request_id: RequestId) -> RequestKey:
    """Return the key of a person's request."""
    return RequestKey(f"{person.id}/{request_id}")
