"""Ids as types of their own, so that the type checker finds one that is passed for another."""

from __future__ import annotations

from typing import NewType

TableId = NewType("TableId", str)
PersonId = NewType("PersonId", str)
RequestId = NewType("RequestId", str)
"""Chosen by the client; the response to a request carries the same id."""
