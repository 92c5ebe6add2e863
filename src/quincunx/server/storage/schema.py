"""The tables of the database.

Times are wall time (milliseconds since 1970), unless a comment says server time. Some names are
older than the words that the code uses now: `house` is the server, `orders` are the operator's
commands, `open` means public.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

# One row: what the server must remember.
server_state = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    # The daily games are dealt from this.
    Column("secret", String, nullable=False),
    # The private key with which the server signs push messages (VAPID), made on the first start.
    Column("push_key", String),
    # The server time at wall time `beat`.
    Column("time", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the operator banned the person.
    Column("banned", BigInteger),
    # When the person deleted the account; the row stays, because their games refer to it.
    Column("deleted", BigInteger),
    # The person who owns this bot account; NULL for a person.
    Column("owner", String),
    # If the operator has replaced the name: why, until the person has seen it; may be empty.
    Column("renamed_why", Text),
    Index("people_owner", "owner"),
    Index("people_name", "name"),
)

# A guest is a person without an account.
accounts = Table(
    "accounts",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("login", String, nullable=False, unique=True),
    Column("password", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Only the hash of a session's token is stored: a copy of the database gives no access.
sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Where a browser can be sent push messages, and which ones its person wants there.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    # The hash of the endpoint: PostgreSQL limits the length of what an index contains.
    Column("id", String, primary_key=True),
    Column("endpoint", Text, nullable=False),
    # The browser's public key and its secret, with which messages are encrypted.
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("language", String, nullable=False),
    # The kinds of alerts, as JSON.
    Column("kinds", Text, nullable=False),
    # The hash of the session's token: without the session nothing is sent.
    Column("session", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_subscriptions_id", "id"),
)

# The token of a bot account; like that of a session, it is stored as a hash.
bot_tokens = Table(
    "bot_tokens",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # When the token was last used, to the hour.
    Column("used", BigInteger),
)

# Codes that replace a forgotten password once; like the token of a session, stored as hashes.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("code", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
)

# The link with which a person may set a new password; its token is stored as a hash.
password_links = Table(
    "password_links",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # NULL in links of earlier versions, which are valid for a day.
    Column("expires", BigInteger),
)

# Confirmed e-mail addresses; several people may have the same one.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    Index("mail_addresses_address", "address"),
)

# Addresses that a link must confirm; its token is stored as a hash.
mail_confirmations = Table(
    "mail_confirmations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

# Passkeys; `id` is the credential's id in base64url.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False),
    # The host name that the passkey works at.
    Column("site", String, nullable=False),
    # The attested credential data, with the public key.
    Column("credential", LargeBinary, nullable=False),
    # The last signature counter; 0 if the authenticator counts nothing.
    Column("counter", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("passkeys_person", "person"),
)

# Challenges that no passkey has answered yet.
passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", String, primary_key=True),
    # Who creates a passkey; NULL if somebody logs in.
    Column("person", ForeignKey(people.c.id)),
    Column("site", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("passkey_challenges_created", "created"),
)

# Invitations to create an account; only hashes of their tokens are stored.
account_invitations = Table(
    "account_invitations",
    metadata,
    Column("token", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
)

# When people are on vacation, in server time.
vacations = Table(
    "vacations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("starts", BigInteger, primary_key=True),
    Column("ends", BigInteger, nullable=False),
)

# What one person is to another, as `server/relations` explains it.
relations = Table(
    "relations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("other", ForeignKey(people.c.id), primary_key=True),
    # `friend` (a row for each of the two), `follow`, `block`, `request` or `withdrawn`.
    Column("kind", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
    # Whether the other person declined the friend request, or is not shown it because of a block.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("relations_other", "other", "kind"),
)

# Who may invite a person and see that the person is online; without a row, the defaults hold.
contact_settings = Table(
    "contact_settings",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("invitations", String, nullable=False),
    Column("online", String, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("host", ForeignKey(people.c.id), nullable=False),
    Column("invite", String, nullable=False),
    Column("phase", String, nullable=False),
    # Whether the table is public: listed in the lobby.
    Column("open", Boolean, nullable=False, server_default=false()),
    # Seconds for a move.
    Column("pace", Integer),
    # Seconds for all moves together, and seconds that a player gets after each move.
    Column("total_time", Integer),
    Column("increment", Integer),
    # The level of bots that take free seats at server time `fills`, or stand in for players.
    Column("level", String, nullable=False, server_default="medium"),
    Column("fills", BigInteger),
    # The server time by which all players of a pairing must be ready; NULL after the deal.
    Column("starts_by", BigInteger),
    Column("bot_pace", String, nullable=False, server_default="normal"),
    # Whether bot accounts may take seats.
    Column("programs", Boolean, nullable=False, server_default=false()),
    # Where the deal comes from, and the name that all tables with this deal share.
    Column("deal", String, nullable=False, server_default="fresh"),
    Column("deal_name", String, nullable=False, server_default=""),
    Column("origin", String),
    Column("origin_version", Integer),
    Column("secret", String, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch", String),
    # Counts the changes of the table; every change is a compare-and-swap on it.
    Column("revision", Integer, nullable=False, server_default="0"),
    # The last revision that changed seats, chat or drafts, and not only this row and the log.
    Column("around", Integer, nullable=False, server_default="0"),
    # The last version of the match, with its state; -1 before the deal.
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("digest", String),
    # Table time at server time `house`; it stands still while the table is paused.
    Column("clock", BigInteger, nullable=False),
    Column("house", BigInteger, nullable=False, server_default="0"),
    Column("paused", Boolean, nullable=False, server_default=false()),
    # The proposal that players have not yet answered, as JSON.
    Column("proposal", Text),
    # The ids of the last requests, apart from moves and chat: a resent request has no effect.
    Column("done", Text, nullable=False, server_default="[]"),
    # Server time of the next timer or bot's turn; NULL if the table waits for people only.
    Column("due", BigInteger),
    # For lists of tables: the seats whose turn it is, the last move, the end and the outcome.
    Column("awaited", Text, nullable=False, server_default="[]"),
    Column("moved", BigInteger, nullable=False, server_default="0"),
    Column("ended", BigInteger),
    Column("outcome", Text),
    # Whether the game is rated. NULL before the deal: it will be if only people take the seats.
    Column("rated", Boolean),
    # People's names by id, as JSON: fixed at the deal in games without chat.
    Column("names", Text),
    # No longer used: whether hints or undos had made the game unrated.
    Column("helped", Boolean, nullable=False, server_default=false()),
    Index("tables_due", "due"),
    Index("tables_phase", "phase", "open"),
    Index("tables_ended", "ended"),
    Index("tables_deal_name", "deal_name"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("person", ForeignKey(people.c.id)),
    # The level of a bot; with a person, it is the stand-in.
    Column("bot", String),
    Column("nonce", String),
    # How many timeouts in a row the player had, and whether the player has left.
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("gone", Boolean, nullable=False, server_default=false()),
    # Whether the player is rated last: resigned, or replaced by a stand-in in a rated game.
    Column("forfeited", Boolean, nullable=False, server_default=false()),
    # When the player is on vacation, in table time: pairs of times, as JSON.
    Column("vacations", Text, nullable=False, server_default="[]"),
    Index("sitters_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("move", Text),
    Column("chance", Text, nullable=False),
    Column("events", Text, nullable=False),
    # For an undo: the version whose position it restores.
    Column("back", Integer),
    # The client's id of the request: a resent move is played once.
    Column("request", String),
    Column("person", String),
    Column("stored", BigInteger, nullable=False),
    UniqueConstraint("table", "request", name="entries_request"),
)

drafts = Table(
    "drafts",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("draft", Text, nullable=False),
)

# What players have noted for themselves: nobody else ever gets it.
private_notes = Table(
    "private_notes",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    # The version of the match that the player saw.
    Column("version", Integer, primary_key=True),
    Column("notes", Text, nullable=False),
)

# People whom the host has removed from a table and not invited again.
removed_people = Table(
    "removed_people",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Invitations of people to a table, by its host.
table_invitations = Table(
    "table_invitations",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("by", ForeignKey(people.c.id), nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether the person declined it, or is not shown it because of a block.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("table_invitations_person", "person"),
    Index("table_invitations_by", "by"),
)

# Chat messages and reactions; notes of the table itself have no person.
chat = Table(
    "chat",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey(people.c.id)),
    Column("text", Text, nullable=False),
    Column("note", Text),
    # The client's id of the request: a resent message is stored once.
    Column("request", String),
    # Which reaction it is; NULL for a message.
    Column("reaction", String),
)

# Reports about a chat message, or about a person's name or avatar.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    # The message; NULL if the report is about a person.
    Column("table", ForeignKey(tables.c.id)),
    Column("number", Integer),
    Column("reporter", ForeignKey(people.c.id), nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    # `message`, `name` or `avatar`.
    Column("about", String, nullable=False, server_default="message"),
    # The reported person, and the name that they had then; NULL if it is about a message.
    Column("person", String),
    Column("shown", Text),
    Index("reports_once", "table", "number", "reporter", unique=True),
    Index("reports_person_once", "person", "about", "shown", "reporter", unique=True),
)

# What operators and hosts have done to people and tables. Rows are only ever added, and hold no
# names: people are named by their ids.
audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # `operator` or `host`.
    Column("role", String, nullable=False),
    # The operator's user name on the machine, or the host's id.
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),
    # What it was done to: a person, a table, a report; NULL if there was none.
    Column("person", String),
    Column("table", String),
    Column("report", Integer),
    Column("why", Text, nullable=False),
    Index("audit_log_person", "person"),
    Index("audit_log_table", "table"),
)

# One row for each player of a finished game.
results = Table(
    "results",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deal", String, nullable=False),
    Column("deal_name", String, nullable=False),
    # Whether it is the person's first game on this deal.
    Column("first", Boolean, nullable=False),
    # The change of the person's rating; NULL if the game was not rated.
    Column("rating", Float),
    Column("ended", BigInteger, nullable=False),
    Index("results_person", "person", "ended"),
    Index("results_game", "game", "ended"),
    Index("results_deal", "deal_name"),
)

# A player is a person, `bot:` and a level, or `deal` in cooperative games.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    # The rating that is shown, which follows from `mu` and `sigma`: leaderboards are sorted by it.
    Column("rating", Float, nullable=False, server_default="1000"),
    Index("ratings_board", "game", "rating"),
)

# People who look for a rated game with others; `table` is the one that pairing has found.
seeks = Table(
    "seeks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("game", String, nullable=False),
    Column("clock", String, nullable=False),
    # The estimated strength when the search began, in points, and its uncertainty.
    Column("strength", Float, nullable=False),
    Column("uncertainty", Float, nullable=False),
    # Server times: when the search began, and when the person was last known to be connected.
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("table", ForeignKey(tables.c.id)),
)

# How many pairings a person has not come to lately, and when that last happened.
missed_pairings = Table(
    "missed_pairings",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("missed", Integer, nullable=False),
    Column("last", BigInteger, nullable=False),
)

# How many puzzles of a game a person has solved in a row; `number` is the one that is still open.
puzzle_streaks = Table(
    "puzzle_streaks",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("game", String, primary_key=True),
    Column("number", Integer),
    Column("current", Integer, nullable=False, server_default="0"),
    Column("best", Integer, nullable=False, server_default="0"),
)

# The server processes, with the server time of their last heartbeats.
processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("heard", BigInteger, nullable=False),
)

# Which people are connected to which tables, through which process.
presence = Table(
    "presence",
    metadata,
    Column("process", String, primary_key=True),
    Column("table", String, primary_key=True),
    Column("person", String, primary_key=True),
    # Whether the person's pages there are all hidden.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("presence_table", "table"),
)

# Commands of the operator for the running server.
operator_commands = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("target", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
