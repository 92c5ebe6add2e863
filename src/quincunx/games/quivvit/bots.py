"""A stand-in until the real ones are there."""

from __future__ import annotations
from quincunx.core.bots import RandomBot

BOTS = {"random": RandomBot, "easy": RandomBot, "medium": RandomBot, "expert": RandomBot}
