"""Opens what the routes use, in the order in which its parts depend on each other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from litestar import Litestar

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.presence import Presence
from quincunx.server.daily.daily_games import DailyGames
from quincunx.server.http.previews.pictures import PreviewPictures
from quincunx.server.lobby.feed import LobbyFeed
from quincunx.server.mail.sender import MailSender
from quincunx.server.notifications.mail_alerts import MailAlerts
from quincunx.server.notifications.mail_choices import MailChoices
from quincunx.server.notifications.notifier import Notifier
from quincunx.server.ops.settings import MailServer
from quincunx.server.pairing.pairing import Pairing
from quincunx.server.people.accounts.accounts import Accounts
from quincunx.server.people.accounts.bot_accounts import BotAccounts
from quincunx.server.people.accounts.mail_addresses import MailAddresses
from quincunx.server.people.accounts.passkeys.passkeys import Passkeys
from quincunx.server.people.accounts.password_mails import PasswordMails
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.accounts.recovery import Recovery
from quincunx.server.people.sessions import Sessions
from quincunx.server.puzzles.mistakes import Mistakes
from quincunx.server.puzzles.puzzles import Puzzles
from quincunx.server.ratings.leaderboards import Leaderboards
from quincunx.server.relations.news import NewsFeed
from quincunx.server.relations.relations import Relations
from quincunx.server.relations.table_invitations import TableInvitations
from quincunx.server.storage.health import HealthCheck
from quincunx.server.storage.operator_commands import (
    CommandHandler,
    CommandKind,
    CommandRunner,
)
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view.reviews import Reviews
from quincunx.wire import PersonId, TableId


def _command_handlers(the_tables: Tables) -> dict[CommandKind, CommandHandler]:
    """Return what runs each of the operator's commands."""
    return {
        "close": lambda target: the_tables.close(TableId(target)),
        "ban": lambda target: the_tables.news.dismiss(PersonId(target)),
        "remove": lambda target: the_tables.news.forget(PersonId(target)),
        "rename": lambda target: the_tables.news.reload_name(PersonId(target)),
        "reload": the_tables.news.reload,
    }


def _show_changed_table(the_lobby: LobbyFeed, news: NewsFeed, table: TableId) -> None:
    the_lobby.table_changed(table)
    news.table_changed(table)


@asynccontextmanager
async def open_services(app: Litestar, database: str, thinkers: int) -> AsyncIterator[BotPools]:
    """Open what the routes use, put it into the application's state, and return the bots."""
    news = NewsFeed()
    async with (
        Store(database) as store,
        ServerClock.running(store) as clock,
        LobbyFeed(store) as the_lobby,
        BotPools(max(1, thinkers)) as bot_pools,
        Notifier(store, app.state.push_options) as notifier,
        Pairing(store, clock, the_lobby.table_changed, notifier.paired) as the_pairing,
        Tables(
            store,
            bot_pools,
            clock,
            lambda table: _show_changed_table(the_lobby, news, table),
            hang_up=app.state.open_sockets.close_all_of,
            contacted=news.person_changed,
            seek_changed=the_pairing.look_again,
            on_commit=notifier.table_committed,
            runs_bots=thinkers > 0,
        ) as the_tables,
        Puzzles(store, bot_pools) as the_puzzles,
        CommandRunner(store, _command_handlers(the_tables)),
        PreviewPictures() as preview_pictures,
        _mail_sender(app.state.mail_server) as mail_sender,
        _mail_alerts(store, mail_sender, the_tables.presence) as mail_alerts,
    ):
        app.state.mail = mail_sender
        app.state.mail_choices = MailChoices(store)
        if mail_alerts is not None:
            notifier.unpushed = mail_alerts.add
        app.state.store = store
        app.state.health = HealthCheck(store)
        app.state.lobby = the_lobby
        app.state.news = news
        app.state.pairing = the_pairing
        app.state.leaderboards = Leaderboards(store)
        app.state.notifier = notifier
        app.state.sessions = Sessions(store)
        passwords = Passwords()
        app.state.accounts = accounts = Accounts(
            store, passwords, registration=app.state.site.info.registration
        )
        app.state.recovery = Recovery(store, accounts, passwords)
        app.state.mail_addresses = MailAddresses(store, accounts, mail_sender)
        app.state.password_mails = PasswordMails(store, mail_sender)
        app.state.passkeys = Passkeys(store, accounts, app.state.site.info.name)
        app.state.bot_accounts = BotAccounts(store)
        app.state.tables = the_tables
        app.state.relations = relations = Relations(
            store, news, the_tables.presence.connected_among
        )
        relations.listeners.append(notifier.relation_changed)
        app.state.table_invitations = TableInvitations(
            store, the_tables.creation, relations.announce
        )
        app.state.daily_games = DailyGames(store, the_tables, bot_pools, clock)
        app.state.preview_pictures = preview_pictures
        app.state.puzzles = the_puzzles
        app.state.reviews = reviews = Reviews(bot_pools, the_tables.slices)
        app.state.mistakes = Mistakes(store, bot_pools, the_tables, reviews)
        yield bot_pools


def _mail_sender(
    server: MailServer | None,
) -> AbstractAsyncContextManager[MailSender | None]:
    return nullcontext() if server is None else MailSender(server)


def _mail_alerts(
    store: Store, mail: MailSender | None, presence: Presence
) -> AbstractAsyncContextManager[MailAlerts | None]:
    return nullcontext() if mail is None else MailAlerts(store, mail, presence)
