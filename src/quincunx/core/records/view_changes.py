"""How a view changed from one version to the next, as plain data that needs no rules to follow."""

from __future__ import annotations

from typing import Any

ViewChange = tuple[list[str | int], Any]
"""The path to a value within a view, and the new value."""


def diff_views(before: Any, after: Any) -> list[ViewChange]:
    """The fewest whole values to replace so that `before` becomes `after`."""
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


def apply_changes(scene: Any, steps: list[ViewChange]) -> Any:
    """`scene` after these changes, itself left as it was."""
    for path, value in steps:
        scene = _replaced(scene, path, value)
    return scene


def _replaced(scene: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    copy = scene.copy()
    copy[path[0]] = _replaced(scene[path[0]], path[1:], value)
    return copy
