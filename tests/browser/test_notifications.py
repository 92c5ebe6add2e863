"""Notifications, and the number of games that wait for the player."""

from __future__ import annotations

import json
import re
import time
from typing import Any, Final

from playwright.sync_api import CDPSession, Response, expect

from quincunx.wire import AlertKind
from tests.browser.accessibility import assert_accessible
from tests.browser.shared_table import COLORYAM, SharedTable, board, finishes_a_line
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S

WITH_WORKER: Final[dict[str, Any]] = {"service_workers": "allow", "first_visit": True}

RECORD_NOTIFICATIONS: Final = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, { body, tag, data }) => {
    self.shown = self.shown.filter((note) => note.tag !== tag);
    self.shown.push({ title, body, tag, data });
  };
  self.registration.getNotifications = async ({ tag } = {}) =>
    self.shown.filter((note) => tag === undefined || note.tag === tag);
}"""
"""For the service worker: a headless Chromium has no notifications, whatever is granted."""

GRANTED: Final = "Object.defineProperty(Notification, 'permission', { get: () => 'granted' });"
"""For the page, for the same reason."""

BROWSER_WITH_PUSH: Final = """
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => ({
    toJSON: () => ({
      endpoint: `https://push.example.org/${applicationServerKey.length}`,
      keys: { p256dh: 'B' + 'A'.repeat(86), auth: 'A'.repeat(22) },
    }),
  });
"""


class Push:
    """Delivers push messages to a page's service worker, as a push service would."""

    def __init__(self, visitor: Visitor) -> None:
        page = visitor.page
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._registrations: dict[str, str] = {}
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")
        while not self._registrations:
            page.wait_for_timeout(20)
        (self._worker,) = page.context.service_workers
        self._worker.evaluate(RECORD_NOTIFICATIONS)

    def shows(self, *notes: tuple[str, str]) -> None:
        """Wait until notifications with these titles and tags are shown."""
        wanted = [list(note) for note in notes]
        deadline = time.monotonic() + MAX_WAIT_S
        found = None
        while found != wanted:
            assert time.monotonic() < deadline, found
            self._page.wait_for_timeout(20)
            found = self._worker.evaluate("() => self.shown.map(({ title, tag }) => [title, tag])")

    def _note(self, event: dict[str, Any]) -> None:
        for each in event["registrations"]:
            if each["scopeURL"].startswith(self.origin):
                self._registrations[each["scopeURL"]] = each["registrationId"]

    @property
    def origin(self) -> str:
        return re.sub(r"^(https?://[^/]+).*", r"\1", self._page.url)

    def deliver(self, table: str, title: str, message_id: str, kind: AlertKind = "turn") -> None:
        message = {
            "id": message_id,
            "kind": kind,
            "tag": table,
            "title": title,
            "text": "ColorYam",
            "path": f"/table/{table}",
        }
        (registration,) = self._registrations.values()
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": self.origin,
                "registrationId": registration,
                "data": json.dumps(message),
            },
        )


def _table_id(address: str) -> str:
    found = re.search(r"/table/(\w+)", address)
    assert found is not None
    return found[1]


def test_a_push_message_is_shown_once_and_not_to_a_player_who_looks_at_the_table(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server, **WITH_WORKER)
    ada.page.context.grant_permissions(["notifications"])
    ada.becomes_a_guest()
    table = _table_id(ada.creates_a_table(game="coloryam", seats=2))
    push = Push(ada)
    ada.page.goto(f"/table/{table}")
    push.deliver(table, "Seen anyway", "1")
    push.deliver("other", "Your turn", "2")
    push.shows(("Your turn", "other"))
    push.deliver("other", "Twice", "2")
    push.deliver("another", "Later", "3")
    push.shows(("Your turn", "other"), ("Later", "another"))
    push.deliver("other", "Your turn again", "4")
    push.shows(("Later", "another"), ("Your turn again", "other"))
    ada.page.goto("/")
    # Every page shows these.
    push.deliver("invited", "Ben invites you", "6", "invited")
    push.deliver("paired", "Your rated game is ready", "7", "paired")
    push.deliver(table, "Your turn here", "5")
    push.shows(("Later", "another"), ("Your turn again", "other"), ("Your turn here", table))


def test_a_person_chooses_what_to_be_notified_of(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, **WITH_WORKER)
    ada.page.context.grant_permissions(["notifications"])
    ada.page.add_init_script(GRANTED + BROWSER_WITH_PUSH)
    ada.becomes_a_guest()
    ada.page.goto("/settings")
    ada.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    kinds = _switches(ada, "page.settings.notify")
    assert kinds == ["turn", "joined", "proposal", "ended", "invited", "paired"]
    ada.sees("page.settings.notify.about")
    kinds = _switches(ada, "page.settings.notify.kind.joined")
    assert kinds == ["turn", "proposal", "ended", "invited", "paired"]
    (stored,) = ada.get("/api/export").json()["push_subscriptions"]
    assert json.loads(stored["kinds"]) == kinds
    assert_accessible(ada.page, "the notification settings")
    ada.page.reload()
    expect(
        ada.page.get_by_role("switch", name=words("page.settings.notify.kind.joined"))
    ).not_to_be_checked()


def _switches(visitor: Visitor, message_id: str) -> list[str]:
    """Press a switch; return the kinds of alerts that the browser subscribes to."""

    def is_subscription(answer: Response) -> bool:
        return answer.url.endswith("/api/push") and answer.request.method == "POST"

    with visitor.page.expect_response(is_subscription) as answer:
        visitor.page.get_by_role("switch", name=words(message_id)).click()
    assert answer.value.status == 204
    kinds: list[str] = (answer.value.request.post_data_json or {})["kinds"]
    return kinds


def test_a_browser_without_a_push_service_is_notified_while_a_page_is_open(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server, **WITH_WORKER)
    ada.page.context.grant_permissions(["notifications"])
    ada.page.add_init_script(
        GRANTED + "PushManager.prototype.subscribe = () => Promise.reject(new Error());"
    )
    ada.becomes_a_guest()
    ada.page.goto("/settings")
    ada.page.get_by_role("switch", name=words("page.settings.notify")).click()
    ada.sees("page.settings.notify.open_only")


def test_the_page_says_why_notifications_are_not_possible(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    ada.becomes_a_guest()
    insecure = "Object.defineProperty(globalThis, 'isSecureContext', { value: false });"
    ada.page.add_init_script(insecure)
    ada.page.goto("/settings")
    ada.sees("page.settings.notify.insecure")
    expect(ada.page.get_by_role("switch", name=words("page.settings.notify"))).to_have_count(0)


def test_a_player_goes_from_one_waiting_game_to_the_next(
    server: ServerProcess, visit: NewVisitor
) -> None:
    """Bob plays two games with Ada: he sees from any page which wait for him."""
    shared_table = SharedTable(server, visit)
    ada, bob = shared_table.two_players_start(**COLORYAM)
    tables = [_table_id(ada.page.url)]
    finishes_a_line(ada)
    shared_table.create(ada, **COLORYAM)
    bob.page.goto(shared_table.address)
    bob.button("page.invite.join").click()
    ada.button("page.gather.start").click()
    expect(board(ada)).to_be_visible()
    tables.append(_table_id(ada.page.url))
    finishes_a_line(ada)
    bob.page.goto("/settings")
    badge = bob.page.get_by_role("link", name=words("page.waiting.label", count=2))
    expect(badge).to_be_visible()
    expect(bob.page).to_have_title(re.compile(r"^\(2\) "))
    badge.click()
    bob.page.wait_for_url(re.compile(rf"/table/{tables[0]}"))
    expect(bob.page.get_by_role("link", name=words("page.waiting.label", count=1))).to_be_visible()
    next_game = bob.page.get_by_role("link", name=words("page.waiting.next"))
    expect(next_game).to_have_count(0)
    # A die may decide that Bob begins the next line, too.
    while next_game.count() == 0:
        finishes_a_line(bob)
        expect(next_game.or_(bob.control("roll")).first).to_be_visible()
    bob.page.keyboard.press("n")
    bob.page.wait_for_url(re.compile(rf"/table/{tables[1]}"))
    expect(bob.page).not_to_have_title(re.compile(r"^\("))
