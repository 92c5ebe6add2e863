"""Vacation: a player's clock of days stands still, and goes on with their next move."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.times import Now, ServerTime, TableTime, wall_clock
from quincunx.server.common.vacations import ALLOWANCE_DAYS, DAY_MS
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.people.export import export
from quincunx.server.people.vacations import (
    return_from_vacation,
    take_vacation,
    vacation_plan,
)
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.server.tables.state.vacations import shown_vacation, stops_clocks, with_vacations
from quincunx.server.tables.state.wake_up import (
    OUT_OF_TIME_AFTER_MS,
    Duty,
    move_limits,
    next_wake_up,
    total_limits,
)
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.timing.timers import next_action
from quincunx.wire import (
    Answer,
    NewTable,
    NewVacation,
    Person,
    PlayMove,
    Propose,
    Ready,
    Register,
    RequestId,
    Resume,
    ShownVacation,
    Sit,
    TableId,
    TotalTime,
)
from tests.helpers.stores import new_guests, open_store
from tests.helpers.table_states import ADA, BEN, at, do, gathering, playing
from tests.helpers.waiting import run
from tests.server.people.quick_accounts import SECRET, accounts

DAY_S = 24 * 3600
DAYS = TotalTime(3 * DAY_S)
ONE = RequestId("1")
TWO = RequestId("2")


def awaited(state: TableState) -> int:
    (seat,) = current_match(state).awaited
    return seat


def on_vacation(state: TableState, seat: int, first_day: float, last_day: float) -> TableState:
    """Return the table with a vacation of the player at that seat, in days of server time."""
    person = (ADA, BEN)[seat]
    vacation = tuple(ServerTime(round(day * DAY_MS)) for day in (first_day, last_day))
    seating = with_vacations(state.config, state.seating, state.clock, {person.id: [vacation]})  # type: ignore[list-item]
    return state.replace(seating=seating)


def day(number: float) -> Now:
    return at(round(number * DAY_MS))


def moved(state: TableState, now: Now) -> TableState:
    match, seat = current_match(state), awaited(state)
    request = PlayMove(ONE, match.version, str(next(iter(match.legal_moves(seat)))))
    change = do(state, (ADA, BEN)[seat], request, now)
    assert change.refusal is None
    return change.state


# The clocks


@pytest.mark.parametrize("clock", [{"pace": 3 * DAY_S}, {"total": DAYS}])
def test_the_clock_of_a_player_on_vacation_stands_still(clock: dict[str, Any]) -> None:
    state = playing("qwirkle_cards", ADA, BEN, **clock)
    seat = awaited(state)
    limits = move_limits if "pace" in clock else total_limits
    assert limits(state) == {seat: 3 * DAY_MS}
    away = on_vacation(state, seat, 1, 8)
    assert limits(away) == {seat: 10 * DAY_MS}
    assert next_action(away, day(9.9), Duty()) is None
    assert next_action(away, day(10.1), Duty()) is not None
    woken = next_wake_up(away, day(2), Duty())
    assert woken is not None
    assert 10 * DAY_MS <= woken <= 10 * DAY_MS + OUT_OF_TIME_AFTER_MS
    assert limits(on_vacation(state, 1 - seat, 1, 8)) == {seat: 3 * DAY_MS}, "not the opponent's"


def test_a_vacation_that_begins_when_the_time_is_up_comes_too_late() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=DAYS)
    seat = awaited(state)
    assert total_limits(on_vacation(state, seat, 3, 8)) == {seat: 3 * DAY_MS}


def test_total_time_is_used_up_outside_of_vacations_only() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=DAYS)
    seat = awaited(state)
    away = on_vacation(state, seat, 0.5, 4.5)
    played = moved(away, day(5))
    assert played.total_clock.left[seat] == 2 * DAY_MS
    again = TotalClock(DAYS).followed(current_match(played), played.seating)
    assert again == played.total_clock, "it follows from what is stored"


def test_a_move_ends_the_vacation() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=DAYS)
    seat = awaited(state)
    away = on_vacation(state, seat, 1, 8)
    match = current_match(away)
    request = PlayMove(ONE, match.version, str(next(iter(match.legal_moves(seat)))))
    change = do(away, (ADA, BEN)[seat], request, day(2))
    assert change.ends_vacation == (ADA, BEN)[seat].id
    occupant = change.state.seating.at((seat, 0))
    assert occupant is not None
    assert occupant.vacations == ((DAY_MS, 2 * DAY_MS),)
    assert change.state.total_clock.left[seat] == 2 * DAY_MS
    early = do(away, (ADA, BEN)[seat], request, day(0.5))
    assert early.ends_vacation is None, "it has not begun"


def test_a_vacation_goes_on_while_the_table_is_paused() -> None:
    state = on_vacation(playing("qwirkle_cards", ADA, BEN, pace=3 * DAY_S), 0, 1, 5)
    state = on_vacation(state, 1, 1, 5)
    seat = awaited(state)
    asked = do(state, ADA, Propose(ONE, "pause"), day(2)).state
    paused = do(asked, BEN, Answer(ONE, "pause", agree=True), day(2)).state
    assert shown_vacation(paused, (seat, 0), day(3)) == ShownVacation(0, 2 * DAY_MS)
    early = do(paused, BEN, Resume(TWO), day(3)).state
    assert shown_vacation(early, (seat, 0), day(3)) == ShownVacation(0, 2 * DAY_MS)
    limit = early.clock.server_time(TableTime(move_limits(early)[seat]))
    assert limit == 7 * DAY_MS, "one day before the vacation, two after it"
    late = do(paused, BEN, Resume(TWO), day(6)).state
    assert shown_vacation(late, (seat, 0), day(6)) is None
    assert late.clock.server_time(TableTime(move_limits(late)[seat])) == 8 * DAY_MS


def test_opponents_see_until_when_the_vacation_lasts() -> None:
    state = on_vacation(playing("qwirkle_cards", ADA, BEN, pace=DAY_S), 0, 1, 5)
    assert shown_vacation(state, (0, 0), day(0)) == ShownVacation(DAY_MS, 5 * DAY_MS)
    assert shown_vacation(state, (0, 0), day(2)) == ShownVacation(0, 3 * DAY_MS)
    assert shown_vacation(state, (0, 0), day(5)) is None
    assert shown_vacation(state, (1, 0), day(2)) is None


@pytest.mark.parametrize(
    ("config", "stops"),
    [
        ({"pace": DAY_S}, True),
        ({"total": TotalTime(DAY_S)}, True),
        ({"pace": DAY_S - 1}, False),
        ({"total": TotalTime(DAY_S - 1, DAY_S)}, False),
        ({}, False),
        ({"pace": DAY_S, "deal": "daily", "origin": "2026-11-18"}, False),
    ],
)
def test_vacation_stops_only_clocks_of_days(config: dict[str, Any], stops: bool) -> None:
    state = gathering("qwirkle_cards", ADA, BEN, **config)
    assert stops_clocks(state.config, state.seating) is stops


def test_a_player_without_human_opponents_has_no_vacation() -> None:
    state = playing("qwirkle_cards", ADA, bots={1: "easy"}, pace=DAY_S)
    assert on_vacation(state, 0, 1, 5).seating == state.seating
    program = Person(BEN.id, "Program", bot=True)
    seating = state.seating.replaced((1, 0), Occupant(program))
    assert not stops_clocks(state.config, seating)


def test_a_team_is_on_vacation_when_all_its_members_are_or_the_one_to_move_is() -> None:
    one, other = (TableTime(0), TableTime(6)), (TableTime(4), TableTime(9))
    seating = Seating(
        {
            (0, 0): Occupant(ADA, vacations=(one,)),
            (0, 1): Occupant(BEN, vacations=(other,)),
            (1, 0): Occupant(bot="easy"),
        }
    )
    assert seating.standstills(0, None) == ((4, 6),)
    assert seating.standstills(0, 1) == (other,)
    assert seating.standstills(1, None) == ()


# In the store


class Club(NamedTuple):
    """Two processes on one store, and two people with accounts."""

    store: Store
    clock: ServerClock
    here: Tables
    there: Tables
    ada: Person
    ben: Person

    def now(self) -> Now:
        return Now(self.clock.now(), wall_clock())

    async def begins(self, clock: NewTable, *, before_deal: bool = False) -> TableRuntime:
        """Return a table of both, at which the game has begun unless `before_deal`."""
        opened = await self.here.creation.create(self.ada, clock)
        table = await self.here.registry.find(opened.id)
        await table.execute(Caller(self.ben), Sit(ONE, 1))
        if not before_deal:
            await self.deals(table)
        return table

    async def deals(self, table: TableRuntime) -> None:
        for person in (self.ada, self.ben):
            await table.execute(Caller(person), Ready(TWO, "nonce"))

    def advance(self, days: float) -> None:
        self.clock._before += round(days * DAY_MS)

    async def stored(self, table: TableRuntime) -> TableState:
        """Return the table as a process that starts now loads it."""
        again = Tables(self.store, BotPools(), self.clock)
        return (await again.registry.find(table.state.id)).state

    async def moves(self, table: TableRuntime) -> Person:
        """Let the player whose turn it is move, and return that player."""
        match = current_match(table.state)
        (seat,) = match.awaited
        person = (self.ada, self.ben)[seat]
        move = str(next(iter(match.legal_moves(seat))))
        await table.execute(
            Caller(person), PlayMove(RequestId(f"{match.version}"), match.version, move)
        )
        return person


@asynccontextmanager
async def a_club(database: str) -> AsyncIterator[Club]:
    async with open_store(database) as store:
        ada, ben = await new_guests(store, "Ada", "Ben")
        for person in (ada, ben):
            await accounts(store).register(person, Register(person.name, SECRET))
        clock = ServerClock()
        here, there = Tables(store, BotPools(), clock), Tables(store, BotPools(), clock)
        yield Club(store, clock, here, there, ada, ben)


BY_MOVE = NewTable("qwirkle_cards", seats=2, pace=2 * DAY_S)
BY_GAME = NewTable("qwirkle_cards", seats=2, total=DAYS)


@pytest.mark.parametrize("wanted", [BY_MOVE, BY_GAME])
def test_no_process_lets_the_time_of_a_player_on_vacation_run_out(
    database: str, wanted: NewTable
) -> None:
    """Not even one that has not heard of the vacation, and believes that the time is up."""

    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(wanted)
            ignorant = await club.there.registry.find(table.state.id)
            seat = awaited(ignorant.state)
            absent = (club.ada, club.ben)[seat]
            await take_vacation(club.store, absent, NewVacation(7), club.now())
            club.advance(5)
            assert not ignorant.state.seating.has_vacations, "it has not heard of it"
            await ignorant.wake_up(leading=True)
            assert ignorant.state.phase == "playing"
            assert ignorant.state.version == 0
            assert ignorant.state.seating.has_vacations
            club.advance(6)
            assert next_action(ignorant.state, club.now(), Duty()) is not None

    run(work())


def test_a_vacation_is_the_same_after_a_restart_and_is_over_at_its_end(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(BY_GAME)
            absent = (club.ada, club.ben)[awaited(table.state)]
            plan = await take_vacation(club.store, absent, NewVacation(7), club.now())
            assert plan.vacation is not None
            assert plan.left == ALLOWANCE_DAYS - 7
            club.advance(6)
            state = await club.stored(table)
            place = state.seating.place_of(absent)
            assert place is not None
            shown = shown_vacation(state, place, club.now())
            assert shown is not None
            assert shown.starts == 0
            assert 0 < shown.ends <= DAY_MS
            club.advance(1)
            assert shown_vacation(await club.stored(table), place, club.now()) is None
            plan = await vacation_plan(club.store, absent, club.now())
            assert (plan.vacation, plan.left) == (None, ALLOWANCE_DAYS - 7)

    run(work())


def test_a_move_at_one_table_ends_the_vacation_at_all(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            one, other = [await club.begins(BY_MOVE) for _ in range(2)]
            mover = (club.ada, club.ben)[awaited(one.state)]
            await take_vacation(club.store, mover, NewVacation(7), club.now())
            club.advance(1.5)
            assert await club.moves(one) == mover
            place = other.state.seating.place_of(mover)
            assert place is not None
            assert shown_vacation(await club.stored(one), place, club.now()) is None
            assert shown_vacation(await club.stored(other), place, club.now()) is None
            plan = await vacation_plan(club.store, mover, club.now())
            assert (plan.vacation, plan.left) == (None, ALLOWANCE_DAYS - 2), "whole days count"
            await club.here.registry.finish_all()
            assert other.state.revision == (await club.stored(other)).revision

    run(work())


def test_ending_a_vacation_lets_the_clock_go_on_and_wakes_the_table_up_in_time(
    database: str,
) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(BY_GAME)
            seat = awaited(table.state)
            absent = (club.ada, club.ben)[seat]
            await take_vacation(club.store, absent, NewVacation(20), club.now())
            club.advance(1)
            plan = await return_from_vacation(club.store, absent, club.now())
            assert plan.vacation is None
            assert plan.left in (ALLOWANCE_DAYS - 1, ALLOWANCE_DAYS - 2), "a day, and milliseconds"
            due = await _stored_due(club.store, table.state.id)
            assert due is not None
            assert due <= club.clock.now(), "some process looks at it now"
            await (await club.there.registry.find(table.state.id)).wake_up(leading=True)
            due = await _stored_due(club.store, table.state.id)
            assert due is not None
            assert 2.9 * DAY_MS < due - club.clock.now() < 3.1 * DAY_MS, "and knows when again"

    run(work())


async def _stored_due(store: Store, table: TableId) -> int | None:
    row = await store.fetch_one(select(schema.tables.c.due).where(schema.tables.c.id == table))
    assert row is not None
    due: int | None = row["due"]
    return due


def test_a_game_that_begins_during_a_vacation_knows_it(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(BY_MOVE, before_deal=True)
            for person in (club.ada, club.ben):
                await take_vacation(club.store, person, NewVacation(7), club.now())
            await club.deals(table)
            state = await club.stored(table)
            (limit,) = move_limits(state).values()
            assert 8.9 * DAY_MS < limit < 9.1 * DAY_MS

    run(work())


def test_a_planned_vacation_begins_by_itself_and_can_be_cancelled(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(BY_MOVE)
            (seat,) = current_match(table.state).awaited
            absent = (club.ada, club.ben)[seat]
            later = NewVacation(7, starts=wall_clock() + DAY_MS)
            await take_vacation(club.store, absent, later, club.now())
            (limit,) = move_limits(await club.stored(table)).values()
            assert 8.9 * DAY_MS < limit < 9.1 * DAY_MS
            plan = await return_from_vacation(club.store, absent, club.now())
            assert (plan.vacation, plan.left) == (None, ALLOWANCE_DAYS)
            (limit,) = move_limits(await club.stored(table)).values()
            assert limit == 2 * DAY_MS

    run(work())


def test_what_a_vacation_cannot_be(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            (guest,) = await new_guests(club.store, "Guest")
            with pytest.raises(NoAccount):
                await take_vacation(club.store, guest, NewVacation(1), club.now())
            with pytest.raises(NotAllowed):
                await take_vacation(club.store, club.ada, NewVacation(31), club.now())
            far = NewVacation(1, starts=wall_clock() + 366 * DAY_MS)
            with pytest.raises(NotAllowed):
                await take_vacation(club.store, club.ada, far, club.now())
            await take_vacation(club.store, club.ada, NewVacation(20), club.now())
            with pytest.raises(NotAllowed):
                await take_vacation(club.store, club.ada, NewVacation(1), club.now())
            club.advance(21)
            with pytest.raises(NotAllowed):
                await take_vacation(club.store, club.ada, NewVacation(11), club.now())
            plan = await take_vacation(club.store, club.ada, NewVacation(10), club.now())
            assert plan.left == 0

    run(work())


def test_two_requests_at_once_take_one_vacation(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club, open_store(database) as second:
            results = await asyncio.gather(
                *(
                    take_vacation(store, club.ada, NewVacation(20), club.now())
                    for store in (club.store, second if second.is_shared else club.store)
                ),
                return_exceptions=True,
            )
            assert sorted(type(each).__name__ for each in results) == ["NotAllowed", "VacationPlan"]

    run(work())


def test_vacations_are_exported_and_end_when_the_account_is_deleted(database: str) -> None:
    async def work() -> None:
        async with a_club(database) as club:
            table = await club.begins(BY_MOVE)
            await take_vacation(club.store, club.ada, NewVacation(7), club.now())
            exported = await export(club.store, club.ada)
            assert b'"vacations": [\n{"starts"' in exported
            await accounts(club.store).delete(club.ada, SECRET)
            assert b'"vacations": [\n\n]' in await export(club.store, club.ada)
            state = await club.stored(table)
            assert shown_vacation(state, (0, 0), club.now()) is None

    run(work())
