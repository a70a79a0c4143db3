"""Let only so many requests through in a minute, counted in this very process.

It is for what costs a little and stores nothing, so that no counting in the database is worth it.
"""

import time
from collections import Counter
from math import ceil

MINUTE = 60.0


class Turnstile:
    """Counts requests of a minute: those of each network, and all of them."""

    def __init__(self, *, of_a_network: int, of_everybody: int) -> None:
        self.of_a_network = of_a_network
        self.of_everybody = of_everybody
        self.began = float("-inf")
        self.counted: Counter[str | None] = Counter()

    def admits(self, network: str | None) -> bool:
        """Count a request, and tell whether it may pass; None is this very machine."""
        if time.monotonic() - self.began >= MINUTE:
            self.began, self.counted = time.monotonic(), Counter()
        if self.counted.total() >= self.of_everybody:
            return False
        if network is not None and self.counted[network] >= self.of_a_network:
            return False
        self.counted[network] += 1
        return True

    def seconds_left(self) -> int:
        """Return in how many seconds counting begins anew."""
        return max(1, ceil(self.began + MINUTE - time.monotonic()))
