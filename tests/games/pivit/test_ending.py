"""How rounds and games end: agreement, time limits, points, the target, and playing alone."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import quincunx
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.rules import PivitRules
from tests.games.events import event_args, event_kinds
from tests.games.pivit.matches import (
    CAP,
    MINUTE,
    at_scoring,
    begin,
    claim,
    draft,
    expect_refusal,
    gained,
    new,
    phase,
    right,
    sticks,
    stop_all,
    table,
    take,
    trade,
    wait,
    wrong,
)

# Agreement


@pytest.mark.rule("pivit:R8", "pivit:L108b", "pivit:R6")
def test_a_round_ends_when_all_who_still_build_agree_to_stop() -> None:
    match = table(4)
    trade(match, 3, "r1")
    take(match, 1)
    assert event_kinds(match.play("stop", 0)) == ["stop"]
    assert event_kinds(match.play("stop", 3)) == ["stop"]
    assert match.view(None).stops == (True, False, False, True)
    assert match.awaited == (2,)
    assert match.active == (0, 2, 3)
    assert event_kinds(match.play("stop", 2)) == ["stop", "stopped", "scored"]
    assert (phase(match), gained(match)) == ("ready", (2, 6, 2, 1))


@pytest.mark.rule("pivit:R8")
def test_a_vote_to_stop_can_be_withdrawn() -> None:
    match = table(3)
    match.play("stop", 0)
    expect_refusal(match, 0, "stop", "said_already", "R8")
    match.play("stop", 1)
    assert event_kinds(match.play("resume", 0)) == ["resume"]
    expect_refusal(match, 0, "resume", "said_already", "R8")
    match.play("stop", 2)
    assert phase(match) == "build"
    assert match.awaited == (0,)
    take(match, 0)
    assert match.view(None).sticks[0] == 0


@pytest.mark.rule("pivit:R8")
def test_a_player_who_voted_to_stop_may_still_trade_and_claim() -> None:
    match = table(3)
    match.play("stop", 0)
    trade(match, 0, "r1", "**")
    take(match, 0, right(0).replace("r1", "**"))
    assert (sticks(match), match.view(None).stops) == ((0, None), (False, False, False))
    assert phase(match) == "build"


@pytest.mark.rule("pivit:R8")
@pytest.mark.parametrize(
    ("referee", "seats"),
    [("instant", 2), ("instant", 3), ("instant", 4), ("at-scoring", 3), ("at-scoring", 4)],
)
def test_a_round_ends_when_the_last_player_against_stopping_is_done(
    referee: str, seats: int
) -> None:
    match = table(seats, referee=referee)
    for seat in range(1, seats):
        match.play("stop", seat)
    take(match, 0)
    assert match.awaited == tuple(range(seats)), "everyone is asked to be ready"
    assert (phase(match), gained(match)) == ("ready", (6, *[2] * (seats - 1)))


@pytest.mark.rule("pivit:R8", "pivit:R9")
def test_a_claim_on_its_way_counts_when_the_others_stop() -> None:
    match = table(3)
    claim(match, 0)
    match.play("stop", 1)
    assert event_kinds(match.play("stop", 2)) == ["stop", "stopped", "stick", "scored"]
    assert gained(match) == (6, 2, 2)


@pytest.mark.rule("pivit:R8", "pivit:R7", "pivit:L106b")
def test_at_scoring_all_is_then_checked_and_moved_up_without_a_race() -> None:
    match = at_scoring(4)
    take(match, 0, wrong(0))
    take(match, 1)
    match.play("stop", 2)
    events = match.play("stop", 3)
    assert event_kinds(events) == ["stop", "stopped", "wrong_because", "right", "stick", "scored"]
    assert event_args(events, "stick") == [{"seat": 1, "value": 4}]
    assert (phase(match), gained(match)) == ("ready", (2, 6, 2, 2))


@pytest.mark.rule("pivit:R8", "pivit:R7")
def test_at_scoring_a_player_who_withdrew_has_a_vote_again() -> None:
    match = at_scoring(3)
    take(match, 0)
    match.play("stop", 1)
    match.play("withdraw", 0)
    match.play("stop", 2)
    assert phase(match) == "build"
    assert match.awaited == (0,)
    match.play("stop", 0)
    assert (phase(match), gained(match)) == ("ready", (2, 2, 2))


# The limit


@pytest.mark.rule("pivit:R8")
@pytest.mark.parametrize("minutes", [1, 7, 60])
def test_a_round_ends_at_its_time_limit(minutes: int) -> None:
    match = table(3, limit=minutes)
    assert match.view(None).ends_at == match.now + minutes * MINUTE
    take(match, 2)
    assert wait(match, minutes * MINUTE - 1) == ()
    assert event_kinds(wait(match, 1)) == ["time_up", "scored"]
    assert (phase(match), gained(match), match.deadline) == ("ready", (2, 2, 6), None)


@pytest.mark.rule("pivit:R8", "pivit:R9", "pivit:R14")
def test_credit_counts_at_the_time_limit() -> None:
    match = table(4, limit=1)
    end = match.now + MINUTE
    match.play(f"claim {right(2)} credit 110", 2, at=end + 100)
    match.play(f"claim {right(0)} credit 150", 0, at=end + 120)
    match.tick(end + 150)
    expect_refusal(match, 1, f"claim {right(1)} credit 149", "too_late", "R14")
    expect_refusal(match, 1, "trade b1", "too_late", "R14")
    assert event_kinds(match.tick(end + CAP)) == ["time_up", "stick", "stick", "scored"]
    assert gained(match) == (6, 2, 4, 2)


@pytest.mark.rule("pivit:R8", "pivit:R7")
def test_at_scoring_the_limit_brings_the_check_without_a_race() -> None:
    match = at_scoring(3, limit=2)
    take(match, 0, wrong(0))
    events = wait(match, 2 * MINUTE)
    assert event_kinds(events) == ["time_up", "wrong_because", "scored"]
    assert (phase(match), gained(match)) == ("ready", (2, 2, 2))
    match = at_scoring(4, limit=2)
    take(match, 0, wrong(0))
    claim(match, 1, credit=60, after=2 * MINUTE - CAP + 50)
    assert event_kinds(wait(match, CAP)) == [
        "time_up",
        "stick",
        "wrong_because",
        "right",
        "stick",
        "scored",
    ]
    assert (phase(match), gained(match)) == ("ready", (2, 6, 2, 2))


# Points, and the end


def with_scores(match: quincunx.Match, *scores: int) -> quincunx.Match:
    match._log.states[-1] = msgspec.structs.replace(match.state, scores=scores)
    return match


@pytest.mark.rule("pivit:L3", "pivit:R10")
@pytest.mark.parametrize(("before", "over"), [(17, False), (18, True), (20, True)])
def test_three_or_four_play_to_24(before: int, over: bool) -> None:
    match = with_scores(table(3), before, 0, 0)
    assert match.view(None).target == 24
    take(match, 0)
    stop_all(match)
    assert (match.outcome is not None) == over
    assert phase(match) == ("over" if over else "ready")
    if over:
        assert match.outcome is not None
        assert match.outcome.winners == (0,)
        assert match.outcome.scores == (before + 6, 2, 2)
        assert match.view(1).winners == (0,)
        assert match.active == ()
        assert quincunx.render(match.outcome.reason)


@pytest.mark.rule("pivit:L33", "pivit:R10")
@pytest.mark.parametrize(("before", "over"), [(13, False), (14, True)])
def test_two_play_to_20(before: int, over: bool) -> None:
    match = with_scores(table(2), 3, before)
    assert match.view(None).target == 20
    take(match, 1)
    assert match.outcome is None, "the round is finished first"
    take(match, 0)
    assert (match.outcome is not None) == over
    assert match.view(None).scores == (7, before + 6)


@pytest.mark.rule("pivit:R10")
def test_the_most_points_win_whatever_the_order_of_the_last_round() -> None:
    match = with_scores(table(4), 18, 21, 5, 22)
    take(match, 0)
    stop_all(match)
    assert match.outcome is not None
    assert match.outcome.scores == (24, 23, 7, 24)
    assert match.outcome.winners == match.view(None).winners == (0, 3)
    assert match.outcome.reason.id == "pivit.outcome.shared"
    assert quincunx.render(match.outcome.reason)
    match = with_scores(table(3), 18, 23, 0)
    take(match, 0)
    stop_all(match)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.outcome.reason.args == {"seats": (1,), "points": 25}


@pytest.mark.rule("pivit:R10")
def test_tokens_alone_may_end_the_game() -> None:
    match = with_scores(table(2), 18, 18)
    trade(match, 1, "b1")
    stop_all(match)
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((20, 19), (0,))


@pytest.mark.rule("pivit:L3", "pivit:L108a", "pivit:L108b")
def test_points_add_up_over_the_rounds_of_a_whole_game() -> None:
    match = new(3)
    rounds = 0
    while match.outcome is None:
        begin(match)
        rounds += 1
        trade(match, 0, "r1")
        take(match, 1)
        take(match, 2)
        assert gained(match) == (1, 6, 4)
        assert match.view(None).scores == (rounds, 6 * rounds, 4 * rounds)
        assert match.view(None).round == rounds
    assert rounds == 4
    with pytest.raises(quincunx.FinishedGame):
        match.play("ready", 0)


# Alone


@pytest.mark.rule("pivit:R1")
def test_alone_one_solves_a_hand_against_the_clock() -> None:
    match = table(1)
    trade(match, 0, "r1", "**")
    expect_refusal(match, 0, f"claim {right(0)}", "foreign", "R3", "r1")
    claim(match, 0, right(0).replace("r1", "**"), after=83_400)
    assert match.outcome is None
    wait(match, CAP)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    assert match.outcome.scores == (83,)
    assert match.outcome.reason.args == {"minutes": 1, "seconds": 23}
    assert quincunx.render(match.outcome.reason)


@pytest.mark.rule("pivit:R1", "pivit:R8")
def test_a_player_alone_may_give_up_or_run_out_of_time() -> None:
    stopped = table(1)
    stopped.play("stop", 0)
    late = table(1, limit=1)
    wait(late, MINUTE + CAP)
    for match in (stopped, late):
        assert match.outcome is not None
        assert (match.outcome.winners, match.outcome.scores) == ((), (0,))
        assert match.outcome.reason.id == "pivit.outcome.unsolved"
        assert quincunx.render(match.outcome.reason)


@pytest.mark.rule("pivit:R18")
@pytest.mark.parametrize("seats", [2, 3])
def test_after_twenty_rounds_the_most_points_win(seats: int) -> None:
    match = new(seats)
    for number in range(1, 21):
        begin(match)
        assert ("last_round" in event_kinds(match.log[-1].events)) == (number == 20)
        for seat in range(seats):
            trade(match, seat, match.view(seat).hands[seat][0])
            if number % 10 or seat:
                trade(match, seat, match.view(seat).hands[seat][0])
        stop_all(match)
    assert event_kinds(match.log[-1].events)[-3:] == ["scored", "rounds_over", "over"]
    assert match.outcome is not None
    assert match.outcome.scores == (2, *(0 for _ in range(seats - 1)))
    assert match.outcome.winners == (0,)


@pytest.mark.rule("pivit:R18")
def test_after_twenty_rounds_without_a_point_the_win_is_shared() -> None:
    match = new(2)
    for _ in range(20):
        begin(match)
        for seat in (0, 1):
            for _ in range(2):
                trade(match, seat, match.view(seat).hands[seat][0])
        stop_all(match)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)


@pytest.mark.rule("pivit:R18")
def test_the_wish_to_stop_is_taken_back_at_most_five_times_a_round() -> None:
    match = table(3)
    for _ in range(5):
        match.play("stop", 0)
        match.play("resume", 0)
    match.play("stop", 0)
    assert 0 not in match.active
    assert list(match.legal_moves(0)) == []
    assert match.view(1).stopped == (True, False, False)
    with pytest.raises(quincunx.NoDraft):
        draft(match, 0, right(0))
    for move in ("resume", f"claim {right(0)}", "trade r1"):
        expect_refusal(match, 0, move, "stopped", "R18")
    take(match, 1)
    assert phase(match) == "build", "the others build on"
    match.play("stop", 2)
    assert phase(match) == "ready"


@pytest.mark.rule("pivit:R18")
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (4, {}), (3, {"referee": "at-scoring"}), (1, {})]
)
def test_players_who_delay_the_game_cannot_exceed_the_log_limit(
    seats: int, options: dict[str, str]
) -> None:
    match = new(seats, **options)
    while match.outcome is None:
        begin(match)
        dawdle(match)
        assert match.version < match.rules.max_log_entries
    assert match.version + 1 > match.rules.max_log_entries / 4, "the bound is not far away"


def dawdle(match: quincunx.Match) -> None:
    """Every seat does all that it may do without ending the round, then all stop."""
    rules = match.rules
    assert isinstance(rules, PivitRules)
    for seat in range(match.seats):
        while match.view(None).tokens[seat]:
            trade(match, seat, match.view(seat).hands[seat][0])
        while match.view(None).withdrawals[seat] < rules.config.max_withdrawals:
            match.play(ClaimGrid(any_grid(match.state.hands[seat], Random(match.version))), seat)
            wait(match, CAP)
            match.play("withdraw", seat)
        for _ in range(5 if match.seats > 1 else 0):
            match.play("stop", seat)
            match.play("resume", seat)
    stop_all(match)
