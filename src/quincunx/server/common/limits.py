"""How much is too much: every limit of the house, and why it is where it is.

People are counted, and not their sessions, of which one may have many. A whole club may sit
behind one address. Each process counts for itself, in memory.
"""

from __future__ import annotations

from typing import Final

from quincunx.server.common.rate_limiter import Rate, Throttle
from quincunx.wire import Person

# How large

LARGEST_BODY: Final = 64 * 1024
"""Bytes of a request: the largest that the page sends, a new table, has less than one thousand."""

LARGEST_MESSAGE: Final = 16 * 1024
"""Letters of a message at a table: the largest, a draft, has less than two thousand."""

LARGEST_FRAME: Final = 4 * LARGEST_MESSAGE
"""Bytes of it, where a letter takes four: a longer one is not read to its end to be answered."""

MOST_WAITING: Final = 512 * 1024
"""Bytes for a client that it has not read: hundreds of messages. It comes back and catches up."""

# How long, in seconds

HELLO_WITHIN: Final = 10.0
"""A table's client has nothing else to do first."""

ARRIVES_WITHIN: Final = 20.0
"""A request, whole: even a large one takes a bad line less than that."""

READ_WITHIN: Final = 15.0
"""A client that reads nothing for so long has gone to sleep, or wants the house to buffer."""

PING_EVERY: Final = 20.0
"""A line that says nothing is asked whether it is there, and has as long to answer."""

# How many at once

SOCKETS_OF_A_PERSON: Final = 50
"""A program may sit at many tables under one name; a person looks at a few."""

SOCKETS_FROM_AN_ADDRESS: Final = 1000
"""A school behind one address, with a table and the lobby before everybody's eyes."""

OPEN_TABLES_OF_A_PERSON: Final = 10
"""Open tables that one host may have in the lobby: enough for a club's evening."""

# How often

WRONG_PASSWORDS_FROM_AN_ADDRESS: Final = Rate(per_minute=60, burst=60)
"""A club forgets a password now and then; a list of stolen ones is thousands."""

WRONG_PASSWORDS_FOR_A_LOGIN: Final = Rate(per_minute=10, burst=10)
"""Wherever they come from: five million in a year find no password that is worth the name."""


class Limit:
    """So much for each person, and so much for all who come from one address."""

    def __init__(self, *, person: Rate | None = None, address: Rate | None = None) -> None:
        self._by_person = None if person is None else Throttle(*person)
        self._by_address = None if address is None else Throttle(*address)

    def take(self, address: str, person: Person | None = None, cost: float = 1) -> None:
        """Count one request, or what it costs, or refuse it."""
        if person is not None and self._by_person is not None:
            self._by_person.take(person.id, cost)
        if self._by_address is not None:
            self._by_address.take(address, cost)


class RefusalLimit:
    """Allows each person, and all people at one address together, so many refused requests.

    A request is checked before anything is done for it, and counted once it has been refused. When
    an address has used up its allowance, only people who were refused recently themselves, and
    clients without a session, have to wait: one guest cannot lock out a whole school.
    """

    def __init__(self, *, person: Rate, address: Rate) -> None:
        self._by_person = Throttle(*person)
        self._by_address = Throttle(*address)

    def check(self, address: str, person: Person | None) -> None:
        """Refuse a request whose sender has had too many others refused."""
        if person is not None:
            self._by_person.check(person.id)
        if person is None or not self._by_person.is_full(person.id):
            self._by_address.check(address)

    def count(self, address: str, person: Person | None) -> None:
        """Count a request that was refused."""
        if person is not None:
            self._by_person.spend(person.id)
        self._by_address.spend(address)

    def is_idle(self, address: str) -> bool:
        """Return whether no request from this address has been refused for some time."""
        return self._by_address.is_full(address)


class Limits:
    """What is counted, and how much of it there may be."""

    def __init__(self) -> None:
        self.requests = Limit(address=Rate(3000, 2000))
        """Anything over HTTP: a page asks for a dozen things, and a whole club opens it at once."""

        self.guests = Limit(address=Rate(120, 240))
        """New people: families and clubs come together, but not twice a second for long."""

        self.accounts = Limit(address=Rate(30, 60))
        """New accounts, of which most people want one: each is a hash, and a line for good."""

        self.passwords = Limit(person=Rate(20, 20), address=Rate(120, 120))
        """Right or wrong, each is hashed, which takes a core a twentieth of a second on purpose."""

        self.names = Limit(person=Rate(10, 20))
        """Other names: every table where the person sits is told."""

        self.tables = Limit(person=Rate(30, 60), address=Rate(300, 600))
        """New tables: lines for good, and bots that think."""

        self.joins = Limit(person=Rate(120, 240), address=Rate(1200, 2400))
        """Seats and sockets: after a restart everybody comes back at once, with every tab."""

        self.readings = Limit(person=Rate(120, 120), address=Rate(600, 600))
        """Records, analyses, exports: each is many lines of the store, or seconds of a solver."""

        self.reading_work = Limit(person=Rate(20_000, 20_000), address=Rate(200_000, 200_000))
        """Steps of records that are built, and KiB of them that are sent: a step takes about 50
        microseconds, so a person has a second of each minute, and an address ten. The longest
        record has a few thousand steps, a usual one fewer than a hundred; one that is kept costs
        only its bytes."""

        self.exports = Limit(person=Rate(6, 6), address=Rate(60, 60))
        """Exports: everything that the database holds of a person, which may be much."""

        self.review_work = Limit(person=Rate(4000, 4000), address=Rate(20_000, 20_000))
        """Steps of games that are reviewed for the first time: one process reviews for everybody,
        and a step takes it some milliseconds."""

        self.moves = Limit(person=Rate(60_000, 5000), address=Rate(600_000, 50_000))
        """Moves: a program may play as quickly as the others let it, and a flood must not."""

        self.refusals = RefusalLimit(person=Rate(120, 60), address=Rate(1200, 600))
        """Refused requests at tables, over all sockets, and over HTTP: a page offers only what is
        legal, and a program that guesses has no need to guess faster. What is refused costs the
        server as much work as a move, and its sender nothing."""

        self.history = Limit(person=Rate(300, 120), address=Rate(6000, 2400))
        """Pages of earlier steps: a long game has a dozen of them."""

        self.messages = Limit(person=Rate(1800, 300), address=Rate(36_000, 6000))
        """All else at a table: drafts come as quickly as cards are dragged."""

        self.wishes = Limit(person=Rate(120, 60), address=Rate(2400, 1200))
        """Seats, proposals, words, reports: what others must read, or the store keeps."""

        self.hints = Limit(person=Rate(120, 60), address=Rate(600, 300))
        """Hints: the solver's time is the bots' time."""
