"""The options of a game of Quivvit."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from quincunx.core.errors import BadOption
from quincunx.core.options import OptionNotes, Options, Preset

MAX_SEATS_PER_DECK: Final = 4
MAX_TEAM_SIZE: Final = 4


class QuivvitOptions(Options, frozen=True, kw_only=True):
    """The optional rules, which can be combined freely."""

    random_color: bool = False
    color_blocking: bool = False
    timed: bool = False
    drain_the_deck: bool = False
    double_rotation: bool = False
    seconds: Annotated[int, Meta(ge=5, le=600), OptionNotes(needs={"timed": (True,)})] = 60
    answer_seconds: Annotated[
        int, Meta(ge=5, le=600), OptionNotes(needs={"color_blocking": (True,)})
    ] = 15
    decks: Annotated[int, Meta(ge=1, le=4)] = 1
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    teams: Annotated[str, Meta(max_length=40), OptionNotes(largest_team=MAX_TEAM_SIZE)] = ""
    """Team sizes: one number for all seats (`2`) or one for each seat (`2 2 1`)."""

    def check(self) -> None:
        sizes = self.teams.split()
        allowed = {str(size) for size in range(1, MAX_TEAM_SIZE + 1)}
        most = MAX_SEATS_PER_DECK * self.decks
        if not allowed.issuperset(sizes) or len(sizes) > most:
            raise BadOption("quivvit.refusal.teams", text=self.teams, seats=most)


PRESETS: Final = (
    Preset("base"),
    Preset("random-color", {"random_color": True}),
    Preset("double-rotation", {"double_rotation": True}),
    Preset("color-blocking", {"color_blocking": True}),
    Preset(
        "everything",
        {
            "random_color": True,
            "color_blocking": True,
            "timed": True,
            "drain_the_deck": True,
            "double_rotation": True,
        },
    ),
)


def seats(options: QuivvitOptions) -> range:
    """Return the possible numbers of seats: up to four for each deck, or one for each team.

    Color Blocking needs an opponent to block, so at least two seats.
    """
    teams = len(options.teams.split())
    if teams > 1:
        return range(teams, teams + 1)
    return range(2 if options.color_blocking else 1, MAX_SEATS_PER_DECK * options.decks + 1)


def team_sizes(options: QuivvitOptions, seats: int) -> tuple[int, ...]:
    """Return how many people share each seat."""
    sizes = tuple(map(int, options.teams.split())) or (1,)
    return sizes if len(sizes) == seats else sizes * seats
