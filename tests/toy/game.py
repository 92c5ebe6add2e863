"""The toy game as a game package."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quincunx.core.analysis import Judgement, Point, Review, Solution
from quincunx.core.bots import PlannedStep, Planner, RandomBot, Turn
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, register_catalogues
from quincunx.pictures import Drawing, label
from tests.toy.encoding import ToyEncoding
from tests.toy.rules import Lay, Move, ToyOptions, ToyRules, View, parse_move


class Builder(Planner[Move, View]):
    """Adds a card a second to what it builds, and lays it then."""

    def plan_key(self, view: View) -> str:
        return f"{view.round} {view.done}"

    def plan(self, turn: Turn[Move, View]) -> tuple[PlannedStep, ...]:
        cards = tuple(sorted(set(turn.view.hands[turn.seat] or ())))
        began = max(seen.at for seen in turn.observations if seen.seat is None or _lays(seen.move))
        drafts = [PlannedStep(began + 1000 * n, draft=cards[:n]) for n in range(1, len(cards) + 1)]
        return (*drafts, PlannedStep(began + 1000 * (len(cards) + 1), move=Lay(cards)))


def _lays(move: Move | None) -> bool:
    return isinstance(move, Lay)


def _picture(view: View) -> Drawing:
    """The number of cards in each visible hand."""
    sizes = [len(hand) for hand in view.hands if hand is not None]
    labels = (label(size, 50, 50 + 100 * at, 40) for at, size in enumerate(sizes))
    return Drawing((*labels,), 100, 100 * len(view.hands))


def _review(match: Match) -> Review:
    """Bonuses over time; every move was as good as any."""
    versions = [version for version in range(match.version + 1) if match.is_in_effect(version)]
    return Review(
        measure=Message("toy.review.measure"),
        curve=tuple(
            Point(version, tuple(map(float, match.state_at(version).bonuses)))
            for version in versions
        ),
        judgements=tuple(
            Judgement(
                version=version - 1,
                seat=seat,
                move=str(match.log[version].move),
                best=(str(match.log[version].move),),
                loss=0,
                message=Message("toy.review.played"),
            )
            for version in versions
            if (seat := match.log[version].seat) is not None
        ),
        decided=Message("toy.review.decided"),
    )


TOY = Game(
    name="toy",
    version=1,
    folder=Path(__file__).parent,
    options=ToyOptions,
    seats=lambda options: range(2, 4),
    rules=ToyRules,
    move_type=Move,
    move_parser=parse_move,
    encoding=ToyEncoding,
    max_move_length=len("lay 0 1 2 3 4 5 +1000"),
    describe_move=lambda move: Message("toy.move", {"move": str(move)}),
    board=lambda view, names=(): str(view),
    picture=_picture,
    art=lambda: Drawing((), 100, 100),
    bots={"medium": RandomBot, "random": RandomBot, "builder": Builder},
    hints=lambda rules, view: (),
    review=_review,
    solve=lambda text: Solution(data={}, lines=()),
    listed=False,
)
register_catalogues("toy", TOY.folder / "messages")


def toy_with(rules: type[ToyRules]) -> Game:
    """The toy game with other rules: a mutant."""
    return replace(TOY, rules=rules)
