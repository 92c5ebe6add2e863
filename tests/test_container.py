"""The files for containers, as far as they can be run without one."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]

from quincunx.server.ops.settings import load_settings
from tests.helpers.paths import ROOT
from tests.helpers.ports import free_port
from tests.helpers.postgres import running_postgres
from tests.helpers.waiting import MAX_WAIT_S
from tests.helpers.wheel import unpacked_wheel

VARIABLES: Final = {"DOMAIN": "games.example.org", "POSTGRES_PASSWORD": "secret"}
"""What an operator writes into deploy/.env."""


class Instruction(NamedTuple):
    name: str
    value: str


def final_stage() -> list[Instruction]:
    """Return the instructions of the image that is run, without those of the build."""
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    parsed = [Instruction(*line.split(maxsplit=1)) for line in lines]
    last = max(number for number, each in enumerate(parsed) if each.name == "FROM")
    return parsed[last:]


def values_of(name: str) -> list[str]:
    return [each.value for each in final_stage() if each.name == name]


def image_environment() -> dict[str, str]:
    return dict(value.split("=", 1) for value in values_of("ENV"))


def health_command() -> list[str]:
    (check,) = values_of("HEALTHCHECK")
    command: list[str] = json.loads(check.partition("CMD ")[2])
    return command


def compose() -> dict[str, Any]:
    text = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
    filled = re.sub(r"\$\{(\w+)[^}]*\}", lambda found: VARIABLES[found[1]], text)
    parsed: dict[str, Any] = yaml.safe_load(filled)
    return parsed


# The image


def test_the_image_runs_the_server_as_a_user_without_rights() -> None:
    names = [each.name for each in final_stage()]
    assert values_of("USER") == ["quincunx"]
    assert names.index("USER") < names.index("ENTRYPOINT")
    started = [*json.loads(values_of("ENTRYPOINT")[0]), *json.loads(values_of("CMD")[0])]
    assert started == ["quincunx", "serve"]


def test_the_settings_of_the_image_are_valid() -> None:
    settings = load_settings({}, image_environment(), None)
    assert settings.host == "0.0.0.0"
    assert values_of("VOLUME") == [str(settings.data)]
    assert values_of("EXPOSE") == [str(settings.port)]


def test_the_image_can_write_its_folders_only() -> None:
    (made,) = (shlex.split(run) for run in values_of("RUN") if run.startswith("install -d"))
    environment = image_environment()
    assert made[-2:] == [environment["QUINCUNX_DATA"], environment["NUMBA_CACHE_DIR"]]
    assert made[made.index("-o") + 1] == "quincunx"
    assert made[made.index("-m") + 1] == "700"


def test_the_build_gets_every_file_that_it_needs_and_no_others() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = [line[1:] for line in lines if line.startswith("!")]
    assert lines[1] == "*"
    assert [name for name in kept if not (ROOT / name).exists()] == []
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert {"LICENSE", "NOTICE", "README.md", "src"} <= set(kept)
    assert 'license-files = ["LICENSE", "NOTICE"]' in project
    assert not {".git", ".venv", "data", "node_modules", "tests"} & set(kept)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built and unpacked."""
    return unpacked_wheel(tmp_path_factory.mktemp("wheel"))


@contextmanager
def started(installed: Path, folder: Path, settings: dict[str, str]) -> Iterator[dict[str, str]]:
    """Start the wheel's server as the image does; return the environment of its processes."""
    environment = {
        **os.environ,
        **image_environment(),
        "QUINCUNX_DATA": str(folder),
        "NUMBA_CACHE_DIR": str(folder),
        "QUINCUNX_PORT": str(free_port()),
        **settings,
        "PATH": "",
        "PYTHONPATH": str(installed),
    }
    command = [sys.executable, "-P", "-m", "quincunx", *json.loads(values_of("CMD")[0])]
    server = subprocess.Popen(command, cwd=folder, env=environment)
    try:
        yield environment
    finally:
        server.terminate()
        server.wait(MAX_WAIT_S)


def is_healthy(environment: dict[str, str]) -> bool:
    program, *arguments = health_command()
    assert program == "python"
    command = [sys.executable, *arguments]
    done = subprocess.run(command, env=environment, check=False, capture_output=True)
    return done.returncode == 0


def becomes_healthy(environment: dict[str, str]) -> bool:
    give_up = time.monotonic() + MAX_WAIT_S
    while not is_healthy(environment):
        if time.monotonic() > give_up:
            return False
    return True


def test_the_wheel_serves_with_the_images_settings_and_the_health_check_notices(
    installed: Path, tmp_path: Path
) -> None:
    with started(installed, tmp_path, {}) as environment:
        assert becomes_healthy(environment)
    assert not is_healthy(environment)


def test_the_wheel_serves_with_the_settings_of_the_composition(
    installed: Path, tmp_path: Path
) -> None:
    settings = dict(compose()["services"]["quincunx"]["environment"])
    with running_postgres() as postgres:
        settings["QUINCUNX_DATABASE"] = postgres.new_database().replace("+asyncpg", "")
        with started(installed, tmp_path, settings) as environment:
            assert becomes_healthy(environment)


# The composition


def test_the_composition_has_the_settings_of_a_server_behind_a_proxy() -> None:
    composed = compose()
    settings = load_settings({}, composed["services"]["quincunx"]["environment"], None)
    (subnet,) = composed["networks"]["web"]["ipam"]["config"]
    assert settings.trusted_proxies == (subnet["subnet"],)
    assert settings.allowed_hosts == ("games.example.org",)
    assert settings.database == "postgresql://quincunx:secret@postgres/quincunx"


def test_only_the_proxy_is_reachable_from_outside() -> None:
    services, networks = compose()["services"], compose()["networks"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    inside = {name for name, network in networks.items() if network and network.get("internal")}
    assert set(services["quincunx"]["networks"]) <= inside | {"outgoing"}
    assert set(services["postgres"]["networks"]) <= inside
    with_server = [name for name, service in services.items() if "web" in service["networks"]]
    assert with_server == ["caddy", "quincunx"]


def test_the_server_reaches_push_services_and_mail_servers() -> None:
    composed = compose()
    assert "outgoing" in composed["networks"]
    assert not (composed["networks"]["outgoing"] or {}).get("internal")
    services = composed["services"].items()
    assert [name for name, each in services if "outgoing" in each["networks"]] == ["quincunx"]


def test_everything_that_the_composition_names_exists() -> None:
    composed = compose()
    sources = {
        volume.partition(":")[0]
        for service in composed["services"].values()
        for volume in service["volumes"]
    }
    files = {source for source in sources if source.startswith(".")}
    assert sources - files == set(composed["volumes"])
    assert [file for file in files if not (ROOT / "deploy" / file).is_file()] == []
    build = ROOT / "deploy" / composed["services"]["quincunx"]["build"]
    assert (build / "Dockerfile").is_file()
    cache = image_environment()["NUMBA_CACHE_DIR"]
    assert composed["services"]["quincunx"]["volumes"] == [f"bots:{cache}"]
