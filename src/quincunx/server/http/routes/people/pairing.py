"""Pairing: what can be looked for, and beginning and ending a search."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from quincunx.server.http.authentication import (
    AnyRequest,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.wire import PairingOffer, SeekGame, SeekUpdate


@get("/api/pairing")
async def pairing_offers(request: AnyRequest, state: State) -> list[PairingOffer]:
    """Return what people can be paired for, and how many are looking for each."""
    state.limits.reads.take(client_address(request), await current_person(request))
    offers: list[PairingOffer] = await state.pairing.offers()
    return offers


@post("/api/pairing", status_code=200)
async def seek_game(request: AnyRequest, state: State, data: JSONBody[SeekGame]) -> SeekUpdate:
    """Look for people to play a rated game with; the lobby's socket tells how the search stands."""
    person = await require_person_within(request, state.limits.seeks)
    update: SeekUpdate = await state.pairing.seek(person, data)
    return update


@post("/api/pairing/cancel", status_code=204)
async def cancel_seek(request: AnyRequest, state: State) -> None:
    """End the search; a game that has been found already is declined."""
    person = await require_person_within(request, state.limits.seeks)
    table = await state.pairing.cancel(person)
    if table is not None:
        await state.tables.creation.decline(person, table)


ROUTES = (pairing_offers, seek_game, cancel_seek)
