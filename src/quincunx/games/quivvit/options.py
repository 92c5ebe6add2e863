"""What can be chosen before the cards are dealt."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from quincunx.core.errors import BadOption
from quincunx.core.options import OptionNotes, Options

SEATS_A_DECK: Final = 4
LARGEST_TEAM: Final = 4


class QuivvitOptions(Options, frozen=True, kw_only=True):
    """The optional rules go together in every combination."""

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
    teams: Annotated[str, Meta(max_length=40)] = ""
    """How many people each seat holds, one number for all or one for each: `2`, `2 2 1`."""

    def check(self) -> None:
        sizes = self.teams.split()
        allowed = {str(size) for size in range(1, LARGEST_TEAM + 1)}
        most = SEATS_A_DECK * self.decks
        if not allowed.issuperset(sizes) or len(sizes) > most:
            raise BadOption("quivvit.refusal.teams", text=self.teams, seats=most)


def seats(options: QuivvitOptions) -> range:
    """Return how many may play: four a deck, or exactly as many as there are teams.

    Color Blocking needs two: alone there is nobody to block, and the card would be of no use.
    """
    teams = len(options.teams.split())
    if teams > 1:
        return range(teams, teams + 1)
    return range(2 if options.color_blocking else 1, SEATS_A_DECK * options.decks + 1)


def team_sizes(options: QuivvitOptions, seats: int) -> tuple[int, ...]:
    sizes = tuple(map(int, options.teams.split())) or (1,)
    return sizes if len(sizes) == seats else sizes * seats
