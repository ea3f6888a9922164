"""
The two streams of the protocol. Code of the reward that finds their descriptors cannot write a reply: each has an
authentication code (HMAC) of its number and text, whose key PageTrace sends before that code is loaded.
"""

import hmac
import io
import json
import os
import sys
import threading

from .values import read_float

OWN_PROCESS = os.getpid()


class Channel:
    """Requests come as JSON, one per line, and replies go out in the same way."""

    def __init__(self):
        self._requests = os.fdopen(os.dup(0), "rb")
        self._replies = os.dup(1)
        self._sign = signer(self._requests.readline().strip())
        self._lock = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdin = sys.__stdin__ = io.open(0, "r", closefd=False)
        sys.stdout = sys.__stdout__ = printing(1)
        sys.stderr = sys.__stderr__ = printing(2)
        # Programs that the reward starts do not inherit the streams, and neither do its own copies.
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.close)

    def close(self):
        os.close(self._replies)
        os.close(self._requests.fileno())

    def send(self, message):
        # A child process that fork created and that returns to this code must not act as a second runner.
        if os.getpid() != OWN_PROCESS:
            os._exit(0)
        text = json.dumps(message).encode("ascii")
        with self._lock:
            rest = self._sign(text) + b" " + text + b"\n"
            while rest:
                rest = rest[os.write(self._replies, rest) :]

    def requests(self):
        for line in self._requests:
            yield json.loads(line, object_hook=read_float)


def signer(key):
    """A function that returns the authentication code of the next reply."""
    digest = hmac.digest
    count = 0

    def sign(text):
        nonlocal count
        code = digest(key, b"%d %s" % (count, text), "sha256")
        count += 1
        return code.hex().encode("ascii")

    return sign


def printing(descriptor):
    """A text stream on a descriptor that is written immediately and accepts any text, surrogates too."""
    raw = io.open(descriptor, "wb", buffering=0, closefd=False)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="backslashreplace", write_through=True)


def mark_output():
    """Marks on the stream of printed text that everything that was printed so far has been written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass
    try:
        os.write(2, b"\0\n")
    except OSError:
        pass
