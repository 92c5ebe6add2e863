"""Quatrefoil on arrays: all options that need no clock."""

from __future__ import annotations

from .kernel import QuatrefoilKernel
from .table import FinishedDeals, QuatrefoilTable

__all__ = ["FinishedDeals", "QuatrefoilKernel", "QuatrefoilTable"]
