"""Statistics of Quivvit: turns, cards left, the advantage of each place, and special cards.

The players take the most points, then the most cards. Where a special card is measured, they differ
only in what they do with it. All games go through the real rules.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev, variance
from typing import Any, Final

import quincunx
from quincunx.core.bots import Turn
from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.games.quivvit.bots import BOTS
from quincunx.games.quivvit.moves import ClaimFreeLink, Decline, Draw, QuivvitMove
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search.bonus_draw import should_draw
from quincunx.games.quivvit.search.turn_statistics import TURNS_BEFORE
from quincunx.games.quivvit.solver import plays_of_view, points_order
from quincunx.games.quivvit.state import QuivvitView
from quincunx.lab.statistics.intervals import wilson_interval

GAMES: Final = 20_000
NEVER: Final = 99
"""More points than any half turn can gain."""

Player = Callable[[QuivvitView], QuivvitMove]


def player(
    rules: QuivvitRules, *, price: int = 0, claims: bool = True, blocks: bool = True
) -> Player:
    """Return a player who takes the most points; a half turn must gain more than `price`."""
    greedy = BOTS["most-points"]()

    def choose(view: QuivvitView) -> QuivvitMove:
        match view.phase:
            case "turn":
                found = plays_of_view(view)
                kept = [
                    play
                    for play in found
                    if not play.spends and (claims or not isinstance(play.move, ClaimFreeLink))
                ]
                best, most = max(kept, key=points_order), max(found, key=points_order)
                return most.move if most.spends and most.points > best.points + price else best.move
            case "bonus":
                return Draw() if should_draw(view) else Decline()
            case _ if not blocks:
                return Decline()
            case _:
                answer: QuivvitMove = greedy.choose(Turn(rules, view, (), Random(0)))
                return answer

    return choose


def played(match: Match, players: Sequence[Player]) -> Match:
    while match.outcome is None:
        seat = match.awaited[0]
        match.play(players[seat](match.view(seat)), seat)
    return match


def mean(values: Sequence[float]) -> str:
    return f"{fmean(values):.3f} ± {1.96 * stdev(values) / sqrt(len(values)):.3f}"


def share(values: Sequence[float]) -> str:
    low, high = wilson_interval(fmean(values), len(values))
    return f"{100 * fmean(values):.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def wins(match: Match, seat: int) -> float:
    assert match.outcome is not None
    return (seat in match.outcome.winners) / len(match.outcome.winners)


def of_turns(seats: int, options: dict[str, Any]) -> None:
    """Print cards and points a turn, cards left, and wins by place in the first round."""
    rng = Random(seats)
    cards, points, left = [], [], []
    firsts, lasts = [], []
    places: list[list[float]] = [[] for _ in range(seats)]
    for _ in range(GAMES):
        match = quincunx.new("quivvit", seats, options=options, chance=FastChance(rng))
        order = match.view(None).order
        played(match, [player(match.rules)] * seats)  # type: ignore[arg-type]
        view = match.view(None)
        turns = seats * view.round
        cards.append(sum(view.cards) / turns)
        points.append(sum(view.points) / turns)
        left.append(float(sum(view.deck)))
        first, last = match.view(None, 1).last, view.last
        assert first is not None
        assert last is not None
        firsts.append(first.points)
        lasts.append(last.points)
        for place, seat in enumerate(order):
            places[place].append(wins(match, seat))
    print(f"{seats} seats {options or ''}: {mean(cards)} cards and {mean(points)} points a turn, ")
    print(f"  the first turn {mean(firsts)}, the last {mean(lasts)} points,")
    print(f"  {mean(left)} cards left; wins by place: {', '.join(map(share, places))}")


def of_turn_numbers(options: dict[str, Any]) -> None:
    """Print cards and points of a turn by the number of earlier turns, and their variance.

    Played with Drain the Deck, so that there are late turns, and with two and four seats, which
    hardly differ by the number of the turn. `quivvit.search.turn_statistics` uses these figures.
    """
    cards, points = defaultdict[int, list[float]](list), defaultdict[int, list[float]](list)
    for seats in (2, 4):
        rng = Random(seats)
        chosen = {"drain_the_deck": True, **options}
        for _ in range(GAMES // 10):
            match = quincunx.new("quivvit", seats, options=chosen, chance=FastChance(rng))
            played(match, [player(match.rules)] * seats)  # type: ignore[arg-type]
            for number in range(match.version):
                last = match.view(None, number + 1).last
                assert last is not None
                cards[number].append(len(last.cells))
                points[number].append(last.points)
    print(f"{options or ''}: by the number of turns before it")
    for number in TURNS_BEFORE:
        if len(cards[number]) > GAMES // 20:
            spread = variance(points[number])
            print(
                f"  {number:2}: {mean(cards[number])} cards, {mean(points[number])} points", end=""
            )
            print(f", variance {spread:.2f}")


def of_a_card(
    name: str, options: dict[str, Any], one: dict[str, Any], other: dict[str, Any]
) -> None:
    """Compare two players who differ in what they may do; each deal is played from both sides."""
    won, lead = [], []
    for number in range(GAMES):
        seed = Random(number // 2)
        match = quincunx.new("quivvit", 2, options=options, chance=FastChance(seed))
        first = number % 2
        rules = match.rules
        pair = [player(rules, **one), player(rules, **other)]  # type: ignore[arg-type]
        played(match, pair[::-1] if first else pair)
        assert match.outcome is not None
        won.append(wins(match, first))
        lead.append(float(match.outcome.scores[first] - match.outcome.scores[1 - first]))
    print(f"{name}: wins {share(won)}, lead {mean(lead)} points")


def main() -> None:
    for seats in (2, 3, 4):
        of_turns(seats, {})
    of_turns(2, {"random_color": True})
    of_turn_numbers({})
    of_turn_numbers({"random_color": True})
    double = {"double_rotation": True}
    never = {"price": NEVER}
    for price in (0, 2):
        name = f"half turn if it brings more than {price}, against never"
        of_a_card(name, double, {"price": price}, never)
    of_a_card("free links claimed, against never", double, never, {**never, "claims": False})
    block = {"color_blocking": True}
    of_a_card("Color Block, against none", block, {}, {"blocks": False})
