"""Names that are no part of the public DNS."""

from __future__ import annotations

from typing import Final

LOCAL_SUFFIXES: Final = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
"""The machine itself, mDNS, and local networks."""
