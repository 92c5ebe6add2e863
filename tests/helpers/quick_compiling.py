"""Let XLA compile quickly: compiling takes most of the time of tests on arrays."""

from __future__ import annotations

from typing import Final

XLA_FLAGS: Final = (
    "--xla_backend_optimization_level=0",
    "--xla_llvm_disable_expensive_passes=true",
    "--xla_cpu_use_fusion_emitters=false",
    "--xla_cpu_parallel_codegen_split_count=1",
)
