"""Which new passwords are refused."""

from __future__ import annotations

import pytest

from quincunx.server.people.accounts.password_rules import (
    COMMENT,
    COMMON_PASSWORDS_FILE,
    MAX_LENGTH,
    MIN_LENGTH,
    BadPassword,
    check_new_password,
)


def refusal(password: str, *names: str) -> str:
    """Return the id of the message with which a password is refused."""
    with pytest.raises(BadPassword) as caught:
        check_new_password(password, *names)
    return caught.value.message.id


@pytest.mark.parametrize("password", ["", "1234567", "x" * 129])
def test_passwords_that_are_too_short_or_too_long_are_refused(password: str) -> None:
    assert refusal(password) == "table.refusal.password_length"


@pytest.mark.parametrize(
    "password", ["password", "PassWord123", "12345678", "qwertzuiop", "motdepasse", "sunshine 1"]
)
def test_common_passwords_are_refused(password: str) -> None:
    assert refusal(password, "ada", "Ada") == "table.refusal.common_password"


@pytest.mark.parametrize(
    "password",
    [
        "ada lovelace",
        "AdaLovelace",
        "\uff21\uff24\uff21 Lovelace",
        "1adalovelace!!",
        "countess1815",
    ],
)
def test_the_login_and_the_name_are_refused_with_digits_around_them_too(password: str) -> None:
    assert refusal(password, "ada lovelace", "Countess") == "table.refusal.password_is_name"


@pytest.mark.parametrize(
    "password", ["1815.1815", "ada of the sea", "correct horse", "lovelace ada"]
)
def test_other_passwords_are_allowed(password: str) -> None:
    check_new_password(password, "1815", "Ada")


def test_a_name_of_digits_is_refused_only_as_it_is() -> None:
    assert refusal("20715181", "20715181") == "table.refusal.password_is_name"
    check_new_password("30815181", "20715181")


def test_the_list_contains_no_line_that_could_never_match() -> None:
    lines = COMMON_PASSWORDS_FILE.read_text("utf-8").splitlines()
    passwords = [line for line in lines if not line.startswith(COMMENT)]
    assert len(passwords) > 5000
    assert passwords == sorted(set(passwords))
    for password in passwords:
        assert MIN_LENGTH <= len(password) <= MAX_LENGTH
        assert password == "".join(password.casefold().split())
