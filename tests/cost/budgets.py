"""What each request may cost, with a reason for each row.

Calls are counted on the event loop's thread: ten thousand take it 1 to 3 milliseconds without the
counting. Figures are what the largest input was measured to cost, with room for changes that do
not matter. A request, a route or a game that has no row here fails the kit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from quincunx.server.http.routes.page import ADDRESSES, ROOT_FILES
from tests.cost.meter import Cost

KIB: Final = 1024


class Budget(NamedTuple):
    """The most that a request may cost, and what that protects."""

    most: Cost
    why: str
    is_waiting: bool = False
    """Whether the server waits for another process meanwhile: then its usual chores are counted as
    work, and only the longest slice says something."""


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
"""Calls of what the server does every second or two, which may fall into any measurement."""

REQUESTS: Final[dict[str, Budget]] = {
    "Hello": budget(
        "A welcome: the position, a page of steps and of chat, however long the game is. The others"
        " are told who is here.",
        slice=6000,
        work=12_000 + CHORES,
        sent=100 * KIB,
        others=12 * KIB,
    ),
    "AskHistory": budget(
        "One page of steps, whatever count is asked for.",
        slice=3000,
        work=4000 + CHORES,
        sent=50 * KIB,
    ),
    "PlayMove": budget(
        "A legal move: parsed, applied, stored, and shown to everybody at the table. The last move"
        " of a game also stores its results.",
        slice=12_000,
        work=30_000 + CHORES,
        sent=16 * KIB,
        others=16 * KIB,
        stored=6 * KIB,
        kept=24 * KIB,
    ),
    "PlayMove, nonsense": budget(
        "The longest text that is parsed, and is no move. It costs its sender nothing, so it must"
        " not cost the server more than a move.",
        slice=6000,
        work=6000 + CHORES,
        sent=5 * KIB,
    ),
    "PlayMove, too long": budget(
        "A text that is longer than any move is not parsed.",
        slice=600,
        work=1000 + CHORES,
        sent=512,
    ),
    "UpdateDraft": budget(
        "The largest draft that the type allows: checked, stored, answered by a bounded list of"
        " faults. The others see how far it has come.",
        slice=12_000,
        work=16_000 + CHORES,
        sent=16 * KIB,
        others=512,
        stored=8 * KIB,
        kept=96 * KIB,
    ),
    "UpdateDraft, nonsense": budget(
        "What is no draft is refused by its type.", slice=1000, work=1500 + CHORES, sent=512
    ),
    "AskHints": budget(
        "The solver works in another process; hints are short.",
        slice=3000,
        work=0,
        sent=12 * KIB,
        is_waiting=True,
    ),
    "Say": budget(
        "A chat line of the greatest length: every character is looked at once.",
        slice=6000,
        work=8000 + CHORES,
        sent=2 * KIB,
        others=2 * KIB,
        stored=2 * KIB,
        kept=6 * KIB,
    ),
    "Say, too long": budget(
        "A text that is much too long is not looked through.",
        slice=600,
        work=1000 + CHORES,
        sent=512,
    ),
    "Report": budget(
        "A report with a reason of the greatest length, for the operator.",
        slice=6000,
        work=8000 + CHORES,
        sent=512,
        stored=2 * KIB,
    ),
    "Unreadable": budget(
        "A message that is no JSON, or nested too deeply.", slice=600, work=1500 + CHORES, sent=512
    ),
    "Ping": budget("Answered without looking at the game.", slice=800, work=1500 + CHORES, sent=64),
    "Echo": budget("Noted, and not answered.", slice=800, work=1500 + CHORES, sent=0),
}

AROUND: Final = budget(
    "Seats, proposals, pauses: everybody at the table is told the whole table, and where the clock"
    " stands or goes, the position.",
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
        ),
        AROUND,
    )
)
REQUESTS["Leave"] = budget(
    "A seat is given up. A bot that plays on for it is told the whole game, once.",
    slice=12_000,
    work=20_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=3 * KIB,
    kept=384 * KIB,
)
REQUESTS["Ready, deal"] = budget(
    "The last player who is ready: the game is dealt, stored and shown.",
    slice=8000,
    work=14_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=4 * KIB,
    kept=32 * KIB,
)
REQUESTS["AskRematch"] = budget(
    "A new table with the same people.",
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
"""Calls in one slice that the rules take at the hardest positions which were searched for. The
budgets above are for what the largest inputs cost; these positions are not large but intricate, and
far from those of any usual game."""

SMALL: Final = budget(
    "An answer of a fixed size, or one row of the database changed.",
    slice=5000,
    work=14_000 + CHORES,
    sent=8 * KIB,
    stored=1 * KIB,
)
NEW_TABLE: Final = budget(
    "A new table, or a seat at one: looked up, stored, and told to the lobby.",
    slice=5000,
    work=20_000 + CHORES,
    sent=512,
    stored=1 * KIB,
)
LISTS: Final = budget(
    "A page of results, whatever there is in the database.",
    slice=5000,
    work=30_000 + CHORES,
    sent=16 * KIB,
)
FILE: Final = budget(
    "A file of the page: read and compressed in a thread when it is first asked for, then kept.",
    slice=1500,
    work=2000 + CHORES,
    sent=256 * KIB,
)
PUZZLE: Final = budget(
    "A puzzle or a verdict: made in a bot process, and one row of the person's streak.",
    slice=5000,
    work=40_000 + CHORES,
    sent=16 * KIB,
    stored=1 * KIB,
)
MISTAKE: Final = budget(
    "A decision of a finished game: the game is loaded in slices, and reviewed, shown or judged in"
    " another process.",
    slice=5000,
    work=0,
    sent=16 * KIB,
    is_waiting=True,
)
PICTURE: Final = budget(
    "The picture of a link preview: drawn in another process at the first request, then kept.",
    slice=5000,
    work=0,
    sent=256 * KIB,
    is_waiting=True,
)
SOCKET: Final = budget(
    "Measured by the requests that are made over it; the lobby's, by the lobby's own tests.",
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
            "POST /api/guest",
            "POST /api/account",
            "POST /api/login",
            "POST /api/logout",
            "POST /api/logout-everywhere",
            "POST /api/password",
            "POST /api/delete",
            "GET /api/bots",
            "POST /api/bots",
            "POST /api/bots/{bot_id:str}/token",
            "POST /api/bots/{bot_id:str}/revoke",
            "POST /api/bots/{bot_id:str}/delete",
            "GET /health",
            "GET /metrics",
            "GET /api/schema",
            "GET /api/schema/{path:str}",
            "GET /api/schema/openapi.json",
        ),
        SMALL,
    ),
    **dict.fromkeys(
        (
            "POST /api/tables",
            "POST /api/play",
            "POST /api/tables/{table_id:str}/join",
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
        ),
        LISTS,
    ),
    **dict.fromkeys(
        (
            "POST /api/tables/{table_id:str}/play-on",
            "POST /api/tables/{table_id:str}/challenge",
        ),
        budget(
            "A finished game is loaded, in slices, before a table for it is opened.",
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
    "GET /api/export": budget(
        "Everything that the database holds of one person, read part by part and compressed in a"
        " thread.",
        slice=5000,
        work=80_000 + CHORES,
        sent=64 * KIB,
    ),
    "SOCKET /api/tables/{table_id:str}/socket": SOCKET,
    "SOCKET /api/lobby/socket": SOCKET,
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
