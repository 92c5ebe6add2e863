"""Views of a Quivvit game, and states rebuilt from them. Only the cards to come are hidden."""

from __future__ import annotations

from quincunx.core.viewers import Viewer
from quincunx.games.quivvit.cards import CARD_BY_TEXT, CARD_TEXTS, CARD_VALUES, COLOURS, NO_CARD
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES, CELLS, Link, describe_links
from quincunx.games.quivvit.rules.ending import ROUNDS, pile_points, scores, winners
from quincunx.games.quivvit.rules.transition import QuivvitSetup
from quincunx.games.quivvit.state import (
    BLOCK_HELD,
    NO_BLOCK_CARD,
    FinishedTurn,
    FinishedTurnView,
    QuivvitState,
    QuivvitView,
)


def unused_block(setup: QuivvitSetup) -> int:
    """Return what `QuivvitState.blocks` has for a seat that has not blocked."""
    return BLOCK_HELD if setup.options.color_blocking else NO_BLOCK_CARD


def view_state(setup: QuivvitSetup, state: QuivvitState, viewer: Viewer) -> QuivvitView:
    is_playing = state.phase in ("block", "turn")
    turn = setup.seat_on_turn(state) if is_playing else None
    return QuivvitView(
        seat=viewer if viewer is not None and viewer >= 0 else None,
        grid=tuple([None if card == NO_CARD else CARD_TEXTS[card] for card in state.grid[:CELLS]]),
        deck=state.deck,
        piles=state.piles,
        points=scores(state),
        cards=tuple(map(len, state.piles)),
        apart=state.apart,
        apart_points=tuple(map(pile_points, state.apart)),
        blocks=tuple([CELL_NAMES[cell] if cell >= 0 else None for cell in state.blocks]),
        may_block=tuple([cell == BLOCK_HELD for cell in state.blocks]),
        doubles=state.doubles,
        teams=setup.teams,
        member=None if turn is None else (state.round - 1) % setup.teams[turn],
        order=setup.order[state.first],
        round=state.round,
        played=state.played,
        turn=turn,
        draining=state.round > ROUNDS,
        phase=state.phase,
        waiting=state.waiting,
        quiet=state.quiet,
        changes=state.changes,
        random_color=setup.options.random_color,
        colour=None if state.colour is None else COLOURS[state.colour],
        ends_at=state.ends_at,
        bonuses=state.bonuses,
        last=None if state.last is None else view_of_turn(state.last),
        winners=winners(state) if state.phase == "over" else (),
    )


def state_from_view(setup: QuivvitSetup, view: QuivvitView) -> QuivvitState:
    unused = unused_block(setup)
    return QuivvitState(
        grid=(
            *(NO_CARD if text is None else CARD_BY_TEXT[text] for text in view.grid),
            NO_CARD,
        ),
        deck=view.deck,
        piles=view.piles,
        apart=view.apart,
        blocks=tuple(unused if cell is None else CELL_BY_NAME[cell] for cell in view.blocks),
        doubles=view.doubles,
        first=view.order[0],
        round=view.round,
        played=view.played,
        phase=view.phase,
        waiting=view.waiting,
        quiet=view.quiet,
        changes=view.changes,
        colour=None if view.colour is None else COLOURS.index(view.colour),
        ends_at=view.ends_at,
        bonuses=view.bonuses,
        last=None if view.last is None else turn_from_view(view.last),
    )


def view_of_turn(turn: FinishedTurn) -> FinishedTurnView:
    """Describe a turn for viewers. Its links follow from the cards it took."""
    grid = [NO_CARD] * (CELLS + 1)
    for cell, card in zip(turn.cells, turn.cards, strict=False):
        grid[cell] = card
    links: tuple[Link, ...] = ()
    if turn.cell is not None and turn.cells:
        links = describe_links(grid, turn.cell, grid[turn.cell], turn.colour)
    return FinishedTurnView(
        seat=turn.seat,
        way=turn.way,
        cell=None if turn.cell is None else CELL_NAMES[turn.cell],
        colour=None if turn.colour is None else COLOURS[turn.colour],
        links=links,
        cells=tuple(CELL_NAMES[cell] for cell in turn.cells),
        cards=tuple(CARD_TEXTS[card] for card in turn.cards),
        points=sum(CARD_VALUES[card] for card in turn.cards) if turn.cells else 0,
        laid=tuple(CELL_NAMES[cell] for cell in turn.laid),
    )


def turn_from_view(last: FinishedTurnView) -> FinishedTurn:
    return FinishedTurn(
        seat=last.seat,
        way=last.way,
        cell=None if last.cell is None else CELL_BY_NAME[last.cell],
        colour=None if last.colour is None else COLOURS.index(last.colour),
        cells=tuple(CELL_BY_NAME[cell] for cell in last.cells),
        cards=tuple(CARD_BY_TEXT[card] for card in last.cards),
        laid=tuple(CELL_BY_NAME[cell] for cell in last.laid),
    )
