"""What chance decides on arrays is as likely as in the engine."""

from __future__ import annotations

import numpy as np

from quincunx.batch.quatrefoil import QuatrefoilKernel
from quincunx.batch.quatrefoil.arrangements import ARRANGEMENTS
from quincunx.batch.quatrefoil.cards import POSITION_CARDS, SEATS
from tests.batch.kit import check_even, sample


def test_each_deal_is_as_likely() -> None:
    table = sample(QuatrefoilKernel().deal)

    numbers = (table.dealt, table.target, table.positions, table.seat)
    sizes = (len(ARRANGEMENTS), len(ARRANGEMENTS), len(POSITION_CARDS), SEATS)
    for place, (number, size) in enumerate(zip(numbers, sizes, strict=True)):
        check_even(number, size)
        # None of them depends on another one; halves of their ranges, because pairs are many.
        for other, other_size in zip(numbers[:place], sizes[:place], strict=True):
            upper = np.asarray(number) >= size // 2, np.asarray(other) >= other_size // 2
            check_even(upper[0] * 2 + upper[1], 4)
