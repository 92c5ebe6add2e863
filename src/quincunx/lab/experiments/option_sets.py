"""The option sets of a game: the defaults, and every value of every option on its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game
from quincunx.core.options import Option, OptionValue, as_values, describe_options, make_options

OptionSet = Mapping[str, OptionValue]
"""The values that differ from the defaults."""


def single_changes(game: Game) -> tuple[OptionSet, ...]:
    """Return the defaults and every set that changes one flag or choice, with what that needs.

    A choice that needs more than other flags and choices (a text to be composed) is left out, and
    so are numbers and texts, which have too many values to try.
    """
    sets: list[OptionSet] = [{}]
    options = describe_options(game.options)
    for option in options:
        for value in _other_values(option):
            needed = {other: values[0] for other, values in option.needs.items()}
            changed = {**needed, option.name: value}
            if _is_allowed(game, changed):
                sets.append(changed)
    return tuple(sets)


def _other_values(option: Option) -> Iterator[OptionValue]:
    """Yield the values of a flag or choice that are not its default."""
    values: tuple[OptionValue, ...] = (True, False) if option.kind == "flag" else option.choices
    yield from (value for value in values if value != option.default)


def _is_allowed(game: Game, changed: OptionSet) -> bool:
    try:
        make_options(game.options, changed, game=game.name)
    except QuincunxError:
        return False
    return True


def describe_set(game: Game, options: Mapping[str, object]) -> str:
    """Return the options that differ from their defaults as `name=value`, as they are typed."""
    defaults = as_values(make_options(game.options, {}, game=game.name))
    return " ".join(
        f"{name}={str(value).lower() if not isinstance(value, str) else value}"
        for name, value in options.items()
        if value != defaults.get(name)
    )
