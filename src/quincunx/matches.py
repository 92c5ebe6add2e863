"""Deal matches or set them up at a position, with the types of each game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, overload

from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.core.chance import Chance
    from quincunx.games.coloryam.moves import ColorYamMove
    from quincunx.games.coloryam.state import ColorYamState, ColorYamView
    from quincunx.games.pivit.moves import PivitMove
    from quincunx.games.pivit.state import PivitState, PivitView
    from quincunx.games.quatrefoil.moves import QuatrefoilMove
    from quincunx.games.quatrefoil.state import QuatrefoilState, QuatrefoilView
    from quincunx.games.quivvit.moves import QuivvitMove
    from quincunx.games.quivvit.state import QuivvitState, QuivvitView
    from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove
    from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView


@overload
def new(
    game: Literal["coloryam"],
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match[ColorYamState, ColorYamMove, ColorYamView]: ...


@overload
def new(
    game: Literal["pivit"],
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match[PivitState, PivitMove, PivitView]: ...


@overload
def new(
    game: Literal["quatrefoil"],
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match[QuatrefoilState, QuatrefoilMove, QuatrefoilView]: ...


@overload
def new(
    game: Literal["quivvit"],
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match[QuivvitState, QuivvitMove, QuivvitView]: ...


@overload
def new(
    game: Literal["qwirkle_cards"],
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsView]: ...


@overload
def new(
    game: str,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match: ...


def new(
    game: str,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
    *,
    chance: Chance | None = None,
) -> Match:
    """Deal a game. The same seed deals the same game; without one the deal is random.

    The default of `seats` is the smallest possible number. `quincunx.options` lists the options.
    `chance` replaces the chance of the seed: `FastChance` is faster, and cannot be verified.

    >>> import quincunx
    >>> quincunx.new("quivvit", seats=3, seed=7, options={"color_blocking": True})
    <Match quivvit, 3 seats, version 0>
    """
    found = find(game)
    made = make_options(found.options, options or {}, game=game)
    return Match(
        found,
        made,
        found.seats(made).start if seats is None else seats,
        seed=Seed.of(seed) if chance is None else None,
        chance=chance,
    )


@overload
def from_position(
    game: Literal["coloryam"],
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[ColorYamState, ColorYamMove, ColorYamView]: ...


@overload
def from_position(
    game: Literal["pivit"],
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[PivitState, PivitMove, PivitView]: ...


@overload
def from_position(
    game: Literal["quatrefoil"],
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[QuatrefoilState, QuatrefoilMove, QuatrefoilView]: ...


@overload
def from_position(
    game: Literal["quivvit"],
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[QuivvitState, QuivvitMove, QuivvitView]: ...


@overload
def from_position(
    game: Literal["qwirkle_cards"],
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsView]: ...


@overload
def from_position(
    game: str,
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match: ...


def from_position(
    game: str,
    text: str,
    *,
    seats: int | None = None,
    seed: int | Seed | None = None,
    options: Mapping[str, object] | None = None,
) -> Match:
    """Return a match that begins at a position, in the notation of `Match.position`.

    The first seat is on turn. What the text does not say is as at the start of a game, and the seed
    deals hidden cards from those that are left. Raise `MalformedPosition` for a text that cannot be
    read, that contains a piece too often, or that contradicts the options.

    >>> import quincunx
    >>> match = quincunx.from_position("quatrefoil", "RG/YB P > GR/BY P", seed=1)
    >>> match.position
    'RG/YB P > GR/BY P'
    >>> match.play_out("expert").winners
    (0, 1, 2, 3)
    """
    found = find(game)
    made = make_options(found.options, options or {}, game=game)
    return Match(
        found,
        made,
        found.seats(made).start if seats is None else seats,
        seed=Seed.of(seed),
        position=text,
    )
