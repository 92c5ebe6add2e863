"""Every HTTP route, asked for the largest answer, or with the largest input that it accepts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from litestar import Litestar
from litestar.routes import HTTPRoute, WebSocketRoute
from sqlalchemy import insert, update

from quincunx.client import Client
from quincunx.registry import find
from quincunx.server.common.days import deal_name, today
from quincunx.server.common.limits import (
    MAX_BLOCKS_PER_PERSON,
    MAX_BODY_BYTES,
    MAX_FOLLOWED_PER_PERSON,
    MAX_FRIENDS_PER_PERSON,
    MAX_OPEN_FRIEND_REQUESTS,
)
from quincunx.server.common.times import wall_clock
from quincunx.server.http.page_files import PageFiles
from quincunx.server.http.routes.site.page import ADDRESSES, ROOT_FILES
from quincunx.server.ops.site import MAX_SITE_TEXT_CHARACTERS, Site
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.private_notes import MAX_STORED
from quincunx.wire import NewTable, Person
from tests.cost.largest import LONGEST_GAME
from tests.cost.long_games import finished, long_match, new_table_id, put_game
from tests.cost.meter import Cost, MeteredServer
from tests.helpers.finished_games import store_finished_game
from tests.helpers.http_calls import call
from tests.helpers.waiting import MAX_WAIT_S

MANY: Final = 300
"""Finished games of one person, players of one deal, and open tables."""

PASSWORD: Final = "p" * 100

PUSH_ADDRESS: Final = {
    "endpoint": "https://push.example.org/".ljust(1024, "x"),
    "keys": {"p256dh": "B" + "A" * 86, "auth": "A" * 22},
}

LARGE_ASSET: Final = 512 * 1024
"""Bytes: three times as much as the largest file of the page has."""


class Ask(NamedTuple):
    """One request."""

    url: str
    body: Any = None


def routes_of(app: Litestar) -> set[str]:
    """Return every route of the application, with its method."""
    found = set()
    for route in app.routes:
        if isinstance(route, WebSocketRoute):
            found.add(f"SOCKET {route.path}")
        elif isinstance(route, HTTPRoute):
            found |= {f"{method} {route.path}" for method in route.methods}
    return {route for route in found if not route.startswith("OPTIONS ")}


def a_page(folder: Path) -> Path:
    """Write a page whose files are as large as those of the built one, and one that is larger."""
    (folder / "assets").mkdir(parents=True)
    words = " ".join(map(str, range(LARGE_ASSET // 7)))
    (folder / "assets" / "large.js").write_text(words[:LARGE_ASSET])
    for name in ("index.html", *ROOT_FILES):
        (folder / name).write_text(words[: 16 * 1024])
    return folder


class World:
    """A server with one person who has played for a long time, and a day on which many played."""

    def __init__(self, server: MeteredServer) -> None:
        self.server = server

    async def prepare(self) -> None:
        await self.prepare_long_games()
        store: Store = self.server.app.state.store
        await self.server.on_loop(self._play_much(store, [each.person for each in self.people]))
        self.gathering = (await self.people[1].create_table(NewTable("quatrefoil", open=True))).id
        await self.ada.register("ada", PASSWORD)
        await self.people[1].register("ben", PASSWORD)
        self.hosted = (await self.ada.create_table(NewTable("quatrefoil"))).id
        await self._invite_ada()
        self.bot = (await self.ada.create_bot_account("Deep")).account.person.id

    async def _invite_ada(self) -> None:
        """Let the second player invite the first to the table that waits."""
        ada, ben = self.people[:2]
        settings = {"invitations": "everyone", "online": "everyone"}
        for person in (ada, ben):
            await call(person, "POST", "/api/contacts/settings", settings)
        path = f"/api/tables/{self.gathering}/invitations"
        await call(ben, "POST", path, {"person": ada.person.id})

    async def prepare_long_games(self) -> None:
        """Store two games that take as long as the rules allow."""
        url = self.server.url
        self.server.app.state.page_files = PageFiles(a_page(self.server.folder / "page"))
        text = " ".join(map(str, range(MAX_SITE_TEXT_CHARACTERS)))[:MAX_SITE_TEXT_CHARACTERS]
        self.server.app.state.site = Site(texts={"privacy": text})
        self.people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
        self.ada = self.people[0]
        sitting = [client.person for client in self.people]
        game = find("quatrefoil")
        match = finished(long_match(game, LONGEST_GAME, new_table_id()), LONGEST_GAME + 100)
        store: Store = self.server.app.state.store
        self.over = await self.server.on_loop(put_game(store, match, sitting))
        begun = long_match(game, 3, new_table_id())
        self.begun = await self.server.on_loop(put_game(store, begun, sitting))
        played = finished(long_match(find("quivvit"), 0, new_table_id()), LONGEST_GAME)
        self.judged = await self.server.on_loop(put_game(store, played, sitting))

    async def _play_much(self, store: Store, people: list[Person]) -> None:
        from quincunx.server.people.sessions import Sessions

        newcomers = [(await Sessions(store).create_guest(f"N{n}"))[0] for n in range(MANY)]
        for number, other in enumerate(newcomers):
            seats: tuple[Any, ...] = (people[0], other, "expert", "expert")
            await store_finished_game(
                store, "quatrefoil", *seats, scores=(4,) * 4, winners=range(4), ended=number
            )
            day = today()
            await store_finished_game(
                store,
                "coloryam",
                other,
                scores=(number,),
                winners=(0,),
                deal="daily",
                deal_name=deal_name(day, "coloryam"),
                ended=number,
            )
            self.daily = await store_finished_game(
                store,
                "coloryam",
                other,
                scores=(number,),
                winners=(0,),
                deal_name=self.over,
                ended=number,
            )

        async def job(connection: Any) -> None:
            await connection.execute(insert(schema.private_notes), self._most_notes(people[0]))
            await self._store_relations(connection, people[0])
            await connection.execute(update(schema.entries).values(person=people[0].id))
            await connection.execute(insert(schema.results), [self._result_of_judged(people[0])])

        await store.write(job)

    def _most_notes(self, person: Person) -> list[dict[str, Any]]:
        """As many notes as a table keeps for one player."""
        notes = json.dumps({"deal": 4, "marks": "?" * 25})
        return [
            {"table": self.over, "person": person.id, "version": version, "notes": notes}
            for version in range(MAX_STORED)
        ]

    async def _store_relations(self, connection: Any, person: Person) -> None:
        """As many friends and blocked people as one person can have, and as many invitations."""
        others = [
            {"id": f"other{number}", "name": f"Somebody {number:15}", "created": 0}
            for number in range(MAX_BLOCKS_PER_PERSON)
        ]
        await connection.execute(insert(schema.people), others)
        kinds = {
            "block": MAX_BLOCKS_PER_PERSON,
            "friend": MAX_FRIENDS_PER_PERSON,
            "request": MAX_OPEN_FRIEND_REQUESTS,
        }
        related = [
            {"person": person.id, "other": other["id"], "kind": kind, "created": wall_clock()}
            for kind, count in kinds.items()
            for other in others[:count]
        ]
        # The other half of the list, so that it has as many lines as possible.
        related += [
            {"person": person.id, "other": other["id"], "kind": "follow", "created": 0}
            for other in others[-MAX_FOLLOWED_PER_PERSON:]
        ]
        await connection.execute(insert(schema.relations), related)

    def _result_of_judged(self, person: Person) -> dict[str, Any]:
        return {
            "table": self.judged,
            "seat": 0,
            "member": 0,
            "game": "quivvit",
            "person": person.id,
            "score": 1,
            "won": False,
            "deal": "fresh",
            "deal_name": self.judged,
            "first": True,
            "ended": MANY,
        }

    def asks(self) -> dict[str, Ask]:
        """By route, the dearest request that it answers."""
        table, ada = f"/api/tables/{self.over}", self.ada.person.id
        ben = f"/api/people/{self.people[1].person.id}"
        mistake = f"/api/tables/{self.judged}/mistakes/0"
        long_text = "x" * (MAX_BODY_BYTES - 200)
        return {
            "GET /api/games": Ask("/api/games"),
            "POST /api/games/{name:str}/seats": Ask(
                "/api/games/coloryam/seats", {"own": long_text}
            ),
            "GET /api/guide/{game:str}/{language:str}": Ask("/api/guide/quivvit/fr"),
            "GET /api/me": Ask("/api/me"),
            "GET /api/site/{name:str}": Ask("/api/site/privacy"),
            "POST /api/guest": Ask("/api/guest", {"name": "e\u0301" * 10_000}),
            "POST /api/account": Ask(
                "/api/account", {"login": long_text[:30_000], "password": long_text[:30_000]}
            ),
            "POST /api/login": Ask("/api/login", {"login": "ada", "password": "wrong" * 20}),
            "POST /api/password": Ask(
                "/api/password", {"old": long_text[:30_000], "new": PASSWORD}
            ),
            "GET /api/vacation": Ask("/api/vacation"),
            "POST /api/vacation": Ask("/api/vacation", {"days": 30}),
            "POST /api/vacation/end": Ask("/api/vacation/end", {}),
            "GET /api/recovery-codes": Ask("/api/recovery-codes"),
            "POST /api/recovery-codes": Ask("/api/recovery-codes", {"password": PASSWORD}),
            "POST /api/recover": Ask(
                "/api/recover",
                {"login": "ada", "code": long_text[:30_000], "password": long_text[:30_000]},
            ),
            "POST /api/password-link": Ask(
                "/api/password-link",
                {"token": long_text[:30_000], "password": long_text[:30_000]},
            ),
            "GET /api/mail-address": Ask("/api/mail-address"),
            "POST /api/mail-address": Ask(
                "/api/mail-address",
                {"address": long_text[:30_000], "password": PASSWORD, "language": "en"},
            ),
            "POST /api/mail-address/confirm": Ask(
                "/api/mail-address/confirm", {"token": long_text}
            ),
            "POST /api/mail-address/remove": Ask(
                "/api/mail-address/remove", {"password": PASSWORD}
            ),
            "POST /api/password-mail": Ask("/api/password-mail", {"account": long_text}),
            "GET /api/passkeys": Ask("/api/passkeys"),
            "POST /api/passkeys": Ask(
                "/api/passkeys",
                {
                    "name": "e\u0301" * 100,
                    "id": long_text[:20_000],
                    "client_data": long_text[:20_000],
                    "attestation": long_text[:20_000],
                },
            ),
            "POST /api/passkeys/start": Ask("/api/passkeys/start", {"password": PASSWORD}),
            "POST /api/passkeys/rename": Ask(
                "/api/passkeys/rename", {"id": long_text[:30_000], "name": "e\u0301" * 5000}
            ),
            "POST /api/passkeys/remove": Ask(
                "/api/passkeys/remove", {"id": long_text[:30_000], "password": PASSWORD}
            ),
            "POST /api/passkeys/challenge": Ask("/api/passkeys/challenge", {}),
            "POST /api/passkeys/log-in": Ask(
                "/api/passkeys/log-in",
                {
                    "id": long_text[:10_000],
                    "client_data": long_text[:10_000],
                    "authenticator_data": long_text[:10_000],
                    "signature": long_text[:10_000],
                },
            ),
            "GET /api/push": Ask("/api/push"),
            "POST /api/push": Ask(
                "/api/push", {"address": PUSH_ADDRESS, "language": "de", "kinds": ["turn"] * 16}
            ),
            "POST /api/push/renew": Ask(
                "/api/push/renew", {"old": PUSH_ADDRESS["endpoint"], "address": PUSH_ADDRESS}
            ),
            "POST /api/push/unsubscribe": Ask(
                "/api/push/unsubscribe", {"endpoint": PUSH_ADDRESS["endpoint"]}
            ),
            "POST /api/mail-alerts": Ask("/api/mail-alerts", {"kinds": ["turn"] * 16}),
            "POST /api/mail-alerts/stop": Ask("/api/mail-alerts/stop", {"token": long_text}),
            "GET /api/bots": Ask("/api/bots"),
            "POST /api/bots": Ask("/api/bots", {"name": "e\u0301" * 10_000}),
            "POST /api/bots/{bot_id:str}/token": Ask(f"/api/bots/{self.bot}/token", {}),
            "POST /api/bots/{bot_id:str}/revoke": Ask(f"/api/bots/{self.bot}/revoke", {}),
            "POST /api/bots/{bot_id:str}/delete": Ask(f"/api/bots/{self.bot}/delete", {}),
            "GET /api/export": Ask("/api/export"),
            "POST /api/renaming-seen": Ask("/api/renaming-seen", {}),
            "POST /api/people/{person_id:str}/report": Ask(
                f"/api/people/{self.people[1].person.id}/report",
                {"about": "avatar", "why": "\U0001d538" * 300},
            ),
            "GET /api/people/{person_id:str}": Ask(f"/api/people/{ada}"),
            "GET /api/people": Ask("/api/people?name=" + "e\u0301" * 40),
            "GET /api/people/{person_id:str}/relation": Ask(f"{ben}/relation"),
            "POST /api/people/{person_id:str}/relation": Ask(
                f"{ben}/relation", {"action": "unfriend"}
            ),
            "GET /api/contacts": Ask("/api/contacts"),
            "POST /api/contacts/settings": Ask(
                "/api/contacts/settings", {"invitations": "nobody", "online": "nobody"}
            ),
            "GET /api/blocks": Ask("/api/blocks"),
            "POST /api/tables/{table_id:str}/invitations": Ask(
                f"/api/tables/{self.hosted}/invitations", {"person": self.people[1].person.id}
            ),
            "POST /api/invitations/{table_id:str}/accept": Ask(
                f"/api/invitations/{self.gathering}/accept", {}
            ),
            "POST /api/invitations/{table_id:str}/decline": Ask(
                f"/api/invitations/{self.gathering}/decline", {}
            ),
            "GET /api/people/{person_id:str}/ratings/{game:str}": Ask(
                f"/api/people/{ada}/ratings/quatrefoil"
            ),
            "GET /api/people/{person_id:str}/head-to-head": Ask(
                f"/api/people/{self.people[1].person.id}/head-to-head"
            ),
            "GET /api/leaderboards/{game:str}": Ask("/api/leaderboards/quatrefoil?period=week"),
            "GET /api/tables/{table_id:str}/ratings": Ask(f"{table}/ratings"),
            "GET /api/pairing": Ask("/api/pairing"),
            "POST /api/pairing": Ask("/api/pairing", {"game": "coloryam", "clock": "quick"}),
            "POST /api/pairing/cancel": Ask("/api/pairing/cancel", {}),
            "POST /api/tables": Ask(
                "/api/tables",
                {"game": "coloryam", "bots": {str(n): "expert" for n in range(1500)}},
            ),
            "POST /api/play": Ask("/api/play", {"game": "quivvit", "wait": 0}),
            "POST /api/tables/{table_id:str}/join": Ask(f"/api/tables/{self.gathering}/join", {}),
            "POST /api/tables/{table_id:str}/play-on": Ask(
                f"{table}/play-on", {"version": 400, "seat": 0}
            ),
            "POST /api/tables/{table_id:str}/challenge": Ask(f"{table}/challenge", {"seat": 0}),
            "GET /api/tables/{table_id:str}/record": Ask(f"{table}/record"),
            "GET /api/tables/{table_id:str}/review": Ask(f"{table}/review"),
            "GET /api/tables/{table_id:str}/seat": Ask(f"{table}/seat"),
            "GET /api/tables/{table_id:str}/notes": Ask(f"{table}/notes"),
            "POST /api/tables/{table_id:str}/notes": Ask(
                f"/api/tables/{self.begun}/notes",
                {"version": 0, "notes": {"deal": 0, "marks": "?" * 25}},
            ),
            "GET /api/lobby": Ask("/api/lobby"),
            "GET /api/daily": Ask("/api/daily"),
            "GET /api/daily/{day:str}": Ask(f"/api/daily/{today()}"),
            "GET /api/daily/{game:str}/calendar/{month:str}": Ask(
                f"/api/daily/coloryam/calendar/{today()[:7]}"
            ),
            "POST /api/daily/{game:str}": Ask("/api/daily/quivvit", {}),
            "POST /api/daily/{day:str}/{game:str}": Ask("/api/daily/2026-01-01/quivvit", {}),
            "GET /api/deals/{table_id:str}": Ask(f"/api/deals/{self.over}"),
            "GET /api/tables/{table_id:str}/result": Ask(f"/api/tables/{self.over}/result"),
            "GET /api/puzzles": Ask("/api/puzzles"),
            "POST /api/puzzles/{game:str}/next": Ask("/api/puzzles/quivvit/next", {}),
            "GET /api/puzzles/{game:str}/{number:int}": Ask("/api/puzzles/pivit/2"),
            "POST /api/puzzles/{game:str}/{number:int}/answer": Ask(
                "/api/puzzles/qwirkle_cards/2/answer", {"moves": []}
            ),
            "POST /api/puzzles/{game:str}/{number:int}/check": Ask(
                "/api/puzzles/pivit/2/check",
                {"draft": {"tiles": [[n, 0, "r1"] for n in range(24)]}},
            ),
            "GET /api/puzzles/{game:str}/mistakes": Ask("/api/puzzles/quivvit/mistakes"),
            "GET /api/tables/{table_id:str}/mistakes/{version:int}": Ask(mistake),
            "POST /api/tables/{table_id:str}/mistakes/{version:int}/answer": Ask(
                f"{mistake}/answer", {"moves": []}
            ),
            "POST /api/tables/{table_id:str}/mistakes/{version:int}/check": Ask(
                f"{mistake}/check", {"draft": long_text}
            ),
            "GET /health": Ask("/health"),
            "GET /metrics": Ask("/metrics"),
            "GET /api/schema": Ask("/api/schema"),
            "GET /api/schema/{path:str}": Ask("/api/schema/nothing"),
            "GET /api/schema/openapi.json": Ask("/api/schema/openapi.json"),
            "GET /assets/{file_path:path}": Ask("/assets/large.js"),
            "GET /preview/site.png": Ask("/preview/site.png"),
            "GET /preview/games/{file:str}": Ask("/preview/games/quivvit.png"),
            "GET /preview/tables/{file:str}": Ask(f"/preview/tables/{self.over}.png"),
            **{f"GET {path}": Ask(path.replace("{rest:path}", "x")) for path in ADDRESSES},
            **{f"GET /{name}": Ask(f"/{name}") for name in ROOT_FILES},
            "POST /api/logout-everywhere": Ask("/api/logout-everywhere", {}),
            "POST /api/logout": Ask("/api/logout", {}),
            "POST /api/delete": Ask("/api/delete", {"password": PASSWORD}),
        }

    async def every_route(self) -> dict[str, Cost]:
        return {route: await self.cost(route, ask) for route, ask in self.asks().items()}

    async def cost(self, route: str, ask: Ask) -> Cost:
        method = route.partition(" ")[0]
        server = self.server
        headers = {"Cookie": self.ada.cookie, "Accept-Encoding": "gzip"}
        async with httpx.AsyncClient(base_url=server.url, timeout=MAX_WAIT_S) as http:
            stored = server.stored()
            async with server.metered() as meter:
                answer = await http.request(method, ask.url, json=ask.body, headers=headers)
            assert answer.status_code != 500, (route, answer.text)
        return Cost(
            slice=meter.slice,
            work=meter.work,
            sent=answer.num_bytes_downloaded,
            others=0,
            stored=max(0, round(server.stored() - stored)),
            kept=0,
        )
