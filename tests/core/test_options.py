"""Options: described by one declaration; wrong values raise errors with a helpful sentence."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from quincunx.core.errors import BadOption, UnknownOption
from quincunx.core.options import (
    Option,
    OptionNotes,
    Options,
    as_values,
    describe_options,
    make_options,
    parse_values,
    recorded_values,
)


class SomeOptions(Options, frozen=True, kw_only=True):
    mode: Literal["calm", "wild"] = "calm"
    timed: bool = False
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600), OptionNotes(needs={"timed": (True,)})] = 60
    limit: Annotated[int, msgspec.Meta(ge=1, le=9)] | None = None
    sheet: Annotated[str, msgspec.Meta(max_length=3), OptionNotes(excludes={"mode": ("wild",)})] = (
        "1"
    )


def test_the_declaration_describes_itself() -> None:
    assert describe_options(SomeOptions) == (
        Option("mode", "choice", "calm", choices=("calm", "wild")),
        Option("timed", "flag", default=False),
        Option("seconds", "number", 60, low=5, high=600, needs={"timed": (True,)}),
        Option("limit", "number", None, low=1, high=9, can_be_off=True),
        Option("sheet", "text", "1", excludes={"mode": ("wild",)}, longest=3),
    )


def test_values_become_typed_options() -> None:
    made = make_options(SomeOptions, {"timed": True, "seconds": 30}, game="some")
    assert made == SomeOptions(timed=True, seconds=30)
    assert as_values(made) == {
        "mode": "calm",
        "timed": True,
        "seconds": 30,
        "limit": None,
        "sheet": "1",
    }


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        UnknownOption, match=r"some has no option called “colour”.*mode, timed, seconds"
    ):
        make_options(SomeOptions, {"colour": 1}, game="some")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("mode", "quiet", "calm, wild"),
        ("mode", None, "calm, wild"),
        ("timed", "yes", "true, false"),
        ("timed", 1, "true, false"),
        ("seconds", 4, "5 to 600"),
        ("seconds", 601, "5 to 600"),
        ("seconds", True, "5 to 600"),
        ("seconds", "60", "5 to 600"),
        ("limit", 0, "1 to 9, none"),
        ("sheet", 3, "text of at most 3 characters"),
        ("sheet", "long", "text of at most 3 characters"),
    ],
)
def test_a_bad_value_is_refused_with_the_allowed_ones(
    name: str, value: object, allowed: str
) -> None:
    with pytest.raises(BadOption, match=allowed):
        make_options(SomeOptions, {name: value}, game="some")


def test_options_need_and_exclude_others() -> None:
    with pytest.raises(BadOption, match="change the option “seconds” only when “timed”"):
        make_options(SomeOptions, {"seconds": 30}, game="some")
    with pytest.raises(BadOption, match="cannot change the option “sheet” when “mode”"):
        make_options(SomeOptions, {"sheet": "2", "mode": "wild"}, game="some")


def test_options_are_read_from_text() -> None:
    texts = {"timed": "true", "seconds": "30", "limit": "none", "mode": "wild"}
    values = parse_values(SomeOptions, texts)
    assert make_options(SomeOptions, values, game="some") == SomeOptions(
        timed=True, seconds=30, limit=None, mode="wild"
    )
    for text in ("soon", "--5", "²", ""):
        with pytest.raises(BadOption, match=f"“seconds” cannot be “{text}”"):
            make_options(SomeOptions, parse_values(SomeOptions, {"seconds": text}), game="some")
    with pytest.raises(UnknownOption):
        make_options(SomeOptions, parse_values(SomeOptions, {"colour": "red"}), game="some")


def test_a_refused_text_is_not_repeated_at_length() -> None:
    with pytest.raises(BadOption) as refused:
        make_options(SomeOptions, {"sheet": "x" * 60_000}, game="some")
    assert len(str(refused.value)) < 300


def test_texts_and_numbers_declare_their_bounds() -> None:
    class Unbounded(Options, frozen=True, kw_only=True):
        text: str = ""

    class Endless(Options, frozen=True, kw_only=True):
        number: Annotated[int, msgspec.Meta(ge=1)] = 1

    for options in (Unbounded, Endless):
        with pytest.raises(TypeError, match="declares no"):
            describe_options(options)


def test_a_new_option_is_recorded_only_if_it_is_changed() -> None:
    class Grown(Options, frozen=True, kw_only=True):
        mode: Literal["calm", "wild"] = "calm"
        added: Annotated[Literal["1", "5"], OptionNotes(is_new=True)] = "1"

    assert recorded_values(Grown()) == {"mode": "calm"}
    assert recorded_values(Grown(added="5")) == {"mode": "calm", "added": "5"}
    assert as_values(Grown()) == {"mode": "calm", "added": "1"}
