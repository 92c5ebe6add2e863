"""The difference between two views, as plain data: records can be shown without rules."""

from __future__ import annotations

from typing import Any

ViewChange = tuple[list[str | int], Any]
"""The path to a value within a view, and the new value."""


def diff_views(before: Any, after: Any) -> list[ViewChange]:
    """Return the values to replace so that `before` becomes `after`."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        keys: list[str | int] = list(before)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        keys = list(range(len(before)))
    else:
        return [([], after)]
    return [
        ([key, *path], value) for key in keys for path, value in diff_views(before[key], after[key])
    ]


def apply_changes(view: Any, changes: list[ViewChange]) -> Any:
    """Return the view after these changes; `view` itself is not modified."""
    for path, value in changes:
        view = _replace(view, path, value)
    return view


def _replace(view: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    copy = view.copy()
    copy[path[0]] = _replace(view[path[0]], path[1:], value)
    return copy
