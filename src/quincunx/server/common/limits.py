"""Every limit of the server, with the reason for its value.

People are counted, not their sessions, because one person may have many. A whole club may share
one address. Each process counts on its own, in memory.
"""

from __future__ import annotations

from typing import Final

from quincunx.server.common.rate_limiter import Rate, RateLimiter
from quincunx.wire import Person

# Sizes

MAX_BODY_BYTES: Final = 64 * 1024
"""Of an HTTP request. The largest that the page sends, a new table, has less than 1,000 bytes."""

MAX_MESSAGE_CHARACTERS: Final = 16 * 1024
"""Of a message at a table. The largest, a draft, has less than 2,000 characters."""

MAX_FRAME_BYTES: Final = 4 * MAX_MESSAGE_CHARACTERS
"""A character takes up to four bytes. A longer message closes the socket before it is read."""

MAX_UNREAD_BYTES: Final = 512 * 1024
"""Sent to a client but not read by it: hundreds of messages. A client that is disconnected for
this reconnects and catches up."""

# Timeouts

HELLO_TIMEOUT_S: Final = 10.0
"""For the first message at a table, which a client sends at once."""

REQUEST_TIMEOUT_S: Final = 20.0
"""For a whole HTTP request: a large one takes less than this on a bad connection."""

READ_TIMEOUT_S: Final = 15.0
"""A client that reads nothing for this long is asleep, or wants the server to buffer."""

PING_INTERVAL_S: Final = 20.0
"""How often a silent socket is pinged; it has as long to answer."""

# Counts

MAX_SOCKETS_PER_PERSON: Final = 50
"""A program may play at many tables under one name; a person watches a few."""

MAX_SOCKETS_PER_ADDRESS: Final = 1000
"""A school behind one address, where everybody has a table and the lobby open."""

MAX_PUBLIC_TABLES_PER_HOST: Final = 10
"""Tables of one host in the lobby: enough for a club's evening."""

MAX_PASSKEYS_PER_PERSON: Final = 10
"""Passkeys of one person: one for each device, and a security key or two."""

MAX_BOT_ACCOUNTS_PER_PERSON: Final = 5
"""Bot accounts of one person: a few programs, or versions of one."""

MAX_FRIENDS_PER_PERSON: Final = 500
"""Friends of one person: more than anybody knows; the page lists all of them."""

MAX_FOLLOWED_PER_PERSON: Final = 500
"""People whom one person follows; the page lists all of them."""

MAX_BLOCKS_PER_PERSON: Final = 1000
"""People whom one person has blocked; the page loads all of them for the chat."""

MAX_OPEN_FRIEND_REQUESTS: Final = 50
"""Friend requests of one person without an answer: who asks more people does not know them."""

MAX_OPEN_INVITATIONS: Final = 20
"""Invitations to tables that a person is shown at once, the latest first."""

MAX_INVITATIONS_A_DAY: Final = 100
"""Invitations of one person to tables within a day: one for every game of a long evening."""

MAX_INVITATIONS_OF_PAIR_A_DAY: Final = 20
"""Invitations of one person by another within a day: two friends who play all evening."""

# Rates

WRONG_PASSWORDS_PER_ADDRESS: Final = Rate(per_minute=60, burst=60)
"""Members of a club mistype a password now and then; a list of stolen ones has thousands."""

WRONG_PASSWORDS_PER_LOGIN: Final = Rate(per_minute=10, burst=10)
"""From all addresses together: five million guesses in a year do not find a good password."""

WRONG_CODES_PER_ADDRESS: Final = Rate(per_minute=60, burst=60)
"""Members of a club mistype a recovery code now and then; a code has 100 bits."""

WRONG_CODES_PER_LOGIN: Final = Rate(per_minute=10, burst=10)
"""From one address: a stranger elsewhere cannot lock the owner out."""

CONFIRMATIONS_PER_MAILBOX: Final = Rate(per_minute=0.1, burst=3)
"""A person who enters a stranger's address fills that mailbox; an owner needs one mail."""

PASSWORD_MAILS_PER_MAILBOX: Final = Rate(per_minute=0.1, burst=3)
"""From all addresses together; the link of the last mail stays valid when no more are sent."""

PASSWORD_MAILS_PER_LOGIN: Final = Rate(per_minute=1, burst=5)
"""From one address, whether or not there is such an account."""

PASSWORD_MAILS_PER_ADDRESS: Final = Rate(per_minute=10, burst=20)
"""Members of a club forget a password now and then; a list of names has thousands."""

ALERTS_PER_PERSON: Final = Rate(per_minute=10, burst=40)
"""Alerts to one person: more than a player of fifty games by correspondence gets."""

ALERTS_PER_CAUSE: Final = Rate(per_minute=2, burst=6)
"""Alerts that one person can cause another at will, by joining and leaving, or by proposals."""

ALERT_MAILS_PER_PERSON: Final = Rate(per_minute=0.02, burst=10)
"""Mails about games to one person: each can tell of many games, and about 30 a day are too many."""


class RateLimit:
    """A rate for each person, and a rate for all people at one address together."""

    def __init__(self, *, person: Rate | None = None, address: Rate | None = None) -> None:
        self._by_person = None if person is None else RateLimiter(*person)
        self._by_address = None if address is None else RateLimiter(*address)

    def take(self, address: str, person: Person | None = None, cost: float = 1) -> None:
        """Count a request, or its cost, or raise `TooMany`."""
        if person is not None and self._by_person is not None:
            self._by_person.take(person.id, cost)
        if self._by_address is not None:
            self._by_address.take(address, cost)


class RefusalLimit:
    """A rate of refused requests for each person, and for all people at one address together.

    A request is checked before it is handled, and counted once it has been refused. When an address
    has used up its allowance, only people who were refused recently themselves, and clients without
    a session, have to wait: one guest cannot lock out a whole school.
    """

    def __init__(self, *, person: Rate, address: Rate) -> None:
        self._by_person = RateLimiter(*person)
        self._by_address = RateLimiter(*address)

    def check(self, address: str, person: Person | None) -> None:
        """Raise `TooMany` if too many requests of the sender have been refused."""
        if person is not None:
            self._by_person.check(person.id)
        if person is None or not self._by_person.is_full(person.id):
            self._by_address.check(address)

    def count(self, address: str, person: Person | None) -> None:
        """Count a request that was refused."""
        if person is not None:
            self._by_person.take_if_any(person.id)
        self._by_address.take_if_any(address)

    def is_idle(self, address: str) -> bool:
        """Return whether no request from this address has been refused for some time."""
        return self._by_address.is_full(address)


class Limits:
    """The rate limits of this process."""

    def __init__(self) -> None:
        self.requests = RateLimit(address=Rate(3000, 2000))
        """Any HTTP request: a page sends a dozen, and a whole club opens it at once."""

        self.guests = RateLimit(address=Rate(120, 240))
        """New people: families and clubs arrive together, but not twice a second for long."""

        self.accounts = RateLimit(address=Rate(30, 60))
        """New accounts, of which most people need one: each is a hash and a permanent row."""

        self.passwords = RateLimit(person=Rate(20, 20), address=Rate(120, 120))
        """Right or wrong, each is hashed, which deliberately takes a core 50 milliseconds."""

        self.mail_addresses = RateLimit(person=Rate(0.2, 5), address=Rate(10, 30))
        """New e-mail addresses: each is sent a mail, and may be a stranger's."""

        self.passkeys = RateLimit(person=Rate(30, 30), address=Rate(300, 300))
        """Challenges and answers: a login form asks for a challenge when it opens, and each is a
        row for ten minutes; a signature takes a core a millisecond."""

        self.names = RateLimit(person=Rate(10, 20))
        """Changed names: each is sent to every table where the person plays."""

        self.reports = RateLimit(person=Rate(6, 12), address=Rate(60, 120))
        """Reports about names and avatars: the operator reads each of them."""

        self.bot_accounts = RateLimit(person=Rate(10, 20), address=Rate(60, 120))
        """New and deleted bot accounts, new and revoked tokens: permanent rows, and a person who
        deletes and creates accounts must not get fresh limits with each."""

        self.vacations = RateLimit(person=Rate(10, 20))
        """Vacations begun, planned and ended: each changes all games over days of the person."""

        self.relations = RateLimit(person=Rate(60, 60), address=Rate(600, 600))
        """Friend requests, following, blocks and invitations to tables: other people read them, and
        the store keeps them."""

        self.people_searches = RateLimit(person=Rate(20, 20), address=Rate(200, 200))
        """Searches for people by name: a person looks for a few, a list of names has thousands."""

        self.tables = RateLimit(person=Rate(30, 60), address=Rate(300, 600))
        """New tables: permanent rows, and bots that think."""

        self.seeks = RateLimit(person=Rate(30, 20), address=Rate(600, 300))
        """Searches for a rated game that are begun or ended: each is a row, and others see how many
        people are searching."""

        self.joins = RateLimit(person=Rate(120, 240), address=Rate(1200, 2400))
        """Joined tables and sockets: after a restart everybody reconnects, with every tab."""

        self.reads = RateLimit(person=Rate(120, 120), address=Rate(600, 600))
        """Records, reviews, exports: each reads many rows, or takes a solver seconds."""

        self.read_work = RateLimit(person=Rate(20_000, 20_000), address=Rate(200_000, 200_000))
        """Steps of records that are built, and KiB of them that are sent: a step takes about 50
        microseconds, so a person has a second of each minute, and an address ten. The longest
        record has a few thousand steps, a usual one fewer than a hundred; a cached one costs only
        its bytes."""

        self.previews = RateLimit(address=Rate(120, 120))
        """Pictures of link previews: messengers fetch one for each link and cache it; a new one
        takes a core some tenths of a second."""

        self.page_lookups = RateLimit(address=Rate(600, 600))
        """Pages whose preview is looked up in the store; the others have the site's preview."""

        self.push_subscriptions = RateLimit(person=Rate(20, 20), address=Rate(300, 300))
        """Push subscriptions: a page stores its own again whenever it is opened."""

        self.exports = RateLimit(person=Rate(6, 6), address=Rate(60, 60))
        """Exports: everything that the database has about a person, which may be much."""

        self.review_work = RateLimit(person=Rate(4000, 4000), address=Rate(20_000, 20_000))
        """Steps of games that are reviewed for the first time: one process makes all reviews, and a
        step takes it some milliseconds."""

        self.moves = RateLimit(person=Rate(60_000, 5000), address=Rate(600_000, 50_000))
        """Moves: a program may play as fast as the other players do; a flood is refused."""

        self.refusals = RefusalLimit(person=Rate(120, 60), address=Rate(1200, 600))
        """Refused requests at tables, over all sockets, and over HTTP: a page offers only what is
        legal, and a program that guesses has no need to guess faster. A refused request costs the
        server as much work as a move, and its sender nothing."""

        self.history = RateLimit(person=Rate(300, 120), address=Rate(6000, 2400))
        """Pages of earlier steps: a long game has a dozen of them."""

        self.messages = RateLimit(person=Rate(1800, 300), address=Rate(36_000, 6000))
        """Drafts and pings: a draft is sent for every card that is dragged."""

        self.actions = RateLimit(person=Rate(120, 60), address=Rate(2400, 1200))
        """Seats, proposals, chat, reports: what other people read, or the store keeps."""

        self.hints = RateLimit(person=Rate(120, 60), address=Rate(600, 300))
        """Hints: they take time from the solver's process."""

        self.puzzles = RateLimit(person=Rate(120, 60), address=Rate(1200, 600))
        """Puzzles and answers: they take milliseconds from the solver's process, and a player
        looks at each puzzle for seconds."""
