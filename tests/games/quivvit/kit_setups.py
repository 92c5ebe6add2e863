"""The tables at which the kit plays Quivvit: all combinations of options and seats are too many."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product

from quincunx.core.game import Game
from quincunx.core.options import make_options
from quincunx.games.quivvit.options import QuivvitOptions
from quincunx.registry import find

KitSetup = tuple[Game, QuivvitOptions, int]

RULES = ("random_color", "color_blocking", "timed", "drain_the_deck", "double_rotation")
DIRECTIONS = ("clockwise", "counter-clockwise")


def table(seats: int, **options: object) -> KitSetup:
    """Larger tables bring a second deck; Color Blocking needs two seats."""
    game = find("quivvit")
    decks = 1 if seats <= 4 else 2
    made = make_options(QuivvitOptions, {"decks": decks, **options}, game="quivvit")
    return game, made, max(seats, game.seats(made).start)


def some() -> Iterator[KitSetup]:
    """Every combination of the optional rules, each with other seats and teams; one large table."""
    seats, teams = cycle((2, 1, 3, 2, 4)), cycle(("", "2", "3"))
    directions = cycle((*DIRECTIONS, *DIRECTIONS, DIRECTIONS[0], *DIRECTIONS))
    for rules in product((False, True), repeat=len(RULES)):
        chosen = dict(zip(RULES, rules, strict=True))
        yield table(next(seats), direction=next(directions), teams=next(teams), **chosen)
    yield table(8, teams="1 2 3 4 4 3 2 1", color_blocking=True, timed=True, double_rotation=True)


def others() -> Iterator[KitSetup]:
    """Every combination of the optional rules with all seats, directions and some teams."""
    for rules in product((False, True), repeat=len(RULES)):
        chosen = dict(zip(RULES, rules, strict=True))
        for seats, direction in product((1, 2, 3, 4, 8), DIRECTIONS):
            for teams in ("", "2", " ".join("12341234"[:seats])):
                yield table(seats, direction=direction, teams=teams, **chosen)
    for decks in (3, 4):
        yield table(4 * decks, decks=decks, double_rotation=True)


def playthroughs() -> Iterator[KitSetup]:
    """Each rule by itself, all of them together, teams, and a table with two decks."""
    yield table(2)
    for rule in RULES:
        yield table(3 if rule == "color_blocking" else 2, **{rule: True})
    yield table(2, **dict.fromkeys(RULES, True))
    yield table(3, direction="counter-clockwise", teams="2 1 3")
    yield table(5, decks=2)


SOME = tuple(some())
OTHERS = tuple(each for each in others() if each not in SOME)
PLAYTHROUGHS = tuple(playthroughs())
