"""Plural categories of numbers, by rules in the syntax of Unicode's CLDR.

A rule names a category and the condition for it, such as `one: i = 1 and v = 0`. Rules are
separated by semicolons; a number that no rule fits is `other`.
"""

from __future__ import annotations

import re
from typing import Final

OTHER: Final = "other"

_RELATION: Final = re.compile(r"([nivf])(?: % (\d+))? (!?=) ([\d.,]+)")


def plural_category(value: float, rules: str) -> str:
    """Return the category of a number; the sign does not matter: −1 point.

    >>> plural_category(22, "one: n = 1; few: v = 0 and i % 10 = 2..4 and i % 100 != 12..14")
    'few'
    """
    operands = _operands(abs(value))
    for rule in rules.split(";"):
        category, _, condition = rule.partition(":")
        if any(_all_hold(part, operands) for part in condition.split(" or ")):
            return category.strip()
    return OTHER


def _operands(size: float) -> dict[str, float]:
    """Return CLDR's operands: the number, its integer part, and its fraction digits."""
    fraction = str(size).partition(".")[2] if size % 1 else ""
    return {"n": size, "i": int(size), "v": len(fraction), "f": int(fraction or 0)}


def _all_hold(condition: str, operands: dict[str, float]) -> bool:
    return all(_holds(relation.strip(), operands) for relation in condition.split(" and "))


def _holds(relation: str, operands: dict[str, float]) -> bool:
    parts = _RELATION.fullmatch(relation)
    if parts is None:
        raise ValueError(f"not a relation of a plural rule: {relation!r}")
    name, modulus, sign, values = parts.groups()
    value = operands[name] % int(modulus) if modulus else operands[name]
    return _is_among(value, values) == (sign == "=")


def _is_among(value: float, values: str) -> bool:
    """Return whether the value is in a list of numbers and ranges, such as `0,2..4`."""
    for each in values.split(","):
        low, _, high = each.partition("..")
        if value == int(value) and int(low) <= value <= int(high or low):
            return True
    return False
