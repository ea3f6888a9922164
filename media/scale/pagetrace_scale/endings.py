"""How a program ends, and what it says then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from .failures import Fault
from .progress import reasons_text, say


def exit_status(program: Callable[[], int]) -> int:
    """Runs a program. Returns its exit status: 2 if it cannot do its work, 130 if a person ended it."""
    try:
        return program()
    except Fault as fault:
        say(str(fault))
        return 2
    except KeyboardInterrupt:
        say("It was interrupted. Run the same command again to go on.")
        return 130


def say_end(part: str, problems: list[str], failure: str, failed: Counter[str]) -> int:
    """
    Says which parts of the work are not finished, and what failed in the others. Returns the exit status.

    part: one of the parts, such as "shard"
    failure: what follows the number of failures
    """
    for problem in problems:
        say(problem)
    if failed:
        say(f"{sum(failed.values()):,} {failure}:")
        for line in reasons_text(failed):
            say(line)
    if problems:
        count = f"1 {part} is" if len(problems) == 1 else f"{len(problems):,} {part}s are"
        say(f"{count} not finished. Run the same command again to go on.")
    return 1 if problems or failed else 0
