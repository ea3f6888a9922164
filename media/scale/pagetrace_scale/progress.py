"""What a program says while it works."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable


def say(line: str) -> None:
    """Writes a line to standard error."""
    print(line, file=sys.stderr, flush=True)


class Progress:
    """Files that are finished, how fast, and how long the rest will take."""

    def __init__(self, of: int, finished: int, unit: str, now: Callable[[], float]) -> None:
        self._of = of
        self._finished = finished
        self._before = finished
        self._unit = unit
        self._now = now
        self._started = now()
        self._done = 0

    def line(self, name: str, done: int, note: str = "") -> str:
        """The line about a file that is finished now, with so many of its units done."""
        self._finished += 1
        self._done += done
        seconds = max(1e-9, self._now() - self._started)
        left = seconds / (self._finished - self._before) * (self._of - self._finished)
        rate = f"{self._done / seconds:.1f} {self._unit}/s"
        rest = "" if self._finished == self._of else f", {duration(left)} left"
        return f"{self._finished}/{self._of} {name}: {note}{rate}{rest}"


def duration(seconds: float) -> str:
    """Seconds as a person reads them: 40 s, 3 min, 2.5 h."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def reasons_text(reasons: Counter[str], most: int = 20) -> list[str]:
    """Reasons with their numbers, the most frequent first."""
    lines = [f"  {count:,} x {reason}" for reason, count in reasons.most_common(most)]
    more = len(reasons) - most
    return lines if more <= 0 else [*lines, f"  and {more:,} more reasons"]
