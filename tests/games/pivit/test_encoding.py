"""A grid that is built tile by tile stays while its player trades."""

from __future__ import annotations

import quincunx
from quincunx.games.pivit.encoding import ACTIONS, CENTRE, SIDE, PivitEncoding
from quincunx.games.pivit.rules import PivitRules

CELL = ACTIONS.first("cell") + CENTRE[1] * SIDE + CENTRE[0]


def test_what_was_built_stays_after_a_trade_but_for_the_traded_tile() -> None:
    match = quincunx.new("pivit", seats=1, seed=1)
    assert isinstance(match.rules, PivitRules)
    encoding = PivitEncoding(match.rules)
    match.play("ready")
    match.tick()
    single = [tile for tile in match.state.hands[0] if match.state.hands[0].count(tile) == 1]
    draft = encoding.no_draft
    for tile, cell in ((single[0], CELL), (single[1], CELL + 1)):
        for action in (ACTIONS.first("choose") + tile, cell):
            encoding.check(encoding.mask(match.state, 0, draft), action)
            draft, _ = encoding.step(match.state, 0, draft, action)
    assert [tile for _, _, tile in draft.tiles] == single[:2]
    draft, move = encoding.step(match.state, 0, draft, ACTIONS.first("trade") + single[0])
    assert move is not None
    match.play(move)
    kept = encoding.keep_draft(match.state, 0, draft)
    assert [tile for _, _, tile in kept.tiles] == [single[1]]


def test_choosing_a_cell_with_a_tile_lifts_it() -> None:
    match = quincunx.new("pivit", seats=1, seed=1)
    assert isinstance(match.rules, PivitRules)
    encoding = PivitEncoding(match.rules)
    match.play("ready")
    match.tick()
    draft = encoding.no_draft
    for action in (ACTIONS.first("choose") + match.state.hands[0][0], CELL, CELL):
        draft, _ = encoding.step(match.state, 0, draft, action)
    assert draft == encoding.no_draft
