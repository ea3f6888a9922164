"""The one rule of when a request is sent again: only if the server did not begin to answer it."""

from __future__ import annotations

import random
from dataclasses import dataclass

#: The server says that it did not take the request.
NOT_TAKEN = frozenset({429, 503})


@dataclass(frozen=True)
class RetryPolicy:
    """How long is waited before a request is sent again, in seconds."""

    first: float = 0.5
    longest: float = 30.0
    #: How long no server answers anything before all of them are given up.
    patience: float = 600.0

    def wait(self, attempt: int, retry_after: str | None = None) -> float:
        """The pause after an attempt, which count from 1: doubled each time, and never less than the server asks for."""
        usual = min(self.longest, self.first * 2 ** min(attempt - 1, 30))
        # Requests that were refused together do not come back together.
        return max(usual * random.uniform(0.5, 1.0), asked_seconds(retry_after))


def is_safe(status: int | None, was_refused: bool) -> bool:
    """
    Whether a request can be sent again without being answered twice: its connection was refused, or the server said
    that it did not take it. A connection that broke later may have been answered in part.
    """
    return was_refused or status in NOT_TAKEN


def asked_seconds(retry_after: str | None) -> float:
    """The seconds of a header `Retry-After`; 0 for none, or for a date."""
    try:
        return max(0.0, float(retry_after or 0))
    except ValueError:
        return 0.0
