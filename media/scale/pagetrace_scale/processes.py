"""Commands that a worker runs."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from .failures import Fault

#: The most characters of what a command said last.
LAST_WORDS = 500


def run_command(command: Sequence[str], *, given: bytes | None = None, folder: Path | None = None) -> tuple[int, bytes, str]:
    """Runs a command to its end; returns its status, its output, and the end of what it said. It ends with this process,
    because its standard input does."""
    try:
        ended = subprocess.run(command, input=given or b"", capture_output=True, cwd=folder, check=False)
    except OSError as error:
        raise Fault(f"{command[0]} does not run: {error.strerror}. It must be installed on every node.") from error
    return ended.returncode, ended.stdout, ended.stderr.decode("utf-8", "replace").strip()[-LAST_WORDS:]
