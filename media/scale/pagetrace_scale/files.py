"""Files that are either whole or not there, and the folder that a program writes."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import uuid
from collections.abc import Iterator
from pathlib import Path

from .failures import Fault

UNFINISHED = ".unfinished"
LOCK = "running.lock"


@contextlib.contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A path to write to. It becomes `target` at the end, and is removed if anything fails before."""
    target.parent.mkdir(parents=True, exist_ok=True)
    # Two nodes may write the same file, after one of them was given up too early.
    path = target.with_name(f"{target.name}.{uuid.uuid4().hex}{UNFINISHED}")
    try:
        yield path
        with open(path, "rb") as written:
            os.fsync(written.fileno())
        os.replace(path, target)
    finally:
        path.unlink(missing_ok=True)


def remove_unfinished(folder: Path) -> None:
    """Removes what earlier runs left that were killed."""
    for path in folder.rglob(f"*{UNFINISHED}"):
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lets one program write a folder. The lock of a process of this machine that has ended does not count."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = folder / LOCK
    owner = {"host": socket.gethostname(), "pid": os.getpid()}
    if lock.exists() and has_ended(lock.read_text()):
        lock.unlink(missing_ok=True)
    try:
        with open(lock, "x") as created:
            json.dump(owner, created)
    except FileExistsError:
        raise Fault(
            f"Another program writes {folder}: {lock.read_text()}. Wait for it, or remove {lock} if it has ended."
        ) from None
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def has_ended(owner: str) -> bool:
    """Whether the owner of a lock is a process of this machine that is gone."""
    try:
        named = json.loads(owner)
        if named["host"] != socket.gethostname():
            return False
        os.kill(named["pid"], 0)
    except ProcessLookupError:
        return True
    except (ValueError, KeyError, TypeError, OSError):
        return False
    return False
