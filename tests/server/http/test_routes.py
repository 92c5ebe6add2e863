"""What can be asked without a socket, and what is refused."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from quincunx.client import Client
from quincunx.wire import NewTable
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S


def test_the_five_games_are_listed(http: httpx.Client) -> None:
    games = {game["name"]: game for game in http.get("/api/games").json()}
    assert list(games) == ["quatrefoil", "coloryam", "quivvit", "qwirkle_cards", "pivit"]
    assert games["quatrefoil"]["fewest"] == 4
    assert {option["name"] for option in games["quatrefoil"]["options"]} == {
        "variant",
        "half",
        "clock",
        "signals",
        "limit",
        "deals",
    }


def test_the_number_of_seats_depends_on_the_options(http: httpx.Client) -> None:
    def seats(**options: object) -> httpx.Response:
        return http.post("/api/games/quivvit/seats", json=options)

    assert seats().json() == {"fewest": 1, "most": 4}
    assert seats(decks=2).json() == {"fewest": 1, "most": 8}
    assert seats(teams="2 2 1").json() == {"fewest": 3, "most": 3}
    refused = seats(teams="2 9")
    assert refused.status_code == 400
    assert refused.json()["message"]["id"] == "quivvit.refusal.teams"
    assert http.post("/api/games/chess/seats", json={}).status_code in (400, 404)


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"name": ""}, 400, "BadName"),
        ({"name": 7}, 400, "Unreadable"),
        ({}, 400, "Unreadable"),
        ("no json", 400, "Unreadable"),
    ],
)
def test_invalid_guests_are_refused(
    http: httpx.Client, body: object, status: int, error: str
) -> None:
    answer = http.post("/api/guest", json=body)
    assert (answer.status_code, answer.json()["error"]) == (status, error)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"game": "chess"}, "UnknownGame"),
        ({"game": "quatrefoil", "options": {"x": 1}}, "UnknownOption"),
        ({"game": "quatrefoil", "options": {"variant": "x"}}, "BadOption"),
        ({"game": "quatrefoil", "seats": 3}, "WrongSeats"),
        ({"game": "quatrefoil", "bots": {"1": "genius"}}, "UnknownBot"),
        ({"game": "quatrefoil", "bots": {"9": "random"}}, "TableError"),
        ({}, "Unreadable"),
    ],
)
def test_invalid_tables_are_refused(http: httpx.Client, body: object, error: str) -> None:
    http.post("/api/guest", json={"name": "Ada"})
    answer = http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_only_guests_and_accounts_create_tables(http: httpx.Client) -> None:
    answer = http.post("/api/tables", json={"game": "quatrefoil"})
    assert (answer.status_code, answer.json()["error"]) == (401, "NotHuman")


def test_a_game_in_play_is_shown_only_to_people_who_may_see_it(server: ServerProcess) -> None:
    async def opened() -> str:
        ada = await Client.guest(server.url, "Ada")
        table = await ada.create_table(
            NewTable("quatrefoil", {"variant": "dual"}, bots={1: "random"})
        )
        return table.id

    table = asyncio.run(opened())
    with httpx.Client(base_url=server.url, timeout=MAX_WAIT_S) as stranger:
        answer = stranger.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["error"]) == (403, "NotInvited")
        answer = stranger.get("/api/tables/nowhere/record")
        assert (answer.status_code, answer.json()["error"]) == (404, "NoSuchTable")


def test_a_person_learns_their_own_seat_and_nobody_else_s(server: ServerProcess) -> None:
    async def seats() -> list[object]:
        ada = await Client.guest(server.url, "Ada")
        ben = await Client.guest(server.url, "Ben")
        table = await ada.create_table(NewTable("quivvit", seats=2))
        async with httpx.AsyncClient(base_url=server.url, timeout=MAX_WAIT_S) as http:
            paths = [f"/api/tables/{table.id}/seat", "/api/tables/nowhere/seat"]
            return [
                (await http.get(path, headers={"Cookie": cookie})).json()["seat"]
                for path in paths
                for cookie in (ada.cookie, ben.cookie, "")
            ]

    assert asyncio.run(seats()) == [0, None, None, None, None, None]


def test_a_missing_guide_is_served_in_english(http: httpx.Client) -> None:
    for language in ("en", "xx", "..%2f..%2fREADME"):
        answer = http.get(f"/api/guide/quatrefoil/{language}")
        assert answer.status_code in (200, 404)
    assert "Quatrefoil" in http.get("/api/guide/quatrefoil/en").text
    assert http.get("/api/guide/chess/en").json()["error"] == "UnknownGame"


def test_an_unknown_path_of_the_interface_is_refused(http: httpx.Client) -> None:
    answer = http.get("/api/nothing")
    assert (answer.status_code, answer.json()["error"]) == (404, "Unreadable")


def test_the_health_check_answers(http: httpx.Client) -> None:
    assert http.get("/health").json() == {"status": "ok"}
