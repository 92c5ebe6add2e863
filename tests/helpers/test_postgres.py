"""The PostgreSQL helper reports what is missing once, instead of 130 failing tests."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.helpers import postgres


def test_useradd_is_looked_for_in_the_system_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr(postgres, "_user_exists", lambda name: True)
    postgres.find_system_commands()
    assert os.environ["PATH"].split(os.pathsep) == ["/usr/bin", "/bin", *postgres.SYSTEM_FOLDERS]


def test_a_missing_useradd_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(postgres, "_user_exists", lambda name: False)
    monkeypatch.setattr(shutil, "which", lambda command: None)
    with pytest.raises(
        postgres.MissingUserCommand, match=r"^As root .*useradd.* install"
    ) as missing:
        postgres.find_system_commands()
    assert "\n" not in str(missing.value)
