"""Routes about people: sessions, profiles, relations, ratings, pairing, notifications."""

from __future__ import annotations

from quincunx.server.http.routes.people import (
    notifications,
    pairing,
    people,
    ratings,
    relations,
    vacations,
)

ROUTES = (
    *people.ROUTES,
    *relations.ROUTES,
    *ratings.ROUTES,
    *pairing.ROUTES,
    *notifications.ROUTES,
    *vacations.ROUTES,
)
