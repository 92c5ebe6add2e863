"""Options are declared once, as a typed struct; forms, the CLI and documents are generated from it.

    class QuatrefoilOptions(Options, frozen=True, kw_only=True):
        clock: Annotated[bool, OptionNotes(needs={"variant": ("base", "dual")})] = False

A text option declares its maximum length (`msgspec.Meta(max_length=…)`) and a number its range,
because the values are stored with every table and sent to everybody at it.

An option's name is in the game's catalogue as `GAME.option.NAME`, its help text, if it has one, as
`GAME.option_help.NAME`. The values of a choice have `GAME.option.NAME.VALUE` and
`GAME.option_help.NAME.VALUE`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from quincunx.core.errors import BadOption, UnknownOption
from quincunx.core.messages import Arg

OptionValue = bool | int | str | None
OptionKind = Literal["flag", "choice", "number", "text"]

QUOTED_CHARACTERS: Final = 100
"""The maximum number of characters of a bad value that its error message repeats."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The base class of every game's options."""

    def check(self) -> None:
        """Raise `BadOption` if values of the right type are still invalid."""

    def canonical(self) -> Self:
        """Return equivalent options with every text in the notation that the game itself writes.

        `make_options` calls it after `check`, so that clients need to parse only one notation.
        """
        return self


class Pattern(msgspec.Struct, frozen=True):
    """One of the patterns that a line of a composed text can follow."""

    name: str
    """Its text is in the game's catalogue, as `GAME.option.OPTION.NAME`; spaces become `_`."""
    text: str
    """The notation: words with spaces between them, some of which are slots."""
    slots: tuple[str, ...] = ()
    """The words of the notation that are to be replaced, each by a different letter."""


class CompositionLine(msgspec.Struct, frozen=True):
    """A line of a composed text, and the patterns that it can follow."""

    group: str
    """The heading that the line belongs to."""
    patterns: tuple[Pattern, ...]


class Composition(msgspec.Struct, frozen=True):
    """The parts of a text option, so that a form can offer them for selection."""

    lines: tuple[CompositionLine, ...]
    letters: tuple[str, ...]
    """The letters that can replace the slots of a pattern."""
    separator: str
    """The text between two lines."""
    start: str
    """A valid text as a starting point."""


class OptionNotes(msgspec.Struct, frozen=True):
    """Annotations of an option: the values of other options that it needs or excludes."""

    needs: dict[str, tuple[OptionValue, ...]] = {}
    excludes: dict[str, tuple[OptionValue, ...]] = {}
    listed: bool = True
    """Whether lists of tables show its value."""
    composed: Composition | None = None
    """The parts of a composed text."""
    largest_team: int | None = None
    """For a text with the number of people at each seat: the most people who share a seat."""
    is_new: bool = False
    """Whether there are records from before the option was added; see `recorded_values`."""


class Preset(msgspec.Struct, frozen=True):
    """A named choice of options that people often play with.

    Its texts are in the game's catalogue, as `GAME.preset.NAME` and `GAME.preset_help.NAME`.
    """

    name: str
    options: dict[str, OptionValue] = {}
    """The options that differ from their defaults."""


class Option(msgspec.Struct, frozen=True):
    """The description of one option, for forms and documents."""

    name: str
    kind: OptionKind
    default: OptionValue
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    can_be_off: bool = False
    """Whether `None` is allowed: a number that can be left out."""
    needs: dict[str, tuple[OptionValue, ...]] = {}
    excludes: dict[str, tuple[OptionValue, ...]] = {}
    longest: int | None = None
    """The maximum length of a text, in characters."""
    listed: bool = True
    """Whether lists of tables show its value."""
    composed: Composition | None = None
    largest_team: int | None = None
    """For a text with the number of people at each seat: the most people who share a seat."""

    @property
    def allowed(self) -> dict[str, Arg]:
        """The allowed values, as arguments of an error message."""
        return {
            "kind": self.kind,
            "choices": self.choices,
            "low": str(self.low),
            "high": str(self.high),
            "off": "yes" if self.can_be_off else "no",
            "longest": str(self.longest),
        }

    def allows(self, value: object) -> bool:
        """Return whether the option can have this value, apart from other options."""
        if value is None:
            return self.can_be_off
        match self.kind:
            case "flag":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
            case "number":
                return _is_number(value) and self._in_range(value)
            case "text":
                return isinstance(value, str) and len(value) <= (self.longest or 0)

    def _in_range(self, value: Any) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


O = TypeVar("O", bound=Options)  # noqa: E741 (O for options)


@lru_cache(64)
def describe_options(options: type[Options]) -> tuple[Option, ...]:
    """Return the declared options, in order."""
    hints = get_type_hints(options, include_extras=True)
    return tuple(
        _describe(field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(options)
    )


def _describe(name: str, hint: Any, default: Any) -> Option:
    about, bounds, can_be_off = OptionNotes(), msgspec.Meta(), False
    while True:
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            about = next((note for note in notes if isinstance(note, OptionNotes)), about)
            bounds = next((note for note in notes if isinstance(note, msgspec.Meta)), bounds)
        elif get_origin(hint) in (Union, UnionType):
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
            can_be_off = True
        else:
            break
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    kind: OptionKind = "choice" if choices else _KINDS[hint]
    if kind == "text" and bounds.max_length is None:
        raise TypeError(f"the text option {name!r} declares no maximum length")
    if kind == "number" and (bounds.ge is None or bounds.le is None):
        raise TypeError(f"the number option {name!r} declares no range")
    return Option(
        name=name,
        kind=kind,
        default=default,
        choices=choices,
        low=None if bounds.ge is None else int(bounds.ge),
        high=None if bounds.le is None else int(bounds.le),
        can_be_off=can_be_off,
        needs=about.needs,
        excludes=about.excludes,
        longest=bounds.max_length,
        listed=about.listed,
        composed=about.composed,
        largest_team=about.largest_team,
    )


_KINDS: dict[type, OptionKind] = {bool: "flag", int: "number", str: "text"}


def make_options(options: type[O], values: Mapping[str, object], *, game: str) -> O:
    """Return checked options from plain values; missing ones get their defaults."""
    if not values:
        default: O = _default_options(options)
        return default
    return _check_options(options, values, game=game)


@lru_cache(64)
def _default_options(options: type[O]) -> O:
    return _check_options(options, {}, game="")


def _check_options(options: type[O], values: Mapping[str, object], *, game: str) -> O:
    known = {option.name: option for option in describe_options(options)}
    for name, value in values.items():
        if name not in known:
            raise UnknownOption(
                "core.error.unknown_option", game=game, option=name, known=tuple(known)
            )
        if not known[name].allows(value):
            raise BadOption(
                "core.error.bad_option",
                option=name,
                value=str(value)[:QUOTED_CHARACTERS],
                **known[name].allowed,
            )
    made = options(**values)
    _check_combination(made, known)
    made.check()
    return made.canonical()


def _check_combination(made: Options, known: Mapping[str, Option]) -> None:
    """Check what options with non-default values need and exclude."""
    for option in known.values():
        if getattr(made, option.name) == option.default:
            continue
        for other, values in option.needs.items():
            if getattr(made, other) not in values:
                raise _combination_error("core.error.option_needs", option, other, values)
        for other, values in option.excludes.items():
            if getattr(made, other) in values:
                raise _combination_error("core.error.option_excludes", option, other, values)


def _combination_error(
    message_id: str, option: Option, other: str, values: tuple[OptionValue, ...]
) -> BadOption:
    return BadOption(
        message_id, option=option.name, other=other, values=tuple(str(value) for value in values)
    )


def parse_values(options: type[Options], texts: Mapping[str, str]) -> dict[str, object]:
    """Parse typed values (`clock=true`), which `make_options` then checks."""
    known = {option.name: option for option in describe_options(options)}
    return {
        name: _parse(known[name], text) if name in known else text for name, text in texts.items()
    }


_SPELLINGS: dict[str, OptionValue] = {"true": True, "false": False, "none": None}


def _parse(option: Option, text: str) -> object:
    if option.can_be_off and text == "none":
        return None
    if option.kind == "flag":
        return _SPELLINGS.get(text, text)
    if option.kind == "number" and re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    return text


def as_values(options: Options) -> dict[str, OptionValue]:
    """Return all options as plain values."""
    values: dict[str, OptionValue] = msgspec.to_builtins(options)
    return values


def recorded_values(options: Options) -> dict[str, OptionValue]:
    """Return the options as plain values, for records and commitments.

    A new option is left out while it has its default value, so that records and commitments from
    before it was added stay the same.
    """
    values = as_values(options)
    for name, default in _new_options(type(options)):
        if values[name] == default:
            del values[name]
    return values


@lru_cache(64)
def _new_options(options: type[Options]) -> tuple[tuple[str, OptionValue], ...]:
    hints = get_type_hints(options, include_extras=True)
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(options)
        if any(
            isinstance(note, OptionNotes) and note.is_new
            for note in getattr(hints[field.name], "__metadata__", ())
        )
    )
