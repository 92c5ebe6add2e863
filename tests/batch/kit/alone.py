"""Run programs that can import nothing but the batch folder, JAX, and what JAX needs."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Final

from tests.helpers.paths import ROOT
from tests.helpers.quick_compiling import XLA_FLAGS

_FOLDER: Final = ROOT / "src" / "quincunx"
_ONE_THREAD: Final = "--xla_cpu_multi_thread_eigen=false"
_LIMIT_S: Final = 600

_WITHOUT_OTHER_PACKAGES: Final = """
import sys

import jax

ALLOWED = {"batch", "jax", "jaxlib", "ml_dtypes", "numpy", "opt_einsum", "scipy"}

class Blocked:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in ALLOWED | sys.stdlib_module_names:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Blocked())
"""


def run_alone(program: str, *, devices: int = 1) -> str:
    """Return what a program prints in a new process, with so many simulated devices."""
    flags = (*XLA_FLAGS, _ONE_THREAD, f"--xla_force_host_platform_device_count={devices}")
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_OTHER_PACKAGES + program],
        env={**os.environ, "PYTHONPATH": str(_FOLDER), "XLA_FLAGS": " ".join(flags)},
        capture_output=True,
        text=True,
        timeout=_LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
