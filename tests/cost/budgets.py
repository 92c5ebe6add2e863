"""The cost budget of every request and route, with a reason for each.

Function calls are counted on the event loop's thread: without the counting, ten thousand calls
take 1 to 3 milliseconds. A budget is the measured cost of the largest input, with some headroom.
A request, a route or a game without a budget fails the tests.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from quincunx.server.http.routes.site.page import ADDRESSES, ROOT_FILES
from tests.cost.meter import Cost

KIB: Final = 1024


class Budget(NamedTuple):
    """The most that a request may cost, and the reason."""

    most: Cost
    why: str
    is_waiting: bool = False
    """Whether the server waits for another process. The server's background work during the wait is
    counted too, so only the longest slice has a limit."""


def budget(
    why: str,
    *,
    slice: int,  # noqa: A002
    work: int,
    sent: int,
    others: int = 0,
    stored: int = 0,
    kept: int = 0,
    is_waiting: bool = False,
) -> Budget:
    return Budget(Cost(slice, work, sent, others, stored, kept), why, is_waiting)


CHORES: Final = 6000
"""Calls of the server's background work, which runs every second or two during any measurement."""

REQUESTS: Final[dict[str, Budget]] = {
    "Hello": budget(
        "Sends the position, one page of the log and one page of chat, however long the game is."
        " The other clients receive the list of people who are connected.",
        slice=6000,
        work=12_000 + CHORES,
        sent=100 * KIB,
        others=12 * KIB,
    ),
    "AskHistory": budget(
        "Sends one page of the log, however many entries the client requests.",
        slice=3000,
        work=4000 + CHORES,
        sent=50 * KIB,
    ),
    "PlayMove": budget(
        "A legal move is parsed, applied, stored and sent to every client at the table. The last"
        " move of a game also stores its results.",
        slice=12_000,
        work=30_000 + CHORES,
        sent=16 * KIB,
        others=16 * KIB,
        stored=6 * KIB,
        kept=24 * KIB,
    ),
    "PlayMove, nonsense": budget(
        "The longest text that is parsed and is not a move. It must not cost the server more than a"
        " legal move, because anybody can send it at any time.",
        slice=6000,
        work=6000 + CHORES,
        sent=5 * KIB,
    ),
    "PlayMove, too long": budget(
        "A text that is longer than any move is refused without parsing it.",
        slice=600,
        work=1000 + CHORES,
        sent=512,
    ),
    "UpdateDraft": budget(
        "The largest draft that the type allows is checked and stored; the reply is a bounded list"
        " of faults. The other clients receive the player's progress.",
        slice=12_000,
        work=16_000 + CHORES,
        sent=16 * KIB,
        others=512,
        stored=8 * KIB,
        kept=96 * KIB,
    ),
    "UpdateDraft, nonsense": budget(
        "A value of another type is refused when it is decoded.",
        slice=1000,
        work=1500 + CHORES,
        sent=512,
    ),
    "AskHints": budget(
        "The hints are computed in another process, and they are short.",
        slice=3000,
        work=0,
        sent=12 * KIB,
        is_waiting=True,
    ),
    "Say": budget(
        "A chat line of the maximum length: every character is checked once.",
        slice=6000,
        work=8000 + CHORES,
        sent=2 * KIB,
        others=2 * KIB,
        stored=2 * KIB,
        kept=6 * KIB,
    ),
    "React": budget(
        "A quick reaction: a chat line without a text.",
        slice=6000,
        work=8000 + CHORES,
        sent=2 * KIB,
        others=2 * KIB,
        stored=2 * KIB,
        kept=6 * KIB,
    ),
    "Say, too long": budget(
        "A text over the maximum length is refused without checking its characters.",
        slice=600,
        work=1000 + CHORES,
        sent=512,
    ),
    "Report": budget(
        "A report to the operator, with a reason of the maximum length.",
        slice=6000,
        work=8000 + CHORES,
        sent=512,
        stored=2 * KIB,
    ),
    "Unreadable": budget(
        "A message that is not JSON, or is nested too deeply.",
        slice=600,
        work=1500 + CHORES,
        sent=512,
    ),
    "Ping": budget("Answered without reading the game.", slice=800, work=1500 + CHORES, sent=64),
    "PageHidden": budget(
        "Notes whether the page is hidden; it has no reply.", slice=800, work=1500 + CHORES, sent=0
    ),
    "Echo": budget(
        "The response to a latency probe; it has no reply.", slice=800, work=1500 + CHORES, sent=0
    ),
}

AROUND: Final = budget(
    "Seats, proposals and pauses: every client receives the whole table and, if the clock stops or"
    " continues, the position.",
    slice=12_000,
    work=10_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=3 * KIB,
    kept=6 * KIB,
)
REQUESTS.update(
    dict.fromkeys(
        (
            "Sit",
            "SeatBot",
            "SeatBot, off",
            "Ready",
            "Return",
            "Propose",
            "Propose, undo",
            "Answer",
            "Resume",
            "SetBotPace",
            "AllowPrograms",
            "Remove",
            "InviteAgain",
        ),
        AROUND,
    )
)
REQUESTS["Leave"] = REQUESTS["Resign"] = budget(
    "A player leaves or resigns. A stand-in bot that takes the seat receives the whole game once.",
    slice=12_000,
    work=20_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=3 * KIB,
    kept=384 * KIB,
)
REQUESTS["Ready, deal"] = budget(
    "The last player is ready: the game is dealt, stored and sent to every client.",
    slice=8000,
    work=14_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=4 * KIB,
    kept=32 * KIB,
)
REQUESTS["AskRematch"] = budget(
    "Creates a table with the same players.",
    slice=4000,
    work=10_000 + CHORES,
    sent=6 * KIB,
    others=6 * KIB,
    stored=2 * KIB,
    kept=1 * KIB,
)

HARDEST: Final[dict[str, int]] = {
    "qwirkle_cards": 200_000,
    "pivit": 24_000,
}
"""By game, the most calls in one slice at the hardest positions that a search has found. They are
not large, but hard to check, and unlike any position of a usual game. The budgets above are for the
largest inputs."""

SMALL: Final = budget(
    "A response of a fixed size, or one changed row of the database.",
    slice=5000,
    work=14_000 + CHORES,
    sent=8 * KIB,
    stored=1 * KIB,
)
NEW_TABLE: Final = budget(
    "A new table, or a seat at one: looked up, stored and sent to the lobby.",
    slice=5000,
    work=20_000 + CHORES,
    sent=512,
    stored=1 * KIB,
)
LISTS: Final = budget(
    "One page of results, however many rows the database has.",
    slice=5000,
    work=30_000 + CHORES,
    sent=16 * KIB,
)
FILE: Final = budget(
    "A file of the page: read and compressed in a thread at the first request, then cached.",
    slice=1500,
    work=2000 + CHORES,
    sent=256 * KIB,
)
PUZZLE: Final = budget(
    "A puzzle or the check of an answer, computed in a bot process; one row for the streak.",
    slice=5000,
    work=40_000 + CHORES,
    sent=16 * KIB,
    stored=1 * KIB,
)
MISTAKE: Final = budget(
    "A mistake in a finished game: the game is loaded in slices, then reviewed in another process.",
    slice=5000,
    work=0,
    sent=16 * KIB,
    is_waiting=True,
)
PICTURE: Final = budget(
    "The picture of a link preview: drawn in another process at the first request, then cached.",
    slice=5000,
    work=0,
    sent=256 * KIB,
    is_waiting=True,
)
SOCKET: Final = budget(
    "Measured request by request; the lobby's socket is measured by the tests of the lobby.",
    slice=0,
    work=0,
    sent=0,
)

ROUTES: Final[dict[str, Budget]] = {
    **dict.fromkeys(
        (
            "GET /api/games",
            "POST /api/games/{name:str}/seats",
            "GET /api/guide/{game:str}/{language:str}",
            "GET /api/me",
            "GET /api/tables/{table_id:str}/seat",
            "GET /api/tables/{table_id:str}/ratings",
            "GET /api/pairing",
            "POST /api/pairing",
            "POST /api/pairing/cancel",
            "POST /api/tables/{table_id:str}/notes",
            "POST /api/guest",
            "POST /api/renaming-seen",
            "POST /api/account",
            "POST /api/login",
            "POST /api/logout",
            "POST /api/logout-everywhere",
            "POST /api/password",
            "GET /api/vacation",
            "GET /api/recovery-codes",
            "POST /api/recovery-codes",
            "POST /api/recover",
            "POST /api/password-link",
            "GET /api/mail-address",
            "POST /api/mail-address",
            "POST /api/mail-address/confirm",
            "POST /api/mail-address/remove",
            "POST /api/password-mail",
            "POST /api/mail-alerts",
            "POST /api/mail-alerts/stop",
            "GET /api/passkeys",
            "POST /api/passkeys",
            "POST /api/passkeys/start",
            "POST /api/passkeys/rename",
            "POST /api/passkeys/remove",
            "POST /api/passkeys/challenge",
            "POST /api/passkeys/log-in",
            "POST /api/delete",
            "GET /api/push",
            "POST /api/push/unsubscribe",
            "GET /api/bots",
            "POST /api/bots",
            "POST /api/bots/{bot_id:str}/token",
            "POST /api/bots/{bot_id:str}/revoke",
            "POST /api/bots/{bot_id:str}/delete",
            "GET /api/people",
            "GET /api/people/{person_id:str}/relation",
            "POST /api/people/{person_id:str}/relation",
            "POST /api/contacts/settings",
            "POST /api/tables/{table_id:str}/invitations",
            "POST /api/invitations/{table_id:str}/decline",
            "GET /health",
            "GET /metrics",
            "GET /api/schema/{path:str}",
        ),
        SMALL,
    ),
    **dict.fromkeys(
        (
            "POST /api/tables",
            "POST /api/play",
            "POST /api/tables/{table_id:str}/join",
            "POST /api/invitations/{table_id:str}/accept",
            "POST /api/daily/{game:str}",
            "POST /api/daily/{day:str}/{game:str}",
        ),
        NEW_TABLE,
    ),
    **dict.fromkeys(
        (
            "GET /api/people/{person_id:str}",
            "GET /api/lobby",
            "GET /api/daily",
            "GET /api/daily/{day:str}",
            "GET /api/daily/{game:str}/calendar/{month:str}",
            "GET /api/deals/{table_id:str}",
            "GET /api/tables/{table_id:str}/result",
            "GET /api/tables/{table_id:str}/notes",
            "GET /api/people/{person_id:str}/ratings/{game:str}",
            "GET /api/people/{person_id:str}/head-to-head",
            "GET /api/leaderboards/{game:str}",
        ),
        LISTS,
    ),
    **dict.fromkeys(
        (
            "POST /api/tables/{table_id:str}/play-on",
            "POST /api/tables/{table_id:str}/challenge",
        ),
        budget(
            "A finished game is loaded in slices before a table for it is created.",
            slice=5000,
            work=150_000 + CHORES,
            sent=512,
            stored=1 * KIB,
        ),
    ),
    **dict.fromkeys(
        (
            "GET /api/puzzles",
            "POST /api/puzzles/{game:str}/next",
            "GET /api/puzzles/{game:str}/{number:int}",
            "POST /api/puzzles/{game:str}/{number:int}/answer",
            "POST /api/puzzles/{game:str}/{number:int}/check",
        ),
        PUZZLE,
    ),
    **dict.fromkeys(
        (
            "GET /api/puzzles/{game:str}/mistakes",
            "GET /api/tables/{table_id:str}/mistakes/{version:int}",
            "POST /api/tables/{table_id:str}/mistakes/{version:int}/answer",
            "POST /api/tables/{table_id:str}/mistakes/{version:int}/check",
        ),
        MISTAKE,
    ),
    **dict.fromkeys(
        ("POST /api/vacation", "POST /api/vacation/end"),
        budget(
            "A vacation begins or ends: the seats and revisions of all tables of the person with a"
            " clock of days change in one transaction.",
            slice=5000,
            work=30_000 + CHORES,
            sent=512,
            stored=1 * KIB,
        ),
    ),
    "GET /api/tables/{table_id:str}/record": budget(
        "The longest record: built in slices, compressed in a thread. A second request for a"
        " finished game costs only its bytes.",
        slice=5000,
        work=300_000 + CHORES,
        sent=128 * KIB,
    ),
    "GET /api/tables/{table_id:str}/review": budget(
        "The longest review: the game is loaded in slices, and reviewed, encoded and compressed in"
        " another process.",
        slice=5000,
        work=0,
        sent=64 * KIB,
        is_waiting=True,
    ),
    "POST /api/people/{person_id:str}/report": budget(
        "A report about a name or an avatar, with a reason of the maximum length.",
        slice=5000,
        work=14_000 + CHORES,
        sent=512,
        stored=2 * KIB,
    ),
    "GET /api/export": budget(
        "All data of one person in the database, read in parts and compressed in a thread.",
        slice=5000,
        work=80_000 + CHORES,
        sent=64 * KIB,
    ),
    **dict.fromkeys(
        ("POST /api/push", "POST /api/push/renew"),
        budget(
            "One row with the address of a browser at its push service, of at most 1,024"
            " characters.",
            slice=5000,
            work=14_000 + CHORES,
            sent=512,
            stored=2 * KIB,
        ),
    ),
    **dict.fromkeys(
        ("GET /api/schema", "GET /api/schema/openapi.json"),
        budget(
            "The description of all routes, which is made when the server starts.",
            slice=5000,
            work=14_000 + CHORES,
            sent=16 * KIB,
        ),
    ),
    **dict.fromkeys(
        ("GET /api/contacts", "GET /api/blocks"),
        budget(
            "All friends, followed people and requests of one person, or all blocked people; how"
            " many there can be is limited.",
            slice=12_000,
            work=40_000 + CHORES,
            sent=64 * KIB,
        ),
    ),
    "GET /api/site/{name:str}": budget(
        "The operator's text, of at most 50,000 characters.",
        slice=5000,
        work=14_000 + CHORES,
        sent=32 * KIB,
    ),
    "SOCKET /api/tables/{table_id:str}/socket": SOCKET,
    "SOCKET /api/lobby/socket": SOCKET,
    "SOCKET /api/news/socket": SOCKET,
    "GET /assets/{file_path:path}": FILE,
    **dict.fromkeys(
        (
            "GET /preview/site.png",
            "GET /preview/games/{file:str}",
            "GET /preview/tables/{file:str}",
        ),
        PICTURE,
    ),
    **{f"GET {address}": FILE for address in (*ADDRESSES, *(f"/{name}" for name in ROOT_FILES))},
}
