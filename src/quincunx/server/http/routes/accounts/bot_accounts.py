"""A person's own bot accounts: list, create, delete; new and revoked tokens."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from quincunx.server.http.authentication import AnyRequest, require_person, require_person_within
from quincunx.wire import BotToken, NewBotAccount, OwnBotAccount, PersonId


@get("/api/bots")
async def list_bot_accounts(request: AnyRequest, state: State) -> list[OwnBotAccount]:
    owner = await require_person(request)
    listed: list[OwnBotAccount] = await state.bot_accounts.list(owner)
    return listed


@post("/api/bots")
async def create_bot_account(
    request: AnyRequest, state: State, data: JSONBody[NewBotAccount]
) -> BotToken:
    owner = await require_person_within(request, state.limits.bot_accounts)
    created: BotToken = await state.bot_accounts.create(owner, data.name)
    return created


@post("/api/bots/{bot_id:str}/token", status_code=200)
async def renew_bot_token(
    request: AnyRequest, state: State, bot_id: FromPath[str]
) -> Response[BotToken]:
    """Give a bot account a new token in place of the old one."""
    owner = await require_person_within(request, state.limits.bot_accounts)
    bot = PersonId(bot_id)
    renewed: BotToken = await state.bot_accounts.renew(owner, bot)
    return Response(renewed, background=BackgroundTask(state.tables.news.dismiss, bot))


@post("/api/bots/{bot_id:str}/revoke", status_code=204)
async def revoke_bot_token(request: AnyRequest, state: State, bot_id: FromPath[str]) -> None:
    """Revoke the token of a bot account and end its connections."""
    owner = await require_person_within(request, state.limits.bot_accounts)
    bot = PersonId(bot_id)
    await state.bot_accounts.revoke(owner, bot)
    await state.tables.news.dismiss(bot)


@post("/api/bots/{bot_id:str}/delete", status_code=204)
async def delete_bot_account(request: AnyRequest, state: State, bot_id: FromPath[str]) -> None:
    """Delete a bot account; the games that it played stay, without its name."""
    owner = await require_person_within(request, state.limits.bot_accounts)
    bot = PersonId(bot_id)
    await state.bot_accounts.delete(owner, bot)
    await state.tables.news.forget(bot)
    await state.tables.news.dismiss(bot)


ROUTES = (
    list_bot_accounts,
    create_bot_account,
    renew_bot_token,
    revoke_bot_token,
    delete_bot_account,
)
