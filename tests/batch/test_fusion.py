"""What is computed only once is what was computed."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from quincunx.batch.fusion import computed_once


@pytest.mark.parametrize("tables", [1, 3])
def test_numbers_do_not_change(tables: int) -> None:
    numbers = jnp.arange(tables * 20, dtype=jnp.uint16).reshape(tables, 4, 5)
    function = computed_once
    for _ in numbers.shape:
        assert (function(numbers) == numbers).all()
        assert (jax.jit(function)(numbers) == numbers).all()
        function = jax.vmap(function)
