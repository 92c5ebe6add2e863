"""Trades: a token, a tile of one's own, and another one for it."""

from __future__ import annotations

from collections import Counter

import pytest

import quincunx
from quincunx.core.chance import branches
from quincunx.games.pivit.moves import TradeTile
from tests.games.events import event_kinds
from tests.games.pivit.matches import (
    ALL,
    another_right,
    at_scoring,
    block,
    chance_of,
    claim,
    everywhere,
    expect_refusal,
    hand,
    phase,
    right,
    table,
    take,
    trade,
    wait,
    wrong,
)


@pytest.mark.rule("pivit:L90a", "pivit:L90b", "pivit:L92", "pivit:R5")
def test_a_token_and_a_tile_buy_another_tile() -> None:
    match = table(4)
    before = everywhere(match)
    assert event_kinds(trade(match, 0, "r3", "b5")) == ["traded"]
    assert match.view(0).tokens == (1, 2, 2, 2)
    assert Counter(hand(match, 0).split()) == Counter(block(0).replace("r3", "b5").split())
    assert match.view(None).middle == 18
    assert everywhere(match) == before
    assert match.state.middle[ALL.index("r3")] == 1


@pytest.mark.rule("pivit:L92", "pivit:R5")
def test_the_hand_stays_in_order_and_other_copies_stay_in_it() -> None:
    match = table(2, block(0).replace("r2", "r1"), block(1))
    trade(match, 0, "r1", "**")
    trade(match, 0, "g6", "r4")
    held = hand(match, 0).split()
    assert held == sorted(held, key=ALL.index)
    assert Counter(held)["r1"] == 1
    assert Counter(held)["r4"] == 2


@pytest.mark.rule("pivit:R5", "pivit:L92")
def test_the_new_tile_is_drawn_before_the_traded_one_goes_to_the_middle() -> None:
    match = table(4)
    deck = match.state.middle
    trade(match, 0, "r3")
    assert chance_of(match).draws[-1] == (1, 0, deck)
    assert deck[ALL.index("r3")] == 0


@pytest.mark.rule("pivit:R5")
def test_every_tile_of_the_middle_may_come_back_each_as_likely() -> None:
    match = table(4)

    def got(state_and_events: object) -> str:
        assert isinstance(state_and_events, tuple)
        (tile,) = Counter(state_and_events[0].hands[0]) - Counter(match.state.hands[0])
        return ALL[tile]

    chances = {
        got(after): chance
        for chance, after in branches(
            lambda chance: match.rules.apply(match.state, 0, TradeTile(0), match.now, chance)
        )
    }
    assert {tile: 18 * chance for tile, chance in chances.items()} == {
        **dict.fromkeys((colour + design for colour in "bp" for design in "123456"), 1),
        "**": 6,
    }


@pytest.mark.rule("pivit:L90a", "pivit:L58", "pivit:R5")
def test_two_trades_a_round_and_no_more() -> None:
    match = table(3)
    trade(match, 1, "b1")
    trade(match, 1, "b2")
    assert match.view(None).tokens == (2, 0, 2)
    expect_refusal(match, 1, "trade b3", "no_token", "L90a")
    assert not any(isinstance(move, TradeTile) for move in match.legal_moves(1))
    trade(match, 0, "r1")
    assert match.view(None).tokens == (1, 0, 2)


@pytest.mark.rule("pivit:L92", "pivit:R5")
def test_only_ones_own_tiles_can_be_traded() -> None:
    match = table(3)
    expect_refusal(match, 0, "trade b1", "not_yours", "L92", "b1")
    expect_refusal(match, 0, "trade **", "not_yours", "L92", "**")
    trade(match, 0, "r1", "**")
    expect_refusal(match, 0, "trade r1", "not_yours", "L92", "r1")
    trade(match, 0, "**", "r1")
    assert hand(match, 0) == block(0)


@pytest.mark.rule("pivit:L90a", "pivit:R5")
def test_any_of_the_24_can_be_traded_placed_or_not() -> None:
    match = table(2)
    listed = [move.tile for move in match.legal_moves(0) if isinstance(move, TradeTile)]
    assert [ALL[tile] for tile in listed] == block(0).split()
    match.draft(0, match.rules.draft_type(((0, 0, "r1"), (1, 0, "r2"))))
    trade(match, 0, "r1", "**")
    trade(match, 0, "g6", "**")
    assert match.view(0).tokens == (0, 2)


@pytest.mark.rule("pivit:R5", "pivit:L94")
def test_a_grid_is_claimed_with_the_tiles_one_has_now() -> None:
    match = table(3)
    trade(match, 0, "r1", "**")
    expect_refusal(match, 0, f"claim {right(0)}", "foreign", "R3", "r1")
    take(match, 0, right(0).replace("r1", "**"))
    assert match.view(None).sticks == (0, None)


@pytest.mark.rule("pivit:R5")
def test_nobody_trades_while_holding_a_stick_or_waiting_for_one() -> None:
    match = at_scoring(3)
    claim(match, 0)
    expect_refusal(match, 0, "trade r1", "claim_pending", "R9")
    wait(match, 200)
    expect_refusal(match, 0, "trade r1", "has_stick", "R5")
    assert match.view(None).tokens == (2, 2, 2)
    match.play("withdraw", 0)
    trade(match, 0, "r1", "**")
    assert match.view(None).tokens == (1, 2, 2)
    take(match, 0, another_right(0).replace("r1", "**"))
    instant = table(3)
    take(instant, 0)
    expect_refusal(instant, 0, "trade r1", "has_finished", "R7")


@pytest.mark.rule("pivit:L90a")
def test_trades_are_possible_at_any_time_of_the_round() -> None:
    match = table(3)
    wait(match, 3_600_000)
    trade(match, 1, "b1")
    claim(match, 0)
    trade(match, 1, "b2")
    trade(match, 2, "y1")
    wait(match, 200)
    trade(match, 2, "y2")
    assert match.view(None).tokens == (2, 0, 0)


@pytest.mark.rule("pivit:R7", "pivit:L90a")
def test_trades_are_possible_in_the_race() -> None:
    match = at_scoring(3)
    take(match, 0)
    take(match, 1, wrong(1))
    assert phase(match) == "race"
    trade(match, 1, "b1", "**")
    trade(match, 2, "y1", "**")
    take(match, 1, right(1).replace("b1", "**"))
    assert match.view(None).gained == (6, 3, 1)


@pytest.mark.rule("pivit:R13", "pivit:L90b")
def test_all_hear_of_a_trade_but_only_its_maker_which_tiles() -> None:
    match = table(3)
    trade(match, 0, "r3", "b5")
    for viewer in (None, 1, 2):
        seen = match.observations(viewer)[-1]
        assert (seen.seat, seen.move) == (0, None)
        [message] = seen.events
        assert (message.id, message.args) == ("pivit.event.traded", {"seat": 0})
    own = match.observations(0)[-1]
    assert own.move == TradeTile(ALL.index("r3"))
    [message] = own.events
    assert message.args == {"seat": 0, "given": "r3", "got": "b5"}
    assert quincunx.render(message)
