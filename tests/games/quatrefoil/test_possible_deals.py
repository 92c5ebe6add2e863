"""Which deals agree with all that a seat has seen, against filtering all deals one by one."""

from __future__ import annotations

from random import Random

import pytest

import quincunx
from quincunx.games.quatrefoil.rules.deals import ALL_DEALS, Deal
from quincunx.games.quatrefoil.rules.possible_deals import arrangement_history, possible_deals
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilView


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"signals": "by-hand"},
        {"variant": "nothing-to-hide"},
        {"variant": "half-and-half", "half": "colours"},
        {"variant": "half-and-half", "half": "positions"},
        {"variant": "dual"},
    ],
    ids=lambda options: " ".join(options.values()) or "base",
)
def test_the_possible_deals_are_those_that_explain_every_card_and_signal(
    options: dict[str, object],
) -> None:
    rng = Random(7)
    for seed in range(4):
        match = quincunx.new("quatrefoil", seed=seed, options=options)
        while match.outcome is None:
            for viewer in range(SEATS):
                view, seen = match.view(viewer), match.observations(viewer)
                deals = possible_deals(view, seen)
                history = arrangement_history(view.dealt, seen)
                shown = [*((past.tokens, past.signals) for past in history)]
                shown.append((view.tokens, view.signals))
                assert deals == tuple(
                    deal
                    for deal in ALL_DEALS
                    if has_cards(deal, view) and all(gives_signals(deal, *past) for past in shown)
                )
                assert (match.state.target, match.state.positions) in [
                    (deal.target, deal.positions) for deal in deals
                ]
            seat = rng.choice(match.active)
            match.play(match.legal_moves(seat).sample(rng), seat)


def has_cards(deal: Deal, view: QuatrefoilView) -> bool:
    """Return whether the deal has all the cards and targets that the view shows."""
    colours = tuple(deal.colour(seat) for seat in range(SEATS))
    known = ((view.positions, deal.positions), (view.target, deal.target), (view.colours, colours))
    return all(
        shown in (None, card)
        for shown_cards, cards in known
        for shown, card in zip(shown_cards, cards, strict=True)
    )


def gives_signals(
    deal: Deal, tokens: tuple[str, str, str, str, str], signals: tuple[bool | None, ...]
) -> bool:
    """Return whether the seats would give these signals with that deal."""
    return all(
        shown in (None, given) for shown, given in zip(signals, deal.signals(tokens), strict=True)
    )
